import BTSnoop
import GATTSession

/// What is counted of one characteristic on one connection.
final class CharacteristicTally {
  struct Key: Hashable {
    let connection: Int
    let handle: UInt16
    let isLocal: Bool
  }

  let key: Key
  let connection: Connection
  /// The characteristic of the peer, in whichever connection; `nil` where the peer is not known.
  var valueOfPeer: ValueOfPeer? {
    connection.peer.map { ValueOfPeer(peer: ObjectIdentifier($0), handle: key.handle) }
  }
  /// The durations of reads and writes, and from one value to the next.
  let answers: Int?
  let periods: Int?
  /// How many with its handle the server had before.
  let turn: Int
  /// What its UUIDs are known from: of its value, or of its configuration.
  private(set) var attribute: Attribute?
  var reads = 0
  var writes = 0
  var commands = 0
  var notifications = 0
  var indications = 0
  var longest: (duration: Int64, frame: UInt64) = (.min, 0)
  /// Writes of two octets while its type was not known: it may turn out to be a configuration.
  private(set) var early: [WrittenConfiguration] = []
  private static let earlyLimit = 8
  /// The last write that was to turn it on and whose answer is not in the capture; 0: none.
  var askedFrame: UInt64 = 0
  /// Nothing but its place and what was written says that it was turned on.
  var isDeduced = false
  /// The last write to its configuration whose octets stand in the wrong order; 0: none.
  var swapped: UInt64 = 0
  /// The last write that was to turn it on and that the server has refused, since it was last turned on.
  var refused: Evidence?
  /// What is large, and needless until it is turned on or sends: thousands are only read.
  private var subscription: Subscription?

  init(_ key: Key, _ connection: Connection, answers: Int?, periods: Int?, turn: Int) {
    self.key = key
    self.turn = turn
    self.connection = connection
    self.answers = answers
    self.periods = periods
  }

  /// An attribute without a type tells no more than what had its handle until the server changed.
  func name(_ new: Attribute) {
    if new.uuid != nil || attribute?.uuid == nil { attribute = new }
  }

  /// Whether the server has changed, and has another characteristic with this handle now.
  func isReplaced(by other: Attribute) -> Bool {
    guard let value = self.value?.current, value !== other, value.isStale, let new = other.uuid
    else {
      return false
    }
    return value.uuid.map { $0 != new } ?? false
  }

  /// What is counted of its subscription, and of what it sends.
  var subscribing: Subscription {
    if let subscription { return subscription }
    let new = Subscription()
    subscription = new
    return new
  }

  func maybeConfigured(_ configuration: WrittenConfiguration) {
    // Of very many, the first ones and the last.
    if early.count == Self.earlyLimit { early.removeLast() }
    early.append(configuration)
  }

  var firstPushed: Evidence? { subscription?.firstPushed }
  var subscribed: Evidence? { subscription?.subscribed }
  var lastOn: Evidence? { subscription?.lastOn }
  var timesOn: Int { subscription?.timesOn ?? 0 }
  var unsubscribed: Evidence? { subscription?.unsubscribed }
  var firstValue: (duration: Int64, time: Int)? { subscription?.firstValue }
  var unasked: Int { subscription?.unasked ?? 0 }
  /// Where it was turned off, and the values that came a second or longer after that, if they are several.
  var afterOff: (off: Evidence, count: Int)? {
    guard let subscription, let off = subscription.lateOff, subscription.late >= Self.severalLate
    else { return nil }
    return (off, subscription.late)
  }
  private static let severalLate = 3
  /// How its values come.
  var paired: PairedValues? { subscription?.paired }
  /// Writes that turned it on, also while it was on, and the last one that turned both kinds on; 0: none.
  var configurations: Int { subscription?.configurations ?? 0 }
  var bothOn: UInt64 { subscription?.bothOn ?? 0 }
  /// Values that came before it was first turned on.
  var tooEarly: Int { isDeduced ? 0 : subscription?.tooEarly ?? 0 }

  var pushed: Int { notifications + indications }
  /// While it was on, it sent only what was not turned on: indications in place of notifications, or these in
  /// place of those.
  var sendsOtherKind: Bool {
    guard let subscription, subscription.subscribed != nil, askedFrame == 0, unasked == 0 else {
      return false
    }
    return subscription.kinds == 1 && notifications == 0
      || subscription.kinds == 2 && indications == 0
  }
  var values: Int { reads + writes + commands + pushed }
}

/// A write that may have configured a characteristic.
struct WrittenConfiguration {
  let bits: UInt8
  let evidence: Evidence
  /// When it was requested.
  let since: CaptureTime
  let isAnswered: Bool

  /// - event: the write.
  init(_ bits: UInt8, _ event: borrowing Event, isAnswered: Bool) {
    self.bits = bits
    self.isAnswered = isAnswered
    let kinds = ["off", "notifications", "indications", "notifications and indications"]
    evidence = Evidence(
      frame: isAnswered ? event.frame : event.requestFrame ?? event.frame, time: event.time,
      text: kinds[Int(bits & 3)])
    since = event.requestTime ?? event.time
  }
}

