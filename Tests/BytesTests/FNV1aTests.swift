import Bytes
import TestSupport
import Testing

@Suite struct FNV1aTests {
  /// Source: draft-eastlake-fnv, appendix C.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func publishedHashes(_ text: String, _ hash: UInt64) {
    expect(FNV1a.hash(text.rawBytes), equals: hash)
    var octets = FNV1a()
    for octet in text.utf8 { octets.add(UInt64(octet)) }
    expect(octets.value, equals: hash)
  }
}
