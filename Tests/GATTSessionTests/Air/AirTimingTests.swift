import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Connection events, silences and instants of a link, without a capture.
@Suite struct AirTimingTests {
  /// A link of 100 ms, of which each event has one packet of the central.
  private struct Played {
    var timing = AirTiming()
    /// Nanoseconds since the first event.
    var now: Int64 = 0
    var frame: UInt64 = 0
    /// The sniffer counts events.
    var counter: UInt16?
    static let interval: Int64 = 100_000_000

    var time: CaptureTime { CaptureTime(unixMicroseconds: 1_700_000_000_000_000 + now / 1000) }

    mutating func packet(_ sender: Side = .central, isEmpty: Bool = true) {
      frame += 1
      let packet = TurnTiming.Packet(
        stamp: time, duration: 80_000, sender: sender,
        bits: SequenceBits.Pair(number: false, acknowledges: false),
        isIntact: true, interval: Self.interval, told: Self.interval,
        subrate: Int64(timing.subrate), isEmpty: isEmpty)
      if timing.take(packet, eventCounter: counter).isEventStart {
        timing.beginEvent(at: time, interval: Self.interval, counted: nil)
      }
    }

    /// - count: that of an event later than the last one.
    mutating func event(_ count: UInt16 = 1) {
      now += Int64(count) * Self.interval
      counter = counter.map { $0 &+ count }
      packet()
    }

    /// The peripheral answers the packet that began the event.
    mutating func answer() {
      now += 230_000
      packet(.peripheral)
      now -= 230_000
    }

    /// What was reached, in order: `u`pdate, `c`hannel map, `p`hys.
    mutating func reached() -> String {
      var text = ""
      while let reached = timing.reach(at: time) {
        switch reached {
        case .update: text += "u"
        case .channelMap: text += "c"
        case .phys: text += "p"
        }
      }
      return text
    }

    mutating func announce(_ kind: Character, instant: UInt16) {
      frame += 1
      let low = UInt8(truncatingIfNeeded: instant)
      let high = UInt8(truncatingIfNeeded: instant >> 8)
      switch kind {
      case "u":
        let octets: [UInt8] = [1, 0, 0, 24, 0, 0, 0, 200, 0, low, high]
        var cursor = ByteCursor(octets.rawBytes)
        if let update = try? ConnectionUpdateInd(&cursor) { timing.announce(update, frame: frame) }
      case "p":
        let octets: [UInt8] = [2, 2, low, high]
        var cursor = ByteCursor(octets.rawBytes)
        if let update = try? PHYUpdateInd(&cursor) { timing.announce(update, frame: frame) }
      default: timing.announceChannelMap(instant: instant, frame: frame)
      }
    }
  }

  private static let kinds: [Character] = ["u", "c", "p"]
  private static let orders = kinds.flatMap { first in
    kinds.compactMap { $0 == first ? nil : (first, $0) }
  }

  /// Where the sniffer counts, an instant is reached by the counter, which wraps around.
  @Test(
    arguments: kinds,
    [
      (100, 101, 1, true), (100, 102, 1, false), (100, 102, 2, true), (100, 102, 50, true),
      (100, 110, 9, false), (100, 110, 10, true), (65_530, 2, 7, false), (65_530, 2, 8, true),
      (100, 101, 0x8000, true), (100, 101, 0x8001, false),
    ] as [(UInt16, UInt16, UInt16, Bool)])
  func aCountedInstant(
    _ kind: Character, _ scene: (start: UInt16, instant: UInt16, later: UInt16, isReached: Bool)
  ) {
    var played = Played(counter: scene.start)
    played.packet()
    played.announce(kind, instant: scene.instant)
    expect(played.reached(), equals: "", "before")
    played.event(scene.later)
    expect(played.reached(), equals: (scene.isReached ? String(kind) : ""))
    expect(played.reached(), equals: "", "once")
    expect(played.timing.reachedInstant?.frame, equals: (scene.isReached ? 2 : nil))
  }

