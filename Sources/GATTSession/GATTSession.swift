import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Follows adapters, connections and attribute databases through a sequence of records and reports
/// what happened as events.
///
/// State is kept per adapter, connection handle and direction. Memory grows with devices and
/// connections up to `SessionLimits`, never with records.
package final class GATTSession {
  package struct Options: Sendable {
    /// Affects only the `text` of events.
    package var units = Units.metric
    /// Affects only the `text` of events, as `units` does.
    package var hexLength = HexLength.brief
    package var thermopileFactor = ThermopileFactor.application
    /// Whether ATT PDUs are read; else connections are followed without what is said on them.
    package var readsAttributes = true
    /// Whether link-layer packets with a bad CRC are decoded as if it were good.
    package var readsBadCRC = false
    /// Identity resolving keys from outside the capture.
    package var identityKeys: [GivenIdentityKey] = []
    /// Long term keys from outside the capture.
    package var linkKeys: [GivenLinkKey] = []
    /// Temporary keys of legacy pairing, besides that of Just Works.
    package var temporaryKeys: [UInt128] = []
    /// Passkeys of legacy pairings are searched for.
    package var searchesPasskeys = false
    /// Keys from other captures, and the number of those captures.
    package var otherKeys: [LinkKey] = []
    package var keyCaptures = 0
    /// Connections that are open before the first record.
    package var standing: [StandingConnection] = []
    /// Devices, and attributes of them and of the host, known from outside the capture.
    package var knownDevices: [KnownDevice] = []
    /// What is told of the connection of a record, by its frame.
    package var noticed: [UInt64: [NoticedFinding]] = [:]
    package init() {}
  }

  package var options: Options { context.options }
  let context: SessionContext
  var reporter: Reporter { context.reporter }
  var clock: CaptureClock { context.clock }
  var devices: Devices { context.devices }
  var links: Links { context.links }
  var air: LinkLayerState { context.air }
  private var unreadTally = UnreadTally()
  // What follows each protocol, with its own state.
  let discovery: DiscoveryFollower
  let att: ATTFollower
  let security: SecurityFollower
  let ends: ConnectionEnds
  let hci: HCIFollower
  let onAir: AirFollower
  let appLog: AppFollower

  package init(
    options: Options = Options(), sink: any EventSink, observer: (any RecordObserver)? = nil
  ) {
    let context = SessionContext(options, sink: sink, observer: observer)
    self.context = context
    let linkStates = LinkStates(context)
    let decryption = LinkDecryption(context)
    security = SecurityFollower(context, linkStates: linkStates, decryption: decryption)
    discovery = DiscoveryFollower(context)
    att = ATTFollower(context, linkStates: linkStates, security: security, discovery: discovery)
    let l2cap = L2CAPFollower(context, linkStates: linkStates, security: security, att: att)
    ends = ConnectionEnds(
      context, linkStates: linkStates, security: security, discovery: discovery, att: att,
      l2cap: l2cap)
    hci = HCIFollower(
      context, linkStates: linkStates, security: security, decryption: decryption, l2cap: l2cap,
      ends: ends)
    onAir = AirFollower(
      context, linkStates: linkStates, security: security, decryption: decryption, att: att,
      l2cap: l2cap, ends: ends)
    appLog = AppFollower(
      context, linkStates: linkStates, discovery: discovery, att: att, ends: ends, hci: hci)
    reporter.order.endWait = { [unowned self] place in
      if let record = clock.last { att.relieveWait(in: place.context, at: record) }
    }
  }

  /// Takes the next record.
  package func process(_ record: CaptureRecord, bytes: RawSpan) {
    if hasWaits { advance(to: record.time, isAfterLoss: clock.loses(at: record)) }
    let lost = clock.take(record)
    if lost > 0 {
      reporter.emit(Event(.note, record), fact: CaptureFact.lost(lost))
      links.noteLosses()
    }
    if let unsettled = links.unsettled { ends.settleLate(unsettled, at: record, bytes: bytes) }
    if bytes.byteCount < record.originalLength { clock.counts.countCut(at: record) }
    context.current.unread = nil
    context.current.observer?.began(record, bytes: bytes)
    switch record.kind {
    case .command: hci.command(record, bytes: bytes)
    case .event: hci.event(record, bytes: bytes)
    case .acl: hci.acl(at: record, bytes: bytes)
    case .linkLayer: onAir.packet(at: record, bytes: bytes)
    case .system:
      if case .monitor = SystemCode.source(record.code) {
        hci.system(at: record, bytes: bytes)
      } else if let entry = AppLogEntry(code: record.code, bytes: bytes) {
        appLog.take(entry, at: record)
      }
    case .iso:
      if let adapter = links.known(record.adapter) {
        context.current.observer?.found(adapter, of: record, bytes: bytes)
      }
    case .sco, .unknown: break
    }
    if !options.noticed.isEmpty { findNoticed(record, bytes: bytes) }
    unreadTally.count(at: record, unread: context.current.unread)
    clock.finish(at: record)
  }

  /// Whether values are masked in what is read: that they do not fit says nothing.
  package var hasMaskedValues: Bool {
    get { att.hasMaskedValues }
    set { att.hasMaskedValues = newValue }
  }

  /// The captures so far of which no record is read.
  package var unreadCaptures: [UnreadCapture] { unreadTally.captures }

  /// Ends everything still in progress; call it once, after the last record.
  package func finish() {
    guard let record = clock.last else { return }
    advance(to: .never)
    ends.settleUnsettled()
    for adapter in links.adapters {
      context.advertising.giveUpPeriodic(on: adapter, at: record)
      hci.giveUpAttempt(on: adapter, cut: nil, at: record)
      context.advertising.findEndless(on: adapter, at: record)
      adapter.settleServed(record)
      hci.findUnanswered(on: adapter, at: record, isLast: true)
      for ended in adapter.lastEnded { hci.find(ended, at: record) }
      let open = adapter.connections.values.sorted { $0.ordinal < $1.ordinal }
      for connection in open {
        ends.reportSilence(on: connection, at: record)
        hci.findUnreportedEnd(on: connection, at: record)
        ends.settle(connection, at: record, ending: .captureEnds)
      }
      context.advertising.giveUpChains(on: adapter, at: record)
    }
    appLog.finish(at: record)
    onAir.finish(at: record)
    discovery.flush(at: record)
    if clock.counts.timeFalls > 0 {
      reporter.emit(
        Event(.note, record),
        fact: CaptureFact.timeFell(
          count: clock.counts.timeFalls, largest: clock.counts.largestFall.nanoseconds,
          frame: clock.counts.largestFall.frame))
    }
    devices.finish(at: record)
    reporter.order.giveUpAll()
  }

  /// Reports something about the capture itself, at the last record.
  package func note(_ note: CaptureNote, record: CaptureRecord) {
    if case .cutRecord = note.kind, let frame = note.frame {
      clock.counts.endOfFileCut(frame)
    }
    reporter.emit(Event(.note, record), fact: CaptureFact.given(note.message))
  }

  /// Reports what the tester marked.
  /// - Parameters:
  ///   - time: of the mark; what has timed out by then comes before it.
  ///   - record: the one where it stands.
  package func mark(_ text: String, at time: CaptureTime, record: CaptureRecord) {
    if hasWaits { advance(to: time) }
    var event = Event(.mark, record)
    event.time = time
    // It is of no device, whatever the record is of.
    event.adapter = nil
    reporter.emit(event, fact: CaptureFact.mark(text))
  }
}
