import ATTDissector
import AssignedNumbers
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

  package let options: Options
  let opcodes = ATTOpcodes()
  // The parts of the session, each with its own state.
  let reporter: Reporter
  var clock = CaptureClock()
  /// Why the current record is not read, if it is not.
  var unread: UnreadRecord?
  private var unreadTally = UnreadTally()
  let devices: Devices
  let links: Links
  let advertising: Advertising
  /// The state of the air, in captures of the link layer.
  let air = LinkLayerState()
  let keys: LinkKeys
  /// The state of what the log of an app tells.
  let app = AppLog()
  /// Pairings by Passkey Entry: the first ones.
  package internal(set) var passkeys: [PasskeyUse] = []
  /// The payload of the last PDU that was decrypted.
  var opened: [UInt8] = []
  var discoveries = Discoveries()
  let budget = MemoryBudget()
  private let listener: (any RecordObserver)?
  /// Whether what is read now is of an earlier record.
  var readsEarlier = false
  /// What is told of the current record, where anything asks.
  var observer: (any RecordObserver)? { readsEarlier ? nil : listener }
  /// Values are masked in what is read: that they do not fit says nothing.
  package var hasMaskedValues = false

  package init(
    options: Options = Options(), sink: any EventSink, observer: (any RecordObserver)? = nil
  ) {
    self.options = options
    listener = observer
    reporter = Reporter(sink)
    keys = LinkKeys(options)
    devices = Devices(options, budget, reporter)
    links = Links(options.standing, budget, devices, reporter)
    advertising = Advertising(devices, reporter)
    reporter.order.endWait = { [unowned self] place in
      if let record = clock.last { relieveWait(in: place.context, at: record) }
    }
  }

  /// Takes the next record.
  package func process(_ record: CaptureRecord, bytes: RawSpan) {
    if hasWaits { advance(to: record.time, isAfterLoss: clock.loses(at: record)) }
    let lost = clock.take(record)
    if lost > 0 {
      emit(Event(.note, record), fact: CaptureFact.lost(lost))
      links.noteLosses()
    }
    if let unsettled = links.unsettled { settleLate(unsettled, at: record, bytes: bytes) }
    if bytes.byteCount < record.originalLength { clock.counts.countCut(at: record) }
    unread = nil
    observer?.began(record, bytes: bytes)
    switch record.kind {
    case .command: command(record, bytes: bytes)
    case .event: event(record, bytes: bytes)
    case .acl: acl(at: record, bytes: bytes)
    case .linkLayer: linkLayer(at: record, bytes: bytes)
    case .system: system(at: record, bytes: bytes)
    case .iso:
      if let adapter = links.known(record.adapter) {
        observer?.found(adapter, of: record, bytes: bytes)
      }
    case .sco, .unknown: break
    }
    if !options.noticed.isEmpty { findNoticed(record, bytes: bytes) }
    unreadTally.count(at: record, unread: unread)
    clock.finish(at: record)
  }

  /// The captures so far of which no record is read.
  package var unreadCaptures: [UnreadCapture] { unreadTally.captures }

  /// Ends everything still in progress; call it once, after the last record.
  package func finish() {
    guard let record = clock.last else { return }
    advance(to: .never)
    settleUnsettled()
    for adapter in links.adapters {
      advertising.giveUpPeriodic(on: adapter, at: record)
      giveUpAttempt(on: adapter, cut: nil, at: record)
      advertising.findEndless(on: adapter, at: record)
      adapter.settleServed(record)
      findUnanswered(on: adapter, at: record, isLast: true)
      for ended in adapter.lastEnded { find(ended, at: record) }
      let open = adapter.connections.values.sorted { $0.ordinal < $1.ordinal }
      for connection in open {
        reportSilence(on: connection, at: record)
        findUnreportedEnd(on: connection, at: record)
        settle(connection, at: record, ending: .captureEnds)
      }
      advertising.giveUpChains(on: adapter, at: record)
    }
    finishApp(at: record)
    finishLinkLayer(at: record)
    flushDiscoveries(at: record)
    if clock.counts.timeFalls > 0 {
      emit(
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
    emit(Event(.note, record), fact: CaptureFact.given(note.message))
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
    emit(event, fact: CaptureFact.mark(text))
  }

  // MARK: For the parts

  var wantsEvents: Bool { reporter.demand.events }

  func emit(_ event: consuming Event, fact: some EventFact) { reporter.emit(event, fact: fact) }

  func report(
    _ event: Event, fact: some EventFact, as rule: FindingRule, at record: CaptureRecord
  ) {
    reporter.report(event, fact: fact, as: rule, at: record)
  }

  /// Reserves a place for an event of this record that is reported later; earlier events are
  /// reported first.
  func reservePlace(in context: borrowing ATTContext, at record: CaptureRecord) -> Int {
    flushDiscoveries(at: record)
    return reporter.order.reserve(for: context)
  }

  /// Whether this many more octets may be held.
  func mayHold(_ octets: Int, at record: CaptureRecord) -> Bool {
    if budget.transactions.fits(octets) { return true }
    reporter.full(.openTransactions, at: record)
    return false
  }

  func malformed(
    _ unit: MalformedUnit, error: ByteError?, bytes: RawSpan, at record: CaptureRecord,
    on connection: Connection? = nil, isCut: Bool = false, channel: Int? = nil
  ) {
    // Its sender did nothing wrong: it is told as cut, as all such records are.
    if isCut, unit == .command || unit == .event {
      clock.counts.countIncomplete(at: record)
      return
    }
    clock.counts.countMalformed(at: record)
    if unit.isWholeRecord, !isCut || unit == .linkLayerPacket { unread = .malformed }
    let event = Event(.malformed, record, connection, record.direction, channel: channel)
    reporter.emit(event, fact: CaptureFact.malformed(unit, error, isCut: isCut), value: bytes)
    if !isCut { findMalformed(unit, error, bytes: bytes, at: record, on: connection) }
  }
}
