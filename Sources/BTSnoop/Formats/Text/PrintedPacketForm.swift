import Bytes

/// What btmon and hcidump print of packets: a line with the lengths, then their contents in words, indented.
///
///     > ACL Data RX: Handle 1 flags 0x02 dlen 9                          #54 [hci0] 1.249160
///           ATT: Error Response (0x01) len 4
///             Read By Group Type Request (0x10)
///
/// A packet is made again as far as the words give its octets without a gap.
struct PrintedPacketForm: TextForm {
  private enum Content {
    /// A command or event.
    case control
    case acl, sco, iso
  }

  /// The most bytes of lines to keep of a packet.
  private static let maximumDetails = 65_536

  private static let heads: [(StaticString, Content)] = [
    ("HCI Command:", .control), ("HCI Event:", .control), ("ACL Data TX:", .acl),
    ("ACL Data RX:", .acl), ("LE-ACL:", .acl), ("BR-ACL:", .acl), ("ACL:", .acl),
    ("ACL data:", .acl), ("SCO Data TX:", .sco), ("SCO Data RX:", .sco), ("SCO:", .sco),
    ("eSCO:", .sco), ("SCO data:", .sco), ("ISO Data TX:", .iso), ("ISO Data RX:", .iso),
    ("LE-CIS:", .iso), ("LE-BIS:", .iso), ("ISO:", .iso),
  ]

  private(set) var title = "btmon"
  private var details: [TextLine] = []
  private var detailBytes = 0
  private var isInNote = false
  private var connections = PrintedConnections()

  mutating func begin(_ line: inout TextLine) -> TextPacket? {
    var rest = line
    let stamp = Self.start(of: &rest)
    let direction: PacketDirection = rest.next == UInt8(ascii: "<") ? .sent : .received
    guard rest.take("< ") || rest.take("> "),
      let (words, content) = Self.heads.first(where: { rest.begins(with: $0.0) })
    else { return nil }
    rest.at += words.utf8CodeUnitCount
    guard let (header, length) = Self.header(&rest, content: content) else { return nil }
    let isHandleKnown = !(content == .acl && header[0] == 0xFF && header[1] & 0x0F == 0x0F)
    if rest.isBlank, stamp != nil || words.isSame("ACL data:") { title = "hcidump" }
    let kind: RecordKind =
      switch content {
      case .control: header.count == 3 ? .command : .event
      case .acl: .acl
      case .sco: .sco
      case .iso: .iso
      }
    var packet = TextPacket(
      .packet(kind), direction, header, .spaced, line: line.number, stamp: stamp)
    packet.isOpenEnded = true
    packet.rebuilt = TextPacket.Rebuilt(length: header.count + length)
    Self.readTail(&rest, into: &packet)
    if !isHandleKnown { connections.addHandle(to: &packet) }
    line.at = line.text.count
    (details, detailBytes, isInNote) = ([], 0, false)
    return packet
  }

  /// What stands before the arrow: the process that sends, or a time of hcidump.
  private static func start(of line: inout TextLine) -> TextStamp? {
    var stamp = line.secondsStamp()
    while let next = line.stamp() {
      stamp = next
      line.takeBlanks()
    }
    let start = line.at
    if stamp == nil, line.skip(past: "]: "), let bracket = line.text.firstIndex(of: 0x5B),
      bracket > start, !line.text[start..<bracket].contains(where: TextLine.isBlank)
    {
      return nil
    }
    line.at = start
    return stamp
  }

  /// The octets of the header, and the length that it says.
  private static func header(_ line: inout TextLine, content: Content) -> ([UInt8], Int)? {
    switch content {
    case .control:
      // A narrow terminal cuts the name, not the numbers.
      guard let number = line.hex(after: "(0x"), number < 0x100 else { return nil }
      let command = line.take("|0x") ? line.hex(digits: 1...4) : nil
      guard let length = line.decimal(after: "plen "), length < 0x100 else { return nil }
      guard let command else { return ([UInt8(number), UInt8(length)], Int(length)) }
      guard number < 0x40, command < 0x400 else { return nil }
      let opcode = UInt16(number << 10 | command)
      return ([UInt8(opcode & 0xFF), UInt8(opcode >> 8), UInt8(length)], Int(length))
    case .acl, .sco, .iso:
      line.takeBlanks()
      // A narrow terminal cuts the handle, or its digits.
      var handle: UInt64?
      if line.take("Handle ") || line.take("handle "), let number = line.decimal(),
        let next = line.next, TextLine.isBlank(next)
      {
        handle = number
      }
      let shown = handle ?? (content == .acl ? noHandle : nil)
      guard let handle = shown, handle < 0x1000, let flags = line.hex(after: "flags 0x"),
        flags < 0x10,
        let length = line.decimal(after: "dlen "), length < (content == .sco ? 0x100 : 0x4000)
      else { return nil }
      let word = UInt16(handle | flags << 12)
      let head = [UInt8(word & 0xFF), UInt8(word >> 8), UInt8(length & 0xFF)]
      return (content == .sco ? head : head + [UInt8(length >> 8)], Int(length))
    }
  }

