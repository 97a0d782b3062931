/// BTstack's `hci_dump` on a console, without the packet type of H4.
///
///     [00:00:00.997] EVT <= 0e 04 01 03 0c 00
struct BTstackForm: TextForm {
  let title = "BTstack"

  private static let tags: [(StaticString, RecordKind, PacketDirection)] = [
    ("CMD =>", .command, .sent), ("EVT <=", .event, .received), ("ACL =>", .acl, .sent),
    ("ACL <=", .acl, .received), ("SCO =>", .sco, .sent), ("SCO <=", .sco, .received),
    ("ISO =>", .iso, .sent), ("ISO <=", .iso, .received),
  ]
  /// Events by which the parts of BTstack talk to each other.
  private static let own: ClosedRange<UInt8> = 0x60...0xFE

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard let (start, tag) = Self.tag(in: line), !Self.isOwnEvent(line, at: start, kind: tag.1)
    else {
      return nil
    }
    // The program around BTstack may print a time, too.
    let stamp = TextLine(Array(line.text[line.at..<start]), number: line.number)
      .lastStamp(before: start)
    line.at = start + tag.0.utf8CodeUnitCount
    let octets = line.octets(.spaced)
    guard !octets.isEmpty else { return nil }
    return TextPacket(
      .packet(tag.1), tag.2, octets, .spaced, line: line.number,
      stamp: stamp.map { $0.clock == .timeOfDay ? $0.by(.elapsed) : $0 })
  }

  mutating func isOwn(_ line: TextLine) -> Bool {
    if line.find("LOG -- ") != nil { return true }
    guard let (start, tag) = Self.tag(in: line) else { return false }
    return Self.isOwnEvent(line, at: start, kind: tag.1)
  }

  private static func tag(
    in line: TextLine
  ) -> (start: Int, tag: (StaticString, RecordKind, PacketDirection))? {
    // All tags have the equals sign in one of two places.
    for i in line.at..<line.text.count where line.text[i] == UInt8(ascii: "=") {
      for start in [i - 4, i - 5] where start >= line.at {
        if let tag = tags.first(where: { line.begins(with: $0.0, at: start) }) {
          return (start, tag)
        }
      }
    }
    return nil
  }

  private static func isOwnEvent(_ line: TextLine, at start: Int, kind: RecordKind) -> Bool {
    var line = line
    line.at = start + 6
    guard kind == .event, let code = line.octets(.spaced, limit: 1).first else { return false }
    return own.contains(code)
  }
}

/// ArduinoBLE's `HCI.debug`, with the packet type of H4. The IDE adds the time of day.
///
///     19:25:38.072 -> HCI COMMAND TX -> 010C20020001
struct ArduinoBLEForm: TextForm {
  let title = "ArduinoBLE"

  private static let tags: [(StaticString, PacketDirection)] = [
    ("HCI COMMAND TX -> ", .sent), ("HCI EVENT RX <- ", .received),
    ("HCI ACLDATA TX -> ", .sent), ("HCI ACLDATA RX <- ", .received),
  ]

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard line.find("HCI ") != nil else { return nil }
    for (tag, direction) in Self.tags {
      guard let start = line.find(tag) else { continue }
      let stamp = line.lastStamp(before: start)
      line.at = start + tag.utf8CodeUnitCount
      let octets = line.octets(.joined)
      guard !octets.isEmpty else { return nil }
      return TextPacket(.packetType, direction, octets, .joined, line: line.number, stamp: stamp)
    }
    return nil
  }
}

/// noble and bleno with `DEBUG=hci`, with the packet type of H4.
///
///     hci onSocketData: 040f0400010d20 +0ms
///
/// What comes after the plus sign is the time since the line before of the same name.
struct NobleForm: TextForm {
  let title = "noble"
  private var elapsed: UInt64 = 0

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard let start = Self.name(in: line) else { return nil }
    var rest = line
    rest.at = start
    let isReceived = rest.skip(past: "onSocketData: ")
    guard isReceived || rest.skip(past: "- writing: ") else { return nil }
    let octets = rest.octets(.joined)
    guard octets.count >= 3, rest.isBlank || rest.begins(with: " +") else { return nil }
    var stamp = line.lastStamp(before: start)
    if let step = Self.step(of: rest) {
      elapsed = elapsed.addingReportingOverflow(step).partialValue
      stamp = TextStamp(.elapsed, microseconds: elapsed)
    }
    line.at = line.text.count
    return TextPacket(
      .packetType, isReceived ? .received : .sent, octets, .joined, line: line.number,
      stamp: stamp)
  }

  mutating func isOwn(_ line: TextLine) -> Bool {
    guard Self.name(in: line) != nil, let step = Self.step(of: line) else { return false }
    elapsed = elapsed.addingReportingOverflow(step).partialValue
    return true
  }

  /// Where the words after the name begin.
  private static func name(in line: TextLine) -> Int? {
    guard let start = line.find("hci ") else { return nil }
    let isFirst = start == 0 || TextLine.isBlank(line.text[start - 1])
    return isFirst ? start + 4 : nil
  }

  /// `+12ms` at the end of a line, in microseconds.
  private static func step(of line: TextLine) -> UInt64? {
    guard let plus = line.text.lastIndex(of: UInt8(ascii: "+")) else { return nil }
    var rest = line
    rest.at = plus + 1
    guard let number = rest.decimal(digits: 6) else { return nil }
    let units: [(StaticString, UInt64)] = [
      ("ms", 1000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000),
    ]
    for (unit, length) in units where rest.take(unit) {
      return rest.isBlank ? number * length : nil
    }
    return nil
  }
}

