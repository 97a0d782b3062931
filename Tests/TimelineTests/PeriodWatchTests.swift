import ATTDissector
import BTSnoop
import TestSupport
import Testing

@testable import GATTSession
@testable import Timeline

@Suite struct PeriodWatchTests {
  /// The gaps before notifications of one characteristic that come so many seconds apart.
  private func gaps(_ steps: [Int64]) -> [Int64] {
    var record = CaptureRecord(
      frame: 1, time: CaptureTime(seconds: 0, nanoseconds: 0), kind: .acl, direction: .received,
      originalLength: 0)
    let budget = MemoryBudget()
    let connection = Connection(
      ordinal: 1, handle: 1, record: record, peer: nil, role: .central, beginsInCapture: true,
      local: AttributeDatabase(budget: budget), remote: AttributeDatabase(budget: budget))
    let attribute = Attribute(handle: 3, kind: .characteristic, uuid: nil)
    var watch = PeriodWatch()
    var found: [Int64] = []
    for step in [0] + steps {
      record.time.seconds += step
      var event = Event(kind: .notification, record: record)
      event.connection = connection
      event.attribute = attribute
      if let gap = watch.gap(of: event) { found.append(gap.length / 1_000_000_000) }
    }
    return found
  }

  @Test func lateNotification() {
    expect(gaps(Array(repeating: 1, count: 9) + [4, 1]), equals: [4])
    expect(gaps(Array(repeating: 1, count: 20)), equals: [])
  }

  @Test(arguments: [1_000_000_000, 10_000_000_000, -10_000_000_000] as [Int64])
  func centuriesBetweenNotifications(step: Int64) {
    expect(gaps(Array(repeating: step, count: 30)), equals: [])
    expect(gaps((0..<30).map { $0 % 3 == 2 ? -step : step }), equals: [])
  }
}
