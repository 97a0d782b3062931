import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import TestSupport
import Testing

@testable import GATTSession
@testable import Timeline

/// What is kept of an event's identity is never written for another one.
@Suite struct IdentityTextsTests {
  private static let record = CaptureRecord(
    frame: 7, time: CaptureTime(seconds: 1, nanoseconds: 0), kind: .event,
    direction: .received, originalLength: 0)

  private static func address(_ low: UInt64) -> BluetoothAddress {
    BluetoothAddress(0xC0_0000_0000_00 | low, kind: .random)
  }

  private static func peer(_ name: String?) -> Peer {
    let peer = Peer(
      address: address(1), frame: 1, sequence: 0, budget: MemoryBudget(),
      state: DeviceState())
    peer.name = name
    return peer
  }

  private static func attribute(
    _ label: String?, _ uuid: BluetoothUUID = BluetoothUUID(0x2A37 as UInt16)
  )
    -> Attribute
  {
    let attribute = Attribute(handle: 3, kind: .characteristic, uuid: uuid)
    attribute.label = label
    return attribute
  }

  /// Events that differ in one thing each, most of them with the same hash.
  private static func events() -> [Event] {
    func event(_ change: (inout Event) -> Void = { _ in }) -> Event {
      var event = Event(kind: .notification, record: record)
      event.peer = peer("ab")
      event.handle = 3
      event.attribute = attribute("c")
      event.from = .peripheral
      event.direction = .received
      change(&event)
      return event
    }
    return [
      event(),
      event { $0.kind = .indication },
      event { $0.adapter = 0 },
      event { $0.adapter = 1 },
      event { $0.peer = nil },
      event { $0.address = address(2) },
      event { $0.overAirAddress = address(3) },
      event { $0.overAirAddress = address(4) },
      event { $0.peer = peer(nil) },
      event { $0.peer = peer("") },
      event { $0.peer = peer("a") },
      event { $0.peer = peer("abc") },
      // The texts of both together are the same.
      event {
        $0.peer = peer("a")
        $0.attribute = attribute("bc")
      },
      event {
        $0.peer = peer("abc")
        $0.attribute = attribute("")
      },
      event {
        $0.peer = peer("abc")
        $0.attribute = attribute(nil)
      },
      event { $0.peer = peer(String(repeating: "long ", count: 200)) },
      event { $0.direction = .sent },
      event { $0.direction = .unknown },
      event { $0.from = .central },
      event { $0.from = nil },
      event { $0.handle = 4 },
      event { $0.handle = nil },
      event { $0.attribute = nil },
      event { $0.attribute = attribute("d") },
      event { $0.attribute = attribute(nil) },
      event { $0.attribute = attribute("c", BluetoothUUID(0x2A38 as UInt16)) },
      event {
        let attribute = Self.attribute("c")
        attribute.service = Attribute(
          handle: 1, kind: .service, uuid: BluetoothUUID(0x180D as UInt16))
        $0.attribute = attribute
      },
    ]
  }

  private func line(_ json: inout EventJSON, _ event: Event) -> String {
    var texts = ByteWriter(capacity: 64)
    return written {
      json.write(event, fields: EventFields(), value: RawSpan(), texts: &texts, to: &$0)
    }
  }

  private static let clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)

  @Test func objects() {
    let events = Self.events()
    var lines: Set<String> = []
    for first in events {
      for second in events {
        var kept = EventJSON(clock: Self.clock)
        for event in [first, second, first, second] {
          var fresh = EventJSON(clock: Self.clock)
          let line = line(&kept, event)
          expect(line, equals: self.line(&fresh, event))
          lines.insert(line)
        }
      }
    }
    // A label is only shown with a path: `nil` and no attribute are two lines all the same.
    expect(lines.count, equals: events.count)
  }

  @Test(arguments: [CSVRenderer.Form.csv, .json])
  func rows(_ form: CSVRenderer.Form) {
    func rows(_ rows: inout EventRows, _ event: Event) -> String {
      var texts = ByteWriter(capacity: 64)
      let facts = EventFacts(event, texts: &texts)
      return written {
        rows.write(
          facts, texts: texts.bytes, fields: EventFields(), value: RawSpan(), last: RawSpan(),
          to: &$0)
      }
    }
    let events = Self.events()
    var lines: Set<String> = []
    for first in events {
      for second in events {
        var kept = EventRows(form, clock: Self.clock)
        for event in [first, second, first, second] {
          var fresh = EventRows(form, clock: Self.clock)
          let line = rows(&kept, event)
          expect(line, equals: rows(&fresh, event))
          lines.insert(line)
        }
      }
    }
    // Tables have no columns for the rest.
    expect(lines.count > events.count / 2)
  }
}
