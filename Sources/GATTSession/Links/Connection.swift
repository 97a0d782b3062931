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
  package internal(set) var peer: Peer? {
    get {
      guard let firstPeer, firstPeer.isMerged else { return firstPeer }
      return firstPeer.current
    }
    set { firstPeer = newValue }
  }
  /// The peer before devices were merged.
  private var firstPeer: Peer?
  /// The peer's address on the air, where the capture shows it.
  package internal(set) var airAddress: BluetoothAddress?
  /// The role of the recording host; `nil` where the start is not in the capture.
  package internal(set) var role: LinkRole?
  /// An app's log tells of it: packets, encryption and much else are not there.
  package internal(set) var isFromApp = false
  /// The role was derived from the capture itself.
  var isRoleKnown = false
  package let startFrame: UInt64
  package let startTime: CaptureTime
  /// The start of the connection is in the capture.
  package internal(set) var beginsInCapture: Bool
  /// It began meanwhile, and the capture lacks its start.
  package internal(set) var isStartLost = false
  /// The capture has ended, and has nothing but data: nothing says when it began and ended, and how often.
  package internal(set) var isExcerpt = false
  /// The start is unknown: do not claim that the connection predates the capture.
  package var lacksStart: Bool { isStartLost || isExcerpt }
  package internal(set) var endTime: CaptureTime?
  /// How it ends, or has ended.
  package internal(set) var end = ConnectionEnd()
  package var endFrame: UInt64? { end.frame }
  package var endReason: HCIStatus? { end.reason }
  package var endedBy: Terminator { end.by }
  package var inferredEnd: InferredEnd? { end.inferred }
  package var cut: Cut? { end.cut }
  package var disconnectRequest: ConnectionEnd.Request? { end.request }

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
  /// When the host asked for the connection, where it is the central.
  package internal(set) var request: (frame: UInt64, time: CaptureTime)?
  /// A connection that takes so long to come is slow, in nanoseconds: 2 s.
  package static let slowSetup: Int64 = 2_000_000_000
  /// Nanoseconds from there until the connection came; `nil` where the clock was set back meanwhile.
  package var setupTime: Int64? {
    guard let request else { return nil }
    let time = startTime.nanoseconds(since: request.time)
    return time < 0 ? nil : time
  }
  package typealias Terminator = Vocabulary.Terminator

  /// Its parameters, requests for others, and procedures of the link layer.
  package internal(set) var state = LinkState()
  /// The interval in use, in nanoseconds; 0 where it is unknown.
  package var interval: Int64 { isIntervalOutdated ? 0 : state.intervals.last?.nanoseconds ?? 0 }
  /// `interval`, or an estimate from the spacing of events if no PDU announced it.
  var likelyInterval: Int64 { interval > 0 ? interval : link?.timing.turns.watch.seen ?? 0 }
  /// On the air, events come as no announced interval explains.
  package var isIntervalOutdated: Bool { link?.timing.isOutdated == true }
  /// The ATT bearer of the fixed channel, which every connection has.
  package let bearer: Bearer
  /// Pairing and encryption.
  package internal(set) var security = SecurityState()
  package var pairing: PairingState { security.pairing }
  package var encryption: EncryptionState { security.encryption }
  /// The recorder lost packets while it was open.
  package private(set) var hasLosses = false
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

  /// The recorder lost packets: what was not seen may have been among them.
  func noteLosses() {
    hasLosses = true
    if bearer.clientMTU == nil { bearer.isMTUKnown = false }
  }

  /// Whether an HCI log has nothing that one side sent on this connection, although the other side answers
  /// it: what is missing says nothing then.
  package func lacksAnswered(_ side: Side) -> Bool {
    dataPackets[side] == 0 && knownClues?.answersToNothing == side
  }

  /// A response came whose request is not in the capture.
  func noteAnswerToNothing(of client: Side) {
    guard hearing.isOfHost, dataPackets[client] == 0, clues.answersToNothing == nil else {
      return
    }
    clues.answersToNothing = client
  }

  /// What few connections show, and what it may say of their ends.
  package internal(set) var clues: ConnectionClues {
    get { knownClues ?? ConnectionClues() }
    set { knownClues = newValue }
  }

  @Rare private var knownClues: ConnectionClues?

  /// The last packet of this host is an Execute Write Request that cancels what was prepared.
  func noteCancel() { clues.lastCancel = dataPackets.host }

  /// What the last pairing shows of its keys; `nil` where there was none.
  var secrets: PairingSecrets?
  package internal(set) var version: ReadRemoteVersionComplete?

  /// The link-layer state, in captures of the link layer. There the central takes the place of the
  /// recording host: `role` is `central`, and the peer is the advertiser.
  package let link: LinkLayerLink?

  /// The BR/EDR link; `nil` for LE.
  let classic: ClassicLink?
  package var transport: Transport { classic == nil ? .le : .brEDR }

  /// The attributes of the host and of the peer.
  package var local: AttributeDatabase { link?.central?.database ?? firstLocal }
  package var remote: AttributeDatabase {
    peer?.database ?? firstRemote
  }
  /// For sides that are not known devices.
  private let firstLocal: AttributeDatabase
  private let firstRemote: AttributeDatabase
  /// When the oldest request or indication that may still be open was sent: before its timeout no
  /// transaction can time out.
  var oldestWait: CaptureTime?
  /// The values that the host, and the peer, has queued at the other's server.
  var writeQueues: PerSide<WriteQueue> = PerSide(both: WriteQueue())
  /// Whether long reads may be in progress: checked for every record, unlike the reads themselves.
  var hasLongReads = false
  /// Whether the sides' reassembly is in progress: checked for every record, unlike the reassembly.
  var isJoining: PerSide<Bool> = PerSide(both: false)
  var reassembly: PerSide<L2CAPReassembler> = PerSide(both: L2CAPReassembler())
  /// What the host (on the air the central) writes again and again.
  var largeWrite: LargeWrite?
  /// When a client last wrote something, besides turning values on and off.
  var lastWrite: CaptureTime?
  /// How many writes an update of firmware took that ended just before the connection did.
  package var transfer: Int? { endTime.flatMap { largeWrite?.count(before: $0) } }
  /// Commands on the signalling channel that may still be answered; `nil` where there was none.
  var openSignals: OpenSignals?
  /// Channels that were opened, and those that are not decoded; `nil` where there are neither.
  var channels: ChannelTable?
  var discoveries: PerSide<DiscoveryTally> = PerSide(both: DiscoveryTally())
  /// What decoders have learned where the peer is unknown.
  var unnamedState = DeviceState()
  var subscriptions: [Subscription] = []
  /// Messages of several values that are under way.
  var messages: [MessageStream] = []
  /// How often something that the host, or the peer, sent is missing from the capture.
  var losses: PerSide<UInt64> = PerSide(both: 0)

  // For the summary.
  // L2CAP channels that were opened, and those of them that are for ATT.
  package internal(set) var openedChannels = 0
  /// For ATT over BR/EDR.
  package internal(set) var basicBearers = 0
  package internal(set) var enhancedBearers = 0
  /// Requests among `unanswered` whose response was received with a bad CRC.
  package internal(set) var damagedAnswers = 0
  /// Requests whose answers may be in what is encrypted.
  package var hiddenAnswers: Int {
    hearing.hides ? max(0, requests - answers - unanswered) : 0
  }
  package internal(set) var requests = 0
  package internal(set) var answers = 0
  package internal(set) var errors = 0
  package internal(set) var unanswered = 0
  package internal(set) var notifications = 0
  package internal(set) var indications = 0
  package internal(set) var commands = 0
  package internal(set) var lastRecord: CaptureTime
  package internal(set) var dataPackets: PerSide<Int> = PerSide(both: 0)
  /// Octets of the ACL packets that the host, and the peer, has sent, without their headers; none of
  /// captures of the link layer.
  package private(set) var octets: PerSide<Int> = PerSide(both: 0)
  /// When the host last sent data; on the air, when the central was last heard.
  package internal(set) var lastSent: (frame: UInt64, time: CaptureTime)?
  /// When data of the peer last came; on the air, when the peripheral was last heard.
  package internal(set) var lastReceived: (frame: UInt64, time: CaptureTime)?

  init(
    ordinal: Int, handle: UInt16, record: CaptureRecord, peer: Peer?, role: LinkRole?,
    beginsInCapture: Bool, local: AttributeDatabase, remote: AttributeDatabase,
    link: LinkLayerLink? = nil, classic: ClassicLink? = nil
  ) {
    self.link = link
    self.classic = classic
    self.ordinal = ordinal
    self.handle = handle
    self.adapter = record.adapter
    self.firstPeer = peer
    self.role = role
    self.lastRecord = record.time
    self.startFrame = record.frame
    self.startTime = record.time
    self.beginsInCapture = beginsInCapture
    self.bearer = Bearer(
      channel: nil, mtu: Bearer.defaultMTU, isMTUKnown: beginsInCapture && classic == nil)
    self.firstLocal = local
    self.firstRemote = remote
  }

  package var isOpen: Bool { endTime == nil }

  /// It is over since a frame and a time.
  func close(frame: UInt64, at time: CaptureTime) {
    endTime = time
    end.frame = frame
  }

  /// It goes on, unlike what an end that was inferred says.
  func reopen() {
    endTime = nil
    end = ConnectionEnd()
  }

  /// All ATT bearers, that of the fixed channel first.
  var bearers: [Bearer] {
    [bearer] + (channels?.channels.compactMap { $0.state == .closed ? nil : $0.bearer } ?? [])
  }

  /// The channel table, created on first use.
  var channelTable: ChannelTable {
    if let channels { return channels }
    let made = ChannelTable()
    channels = made
    return made
  }

  /// The sender in a direction: the host's role if the host sends, else the other role.
  package func sender(of direction: PacketDirection) -> LinkRole? {
    switch direction {
    case .sent: role
    case .received: role?.opposite
    case .unknown: nil
    }
  }

  /// How many ACL packets of the host the controller still had when the connection ended; `nil` where
  /// the capture does not show that.
  package internal(set) var undelivered: Int?

  private var completedPackets = 0

  /// The controller has sent packets of the host, and they were acknowledged.
  func noteCompleted(_ packets: Int, of buffers: Int?, at record: CaptureRecord) {
    completedPackets &+= packets
    lastProgress = (record.frame, record.time)
    self.buffers = buffers
  }

  /// When the controller last sent something of the host's, or was given something while it had nothing.
  package private(set) var lastProgress: (frame: UInt64, time: CaptureTime)?

  /// How many packets of the host its controller takes at a time, where it reports those it has sent.
  package private(set) var buffers: Int?
  /// The controller has as many packets of this connection as it takes. What it has of other
  /// connections is not counted.
  package var isOutOfCredits: Bool {
    guard let buffers, beginsInCapture else { return false }
    return dataPackets.host &- completedPackets >= buffers
  }

  /// It ends: what the controller still has of the host's is lost.
  func countUndelivered() {
    guard beginsInCapture, classic == nil, completedPackets > 0 else { return }
    // Android cancels prepared writes when an app closes a connection, whether there are any.
    let cancels = dataPackets.host == knownClues?.lastCancel ? 1 : 0
    undelivered = max(0, dataPackets.host - cancels - completedPackets)
  }

  /// Counts an ACL packet that a side sent.
  /// - octets: of data, according to the header.
  func noteData(_ side: Side, at record: CaptureRecord, octets: Int) {
    if side == .host, dataPackets[.host] == completedPackets {
      lastProgress = (record.frame, record.time)
    }
    dataPackets[side] += 1
    self.octets[side] &+= octets
    if side == .peer {
      lastReceived = (record.frame, record.time)
    } else {
      lastSent = (record.frame, record.time)
    }
  }
}
