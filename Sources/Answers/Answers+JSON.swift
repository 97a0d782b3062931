import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline
import Vocabulary

/// The document of `--format json`.
extension Answers {
  func writeJSON(to out: OutputStream) {
    var page = ByteWriter(capacity: OutputStream.flushSize)
    var json = JSONLines { page in
      out.buffer.append(page.bytes)
      page.removeAll()
      out.lineEnds()
    }
    json.object(to: &page) { json, page in
      json.member("capture", to: &page) { page in
        page.append("{")
        page.append(captureMembers: summary, decimals: clock.decimals)
        whole(&page)
        page.append("}")
      }
      json.array("connections", connections, to: &page) { connection($0, with: &$1, to: &$2) }
      json.array("characteristics", characteristics, to: &page) {
        characteristic($0, with: &$1, to: &$2)
      }
      if options.shows(.why) {
        json.array("attempts", attempts, to: &page) { attempt($0, with: &$1, to: &$2) }
        if attemptsLeftOut > 0 { json.member("attempts_left_out", attemptsLeftOut, to: &page) }
      }
      json.array("devices", devices, to: &page) { device($0, with: &$1, to: &$2) }
      if options.sections.isEmpty {
        json.array("verdict", conclusions, to: &page) { conclusion($0, with: &$1, to: &$2) }
        json.array("findings", findings, to: &page) { finding($0, with: &$1, to: &$2) }
        if unlisted > 0 { json.member("findings_left_out", unlisted, to: &page) }
      }
      if leftOut > 0 { json.member("left_out", leftOut, to: &page) }
      json.member(options.provenance?.noting(summary.notes), to: &page)
    }
    page.append("\n")
    out.buffer.append(page.bytes)
  }

  /// What is known of the capture at its end.
  private func whole(_ page: inout ByteWriter) {
    if let end = summary.end { page.append(member: "end", time: end, decimals: clock.decimals) }
    page.append(member: "records", session.counts.records)
    if let name = session.adapters.lazy.compactMap(\.hostName).first {
      page.append(member: "host", name)
    } else if let address = session.adapters.lazy.compactMap(\.address).first(where: {
      $0.value != 0
    }) {
      page.append(jsonKey: "host")
      page.append(json: address)
    }
  }

  /// A time as the timeline's `t`.
  private func t(
    _ name: StaticString, _ time: CaptureTime?, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member(name, seconds: time.map { clock.shown($0) }, to: &out)
  }

  private func conclusion(
    _ conclusion: Conclusion, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("text", conclusion.text, to: &out)
    json.member("certainty", conclusion.certainty.rawValue, to: &out)
    json.member("rule", conclusion.rule, to: &out)
    json.numbers("connections", conclusion.connections, to: &out)
    json.numbers("frames", conclusion.frames, to: &out)
  }

  private func finding(
    _ finding: StatsFinding, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("rule", finding.rule.identifier, to: &out)
    json.member("severity", finding.rule.severity.rawValue, to: &out)
    t("t", finding.time, with: &json, to: &out)
    json.member("frame", Int(clamping: finding.frame), to: &out)
    json.member("connection", finding.connection, to: &out)
    if finding.count > 1 { json.member("count", finding.count, to: &out) }
    json.member("text", finding.text, to: &out)
    json.array("evidence", finding.evidence, to: &out) { self.evidence($0, with: &$1, to: &$2) }
  }

  private func evidence(
    _ evidence: Evidence, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("frame", Int(clamping: evidence.frame), to: &out)
    t("t", evidence.time, with: &json, to: &out)
    json.member("text", evidence.text, to: &out)
  }

  // MARK: Connections

