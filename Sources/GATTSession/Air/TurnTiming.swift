import BTSnoop
import Bytes

/// The timing of a connection's packets: who sends where the sniffer does not say, and which
/// connection event it is.
///
/// In a connection event central and peripheral take turns, 150 µs (T_IFS) from the end of a packet
/// to the start of the next, on one channel; the central starts. So a packet that follows another
/// by T_IFS is the other side's, and one that does not opens an event. The bits of its header tell
/// who sent that (`SequenceBits`), once several packets have shown it. Where they have not, and the
/// time stamps are exact enough, it is the central's, unless it is later than predicted from earlier
/// events: then the central's was not heard. Where no packet follows another by T_IFS, the time
/// stamps are a computer's: then packets on one channel within a few milliseconds take turns, and
/// what a packet holds suggests its sender. A sender reported by the sniffer takes precedence,
/// except for two packets of one side that would follow each other by T_IFS, and where a MIC, or
/// time and header together, prove it wrong: a sniffer that misses a central's packet may take the
/// peripheral's for it, and go on with the sides swapped for minutes. (Bluetooth Core
/// Specification, Vol 6, Part B, 4.5.)
struct TurnTiming {
  /// Start of the connection event, by its first packet.
  private(set) var anchor: CaptureTime?
  private(set) var eventCounter: Int = 0
  /// Whether that is the connection's: from its start, or as the sniffer counts.
  private var isCounted = false
  /// How many connection events began.
  private(set) var events = 0
  private(set) var lastChannel: UInt8?
  private(set) var lastSender: Side?
  private var lastStamp: CaptureTime?
  private var lastDuration: Int64 = 0
  /// Above 0: the time stamps are of the packets' starts; below: of their ends. Sniffers differ,
  /// and the time between packets of different lengths shows it.
  private var startVotes = 0
  /// The capture has empty packets: without them, as a filter leaves it, no packet is known to open an event.
  private var hasEmptyPackets = false
  /// Packets that followed another by T_IFS.
  private var followUps = 0
  /// Packets that came as soon, but not by T_IFS.
  private var others = 0
  /// Packets that came soon after another on the same channel, or on one that is not known.
  private var turns = 0
  /// Consecutive events that started on time.
  private var punctualEvents = 0
  /// The sniffer takes each side for the other.
  private var isSwapped = false
  private var bits = SequenceBits()
  /// SN and NESN of the last packet, if it opened a connection event.
  private var opener: SequenceBits.Pair?
  /// How often a side's packet was not heard, though the other's shows that it was sent, or should have been: an
  /// event that the peripheral opens, and a packet of the central without an answer.
  private(set) var unheard: PerSide<Int> = PerSide(both: 0)
  /// Whether the interval that was announced last is in use.
  private(set) var watch = IntervalWatch()
  /// Who opened the last event, its number, where the sniffer counts, and the packet.
  private var opened:
    (sender: Side, counter: UInt16?, stamp: CaptureTime, duration: Int64, delay: Int64)?

  /// Tolerance of the time between two packets, in nanoseconds.
  private static let tolerance: Int64 = 75_000
  /// Tolerance for an exact first packet, in nanoseconds.
  private static let punctuality: UInt64 = 60_000
  /// How much earlier than after an empty packet and T_IFS a peripheral's response may seem to come, in
  /// nanoseconds.
  private static let earliness: Int64 = 30_000
  /// A first packet later than this belongs to the next event, in nanoseconds.
  private static let lastAnswer: Int64 = 3_000_000
  /// Within this time the clocks of sniffer and central differ by less than `punctuality`, in nanoseconds.
  private static let steadiness: Int64 = 500_000_000

