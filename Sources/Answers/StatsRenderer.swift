import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import System
import Timeline
import Vocabulary

/// The questions that `stats` answers.
package enum StatsSection: CaseIterable, Sendable {
  case why, latency, throughput, subscriptions, signal
}

/// Why connections ended, how long answers took, how much was sent, who subscribed to what, and how
/// well devices were heard.
package final class StatsRenderer: TimelineRenderer {
  package enum Format: Sendable {
    case text, json, sarif, codeQuality
    /// The answers, or the report of the captures.
    case markdown, markdownReport
    /// Only `found`.
    case findings
  }

  package struct Options: Sendable {
    package var format = Format.text
    /// Empty: all.
    package var sections: Set<StatsSection> = []
    /// Every connection and device, however many.
    package var showsAll = false
    /// Selects what is counted; attributes are selected here, not before.
    package var filter = EventFilter()
    /// The version of this program.
    package var version = ""
    /// `nil`: forms that would show it do not.
    package var provenance: Provenance?
    package init() {}

    func shows(_ section: StatsSection) -> Bool { sections.isEmpty || sections.contains(section) }
  }

  private let out: OutputStream
  let options: Options
  /// At the end.
  package private(set) var found: [StatsFinding] = []
  private(set) var conclusions: [Conclusion] = []
  /// What else was found, beyond what is kept, and whether all of it is of what was selected.
  package private(set) var beyond: [FindingRule.Severity: Int] = [:]
  package var isWhole: Bool { !options.filter.selectsParts }
  package private(set) var clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  var tallies = Tallies()
  /// When this host began to scan, if it does.
  private(set) var scanStart: CaptureTime?
  /// Each with the least number that its records can have.
  private var captures: [(first: UInt64, name: String)] = []
  /// The last messages of the connection that the verdict is about; Markdown draws them.
  private let lastExchange: LastExchange?

  package init(_ out: OutputStream, options: Options = Options()) {
    self.out = out
    self.options = options
    let isMarkdown = options.format == .markdown || options.format == .markdownReport
    lastExchange = isMarkdown ? LastExchange() : nil
  }

  private var hasCounted = false
  package var hasMatch: Bool? { options.filter.selectsAttributes ? hasCounted : nil }

  /// Advertisements are decoded as a report beside it does: otherwise all would be for both.
  package var demand: EventDemand {
    EventDemand(advertisedData: false, decoding: .advertisementsLater, marks: false)
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures.append((frame, info.name))
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    lastExchange?.begin(clock)
  }

  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    options.filter.allows(frame: frame, time: time, clock: clock)
  }

  // MARK: Events

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    if options.filter.frames != nil { tallies.reach(event.time) }
    lastExchange?.add(event, fields: fields, value: value)
    switch event.content {
    case .advertisement(let content):
      advertisement(event, content: content)
      return
    case .advertising(.scan(let enable, _, _)):
      scanStart = enable.isEnabled ? event.time : nil
      return
    default: break
    }
    guard let connection = event.connection else {
      if options.filter.connection == nil,
        let attempt = FailedAttempt(event, evidence(of: event, fields: fields))
      {
        tallies.failed(attempt)
      }
      return
    }
    guard let tally = tallies.connection(connection) else { return }
    switch event.kind {
    case .read, .write, .writeCommand, .notification, .indication:
      self.value(
        event, value: value, octets: event.content.wholeLength ?? value.byteCount, in: tally)
      if event.kind == .write && event.responseTime != nil || event.kind == .writeCommand {
        tally.lastWrite = ConnectionTally.LastWrite(
          frame: event.requestFrame ?? event.frame, time: event.time, attribute: event.attribute,
          handle: event.handle, isHost: event.direction == .sent)
      }
    case .attError:
      refused(event, fields: fields, in: tally)
      denied(event, fields: fields, in: tally)
    case .connected:
      parameters(event, in: tally)
      if let address = event.address {
        let device = tallies.device(at: address)
        device?.peer = event.peer
        if let heard = device?.lastHeard {
          let text = "the last advertisement before it connected" + Self.dBm(heard.strength)
          tally.lastAdvertisement = ConnectionTally.LastAdvertisement(
            evidence: Evidence(frame: heard.frame, time: heard.time, text: text),
            strength: heard.strength)
        }
        device?.connectsAgain(evidence(of: event, fields: fields, start: "connects again"))
      }
    case .connectionUpdated:
      parameters(event, in: tally)
      if event.isProblem { tally.remark(evidence(of: event, fields: fields)) }
    case .disconnected:
      tally.endEvent = evidence(of: event, fields: fields)
      if let address = event.address { tallies.device(at: address)?.ended(tally) }
    case .phyUpdated:
      switch event.content {
      case .link(.phys(let tx, let rx, _)), .link(.physSeen(let tx, let rx, _)):
        if let tx { tally.packets.txPHY = tx }
        if let rx { tally.packets.rxPHY = rx }
      default: break
      }
      if event.isProblem { tally.remark(evidence(of: event, fields: fields, start: "PHY ")) }
    case .dataLength:
      if case .link(.dataLength(let length, _, _, _, _)) = event.content {
        tally.packets.length = length
      }
      tally.lengthChange = tally.shared(evidence(of: event, fields: fields))
    case .security:
      let said = tally.shared(evidence(of: event, fields: fields))
      tally.remark(said)
      if case .security(let fact) = event.content {
        tally.pairings.add(event, fact: fact, said: said)
      }
    case .note: note(event, fields: fields, in: tally)
    default: break
    }
    if event.isProblem, event.responseTime == nil, let frame = event.requestFrame,
      let time = event.requestTime, event.kind != .disconnected, event.kind != .security,
      !event.content.isParameterRequest
    {
      tally.opened(
        .init(
          frame: frame, time: time, settledFrame: event.frame,
          hasTimedOut: event.content.hasTimedOut,
          isOfPeer: event.direction == .received, text: request(event, fields: fields)))
    } else if event.isProblem, event.kind == .indication, event.responseTime == nil {
      var text = ByteWriter(capacity: 64)
      text.append("indication of ")
      text.append(string: request(event, fields: fields))
      tally.opened(
        .init(
          frame: event.frame, time: event.time, settledFrame: event.frame, hasTimedOut: true,
          isIndication: true, isOfPeer: event.direction == .received, text: text.string))
    }
  }

  private func note(
    _ event: borrowing Event, fields: borrowing EventFields, in tally: ConnectionTally
  ) {
    switch event.content {
    case .link(.goesOn):
      tally.endEvent = nil
      if let address = event.address { tallies.device(at: address)?.goesOn(tally) }
      tally.remark(evidence(of: event, fields: fields))
    case .channel, .isochronous(.requested), .isochronous(.stream), .isochronous(.streamRejected),
      .isochronous(.streamEnded):
      tally.carriesOther = true
    case .link(.parameterRequest), .link(.parametersUnanswered):
      var asked = evidence(
        of: event, fields: fields,
        start: event.from == .central ? "the central asks for " : "the peripheral asks for ")
      // Without an answer, there is only the request.
      if event.responseTime == nil, let frame = event.requestFrame, let time = event.requestTime {
        (asked.frame, asked.time) = (frame, time)
      }
      tally.remark(asked)
      // A peripheral may refuse, too.
      if event.from == .peripheral,
        case .link(.parameterRequest(_, accepted: false)) = event.content
      {
        tally.refused.add(asked)
      }
    default: break
    }
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    guard options.filter.includesAttribute(of: request),
      let tally = tallies.connection(request.connection)
    else { return }
    let duration = request.time.nanoseconds(since: request.requestTime)
    let isServed =
      request.connection.hearing.isOfHost && request.database === request.connection.local
    // How long it was is not known across a clock that went back.
    guard duration >= 0, !request.connection.hearing.timesFail else {
      tally.answers.addUntimed()
      return
    }
    tallies.spool.add(duration, to: tally.answers.stream)
    // Not that of the last event: events of other connections may hold back the one that says so.
    if let interval = request.connection.state.intervals.last, request.connection.interval > 0,
      let index = place(
        interval.milliseconds * Double(request.connection.state.subrate),
        latency: Int(request.connection.state.latency), in: tally)
    {
      if isServed, tally.intervals[index].served == nil {
        tally.intervals[index].served = tallies.spool.makeStream()
      }
      let interval = tally.intervals[index]
      tallies.spool.add(duration, to: isServed ? interval.served : interval.asked)
    }
    tally.use()
    if request.database !== request.connection.local {
      tally.throughput.waited(duration, at: request.time)
    }
    tally.answers.add(
      .init(
        duration: duration, opcode: request.opcode, handle: request.handle,
        attribute: request.attribute, requestFrame: request.requestFrame,
        requestTime: request.requestTime,
        frame: request.frame), isServed: isServed)
  }

  private func parameters(_ event: borrowing Event, in tally: ConnectionTally) {
    // Not of a failed update, nor of BR/EDR.
    guard let terms = event.content.terms, terms.interval.milliseconds > 0 else { return }
    let interval = terms.interval.milliseconds
    let (latency, timeout) = (Int(terms.latency), Int(terms.timeout) * 10)
    let subrate = max(1, Int(terms.subrate))
    tally.add(
      ConnectionTally.Parameters(
        frame: event.frame, time: event.time, interval: interval, latency: latency,
        timeout: timeout, subrate: subrate))
    _ = place(interval * Double(subrate), latency: latency, in: tally)
  }

  /// Where the answers at an interval are counted; `nil` where there are too many.
  private func place(_ interval: Double, latency: Int, in tally: ConnectionTally) -> Int? {
    if let index = tally.intervals.firstIndex(where: { $0.interval == interval }) {
      tally.intervals[index].latency = max(tally.intervals[index].latency, latency)
      return index
    }
    guard tally.intervals.count < ConnectionTally.listLimit else { return nil }
    tally.intervals.append((interval, latency, tallies.spool.makeStream(), nil))
    return tally.intervals.count - 1
  }

  /// - octets: how long the value was, of which the capture may have less.
  private func value(
    _ event: borrowing Event, value: RawSpan, octets: Int, in tally: ConnectionTally
  ) {
    let isPushed = event.kind == .notification || event.kind == .indication
    let isWrite = event.kind == .write || event.kind == .writeCommand
    let isAnswered = isPushed || event.kind == .writeCommand || event.responseTime != nil
    if isWrite, value.byteCount == 2, event.attribute?.uuid == nil {
      tally.mayHaveSubscribed = true
    }
    guard let attribute = event.attribute else { return }
    let counts = options.counts(attribute)
    if counts, !hasCounted { hasCounted = true }
    let side: Side = event.direction == .sent ? .host : .peer
    if counts, isPushed || event.kind == .writeCommand { tally.use() }
    if counts, event.content.hasValue {
      tally.add(
        Throughput.Value(
          octets: octets, side: side, waits: event.kind == .read || event.kind == .write,
          isMeanwhile: event.kind == .writeCommand && side == .host
            && tally.connection.bearer.isAsked,
          time: event.time))
      // The longest value that the least MTU lets through: an opcode, and but for answers a handle,
      // come first.
      let bearer = tally.connection.bearer
      let longest = event.kind == .read ? 22 : 20
      if octets == longest, bearer.isMTUKnown, bearer.mtu == Bearer.defaultMTU {
        tally.full.add(octets: longest, frame: event.frame, time: event.time)
      }
    }
    // What turns on a characteristic that is counted belongs to it, and is itself not counted; it may be
    // known as that only later.
    let mayConfigure =
      event.kind == .write && attribute.uuid == nil && value.byteCount == 2
      && value.uint16LittleEndian(at: 0) <= 3
    guard
      counts || mayConfigure
        || attribute.isClientConfiguration && options.counts(attribute.characteristic)
    else { return }
    // The side that has the value: it sends what is read or notified, and gets what is written.
    let isLocal = isWrite ? side == .peer : side == .host
    // Some devices send values of what their tree says is a descriptor.
    guard attribute.kind != .descriptor || attribute.isClientConfiguration || isPushed,
      let characteristic = tallies.characteristic(
        of: attribute, isLocal: isLocal, on: tally.connection)
    else { return }
    characteristic.name(attribute)
    if attribute.kind == .descriptor, !isPushed {
      if isWrite, value.byteCount > 0 {
        configured(
          value.uint8(at: 0) & 3, event: event, characteristic: characteristic,
          isAnswered: isAnswered)
        if value.byteCount == 2, value.uint8(at: 0) == 0, 1...3 ~= value.uint8(at: 1) {
          characteristic.swapped = event.requestFrame ?? event.frame
        }
      }
      return
    }
    if mayConfigure {
      let bits = value.uint8(at: 0)
      characteristic.maybeConfigured(WrittenConfiguration(bits, event, isAnswered: isAnswered))
      guard counts else { return }
    }
    switch event.kind {
    case .read where isAnswered:
      characteristic.reads += 1
      answered(event, characteristic: characteristic)
    case .write where isAnswered:
      characteristic.writes += 1
      answered(event, characteristic: characteristic)
    case .writeCommand: characteristic.commands += 1
    case .notification, .indication:
      if !event.content.isTruncated {
        characteristic.subscribing.paired.came(value, event: event, form: event.content.form)
      }
      pushed(event, characteristic: characteristic)
    default: break
    }
  }

  private func answered(_ event: borrowing Event, characteristic: CharacteristicTally) {
    guard let duration = event.responseTime, duration >= 0,
      event.connection?.hearing.timesFail != true
    else { return }
    tallies.spool.add(duration, to: characteristic.answers)
  }

  private func pushed(_ event: borrowing Event, characteristic: CharacteristicTally) {
    if event.kind == .notification {
      characteristic.notifications += 1
    } else {
      characteristic.indications += 1
    }
    let sending = characteristic.subscribing
    // Silence while it is off is no gap.
    if sending.unsubscribed == nil {
      if let last = sending.lastValue {
        let period = event.time.nanoseconds(since: last)
        tallies.spool.add(period, to: characteristic.periods)
        if period > characteristic.longest.duration {
          characteristic.longest = (period, event.frame)
        }
      }
      sending.lastValue = event.time
    }
    if sending.firstPushed == nil {
      sending.firstPushed = Evidence(
        frame: event.frame, time: event.time, text: "the first value")
    }
    if sending.isOn {
      sending.came(event.time)
    } else {
      sending.cameUnasked(event.time)
    }
  }

  private func configured(
    _ bits: UInt8, event: borrowing Event, characteristic: CharacteristicTally,
    isAnswered: Bool
  ) {
    let written = WrittenConfiguration(bits, event, isAnswered: isAnswered)
    guard isAnswered else {
      if bits != 0 { characteristic.askedFrame = written.evidence.frame }
      return
    }
    let sending = characteristic.subscribing
    sending.took(bits, frame: written.evidence.frame)
    if bits != 0 { characteristic.refused = nil }
    if bits == 0 {
      sending.turnedOff(written.evidence)
    } else if !sending.isOn {
      sending.turnedOn(written.evidence, since: written.since)
    }
  }

  /// A server has answered a write to a Client Characteristic Configuration with an error.
  private func refused(
    _ event: borrowing Event, fields: borrowing EventFields, in tally: ConnectionTally
  ) {
    guard let attribute = event.attribute, attribute.isClientConfiguration,
      options.counts(attribute.characteristic),
      let bits = event.content.request?.value?.first, bits & 3 != 0,
      let characteristic = tallies.characteristic(
        of: attribute, isLocal: event.direction == .sent, on: tally.connection)
    else { return }
    characteristic.name(attribute)
    characteristic.refused = evidence(of: event, fields: fields)
  }

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    let percentiles = tallies.spool.percentiles()
    if let error = tallies.spool.error {
      out.fail(error, of: "the temporary file of durations")
      return
    }
    tallies.nameConfigurations { options.counts($0) }
    tallies.deduceConfigurations()
    tallies.noteUnheard(scanStart: scanStart)
    let answers = Answers(options, clock, summary, session, percentiles, tallies)
    switch options.format {
    case .text: answers.write(to: out)
    case .json: answers.writeJSON(to: out)
    case .sarif, .codeQuality: answers.writeAlerts(to: out, captures: captures)
    case .markdown, .markdownReport:
      answers.withoutFolders.writeMarkdown(
        lastExchange, provenance: options.provenance?.noting(summary.notes), to: &out.buffer)
    case .findings:
      found = answers.findings
      conclusions = answers.conclusions
      beyond = session.findings.beyond.merging(answers.hidden, uniquingKeysWith: +)
      return
    }
    out.lineEnds()
  }
}

extension StatsRenderer {
  /// What a report tells of what was found; at the end.
  package var reportAnswers: ReportAnswers {
    ReportAnswers(
      verdict: conclusions.map(\.sentence),
      findings: found.filter(\.isCounted).map {
        Finding(
          counted: $0.rule, connection: $0.connection, frame: $0.frame, time: $0.time,
          text: $0.text,
          count: $0.count)
      })
  }
}

extension StatsRenderer {
  /// Where the verdict can be looked at: records, and connections; at the end.
  package var verdictPlaces: (frames: [UInt64], connections: [Int]) {
    let first = conclusions.first
    return (first?.frames ?? [], first?.connections ?? [])
  }
}
