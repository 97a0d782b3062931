import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Something that a record shows.
package struct Evidence {
  package var frame: UInt64
  package var time: CaptureTime
  /// Without control characters.
  package var text: String
  /// It is about pairing or encryption.
  var isSecurity = false
}

/// What is counted of one connection while its events come.
final class ConnectionTally {
  /// Lists of a connection have at most so many entries.
  static let listLimit = 64
  /// Slow answers that are listed.
  static let slowest = 5
  /// Requests without an answer, and remarks, of which the last ones are kept.
  static let lastLimit = 8

  struct Parameters {
    var frame: UInt64
    var time: CaptureTime
    /// Milliseconds.
    var interval: Double
    /// Connection events.
    var latency: Int
    /// Milliseconds.
    var timeout: Int
    /// The subrate factor: both sides use one of so many connection events.
    var subrate = 1
    /// Milliseconds from one at which they meet to the next.
    var spacing: Double { interval * Double(subrate) }
    /// How many answers there were meanwhile, and notifications and indications.
    var uses = 0

    /// `30 ms, latency 0, time-out 2 s`
    func write(to text: inout ByteWriter) {
      text.append(number: interval)
      text.append(" ms, ")
      if subrate > 1 {
        text.append("subrate factor ")
        text.append(decimal: subrate)
        text.append(", ")
      }
      text.append("latency ")
      text.append(decimal: latency)
      text.append(", time-out ")
      text.append(milliseconds: timeout)
    }
  }

  struct Answer {
    var duration: Int64
    var opcode: ATTOpcode
    var handle: UInt16?
    var attribute: Attribute?
    var requestFrame: UInt64
    var requestTime: CaptureTime
    var frame: UInt64
  }

  /// A way in which the connection was paired, and how often.
  struct CompletedPairing {
    let method: SMPPairingMethod
    /// The record of its first Pairing Request.
    let frame: UInt64
    let time: CaptureTime
    var count = 1
  }

  /// A write that was answered, or a command.
  struct LastWrite {
    /// The record of the request.
    let frame: UInt64
    /// When the answer came.
    let time: CaptureTime
    let attribute: Attribute?
    let handle: UInt16?
    /// This host (on the air the central) is the client.
    let isHost: Bool
  }

  struct OpenRequest {
    var frame: UInt64
    var time: CaptureTime
    var settledFrame: UInt64
    /// ATT's time-out of 30 s passed (Core Specification, Vol 3, Part F, 3.3.3).
    var hasTimedOut: Bool
    /// It waited for a confirmation.
    var isIndication = false
    /// The peer asked, and this host owes the answer; on the air nothing is of this host.
    var isOfPeer: Bool
    var text: String

    /// What became of it.
    var outcome: String {
      if isIndication { return ": not confirmed in 30 s" }
      return hasTimedOut ? ": no answer in 30 s" : ": never answered"
    }
  }

