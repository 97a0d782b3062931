/// Bytes with offsets, as `tshark -x`, text2pcap and hexdump have them: each packet begins at offset 0.
///
///     0000  02 01 20 09 00 05 00 04 00 1b 12 00 06 61         .. ..........a
///
/// With -P or -V other lines say the time and the direction.
struct HexDumpForm: TextForm {
  let title = "tshark -x"
  let isWorded = false
  private var stamp: TextStamp?
  private var direction = PacketDirection.unknown
  private var isInDetails = false
  /// The block that follows, or that is read, is what packets were put together to.
  private var isOtherNext = false
  private var isInOther = false

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    var rest = line
    guard Self.offset(in: &rest) == 0 else { return nil }
    isInOther = isOtherNext
    isOtherNext = false
    isInDetails = false
    guard !isInOther else { return nil }
    let octets = rest.octets(.spaced, limit: 16)
    guard !octets.isEmpty else { return nil }
    line.at = line.text.count
    var packet = TextPacket(
      .packetType, direction, octets, .spaced, line: line.number, stamp: stamp)
    packet.isOpenEnded = true
    (stamp, direction) = (nil, .unknown)
    return packet
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    guard let offset = Self.offset(in: &line), offset == packet.bytes.count else { return false }
    let octets = line.octets(.spaced, limit: 16)
    guard !octets.isEmpty, packet.bytes.count < TextPacket.maximumLength else { return false }
    packet.bytes += octets
    return true
  }

  mutating func finish(_ packet: inout TextPacket) { packet.takeDirection() }

  /// The offset before the octets, of four to eight digits.
  private static func offset(in line: inout TextLine) -> UInt64? {
    guard let offset = line.hex(digits: 4...8) else { return nil }
    _ = line.take(":")
    guard let next = line.next, TextLine.isBlank(next) else { return nil }
    return offset
  }

  mutating func isOwn(_ line: TextLine) -> Bool {
    var rest = line
    if Self.offset(in: &rest) != nil { return isInOther }
    if line.begins(with: "Frame ("), line.find(" bytes):") != nil { return true }
    if line.find(" bytes):") != nil, line.text.last == UInt8(ascii: ":") {
      isOtherNext = true
      return true
    }
    if rest.take("Frame "), rest.decimal() != nil, rest.next == UInt8(ascii: ":") {
      (stamp, direction) = (nil, .unknown)
      isInDetails = true
      return true
    }
    if isInDetails {
      readDetail(line)
      return true
    }
    return readSummary(line)
  }

  private mutating func readDetail(_ line: TextLine) {
    var line = line
    if line.skip(past: "Epoch Time: ") || line.skip(past: "Epoch Arrival Time: ") {
      stamp = line.epochStamp() ?? stamp
    } else if line.skip(past: "Point-to-Point Direction: ") {
      direction = line.begins(with: "Sent") ? .sent : .received
    }
  }

  /// `  135   1.661400 central → peripheral ATT 14 Sent Read Request`
  private mutating func readSummary(_ line: TextLine) -> Bool {
    var rest = line
    rest.takeBlanks()
    guard rest.decimal() != nil, rest.takeBlanks() > 0, let seconds = rest.decimal(digits: 9),
      rest.takeMark(".")
    else { return false }
    let nanoseconds = rest.fraction()
    let isSent = rest.find(" Sent ") != nil
    guard rest.takeBlanks() > 0, isSent || rest.find(" Rcvd ") != nil else { return false }
    stamp = TextStamp(.elapsed, seconds: Int64(seconds), nanoseconds: nanoseconds)
    direction = isSent ? .sent : .received
    return true
  }
}

extension TextPacket {
  /// Before the packet type there may be its direction, as in link type 201: 32 bits, big-endian.
  mutating func takeDirection() {
    guard bytes.count > 4, bytes[..<3].allSatisfy({ $0 == 0 }), bytes[3] < 2, 1...5 ~= bytes[4]
    else { return }
    direction = bytes[3] == 0 ? .sent : .received
    bytes.removeFirst(4)
  }
}

/// Wireshark's JSON with bytes (`-T json -x`, `-T jsonraw`), one member a line.
///
///     "frame_raw": [
///       "040e0401030c00",
struct WiresharkJSONForm: TextForm {
  let title = "Wireshark's JSON"
  private var encapsulation: UInt64?
  private var opcode: UInt64?

  /// Wireshark's numbers of encapsulations: H4 without and with direction, and the BlueZ monitor.
  private static let withType: [UInt64] = [41, 99]
  private static let monitor: UInt64 = 159

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    guard line.skip(past: "\"frame_raw\"") else { return nil }
    (encapsulation, opcode) = (nil, nil)
    var packet = TextPacket(.packetType, .unknown, [], .joined, line: line.number)
    packet.isOpenEnded = true
    readBytes(line, into: &packet)
    line.at = line.text.count
    return packet
  }

  /// The first text of octets after the name.
  private func readBytes(_ line: TextLine, into packet: inout TextPacket) {
    var line = line
    guard packet.bytes.isEmpty, line.skip(past: "\"") else { return }
    let octets = line.octets(.joined)
    if line.next == UInt8(ascii: "\"") { packet.bytes = octets }
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    line.takeBlanks()
    switch line.next {
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","):
      return true
    case let digit? where (0x30...0x39).contains(digit): return true
    default: return false
    }
    if line.begins(with: "\"frame_raw\"") { return false }
    if packet.bytes.isEmpty { readBytes(line, into: &packet) }
    if line.take("\"frame.time_epoch\": \"") {
      packet.stamp = line.epochStamp() ?? line.stamp()
    } else if line.take("\"frame.p2p_dir\": \"") {
      packet.direction = line.next == UInt8(ascii: "0") ? .sent : .received
    } else if line.take("\"frame.encap_type\": \"") {
      encapsulation = line.decimal(digits: 4)
    } else if line.take("\"hci_mon.adapter_id\": \"") {
      packet.adapter = line.decimal(digits: 4).map { UInt16($0) }
    } else if line.take("\"hci_mon.opcode\": \"") {
      opcode = line.decimal(digits: 4)
    }
    return true
  }

  mutating func finish(_ packet: inout TextPacket) {
    guard let encapsulation else {
      packet.takeDirection()
      return
    }
    if encapsulation == Self.monitor {
      let framing = PacketFraming.monitor(
        opcode: UInt16(opcode ?? 0), adapter: packet.adapter ?? noAdapter, headerLength: 0)
      packet.start = .packet(framing.kind)
      packet.direction = framing.direction
    } else if !Self.withType.contains(encapsulation) {
      packet.start = .packet(.unknown)
    }
  }

  mutating func isOwn(_ line: TextLine) -> Bool {
    var line = line
    line.takeBlanks()
    let names: [StaticString] = [
      "\"_index\": \"packets-", "\"_type\": ", "\"_score\": ", "\"_source\": {", "\"layers\": {",
    ]
    if names.contains(where: { line.begins(with: $0) }) { return true }
    guard line.takeMark("[]{}") else { return false }
    _ = line.take(",")
    return line.isBlank
  }
}