  private func connection(
    _ tally: ConnectionTally, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    let connection = tally.connection
    json.member("connection", connection.ordinal, to: &out)
    device(connection.peer?.address, name: connection.peer?.name, with: &json, to: &out)
    if connection.beginsInCapture { t("start", connection.startTime, with: &json, to: &out) }
    t("end", connection.endTime, with: &json, to: &out)
    if options.shows(.why) { ended(tally, with: &json, to: &out) }
    if options.shows(.latency), !connection.isFromApp {
      json.object("att", to: &out) { json, out in
        if isWhole { json.member("requests", connection.counts.requests, to: &out) }
        json.member("answered", tally.answers.count, to: &out)
        if isWhole {
          if tally.perhapsAnswered > 0 {
            json.member("perhaps_answered", tally.perhapsAnswered, to: &out)
          }
          json.member("errors", connection.counts.errors, to: &out)
          json.member("unanswered", connection.counts.unanswered, to: &out)
        }
        guard let all = percentiles(tally.answers.stream) else { return }
        json.member("min_ms", milliseconds: all.least, to: &out)
        json.member("median_ms", milliseconds: all.median, to: &out)
        json.member("p95_ms", milliseconds: all.p95, to: &out)
        json.member("p99_ms", milliseconds: all.p99, to: &out)
        json.member("max_ms", milliseconds: all.most, to: &out)
        json.member("max_frame", tally.answers.slow.first.map { Int(clamping: $0.frame) }, to: &out)
      }
    }
    if options.shows(.throughput) {
      json.object("throughput", to: &out) { json, out in
        json.member("sent_octets", tally.throughput.octets.host, to: &out)
        json.member("received_octets", tally.throughput.octets.peer, to: &out)
        json.member("seconds", seconds: length(of: connection), to: &out)
        json.member("peak_octets_per_s", tally.throughput.peak, to: &out)
        guard let limit = ThroughputLimit(tally) else { return }
        json.object("limit", to: &out) { json, out in
          json.member("cause", limit.cause.rawValue, to: &out)
          json.member("text", limit.text, to: &out)
          json.member("interval_ms", limit.interval, to: &out)
          json.member("octets_per_event", limit.octetsPerEvent, to: &out)
          json.member("possible_octets_per_s", limit.possible, to: &out)
          json.member("phy", "\(limit.phy.name)", to: &out)
        }
      }
    }
    if options.shows(.subscriptions) { neverOn(connection, with: &json, to: &out) }
    json.array("parameters", tally.parameters, to: &out) { terms, json, out in
      t("t", terms.time, with: &json, to: &out)
      json.member("interval_ms", terms.interval, to: &out)
      json.member("peripheral_latency", terms.latency, to: &out)
      json.member("supervision_timeout_ms", terms.timeout, to: &out)
      if terms.subrate > 1 { json.member("subrate_factor", terms.subrate, to: &out) }
    }
  }

  /// What could send values and was not turned on; a sniffer may have missed that it was.
  private func neverOn(
    _ connection: Connection, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    let silent = neverOn(connection)
    guard !silent.isEmpty else { return }
    let isSure = connection.hearing.isOfHost
    let isLocal = connection.servesAsPeripheral
    json.array(isSure ? "never_turned_on" : "not_heard_turned_on", silent, to: &out) {
      attribute, json, out in
      names(of: attribute, with: &json, to: &out)
      json.member("handle", Int(attribute.handle), to: &out)
      if isLocal { json.member("is_host", true, to: &out) }
    }
  }

  private func ended(
    _ tally: ConnectionTally, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    let connection = tally.connection
    guard connection.endTime != nil else { return }
    let verdict = Verdict(tally, captureEnd: captureEnd)
    json.object("ended", to: &out) { json, out in
      if let reason = connection.endReason?.rawValue {
        json.member("reason", HCIStatusName.name(of: reason).map { "\($0)" }, to: &out)
        json.member("reason_code", Int(reason), to: &out)
      }
      // As in the timeline: on the air there is no recording host.
      let isOnAir = connection.hearing.isOnAir
      let by = isOnAir ? Connection.Terminator.unknown : connection.endedBy
      json.member("by", "\(by.name)", to: &out)
      if isOnAir, connection.endedBy != .unknown {
        let role: LinkRole = connection.endedBy == .local ? .central : .peripheral
        json.member("from", role.name.description, to: &out)
      }
      if connection.inferredEnd != nil { json.member("inferred", true, to: &out) }
      json.member("text", verdict.sentence, to: &out)
      json.member("certainty", verdict.certainty.rawValue, to: &out)
      json.array("evidence", verdict.evidence, to: &out) { self.evidence($0, with: &$1, to: &$2) }
    }
  }

  // MARK: Characteristics

