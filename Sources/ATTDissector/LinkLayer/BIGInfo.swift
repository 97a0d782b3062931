import Bytes

/// BIGInfo in the additional controller data of periodic advertising: how to find a broadcast
/// isochronous group.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 4.4.6.11.
package struct BIGInfo: Sendable {
  private static let type: UInt8 = 0x2C
  /// Octets of the fields; an encrypted group has more.
  private static let size = 33

  package var seedAccessAddress: UInt32

  /// - data: additional controller data: AD structures.
  package init?(in data: RawSpan) {
    var rest = data
    while rest.byteCount > 1 {
      let length = Int(rest.uint8(at: 0))
      if rest.uint8(at: 1) == Self.type, length > Self.size, rest.byteCount > length {
        seedAccessAddress = rest.uint32LittleEndian(at: 15)
        return
      }
      rest = rest.clamped(1 + length)
    }
    return nil
  }

  /// Whether an access address is that of a stream of a group, or of the group's control.
  ///
  /// Source: Vol 6, Part B, 2.1.2: the number of the stream diversifies the upper half.
  package static func isStream(_ accessAddress: UInt32, ofGroup seed: UInt32) -> Bool {
    let difference = accessAddress ^ seed
    guard difference & 0xFFFF == 0 else { return false }
    return (0...31 as ClosedRange<UInt32>).contains { stream in
      let d = (35 * stream + 42) & 0x7F
      let upper: UInt32 = d & 1 != 0 ? 0xFC00_0000 : 0
      let middle = (d & 2) << 24 | (d >> 6) << 24 | (d & 2) << 22
      return difference == upper | middle | (d & 0x30) << 16 | (d & 0x0C) << 15
    }
  }
}
