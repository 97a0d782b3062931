import BTSnoop
import Bytes
import GATTValues

/// Where the parts of a session report: events go to the sink in the order of their records, a full
/// table is reported once, and findings are kept.
final class Reporter {
  private let sink: any EventSink
  /// The sink's, read once.
  let demand: EventDemand
  private(set) var findings = Findings()
  /// Frames of refusals that were shown as problems, and turned out to be none.
  private(set) var curedFrames: Set<UInt64> = []
  /// What events pass through, and where places are reserved for those that come later.
  let order: EventOrder
  private var fullTables: Set<SessionTable> = []
  /// Fields of the current event, between `start` and `emit`.
  var fields = EventFields()

  /// Whether the sink takes events.
  var wantsEvents: Bool { demand.events }

  init(_ sink: any EventSink) {
    self.sink = sink
    demand = sink.demand
    order = EventOrder(sink)
  }

  // MARK: Events

  /// Whether the sink decodes the advertisement that comes next. What is held is decoded before:
  /// how much there is of it decides how long it may be held.
  var decodesLater: Bool { demand.decoding != .first && !order.isWaiting }
  /// Whether the sink decodes the next value itself.
  var decodesValuesLater: Bool { demand.decoding == .later && !order.isWaiting }

  func emit(_ event: consuming Event, fact: some EventFact) {
    let nothing: [UInt8] = []
    emit(event, fact: fact, value: nothing.rawBytes)
  }

  func emit(_ event: consuming Event, fact: some EventFact, value: RawSpan) {
    guard demand.events else { return }
    start(&event, fact: fact)
    emit(event, value: value)
  }

  /// Emits it in the place reserved for it.
  func emit(_ event: consuming Event, fact: some EventFact, ticket: Int) {
    start(&event, fact: fact)
    let nothing: [UInt8] = []
    emit(event, value: nothing.rawBytes, ticket: ticket)
  }

  private func start(_ event: inout Event, fact: some EventFact) {
    event.content = fact.content
    start(event)
    fields.write(fact)
  }

  /// Empties the fields for the next event.
  func start(_ event: borrowing Event) {
    start()
    if let channel = event.channel { fields.own.add(.event.l2capChannel, channel) }
  }

  /// Empties the fields before the event they are for exists.
  func start() { fields.removeAll() }

  /// Emits an event whose fields are filled.
  func emit(_ event: borrowing Event, value: RawSpan) {
    guard demand.events else { return }
    if order.holds {
      order.emit(takeHeld(copy event, value: value))
    } else {
      order.emit(event, fields: fields, value: value)
    }
  }

  func emit(_ event: consuming Event, value: RawSpan, ticket: Int) {
    order.fill(ticket, with: takeHeld(event, value: value))
  }

  /// At once, even if events are held: it is about the request alone.
  func answered(_ request: borrowing AnsweredRequest) { sink.answered(request) }

  func heard(_ packet: borrowing HeardPacket) { sink.heard(packet) }

  func takeHeld(_ event: Event, value: RawSpan) -> HeldEvent {
    var taken = EventFields()
    swap(&taken, &fields)
    return HeldEvent(event, taken, value)
  }

  // MARK: Notes and findings

  func full(_ table: SessionTable, at record: CaptureRecord) {
    guard fullTables.insert(table).inserted else { return }
    emit(Event(.note, record), fact: CaptureFact.full(table))
  }

  /// - Parameter moment: where it was found, if not at the record.
  func find(
    _ fact: FindingFact, on connection: Connection?, at record: CaptureRecord,
    moment: (frame: UInt64, time: CaptureTime)? = nil
  ) {
    let (frame, time) = moment ?? (record.frame, record.time)
    guard sink.takesFinding(frame: frame, time: time) else { return }
    findings.add(fact, on: connection, frame: frame, at: time)
  }

  /// Emits an event; if it is a problem, it is a finding in the same words.
  func report(
    _ event: Event, fact: some EventFact, as rule: FindingRule, at record: CaptureRecord
  ) {
    emit(event, fact: fact)
    guard event.isProblem else { return }
    find(.reported(fact, rule, frame: record.frame), on: event.connection, at: record)
  }

  // What is found where an end is inferred may have to be taken back.
  func beginProvisional() { findings.isProvisional = true }
  func endProvisional() { findings.isProvisional = false }

  /// A connection has not ended.
  /// - wasFound: a finding said so.
  func withdrawEnd(of connection: Connection, wasFound: Bool) {
    findings.withdrawEnd(of: connection.ordinal, wasFound: wasFound)
  }

  /// A refusal was cured by the encryption that followed.
  func noteCured(_ frame: UInt64) {
    if curedFrames.count < SessionLimits.curedRefusals { curedFrames.insert(frame) }
  }

  /// A device got a lower number.
  func renumber(_ old: Int, as new: Int) { findings.renumber(old, as: new) }
}