  struct Packet {
    var stamp: CaptureTime
    /// Time on the air, in nanoseconds.
    var duration: Int64
    var channel: UInt8?
    /// The sender according to the sniffer.
    var sender: Side?
    /// The sender according to the content, where only one side may send it; where the sniffer
    /// tells the sender, too, only if a MIC proves it.
    var contentSender: Side?
    /// The sender that the content suggests.
    var likelySender: Side?
    var bits: SequenceBits.Pair
    /// It is whole, and its CRC is not bad: the header is what was sent.
    var isIntact: Bool
    /// Connection interval in nanoseconds; 0 if unknown.
    var interval: Int64
    /// An empty packet on its PHY, and T_IFS, in nanoseconds: so much later than the central's the
    /// peripheral's comes at least.
    var answerDelay: Int64 = 230_000
    /// The interval that was announced last, in use or not.
    var told: Int64
    /// Subrate factor: the devices use every n-th connection event.
    var subrate: Int64
    var isEmpty: Bool
  }

  /// Nothing of the connection was heard yet.
  var isNew: Bool { lastStamp == nil }

  /// Whether the times are those of the radio: by those of a computer, now and then a packet follows
  /// another by T_IFS, too.
  var isExact: Bool { followUps > others }

  /// Whether they are without doubt, and nothing was left out.
  private var isSurelyExact: Bool { hasEmptyPackets && followUps > 2 * others + 1 }

  /// Whether the times say anything about the sender.
  var showsTurns: Bool { isExact || turns > 0 }

  /// The first connection event is in the transmit window after the CONNECT_IND.
  mutating func begin(at window: CaptureTime) {
    self.window = window
    isCounted = true
  }
  private var window: CaptureTime?

  /// Adds the next packet.
  /// - Returns: its sender, and whether it opens a connection event.
  mutating func take(
    _ packet: Packet, eventCounter counted: UInt16?
  ) -> (sender: Side, isEventStart: Bool) {
    if packet.isEmpty { hasEmptyPackets = true }
    let isSameChannel = packet.channel == nil || packet.channel == lastChannel
    let follows = isSameChannel && follows(packet)
    let isSoon = !follows && isSameChannel && comesSoon(packet)
    if follows { followUps &+= 1 }
    if isSoon { others &+= 1 }
    var isEventStart = !follows
    // A packet of the event may be missing: the event continues as long as the channel is the same.
    if isSoon {
      isEventStart = false
      turns = min(turns + 1, 1000)
    }
    bits.see(packet.bits)
    // Nearly always the central begins; a packet of its own may not have been heard.
    if follows, isExact, let opener {
      bits.learn(opener, from: .central, weight: bits.sender(of: opener) == .central ? 1 : 3)
    }
    opener = isEventStart && packet.isIntact ? packet.bits : nil
    if packet.isIntact, let proven = packet.contentSender {
      bits.learn(packet.bits, from: proven, weight: 4)
    }
    let sender = sender(of: packet, follows: follows, isEventStart: isEventStart, isSoon: isSoon)
    if isEventStart { open(packet, sender: sender, counted: counted) }
    if !follows, isExact { noteUnheard(sender, isEventStart: isEventStart) }
    lastStamp = packet.stamp
    lastDuration = packet.duration
    lastChannel = packet.channel
    lastSender = sender
    return (sender, isEventStart)
  }

  /// - sender: that of a packet that does not follow the last one by T_IFS.
  private mutating func noteUnheard(_ sender: Side, isEventStart: Bool) {
    if lastSender == .central { unheard[.peripheral] &+= 1 }
    if sender == .peripheral, isEventStart || lastSender == .peripheral { unheard[.central] &+= 1 }
  }

  /// Whether the packet comes too early for another connection event.
  private func comesSoon(_ packet: Packet) -> Bool {
    guard let lastStamp else { return false }
    // The shortest interval is 7.5 ms.
    let limit = packet.interval > 0 ? min(packet.interval / 2, 7_000_000) : 3_750_000
    return (0..<limit).contains(packet.stamp.nanoseconds(since: lastStamp))
  }

  /// Whether the packet comes T_IFS after the one before.
  private mutating func follows(_ packet: Packet) -> Bool {
    guard let lastStamp else { return false }
    let since = packet.stamp.nanoseconds(since: lastStamp)
    guard since > 0, since < 20_000_000 else { return false }
    let byStarts =
      (since - lastDuration - RadioPHY.interFrameSpace).magnitude <= Self.tolerance.magnitude
    let byEnds =
      (since - packet.duration - RadioPHY.interFrameSpace).magnitude <= Self.tolerance.magnitude
    if byStarts != byEnds { startVotes = max(-8, min(8, startVotes + (byStarts ? 1 : -1))) }
    return startVotes > 0 ? byStarts : startVotes < 0 ? byEnds : byStarts || byEnds
  }

