import Bytes
import TestSupport
import Testing

@Suite struct SHA256Tests {
  private func hex(_ bytes: [UInt8], pieces: Int = .max) -> String {
    var hash = SHA256()
    var start = 0
    while start < bytes.count {
      let end = pieces < bytes.count - start ? start + pieces : bytes.count
      hash.update(Array(bytes[start..<end]).rawBytes)
      start = end
    }
    var text = ByteWriter(capacity: 64)
    let digest = hash.finish()
    text.append(hex: digest.rawBytes)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  /// Source: FIPS 180-2, Appendix B.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func known(text: String, digest: String) { expect(hex(Array(text.utf8)), equals: digest) }

  /// A million letters `a`, also in pieces.
  @Test(arguments: [1 << 20, 4096, 1000]) func pieces(size: Int) {
    let letters = [UInt8](repeating: 0x61, count: 1_000_000)
    expect(
      hex(letters, pieces: size),
      equals: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Every length around the ends of blocks is the same whole and in pieces of one octet.
  @Test func lengths() {
    for length in 0...200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      expect(hex(bytes), equals: hex(bytes, pieces: 1))
    }
  }
}
