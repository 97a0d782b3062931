/// The PDUs of ATT, SMP and LE signalling as they are printed.
///
/// Source: Bluetooth Core, Vol 3, Parts A, F and H, and the texts of BlueZ's monitor/att.c and monitor/l2cap.c,
/// versions 5.66 to 5.87.
extension PrintedDetails {
  private static let handle = Field("Handle", .hex(2))
  private static let offset = Field("Offset", .hex(2))
  private static let range = Field("Handle range", .range)
  private static let data = Field("Data", .octets, or: "Value")
  private static let uuid = Field("UUID", .uuid)
  private static let type = Field("Attribute type", .uuid, or: "Attribute group type")
  private static let size = Field("Attribute data length", .decimal(1))

  /// Fields, and those that come again and again after them.
  private static let attribute: [UInt8: (fields: [Field], repeated: [Field])] = [
    0x02: ([Field("Client RX MTU", .decimal(2))], []),
    0x03: ([Field("Server RX MTU", .decimal(2))], []),
    0x04: ([range], []),
    0x05: ([Field("Format", .bracket(1))], [handle, uuid]),
    0x06: ([range, type, Field("UUID", .uuid, or: "Value")], []),
    0x07: ([], [range]),
    0x08: ([range, type], []),
    0x09: ([size], [handle, data]),
    0x0A: ([handle], []),
    0x0C: ([handle, offset], []),
    0x0E: ([], [handle]),
    0x10: ([range, type], []),
    0x11: ([size], [range, uuid]),
    0x12: ([handle, data], []),
    0x13: ([], []),
    0x16: ([handle, offset, data], []),
    0x17: ([handle, offset, data], []),
    0x18: ([Field("Flags", .bracket(1))], []),
    0x19: ([], []),
    0x1B: ([handle, data], []),
    0x1D: ([handle, data], []),
    0x1E: ([], []),
    0x20: ([], [handle]),
    0x52: ([handle, data], []),
  ]

  private static let pairing = [
    Field("IO capability", .bracket(1)), Field("OOB data", .bracket(1)),
    Field("Authentication requirement", .bracket(1)),
    Field("Max encryption key size", .decimal(1)),
    Field("Initiator key distribution", .bracket(1)),
    Field("Responder key distribution", .bracket(1)),
  ]

  private static let security: [UInt8: [Field]] = [
    0x01: pairing,
    0x02: pairing,
    0x03: [Field("Confirm value", .octets)],
    0x04: [Field("Random value", .octets)],
    0x05: [Field("Reason", .bracket(1))],
    0x06: [Field("Long term key", .octets)],
    0x08: [Field("Identity resolving key", .octets)],
    0x09: [Field("Address type", .bracket(1)), Field("Address", .address)],
    0x0A: [Field("Signature key", .octets)],
    0x0B: [Field("Authentication requirement", .bracket(1))],
    0x0C: [Field("X", .octets), Field("Y", .octets)],
    0x0D: [Field("E", .octets)],
  ]

  private static let sourceCID = Field("Source CID", .decimal(2))
  private static let destinationCID = Field("Destination CID", .decimal(2))
  private static let sizes = [Field("MTU", .decimal(2)), Field("MPS", .decimal(2))]
  private static let credits = Field("Credits", .decimal(2))
  private static let result = Field("Result", .bracket(2))

  /// Fields of LE signals by code, and the fields that repeat after them.
  private static let signals: [UInt8: (fields: [Field], repeated: [Field])] = [
    0x12: (
      [
        Field("Min interval", .decimal(2)), Field("Max interval", .decimal(2)),
        Field("Peripheral latency", .decimal(2), or: "Slave latency"),
        Field("Timeout multiplier", .decimal(2)),
      ], []
    ),
    0x13: ([result], []),
    0x14: ([Field("PSM", .bracket(2)), sourceCID] + sizes + [credits], []),
    0x15: ([destinationCID] + sizes + [credits, result], []),
    0x16: ([sourceCID, credits], []),
    0x17: ([Field("PSM", .bracket(2))] + sizes + [credits], [sourceCID]),
    0x18: (sizes + [credits, result], [destinationCID]),
  ]

  /// The PDU of L2CAP that ends in the packet, or as much of its beginning as the words give.
  mutating func pdu() -> [UInt8]? {
    guard var line = next else { return nil }
    if line.at == 4 { return plainPDU() }
    guard line.at == 6 else { return nil }
    index += 1
    if line.take("ATT: ") {
      return Self.head(of: line, channel: 4, headerLength: 1).map {
        $0.octets + attributePDU($0.code)
      }
    }
    if line.take("SMP: ") {
      return Self.head(of: line, channel: 6, headerLength: 1).map {
        $0.octets + [$0.code] + fields(Self.security[$0.code] ?? []).octets
      }
    }
    if line.take("LE L2CAP: ") {
      guard let head = Self.head(of: line, channel: 5, headerLength: 4),
        let identifier = line.decimal(after: "ident "), identifier < 0x100,
        let length = line.decimal(after: "len "), let size = Self.octets(length, count: 2)
      else { return nil }
      let (first, repeated) = Self.signals[head.code] ?? ([], [])
      return head.octets + [head.code, UInt8(identifier)] + size
        + fields(first, repeated: repeated)
    }
    return line.take("Channel: ") ? enhancedPDU(line) : nil
  }

  /// `Read Request (0x0a) len 2`: the header of L2CAP, and the code.
  private static func head(
    of line: TextLine, channel: UInt64, headerLength: UInt64
  ) -> (octets: [UInt8], code: UInt8)? {
    var line = line
    guard let code = line.hex(after: "(0x"), code < 0x100, line.take(")"),
      let length = line.decimal(after: "len "), let size = octets(length + headerLength, count: 2),
      let identifier = octets(channel, count: 2)
    else { return nil }
    return (size + identifier, UInt8(code))
  }

  /// `Channel: 64 len 5 sdu 3 [PSM 39 mode Enhanced Credit (0x81)] {chan 0}`, with all of a PDU of ATT.
  private mutating func enhancedPDU(_ channel: TextLine) -> [UInt8]? {
    var channel = channel
    guard let identifier = channel.decimal().flatMap({ Self.octets($0, count: 2) }),
      channel.take(" len "), let length = channel.decimal(),
      let header = Self.octets(length, count: 2).map({ $0 + identifier })
    else { return nil }
    guard channel.take(" sdu "), let size = channel.decimal(), size + 2 == length,
      channel.take(" [PSM 39 mode Enhanced Credit"), let sdu = Self.octets(size, count: 2),
      let line = next, line.begins(with: "ATT: "),
      let code = Self.head(of: line, channel: 4, headerLength: 1)?.code
    else { return header }
    index += 1
    return header + sdu + attributePDU(code)
  }

  private mutating func attributePDU(_ code: UInt8) -> [UInt8] {
    switch code {
    case 0x01:
      guard let line = next, let request = Self.bracket(line), request < 0x100 else {
        return [code]
      }
      index += 1
      return [code, UInt8(request)]
        + fields([Self.handle, Field("Error", .bracket(1))]).octets
    case 0x23:
      var octets = [code]
      while let length = field(Field("Length", .hex(2))), let handle = field(Self.handle),
        let value = field(Self.data)
      {
        octets += handle + length + value
      }
      return octets
    case 0x0B, 0x0D:
      // The attribute that was asked for, where the monitor knows it.
      _ = field(Self.handle)
      return [code] + (field(Self.data) ?? [])
    default:
      guard let (first, repeated) = Self.attribute[code] else { return [code] }
      return [code] + fields(first, repeated: repeated)
    }
  }
}