  /// Where the number of the event is not known, it is reached by the sixth that is heard since.
  @Test(arguments: kinds) func anInstantThatIsNotCounted(_ kind: Character) {
    var played = Played()
    played.packet()
    played.announce(kind, instant: 3)
    for _ in 0..<5 {
      played.event()
      expect(played.reached(), equals: "")
    }
    played.event()
    expect(played.reached(), equals: String(kind))
  }

  /// Two changes, announced in either order, for one event or for two: the first instant comes first; of one event,
  /// the parameters, the channels, the PHYs.
  @Test(arguments: orders, [0, 1, -1]) func twoChanges(_ order: (Character, Character), later: Int)
  {
    var played = Played(counter: 100)
    played.packet()
    played.announce(order.0, instant: 108)
    played.announce(order.1, instant: UInt16(108 + later))
    var reached = ""
    for _ in 0..<12 {
      played.event()
      reached += played.reached()
    }
    let inOrder = later < 0 ? [order.1, order.0] : [order.0, order.1]
    let sorted = Self.kinds.filter { $0 == order.0 || $0 == order.1 }
    expect(reached, equals: String(later == 0 ? sorted : inOrder))
    expect(played.timing.update == nil && played.timing.phyUpdate == nil)
  }

  /// Another announcement takes the place of the one that waits.
  @Test(arguments: [(105, 110, 10), (110, 105, 5), (104, 104, 4)] as [(UInt16, UInt16, UInt16)])
  func anotherUpdate(_ scene: (first: UInt16, second: UInt16, reached: UInt16)) {
    var played = Played(counter: 100)
    played.packet()
    played.announce("u", instant: scene.first)
    played.announce("u", instant: scene.second)
    for event in 1...12 {
      played.event()
      expect(played.reached(), equals: (event == scene.reached ? "u" : ""))
    }
    expect(played.timing.updates, equals: 3)
  }

  // MARK: Silence

  private static let ms: Int64 = 1_000_000

  /// Length, subrate and count of events; a missing event, or a silence as such.
  @Test(
    arguments: [
      (100, 1, nil, nil), (149, 1, nil, nil), (151, 1, nil, true), (151, 1, 1, nil),
      (151, 1, 2, true),
      (250, 2, nil, nil), (301, 2, nil, true), (301, 2, 2, nil), (301, 2, 3, true),
      (4_999, 60, nil, nil),
      (5_000, 60, nil, false), (5_000, 1, 1, false), (-1, 1, nil, nil),
    ] as [(Int64, UInt16, Int?, Bool?)])
  func silence(_ scene: (length: Int64, subrate: UInt16, counted: Int?, isMissing: Bool?)) {
    var played = Played()
    played.packet()
    played.timing.subrate(to: scene.subrate)
    let gap = played.timing.silence(
      of: scene.length * Self.ms, interval: Played.interval, counted: scene.counted)
    expect(gap?.isMissingEvent, equals: scene.isMissing)
    expect(gap?.expected, equals: gap.map { _ in Played.interval * Int64(scene.subrate) })
  }

  /// A silence before anything was heard shows no missing event, and one without an interval none.
  @Test func silenceOfNothing() {
    var timing = AirTiming()
    expect(timing.silence(of: 151 * Self.ms, interval: Played.interval, counted: nil) == nil)
    let long = timing.silence(of: 6_000 * Self.ms, interval: 0, counted: nil)
    expect(long, equals: AirTiming.Gap(length: 6_000 * Self.ms, expected: 0, isMissingEvent: false))
    expect(timing.verdict(on: AirTiming.Gap(length: 1, expected: 0, isMissingEvent: false)) == nil)
  }

  /// A pending update allows a longer silence: by its interval, and by the offset of its window.
  @Test(
    arguments: [
      (24, 0, 151, true), (160, 0, 299, nil), (160, 0, 301, true), (24, 80, 225, nil),
      (24, 80, 301, true),
    ] as [(UInt8, UInt8, Int64, Bool?)])
  func silenceWhileAnUpdateWaits(
    _ scene: (frames: UInt8, offset: UInt8, length: Int64, isMissing: Bool?)
  ) throws {
    var played = Played()
    played.packet()
    let octets: [UInt8] = [1, scene.offset, 0, scene.frames, 0, 0, 0, 200, 0, 50, 0]
    var cursor = ByteCursor(octets.rawBytes)
    played.timing.announce(try ConnectionUpdateInd(&cursor), frame: 9)
    let gap = played.timing.silence(
      of: scene.length * Self.ms, interval: Played.interval, counted: nil)
    expect(gap?.isMissingEvent, equals: scene.isMissing)
  }

