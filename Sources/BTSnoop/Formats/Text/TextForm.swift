import Bytes

/// A form in which a program prints HCI packets: how its lines are recognised, and what they say.
protocol TextForm {
  /// What prints it, for people.
  var title: String { get }
  /// Whether its lines have words that nothing else prints. Lines of numbers alone must be right several times in a
  /// row.
  var isWorded: Bool { get }

  /// Reads a packet, or how it begins, from the position of the line on; the position is then after it.
  mutating func begin(_ line: inout TextLine) -> TextPacket?

  /// Reads a line after the first one of a packet.
  /// - Returns: whether the line belongs to it.
  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool

  /// The lines of the packet end here.
  mutating func finish(_ packet: inout TextPacket)

  /// Whether a line that begins no packet is one of the program's own, which is not missing from the records.
  mutating func isOwn(_ line: TextLine) -> Bool
}

extension TextForm {
  var isWorded: Bool { true }

  /// What does not fit into a line is in the next ones: nothing but octets.
  mutating func add(_ line: inout TextLine, to packet: inout TextPacket) -> Bool {
    packet.add(&line)
  }

  mutating func finish(_ packet: inout TextPacket) {}

  mutating func isOwn(_ line: TextLine) -> Bool { false }
}

/// A packet of which lines are read.
struct TextPacket {
  /// Longest packet: ACL and ISO data.
  static let maximumLength = 65_540

  /// What the first octet is.
  enum Start: Equatable {
    /// The packet type of H4.
    case packetType
    case packet(RecordKind)
  }

  var start: Start
  var direction: PacketDirection
  var bytes: [UInt8]
  var style: TextLine.OctetStyle
  var stamp: TextStamp?
  var adapter: UInt16?
  /// Number of its first line, from 1.
  let line: UInt64
  /// Whether only a line of something else shows its end.
  var isOpenEnded = false
  /// What is known of a packet that was rebuilt from words.
  var rebuilt: Rebuilt?

  /// How much of the packet is known.
  struct Rebuilt {
    /// Octets of the packet.
    var length: Int
    /// The PDU of L2CAP that ends in it, or its beginning: other packets may have parts of it.
    var pdu: [UInt8]?
    /// Packets after it may end its PDU.
    var mayContinue = false
    /// The log does not show its connection handle, and there is one connection only.
    var isHandleInferred = false
  }

  init(
    _ start: Start, _ direction: PacketDirection, _ bytes: [UInt8], _ style: TextLine.OctetStyle,
    line: UInt64, stamp: TextStamp? = nil
  ) {
    self.start = start
    self.direction = direction
    self.bytes = bytes
    self.style = style
    self.line = line
    self.stamp = stamp
  }

  /// What it is, once its first octet is there.
  var kind: RecordKind {
    switch start {
    case .packet(let kind): kind
    case .packetType:
      PacketFraming.h4(bytes.rawBytes, at: 0, dataDirection: direction).kind
    }
  }

  private var headerLength: Int { start == .packetType ? 1 : 0 }

  /// The packet, from its header on.
  var packet: [UInt8] { Array(bytes.dropFirst(headerLength)) }

  /// Octets that are still missing; `nil` while its header is not there.
  var missing: Int? {
    kind.length(of: bytes.rawBytes.clamped(headerLength)).map { $0 + headerLength - bytes.count }
  }

  /// Whether it is a packet, as it stands.
  var isSound: Bool {
    if let rebuilt { return !bytes.isEmpty && rebuilt.length >= bytes.count && isPossible }
    return missing == 0 && isPossible
  }

  /// Commands and events go one way only.
  var isPossible: Bool {
    switch kind {
    case .command: direction != .received
    case .event: direction != .sent
    case .acl, .sco, .iso: true
    case .linkLayer, .system, .unknown: false
    }
  }

  /// Adds the octets of a line that has nothing else.
  mutating func add(_ line: inout TextLine) -> Bool {
    guard missing ?? 1 > 0, let octets = line.onlyOctets(style) else { return false }
    return add(octets)
  }

  mutating func add(_ octets: [UInt8]) -> Bool {
    guard octets.count <= missing ?? Self.maximumLength,
      bytes.count + octets.count <= Self.maximumLength
    else { return false }
    bytes += octets
    return true
  }
}