  let connection: Connection
  /// The jumps of the recorder's clock, if there are any: how long each took is not known.
  var jumps: RecordCounts?
  /// All answers.
  let stream: Int?
  /// In force one after the other: the first ones, and the last ones.
  private(set) var parameters: [Parameters] = []
  /// From one event at which the sides meet to the next, in milliseconds, each once, in the order of first use,
  /// the largest latency with it, and the answers while it was in force: those that were asked for, and those
  /// that the recording host gave.
  var intervals: [(interval: Double, latency: Int, asked: Int?, served: Int?)] = []
  var answered = 0
  /// Answers that may be those to other requests, which a sniffer missed: how long they took is not known.
  var perhapsAnswered: Int { max(0, connection.answers - answered) }
  /// The slowest first.
  var slow: [Answer] = []
  var open: [OpenRequest] = []
  /// Not given by the recording host, whose own times are not those of the air.
  var slowestAsked: Answer?
  /// Given by the recording host: from when it had the request until it sent the answer.
  var slowestServed: Answer?
  /// There are L2CAP channels or isochronous streams, whose data are not counted.
  var carriesOther = false
  /// Two octets were written to an attribute that is not known: perhaps a subscription.
  var mayHaveSubscribed = false
  /// What a client wrote last.
  var lastWrite: LastWrite?
  /// The first refusal of parameters that the peripheral asked for, how often these were refused, and others.
  var refused: Evidence?
  var refusals = 0
  var otherRefusals = 0
  /// Values as long as the MTU allows, while it was the least one, and the first of them.
  var fullValues = 0
  var firstFull: Evidence?
  var remarks: [Evidence] = []
  /// How the last pairings ended, and how many there were.
  var pairings: [Evidence] = []
  var pairingCount = 0
  /// The ways in which it was paired.
  private(set) var completed: [CompletedPairing] = []
  var endEvent: Evidence?
  /// The last packets of both sides that a sniffer heard with their strength: of the central, and of
  /// the peripheral.
  var lastHeard: [2 of (frame: UInt64, strength: Int8)?] = [nil, nil]
  /// The last advertisement of the peer before it connected.
  var lastAdvertisement: Evidence?
  /// How strongly that was heard, in dBm.
  var strengthBefore: Int8?
  /// The last request that the peer has refused for want of encryption.
  var denied: Evidence?
  /// The last advertisement of all devices, where that of its own was not heard after the end.
  var othersHeard: (frame: UInt64, time: CaptureTime)?
  /// The peer advertised, or connected, after the end.
  var advertisedAgain: Evidence?
  /// The peer advertised while the connection lasted, too: that it does so after the end says nothing.
  var isHeardDuring = false
  /// When this host began to scan, if that was after the end: before, no advertisement could have been heard.
  var scanBefore: CaptureTime?
  var connectedAgain: Evidence?

  var values = 0
  /// Octets of values that the host (on the air the central), and the peer, has sent.
  var octets: [2 of Int] = [0, 0]
  /// One second since the start, as one side filled it.
  struct Second {
    var octets = 0
    var values = 0
    /// Values that were read, or written with an answer.
    var waiting = 0
    /// Nanoseconds that the host (on the air the central) waited for answers, and the values that it
    /// sent meanwhile.
    var waited: Int64 = 0
    var meanwhile = 0
    /// Values after which the controller took no more packets of this host.
    var full = 0
    /// Octets of the longest value.
    var largest = 0
    /// In force at its end, in milliseconds; `nil` if unknown.
    var interval: Double?
    /// Of the PDUs of its side, in force at its last value.
    var length: DataLength?
    /// The times of its first and its last value.
    var first: CaptureTime?
    var last: CaptureTime?
  }
  /// What is large, and needless until there is a value: thousands of connections have none.
  private final class Pace {
    /// The current second, and what it has of each side.
    var second: Int64 = .min
    var current: [2 of Second] = [Second(), Second()]
    var busiest: [2 of Second] = [Second(), Second()]
  }
  private var pace: Pace?
  /// The second with the most octets of each side.
  var busiest: [2 of Second] { pace?.busiest ?? [Second(), Second()] }
  /// The most octets of both sides in one second.
  private(set) var peak = 0

  var txPHY: RadioPHY?
  var rxPHY: RadioPHY?
  /// The data lengths in use. In a host's log `central` is what the host sends, whatever its role, and `peripheral` what
  /// it receives.
  var length = EffectiveLength()
  /// The last change of the data length.
  var lengthChange: Evidence?

  /// How long the data PDUs of a side (on the air the central is the host) may be.
  private func dataLength(of side: Side) -> DataLength {
    let isHost = side == .host
    return DataLength(
      octets: max(27, Int(isHost ? length.centralOctets : length.peripheralOctets)),
      time: Int(isHost ? length.centralTime : length.peripheralTime),
      phy: (isHost ? txPHY : rxPHY) ?? .le1M,
      codingIndicator: connection.link?.timing.phys.codingIndicators[side])
  }

  /// Whether it is known how long before another moment something was.
  func knows(since time: CaptureTime, until end: CaptureTime) -> Bool {
    jumps?.jumped(between: time, and: end) != true
  }

  init(_ connection: Connection, stream: Int?) {
    self.connection = connection
    self.stream = stream
  }

