import ATTDissector
import BTSnoop
import Bytes

/// What each side of a link was heard to send, and how much of it was missed.
package struct AirFlows {
  private var flows: PerSide<LinkFlow> = PerSide(both: LinkFlow())
  /// Whether any SN or NESN was 1.
  private var hasNumbers = false
  private static let manyEmptyPDUs = 8
  /// Empty PDUs of each side.
  private var emptyPDUs: PerSide<Int> = PerSide(both: 0)
  /// Retransmitted packets with payload.
  package private(set) var retransmissions = 0
  /// Packets of the connection whose CRC is bad.
  package private(set) var damaged = 0
  /// How many packets one side has sent since the other was last heard.
  private(set) var inARow = 0
  private var lastSide = Side.central
  /// What the last of the notes on losses has said.
  private var saidLosses: UInt64 = 0
  private var saidMissing = 0

  /// A packet of a side, damaged or not.
  mutating func hear(_ side: Side, bits: SequenceBits.Pair, isEmpty: Bool) {
    inARow = side == lastSide ? inARow &+ 1 : 1
    lastSide = side
    if isEmpty { emptyPDUs[side] &+= 1 }
    if bits.number || bits.acknowledges { hasNumbers = true }
  }

  /// A packet with a good CRC.
  /// - content: a hash of its payload.
  mutating func take(
    from side: Side, bits: SequenceBits.Pair, content: UInt64
  ) -> LinkFlow.Step {
    flows[side.other].acknowledge(bits.acknowledges)
    return flows[side].take(bits.number, content: content)
  }

  /// A packet whose CRC is bad: its header is most likely correct.
  mutating func takeDamaged(from side: Side, number: Bool) {
    damaged += 1
    flows[side].takeDamaged(number)
  }

  /// A packet with a payload is a retransmission.
  mutating func countRetransmission() { retransmissions += 1 }

  /// Whether a packet is the last one of a side once more.
  func repeats(_ number: Bool, content: UInt64, from side: Side) -> Bool {
    flows[side].repeats(number, content: content)
  }

  /// The side that sends its last packet once more, if this is one.
  func repeater(_ number: Bool, content: UInt64) -> Side? {
    Side.allCases.first { repeats(number, content: content, from: $0) }
  }

  /// Something of both sides may have been missed.
  mutating func noteLoss() {
    flows.host.noteLoss()
    flows.peer.noteLoss()
  }

  /// Connection events were missed.
  mutating func missEvents() {
    flows.host.missEvents()
    flows.peer.missEvents()
  }

  /// Whether the recorder leaves out a side's empty PDUs, as one does that is this side itself: it has all of what
  /// it sent.
  func isRecorder(_ side: Side) -> Bool {
    emptyPDUs[side] == 0 && emptyPDUs[side.other] >= Self.manyEmptyPDUs
  }

  /// The capture has empty PDUs: otherwise most events are left out on purpose.
  var hasEmptyPDUs: Bool { emptyPDUs.host &+ emptyPDUs.peer > 0 }

  /// How many connection events, or at least how many packets, were not heard since it was asked last. Where empty
  /// PDUs are left out on purpose, nothing shows it.
  mutating func takeUnheard(missingEvents: Int, timesFail: Bool) -> Int {
    let losses = flows.host.shownLosses(hasNumbers) &+ flows.peer.shownLosses(hasNumbers)
    guard losses != saidLosses, emptyPDUs.host > 0, emptyPDUs.peer > 0, !timesFail else { return 0 }
    defer { (saidLosses, saidMissing) = (losses, missingEvents) }
    return max(1, missingEvents - saidMissing)
  }

  /// How much was heard so far.
  func mark(of timing: borrowing AirTiming) -> HearingMark {
    HearingMark(
      sides: PerSide(host: heard(of: .host, timing), peer: heard(of: .peer, timing)),
      updates: timing.updates, missingEvents: timing.missingEvents,
      isKnown: flows.host.isKnown && flows.peer.isKnown)
  }

  private func heard(of side: Side, _ timing: borrowing AirTiming) -> HearingMark.OneSide {
    HearingMark.OneSide(
      packets: flows[side].packets, losses: flows[side].losses, gaps: flows[side].gaps,
      unheard: timing.turns.unheard[side], hasNumbers: hasNumbers,
      hasEmptyPDUs: emptyPDUs[side] > 0)
  }
}
