import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Commands, events and the headers of data between host and controller; records that are no packets.
extension PacketDescription {
  package func found(_ adapter: Adapter, of record: CaptureRecord, bytes: RawSpan) {
    switch record.kind {
    case .command: names(HCIMentions.connection(command: bytes), on: adapter)
    case .event:
      names(HCIMentions.connection(event: bytes), on: adapter)
      if connectionHandle == nil { connectionHandle = Self.attemptedHandle(bytes) }
    default:
      if let stream = connectionHandle.flatMap({ adapter.connection(ofStream: $0) }) {
        found(stream)
      }
    }
  }

  private func names(_ handle: UInt16?, on adapter: Adapter) {
    connectionHandle = handle
    guard let handle,
      let connection = adapter.connection(handle) ?? adapter.connection(ofStream: handle)
    else { return }
    found(connection)
  }

  /// The handle in an event that says how an attempt to connect has ended, which has one even where that failed.
  private static func attemptedHandle(_ event: RawSpan) -> UInt16? {
    guard event.byteCount > HCIEventHeader.size,
      event.uint8(at: 0) == HCIEventCode.leMeta.rawValue
    else { return nil }
    let subevent = LESubevent(rawValue: event.uint8(at: HCIEventHeader.size))
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      var cursor = ByteCursor(event.clamped(HCIEventHeader.size + 1))
      return (try? LEConnectionComplete(&cursor, subevent: subevent))?.connectionHandle
    default: return nil
    }
  }

  // MARK: Data

  package func acl(_ header: ACLHeader, on connection: Connection, at record: CaptureRecord) {
    connectionHandle = header.connectionHandle
    found(connection)
    from = connection.sender(of: record.direction)
  }

  func fragment(_ header: ACLHeader, octets: Int) {
    summary.append("ACL fragment")
    describe(header, octets: octets, isContinued: !header.isStart)
  }

  func notFollowed(_ header: ACLHeader, octets: Int) {
    summary.append(header.isOfQualcommDiagnostics ? "Qualcomm diagnostics" : "ACL data")
    if header.isOfQualcommDiagnostics { isDiagnostic = true }
    connectionHandle = header.connectionHandle
    describe(header, octets: octets, isContinued: false)
  }

  private func describe(_ header: ACLHeader, octets: Int, isContinued: Bool) {
    if header.hasReservedHandle {
      isDiagnostic = true
      summary.append(", reserved handle, no L2CAP")
    }
    if isContinued { summary.append(", continued") }
    append(handle: header.connectionHandle)
    summary.append(decimal: octets)
    summary.append(" bytes")
  }

  func sco(_ bytes: RawSpan) {
    summary.append("SCO data")
    var cursor = ByteCursor(bytes)
    guard let header = try? SCOHeader(&cursor) else { return }
    describe(header.connectionHandle, octets: header.length)
  }

  func iso(_ bytes: RawSpan) {
    summary.append("ISO data")
    var cursor = ByteCursor(bytes)
    guard let header = try? ISOHeader(&cursor) else { return }
    describe(header.connectionHandle, octets: header.length)
  }

  private func describe(_ handle: UInt16, octets: Int) {
    connectionHandle = handle
    append(handle: handle)
    summary.append(octets, "byte")
  }

  /// `, handle 0040, `
  private func append(handle: UInt16) {
    summary.append(", handle ")
    summary.append(upperHex: UInt64(handle), digits: 4)
    summary.append(", ")
  }

  // MARK: No packets

  func system(_ record: CaptureRecord, bytes: RawSpan) {
    guard case .monitor = SystemCode.source(record.code) else {
      RecorderSummary.write(record, bytes: bytes, to: &summary)
      summaryHoldsText = true
      return
    }
    summary.append(MonitorOpcodeName.name(of: record.code) ?? "Unknown monitor record")
    if record.code == 16 || record.code == 17,
      let name = ManagementName.name(bytes, isEvent: record.code == 17)
    {
      summary.append(": ")
      summary.append(name)
    }
  }
}
