import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// The order of events while some of them wait to be complete, step by step, without a capture.
struct EventOrderTests {
  enum Step {
    /// An event that is complete; the steps are numbered from 1, and each is an event of that frame.
    case emits
    /// A place for the event of this step, which one of the steps below fills or gives up.
    case reserves
    /// The event of an earlier step is complete, or will not come.
    case fills(Int), cancels(Int)
    /// The capture ends.
    case ends
  }

  /// An order with a sink that keeps what passes.
  private final class Line {
    let sink = RecordingSink()
    let order: EventOrder
    /// Tickets by the step that reserved them.
    private(set) var tickets: [Int: Int] = [:]
    private(set) var count = 0
    private let context: ATTContext

    init(_ demand: EventDemand = EventDemand()) {
      sink.demand = demand
      order = EventOrder(sink)
      let budget = MemoryBudget()
      let connection = Connection(
        ordinal: 1, handle: 1, record: Self.record(0), peer: nil, role: .central,
        beginsInCapture: true, local: AttributeDatabase(budget: budget),
        remote: AttributeDatabase(budget: budget))
      context = ATTContext(connection, connection.bearer, client: .host)
    }

    private static func record(_ step: Int) -> CaptureRecord {
      CaptureRecord(
        frame: UInt64(step), time: CaptureTime(seconds: 0, nanoseconds: 0), kind: .acl,
        direction: .received, originalLength: 0)
    }

    private func held(_ step: Int, octets: Int = 0) -> HeldEvent {
      let value = [UInt8](repeating: 0, count: octets)
      return HeldEvent(Event(.note, Self.record(step)), EventFields(), value.rawBytes)
    }

    func take(_ step: Step, octets: Int = 0) {
      count += 1
      switch step {
      case .emits where order.holds: order.emit(held(count, octets: octets))
      case .emits:
        let nothing: [UInt8] = []
        order.emit(
          Event(.note, Self.record(count)), fields: EventFields(), value: nothing.rawBytes)
      case .reserves: tickets[count] = order.reserve(for: context)
      case .fills(let place): order.fill(tickets[place] ?? 0, with: held(place))
      case .cancels(let place): order.cancel(tickets[place] ?? 0)
      case .ends: order.giveUpAll()
      }
    }

    var passed: [Int] { sink.events.map { Int($0.frame) } }
  }

  /// - Returns: the frames of the events that have passed.
  private func passed(_ steps: [Step]) -> [Int] {
    let line = Line()
    for step in steps { line.take(step) }
    return line.passed
  }

  @Test func whatIsCompletePassesAtOnce() {
    expect(passed([.emits, .emits]), equals: [1, 2])
  }

  @Test func nothingPassesAPlaceThatWaits() {
    expect(passed([.emits, .reserves, .emits, .emits]), equals: [1])
    expect(passed([.reserves, .emits, .fills(1), .emits]), equals: [1, 2, 4])
  }

  @Test func placesAreFilledInAnyOrder() {
    let steps: [Step] = [.reserves, .emits, .reserves, .emits, .reserves]
    expect(passed(steps + [.fills(5), .fills(3)]), equals: [])
    expect(passed(steps + [.fills(5), .fills(3), .fills(1)]), equals: [1, 2, 3, 4, 5])
    expect(passed(steps + [.fills(1), .fills(5)]), equals: [1, 2])
  }

  @Test func aPlaceThatIsGivenUpHoldsNothing() {
    let steps: [Step] = [.reserves, .emits, .reserves, .emits]
    expect(passed(steps + [.cancels(1)]), equals: [2])
    expect(passed(steps + [.cancels(3)]), equals: [])
    expect(passed(steps + [.cancels(3), .cancels(1)]), equals: [2, 4])
    expect(passed(steps + [.ends]), equals: [2, 4])
  }

  @Test func anEventWhosePlaceWasGivenUpComesLast() {
    expect(passed([.reserves, .emits, .cancels(1), .fills(1), .emits]), equals: [2, 1, 5])
    expect(
      passed([.reserves, .reserves, .emits, .cancels(1), .fills(1), .fills(2)]),
      equals: [2, 3, 1])
    // No place is filled twice.
    expect(passed([.reserves, .reserves, .fills(1), .fills(1), .fills(2)]), equals: [1, 2, 1])
  }

  @Test func aListenerMayWantEventsAtOnce() {
    let line = Line(EventDemand(atOnce: true))
    for step: Step in [.reserves, .emits, .fills(1)] { line.take(step) }
    expect(line.passed, equals: [2, 1])
  }

  @Test func aListenerMayWantNone() {
    let line = Line(EventDemand(events: false))
    for step: Step in [.emits, .reserves, .emits, .fills(2)] { line.take(step) }
    expect(line.passed, equals: [])
    expect(!line.order.isWaiting)
  }

  @Test(arguments: [
    (SessionLimits.heldEvents, 0), (3, SessionLimits.heldOctets / 2),
  ])
  func tooMuchEndsTheOldestWait(_ count: Int, octets: Int) {
    let line = Line()
    var ended: [Int] = []
    // What waits is complete as far as it goes.
    line.order.endWait = { [unowned line] place in
      ended.append(place.ticket)
      if ended.count == 1 { line.take(.fills(1)) }
    }
    line.take(.reserves)
    line.take(.reserves)
    for _ in 0..<count { line.take(.emits, octets: octets) }
    expect(Array(ended.prefix(1)), equals: [line.tickets[1]])
    expect(line.passed.first, equals: 1)
    expect(line.order.isWaiting, equals: ended.count == 1)
    line.take(.ends)
    // In order, and each once; the second place stays empty.
    let emitted = line.passed.filter { $0 > 2 }
    expect(emitted, equals: emitted.sorted())
    expect(Set(emitted).count, equals: count)
  }

  /// The same as a list that is searched from its start.
  @Test(arguments: 0..<64) func anyStepsKeepTheOrder(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let line = Line()
    var list: [(step: Int, isWaiting: Bool)] = []
    var expected: [Int] = []
    var places: [Int] = []
    for step in 1...400 {
      switch UInt.random(in: 0..<8, using: &random) {
      case 0...1 where list.filter(\.isWaiting).count < 32:
        line.take(.reserves)
        list.append((step, true))
        places.append(step)
      case 2...3 where !places.isEmpty:
        let place = places.randomElement(using: &random) ?? 0
        line.take(.fills(place))
        if let index = list.firstIndex(where: { $0.step == place && $0.isWaiting }) {
          list[index].isWaiting = false
        } else {
          list.append((place, false))
        }
      case 4 where !places.isEmpty:
        let place = places.randomElement(using: &random) ?? 0
        line.take(.cancels(place))
        list.removeAll { $0.step == place && $0.isWaiting }
      default:
        line.take(.emits)
        list.append((step, false))
      }
      while let first = list.first, !first.isWaiting {
        expected.append(first.step)
        list.removeFirst()
      }
      // Less than what ends a wait.
      if list.count > SessionLimits.heldEvents / 2 {
        line.order.giveUpAll()
        expected += list.filter { !$0.isWaiting }.map(\.step)
        list = []
      }
    }
    expect(line.passed, equals: expected)
  }
}
