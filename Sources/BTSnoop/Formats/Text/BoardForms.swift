/// Apache NimBLE's log of commands and data, whose data from the controller has no header; events have no bytes.
///
///     ble_hs_hci_cmd_send: ogf=0x08 ocf=0x0016 len=2
///     0x16 0x20 0x02 0x00 0x00
///     ble_hs_hci_evt_acl_process(): conn_handle=0 pb=2 len=11 data=0x07 0x00 0x04 0x00 0x10 0x01
///     ble_hs_hci_acl_tx(): 0x00 0x00 0x09 0x00 0x05 0x00 0x04 0x00 0x01 0x10 0x00 0x00 0x01
///
/// ESP-IDF prints each octet as a line of its own.
struct NimBLEForm: TextForm {
  let title = "NimBLE"

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard let start = line.find("ble_hs_hci_") else { return nil }
    var rest = line
    rest.at = start
    var kind = RecordKind.acl
    var direction = PacketDirection.sent
    var octets: [UInt8] = []
    if rest.take("ble_hs_hci_cmd_send: ") {
      guard rest.decimal(after: "len=") != nil else { return nil }
      kind = .command
    } else if rest.take("ble_hs_hci_evt_acl_process(): ") {
      guard let handle = rest.decimal(after: "conn_handle="), handle < 0x1000,
        let boundary = rest.hex(after: "pb=") ?? rest.hex(after: "pb=0x"), boundary < 4,
        let length = rest.decimal(after: "len="), length < 0x1_0000, rest.skip(past: "data=")
      else { return nil }
      direction = .received
      let head = UInt16(handle | boundary << 12)
      octets = [UInt8(head & 0xFF), UInt8(head >> 8), UInt8(length & 0xFF), UInt8(length >> 8)]
    } else if !rest.take("ble_hs_hci_acl_tx(): ") {
      return nil
    }
    octets += rest.octets(.prefixed)
    let packet = TextPacket(
      .packet(kind), direction, octets, .prefixed, line: line.number,
      stamp: line.boardStamp(before: start))
    line.at = line.text.count
    return packet
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    // Whatever stands before the octets is what the system's log begins each line with.
    if let start = line.find("NimBLE: ") { line.at = start + 8 }
    return packet.add(&line)
  }
}

extension TextLine {
  /// The time in what ESP-IDF's log (milliseconds) or Mynewt's (microseconds) begins a line with.
  func boardStamp(before end: Int) -> TextStamp? {
    var line = self
    line.at = 0
    if line.skip(past: "[ts="), let time = line.decimal() {
      return TextStamp(.elapsed, microseconds: time)
    }
    line.at = 0
    for level in ["E (", "W (", "I (", "D (", "V ("] as [StaticString] {
      if let start = line.find(level), start < end {
        line.at = start + 3
        if let time = line.decimal(digits: 12), line.next == UInt8(ascii: ")") {
          return TextStamp(.elapsed, microseconds: time * 1000)
        }
      }
    }
    return lastStamp(before: end)
  }
}

/// ESP-IDF's `bt_hci_log_hci_data_show`: a running number, what it is, the packet; newer ones have the microseconds
/// since the start (8 octets, little-endian) before the packet.
///
///     e6 C:35 0c 05 01 01 00 01 00
struct ESPLogForm: TextForm {
  let title = "ESP-IDF"
  let isWorded = false
  private var last: UInt8?

  private static let kinds: [(StaticString, RecordKind, PacketDirection)] = [
    ("C:", .command, .sent), ("H:", .acl, .sent), ("E:", .event, .received),
    ("D:", .acl, .received), ("S:", .sco, .unknown),
  ]

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    var rest = line
    guard let number = rest.octets(.joined, limit: 1).first, rest.take(" ") else { return nil }
    let tag = Self.kinds.first { rest.begins(with: $0.0) }
    if tag != nil {
      rest.at += 2
    } else {
      // Events of advertising have no letter: only the number says that the line is of this log.
      guard number == last.map({ $0 &+ 1 }), rest.begins(with: "3e ") else { return nil }
    }
    guard let octets = rest.onlyOctets(.spaced) else { return nil }
    last = number
    let (kind, direction) = tag.map { ($0.1, $0.2) } ?? (.event, .received)
    let bare = TextPacket(.packet(kind), direction, octets, .spaced, line: line.number)
    line.at = line.text.count
    guard !bare.isSound, octets.count > 8 else { return bare }
    let time = octets.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let timed = TextPacket(
      .packet(kind), direction, Array(octets.dropFirst(8)), .spaced, line: line.number,
      stamp: TextStamp(.elapsed, microseconds: time))
    return timed.isSound ? timed : bare
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool { false }
}

/// TI's BTool and HCI Tester: a head with time and direction, decoded lines, then the bytes with the packet type of H4.
///
///     [156] : <Tx> - 08:49:53.764
///     Dump(Tx):
///     01 88 FD 08 01 00 01 00 FF FF 92 FD
struct ToolsOfTIForm: TextForm {
  let title = "TI BTool"
  private var stamp: TextStamp?
  private var isInRecord = false

  private static let heads: [StaticString] = [
    "<Tx> - ", "<Rx> - ", "<Info> - ", "<Error> - ", "<Warning> - ",
  ]

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    line.takeBlanks()
    let isSent = line.take("Dump(Tx):")
    guard isSent || line.take("Dump(Rx):") else { return nil }
    return TextPacket(
      .packetType, isSent ? .sent : .received, line.octets(.spaced), .spaced, line: line.number,
      stamp: stamp)
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    line.takeBlanks()
    // Newer versions begin a line with an offset, and end it with the characters.
    let start = line.at
    if line.hex(digits: 4...4) == nil || !line.take(":") { line.at = start }
    let limit = min(packet.missing ?? 16, 16)
    let octets = line.octets(.spaced, limit: limit)
    guard !octets.isEmpty else { return false }
    // A header in the first octets says how many of them there are.
    var longer = packet
    longer.bytes += octets
    if packet.missing == nil, let excess = longer.missing, excess < 0 {
      return packet.add(Array(octets.dropLast(-excess)))
    }
    return packet.add(octets)
  }

  mutating func finish(_ packet: inout TextPacket) { isInRecord = false }

  mutating func isOwn(_ line: TextLine) -> Bool {
    var line = line
    line.takeBlanks()
    if line.take("["), line.decimal() != nil, line.take("] : "),
      let head = Self.heads.first(where: { line.begins(with: $0) })
    {
      line.at += head.utf8CodeUnitCount
      stamp = line.stamp()
      isInRecord = true
      return true
    }
    if line.begins(with: "----------") { return true }
    // What is decoded: lines of names and values.
    guard isInRecord else { return false }
    return line.next == UInt8(ascii: "-") || line.find(": ") != nil
  }
}
