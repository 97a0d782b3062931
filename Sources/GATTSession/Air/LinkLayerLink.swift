import ATTDissector
import BTSnoop
import Bytes

/// The link-layer state of a connection, in addition to what all captures show.
///
/// Inside the session the central takes the place of the recording host, and the peripheral that of its peer.
package final class LinkLayerLink {
  package let accessAddress: UInt32
  /// The initiator of the connection; `nil` where its start is not in the capture.
  package var central: Peer? { firstCentral?.current }
  private let firstCentral: Peer?
  /// The central's address on the air.
  var centralAddress: BluetoothAddress?
  /// CRCInit; `nil` where the start is not in the capture.
  let crcStart: UInt32?

  /// The progress of encryption.
  enum Encryption {
    case off
    /// LL_ENC_REQ was seen, LL_ENC_RSP not yet.
    case requested
    /// LL_ENC_RSP was seen: only LL_START_ENC_REQ follows in the clear.
    case answered
    case on
  }

  var encryption = Encryption.off
  /// Nothing but empty PDUs was heard of a connection that began before: whether it is encrypted is not known.
  package internal(set) var isUnjudged = false
  /// The encryption event has been reported.
  var isEncryptionReported = false
  /// What was last read of the encrypted link was decrypted by the recorder.
  var isDecrypted = false
  /// Decrypted packets still have their MIC.
  var keepsMIC = false
  /// New encrypted packets of central and peripheral with one key, readable or not.
  var encryptedPackets: PerSide<Int> = PerSide(both: 0)
  /// Encrypted packets of this connection that no key opened, per sender.
  package internal(set) var unreadable: PerSide<Int> = PerSide(both: 0)
  /// The frame of each sender's last packet that no key opened.
  var lastUnreadable: PerSide<UInt64> = PerSide(both: 0)
  /// Whether something of the connection cannot be read: what was not seen may have happened.
  package var hides: Bool { unreadable[.central] + unreadable[.peripheral] > 0 }

  /// PDUs of the encrypted link that the recorder had decrypted.
  var decryptedBefore = 0
  /// How much of an encrypted link that hides something was decrypted.
  package var decryptionExtent: StaticString {
    if security.opened > 0 { return "decrypted only in part" }
    return decryptedBefore > 0 ? "decrypted only in part, by the recorder" : "not decrypted"
  }

  /// The PDU that may have ended the connection, if neither side has sent anything new since.
  var terminationPDU: TerminationPDU?
  package var farewellFrame: UInt64? { terminationPDU?.frame }
  /// The peripheral has advertised as connectable since it was last heard here.
  var isAdvertised = false
  /// The peripheral advertises as connectable while it is connected.
  var advertisesMeanwhile = false
  /// It went on after a silence as long as its supervision timeout: in this capture, that ends nothing.
  var outlastsSilence = false
  /// Nothing but later records showed the end of the connection: it may go on.
  var endIsInferred = false
  /// How many packets one side has sent since the other was last heard.
  private(set) var inARow = 0
  private var lastSide = Side.central
  func noteSender(_ side: Side) {
    inARow = side == lastSide ? inARow &+ 1 : 1
    lastSide = side
  }
  /// The last record of the connection.
  package internal(set) var lastFrame: UInt64 = 0

  /// Keys and counters for decrypting it.
  package internal(set) var security = LinkSecurity()

  package internal(set) var opening = LinkOpening()
  var timing = LinkTiming()
  var flows: PerSide<LinkFlow> = PerSide(both: LinkFlow())

  /// Waits for its instant.
  var update: ConnectionUpdateInd? {
    didSet {
      updates &+= 1
      updateAnnounced = timing.events
    }
  }
  /// How many events there were by then, and its frame.
  private(set) var updateAnnounced = 0
  var updateFrame: UInt64 = 0
  package internal(set) var reachedInstant: ReachedInstant?
  private var updates: UInt64 = 0
  /// Subrate factor: the devices use every n-th connection event.
  var subrate: UInt16 = 1
  /// The request that opened it, where that was heard.
  var request: ConnectIndication?
  /// The counter of the last connection event, where the sniffer counts them.
  var eventCounter: UInt16?

  /// Connection events of which the capture has a packet, and those in between of which it has none.
  package private(set) var events = 0
  private var surelyMissing = 0
  /// Events that are missing too, if the interval did not change meanwhile.
  private var unsureEvents = 0
  package var missingEvents: Int {
    timing.watch.isOutdated ? surelyMissing : min(surelyMissing + unsureEvents, 1 << 50)
  }
  private var lastEvent: CaptureTime?
  /// The last event up to which the count of missed events is certain, and the events seen since.
  private var sureEvent: CaptureTime?
  private var eventsSince = 0
  /// How many there were by the sniffer's count; `nil` where it does not count.
  private var countedSince: Int? = 0
  /// How often a packet was clearly earlier than the one before.
  private var stepsBack = 0
  /// The times go back again and again: those of some tools wrap around, and lengths mean nothing.
  package var timesFail: Bool { stepsBack >= 3 }
  /// - length: nanoseconds since the packet before.
  func noteStep(_ length: Int64) {
    // Threads of a recorder may swap packets of one event.
    if length < -10_000_000 { stepsBack = min(stepsBack + 1, 3) }
  }
  /// The capture has empty PDUs: otherwise most events are left out on purpose.
  private var hasEmptyPDUs: Bool { emptyPDUs[.central] &+ emptyPDUs[.peripheral] > 0 }
  /// How many of 100 events are in the capture; `nil` where that is unknown.
  package var eventsPercent: Int? {
    let all = events + missingEvents
    return hasEmptyPDUs && all >= 20 && !timesFail ? events * 100 / all : nil
  }

  /// The counter of the last packet, read or not.
  private var heardCounter: UInt16?

  /// Notes the counter of a packet.
  /// - Returns: by how many connection events it is later than the packet before; `nil` where the
  ///   sniffer does not count them.
  func step(to counter: UInt16?) -> Int? {
    defer { heardCounter = counter }
    guard let counter, let last = heardCounter else { return nil }
    let step = Int(counter &- last)
    return step < 0x8000 ? step : nil
  }

  /// An event begins.
  /// - interval: in nanoseconds; 0 where it is not known.
  /// - counted: how many events later than the one before, where the sniffer counts them.
  func noteEvent(_ time: CaptureTime, interval: Int64, counted: Int?) {
    events += 1
    eventsSince += 1
    countedSince = countedSince.flatMap { before in counted.map { before + $0 } }
    let isOutdated = timing.watch.isOutdated
    // What was counted by an interval that was no longer in use is wrong.
    if isOutdated { unsureEvents = 0 }
    defer { lastEvent = time }
    guard let lastEvent, interval > 0, update == nil else {
      // While the interval is unknown, only its own events are counted; once it is seen, all since.
      if !isOutdated { noteSure(time) }
      return
    }
    let unit = interval * Int64(subrate)
    if isOutdated, let sureEvent, eventsSince > 1 {
      let all = countedSince.map { Int64($0 / Int(subrate)) }
      let missing = (all ?? Self.steps(from: sureEvent, to: time, unit: unit)) - Int64(eventsSince)
      surelyMissing = min(surelyMissing + Int(max(0, missing)), 1 << 50)
      noteSure(time)
      return
    }
    let counted = Int64(counted.map { $0 / Int(subrate) } ?? .max)
    let steps = min(Self.steps(from: lastEvent, to: time, unit: unit), counted)
    // How many are missing depends on the interval: the next event on time confirms it.
    let step = timing.watch.last
    // A file of many long gaps must not overflow the sum.
    if step != .misfit { unsureEvents = min(unsureEvents + Int(max(0, steps - 1)), 1 << 50) }
    guard step == .onTime || step == .unknown else { return }
    surelyMissing = min(surelyMissing + unsureEvents, 1 << 50)
    unsureEvents = 0
    noteSure(time)
  }

  private func noteSure(_ time: CaptureTime) {
    sureEvent = time
    eventsSince = 0
    countedSince = 0
  }

  /// How many intervals lie between two events, limited to 36 years, as a hostile file may have more.
  private static func steps(from first: CaptureTime, to last: CaptureTime, unit: Int64) -> Int64 {
    (min(last.nanoseconds(since: first), 1 << 60) + unit / 2) / unit
  }

  /// What was heard so far.
  func hearing(_ server: Side) -> LinkHearing {
    LinkHearing(
      packets: flows[server].packets, server: hearing(of: server),
      client: hearing(of: server.other),
      updates: updates, isKnown: flows[server].isKnown && flows[server.other].isKnown)
  }

  private func hearing(of side: Side) -> LinkHearing.OneSide {
    LinkHearing.OneSide(
      losses: flows[side].losses, gaps: flows[side].gaps, hasNumbers: hasNumbers,
      unheard: timing.unheard[side], hasEmptyPDUs: emptyPDUs[side] > 0)
  }

  /// Whether at least of one side everything was heard that may be a request or a response.
  func hasHeardAllOfOne(_ server: Side, since then: LinkHearing) -> Bool {
    let now = hearing(server)
    return now.server.isWhole(since: then.server) || now.client.isWhole(since: then.client)
      || isRecorder(server) || isRecorder(server.other)
  }

  /// Whether the recorder leaves out a side's empty PDUs, as one does that is this side itself: it has all of what
  /// it sent.
  private func isRecorder(_ side: Side) -> Bool {
    emptyPDUs[side] == 0 && emptyPDUs[side.other] >= Self.manyEmptyPDUs
  }
  /// Whether any SN or NESN was 1.
  var hasNumbers = false
  private static let manyEmptyPDUs = 8
  /// Empty PDUs of each side.
  private var emptyPDUs: PerSide<Int> = PerSide(both: 0)
  func noteEmptyPDU(_ side: Side) { emptyPDUs[side] &+= 1 }

  /// Whether the capture has everything that was sent since, and something of the server. While an interval
  /// change is pending, missed connection events go unnoticed.
  func hasHeardAll(_ server: Side, since then: LinkHearing?) -> Bool {
    let now = hearing(server)
    guard update == nil, let then, then.isKnown, now.isKnown else { return false }
    return now.server.isWhole(since: then.server) && now.client.isWhole(since: then.client)
      && now.updates == then.updates && now.packets > then.packets
  }
  /// What the last of the notes on it has said.
  private var saidLosses: UInt64 = 0
  private var saidMissing = 0

  /// How many connection events, or at least how many packets, were not heard since it was asked last. Where empty
  /// PDUs are left out on purpose, nothing shows it.
  func takeUnheard() -> Int {
    let losses =
      flows[.central].shownLosses(hasNumbers) &+ flows[.peripheral].shownLosses(hasNumbers)
    let missing = missingEvents - saidMissing
    guard losses != saidLosses, emptyPDUs[.central] > 0, emptyPDUs[.peripheral] > 0, !timesFail
    else { return 0 }
    saidLosses = losses
    saidMissing = missingEvents
    return max(1, missing)
  }
  /// The instant of an LL_CHANNEL_MAP_IND that is to come, and how many events there were by then.
  var channelMap: (instant: UInt16, announced: Int, frame: UInt64)?
  /// Waits for its instant.
  var phyUpdate: PHYUpdateInd? { didSet { phyAnnounced = timing.events } }
  private(set) var phyAnnounced = 0
  var phyFrame: UInt64 = 0
  var phys = PHYWatch()
  /// That of an LL_CONNECTION_PARAM_REQ, until it is answered.
  var parameterRequest: PendingParameterRequest?
  var lengths: PerSide<LengthPDU?> = PerSide(both: nil)
  var effectiveLength = EffectiveLength()
  /// Coding indicator of each side's last packet on LE Coded.
  package internal(set) var codingIndicators: PerSide<UInt8?> = PerSide(both: nil)

  /// Silences in which events are missing if the interval is still the announced one: the next event
  /// on time shows it.
  var missed: [(gap: GATTSession.LinkGap, frame: UInt64, time: CaptureTime)] = []
  /// Milliseconds from one connection event to the next, where the interval is not known but seen.
  package var seenInterval: Double? { timing.watch.seen.map { Double($0) / 1e6 } }
  /// What explains a change that no PDU announced.
  package static func unheardUpdate(isHidden: Bool) -> StaticString {
    isHidden ? "an update was encrypted, or not heard" : "an update was not heard"
  }
  /// It has been reported that an update was not heard, or what the times show of the interval.
  var hasToldInterval = false
  /// The last procedure that central, or peripheral, began, and that the other side has not answered.
  var procedures: PerSide<AirProcedure?> = PerSide(both: nil)
  /// The last control PDU without an instant.
  package internal(set) var lastControl: LastControlPDU?
  /// The isochronous stream that the central has asked for.
  var streamRequest: CISReq?
  var losses: UInt64 { flows[.central].losses &+ flows[.peripheral].losses }

  /// The last answered requests of central and peripheral: a response may be sent again.
  var answered: PerSide<PendingRequest?> = PerSide(both: nil)

  /// LL_VERSION_IND of central and peripheral.
  package internal(set) var versions: PerSide<VersionInd?> = PerSide(both: nil)
  /// The frame of each side's first version.
  var versionFrames: PerSide<UInt64> = PerSide(both: 0)
  /// Retransmitted packets with payload.
  package internal(set) var retransmissions = 0
  /// Packets of the connection whose CRC is bad.
  package internal(set) var damaged = 0

  init(accessAddress: UInt32, central: Peer?, crcStart: UInt32?) {
    self.accessAddress = accessAddress
    self.firstCentral = central
    self.crcStart = crcStart
  }
}