/// What is counted of what a characteristic sends on its own, on one connection.
final class Subscription {
  var firstPushed: Evidence?
  var lastValue: CaptureTime?
  var paired = PairedValues()
  private(set) var configurations = 0
  /// When it was turned off, and how many values came so long after that that they were not under way.
  private(set) var lateOff: Evidence?
  private(set) var late = 0
  private(set) var bothOn: UInt64 = 0
  /// When it was first turned on.
  private(set) var subscribed: Evidence?
  /// When it was turned on again, the last time, and how often it was turned on.
  private(set) var lastOn: Evidence?
  private(set) var timesOn = 0
  /// When it was turned off, unless it was turned on again.
  private(set) var unsubscribed: Evidence?
  private(set) var isOn = false
  /// All that was ever turned on: 1 notifications, 2 indications.
  private(set) var kinds: UInt8 = 0
  /// Nanoseconds from when it was turned on, less than 0 if it came before the answer that says so, and which
  /// time that was, from 1.
  private(set) var firstValue: (duration: Int64, time: Int)?
  /// Values that came while it was not known to be on, and the times of the last of them.
  private(set) var unasked = 0
  /// How many values came before it was first turned on, or off.
  private(set) var tooEarly = 0
  private var unaskedTimes: [CaptureTime] = []
  /// The first time that it was turned on or off, and the values that had come by then.
  private var known: (evidence: Evidence, isOn: Bool, unasked: Int)?

  /// What was on its way when it was turned off has come by then, in nanoseconds: 1 s.
  private static let underWay: Int64 = 1_000_000_000

  func cameUnasked(_ time: CaptureTime) {
    unasked += 1
    if let off = unsubscribed, time.nanoseconds(since: off.time) >= Self.underWay {
      if lateOff == nil { lateOff = off }
      late += 1
    }
    if unaskedTimes.count == Self.unaskedLimit { unaskedTimes.removeFirst() }
    unaskedTimes.append(time)
  }

  /// A value came while it was on.
  func came(_ time: CaptureTime) {
    guard firstValue == nil, let on = lastOn ?? subscribed else { return }
    firstValue = (time.nanoseconds(since: on.time), timesOn)
  }

  /// - request: its time. Values may come before it is answered.
  func turnedOn(_ evidence: Evidence, since request: CaptureTime) {
    note(evidence, isOn: true)
    isOn = true
    timesOn += 1
    let early = unaskedTimes.filter { !($0 < request) }
    unasked -= early.count
    if subscribed == nil {
      subscribed = evidence
      tooEarly = unasked
    } else {
      lastOn = evidence
    }
    unaskedTimes.removeAll()
    if firstValue == nil, let first = early.first {
      firstValue = (first.nanoseconds(since: evidence.time), timesOn)
    }
    unsubscribed = nil
  }

  /// Many clients turn it off before they turn it on: that ends nothing.
  func turnedOff(_ evidence: Evidence) {
    note(evidence, isOn: false)
    isOn = false
    lastValue = nil
    if unsubscribed == nil, subscribed != nil || firstPushed != nil { unsubscribed = evidence }
  }

  /// The bits of a configuration that the server has accepted.
  func took(_ bits: UInt8, frame: UInt64) {
    kinds |= bits & 3
    if bits != 0 { configurations += 1 }
    if bits & 3 == 3 { bothOn = frame }
  }

  /// What was written before it was known to be about this characteristic: before all else of it.
  func wasConfigured(_ early: [WrittenConfiguration]) {
    for configuration in early { took(configuration.bits, frame: configuration.evidence.frame) }
    var ons: [WrittenConfiguration] = []
    var off: Evidence?
    for configuration in early where configuration.isAnswered {
      if configuration.bits == 0 {
        off = configuration.evidence
      } else if ons.isEmpty || off != nil {
        ons.append(configuration)
        off = nil
      }
    }
    guard let first = ons.first, let last = ons.last else { return }
    // It was on already.
    let isRepeated = off == nil && known?.isOn == true
    lastOn = lastOn ?? (isRepeated ? nil : subscribed) ?? (ons.count > 1 ? last.evidence : nil)
    timesOn += ons.count - (isRepeated ? 1 : 0)
    subscribed = first.evidence
    if let known {
      if !known.isOn, !isOn, unsubscribed == nil { unsubscribed = known.evidence }
    } else {
      isOn = off == nil
      unsubscribed = off
    }
    tooEarly = 0
    // Which of them came while it was off is not kept.
    unasked -= known?.unasked ?? unasked
    guard let value = firstPushed, !(value.time < first.since) else { return }
    firstValue = (value.time.nanoseconds(since: first.evidence.time), 1)
  }

  /// Keeps what was written first.
  private func note(_ evidence: Evidence, isOn: Bool) {
    if known == nil { known = (evidence, isOn, unasked) }
  }

  private static let unaskedLimit = 16
}
