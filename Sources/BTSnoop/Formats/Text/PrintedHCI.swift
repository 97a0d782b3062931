/// The parameters of commands and events as they are printed, in the order of their octets.
///
/// Source: Bluetooth Core, Vol 4, Part E, 7, and the texts of BlueZ's monitor/packet.c, versions 5.66 to 5.87.
extension PrintedDetails {
  private static let status = Field("Status", .bracket(1))
  private static let handle = Field("Handle", .decimal(2))
  private static let reason = Field("Reason", .bracket(1))
  private static let peer = [
    Field("Peer address type", .bracket(1)), Field("Peer address", .address),
  ]
  private static let intervals = [
    Field("Min connection interval", .bracket(2)), Field("Max connection interval", .bracket(2)),
    Field("Connection latency", .bracket(2)), Field("Supervision timeout", .bracket(2)),
  ]
  private static let eventLengths = [
    Field("Min connection length", .bracket(2)), Field("Max connection length", .bracket(2)),
  ]
  private static let parameters = [
    Field("Connection interval", .bracket(2)), Field("Connection latency", .bracket(2)),
    Field("Supervision timeout", .bracket(2)),
  ]
  private static let accuracy = Field(
    "Central clock accuracy", .hex(1), or: "Master clock accuracy")
  private static let randomNumber = Field("Random number", .hex(8))
  private static let diversifier = Field("Encrypted diversifier", .hex(2))
  private static let key = Field("Long term key", .octets)
  private static let report = [
    Field("Event type", .bracket(1)), Field("Address type", .bracket(1)),
    Field("Address", .address), Field("Data length", .decimal(1)),
  ]

  private static let extendedReport = [
    Field("Event type", .hex(2)), Field("Address type", .bracket(1)), Field("Address", .address),
    Field("Primary PHY", .phy), Field("Secondary PHY", .phy), Field("SID", .hex(1)),
    Field("TX power", .power), Field("RSSI", .bracket(1)),
    Field("Periodic advertising interval", .bracket(2)),
    Field("Direct address type", .bracket(1)), Field("Direct address", .address),
  ]
  private static let advertisingInterval = [
    Field("Min advertising interval", .bracket(3)), Field("Max advertising interval", .bracket(3)),
  ]

  private static let commands: [UInt16: [Field]] = [
    0x0406: [handle, reason],
    0x0C01: [Field("Mask", .hex(8))],
    0x0C63: [Field("Mask", .hex(8))],
    0x2001: [Field("Mask", .hex(8))],
    0x2005: [Field("Address", .address)],
    0x200A: [Field("Advertising", .bracket(1))],
    0x200B: [
      Field("Type", .bracket(1)), Field("Interval", .bracket(2)), Field("Window", .bracket(2)),
      Field("Own address type", .bracket(1)), Field("Filter policy", .bracket(1)),
    ],
    0x200C: [Field("Scanning", .bracket(1)), Field("Filter duplicates", .bracket(1))],
    0x200D: [
      Field("Scan interval", .bracket(2)), Field("Scan window", .bracket(2)),
      Field("Filter policy", .bracket(1)),
    ] + peer + [Field("Own address type", .bracket(1))] + intervals + eventLengths,
    0x2013: [handle] + intervals + eventLengths,
    0x2016: [handle],
    0x2019: [handle, randomNumber, diversifier, key],
    0x201A: [handle, key],
    0x201B: [handle],
    0x2022: [handle, Field("TX octets", .decimal(2)), Field("TX time", .decimal(2))],
    0x2024: [Field("TX octets", .decimal(2)), Field("TX time", .decimal(2))],
    0x2035: [
      Field("Advertising handle", .hex(1)), Field("Advertising random address", .address),
    ],
    0x2036: [Field("Handle", .hex(1)), Field("Properties", .hex(2))] + advertisingInterval + [
      Field("Channel map", .bracket(1)), Field("Own address type", .bracket(1)),
    ] + peer + [
      Field("Filter policy", .bracket(1)), Field("TX power", .bracket(1)),
      Field("Primary PHY", .bracket(1)), Field("Secondary max skip", .hex(1)),
      Field("Secondary PHY", .bracket(1)), Field("SID", .hex(1)),
      Field("Scan request notifications", .bracket(1)),
    ],
    0x2041: [
      Field("Own address type", .bracket(1)), Field("Filter policy", .bracket(1)),
      Field("PHYs", .hex(1)),
    ],
    0x2042: [
      Field("Extended scan", .bracket(1)), Field("Filter duplicates", .bracket(1)),
      Field("Duration", .bracket(2)), Field("Period", .bracket(2)),
    ],
    0x2043: [Field("Filter policy", .bracket(1)), Field("Own address type", .bracket(1))] + peer
      + [Field("Initiating PHYs", .hex(1))],
  ]

  /// What comes once for each PHY after the other parameters.
  private static let repeated: [UInt16: [Field]] = [
    0x2041: [
      Field("Type", .bracket(1)), Field("Interval", .bracket(2)), Field("Window", .bracket(2)),
    ],
    0x2043: [Field("Scan interval", .bracket(2)), Field("Scan window", .bracket(2))] + intervals
      + eventLengths,
  ]

  /// After the status.
  private static let returned: [UInt16: [Field]] = [
    0x1003: [Field("Features", .list(8))],
    0x1009: [Field("Address", .address)],
    0x2003: [Field("Features", .list(8), or: "Features[0/0]")],
    0x2023: [Field("TX octets", .decimal(2)), Field("TX time", .decimal(2))],
    0x2036: [Field("TX power (selected)", .bracket(1))],
    0x2060: [
      Field("ACL MTU", .decimal(2)), Field("ACL max packet", .decimal(1)),
      Field("ISO MTU", .decimal(2)), Field("ISO max packet", .decimal(1)),
    ],
  ]

