import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText

/// One document: `capture`, `events`, `devices`, `connections`, `findings`, written as it streams.
package final class JSONRenderer: TimelineRenderer {
  private let out: OutputStream
  private var json: EventJSON?
  private var isFirst = true
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)

  package init(_ out: OutputStream) { self.out = out }

  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    json = EventJSON(clock: clock)
    out.buffer.append("{\"capture\":{")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals)
    out.buffer.append("},\n\"events\":[")
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    out.buffer.append(isFirst ? "\n" : ",\n")
    isFirst = false
    json?.write(event, fields, value, to: &out.buffer)
    out.lineEnds()
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    out.buffer.append(isFirst ? "],\n\"devices\":[" : "\n],\n\"devices\":[")
    list(session.connectedPeers + session.peerList.filter { $0.ordinal == 0 }) { device($0) }
    out.buffer.append("],\n\"connections\":[")
    list(session.connections) { connection($0) }
    out.buffer.append("],\n\"findings\":[")
    list(session.findings.list) { finding($0) }
    out.buffer.append("]}\n")
    out.lineEnds()
  }

  private func list<Element>(_ elements: [Element], _ body: (Element) -> Void) {
    for (index, element) in elements.enumerated() {
      out.buffer.append(index == 0 ? "\n{" : ",\n{")
      body(element)
      out.buffer.append("}")
      out.lineEnds()
    }
    if !elements.isEmpty { out.buffer.append("\n") }
  }

  private func address(_ address: BluetoothAddress) {
    out.buffer.append("\"address\":")
    out.buffer.append(json: address)
    if let kind = address.kind.name {
      out.buffer.append(",\"address_type\":")
      out.buffer.append(jsonWord: kind)
    }
  }

  private func device(_ peer: Peer) {
    if peer.ordinal > 0 {
      out.buffer.append("\"number\":")
      out.buffer.append(decimal: peer.ordinal)
      out.buffer.append(",")
    }
    address(peer.address)
    if let name = peer.name {
      out.buffer.append(",\"name\":")
      out.buffer.append(json: name)
    }
    if peer.addresses.count > 1 {
      out.buffer.append(",\"addresses\":[")
      for (index, other) in peer.addresses.enumerated() {
        if index > 0 { out.buffer.append(",") }
        out.buffer.append(json: other)
      }
      out.buffer.append("]")
    }
    member("advertisements", peer.advertisements)
    if let rssi = peer.rssi {
      member("rssi_min_dbm", Int(rssi.lowerBound))
      member("rssi_max_dbm", Int(rssi.upperBound))
    }
    out.buffer.append(",\"connectable\":")
    out.buffer.append(peer.isConnectable ? "true" : "false")
    if !peer.advertisedServices.isEmpty {
      out.buffer.append(",\"service_uuids\":[")
      for (index, uuid) in peer.advertisedServices.enumerated() {
        if index > 0 { out.buffer.append(",") }
        out.buffer.append(json: uuid)
      }
      out.buffer.append("]")
    }
    if let company = peer.company {
      if Peer.isCompany(company, of: peer), let name = AssignedNumbers.company(company) {
        out.buffer.append(",\"company\":")
        out.buffer.append(json: name)
      }
      member("company_code", Int(company))
    }
    member("connections", peer.connectionCount)
  }

  private func member(_ key: StaticString, _ value: Int) {
    out.buffer.append(",\"")
    out.buffer.append(key)
    out.buffer.append("\":")
    out.buffer.append(decimal: value)
  }

  private func connection(_ connection: Connection) {
    out.buffer.append("\"connection\":")
    out.buffer.append(decimal: connection.ordinal)
    if let adapter = connection.adapter { member("adapter", Int(adapter)) }
    if let link = connection.link {
      var address = ByteWriter(capacity: 64)
      address.append(hex32: link.accessAddress)
      out.buffer.append(",\"access_address\":")
      out.buffer.append(json: address.bytes)
    } else {
      member("connection_handle", Int(connection.handle))
    }
    if connection.transport == .brEDR { out.buffer.append(",\"transport\":\"br_edr\"") }
    if let peer = connection.peer {
      out.buffer.append(",")
      address(peer.address)
      if let name = peer.name {
        out.buffer.append(",\"name\":")
        out.buffer.append(json: name)
      }
    }
    if let role = connection.role, connection.link == nil {
      out.buffer.append(",\"role\":")
      out.buffer.append(jsonWord: role.name)
    }
    if connection.beginsInCapture {
      out.buffer.append(",\"start_t\":")
      clock.write(connection.startTime, to: &out.buffer)
    }
    if let end = connection.endTime {
      out.buffer.append(",\"end_t\":")
      clock.write(end, to: &out.buffer)
    }
    if let reason = connection.endReason {
      if let name = HCIStatusName.name(reason.rawValue) {
        out.buffer.append(",\"reason\":")
        out.buffer.append(jsonWord: name)
      }
      member("reason_code", Int(reason.rawValue))
      out.buffer.append(",\"by\":")
      out.buffer.append(jsonWord: connection.endedBy.name)
    }
    if connection.inferredEnd != nil { out.buffer.append(",\"inferred\":true") }
    if !connection.intervals.isEmpty {
      out.buffer.append(",\"intervals_ms\":[")
      for (index, interval) in connection.intervals.enumerated() {
        if index > 0 { out.buffer.append(",") }
        out.buffer.append(number: Double(interval) * 1.25)
      }
      out.buffer.append("]")
      member("peripheral_latency", Int(connection.latency))
      member("supervision_timeout_ms", Int(connection.timeout) * 10)
    }
    if connection.bearer.isMTUKnown { member("mtu", Int(connection.bearer.mtu)) }
    out.buffer.append(",\"encrypted\":")
    out.buffer.append(connection.encryptionSeen ? "true" : "false")
    member("requests", connection.requests)
    member("answers", connection.answers)
    member("errors", connection.errors)
    member("unanswered", connection.unanswered)
    member("notifications", connection.notifications)
    member("indications", connection.indications)
    member("write_commands", connection.commands)
  }

  private func finding(_ finding: Finding) {
    out.buffer.append("\"frame\":")
    out.buffer.append(decimal: finding.frame)
    out.buffer.append(",\"t\":")
    clock.write(finding.time, to: &out.buffer)
    if let connection = finding.connection { member("connection", connection) }
    if finding.count > 1 { member("count", finding.count) }
    out.buffer.append(",\"text\":")
    out.buffer.append(json: finding.text)
  }
}
