import ATTDissector
import BTSnoop
import Bytes

/// When things happen on a link: its connection events, and the changes that were announced for one of them.
package struct AirTiming {
  /// Who sends, and in which connection event.
  private(set) var turns = TurnTiming()
  /// On which PHY each side sends.
  package private(set) var phys = PHYWatch()
  private var count = EventCount()
  /// Subrate factor: the devices use every n-th connection event.
  private(set) var subrate: UInt16 = 1
  private(set) var update: Announced<ConnectionUpdateInd>?
  private(set) var phyUpdate: Announced<PHYUpdateInd>?
  private var channelMap: Announced<UInt16>?
  /// How often an update of the interval was announced, or left off waiting.
  private(set) var updates: UInt64 = 0
  package private(set) var reachedInstant: ReachedInstant?
  /// Silences in which events are missing if the interval is still the announced one: the next event
  /// on time shows it.
  private var missed: [MissedEvents] = []
  /// It has been reported that an update was not heard, or what the times show of the interval.
  private var hasToldInterval = false
  /// The sniffer's counter of connection events, of the last packet and of the last one that could be read.
  private var heardCounter: UInt16?
  private var readCounter: UInt16?
  /// The highest counter so far, and the last one that was lower.
  private var furthestCounter: UInt16?
  private var counterBehind: UInt16?
  /// How often a packet was clearly earlier than the one before.
  private var stepsBack = 0

  /// What a PDU announces for a connection event that is to come.
  struct Announced<Change> {
    let change: Change
    let frame: UInt64
    /// How many events there were by then.
    fileprivate let events: Int
  }

  /// A change whose connection event was reached.
  enum Reached {
    case update(ConnectionUpdateInd)
    case channelMap
    case phys(PHYUpdateInd)
  }

  /// A silence that is longer than it should be.
  struct Gap: Equatable {
    /// Nanoseconds.
    var length: Int64
    /// Nanoseconds; 0 where the interval is unknown.
    var expected: Int64
    var isMissingEvent: Bool
  }

  /// A silence in which connection events were missed, and the packet that ends it.
  struct MissedEvents {
    let gap: Gap
    let frame: UInt64
    let time: CaptureTime
  }

  /// Packets of a side come on another PHY than the one in use.
  enum SeenPHYs {
    /// It was announced: the instant was reached.
    case announced(PHYUpdateInd)
    /// What announces it was not heard. The PHY of each side that has changed.
    case unheard(central: RadioPHY?, peripheral: RadioPHY?)
  }

  /// A request connects the two.
  /// - window: when the transmit window of the first event begins.
  mutating func begin(at window: CaptureTime) { turns.begin(at: window) }

  mutating func begin(on phy: RadioPHY) { phys.begin(on: phy) }

  // MARK: Packets

  /// Nothing of the connection was heard yet.
  var isNew: Bool { turns.isNew }
  /// The interval that was announced last is in use no more.
  var isOutdated: Bool { turns.watch.isOutdated }
  /// The times go back again and again: those of some tools wrap around, and lengths mean nothing.
  package var timesFail: Bool { stepsBack >= 3 }

  /// The counter of a packet, where it goes on: one that goes back counts no connection events. Some sniffers leave it
  /// at 0 in packets of a side that they have lost and found again.
  mutating func credible(_ counter: UInt16?) -> UInt16? {
    guard let counter else { return nil }
    if let furthest = furthestCounter, counter &- furthest >= 0x8000 {
      defer { counterBehind = counter }
      // The sniffer has restarted its counter where the next one follows the lower one.
      guard let behind = counterBehind, 1..<8 ~= counter &- behind else { return nil }
    }
    furthestCounter = counter
    counterBehind = nil
    return counter
  }

  /// Notes the counter of a packet.
  /// - Returns: by how many connection events it is later than the packet before; `nil` where the
  ///   sniffer does not count them.
  mutating func step(to counter: UInt16?) -> Int? {
    defer { heardCounter = counter }
    guard let counter, let last = heardCounter else { return nil }
    let step = Int(counter &- last)
    return step < 0x8000 ? step : nil
  }

  /// Notes the counter of a packet that can be read.
  /// - Returns: whether events are missing since the last one.
  mutating func skipsEvents(to counter: UInt16?) -> Bool {
    guard let counter else { return false }
    defer { readCounter = counter }
    return readCounter.map { counter &- $0 > 1 } ?? false
  }

  /// Adds the next packet.
  /// - Returns: its sender, and whether it opens a connection event.
  mutating func take(
    _ packet: TurnTiming.Packet, eventCounter: UInt16?
  ) -> (sender: Side, isEventStart: Bool) {
    turns.take(packet, eventCounter: eventCounter)
  }

  /// An event begins.
  /// - interval: in nanoseconds; 0 where it is not known.
  /// - counted: how many events later than the one before, where the sniffer counts them.
  mutating func beginEvent(at time: CaptureTime, interval: Int64, counted: Int?) {
    let unit = update == nil ? interval * Int64(subrate) : 0
    count.take(time, unit: unit, subrate: subrate, counted: counted, watch: turns.watch)
  }

  /// How many connection events were heard: the capture has a packet of each.
  package var events: Int { count.heard }
  /// How many connection events between these were not heard.
  package var missingEvents: Int { count.missing(isOutdated: isOutdated) }

  // MARK: Silence

  /// The shortest connection interval for which missed events are reported: 50 ms, in nanoseconds.
  /// Below, sniffers miss too many for the report to be useful.
  private static let watchedInterval: Int64 = 50_000_000
  /// A silence that is worth a note by itself: 5 s, in nanoseconds.
  static let longSilence = GATTSession.silenceThreshold

  /// The silence before a packet, if it is longer than it should be.
  /// - length: nanoseconds since the packet before.
  /// - interval: in nanoseconds, as announced or seen; 0 where it is not known.
  /// - counted: the connection events since the packet before, where the sniffer counts them.
  mutating func silence(of length: Int64, interval: Int64, counted: Int?) -> Gap? {
    // Limited to 36 years: only a hostile file has more, and its arithmetic would overflow.
    let length = min(length, 1 << 60)
    // Threads of a recorder may swap packets of one event.
    if length < -10_000_000 { stepsBack = min(stepsBack + 1, 3) }
    guard !timesFail else { return nil }
    var expected = interval * Int64(subrate)
    var latest = expected
    if let update = update?.change {
      expected = max(expected, Int64(update.interval) * 1_250_000)
      // At the instant the next event may be later by the offset of its window.
      latest = expected + Int64(update.windowOffset) * 1_250_000
    }
    // By a computer's times, an event may only seem to be missing.
    let isMissing =
      expected > 0 && !isNew && length > latest + latest / 2
      && counted.map { $0 > Int(subrate) } ?? true
    guard isMissing || length >= Self.longSilence else { return nil }
    return Gap(length: length, expected: expected, isMissingEvent: isMissing)
  }

  /// Whether events are missing in a silence: what comes at no multiple of the interval may be of another one,
  /// whose announcement was not heard.
  private func isMissing(in gap: Gap) -> Bool {
    gap.isMissingEvent && turns.watch.last != .misfit && !isOutdated
  }

  /// How many connection events a silence has room for; 0 where the interval may be another one.
  func missedEvents(in gap: Gap?) -> UInt64 {
    guard let gap, gap.expected > 0, isMissing(in: gap) else { return 0 }
    return UInt64(max(0, (gap.length + gap.expected / 2) / gap.expected - 1))
  }

  /// What is to be said of a silence; `nil` for nothing.
  /// - Returns: the interval that events are missing of, in nanoseconds, and whether they are looked for.
  func verdict(on gap: Gap) -> (expected: Int64?, isWatched: Bool)? {
    let isMissing = isMissing(in: gap)
    let isWatched = isMissing && gap.expected >= Self.watchedInterval
    guard isWatched || gap.length >= Self.longSilence else { return nil }
    return (isMissing ? gap.expected : nil, isWatched)
  }

  /// A silence in which events are missing, unless the interval has changed.
  /// - isCounted: the sniffer counts events.
  /// - Returns: the silences in which events are certainly missing, as is known now.
  mutating func miss(_ events: MissedEvents, isCounted: Bool) -> [MissedEvents] {
    let before = missed.count >= SessionLimits.missedEvents ? takeMissed() : []
    missed.append(events)
    return turns.watch.last == .unknown || isCounted ? before + takeMissed() : before
  }

  /// An event that begins on time shows that the interval is still the announced one.
  /// - Returns: the silences in which events are missing.
  mutating func takeConfirmed() -> [MissedEvents] {
    turns.watch.last == .onTime ? takeMissed() : []
  }

  /// The silences in which events are missing, as far as is known.
  mutating func takeMissed() -> [MissedEvents] {
    guard !missed.isEmpty else { return [] }
    defer { missed.removeAll() }
    return missed
  }

  /// The interval in nanoseconds that the times show, where the one in use was not announced.
  mutating func seenInterval() -> Int64? {
    if isOutdated { missed.removeAll() }
    return turns.watch.seen
  }

  /// Milliseconds from one connection event to the next, where the interval is not known but seen.
  package var seenMilliseconds: Double? { turns.watch.seen.map { Double($0) / 1e6 } }

  /// - Returns: whether that an update was not heard, or what the times show, is still to be said.
  mutating func tellsInterval() -> Bool {
    defer { hasToldInterval = true }
    return !hasToldInterval
  }

  // MARK: Instants

  mutating func announce(_ update: ConnectionUpdateInd, frame: UInt64) {
    self.update = Announced(change: update, frame: frame, events: turns.events)
    updates &+= 1
  }

  mutating func announce(_ update: PHYUpdateInd, frame: UInt64) {
    phyUpdate = Announced(change: update, frame: frame, events: turns.events)
  }

  /// - instant: that of an LL_CHANNEL_MAP_IND, which is not followed otherwise.
  mutating func announceChannelMap(instant: UInt16, frame: UInt64) {
    channelMap = Announced(change: instant, frame: frame, events: turns.events)
  }

  /// The next change whose instant has been reached, of those that are to come.
  mutating func reach(at time: CaptureTime) -> Reached? {
    if let next = update, turns.hasReached(next.change.instant, announced: next.events) {
      update = nil
      updates &+= 1
      reachedInstant = ReachedInstant(
        change: "LL_CONNECTION_UPDATE_IND", frame: next.frame, time: time)
      turns.restart(at: next.change.instant)
      return .update(next.change)
    }
    if let next = channelMap, turns.hasReached(next.change, announced: next.events) {
      channelMap = nil
      reachedInstant = ReachedInstant(change: "LL_CHANNEL_MAP_IND", frame: next.frame, time: time)
      return .channelMap
    }
    if let next = phyUpdate, turns.hasReached(next.change.instant, announced: next.events) {
      reachedInstant = ReachedInstant(change: "LL_PHY_UPDATE_IND", frame: next.frame, time: time)
      apply(next.change)
      return .phys(next.change)
    }
    return nil
  }

  /// The terms of an update are in use: those of another interval end subrating.
  mutating func adopt(subrate factor: UInt16) {
    if factor == 1 { subrate = 1 }
    hasToldInterval = false
  }

  /// LL_SUBRATE_IND.
  mutating func subrate(to factor: UInt16) { subrate = max(1, factor) }

  private mutating func apply(_ update: PHYUpdateInd) {
    phyUpdate = nil
    for side in Side.allCases { phys.change(side, to: update.phy(of: side)) }
  }

  /// A packet of a side that can be read.
  /// - Returns: what the PHY that the sniffer tells shows, where it is not the one in use.
  mutating func see(_ phy: RadioPHY, codingIndicator: UInt8?, from side: Side) -> SeenPHYs? {
    guard phys.take(phy, codingIndicator: codingIndicator, from: side) else { return nil }
    // Of what was announced, the packets show that its instant was reached.
    if let update = phyUpdate?.change, update.phy(of: side) == phy {
      apply(update)
      return .announced(update)
    }
    defer { phys.settle() }
    return .unheard(central: phys.seen(.central), peripheral: phys.seen(.peripheral))
  }
}

extension PHYUpdateInd {
  /// The PHY on which a side sends from then on; `nil` for no change.
  func phy(of side: Side) -> RadioPHY? {
    switch (side == .central ? centralToPeripheral : peripheralToCentral) & 7 {
    case 1: .le1M
    case 2: .le2M
    case 4: .coded
    default: nil
    }
  }
}