  private func characteristic(
    _ tally: CharacteristicTally, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.member("connection", tally.key.connection, to: &out)
    names(of: tally.value, with: &json, to: &out)
    if tally.value?.hasHandle != false { json.member("handle", Int(tally.key.handle), to: &out) }
    if tally.key.isLocal { json.member("is_host", true, to: &out) }
    json.member("values", tally.values, to: &out)
    json.member("reads", tally.reads, to: &out)
    json.member("writes", tally.writes + tally.commands, to: &out)
    json.member("notifications", tally.pushed, to: &out)
    if options.shows(.subscriptions) {
      t("subscribed_at", tally.subscribed?.time, with: &json, to: &out)
      if tally.isDeduced { json.member("subscribed_source", "inferred", to: &out) }
      t("unsubscribed_at", tally.unsubscribed?.time, with: &json, to: &out)
      t("subscription_refused_at", tally.refused?.time, with: &json, to: &out)
      json.member("first_value_ms", milliseconds: tally.firstValue?.duration, to: &out)
      if let periods = percentiles(tally.periods) {
        json.member("period_median_ms", milliseconds: periods.median, to: &out)
        json.member("period_max_ms", milliseconds: periods.most, to: &out)
      }
    }
    if options.shows(.latency), let answers = percentiles(tally.answers) {
      json.member("median_ms", milliseconds: answers.median, to: &out)
      json.member("p95_ms", milliseconds: answers.p95, to: &out)
      json.member("max_ms", milliseconds: answers.most, to: &out)
    }
  }

  private func names(
    of attribute: Attribute?, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    let path = attribute?.path
    if let uuid = path?.service { json.member("service", to: &out) { $0.append(json: uuid) } }
    if let uuid = path?.characteristic {
      json.member("characteristic", to: &out) { $0.append(json: uuid) }
    }
    if let instance = path?.instance, instance > 0 { json.member("instance", instance, to: &out) }
    json.member("label", attribute?.label, to: &out)
  }

  // MARK: Devices

  private func device(
    _ address: BluetoothAddress?, name: String?, with json: inout JSONLines,
    to out: inout ByteWriter
  ) {
    if let address { json.member("address", to: &out) { $0.append(json: address) } }
    json.member("name", name, to: &out)
  }

  private func device(_ tally: DeviceTally, with json: inout JSONLines, to out: inout ByteWriter) {
    device(tally.address, name: tally.peer?.name, with: &json, to: &out)
    json.member("advertisements", tally.advertisements, to: &out)
    t("first_t", tally.heard?.first, with: &json, to: &out)
    t("last_t", tally.heard?.last, with: &json, to: &out)
    guard options.shows(.signal) else { return }
    json.member("rssi_min_dbm", tally.strengths.least.map { Int($0) }, to: &out)
    json.member("rssi_median_dbm", tally.strengths.median.map { Int($0) }, to: &out)
    json.member("rssi_max_dbm", tally.strengths.most.map { Int($0) }, to: &out)
    if let intervals = percentiles(tally.intervals) {
      json.member("interval_median_ms", milliseconds: intervals.median, to: &out)
    }
    let course = tally.signal.course
    if let start = course.start {
      json.array("signal", course.heardParts, to: &out) { part, json, out in
        t("t", start.after(part.offset), with: &json, to: &out)
        json.member("seconds", seconds: course.length, to: &out)
        strengths(part.strengths, with: &json, to: &out)
      }
    }
    guard !tally.signal.channels.isEmpty else { return }
    json.array("channels", tally.signal.channels, to: &out) { heard, json, out in
      json.member("channel", Int(heard.channel), to: &out)
      json.member("bad_crc", heard.damaged, to: &out)
      strengths(heard.strengths, packets: heard.packets, with: &json, to: &out)
    }
  }

  private func strengths(
    _ range: StrengthRange, packets: Int? = nil, with json: inout JSONLines,
    to out: inout ByteWriter
  ) {
    json.member("packets", packets ?? range.count, to: &out)
    guard let mean = range.mean else { return }
    json.member("rssi_min_dbm", Int(range.least), to: &out)
    json.member("rssi_mean_dbm", (mean * 10).rounded() / 10, to: &out)
    json.member("rssi_max_dbm", Int(range.most), to: &out)
  }
}

extension CharacteristicTally {
  /// The characteristic's value, whatever its events were about.
  var value: Attribute? {
    attribute?.kind == .descriptor ? attribute?.characteristic : attribute
  }
}

extension JSONLines {
  /// Exact, as `response_ms` of the timeline.
  fileprivate mutating func member(
    _ name: StaticString, milliseconds nanoseconds: Int64?, to out: inout ByteWriter
  ) {
    member(name, nanoseconds.map { Double($0) / 1e6 }, to: &out)
  }
}