  /// Whether several packets have shown what the time stamps are of.
  private var knowsStamps: Bool { startVotes.magnitude >= 2 }

  private func start(_ packet: Packet) -> CaptureTime {
    startVotes < 0 ? packet.stamp.adding(nanoseconds: -packet.duration) : packet.stamp
  }

  private mutating func sender(
    of packet: Packet, follows: Bool, isEventStart: Bool, isSoon: Bool
  ) -> Side {
    if let told = packet.sender {
      if let proven = packet.contentSender {
        isSwapped = proven != told
        return proven
      }
      // With swapped sides an event seems to start with the peripheral: the sniffer has found back.
      if isEventStart, told == .central { isSwapped = false }
      let sender = isSwapped ? told.other : told
      // Two packets of one side cannot follow each other by T_IFS: the sniffer is wrong, unless the
      // time is that of two packets by chance.
      if follows {
        let isWrong =
          sender == lastSender && (knowsStamps || bits.sender(of: packet.bits) != sender)
        return isWrong ? sender.other : sender
      }
      guard isEventStart, isExact, bits.isSettled, let proven = timely(packet),
        bits.sender(of: packet.bits) == proven
      else { return sender }
      return proven
    }
    if let content = packet.contentSender { return content }
    if follows, isExact, let lastSender { return lastSender.other }
    // Before several packets have shown who sends which header, the time tells more.
    if isSurelyExact, !bits.isSettled,
      let timed = isSoon ? afterOneTurn(packet) : isEventStart ? exactly(packet) : nil
    {
      if packet.isIntact { bits.learn(packet.bits, from: timed, weight: 2) }
      opener = nil
      return timed
    }
    // Within an event, the turn tells more than a header that may be damaged.
    if packet.isIntact || isEventStart, let sender = bits.sender(of: packet.bits) { return sender }
    if follows, let lastSender { return lastSender.other }
    if let likely = packet.likelySender, punctualEvents < 2 { return likely }
    if !isEventStart, let lastSender {
      // With exact times this is no turn: the packet between the two was not heard.
      return isExact ? lastSender : lastSender.other
    }
    return timely(packet) ?? .central
  }

  /// Who sends a packet of an event if only one before it can have been missed: the time between is too
  /// short for two.
  private func afterOneTurn(_ packet: Packet) -> Side? {
    guard let lastStamp, let lastSender else { return nil }
    let since = packet.stamp.nanoseconds(since: lastStamp)
    let least = packet.answerDelay + RadioPHY.interFrameSpace - Self.tolerance
    let most = least + packet.answerDelay
    let isOne = [lastDuration, packet.duration].allSatisfy { (least..<most).contains(since - $0) }
    return isOne ? lastSender : nil
  }

  /// Who opens a connection event so soon after another that the time alone tells; `nil` where it does not,
  /// or where it depends on what the time stamps are of.
  private func exactly(_ packet: Packet) -> Side? {
    guard let opened, packet.interval > 0 else { return nil }
    func sender(byEnds: Bool) -> Side? {
      var since = packet.stamp.nanoseconds(since: opened.stamp)
      guard 0..<Self.steadiness ~= since else { return nil }
      if byEnds { since += opened.duration - packet.duration }
      if opened.sender == .peripheral { since += opened.delay }
      let events = (since + packet.interval / 2) / packet.interval
      return events > 0 ? Self.opener(packet, late: since - events * packet.interval) : nil
    }
    if knowsStamps { return sender(byEnds: startVotes < 0) }
    let either = [sender(byEnds: false), sender(byEnds: true)]
    if either.contains(.central) { return either[0] == either[1] ? .central : nil }
    return either[0] ?? either[1]
  }