  /// `{0x0001} #54 [hci0] 1.249160` at the end of a line, as far as it is there.
  private static func readTail(_ line: inout TextLine, into packet: inout TextPacket) {
    line.takeBlanks()
    if line.take("#") { _ = line.decimal() }
    line.takeBlanks()
    if line.take("[hci") {
      packet.adapter = line.decimal(digits: 4).map { UInt16($0) }
      _ = line.take("]")
    }
    line.takeBlanks()
    let start = line.at
    if let stamp = line.stamp() {
      packet.stamp = stamp
      return
    }
    if let seconds = line.decimal(digits: 10), line.takeMark(".") {
      packet.stamp = TextStamp(.elapsed, seconds: Int64(seconds), nanoseconds: line.fraction())
      return
    }
    line.at = start
  }

  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    let indent = line.takeBlanks()
    guard indent >= 2, !line.isBlank else {
      // A mail program has wrapped the end of the first line.
      guard details.isEmpty, packet.stamp == nil else { return false }
      Self.readTail(&line, into: &packet)
      return packet.stamp != nil && line.isBlank
    }
    detailBytes += line.text.count
    if detailBytes <= Self.maximumDetails { details.append(line) }
    return true
  }

  mutating func finish(_ packet: inout TextPacket) {
    defer {
      (details, detailBytes) = ([], 0)
      connections.follow(packet)
    }
    guard let rebuilt = packet.rebuilt else { return }
    var printed = PrintedDetails(details)
    let length = rebuilt.length - packet.bytes.count
    switch packet.kind {
    case .command:
      let opcode = UInt16(packet.bytes[0]) | UInt16(packet.bytes[1]) << 8
      add(printed.parameters(ofCommand: opcode, length: length), to: &packet, length: length)
    case .event:
      add(printed.parameters(ofEvent: packet.bytes[0], length: length), to: &packet, length: length)
    case .acl:
      if details.isEmpty {
        packet.rebuilt?.mayContinue = true
      } else {
        packet.rebuilt?.pdu = printed.pdu()
      }
    default: break
    }
  }

  /// Words that give more octets than there are say something else.
  private func add(_ octets: [UInt8], to packet: inout TextPacket, length: Int) {
    if octets.count <= length { packet.bytes += octets }
  }

  /// Notes of the program, the management interface, and what it printed at its start.
  mutating func isOwn(_ line: TextLine) -> Bool {
    var rest = line
    if rest.takeBlanks() >= 2 { return isInNote }
    _ = Self.start(of: &rest)
    isInNote = rest.begins(with: "@ ") || rest.begins(with: "= ")
    return isInNote || rest.begins(with: "Bluetooth monitor ver ")
  }
}

/// What stands for a handle that is not shown; handles end at EFF.
private let noHandle: UInt64 = 0xFFF

/// The connections that a printed log shows, for lines too short to show a handle.
private struct PrintedConnections {
  private struct Connection: Hashable {
    var adapter: UInt16?
    var handle: UInt16
  }

  /// The most to know.
  private static let most = 64

  private var open: Set<Connection> = []

  /// Puts the handle of the only connection into the header of a packet of data; without one it is no packet.
  func addHandle(to packet: inout TextPacket) {
    let adapter = packet.adapter
    let all = open.filter { $0.adapter == adapter }
    guard all.count == 1, let handle = all.first?.handle else {
      packet.bytes = []
      packet.rebuilt = nil
      return
    }
    packet.bytes[0] = UInt8(handle & 0xFF)
    packet.bytes[1] = packet.bytes[1] & 0xF0 | UInt8(handle >> 8)
    packet.rebuilt?.isHandleInferred = true
  }

  /// Connections come with their events and with data, and go with Disconnection Complete.
  mutating func follow(_ packet: TextPacket) {
    let bytes = packet.bytes
    switch packet.kind {
    case .acl where bytes.count >= 2: add(bytes, at: 0, adapter: packet.adapter)
    case .event where bytes.count >= 5 && bytes[0] == 0x05 && bytes[2] == 0:
      open.remove(Connection(adapter: packet.adapter, handle: Self.handle(bytes, at: 3)))
    case .event where bytes.count >= 6 && bytes[0] == 0x3E && bytes[3] == 0:
      if bytes[2] == 0x01 || bytes[2] == 0x0A { add(bytes, at: 4, adapter: packet.adapter) }
    default: break
    }
  }

  private mutating func add(_ bytes: [UInt8], at offset: Int, adapter: UInt16?) {
    guard open.count < Self.most else { return }
    open.insert(Connection(adapter: adapter, handle: Self.handle(bytes, at: offset)))
  }

  private static func handle(_ bytes: [UInt8], at offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1] & 0x0F) << 8
  }
}