  /// Times that go back again and again mean nothing.
  @Test func timesThatFail() {
    var played = Played()
    played.packet()
    for step in 1...3 {
      expect(!played.timing.timesFail)
      _ = played.timing.silence(of: -11 * Self.ms, interval: Played.interval, counted: nil)
      expect(played.timing.timesFail, equals: step == 3)
    }
    let gap = played.timing.silence(of: 60_000 * Self.ms, interval: Played.interval, counted: nil)
    expect(gap == nil)
  }

  /// By times that are not those of the radio, events are missing at once.
  @Test(arguments: [true, false]) func missedEvents(isCounted: Bool) {
    var played = Played()
    played.packet()
    let gap = AirTiming.Gap(length: 300 * Self.ms, expected: 100 * Self.ms, isMissingEvent: true)
    expect(played.timing.missedEvents(in: gap), equals: 2)
    expect(played.timing.missedEvents(in: nil), equals: 0)
    let verdict = played.timing.verdict(on: gap)
    expect(verdict?.expected == 100 * Self.ms && verdict?.isWatched == true)
    let missed = AirTiming.MissedEvents(gap: gap, frame: 7, time: played.time)
    // The times of one packet an event are not exact.
    expect(played.timing.miss(missed, isCounted: isCounted).map(\.frame), equals: [7])
    expect(played.timing.takeMissed().isEmpty && played.timing.takeConfirmed().isEmpty)
  }

  /// By times of the radio, they are missing once an event on time confirms the interval, or where the sniffer counts.
  @Test(arguments: [true, false]) func missedEventsThatWait(isCounted: Bool) {
    var played = Played()
    for _ in 0..<4 {
      played.event()
      played.answer()
    }
    played.event(3)
    let gap = AirTiming.Gap(length: 300 * Self.ms, expected: 100 * Self.ms, isMissingEvent: true)
    let missed = AirTiming.MissedEvents(gap: gap, frame: 7, time: played.time)
    let atOnce = played.timing.miss(missed, isCounted: isCounted)
    expect(atOnce.map(\.frame), equals: isCounted ? [7] : [])
    expect(played.timing.takeConfirmed().isEmpty)
    played.answer()
    played.event()
    expect(played.timing.takeConfirmed().map(\.frame), equals: isCounted ? [] : [7])
    expect(played.timing.takeConfirmed().isEmpty)
  }

  /// Below 50 ms, events that are missing are not looked for.
  @Test(arguments: [(49, false), (50, true)] as [(Int64, Bool)])
  func watchedIntervals(_ milliseconds: Int64, isWatched: Bool) {
    let gap = AirTiming.Gap(
      length: 300 * Self.ms, expected: milliseconds * Self.ms, isMissingEvent: true)
    expect((AirTiming().verdict(on: gap)?.isWatched ?? false) == isWatched)
  }

  @Test(
    arguments: [
      ([nil, 5], nil), ([5, nil], nil), ([5, 6], 1), ([5, 5], 0), ([0xFFFF, 1], 2), ([6, 5], nil),
      ([5, nil, 6], nil),
    ] as [([UInt16?], Int?)])
  func counters(_ counters: [UInt16?], step: Int?) {
    var timing = AirTiming()
    let steps = counters.map { timing.step(to: $0) }
    expect(steps.last ?? nil, equals: step)
  }

  @Test(
    arguments: [
      ([5, 6], false), ([5, 7], true), ([0xFFFF, 0], false), ([0xFFFF, 1], true),
      ([5, nil, 6], false),
      ([5, nil, 7], true), ([5], false),
    ] as [([UInt16?], Bool)])
  func skippedEvents(_ counters: [UInt16?], skips: Bool) {
    var timing = AirTiming()
    let skipped = counters.map { timing.skipsEvents(to: $0) }
    expect(skipped.last, equals: skips)
  }

