import Bytes

/// HMAC with SHA-256: a code of a message that only who has the key can make.
///
/// Source: RFC 2104.
package struct HMAC {
  private let inner: [UInt8]
  private let outer: [UInt8]

  private static let blockSize = 64

  package init(key: [UInt8]) {
    var key = key
    if key.count > Self.blockSize { key = Self.hash(key) }
    key += [UInt8](repeating: 0, count: Self.blockSize - key.count)
    inner = key.map { $0 ^ 0x36 }
    outer = key.map { $0 ^ 0x5C }
  }

  /// 32 octets.
  package func code(of message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(inner.rawBytes)
    hash.update(message.rawBytes)
    return Self.hash(outer + hash.finish())
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes.rawBytes)
    return hash.finish()
  }
}