/// How much of a connection was heard by some time.
struct LinkHearing {
  /// Packets that the server had sent.
  let packets: UInt64
  let server: OneSide
  let client: OneSide
  /// Announced changes of the interval so far.
  let updates: UInt64
  /// It was known what both had sent last.
  let isKnown: Bool

  /// What was heard of one side.
  struct OneSide {
    /// How often something was missed, or may have been.
    let losses: UInt64
    /// Losses that something other than sequence numbers shows.
    let gaps: UInt64
    /// Whether the link sets sequence numbers; if they are always 0, they show no loss.
    let hasNumbers: Bool
    /// How often a packet was not heard that the other side's shows.
    let unheard: Int
    /// Where empty PDUs are left out on purpose, nothing is missing.
    let hasEmptyPDUs: Bool

    /// Whether everything was heard since. Sequence numbers show only some of it: after one packet that was
    /// missed, a second empty one may look like the first.
    func isWhole(since then: OneSide) -> Bool {
      (hasNumbers ? losses == then.losses : gaps == then.gaps)
        && (!hasEmptyPDUs || unheard == then.unheard)
    }
  }
}

/// An encrypted PDU of the length of LL_TERMINATE_IND.
struct TerminationPDU {
  let frame: UInt64
  let time: CaptureTime
  let side: Side
}