/// Bumble's log of data packets; it has no bytes of commands and events.
///
///     ### HOST -> CONTROLLER: ACL: handle=0x0001, pb=0, bc=0, data_total_length=7, data=03000400020502
struct BumbleForm: TextForm {
  let title = "Bumble"

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard let start = line.find("### ") else { return nil }
    var rest = line
    rest.at = start + 4
    let isSent = rest.take("HOST -> CONTROLLER: ")
    guard isSent || rest.take("CONTROLLER -> HOST: "), rest.take("ACL: "),
      let handle = rest.hex(after: "handle=0x"), handle < 0x1000,
      let boundary = rest.decimal(after: "pb=") ?? rest.decimal(after: "pb_flag="), boundary < 4,
      let broadcast = rest.decimal(after: "bc=") ?? rest.decimal(after: "bc_flag="), broadcast < 4,
      let length = rest.decimal(after: "data_total_length="), length < 0x1_0000,
      rest.skip(past: "data=")
    else { return nil }
    let head = UInt16(handle | boundary << 12 | broadcast << 14)
    let octets =
      [UInt8(head & 0xFF), UInt8(head >> 8), UInt8(length & 0xFF), UInt8(length >> 8)]
      + rest.octets(.joined)
    let stamp = line.lastStamp(before: start)
    line = rest
    return TextPacket(
      .packet(.acl), isSent ? .sent : .received, octets, .joined, line: line.number, stamp: stamp)
  }
}

/// Apple's PacketLogger, copied as text: the bytes are the last column, without the packet type of H4.
///
///     May 22 07:49:33.066  HCI Event  0x0041  C0:11:22:33:44:55  Number Of Completed Packets  13 05 01 41 00 02 00
struct PacketLoggerTextForm: TextForm {
  let title = "PacketLogger as text"

  private static let kinds: [(StaticString, RecordKind, PacketDirection)] = [
    ("HCI Command", .command, .sent), ("HCI Event", .event, .received),
    ("ATT Send", .acl, .sent), ("ATT Receive", .acl, .received), ("L2CAP Send", .acl, .sent),
    ("L2CAP Receive", .acl, .received), ("SMP Send", .acl, .sent), ("SMP Receive", .acl, .received),
    ("ACL Send", .acl, .sent), ("ACL Receive", .acl, .received),
  ]

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    var rest = line
    guard let stamp = rest.stamp(), rest.takeBlanks() > 0,
      let kind = Self.kinds.first(where: { rest.begins(with: $0.0) })
    else { return nil }
    rest.at += kind.0.utf8CodeUnitCount
    guard rest.takeBlanks() > 0, rest.take("0x"), rest.hex(digits: 4...4) != nil else { return nil }
    // The column begins after two blanks or a tabulator.
    let text = rest.text
    var start = rest.at
    while start < text.count {
      defer { start += 1 }
      guard text[start] == 0x09 || text[start] == 0x20 && text[start - 1] == 0x20 else { continue }
      rest.at = start + 1
      if let octets = rest.onlyOctets(.spaced) {
        line.at = text.count
        return TextPacket(.packet(kind.1), kind.2, octets, .spaced, line: line.number, stamp: stamp)
      }
      // Octets that end at something else do so from each place in between, too.
      rest.at = start + 1
      rest.takeBlanks()
      _ = rest.octets(.spaced)
      start = max(start, rest.at - 1)
    }
    return nil
  }
}

/// Home Assistant's ble_monitor: events only, with the packet type of H4.
///
///     2022-04-24 20:21:32 ... Unknown advertisement received: 043e0c0201...
struct BLEMonitorForm: TextForm {
  let title = "ble_monitor"

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard let start = line.find("advertisement received") else { return nil }
    var rest = line
    rest.at = start
    guard rest.skip(past: ": ") else { return nil }
    let octets = rest.octets(.joined)
    guard octets.starts(with: [0x04, 0x3E]) else { return nil }
    let stamp = line.lastStamp(before: start)
    line = rest
    return TextPacket(.packetType, .received, octets, .joined, line: line.number, stamp: stamp)
  }
}
