import Bytes
import System

/// What both sides contribute to the encryption of a link, as LL_ENC_REQ and LL_ENC_RSP carry it.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.4, 2.4.2.5 and 5.1.3.1.
package struct LinkSeed: Hashable, Sendable {
  /// SKD_C and SKD_P.
  package var centralDiversifier: UInt64
  package var peripheralDiversifier: UInt64
  /// IV_C and IV_P.
  package var centralVector: UInt32
  package var peripheralVector: UInt32

  package init(
    centralDiversifier: UInt64, peripheralDiversifier: UInt64, centralVector: UInt32,
    peripheralVector: UInt32
  ) {
    self.centralDiversifier = centralDiversifier
    self.peripheralDiversifier = peripheralDiversifier
    self.centralVector = centralVector
    self.peripheralVector = peripheralVector
  }

  /// The session key that a long term key gives: both most significant octet first.
  /// - Returns: `nil` without libcrypto.
  package func sessionKey(_ longTermKey: UInt128) -> UInt128? {
    AESCipher(key: longTermKey)?.encrypt(
      UInt128(peripheralDiversifier) << 64 | UInt128(centralDiversifier))
  }

  /// The initialization vector, in the order of the air from the least significant octet on.
  var vector: UInt64 { UInt64(peripheralVector) << 32 | UInt64(centralVector) }
}

/// What a PDU is encrypted with.
package struct PacketSeal: Equatable, Sendable {
  package var seed: LinkSeed
  /// Most significant octet first.
  package var longTermKey: UInt128
  package var counter: UInt64
  package var isFromCentral: Bool
}

/// Opens the PDUs of an encrypted link, and encrypts them: AES-CCM with a MIC of four octets.
///
/// Source: Vol 6, Part E, 1 and 2; RFC 3610.
package final class LinkCipher {
  /// Octets of the MIC.
  package static let macSize = 4
  /// Octets of the longest payload with its MIC.
  package static let maximumPayload = 255
  /// A packet counter has 39 bits.
  package static let counters: UInt64 = 1 << 39

  /// The step from one block of the stream to the next: their number is in octet 15.
  private static let nextBlock: UInt128 = 1 << 120

  private let cipher: AESCipher
  /// The initialization vector, where a nonce has it.
  private let vector: UInt128
  private var stream = [UInt128](repeating: 0, count: AESCipher.maximumBlocks)
  private var message = [UInt128](repeating: 0, count: AESCipher.maximumBlocks)
  private var plain = [UInt128](repeating: 0, count: AESCipher.maximumBlocks)

  /// - Returns: `nil` without libcrypto.
  package init?(_ seed: LinkSeed, longTermKey: UInt128) {
    guard let key = seed.sessionKey(longTermKey), let cipher = AESCipher(key: key) else {
      return nil
    }
    self.cipher = cipher
    vector = UInt128(seed.vector) << 48
  }

  /// The nonce in octets 1 to 13 of a block, in memory order.
  private func nonce(_ counter: UInt64, isFromCentral: Bool) -> UInt128 {
    let number = counter & (Self.counters - 1) | (isFromCentral ? Self.counters : 0)
    return UInt128(number) &<< 8 | vector
  }

  /// Fills the stream, and what the MIC is of besides the payload.
  /// - count: octets of the payload without the MIC.
  /// - Returns: the blocks of the payload.
  private func begin(
    _ count: Int, header: UInt8, counter: UInt64, isFromCentral: Bool
  ) -> Int {
    let blocks = (count + 15) / 16
    let nonce = nonce(counter, isFromCentral: isFromCentral)
    var block = nonce | 0x01
    for index in 0...blocks {
      stream[index] = block
      block &+= Self.nextBlock
    }
    cipher.encrypt(&stream, count: blocks + 1)
    message[0] = nonce | 0x49 | UInt128(count) << 120
    // One octet of associated data, after its length: NESN, SN and MD are not authenticated.
    message[1] = 0x0100 | UInt128(header & 0xE3) << 16
    return blocks
  }

  /// Encrypts a payload.
  /// - header: the first octet of the PDU.
  /// - payload: without a MIC, 1 to 251 octets.
  /// - Returns: the payload with its MIC; `nil` for another length.
  package func seal(
    _ payload: RawSpan, header: UInt8, counter: UInt64, isFromCentral: Bool
  ) -> [UInt8]? {
    let count = payload.byteCount
    guard count > 0, count + Self.macSize <= Self.maximumPayload else { return nil }
    let blocks = begin(count, header: header, counter: counter, isFromCentral: isFromCentral)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(count + Self.macSize)
    func append(_ block: UInt128, _ octets: Int) {
      for index in 0..<octets {
        sealed.append(UInt8(truncatingIfNeeded: block >> UInt128(8 * index)))
      }
    }
    for index in 0..<blocks {
      let block = payload.block(16 * index, of: count)
      message[index + 2] = block
      append(block ^ stream[index + 1], min(16, count - 16 * index))
    }
    append(cipher.chain(&message, count: blocks + 2) ^ stream[0], Self.macSize)
    return sealed
  }

  /// Whether the MIC of a payload is right for a packet counter. If it is, `text` is filled.
  /// - header: the first octet of the PDU.
  /// - payload: with its MIC.
  package func opens(
    _ payload: RawSpan, header: UInt8, counter: UInt64, isFromCentral: Bool
  ) -> Bool {
    let count = payload.byteCount - Self.macSize
    guard count > 0, payload.byteCount <= Self.maximumPayload else { return false }
    let blocks = begin(count, header: header, counter: counter, isFromCentral: isFromCentral)
    for index in 0..<blocks {
      let block = payload.block(16 * index, of: count) ^ stream[index + 1]
      let used = min(16, count - 16 * index)
      plain[index] = used == 16 ? block : block & (1 << UInt128(8 * used) - 1)
      message[index + 2] = plain[index]
    }
    let code = cipher.chain(&message, count: blocks + 2) ^ stream[0]
    return UInt32(truncatingIfNeeded: code) == payload.uint32LittleEndian(at: count)
  }

  /// Appends the payload that was opened last, without its MIC.
  /// - count: octets of its payload with the MIC.
  package func appendOpened(count: Int, to text: inout [UInt8]) {
    var block: UInt128 = 0
    for index in 0..<max(0, count - Self.macSize) {
      if index % 16 == 0 { block = plain[index / 16] }
      text.append(UInt8(truncatingIfNeeded: block))
      block &>>= 8
    }
  }
}

extension RawSpan {
  /// The octets of a block, the first the least significant, and zeros after them.
  /// - count: of all blocks together.
  fileprivate func block(_ start: Int, of count: Int) -> UInt128 {
    uint128LittleEndian(at: start, count: min(16, count - start))
  }
}