  func add(_ terms: Parameters) {
    // What led to the end is among the last.
    if parameters.count == Self.listLimit { parameters.remove(at: Self.listLimit - Self.lastLimit) }
    parameters.append(terms)
  }

  func add(_ answer: Answer, isServed: Bool) {
    answered += 1
    if !isServed, answer.duration > slowestAsked?.duration ?? .min { slowestAsked = answer }
    if isServed, answer.duration > slowestServed?.duration ?? .min { slowestServed = answer }
    if slow.count == Self.slowest, let last = slow.last, answer.duration <= last.duration { return }
    let place = slow.firstIndex { $0.duration < answer.duration } ?? slow.count
    slow.insert(answer, at: place)
    if slow.count > Self.slowest { slow.removeLast() }
  }

  /// - isMeanwhile: it was sent while a request of the same side was not answered yet.
  func add(octets count: Int, side: Int, waits: Bool, isMeanwhile: Bool, at time: CaptureTime) {
    values += 1
    octets[side] += count
    let pace = pace(at: time)
    if isMeanwhile { pace.current[side].meanwhile += 1 }
    pace.current[side].octets += count
    pace.current[side].values += 1
    if waits { pace.current[side].waiting += 1 }
    if side == 0, connection.isOutOfCredits { pace.current[side].full += 1 }
    pace.current[side].largest = max(pace.current[side].largest, count)
    // A subrated connection goes on at each event while it has data, as long as its sides have agreed.
    let terms = connection.isIntervalOutdated ? nil : parameters.last
    pace.current[side].interval = terms.flatMap { $0.subrate == 1 ? $0.interval : nil }
    pace.current[side].length = dataLength(of: side == 0 ? .host : .peer)
    if pace.current[side].first == nil { pace.current[side].first = time }
    pace.current[side].last = time
    if pace.current[side].octets > pace.busiest[side].octets {
      pace.busiest[side] = pace.current[side]
    }
    peak = max(peak, pace.current[0].octets + pace.current[1].octets)
  }

  /// An answer to the host (on the air to the central) came.
  func waited(_ duration: Int64, at time: CaptureTime) {
    // Before the first value there is no pace to measure.
    guard pace != nil, duration > 0 else { return }
    let pace = pace(at: time)
    let elapsed = time.nanoseconds(since: connection.startTime) % 1_000_000_000
    pace.current[0].waited += min(duration, max(0, elapsed))
  }

  private func pace(at time: CaptureTime) -> Pace {
    let pace = pace ?? Pace()
    self.pace = pace
    let now = time.nanoseconds(since: connection.startTime) / 1_000_000_000
    if now != pace.second {
      pace.second = now
      pace.current = [Second(), Second()]
    }
    return pace
  }

  /// The parameters in force were made use of.
  func use() {
    guard !parameters.isEmpty, !connection.isIntervalOutdated else { return }
    parameters[parameters.count - 1].uses += 1
  }

  func remark(_ evidence: Evidence) {
    if remarks.count == Self.lastLimit { remarks.removeFirst() }
    remarks.append(evidence)
  }

  /// A pairing has ended, well or not.
  func paired(_ event: borrowing Event, fact: SecurityFact, said: Evidence) {
    // Only the end of a pairing has a request.
    guard let frame = event.requestFrame, let time = event.requestTime else { return }
    // A request that the other side never answered is no pairing.
    if case .pairingIncomplete(nil, _, _) = fact { return }
    pairingCount += 1
    if pairings.count == Self.lastLimit { pairings.removeFirst() }
    pairings.append(said)
    guard case .paired(let method?, _) = fact else { return }
    if let index = completed.firstIndex(where: { $0.method == method }) {
      completed[index].count += 1
    } else if completed.count < SessionLimits.pairingsOfConnection {
      completed.append(CompletedPairing(method: method, frame: frame, time: time))
    }
  }

  /// Keeps equal texts once.
  func shared(_ evidence: Evidence) -> Evidence {
    guard let known = remarks.first(where: { $0.text == evidence.text }) else { return evidence }
    var shared = evidence
    shared.text = known.text
    return shared
  }