  private static let events: [UInt8: [Field]] = [
    0x05: [status, handle, reason],
    0x08: [status, handle, Field("Encryption", .bracket(1))],
    0x30: [status, handle],
  ]

  /// Fields of LE Meta events, by subevent code.
  private static let subevents: [UInt8: [Field]] = [
    0x01: [status, handle, Field("Role", .bracket(1))] + peer + parameters + [accuracy],
    0x03: [status, handle] + parameters,
    0x04: [status, handle, Field("Features", .list(8), or: "Features[0/0]")],
    0x05: [handle, randomNumber, diversifier],
    0x06: [handle] + intervals,
    0x07: [
      handle, Field("Max TX octets", .decimal(2)), Field("Max TX time", .decimal(2)),
      Field("Max RX octets", .decimal(2)), Field("Max RX time", .decimal(2)),
    ],
    0x0A: [status, handle, Field("Role", .bracket(1))] + peer + [
      Field("Local resolvable private address", .address),
      Field("Peer resolvable private address", .address),
    ] + parameters + [accuracy],
    0x0C: [status, handle, Field("TX PHY", .bracket(1)), Field("RX PHY", .bracket(1))],
    0x12: [
      status, Field("Handle", .decimal(1)), Field("Connection handle", .decimal(2)),
      Field("Number of completed extended advertising events", .hex(1)),
    ],
  ]

  /// The octets of a command's parameters that the words give.
  mutating func parameters(ofCommand opcode: UInt16, length: Int) -> [UInt8] {
    guard length > 0 else { return [] }
    if let octets = offsetDump() { return octets }
    if let octets = plain(command: opcode) { return octets }
    return fields(Self.commands[opcode] ?? [], repeated: Self.repeated[opcode] ?? [])
  }

  mutating func parameters(ofEvent code: UInt8, length: Int) -> [UInt8] {
    switch code {
    case 0x0E: return commandComplete(length: length)
    case 0x0F: return commandStatus()
    case 0x13: return completedPackets()
    case 0x3E: return subevent(length: length)
    default:
      if let octets = offsetDump() { return octets }
      if let octets = plain(event: code) { return octets }
      return fields(Self.events[code] ?? []).octets
    }
  }

  /// `Reset (0x03|0x0003) ncmd 1`: the opcode, and how many commands may follow.
  private mutating func command() -> (opcode: [UInt8], count: UInt8)? {
    guard var line = next, let group = line.hex(after: "(0x"), group < 0x40, line.take("|0x"),
      let command = line.hex(), command < 0x400
    else { return nil }
    index += 1
    // hcidump has the status before it, in the same line.
    guard let count = line.decimal(after: "ncmd "), count < 0x100,
      let opcode = Self.octets(group << 10 | command, count: 2)
    else { return nil }
    return (opcode, UInt8(count))
  }

  private mutating func commandComplete(length: Int) -> [UInt8] {
    guard let (opcode, count) = command() else { return [] }
    let head = [count] + opcode
    guard length > head.count else { return head }
    if let octets = offsetDump() { return head + octets }
    if let status = plainStatus() { return head + [status] }
    let number = UInt16(opcode[0]) | UInt16(opcode[1]) << 8
    return head + fields([Self.status] + (Self.returned[number] ?? [])).octets
  }

  private mutating func commandStatus() -> [UInt8] {
    var status = next.flatMap { Self.plain("status 0x", in: $0) }
    guard let (opcode, count) = command() else { return [] }
    status = status ?? field(Self.status)?.first
    return status.map { [$0, count] + opcode } ?? []
  }

  private mutating func completedPackets() -> [UInt8] {
    if let octets = plainCompletedPackets() { return octets }
    var octets: [UInt8] = []
    guard let count = field(Field("Num handles", .decimal(1))) else { return [] }
    while let handle = field(Self.handle), let packets = field(Field("Count", .decimal(2))) {
      octets += handle + packets
    }
    return count + octets
  }

  /// `LE Connection Complete (0x01)`, then its parameters.
  private mutating func subevent(length: Int) -> [UInt8] {
    guard let line = next, let number = Self.bracket(line), number < 0x100 else { return [] }
    index += 1
    let code = UInt8(number)
    switch code {
    case 0x01 where line.at == 4: return [code] + plainConnection()
    case 0x02: break
    case 0x0D: return [code] + extendedReports()
    default: return [code] + fields(Self.subevents[code] ?? []).octets
    }
    // Versions from 5.86 on have the data of advertisements as octets, too.
    guard let count = field(Field("Num reports", .decimal(1))) else { return [code] }
    var octets = [code] + count
    guard count == [1] else { return octets }
    let (report, isWhole) = fields(Self.report)
    octets += report
    guard isWhole, let size = report.last else { return octets }
    if size > 0 {
      guard let data = field(Field("Advertising Data", .octets)), data.count == Int(size) else {
        return octets
      }
      octets += data
    }
    // What the data says is between them.
    while let line = next, !line.begins(with: "RSSI: ") { index += 1 }
    return octets + (field(Field("RSSI", .bracket(1))) ?? [])
  }

  private mutating func extendedReports() -> [UInt8] {
    guard let count = field(Field("Num reports", .decimal(1))) else { return [] }
    guard count == [1] else { return count }
    let (report, isWhole) = fields(Self.extendedReport)
    guard isWhole,
      let size = field(Field("Data length", .length))
    else { return count + report }
    let length = Int(size[0])
    let data = field(Field("Advertising Data", .octets)) ?? dumpedOctets(length)
    return count + report + size + (data?.count == length ? data ?? [] : [])
  }
}
