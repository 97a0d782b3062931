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

  /// How its pairings ended.
  struct Pairings {
    /// A way in which it was paired, and how often.
    struct Completed {
      let method: SMPPairingMethod
      /// The record of its first Pairing Request.
      let frame: UInt64
      let time: CaptureTime
      var count = 1
    }

    private(set) var count = 0
    /// The ends of the last ones.
    private(set) var ends: [Evidence] = []
    private(set) var completed: [Completed] = []

    /// A pairing has ended, well or not.
    mutating func add(_ event: borrowing Event, fact: SecurityFact, said: Evidence) {
      // Only the end of a pairing has a request.
      guard let frame = event.requestFrame, let time = event.requestTime else { return }
      // A request that the other side never answered is no pairing.
      if case .pairingIncomplete(nil, _, _) = fact { return }
      count += 1
      if ends.count == ConnectionTally.lastLimit { ends.removeFirst() }
      ends.append(said)
      guard case .paired(let method?, _) = fact else { return }
      if let index = completed.firstIndex(where: { $0.method == method }) {
        completed[index].count += 1
      } else if completed.count < SessionLimits.pairingsOfConnection {
        completed.append(Completed(method: method, frame: frame, time: time))
      }
    }
  }

  /// Parameters that the peripheral asked for, and the central refused.
  struct RefusedParameters {
    /// The first refusal.
    private(set) var first: Evidence?
    /// How often those of the first were refused, and how often others.
    private(set) var count = 0
    private(set) var others = 0

    mutating func add(_ asked: Evidence) {
      if first == nil { first = asked }
      if first?.text == asked.text { count += 1 } else { others += 1 }
    }
  }

  /// Values as long as the least MTU allows, while that was in force.
  struct FullValues {
    private(set) var count = 0
    private(set) var first: Evidence?

    mutating func add(octets: Int, frame: UInt64, time: CaptureTime) {
      count += 1
      guard first == nil else { return }
      first = Evidence(frame: frame, time: time, text: "a value of \(octets) octets")
    }
  }

  /// The last advertisement of the peer before it connected.
  struct LastAdvertisement {
    let evidence: Evidence
    /// How strongly it was heard, in dBm.
    let strength: Int8
  }

  /// What was heard of the peer after the end.
  struct AfterEnd {
    /// It advertised, or connected, again.
    var advertised: Evidence?
    var connected: Evidence?
    /// The last advertisement of all devices, where that of its own was not heard.
    var othersHeard: (frame: UInt64, time: CaptureTime)?
    /// It advertised while the connection lasted, too: that it does so after the end says nothing.
    var wasHeardDuring = false
    /// When this host began to scan, if that was after the end: before, no advertisement could have been heard.
    var scanStart: CaptureTime?
  }

  /// The PHYs and the data lengths in use.
  struct Packets {
    var txPHY: RadioPHY?
    var rxPHY: RadioPHY?
    /// In a host's log `central` is what the host sends, whatever its role, and `peripheral` what it receives.
    var length = EffectiveLength()

    /// How long the data PDUs of a side (on the air the central is the host) may be.
    func length(of side: Side, on connection: Connection) -> DataLength {
      let isHost = side == .host
      return DataLength(
        octets: max(27, Int(isHost ? length.centralOctets : length.peripheralOctets)),
        time: Int(isHost ? length.centralTime : length.peripheralTime),
        phy: (isHost ? txPHY : rxPHY) ?? .le1M,
        codingIndicator: connection.link?.timing.phys.codingIndicators[side])
    }
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
  var answers: AnswerTimes
  /// In force one after the other: the first ones, and the last ones.
  private(set) var parameters: [Parameters] = []
  /// From one event at which the sides meet to the next, in milliseconds, each once, in the order of first use,
  /// the largest latency with it, and the answers while it was in force: those that were asked for, and those
  /// that the recording host gave.
  var intervals: [(interval: Double, latency: Int, asked: Int?, served: Int?)] = []
  /// Answers that may be those to other requests, which a sniffer missed: how long they took is not known.
  var perhapsAnswered: Int { max(0, connection.counts.answers - answers.count) }
  var open: [OpenRequest] = []
  /// There are L2CAP channels or isochronous streams, whose data are not counted.
  var carriesOther = false
  /// Two octets were written to an attribute that is not known: perhaps a subscription.
  var mayHaveSubscribed = false
  /// What a client wrote last.
  var lastWrite: LastWrite?
  var refused = RefusedParameters()
  var full = FullValues()
  var remarks: [Evidence] = []
  var pairings = Pairings()
  var endEvent: Evidence?
  /// The last packets of both sides that a sniffer heard with their strength: of the central, and of
  /// the peripheral.
  var lastHeard: [2 of (frame: UInt64, strength: Int8)?] = [nil, nil]
  var lastAdvertisement: LastAdvertisement?
  /// The last request that the peer has refused for want of encryption.
  var denied: Evidence?
  var afterEnd = AfterEnd()
  var throughput: Throughput
  var packets = Packets()
  /// The last change of the data length.
  var lengthChange: Evidence?

  /// Whether it is known how long before another moment something was.
  func knows(since time: CaptureTime, until end: CaptureTime) -> Bool {
    jumps?.jumped(between: time, and: end) != true
  }

  init(_ connection: Connection, stream: Int?) {
    self.connection = connection
    answers = AnswerTimes(stream: stream)
    throughput = Throughput(connection)
  }

  func add(_ terms: Parameters) {
    // What led to the end is among the last.
    if parameters.count == Self.listLimit { parameters.remove(at: Self.listLimit - Self.lastLimit) }
    parameters.append(terms)
  }

  /// Counts a value.
  func add(_ value: Throughput.Value) {
    // A subrated connection goes on at each event while it has data, as long as its sides have agreed.
    let terms = connection.isIntervalOutdated ? nil : parameters.last
    throughput.add(
      value, interval: terms.flatMap { $0.subrate == 1 ? $0.interval : nil },
      length: packets.length(of: value.side, on: connection))
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
    connection.afterEnd.advertised = nil
    connection.afterEnd.scanStart = nil
  }

  /// - before: when it was heard the last time.
  func advertisesAgain(_ evidence: Evidence, before: CaptureTime?, scanStart: CaptureTime?) {
    for tally in silent {
      tally.afterEnd.advertised = evidence
      if let before { tally.afterEnd.wasHeardDuring = before > tally.connection.startTime }
      if let scanStart, let end = tally.connection.endTime, end < scanStart {
        tally.afterEnd.scanStart = scanStart
      }
    }
    silent.removeAll()
  }

  func connectsAgain(_ evidence: Evidence) {
    for tally in gone { tally.afterEnd.connected = evidence }
    gone.removeAll()
    silent.removeAll()
  }
}
