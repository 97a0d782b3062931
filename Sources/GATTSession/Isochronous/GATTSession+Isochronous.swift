import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Isochronous streams and synchronous data: counted and named, their content is no business of ours.
extension GATTSession {
  func isochronous(
    _ subevent: LESubevent, _ cursor: inout ByteCursor, _ adapter: Adapter,
    _ record: CaptureRecord
  ) throws(ByteError) {
    switch subevent {
    case .cisRequest:
      let event = try CISRequest(&cursor)
      guard let connection = leConnection(event.aclHandle, adapter, record) else { return }
      // The central asks, by its controller.
      learnRole(.peripheral, by: "LE CIS Request", "received", connection, record)
      adapter.add(IsochronousStream(connection: connection), event.cisHandle)
      let told = begin(.note, record, connection)
      fields.own.add("stream_handle", event.cisHandle)
      fields.own.add("group", event.group)
      fields.own.add("stream", event.stream)
      fields.decoded.text.append("isochronous stream asked for, CIS ")
      fields.decoded.text.append(decimal: UInt64(event.stream))
      fields.decoded.text.append(" of group ")
      fields.decoded.text.append(decimal: UInt64(event.group))
      emit(told)
    case .cisEstablished, .cisEstablishedV2:
      established(try CISEstablished(&cursor), adapter, record)
    case .createBIGComplete, .bigSyncEstablished:
      established(try BIGEstablished(&cursor, subevent: subevent), subevent, adapter, record)
    case .terminateBIGComplete, .bigSyncLost:
      let group = try cursor.uint8()
      let reason = HCIStatus(rawValue: try cursor.uint8())
      adapter.streams = adapter.streams.filter { $0.value.group != group }
      let told = begin(.note, record)
      fields.own.add("group", group)
      addReason(reason)
      fields.decoded.text.append("broadcast isochronous group ")
      fields.decoded.text.append(decimal: UInt64(group))
      fields.decoded.text.append(" ended: ")
      fields.decoded.text.append(status: reason)
      emit(told)
    default: break
    }
  }

  private func established(
    _ event: CISEstablished, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let known = adapter.streams[event.connectionHandle]
    var told = begin(.note, record, known?.connection)
    fields.own.add("stream_handle", event.connectionHandle)
    guard event.status == .success else {
      adapter.streams[event.connectionHandle] = nil
      told.isProblem = true
      addReason(event.status)
      fields.decoded.text.append("isochronous stream failed: ")
      fields.decoded.text.append(status: event.status)
      emit(told)
      return
    }
    adapter.add(known ?? IsochronousStream(), event.connectionHandle)
    let interval = Double(event.interval) * 1.25
    fields.own.add("interval_ms", interval, .milliseconds)
    fields.own.add("max_pdu_from_central", event.maxPDUFromCentral, .octets)
    fields.own.add("max_pdu_from_peripheral", event.maxPDUFromPeripheral, .octets)
    fields.decoded.text.append("isochronous stream established, handle ")
    fields.decoded.text.append(upperHex: UInt64(event.connectionHandle), digits: 4)
    fields.decoded.text.append(", every ")
    fields.decoded.text.append(number: interval)
    fields.decoded.text.append(" ms")
    emit(told)
  }

  private func established(
    _ event: BIGEstablished, _ subevent: LESubevent, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    var told = begin(.note, record)
    fields.own.add("group", event.group)
    fields.decoded.text.append(
      subevent == .createBIGComplete
        ? "broadcast isochronous group " : "sync with broadcast isochronous group ")
    fields.decoded.text.append(decimal: UInt64(event.group))
    guard event.status == .success else {
      told.isProblem = event.status != .operationCancelled
      addReason(event.status)
      fields.decoded.text.append(" failed: ")
      fields.decoded.text.append(status: event.status)
      emit(told)
      return
    }
    for handle in event.connectionHandles {
      fields.own.add("stream_handles", .integer(Int64(handle)), .none, .element)
      adapter.add(IsochronousStream(group: event.group), handle)
    }
    let interval = Double(event.interval) * 1.25
    fields.own.add("interval_ms", interval, .milliseconds)
    fields.own.add("max_pdu", event.maxPDU, .octets)
    fields.decoded.text.append(": ")
    fields.decoded.text.append(event.connectionHandles.count, "stream")
    fields.decoded.text.append(", every ")
    fields.decoded.text.append(number: interval)
    fields.decoded.text.append(" ms")
    emit(told)
  }

  /// A Disconnection Complete for the handle of a stream.
  func endStream(
    _ event: DisconnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard let stream = adapter.streams.removeValue(forKey: event.connectionHandle) else { return }
    let told = begin(.note, record, stream.connection)
    fields.own.add("stream_handle", event.connectionHandle)
    addReason(event.reason)
    fields.decoded.text.append("isochronous stream ended: ")
    fields.decoded.text.append(status: event.reason)
    emit(told)
  }

  /// Records that are neither commands, events nor ACL data.
  func other(_ record: CaptureRecord, _ bytes: RawSpan) {
    guard options.describesPackets else { return }
    var cursor = ByteCursor(bytes)
    switch record.kind {
    case .sco:
      packet.summary.append("SCO data")
      guard let header = try? SCOHeader(&cursor) else { return }
      describe(header.connectionHandle, header.length)
    case .iso:
      packet.summary.append("ISO data")
      guard let header = try? ISOHeader(&cursor) else { return }
      packet.connection =
        adapter(record.adapter)?.streams[header.connectionHandle]?.connection
      describe(header.connectionHandle, header.length)
    default:
      packet.summary.append("Unknown packet type 0x")
      packet.summary.append(upperHex: UInt64(record.code), digits: record.code > 0xFF ? 4 : 2)
    }
  }

  private func describe(_ handle: UInt16, _ length: Int) {
    packet.connectionHandle = handle
    packet.summary.append(", handle ")
    packet.summary.append(upperHex: UInt64(handle), digits: 4)
    packet.summary.append(", ")
    packet.summary.append(decimal: length)
    packet.summary.append(length == 1 ? " byte" : " bytes")
  }
}

extension Adapter {
  /// Remembers a stream; of very many, later ones are not named.
  func add(_ stream: IsochronousStream, _ handle: UInt16) {
    guard streams[handle] != nil || streams.count < SessionLimits.isochronousStreams else { return }
    streams[handle] = stream
  }
}
