import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// One LE connection, or a BR/EDR connection with ATT.
package final class Connection {
  /// Number of the connection, from 1, in the order of first sight.
  package let ordinal: Int
  package let handle: UInt16
  package let adapter: UInt16?
  private let medium: Medium
  package internal(set) var start: ConnectionStart
  /// How it ends, or has ended.
  package internal(set) var end = ConnectionEnd()
  var parties: ConnectionParties

  /// Its parameters, requests for others, and procedures of the link layer.
  package internal(set) var state = LinkState()
  /// Pairing and encryption.
  package internal(set) var security = SecurityState()
  package internal(set) var traffic: ConnectionTraffic
  package internal(set) var l2cap = L2CAPState()
  @Rare private var knownClues: ConnectionClues?

  /// The ATT bearer of the fixed channel, which every connection has.
  package let bearer: Bearer
  package internal(set) var counts = ConnectionCounts()
  var waits = TransactionWaits()
  /// The values that the host, and the peer, has queued at the other's server.
  var writeQueues: PerSide<WriteQueue> = PerSide(both: WriteQueue())
  var writes = ClientWrites()
  var discoveries: PerSide<DiscoveryTally> = PerSide(both: DiscoveryTally())
  var subscriptions: [Subscription] = []
  /// Messages of several values that are under way.
  var messages: [MessageStream] = []

  init(
    ordinal: Int, handle: UInt16, record: CaptureRecord, peer: Peer?, role: LinkRole?,
    beginsInCapture: Bool, local: AttributeDatabase, remote: AttributeDatabase,
    medium: Medium = .host
  ) {
    self.ordinal = ordinal
    self.handle = handle
    self.adapter = record.adapter
    self.medium = medium
    start = ConnectionStart(record, isInCapture: beginsInCapture)
    parties = ConnectionParties(peer: peer, role: role, local: local, remote: remote)
    traffic = ConnectionTraffic(lastRecord: record.time)
    var isMTUKnown = beginsInCapture
    if case .classic = medium { isMTUKnown = false }
    bearer = Bearer(channel: nil, mtu: Bearer.defaultMTU, isMTUKnown: isMTUKnown)
  }

  // MARK: What shows it

  /// Where the capture has the connection from.
  enum Medium {
    /// The host of an LE link.
    case host
    case classic(ClassicLink)
    case air(LinkLayerLink)
    /// An app's log.
    case app
  }

  /// The link-layer state, in captures of the link layer. There the central takes the place of the
  /// recording host: `role` is `central`, and the peer is the advertiser.
  package var link: LinkLayerLink? { if case .air(let link) = medium { link } else { nil } }
  /// The BR/EDR link; `nil` for LE.
  var classic: ClassicLink? { if case .classic(let link) = medium { link } else { nil } }
  package var transport: Transport { classic == nil ? .le : .brEDR }
  /// An app's log tells of it: packets, encryption and much else are not there.
  package var isFromApp: Bool { if case .app = medium { true } else { false } }

  // MARK: Start and end

  package var startFrame: UInt64 { start.frame }
  package var startTime: CaptureTime { start.time }
  package var beginsInCapture: Bool { start.isInCapture }
  package var isExcerpt: Bool { start.isExcerpt }
  /// The start is unknown: do not claim that the connection predates the capture.
  package var lacksStart: Bool { start.isLost || start.isExcerpt }
  /// A connection that takes so long to come is slow, in nanoseconds: 2 s.
  package static let slowSetup: Int64 = 2_000_000_000

  package typealias Terminator = Vocabulary.Terminator
  package var endTime: CaptureTime? { end.time }
  package var endFrame: UInt64? { end.frame }
  package var endReason: HCIStatus? { end.reason }
  package var endedBy: Terminator { end.by }
  package var inferredEnd: InferredEnd? { end.inferred }
  package var cut: Cut? { end.cut }
  package var disconnectRequest: ConnectionEnd.Request? { end.request }
  package var isOpen: Bool { end.time == nil }

  /// What ends a connection without a Disconnection Complete in the capture.
  package enum Cut: Sendable {
    case reset, switchedOff, removed, handleUsedAgain

    var terminator: Terminator {
      switch self {
      case .reset, .switchedOff: .local
      case .removed, .handleUsedAgain: .unknown
      }
    }
  }

  /// It is over since a frame and a time.
  func close(frame: UInt64, at time: CaptureTime) { (end.frame, end.time) = (frame, time) }

  /// It goes on, unlike what an end that was inferred says.
  func reopen() { end = ConnectionEnd() }

  // MARK: Sides

  package internal(set) var peer: Peer? {
    get {
      let known = parties.firstPeer
      guard let known, known.isMerged else { return known }
      return known.current
    }
    set { parties.firstPeer = newValue }
  }
  /// The peer's address on the air, where the capture shows it.
  package var airAddress: BluetoothAddress? { parties.airAddress }
  /// The role of the recording host; `nil` where the start is not in the capture.
  package internal(set) var role: LinkRole? {
    get { parties.role }
    set { parties.role = newValue }
  }
  /// The attributes of the host and of the peer.
  package var local: AttributeDatabase { link?.central?.database ?? parties.local }
  package var remote: AttributeDatabase { peer?.database ?? parties.remote }

  /// What decoders have learned where the peer is unknown.
  var unnamedState: DeviceState {
    get { parties.unnamedState }
    set { parties.unnamedState = newValue }
  }

  /// The sender in a direction: the host's role if the host sends, else the other role.
  package func sender(of direction: PacketDirection) -> LinkRole? {
    switch direction {
    case .sent: role
    case .received: role?.opposite
    case .unknown: nil
    }
  }

  // MARK: Link

  /// The interval in use, in nanoseconds; 0 where it is unknown.
  package var interval: Int64 { isIntervalOutdated ? 0 : state.intervals.last?.nanoseconds ?? 0 }
  /// `interval`, or an estimate from the spacing of events if no PDU announced it.
  var likelyInterval: Int64 { interval > 0 ? interval : link?.timing.turns.watch.seen ?? 0 }
  /// On the air, events come as no announced interval explains.
  package var isIntervalOutdated: Bool { link?.timing.isOutdated == true }

  package var pairing: PairingState { security.pairing }
  package var encryption: EncryptionState { security.encryption }
  /// Whether it was ever encrypted; `nil` where it may have been before the capture, or in what was lost: the
  /// host's packets are the same with and without encryption.
  package var wasEncrypted: Bool? {
    // Of a connection on the air of which nothing was heard, nothing is known, and little of one that was heard to
    // send one PDU that looks encrypted.
    if let link {
      if link.lastFrame == 0 || link.encryption.isUnjudged { return nil }
      return encryption.wasOn || !link.encryption.hides ? encryption.wasOn : nil
    }
    return encryption.wasOn || beginsInCapture && !hasLosses && !isFromApp ? encryption.wasOn : nil
  }

  // MARK: Data

  /// The recorder lost packets while it was open.
  package var hasLosses: Bool { traffic.hasLosses }

  /// The recorder lost packets: what was not seen may have been among them.
  func noteLosses() {
    traffic.hasLosses = true
    if bearer.clientMTU == nil { bearer.isMTUKnown = false }
  }

  /// The controller has as many packets of this connection as it takes.
  package var isOutOfCredits: Bool { beginsInCapture && traffic.isOutOfCredits }

  /// It ends: what the controller still has of the host's is lost.
  func countUndelivered() {
    guard beginsInCapture, classic == nil else { return }
    // Android cancels prepared writes when an app closes a connection, whether there are any.
    traffic.countUndelivered(cancels: traffic.packets.host == knownClues?.lastCancel ? 1 : 0)
  }

  /// What few connections show, and what it may say of their ends.
  package internal(set) var clues: ConnectionClues {
    get { knownClues ?? ConnectionClues() }
    set { knownClues = newValue }
  }

  /// The last packet of this host is an Execute Write Request that cancels what was prepared.
  func noteCancel() { clues.lastCancel = traffic.packets.host }

  /// Whether an HCI log has nothing that one side sent on this connection, although the other side answers
  /// it: what is missing says nothing then.
  package func lacksAnswered(_ side: Side) -> Bool {
    traffic.packets[side] == 0 && knownClues?.answersToNothing == side
  }

  /// A response came whose request is not in the capture.
  func noteAnswerToNothing(of client: Side) {
    guard hearing.isOfHost, traffic.packets[client] == 0, clues.answersToNothing == nil else {
      return
    }
    clues.answersToNothing = client
  }

  // MARK: Attributes

  /// All ATT bearers, that of the fixed channel first.
  var bearers: [Bearer] {
    [bearer]
      + (l2cap.channels?.channels.compactMap { $0.state == .closed ? nil : $0.bearer } ?? [])
  }

  /// Requests whose answers may be in what is encrypted.
  package var hiddenAnswers: Int {
    hearing.hides ? max(0, counts.requests - counts.answers - counts.unanswered) : 0
  }

  /// How many writes an update of firmware took that ended just before the connection did.
  package var transfer: Int? { end.time.flatMap { writes.large?.count(before: $0) } }
}

/// When something of ATT that is open can end by itself: checked for every record, unlike what is open.
struct TransactionWaits {
  /// When the oldest request or indication that may still be open was sent: before its timeout no
  /// transaction can time out.
  var oldest: CaptureTime?
  /// Long reads may be in progress.
  var hasLongReads = false
}

/// What clients have written on a connection.
struct ClientWrites {
  /// When a client last wrote something, besides turning values on and off.
  var last: CaptureTime?
  /// What the host (on the air the central) writes again and again.
  var large: LargeWrite?
}
