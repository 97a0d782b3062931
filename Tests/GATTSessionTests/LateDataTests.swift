import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// Data that a controller hands over after the Disconnection Complete of its connection.
@Suite struct LateDataTests {
  private static let connected: [UInt8] =
    [0x3E, 0x13, 0x01, 0x00, 0x03, 0x00, 0x00, 0x01, 0x0F, 0x5C, 0x21, 0xCC, 0x5E, 0xE3]
    + [0x0C, 0x00, 0x00, 0x00, 0x48, 0x00, 0x00]
  private static let disconnected: [UInt8] = [0x05, 0x04, 0x00, 0x03, 0x00, 0x16]
  private static let writeRequest: [UInt8] =
    [0x03, 0x00, 0x08, 0x00, 0x04, 0x00, 0x04, 0x00, 0x12, 0x2D, 0x00, 0xAA]
  private static let writeResponse: [UInt8] = [
    0x03, 0x20, 0x05, 0x00, 0x01, 0x00, 0x04, 0x00, 0x13,
  ]
  private static let readRequest: [UInt8] =
    [0x03, 0x20, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00]
  private static let notification: [UInt8] =
    [0x03, 0x20, 0x08, 0x00, 0x04, 0x00, 0x04, 0x00, 0x1B, 0x2D, 0x00, 0x33]

  private let log = EventLog()
  private let session: GATTSession

  init() { session = GATTSession(sink: log) }

  private func process(
    _ kind: RecordKind, _ bytes: [UInt8], at milliseconds: Int64,
    _ direction: PacketDirection = .received
  ) {
    let frame = log.frame + 1
    log.frame = frame
    let record = CaptureRecord(
      frame: frame, time: CaptureTime(unixMicroseconds: milliseconds * 1000), kind: kind,
      direction: direction, originalLength: bytes.count)
    session.process(record, bytes: bytes.rawBytes)
  }

  @Test func belongsToTheConnectionThatHasEnded() {
    process(.event, Self.connected, at: 0)
    process(.acl, Self.writeRequest, at: 100, .sent)
    process(.event, Self.disconnected, at: 200)
    process(.acl, Self.writeResponse, at: 202)
    process(.acl, Self.notification, at: 203)
    session.finish()
    expect(session.connections.count, equals: 1)
    expect(
      log.lines,
      equals: [
        "1 connected C1", "3 disconnected C1", "4 write C1", "5 notification C1",
      ])
  }

  @Test func aLateRequestIsReportedAtOnce() {
    process(.event, Self.connected, at: 0)
    process(.event, Self.disconnected, at: 200)
    process(.acl, Self.readRequest, at: 201)
    expect(log.lines.last, equals: "3 read C1")
  }

  @Test func muchLaterItIsOfNoConnection() {
    process(.event, Self.connected, at: 0)
    process(.event, Self.disconnected, at: 200)
    process(.acl, Self.notification, at: 1_201)
    session.finish()
    expect(session.connections.count, equals: 1)
    expect(log.lines.last, equals: "3 note C1")
  }

  @Test func aNewConnectionOnTheHandleHasItsOwnData() {
    process(.event, Self.connected, at: 0)
    process(.event, Self.disconnected, at: 200)
    process(.event, Self.connected, at: 300)
    process(.acl, Self.notification, at: 301)
    expect(log.lines.last, equals: "4 notification C2")
  }
}

/// Keeps frame, kind and connection of each event.
private final class EventLog: EventSink {
  var frame: UInt64 = 0
  private(set) var lines: [String] = []

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    let connection = event.connection.map { " C\($0.ordinal)" } ?? ""
    lines.append("\(event.frame) \(event.kind.name)\(connection)")
  }
}