/// What one side sends, to distinguish new packets from retransmissions.
struct LinkFlow {
  /// Sequence number of the last packet with a good CRC; `nil` before the first.
  var sequenceNumber: Bool?
  /// A hash of its content; `nil` where the next packet must not be compared with it.
  var content: UInt64?
  /// The other side has acknowledged it, and later expected that sequence number again: the next
  /// packet with it is new.
  var isOutdated = false
  var isAcknowledged = false
  /// Connection events were missed since: the next packet is most likely new.
  private var followsGap = false
  /// Connection events or packets were missed since: the next packet may not continue the PDU.
  private var mayFollowLoss = false
  /// Packets with a good CRC.
  private(set) var packets: UInt64 = 0
  /// How often something else was sent, or may have been.
  private(set) var losses: UInt64 = 0
  /// Losses that something other than sequence numbers shows.
  private(set) var gaps: UInt64 = 0

  /// The losses that count: sequence numbers that are always 0 show none.
  func shownLosses(_ hasNumbers: Bool) -> UInt64 { hasNumbers ? losses : gaps }

  /// What was sent last is known.
  var isKnown: Bool { sequenceNumber != nil && !isOutdated }

  /// Something may have been missed.
  mutating func noteLoss() {
    mayFollowLoss = true
    losses &+= 1
    gaps &+= 1
  }

