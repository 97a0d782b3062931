import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import PacketList

/// Bytes written as hex; spaces do not count.
func bytes(_ hex: String) -> [UInt8] {
  var out: [UInt8] = []
  var high: UInt8?
  // Of hundreds of thousands of them: digits as bytes, not as characters of Unicode.
  for byte in hex.utf8 where byte != 0x20 && byte != 0x0A {
    let digit: UInt8
    switch byte {
    case 0x30...0x39: digit = byte - 0x30
    case 0x41...0x46: digit = byte - 0x41 + 10
    case 0x61...0x66: digit = byte - 0x61 + 10
    default: preconditionFailure("no hex: \(hex)")
    }
    if let first = high {
      out.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  precondition(high == nil, "odd number of digits: \(hex)")
  return out
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Least significant byte first.
func le16(_ value: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
}

/// A Bluetooth address as the wire has it.
func wireAddress(_ text: String) -> [UInt8] {
  text.split(separator: ":").reversed().compactMap { UInt8($0, radix: 16) }
}

/// Plays records to a session, as a host and its controller exchange them. Each call is one record,
/// 10 ms after the one before.
final class SessionScene {
  let sink = RecordingSink()
  let session: GATTSession
  /// What a packet list shows of the last record.
  let packet = PacketDescription()
  private(set) var frame: UInt64 = 0
  /// Milliseconds since the first record.
  private(set) var now: Int64 = 0
  /// Which adapter the next records are of.
  var adapter: UInt16?
  /// What the next records say of packets that the recorder lost so far, and of their file.
  var drops: UInt32 = 0
  var file = 0
  /// Milliseconds between records.
  var step: Int64 = 10

  /// - Parameter sink: takes the events; without, `events` keeps them.
  init(
    _ options: GATTSession.Options = GATTSession.Options(), sink other: (any EventSink)? = nil
  ) {
    session = GATTSession(options: options, sink: other ?? sink, observer: packet)
  }

  var summary: String { packet.summaryText }

  var events: [Told] { sink.events }
  var last: Told? { sink.events.last }

  func told(_ kind: EventKind) -> [Told] { sink.events.filter { $0.kind == kind } }
  func told(_ kinds: Set<EventKind>) -> [Told] { sink.events.filter { kinds.contains($0.kind) } }

  var findings: [String] { session.findings.list.map(\.text) }

  /// Lets time pass, backwards too.
  func wait(_ milliseconds: Int64) { now += milliseconds }

  @discardableResult
  func record(
    _ kind: RecordKind, _ direction: PacketDirection, _ packet: [UInt8], original: Int? = nil,
    code: UInt16 = 0
  ) -> UInt64 {
    frame += 1
    let record = CaptureRecord(
      frame: frame, time: CaptureTime(unixMicroseconds: 1_700_000_000_000_000 + now * 1000),
      kind: kind, direction: direction, adapter: adapter,
      originalLength: original ?? packet.count, code: code, cumulativeDrops: drops, file: file)
    now += step
    session.process(record, bytes: packet.rawBytes)
    return frame
  }

  func end() { session.finish() }

  // MARK: HCI

  @discardableResult
  func command(_ opcode: Int, _ parameters: [UInt8] = []) -> UInt64 {
    record(.command, .sent, le16(opcode) + [UInt8(parameters.count)] + parameters)
  }

  @discardableResult
  func event(_ code: UInt8, _ parameters: [UInt8]) -> UInt64 {
    record(.event, .received, [code, UInt8(truncatingIfNeeded: parameters.count)] + parameters)
  }

  @discardableResult
  func leEvent(_ subevent: UInt8, _ parameters: [UInt8]) -> UInt64 {
    event(0x3E, [subevent] + parameters)
  }

  /// A command and its Command Complete.
  func done(_ opcode: Int, _ parameters: [UInt8] = [], status: UInt8 = 0) {
    command(opcode, parameters)
    event(0x0E, [1] + le16(opcode) + [status])
  }

  static let peerA = "D8:5A:6B:7C:8D:01"
  static let peerB = "D8:5A:6B:7C:8D:02"

  /// LE Connection Complete; role 0: the host is the central.
  @discardableResult
  func connect(
    _ handle: Int = 1, _ address: String = peerA, role: UInt8 = 0, type: UInt8 = 1,
    status: UInt8 = 0
  ) -> UInt64 {
    leEvent(
      0x01,
      [status] + le16(handle) + [role, type] + wireAddress(address) + le16(24) + le16(0)
        + le16(72) + [0])
  }

  @discardableResult
  func disconnect(_ handle: Int = 1, reason: UInt8 = 0x13) -> UInt64 {
    event(0x05, [0] + le16(handle) + [reason])
  }

  @discardableResult
  func advertise(_ address: String, _ data: String, type: UInt8 = 0, rssi: Int8 = -60) -> UInt64 {
    let data = bytes(data)
    return leEvent(
      0x02,
      [1, type, 1] + wireAddress(address) + [UInt8(data.count)] + data
        + [UInt8(bitPattern: rssi)])
  }

  // MARK: ACL

  @discardableResult
  func acl(
    _ direction: PacketDirection, _ handle: Int, boundary: Int, _ data: [UInt8],
    declared: Int? = nil, kept: Int? = nil
  ) -> UInt64 {
    let packet =
      le16(handle | boundary << 12) + le16(declared ?? data.count) + data
    return record(
      .acl, direction, kept.map { Array(packet.prefix($0)) } ?? packet, original: packet.count)
  }

  /// One L2CAP PDU in one record.
  /// - Parameter kept: bytes of the ACL packet that the capture has.
  @discardableResult
  func l2cap(
    _ direction: PacketDirection, _ handle: Int, channel: Int, _ payload: [UInt8],
    kept: Int? = nil
  ) -> UInt64 {
    acl(
      direction, handle, boundary: direction == .sent ? 0 : 2,
      le16(payload.count) + le16(channel) + payload, kept: kept)
  }

  @discardableResult
  func att(
    _ direction: PacketDirection, _ pdu: String, on handle: Int = 1, kept: Int? = nil
  ) -> UInt64 {
    l2cap(direction, handle, channel: 4, bytes(pdu), kept: kept)
  }

  /// The host asks, the peer answers.
  func ask(_ request: String, _ answer: String, on handle: Int = 1) {
    att(.sent, request, on: handle)
    att(.received, answer, on: handle)
  }

  /// The peer asks, the host answers.
  func serve(_ request: String, _ answer: String, on handle: Int = 1) {
    att(.received, request, on: handle)
    att(.sent, answer, on: handle)
  }

  @discardableResult
  func smp(_ direction: PacketDirection, _ pdu: String, on handle: Int = 1) -> UInt64 {
    l2cap(direction, handle, channel: 6, bytes(pdu))
  }

  /// The fragments of an L2CAP PDU, without the records.
  static func fragments(_ pdu: String, size: Int) -> [[UInt8]] {
    let payload = bytes(pdu)
    let whole = le16(payload.count) + le16(4) + payload
    return stride(from: 0, to: whole.count, by: size).map {
      Array(whole[$0..<min($0 + size, whole.count)])
    }
  }

  /// 180D with 2A37 (value 0003, CCCD 0004) and 2A38 (value 0006), 180F with 2A19 (value 0009).
  func discoverHeartRate(on handle: Int = 1) {
    ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 ffff 0f18", on: handle)
    ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a", on: handle)
    ask("08 0600 0600 0328", "01 08 0600 0a", on: handle)
    ask("08 0700 ffff 0328", "09 07 0800 12 0900 192a", on: handle)
    ask("04 0400 0400", "05 01 0400 0229", on: handle)
  }
}

extension PacketDescription {
  var summaryText: String { String(decoding: summary.copy(0..<summary.count), as: UTF8.self) }
}
