/// hcidump's bytes (`-R`), 20 in a line, with the packet type of H4; `-t` adds the time.
///
///     2026-03-01 09:00:00.002600 > 04 0E 44 01 02 10 00 20 00 80 03 00 C0 00 00 00 00 E4 00 00
///       00 A8 22 00 00 00 00 00
struct HCIDumpForm: TextForm {
  let title = "hcidump -R"
  let isWorded = false

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    var stamp = line.secondsStamp()
    while let next = line.stamp() {
      stamp = next
      line.takeBlanks()
    }
    let direction: PacketDirection = line.next == UInt8(ascii: "<") ? .sent : .received
    guard line.take("< ") || line.take("> ") else { return nil }
    let octets = line.octets(.spaced)
    guard let type = octets.first, 1...5 ~= type, line.isBlank else { return nil }
    let packet = TextPacket(
      .packetType, direction, octets, .spaced, line: line.number, stamp: stamp)
    return packet.isPossible ? packet : nil
  }

  mutating func isOwn(_ line: TextLine) -> Bool {
    line.begins(with: "HCI sniffer - Bluetooth packet analyzer") || line.begins(with: "device: ")
      || line.begins(with: "btsnoop version: ")
  }
}

extension TextLine {
  /// Seconds since 1970, with a fraction.
  mutating func epochStamp() -> TextStamp? {
    let start = at
    if let seconds = decimal(digits: 12), takeMark(".") {
      return TextStamp(.universal, seconds: Int64(seconds), nanoseconds: fraction())
    }
    at = start
    return nil
  }

  /// Seconds since 1970 at the start of a line, as old versions of hcidump print them.
  mutating func secondsStamp() -> TextStamp? {
    let start = at
    if let stamp = epochStamp(), stamp.time.seconds >= 100_000_000, takeBlanks() > 0 {
      return stamp
    }
    at = start
    return nil
  }
}