  func opened(_ request: OpenRequest) {
    if open.count == Self.lastLimit { open.removeFirst() }
    open.append(request)
  }
}

/// What is counted of one address.
final class DeviceTally {
  let address: BluetoothAddress
  let intervals: Int?
  var peer: Peer?
  var advertisements = 0
  /// The times of its first and its last advertisement, scan responses too.
  var heard: (first: CaptureTime, last: CaptureTime)?
  /// The time of the last one that is no scan response.
  var lastTime: CaptureTime?
  /// The last PDU that a sniffer heard.
  private var lastPDU: (channel: UInt8, time: CaptureTime)?
  /// The signal strengths of its advertisements, and of its packets in connections that a sniffer heard.
  var strengths = StrengthTally()
  var linkStrengths = StrengthTally()
  var linkPackets = 0
  var signal = SignalTally()
  /// The last advertisement whose strength is known.
  var lastHeard: (frame: UInt64, time: CaptureTime, strength: Int8)?
  /// The last packet of a connection whose strength a sniffer measured.
  var lastPacketHeard: (frame: UInt64, time: CaptureTime, strength: Int8)?
  /// The address of its advertisements that it has used for longest.
  private(set) var kept: KeptAddress?
  private var current: KeptAddress?

  final class KeptAddress {
    let address: BluetoothAddress
    /// Its first advertisement with it.
    let evidence: Evidence
    /// Nanoseconds, until the last one with it.
    var duration: Int64 = 0

    init(address: BluetoothAddress, evidence: Evidence) {
      self.address = address
      self.evidence = evidence
    }
  }

  /// Ended connections, until it advertises, and until it connects again.
  private(set) var silent: [ConnectionTally] = []
  private var gone: [ConnectionTally] = []

  init(_ address: BluetoothAddress, intervals: Int?) {
    self.address = address
    self.intervals = intervals
  }

  /// It advertises with an address that is to change.
  func uses(_ address: BluetoothAddress, frame: UInt64, at time: CaptureTime) {
    if current?.address == address, let since = current?.evidence.time {
      // A clock that was set back takes nothing away.
      current?.duration = max(current?.duration ?? 0, time.nanoseconds(since: since))
    } else {
      current = KeptAddress(
        address: address,
        evidence: Evidence(frame: frame, time: time, text: "the first with this address"))
    }
    if let current, current.duration >= kept?.duration ?? 0 { kept = current }
  }

  /// Whether an advertisement is the first that was heard of an advertising event: on the air, it is
  /// sent on up to three channels, at most 10 ms apart (Vol 6, Part B, 4.4.2). Some controllers report
  /// each twice: no device advertises again within 2 ms.
  func beginsEvent(_ channel: UInt8?, at time: CaptureTime) -> Bool {
    guard let channel else {
      return lastTime.map { !(0...2_000_000).contains(time.nanoseconds(since: $0)) } ?? true
    }
    defer { lastPDU = (channel, time) }
    guard let lastPDU, lastPDU.channel != channel else { return true }
    return !(0...10_000_000).contains(time.nanoseconds(since: lastPDU.time))
  }

  func ended(_ connection: ConnectionTally) {
    silent.append(connection)
    gone.append(connection)
  }

  /// It had not ended.
  func goesOn(_ connection: ConnectionTally) {
    silent.removeAll { $0 === connection }
    gone.removeAll { $0 === connection }
    connection.advertisedAgain = nil
    connection.scanBefore = nil
  }

  /// - before: when it was heard the last time.
  func advertisesAgain(_ evidence: Evidence, before: CaptureTime?, scanStart: CaptureTime?) {
    for tally in silent {
      tally.advertisedAgain = evidence
      if let before { tally.isHeardDuring = before > tally.connection.startTime }
      if let scanStart, let end = tally.connection.endTime, end < scanStart {
        tally.scanBefore = scanStart
      }
    }
    silent.removeAll()
  }

  func connectsAgain(_ evidence: Evidence) {
    for tally in gone { tally.connectedAgain = evidence }
    gone.removeAll()
    silent.removeAll()
  }
}