  private static func opener(_ packet: Packet, late: Int64) -> Side? {
    if late.magnitude <= punctuality { return .central }
    let first = packet.answerDelay - earliness
    return (first...max(first, lastAnswer)).contains(late) ? .peripheral : nil
  }

  /// The side that opens a connection event at that time; `nil` for neither.
  private func timely(_ packet: Packet) -> Side? {
    guard punctualEvents >= 2, let late = lateness(of: packet) else { return nil }
    return Self.opener(packet, late: late)
  }

  /// How much later than predicted the packet comes, in nanoseconds.
  private func lateness(of packet: Packet) -> Int64? {
    guard let anchor, packet.interval > 0 else { return nil }
    let since = Self.bounded(start(packet).nanoseconds(since: anchor))
    let events = max(1, (since + packet.interval / 2) / packet.interval)
    return since - events * packet.interval
  }

  private mutating func open(
    _ packet: Packet, sender: Side, counted: UInt16?
  ) {
    var start = start(packet)
    if sender == .peripheral { start = start.adding(nanoseconds: -packet.answerDelay) }
    if let anchor {
      let since = start.nanoseconds(since: anchor)
      // The length of a packet that was not heard is unknown.
      let isGuess = sender == .peripheral || opened?.sender == .peripheral
      let step = counted.flatMap { now in opened?.counter.map { Int64(now &- $0) } }
      watch.take(
        since, interval: packet.told, subrate: packet.subrate,
        slack: isExact ? (isGuess ? 3_000_000 : 150_000) : nil, counted: step,
        isEmpty: packet.isEmpty,
        number: sender == .central && packet.isIntact ? packet.bits.number : nil)
    }
    opened = (sender, counted, packet.stamp, packet.duration, packet.answerDelay)
    if let anchor, packet.interval > 0 {
      let since = Self.bounded(start.nanoseconds(since: anchor))
      eventCounter &+= Int(max(1, (since + packet.interval / 2) / packet.interval))
      if sender == .central, let late = lateness(of: packet) {
        punctualEvents = late.magnitude <= Self.punctuality ? punctualEvents &+ 1 : 0
      }
    } else if let window, packet.interval > 0 {
      let since = Self.bounded(start.nanoseconds(since: window))
      eventCounter = Int(max(0, since / packet.interval))
    }
    if let counted {
      eventCounter = Int(counted)
      isCounted = true
    }
    events &+= 1
    anchor = start
  }

  /// Avoids overflow: times of a hostile file may be arbitrarily far apart.
  private static func bounded(_ nanoseconds: Int64) -> Int64 {
    min(max(nanoseconds, -(1 << 60)), 1 << 60)
  }

  /// Events by which an instant is at least later than the PDU that announces it (Vol 6, Part B, 5.1.1).
  private static let leastNotice = 6

  /// Whether the connection event of an instant was reached.
  /// - announced: `events` when it was announced. Where the sniffer does not count, that is all that is known.
  func hasReached(_ instant: UInt16, announced: Int) -> Bool {
    guard isCounted, !watch.isOutdated else { return events &- announced >= Self.leastNotice }
    return (UInt16(truncatingIfNeeded: eventCounter) &- instant) < 0x8000
  }

  /// The instant was reached: from now on the new parameters apply.
  mutating func restart(at instant: UInt16) {
    watch.restart(isCounted: isCounted && !watch.isOutdated)
    eventCounter = Int(instant)
    punctualEvents = 0
  }
}

extension RadioPHY {
  /// T_IFS, the same on every PHY, in nanoseconds.
  package static let interFrameSpace: Int64 = 150_000

  /// Time on the air in nanoseconds: Core Specification, Vol 6, Part B, 2.1 and 2.2.
  /// - pdu: octets of the PDU with its header.
  package func duration(pdu: Int, codingIndicator: UInt8?) -> Int64 {
    let octets = Int64(pdu) + 3
    switch self {
    case .le1M: return (1 + 4 + octets) * 8_000
    case .le2M: return (2 + 4 + octets) * 4_000
    case .coded:
      let head: Int64 = 376_000
      return codingIndicator == 1
        ? head + octets * 16_000 + 6_000 : head + octets * 64_000 + 24_000
    }
  }
}