  /// Connection events were missed.
  mutating func missEvents() {
    followsGap = true
    noteLoss()
  }

  /// Records a packet of the other side.
  mutating func acknowledge(_ next: Bool) {
    guard let sequenceNumber else { return }
    if next != sequenceNumber {
      isAcknowledged = true
    } else if isAcknowledged, !isOutdated {
      isOutdated = true
      losses &+= 1
    }
  }

  /// Records a packet of this side.
  /// - Returns: whether it is a retransmission, whether a packet before it is missing, and whether some may be.
  mutating func take(
    _ number: Bool, content hash: UInt64
  ) -> (isRepeated: Bool, followsLoss: Bool, mayFollowLoss: Bool) {
    let mayFollowLoss = mayFollowLoss
    defer { followsGap = false }
    let isSame = number == sequenceNumber
    let isRepeated = repeats(number, content: hash) && !isOutdated && !followsGap
    let followsLoss = isSame && !isRepeated
    sequenceNumber = number
    content = hash
    packets &+= 1
    // What repeats one that was acknowledged may be another of the same content.
    if followsLoss || (isRepeated && isAcknowledged) { losses &+= 1 }
    if !isRepeated {
      isOutdated = false
      isAcknowledged = false
      self.mayFollowLoss = false
    }
    return (isRepeated, followsLoss, followsLoss || mayFollowLoss)
  }

  /// Whether a packet is the last one of this side once more.
  func repeats(_ number: Bool, content hash: UInt64) -> Bool {
    number == sequenceNumber && hash == content
  }

  /// Records a packet with damaged content: its header is most likely correct.
  mutating func takeDamaged(_ number: Bool) {
    losses &+= 1
    if number != sequenceNumber { content = nil }
  }
}

/// The data lengths in use, in octets and microseconds.
package struct EffectiveLength: Equatable {
  package var centralOctets: UInt16 = 27
  package var centralTime: UInt16 = 328
  package var peripheralOctets: UInt16 = 27
  package var peripheralTime: UInt16 = 328

  /// What the host's controller sends and receives, where its role is unknown.
  init(_ event: LEDataLengthChange) {
    centralOctets = event.maxTxOctets
    centralTime = event.maxTxTime
    peripheralOctets = event.maxRxOctets
    peripheralTime = event.maxRxTime
  }

  package init() {}

  /// The result for both sides: the smaller of what one sends and the other accepts.
  init(central: LengthPDU, peripheral: LengthPDU) {
    centralOctets = min(central.maxTxOctets, peripheral.maxRxOctets)
    centralTime = min(central.maxTxTime, peripheral.maxRxTime)
    peripheralOctets = min(peripheral.maxTxOctets, central.maxRxOctets)
    peripheralTime = min(peripheral.maxTxTime, central.maxRxTime)
  }
}
