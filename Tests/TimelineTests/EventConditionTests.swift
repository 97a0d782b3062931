import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import TestSupport
import Testing

@testable import Timeline

/// What an event is to be, as text.
struct EventConditionTests {
  /// Records of a strap that tells 72 bpm, refuses a write and is disconnected.
  private static func play(_ sink: any EventSink) {
    let session = GATTSession(sink: sink)
    var frame: UInt64 = 0
    func record(_ kind: RecordKind, _ direction: PacketDirection, _ packet: [UInt8]) {
      frame += 1
      session.process(
        CaptureRecord(
          frame: frame, time: CaptureTime(seconds: 1_700_000_000, nanoseconds: UInt32(frame)),
          kind: kind, direction: direction, adapter: 2, originalLength: packet.count),
        bytes: packet.rawBytes)
    }
    func att(_ direction: PacketDirection, _ pdu: [UInt8]) {
      record(
        .acl, direction,
        [1, direction == .sent ? 0 : 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0] + pdu
      )
    }
    record(
      .event, .received,
      [0x3E, 19, 1, 0, 1, 0, 0, 1, 1, 2, 3, 4, 5, 0xC6, 24, 0, 0, 0, 72, 0, 0])
    att(.sent, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    att(.received, [0x11, 6, 1, 0, 0xFF, 0xFF, 0x0D, 0x18])
    att(.sent, [0x08, 1, 0, 0xFF, 0xFF, 3, 0x28])
    att(.received, [0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
    att(.received, [0x1B, 3, 0, 0x16, 72, 0x00, 0x03, 0x00, 0x02])
    att(.sent, [0x12, 3, 0, 1])
    att(.received, [0x01, 0x12, 3, 0, 0x05])
    record(.event, .received, [5, 4, 0, 1, 0, 0x13])
    session.finish()
  }

  /// The kinds of the events for which a condition holds.
  private func kinds(_ condition: String) throws -> [EventKind] {
    let sink = Asking(try EventCondition(condition))
    Self.play(sink)
    return sink.kinds
  }

  @Test(arguments: [
    ("notification", [EventKind.notification]),
    ("notification:2A37", [.notification]),
    ("notification:'Heart Rate Measurement'", [.notification]),
    ("notification:\"heart rate\"", [.notification]),
    ("notification:180D", [.notification]),
    ("notification:2A38", []),
    ("service:180D", [.service]),
    ("att_error:2A37", [.attError]),
    ("disconnected", [.disconnected]),
    ("heart_rate_bpm>0", [.notification]),
    ("heart_rate_bpm=72", [.notification]),
    ("heart_rate_bpm>=72", [.notification]),
    ("heart_rate_bpm<=72", [.notification]),
    ("heart_rate_bpm!=71.5", [.notification]),
    ("heart_rate_bpm>72", []),
    ("heart_rate_bpm<72", []),
    ("heart_rate_bpm!=72", []),
    ("sensor_contact=detected", [.notification]),
    ("sensor_contact=DETECTED", [.notification]),
    ("rr_intervals_ms>700", [.notification]),
    ("rr_intervals_ms.0=750", [.notification]),
    ("rr_intervals_ms.1=500", [.notification]),
    ("rr_intervals_ms.1=750", []),
    ("rr_intervals_ms.7>0", []),
    ("error_code=5", [.attError]),
    ("error='Insufficient Authentication'", [.attError]),
    ("request_value=01", [.attError]),
    ("reason_code=19", [.disconnected]),
    ("value=164800030002", [.notification]),
    ("handle=3 connection=1 heart_rate_bpm>0", [.notification]),
    ("handle=3 error_code>0", [.attError]),
    ("notification error_code>0", []),
    ("adapter=2 disconnected", [.disconnected]),
    ("adapter=1", []),
    ("address=C6:05:04:03:02:01 disconnected", [.disconnected]),
    ("characteristic=2a37 from=peripheral", [.characteristic, .notification, .attError]),
    ("direction=sent", [.note]),
    ("properties=notify", [.characteristic]),
    ("properties=read,notify", []),
    ("properties.0=notify", [.characteristic]),
    ("heart_rate_bpm.0=72", [.notification]),
    ("label='Heart Rate Measurement' notification", [.notification]),
    ("frame>8", [.disconnected]),
    ("  disconnected  ", [.disconnected]),
  ])
  func holds(condition: String, of kinds: [EventKind]) throws {
    try expect(self.kinds(condition), equals: kinds)
  }

  @Test(arguments: [
    ("", ConditionError.empty),
    ("  ", .empty),
    ("notifcation", .unknownKind("notifcation")),
    ("disconnected now", .unknownKind("now")),
    ("bpm>0", .unknownKey("bpm")),
    ("t>5", .keyNotKept("t")),
    ("notification:nothing", .unknownAttribute("nothing")),
    ("connected:2A37", .noAttribute(kind: "connected")),
    ("notification:", .missingAfter("notification:")),
    ("heart_rate_bpm>", .missingAfter("heart_rate_bpm>")),
    ("heart_rate_bpm>fast", .notANumber("fast", comparison: ">")),
    ("heart_rate_bpm>nan", .notANumber("nan", comparison: ">")),
    ("accelerometer_g.q>1", .badElement("q")),
    ("accelerometer_g.>1", .badElement("")),
    ("error='Insufficient", .openQuote("'Insufficient")),
    ("notification>5", .unknownKey("notification")),
    (">5", .unexpected(">5")),
    ("disconnected!", .unexpected("!")),
    ("error='a'b", .unexpected("b")),
    ("heart_rate_bpm == 5", .unknownKind("heart_rate_bpm")),
  ])
  func refuses(condition: String, because problem: ConditionError) {
    #expect(throws: problem) { try EventCondition(condition) }
    expect(!problem.message.isEmpty)
  }
}

/// Asks a condition of every event.
private final class Asking: EventSink {
  private let condition: EventCondition
  private(set) var kinds: [EventKind] = []

  init(_ condition: EventCondition) { self.condition = condition }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    if condition.holds(event, fields: fields, value: value) { kinds.append(event.kind) }
  }
}