  /// A counter that goes back counts nothing, unless it goes on from there.
  @Test(
    arguments: [
      ([5, 6, 7], [5, 6, 7]), ([0xFFFF, 0, 1], [0xFFFF, 0, 1]), ([5, nil, 6], [5, nil, 6]),
      ([247, 0, 248, 0, 249], [247, nil, 248, nil, 249]), ([0, 0, 0], [0, 0, 0]),
      ([30000, 5, 6, 7], [30000, nil, 6, 7]), ([9, 8, 8, 10], [9, nil, nil, 10]),
    ] as [([UInt16?], [UInt16?])])
  func credibleCounters(_ counters: [UInt16?], credible: [UInt16?]) {
    var timing = AirTiming()
    expect(counters.map { timing.credible($0) }, equals: credible)
  }

  /// How many events are missing is known by the interval, and not while another one is about to come.
  @Test(
    arguments: [([1, 1, 1], 4, 0), ([1, 3, 1], 4, 2), ([2, 2, 2], 4, 3)] as [([UInt16], Int, Int)])
  func countedEvents(_ steps: [UInt16], heard: Int, missing: Int) {
    var played = Played()
    played.packet()
    for step in steps { played.event(step) }
    expect(played.timing.events == heard && played.timing.missingEvents == missing)
    played.announce("u", instant: 500)
    played.event(5)
    expect(played.timing.events == heard + 1 && played.timing.missingEvents == missing)
  }

  @Test func theIntervalIsToldOnceAnUpdate() {
    var timing = AirTiming()
    expect([timing.tellsInterval(), timing.tellsInterval()] == [true, false])
    timing.adopt(subrate: 3)
    expect([timing.tellsInterval(), timing.tellsInterval()] == [true, false])
  }

  @Test(arguments: [(4, 1, 1), (4, 4, 4), (0, 2, 1), (1, 1, 1)] as [(UInt16, UInt16, UInt16)])
  func subrates(_ scene: (before: UInt16, adopted: UInt16, after: UInt16)) {
    var timing = AirTiming()
    timing.subrate(to: scene.before)
    timing.adopt(subrate: scene.adopted)
    expect(timing.subrate, equals: scene.after)
  }

  // MARK: PHYs

  /// The packets of a side come on LE 2M before or after the instant that was announced, or unannounced.
  @Test(arguments: Side.allCases, ["announced", "reached", "unheard"])
  func anotherPHY(of side: Side, _ how: String) {
    var played = Played(counter: 100)
    played.timing.begin(on: .le1M)
    played.packet()
    if how != "unheard" { played.announce("p", instant: 110) }
    if how == "reached" {
      played.event(20)
      expect(played.reached(), equals: "p")
    }
    var seen: [AirTiming.SeenPHYs] = []
    for _ in 0..<6 {
      if let one = played.timing.see(.le2M, codingIndicator: nil, from: side) { seen.append(one) }
    }
    expect(seen.count, equals: (how == "reached" ? 0 : 1))
    expect(played.timing.phyUpdate == nil)
    switch seen.first {
    case .announced(let update)?:
      expect(how == "announced" && update.phy(of: .central) == .le2M)
      expect(played.timing.phys.current(side.other) == .le2M)
    case .unheard(let central, let peripheral)?:
      expect(how == "unheard")
      expect(
        side == .central
          ? (central, peripheral) == (.le2M, nil) : (central, peripheral) == (nil, .le2M))
      expect(played.timing.phys.current(side.other) == .le1M)
    case nil: expect(how == "reached")
    }
    expect(played.timing.phys.current(side) == .le2M)
  }

  @Test(arguments: [UInt8(0), 1]) func codingIndicators(_ indicator: UInt8) {
    var timing = AirTiming()
    _ = timing.see(.coded, codingIndicator: indicator, from: .peripheral)
    _ = timing.see(.coded, codingIndicator: nil, from: .peripheral)
    expect(
      timing.phys.codingIndicators.peer == indicator && timing.phys.codingIndicators.host == nil)
  }
}
