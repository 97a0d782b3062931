import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Vocabulary

/// One document: `capture`, `events`, `devices`, `connections`, `verdict`, `findings`, `provenance`, written as it
/// streams.
package final class JSONRenderer: SplitRenderer {
  package let out: OutputStream
  private let adverts: AdvertisementChoice
  private let provenance: Provenance?
  private var captures: CaptureKeys?
  private let seen: SeenRecords?
  private var json: EventJSON?
  /// The texts of an event.
  private var texts = ByteWriter(capacity: 256)
  private var isFirst = true
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  /// Asked at the end, where somebody looks for what went wrong in all of the capture.
  package var answers: (() -> ReportAnswers?)?

  /// - adverts: which advertisements it is given.
  /// - captureKey: of the capture that an event is from; `nil` to leave that out.
  /// - provenance: `nil` to leave that out.
  /// - seen: the records of other recorders about the same.
  package init(
    _ out: OutputStream, adverts: AdvertisementChoice = .all,
    captureKey: ((CaptureInfo) -> CaptureKey?)? = nil, provenance: Provenance? = nil,
    seen: SeenRecords? = nil
  ) {
    self.seen = seen
    self.out = out
    self.provenance = provenance
    self.adverts = adverts
    captures = captureKey.map { CaptureKeys($0) }
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    json = EventJSON(clock: clock)
    out.buffer.append("{")
    out.buffer.append(member: "capture") {
      $0.append(captureMembers: summary, decimals: clock.decimals, adverts: adverts)
    }
    open("events")
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    out.buffer.append(isFirst ? "\n" : ",\n")
    isFirst = false
    json?.write(
      event, fields: fields, value: value, last: ending(of: event), texts: &texts, to: &out.buffer)
    out.lineEnds()
  }

  // MARK: Several threads

  package func ending(of event: borrowing Event) -> [UInt8] {
    let members = captures?.members(of: event.frame) ?? []
    guard let seen, event.content.isOfRecord else { return members }
    var ending = ByteWriter(capacity: 256)
    ending.append(members)
    ending.append(seen: seen(event.frame), clock: clock)
    return ending.bytes.copy()
  }

  package func formatter(with clock: TimelineClock) -> @Sendable () -> any EventFormatter {
    { ObjectFormatter(clock, before: ",\n", after: "") }
  }

  package func take(_ page: RawSpan) {
    // No comma before the first.
    guard page.byteCount > 0 else { return }
    out.take(lines: isFirst ? page.clamped(1) : page)
    isFirst = false
  }

  package func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan
  ) {
    out.buffer.append(isFirst ? "\n" : ",\n")
    isFirst = false
    json?.write(event, texts: texts, fields: fields, value: value, last: last, to: &out.buffer)
    out.lineEnds()
  }

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    out.buffer.append(isFirst ? "]" : "\n]")
    list("devices", session.connectedPeers + session.peerList.filter { $0.ordinal == 0 }) {
      device($0)
    }
    list("connections", session.connections) { connection($0) }
    let answers = answers?()
    if let answers { list("verdict", answers.verdict) { sentence($0) } }
    list("findings", answers?.added(to: session.findings.list) ?? session.findings.list) {
      finding($0)
    }
    if let provenance {
      out.buffer.append(",\n")
      out.buffer.append(jsonKey: "provenance", comma: false)
      out.buffer.append(object: provenance.noting(summary.notes))
    }
    out.buffer.append("}\n")
    out.lineEnds()
  }

  /// Begins a list on a line of its own.
  private func open(_ key: StaticString) {
    out.buffer.append(",\n")
    out.buffer.append(jsonKey: key, comma: false)
    out.buffer.append("[")
  }

  private func list<Element>(
    _ key: StaticString, _ elements: [Element], _ body: (Element) -> Void
  ) {
    open(key)
    for (index, element) in elements.enumerated() {
      out.buffer.append(index == 0 ? "\n{" : ",\n{")
      body(element)
      out.buffer.append("}")
      out.lineEnds()
    }
    out.buffer.append(elements.isEmpty ? "]" : "\n]")
  }

  private func address(_ address: BluetoothAddress) {
    out.buffer.append(jsonKey: "address")
    out.buffer.append(json: address)
    if let kind = address.kind.name {
      out.buffer.append(member: "address_type", word: kind)
    }
  }

  private func device(_ peer: Peer) {
    if peer.ordinal > 0 {
      out.buffer.append(member: "number", peer.ordinal)
    }
    address(peer.address)
    if let name = peer.name { out.buffer.append(member: "name", name) }
    if peer.addresses.count > 1 {
      out.buffer.append(member: "addresses", list: peer.addresses) { $1.append(json: $0) }
    }
    member("advertisements", peer.advertisements)
    if let rssi = peer.rssi {
      member("rssi_min_dbm", Int(rssi.lowerBound))
      member("rssi_max_dbm", Int(rssi.upperBound))
    }
    out.buffer.append(member: "connectable", peer.isConnectable)
    if !peer.advertisedServices.isEmpty {
      out.buffer.append(member: "service_uuids", list: peer.advertisedServices) {
        $1.append(json: $0)
      }
    }
    if !peer.serviceData.isEmpty {
      out.buffer.append(member: "service_data_uuids", list: peer.serviceData.map(\.uuid)) {
        $1.append(json: $0)
      }
    }
    if let company = peer.company {
      if Peer.isCompany(company, of: peer.address.value),
        let name = AssignedNumbers.company(company)
      {
        out.buffer.append(member: "company", name)
      }
      member("company_code", Int(company))
    }
    member("connections", peer.connectionCount)
  }

  private func member(_ key: StaticString, _ value: Int) {
    out.buffer.append(member: key, value)
  }

  private func connection(_ connection: Connection) {
    out.buffer.append(member: "connection", connection.ordinal)
    if let adapter = connection.adapter { member("adapter", Int(adapter)) }
    if let link = connection.link {
      var address = ByteWriter(capacity: 64)
      address.append(hex32: link.accessAddress)
      out.buffer.append(jsonKey: "access_address")
      out.buffer.append(json: address.bytes)
    } else if !connection.isFromApp {
      member("connection_handle", Int(connection.handle))
    }
    if connection.transport == .brEDR { out.buffer.append(member: "transport", word: "br_edr") }
    if let peer = connection.peer {
      address(peer.address)
      if let name = peer.name { out.buffer.append(member: "name", name) }
    }
    if let role = connection.role, connection.hearing.isOfHost {
      out.buffer.append(member: "role", word: role.name)
    }
    if connection.beginsInCapture {
      out.buffer.append(jsonKey: "start_t")
      clock.write(connection.startTime, to: &out.buffer)
    }
    if let time = connection.start.setupTime {
      out.buffer.append(member: "setup_ms", number: Double(time) / 1e6)
    }
    if let end = connection.endTime {
      out.buffer.append(jsonKey: "end_t")
      clock.write(end, to: &out.buffer)
    }
    if let reason = connection.endReason {
      if let name = HCIStatusName.name(of: reason.rawValue) {
        out.buffer.append(member: "reason", word: name)
      }
      member("reason_code", Int(reason.rawValue))
      out.buffer.append(member: "by", word: connection.endedBy.name)
    }
    if connection.inferredEnd != nil { out.buffer.append(member: "inferred", true) }
    if !connection.state.intervals.isEmpty {
      out.buffer.append(member: "intervals_ms", list: connection.state.intervals) {
        $1.append(number: $0.milliseconds)
      }
      member("peripheral_latency", Int(connection.state.latency))
      member("supervision_timeout_ms", Int(connection.state.timeout) * 10)
    }
    if connection.bearer.isMTUKnown { member("mtu", Int(connection.bearer.mtu)) }
    if let encrypted = connection.wasEncrypted {
      out.buffer.append(member: "encrypted", encrypted)
    }
    member("requests", connection.counts.requests)
    member("answers", connection.counts.answers)
    member("errors", connection.counts.errors)
    member("unanswered", connection.counts.unanswered)
    member("notifications", connection.counts.notifications)
    member("indications", connection.counts.indications)
    member("write_commands", connection.counts.commands)
    if connection.hearing.isOfHost, !connection.isFromApp {
      member("acl_sent_octets", connection.traffic.octets.host)
      member("acl_received_octets", connection.traffic.octets.peer)
    }
  }

  private func sentence(_ sentence: ReportAnswers.Sentence) {
    out.buffer.append(member: "text", sentence.text)
    out.buffer.append(member: "certainty", sentence.certainty)
    if let rule = sentence.rule { out.buffer.append(member: "rule", rule) }
    out.buffer.append(member: "connections", list: sentence.connections) {
      $1.append(decimal: $0)
    }
    out.buffer.append(member: "frames", list: sentence.frames) { $1.append(decimal: $0) }
  }

  private func finding(_ finding: Finding) {
    out.buffer.append(member: "frame", finding.frame)
    out.buffer.append(jsonKey: "t")
    clock.write(finding.time, to: &out.buffer)
    if let connection = finding.connection { member("connection", connection) }
    if finding.count > 1 { member("count", finding.count) }
    out.buffer.append(member: "rule", finding.rule.identifier)
    out.buffer.append(member: "severity", finding.rule.severity.rawValue)
    out.buffer.append(member: "text", finding.text)
  }
}
