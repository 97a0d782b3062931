import BTSnoop
import TestSupport

/// Packets of the air, redacted.
struct RedactedAir {
  let capture: RedactedCapture
  let packets: [[UInt8]]

  /// - packets: from the access address to the CRC, a millisecond apart.
  /// - keys: the long term keys that are given.
  init(_ packets: [[UInt8]], keys: [UInt128] = []) throws {
    var file = PcapBytes(linkType: 251)
    for (index, packet) in packets.enumerated() {
      file.add(packet, seconds: 1_772_355_600, fraction: UInt32(index) * 1000)
    }
    var settings = RedactedCapture.Settings()
    settings.target = .pcapLEBare
    settings.linkKeys = keys
    capture = try RedactedCapture(file.bytes, settings)
    expect(capture.leaks, equals: 0)
    var result: [[UInt8]] = []
    var place = 24
    while place + 16 <= capture.bytes.count {
      let length = Int(capture.bytes[place + 8]) + Int(capture.bytes[place + 9]) << 8
      result.append(Array(capture.bytes[place + 16..<place + 16 + length]))
      place += 16 + length
    }
    self.packets = result
  }
}
