/// The functions of OpenSSL's libcrypto that are called, from the installed library.
///
/// It is loaded when first needed; its prototypes are declared here (openssl/evp.h, bn.h, ec.h), so
/// that building needs no headers.
@safe
struct LibCrypto: @unchecked Sendable {
  typealias Object = OpaquePointer
  typealias Create = @convention(c) () -> Object?
  typealias Free = @convention(c) (Object?) -> Void
  typealias Begin =
    @convention(c) (Object?, Object?, Object?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) ->
    Int32
  typealias Update =
    @convention(c) (
      Object?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?, UnsafeRawPointer?, Int32
    ) -> Int32
  typealias Coordinates = @convention(c) (Object?, Object?, Object?, Object?, Object?) -> Int32

  let newContext: Create
  let freeContext: Free
  let electronicCodebook: Create
  let cipherBlockChaining: Create
  let beginEncryption: Begin
  let setPadding: @convention(c) (Object?, Int32) -> Int32
  let encrypt: Update

  let newNumber: Create
  let freeNumber: Free
  let readNumber: @convention(c) (UnsafePointer<UInt8>?, Int32, Object?) -> Object?
  let writeNumber: @convention(c) (Object?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32
  let newCurve: @convention(c) (Int32) -> Object?
  let freeCurve: Free
  let newPoint: @convention(c) (Object?) -> Object?
  let freePoint: Free
  let setCoordinates: Coordinates
  let coordinates: Coordinates
  let multiply: @convention(c) (Object?, Object?, Object?, Object?, Object?, Object?) -> Int32

  /// Libraries of OpenSSL 3 and 1.1, which agree on all functions used here.
  static let fileNames = ["libcrypto.so.3", "libcrypto.so.1.1"]

  /// `nil` if the library is not installed.
  static let shared = fileNames.lazy.compactMap { LibCrypto($0) }.first

  /// The curve P-256 in `EC_GROUP_new_by_curve_name`: NID_X9_62_prime256v1.
  static let p256: Int32 = 415

  init?(_ fileName: String) {
    guard let library = LoadedLibrary(fileName) else { return nil }
    func find<Function>(_ name: String) -> Function? { unsafe library.find(name) }
    guard
      let newContext: Create = unsafe find("EVP_CIPHER_CTX_new"),
      let freeContext: Free = unsafe find("EVP_CIPHER_CTX_free"),
      let electronicCodebook: Create = unsafe find("EVP_aes_128_ecb"),
      let cipherBlockChaining: Create = unsafe find("EVP_aes_128_cbc"),
      let beginEncryption: Begin = unsafe find("EVP_EncryptInit_ex"),
      let setPadding: @convention(c) (Object?, Int32) -> Int32 =
        unsafe find("EVP_CIPHER_CTX_set_padding"),
      let encrypt: Update = unsafe find("EVP_EncryptUpdate"),
      let newNumber: Create = unsafe find("BN_new"),
      let freeNumber: Free = unsafe find("BN_free"),
      let readNumber: @convention(c) (UnsafePointer<UInt8>?, Int32, Object?) -> Object? =
        unsafe find("BN_bin2bn"),
      let writeNumber: @convention(c) (Object?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 =
        unsafe find("BN_bn2binpad"),
      let newCurve: @convention(c) (Int32) -> Object? = unsafe find("EC_GROUP_new_by_curve_name"),
      let freeCurve: Free = unsafe find("EC_GROUP_free"),
      let newPoint: @convention(c) (Object?) -> Object? = unsafe find("EC_POINT_new"),
      let freePoint: Free = unsafe find("EC_POINT_free"),
      let setCoordinates: Coordinates = unsafe find("EC_POINT_set_affine_coordinates"),
      let coordinates: Coordinates = unsafe find("EC_POINT_get_affine_coordinates"),
      let multiply: @convention(c) (Object?, Object?, Object?, Object?, Object?, Object?) -> Int32 =
        unsafe find("EC_POINT_mul")
    else { return nil }
    unsafe self.newContext = newContext
    unsafe self.freeContext = freeContext
    unsafe self.electronicCodebook = electronicCodebook
    unsafe self.cipherBlockChaining = cipherBlockChaining
    unsafe self.beginEncryption = beginEncryption
    unsafe self.setPadding = setPadding
    unsafe self.encrypt = encrypt
    unsafe self.newNumber = newNumber
    unsafe self.freeNumber = freeNumber
    unsafe self.readNumber = readNumber
    unsafe self.writeNumber = writeNumber
    unsafe self.newCurve = newCurve
    unsafe self.freeCurve = freeCurve
    unsafe self.newPoint = newPoint
    unsafe self.freePoint = freePoint
    unsafe self.setCoordinates = setCoordinates
    unsafe self.coordinates = coordinates
    unsafe self.multiply = multiply
  }
}

/// AES with a 128-bit key, encryption only, by libcrypto.
///
/// The library's own CCM takes ten times as long for a packet of 27 octets, most of it to set up a
/// message: so CCM is built from blocks (see `Cryptography`).
@safe
package final class AESCipher {
  /// The largest number of blocks in one call.
  package static let maximumBlocks = 20

  private let library: LibCrypto
  private let blocks: OpaquePointer
  private let chain: OpaquePointer
  private let scratch: UnsafeMutablePointer<UInt128>
  /// The last block that the chain has given: it goes into the next.
  private var chained: UInt128 = 0

  /// - key: its first octet is the most significant.
  /// - Returns: `nil` where libcrypto is not installed.
  package init?(key: UInt128) {
    guard let library = LibCrypto.shared, let blocks = unsafe library.newContext() else {
      return nil
    }
    guard let chain = unsafe library.newContext() else {
      unsafe library.freeContext(blocks)
      return nil
    }
    self.library = library
    unsafe self.blocks = blocks
    unsafe self.chain = chain
    unsafe scratch = .allocate(capacity: Self.maximumBlocks)
    unsafe scratch.initialize(repeating: 0, count: Self.maximumBlocks)
    guard begin(key) else { return nil }
  }

  deinit {
    unsafe library.freeContext(blocks)
    unsafe library.freeContext(chain)
    unsafe scratch.deallocate()
  }

  private func begin(_ key: UInt128) -> Bool {
    let start: UInt128 = 0
    let isBegun = unsafe withUnsafeBytes(of: key.bigEndian) { key in
      unsafe withUnsafeBytes(of: start) { start in
        let key = unsafe key.assumingMemoryBound(to: UInt8.self).baseAddress
        let start = unsafe start.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe library.beginEncryption(
          blocks, library.electronicCodebook(), nil, key, nil) == 1
          && library.beginEncryption(chain, library.cipherBlockChaining(), nil, key, start) == 1
      }
    }
    return unsafe isBegun && library.setPadding(blocks, 0) == 1
      && library.setPadding(chain, 0) == 1
  }

  /// Another key for single blocks; the chain keeps its own. It takes a tenth of the time that a new
  /// cipher does.
  package func setKey(_ key: UInt128) {
    unsafe withUnsafeBytes(of: key.bigEndian) { key in
      let key = unsafe key.assumingMemoryBound(to: UInt8.self).baseAddress
      _ = unsafe library.beginEncryption(blocks, nil, nil, key, nil)
    }
  }

  /// Encrypts a block, whose first octet is the most significant.
  package func encrypt(_ block: UInt128) -> UInt128 {
    var written: Int32 = 0
    unsafe scratch.pointee = block.bigEndian
    _ = unsafe library.encrypt(blocks, scratch, &written, scratch, 16)
    return unsafe UInt128(bigEndian: scratch.pointee)
  }

  /// Encrypts each of the first blocks, whose first octet is the least significant.
  package func encrypt(_ values: inout [UInt128], count: Int) {
    precondition(count > 0 && count <= values.count && count <= Self.maximumBlocks)
    var written: Int32 = 0
    unsafe values.withUnsafeMutableBytes { bytes in
      _ = unsafe library.encrypt(
        blocks, bytes.baseAddress, &written, bytes.baseAddress,
        Int32(truncatingIfNeeded: 16 * count)
      )
    }
  }

  /// The last block of cipher block chaining from zeros. Changes the first block.
  package func chain(_ values: inout [UInt128], count: Int) -> UInt128 {
    precondition(count > 0 && count <= values.count && count <= Self.maximumBlocks)
    // What the last message left in the chain is known, and cancels out: starting the chain from
    // zeros again takes longer than a message.
    values[0] ^= chained
    var written: Int32 = 0
    unsafe values.withUnsafeMutableBytes { bytes in
      _ = unsafe library.encrypt(
        chain, scratch, &written, bytes.baseAddress, Int32(truncatingIfNeeded: 16 * count))
    }
    unsafe chained = scratch[count - 1]
    return chained
  }
}

/// The elliptic curve P-256, by libcrypto.
package enum P256 {
  /// Octets of a coordinate.
  package static let size = 32

  /// The first coordinate of a point times a number; all most significant octet first.
  /// - Returns: `nil` for a point that is not on the curve, or without libcrypto.
  package static func product(of number: [UInt8], x: [UInt8], y: [UInt8]) -> [UInt8]? {
    guard x.count == size, y.count == size else { return nil }
    return product(of: number, with: (x, y))?.x
  }

  /// The public key of a private one, which is the base point times that; most significant octet
  /// first.
  /// - Returns: `nil` for 0, or without libcrypto.
  package static func publicKey(of number: [UInt8]) -> (x: [UInt8], y: [UInt8])? {
    product(of: number, with: nil)
  }

  /// - point: `nil` for the base point.
  private static func product(
    of number: [UInt8], with point: (x: [UInt8], y: [UInt8])?
  ) -> (x: [UInt8], y: [UInt8])? {
    guard let library = LibCrypto.shared, number.count == size,
      let curve = unsafe library.newCurve(LibCrypto.p256)
    else { return nil }
    defer { unsafe library.freeCurve(curve) }
    func read(_ bytes: [UInt8]) -> OpaquePointer? {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe library.readNumber($0.baseAddress, Int32(bytes.count), nil)
      }
    }
    func write(_ number: OpaquePointer?) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: size)
      let written = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe library.writeNumber(number, $0.baseAddress, Int32(size))
      }
      return written == size ? bytes : nil
    }
    let given = unsafe library.newPoint(curve)
    let result = unsafe library.newPoint(curve)
    let numbers = unsafe [
      read(number), read(point?.x ?? []), read(point?.y ?? []), library.newNumber(),
      library.newNumber(),
    ]
    defer {
      unsafe library.freePoint(given)
      unsafe library.freePoint(result)
      unsafe numbers.forEach { unsafe library.freeNumber($0) }
    }
    if point == nil {
      guard unsafe library.multiply(curve, result, numbers[0], nil, nil, nil) == 1 else {
        return nil
      }
    } else {
      guard unsafe library.setCoordinates(curve, given, numbers[1], numbers[2], nil) == 1,
        unsafe library.multiply(curve, result, nil, given, numbers[0], nil) == 1
      else { return nil }
    }
    guard unsafe library.coordinates(curve, result, numbers[3], numbers[4], nil) == 1,
      let x = unsafe write(numbers[3]), let y = unsafe write(numbers[4])
    else { return nil }
    return (x, y)
  }
}
