import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTValues

/// Follows adapters, connections and attribute databases through a sequence of records and tells
/// what happened as events.
///
/// State is kept per adapter, connection handle and direction. Memory grows with devices and
/// connections up to `SessionLimits`, never with records.
package final class GATTSession {
  package struct Options: Sendable {
    /// Changes the events' `text` only.
    package var units = Units.metric
    package var thermopileFactor = ThermopileFactor.application
    /// Whether `packet` is filled.
    package var describesPackets = false
    /// Whether link-layer packets with a bad CRC are read as if it were good.
    package var readsBadCRC = false
    /// Keys of devices whose addresses change, from outside the capture.
    package var identityKeys: [GivenIdentityKey] = []
    /// Connections that stand when the first record comes.
    package var standing: [StandingConnection] = []
    /// Devices, and attributes of them and of the host, from outside the capture.
    package var knownDevices: [KnownDevice] = []
    package init() {}
  }

  package let options: Options
  let reporter: Reporter
  let budget = AttributeBudget()

  package internal(set) var adapters: [Adapter] = []
  /// The adapter of the last record, since most captures have one.
  var currentAdapter: Adapter?
  /// Devices by their addresses.
  let directory = PeerDirectory()
  let knownDevices: KnownDevices
  var standing: StandingTable
  package internal(set) var connections: [Connection] = []
  package internal(set) var connectionCount = 0
  package var findings: Findings { reporter.findings }
  package internal(set) var packet = PacketInfo()
  package internal(set) var counts: RecordCounts {
    get { tally }
    set { tally = newValue }
  }
  private var tally = RecordCounts()

  /// What is known of the air, in captures of the link layer.
  let air = LinkLayerState()
  var discovering: [(connection: Connection, client: Int)] = []
  /// No discovery of these is over before.
  var discoveryBound = GATTSession.endOfTime
  var names = NameCache()
  /// The structures of the advertising data at hand; used again for every report.
  var structures: [AdvertisingData.Structure] = []
  /// Octets of unfinished L2CAP PDUs and SDUs, all connections together.
  var reassemblyOctets = 0
  /// L2CAP channels, all connections together.
  var openChannels = 0
  /// Octets of open requests, queued writes and long reads, all connections together.
  var transactionOctets = 0
  /// Subscriptions of all connections.
  var subscriptions = 0
  /// Connections that are open, on all adapters.
  var openConnections = 0
  /// A connection that ended with a request open, at the record that said so.
  private(set) var unsettled: Unsettled?
  private var lastTime: CaptureTime?
  private var lost = LostPackets()
  private var lastDrops: UInt32 = 0
  /// Time of the last record.
  package var end: CaptureTime? { lastTime }
  var lastRecord: CaptureRecord?

  package init(options: Options = Options(), sink: any EventSink) {
    self.options = options
    reporter = Reporter(sink)
    knownDevices = KnownDevices(options.knownDevices)
    standing = StandingTable(options.standing)
    for given in options.identityKeys { directory.identities.learn(given) }
    for known in knownDevices.identities {
      _ = directory.identities.learn([known.key], known.identity)
    }
    reporter.endWait = { [unowned self] place in
      if let lastRecord { endWait(place.context, lastRecord) }
    }
  }

  /// Takes the next record.
  package func process(_ record: CaptureRecord, _ bytes: RawSpan) {
    if hasWaits { advance(to: record.time) }
    tally.count(record)
    if let lastTime, record.time < lastTime {
      counts.fellBack(by: lastTime.nanoseconds(since: record.time), frame: record.frame)
    }
    lastTime = record.time
    // Nearly always both are zero.
    if record.cumulativeDrops | lastDrops != 0 { countDrops(record) }
    if let unsettled { settleLate(unsettled, record, bytes) }
    if bytes.byteCount < record.originalLength { tally.cut += 1 }
    switch record.kind {
    case .command: command(record, bytes)
    case .event: event(record, bytes)
    case .acl: acl(record, bytes)
    case .linkLayer: linkLayer(record, bytes)
    case .system, .sco, .iso, .unknown:
      if options.describesPackets { packet.removeAll() }
      record.kind == .system ? system(record, bytes) : other(record, bytes)
    }
    lastRecord = record
  }

  /// Ends what is still under way; call it once, after the last record.
  package func finish() {
    guard let record = lastRecord else { return }
    advance(to: Self.endOfTime)
    settleUnsettled()
    for adapter in adapters {
      giveUpPeriodic(adapter, record)
      let open = adapter.connections.values.sorted { $0.ordinal < $1.ordinal }
      for connection in open {
        tellSilence(connection, record)
        settle(connection, record, ending: .captureEnds)
      }
      giveUpChains(adapter, record)
    }
    finishLinkLayer(record)
    flushDiscoveries(record)
    if counts.timeFalls > 0 {
      emit(
        Event(.note, record),
        CaptureFact.timeFell(
          count: counts.timeFalls, largest: counts.largestFall, frame: counts.largestFallFrame))
    }
    if knownDevices.isFull { reporter.full(.knownDevices, record) }
    if budget.isExceeded || knownDevices.leavesOutAttributes {
      reporter.full(.attributes, record)
    }
    if budget.hasShortened { reporter.full(.lastValues, record) }
    if budget.isUnsettled { reporter.full(.layoutChanges, record) }
    reporter.drainAll()
  }

  /// Tells that something about the capture itself is to be known, at the record that came last.
  package func note(_ text: String, record: CaptureRecord) {
    emit(Event(.note, record), CaptureFact.given(text))
  }

  /// Tells where the recorder has lost packets.
  private func countDrops(_ record: CaptureRecord) {
    lastDrops = record.cumulativeDrops
    let count = lost.before(record)
    guard count > 0 else { return }
    tally.drops += UInt64(count)
    emit(Event(.note, record), CaptureFact.lost(Int(count)))
  }

  func setUnsettled(_ new: Unsettled?) { unsettled = new }

  // MARK: Adapters

  func adapter(_ index: UInt16?) -> Adapter? {
    if let currentAdapter, currentAdapter.index == index { return currentAdapter }
    if let known = adapters.first(where: { $0.index == index && !$0.isReplaced }) {
      currentAdapter = known
      return known
    }
    let made = makeAdapter(index)
    currentAdapter = made
    return made
  }

  /// A new adapter; `nil` when the table is full.
  func makeAdapter(_ index: UInt16?) -> Adapter? {
    guard adapters.count < SessionLimits.adapters else {
      if let lastRecord { reporter.full(.adapters, lastRecord) }
      return nil
    }
    let made = Adapter(index: index, budget: budget, state: initialState)
    adapters.append(made)
    know(made)
    return made
  }

  var initialState: DeviceState {
    var state = DeviceState()
    state.thermopileFactor = options.thermopileFactor
    return state
  }

  // MARK: Events

  var wantsEvents: Bool { reporter.wantsEvents }

  func emit(_ event: Event, _ fact: some Fact) { reporter.emit(event, fact) }

  /// Keeps a place for an event of this record that is told later; what came before it is told first.
  func reservePlace(_ context: ATTContext, _ record: CaptureRecord) -> Int {
    flushDiscoveries(record)
    return reporter.reserve(for: context)
  }

  /// Counts again what a client has under way on a bearer, and in its queue.
  func countOctets(_ context: ATTContext) {
    let client = context.client
    let held = context.bearer.transactions[client].heldOctets
    let queued = context.connection.writeQueues[client].heldOctets
    transactionOctets +=
      held - context.bearer.transactions[client].countedOctets
      + queued - context.connection.writeQueues[client].countedOctets
    context.bearer.transactions[client].countedOctets = held
    context.connection.writeQueues[client].countedOctets = queued
  }

  /// Whether so many further octets may be held.
  func mayHold(_ octets: Int, _ record: CaptureRecord) -> Bool {
    if transactionOctets + octets <= SessionLimits.transactionOctets { return true }
    reporter.full(.openTransactions, record)
    return false
  }

  func malformed(
    _ unit: MalformedUnit, _ error: ByteError?, _ bytes: RawSpan, _ record: CaptureRecord,
    _ connection: Connection? = nil, isCut: Bool = false, channel: Int? = nil
  ) {
    counts.malformed += 1
    var event = Event(.malformed, record, connection, record.direction, channel: channel)
    event.hasValue = true
    event.isTruncated = isCut
    reporter.emit(event, CaptureFact.malformed(unit, error), value: bytes)
  }
}
