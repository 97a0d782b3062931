import ATTDissector
import Bytes
import MockPeripheral

extension Harness {
  /// What a controller, and a client through it, sends to a played peripheral: PDUs, fragments,
  /// events, raw bytes, and time that passes.
  static let mock = Harness("mock", maximumLength: 1024) { input in
    var entries = EntryList(input)
    var options = PlayedPeripheral.Options()
    let choice = entries.byte()
    options.pairs = choice & 1 != 0
    options.loops = choice & 2 != 0
    options.connections = choice & 4 != 0 ? 3 : 1
    if choice & 8 != 0 { options.script = script }
    var link = MockLink(PlayedPeripheral(recording, options))
    try link.start()
    while let (head, bytes) = entries.next() {
      switch head & 7 {
      case 0, 1, 2: try link.send(bytes, on: .attribute)
      case 3: try link.send(bytes, on: .securityManager)
      case 4: try link.receive(.event, bytes)
      case 5: try link.receiveRaw(bytes)
      case 6: try link.wait(bytes.first ?? 1)
      default:
        if head & 8 != 0 {
          try link.send(bytes, on: .leSignaling)
        } else {
          try link.receive(.acl, bytes)
        }
      }
    }
    // Each PDU has one answer of a few fragments; what is played, to 16 links at most, is bounded by
    // the time.
    let most = 512 * (input.count + 64)
    try require(link.sent <= most, "\(link.sent) packets for \(input.count) octets")
  }

  /// Every action, after what a client can do without end.
  private static let script: MockScript = {
    let second: Int64 = 1_000_000_000
    let refused = MockScript.ErrorFault(
      handles: [3, 9], code: ATTErrorCode(rawValue: 0x0E), duration: second, requests: 3)
    let actions: [(MockScript.Event, MockScript.Action)] = [
      (.read, .send(handle: 3, value: [1], isIndication: true)),
      (.read, .error(refused)),
      (.write, .send(handle: 12, value: [2, 3], isIndication: false)),
      (.write, .set(handles: [3, 11], value: [UInt8](repeating: 4, count: 512))),
      (.subscribe, .drop(second)),
      (.subscribe, .advertise(data: [2, 1, 4], scanResponse: nil)),
      (.unsubscribe, .disconnect(HCIStatus(rawValue: 0x15))),
      (.encrypt, .drop(.max)),
      (.disconnect, .set(handles: [9], value: [])),
      (.disconnect, .advertise(data: nil, scanResponse: [])),
    ]
    return MockScript(
      actions.enumerated().map { index, step in
        MockScript.Step(
          line: index + 1, event: step.0, delay: second * Int64(index % 2), action: step.1)
      })
  }()

  private static let recording: RecordedPeripheral = {
    var recording = RecordedPeripheral()
    recording.connections = 2
    recording.advertisement = Advertisement(data: [2, 1, 6])
    var attributes = [
      ServedAttribute(handle: 1, type: .primaryService, endHandle: 48, declared: [0x0D, 0x18]),
      ServedAttribute(
        handle: 2, type: .characteristicDeclaration, declared: [0x1A, 3, 0, 0x37, 0x2A]),
      ServedAttribute(handle: 3, type: 0x2A37, permissions: [.read, .write, .writeCommand]),
      ServedAttribute(handle: 4, type: 0x2902, permissions: [.read, .write]),
    ]
    for handle in 5...48 as ClosedRange<UInt16> {
      attributes.append(
        ServedAttribute(
          handle: handle, type: BluetoothUUID(0x2A00 + handle % 5),
          permissions: ServedAttribute.Permissions(rawValue: UInt8(handle % 8))))
    }
    recording.table = AttributeTable(attributes)
    let second: Int64 = 1_000_000_000
    let long = [UInt8](repeating: 7, count: 60)
    let refused = ATTErrorCode(rawValue: 0x05)
    RecordedHistory(
      [
        .init(.read(.value(long)), handle: 3, connection: 0, time: 0),
        .init(.read(.error(refused)), handle: 9, connection: 0, time: 0),
        .init(.write([1, 0], error: nil), handle: 4, connection: 0, time: second),
        .init(.sent([1, 2], isIndication: false), handle: 3, connection: 0, time: 2 * second),
        .init(.sent([3], isIndication: true), handle: 3, connection: 0, time: 3 * second),
        .init(.write([5], error: nil), handle: 11, connection: 1, time: 4 * second),
        .init(.sent(long, isIndication: false), handle: 12, connection: 1, time: 4 * second),
      ], configured: [4: 3], starts: [0: 0]
    ) { _ in 1 }.add(to: &recording)
    recording.parameterRequests = [
      .init(connection: 0, delay: second, parameters: [6, 12, 0, 200])
    ]
    return recording
  }()
}

/// A controller with buffers of 27 octets that answers what the host needs, and one link.
private struct MockLink {
  private let peripheral: PlayedPeripheral
  private var framer = H4Framer()
  private var now: Int64 = 0
  private(set) var sent = 0
  private static let buffer = 27

  init(_ peripheral: PlayedPeripheral) { self.peripheral = peripheral }

  mutating func start() throws {
    peripheral.start(now)
    try settle()
    // LE Connection Complete as a peripheral.
    try receive(
      .event,
      [0x3E, 19, 1, 0, 0x40, 0, 1, 1] + [1, 2, 3, 4, 5, 0xC6] + [24, 0, 0, 0, 72, 0, 0])
  }

  mutating func send(_ payload: [UInt8], on channel: L2CAPChannel) throws {
    let pdu = LinkChannels.pdu(channel, payload: payload)
    let size = [UInt8(pdu.count & 0xFF), UInt8(pdu.count >> 8)]
    try receive(.acl, [0x40, 0x20] + size + pdu)
  }

  mutating func receive(_ indicator: H4Indicator, _ packet: [UInt8]) throws {
    peripheral.receive(indicator, packet: packet.rawBytes, now: now)
    try settle()
  }

  mutating func receiveRaw(_ bytes: [UInt8]) throws {
    framer.add(bytes.rawBytes)
    while let (indicator, packet) = try? framer.next() { try receive(indicator, packet) }
  }

  mutating func wait(_ units: UInt8) throws {
    now += Int64(units) * 50_000_000
    peripheral.tick(now)
    try settle()
  }

  /// Answers commands, and confirms data, until the host has nothing more to send.
  private mutating func settle() throws {
    for _ in 0..<4096 {
      let packets = peripheral.takeOutput()
      _ = peripheral.takeOccurrences()
      guard !packets.isEmpty else { return }
      for packet in packets {
        sent += 1
        if packet[0] == 1 {
          let returned: [UInt8] =
            packet[1...2] == [0x02, 0x20] ? [0, UInt8(Self.buffer), 0, 4] : [0, 1, 2, 3, 4, 5, 6]
          let answer = [0x0E, UInt8(3 + returned.count), 1, packet[1], packet[2]] + returned
          peripheral.receive(.event, packet: answer.rawBytes, now: now)
        } else {
          try require(packet.count <= 5 + Self.buffer, "a fragment of \(packet.count) octets")
          let handle = [packet[1], packet[2] & 0x0F]
          peripheral.receive(.event, packet: ([0x13, 5, 1] + handle + [1, 0]).rawBytes, now: now)
        }
      }
    }
    try require(false, "the host never ends")
  }
}
