import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTValues

/// What the events say of a link: parameters, PHYs, lengths, the version of the peer.
extension GATTSession {
  func updated(
    _ event: LEConnectionUpdateComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let known =
      event.status == .success
      ? leConnection(event.connectionHandle, adapter, record)
      : connection(event.connectionHandle, adapter, record)
    guard let connection = known else { return }
    var told = begin(.connectionUpdated, record, connection)
    guard event.status == .success else {
      addReason(event.status)
      told.isProblem = true
      fields.decoded.text.append("update failed: ")
      fields.decoded.text.append(status: event.status)
      emit(told)
      return
    }
    // Phones update often: what the summary lists is bounded.
    if connection.intervals.last != event.interval {
      if connection.intervals.count >= 16 { connection.intervals.removeLast() }
      connection.intervals.append(event.interval)
    }
    connection.latency = event.latency
    connection.timeout = event.timeout
    addLink(event.interval, event.latency, event.timeout)
    emit(told)
  }

  func addLink(_ interval: UInt16, _ latency: UInt16, _ timeout: UInt16) {
    let milliseconds = Double(interval) * 1.25
    fields.own.add("interval_ms", milliseconds, .milliseconds)
    fields.own.add("peripheral_latency", latency)
    fields.own.add("supervision_timeout_ms", Int(timeout) * 10, .milliseconds)
    fields.decoded.text.append(number: milliseconds)
    fields.decoded.text.append(" ms, latency ")
    fields.decoded.text.append(decimal: UInt64(latency))
    fields.decoded.text.append(", ")
    fields.decoded.text.append(milliseconds: Int(timeout) * 10)
  }

  func addReason(_ reason: HCIStatus) {
    if let name = HCIStatusName.name(reason.rawValue) { fields.own.add("reason", word: name) }
    fields.own.add("reason_code", reason.rawValue)
  }

  func phyUpdated(
    _ event: LEPHYUpdateComplete, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard event.status == .success else { return }
    let told = begin(.phyUpdated, record, connection)
    if let name = LEPHYUpdateComplete.name(event.tx) { fields.own.add("tx_phy", word: name) }
    if let name = LEPHYUpdateComplete.name(event.rx) { fields.own.add("rx_phy", word: name) }
    fields.decoded.text.append("tx ")
    fields.decoded.text.append(LEPHYUpdateComplete.name(event.tx) ?? "?")
    fields.decoded.text.append(", rx ")
    fields.decoded.text.append(LEPHYUpdateComplete.name(event.rx) ?? "?")
    emit(told)
  }

  func dataLengthChanged(
    _ event: LEDataLengthChange, _ connection: Connection, _ record: CaptureRecord
  ) {
    let told = begin(.dataLength, record, connection)
    fields.own.add("tx_octets", event.maxTxOctets, .octets)
    fields.own.add("tx_time_us", event.maxTxTime, .microseconds)
    fields.own.add("rx_octets", event.maxRxOctets, .octets)
    fields.own.add("rx_time_us", event.maxRxTime, .microseconds)
    fields.decoded.text.append("tx ")
    fields.decoded.text.append(decimal: UInt64(event.maxTxOctets))
    fields.decoded.text.append(", rx ")
    fields.decoded.text.append(decimal: UInt64(event.maxRxOctets))
    fields.decoded.text.append(" octets")
    emit(told)
  }

  func versionRead(
    _ event: ReadRemoteVersionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard let connection = connection(event.connectionHandle, adapter, record),
      event.status == .success
    else { return }
    connection.version = event
    var told = begin(.note, record, connection)
    told.subject = .version
    fields.own.add("version_code", event.version)
    fields.own.add("company_code", event.company)
    fields.own.add("subversion", event.subversion)
    if let name = ReadRemoteVersionComplete.versionName(event.version) {
      fields.decoded.text.append(name)
    } else {
      fields.decoded.text.append("version ")
      fields.decoded.text.append(decimal: UInt64(event.version))
    }
    if let name = names.company(event.company) {
      fields.decoded.text.append(" ")
      name.write(to: &fields.decoded.text)
    }
    emit(told)
  }
}
