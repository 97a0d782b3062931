import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Isochronous streams and synchronous data: counted and named, their content is not decoded.
extension GATTSession {
  func isochronous(
    _ subevent: LESubevent, from cursor: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord
  ) throws(ByteError) {
    switch subevent {
    case .cisRequest:
      let event = try CISRequest(&cursor)
      guard let connection = leConnection(handle: event.aclHandle, on: adapter, at: record) else {
        return
      }
      // The central requests it, through its controller.
      learnRole(.peripheral, by: "LE CIS Request", isSent: false, on: connection, at: record)
      adapter.add(IsochronousStream(connection: connection), handle: event.cisHandle)
      emit(Event(.note, record, connection), fact: IsochronousFact.requested(event))
    case .cisEstablished, .cisEstablishedV2:
      established(try CISEstablished(&cursor), on: adapter, at: record)
    case .createBIGComplete, .bigSyncEstablished:
      established(
        try BIGEstablished(&cursor, subevent: subevent), isSync: subevent == .bigSyncEstablished,
        on: adapter, at: record)
    case .terminateBIGComplete, .bigSyncLost:
      let group = try cursor.uint8()
      let reason = HCIStatus(rawValue: try cursor.uint8())
      adapter.streams = adapter.streams.filter { $0.value.group != group }
      emit(Event(.note, record), fact: IsochronousFact.groupEnded(group, reason))
    default: break
    }
  }

  private func established(
    _ event: CISEstablished, on adapter: Adapter, at record: CaptureRecord
  ) {
    let known = adapter.streams[event.connectionHandle]
    let isEstablished = event.status == .success
    if isEstablished {
      adapter.add(known ?? IsochronousStream(), handle: event.connectionHandle)
    } else {
      adapter.streams[event.connectionHandle] = nil
    }
    var reported = Event(.note, record, known?.connection)
    reported.isProblem = !isEstablished
    report(reported, fact: IsochronousFact.stream(event), as: .streamFailed, at: record)
  }

  private func established(
    _ event: BIGEstablished, isSync: Bool, on adapter: Adapter, at record: CaptureRecord
  ) {
    var reported = Event(.note, record)
    if event.status == .success {
      for handle in event.connectionHandles {
        adapter.add(IsochronousStream(group: event.group), handle: handle)
      }
    } else {
      reported.isProblem = event.status != .operationCancelled
    }
    report(
      reported, fact: IsochronousFact.group(event, isSync: isSync), as: .streamFailed, at: record)
  }

  /// A Disconnection Complete for the handle of a stream.
  func endStream(
    _ event: DisconnectionComplete, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard let stream = adapter.streams.removeValue(forKey: event.connectionHandle) else { return }
    emit(
      Event(.note, record, stream.connection),
      fact: IsochronousFact.streamEnded(event.connectionHandle, event.reason))
  }

  /// Records other than commands, events and ACL data.
  func other(at record: CaptureRecord, bytes: RawSpan) {
    guard options.describesPackets else { return }
    var cursor = ByteCursor(bytes)
    switch record.kind {
    case .sco:
      packet.summary.append("SCO data")
      guard let header = try? SCOHeader(&cursor) else { return }
      describe(header.connectionHandle, length: header.length)
    case .iso:
      packet.summary.append("ISO data")
      guard let header = try? ISOHeader(&cursor) else { return }
      packet.set(adapter(at: record.adapter)?.streams[header.connectionHandle]?.connection)
      describe(header.connectionHandle, length: header.length)
    default:
      packet.summary.append("Unknown packet type 0x")
      packet.summary.append(upperHex: UInt64(record.code), digits: record.code > 0xFF ? 4 : 2)
    }
  }

  private func describe(_ handle: UInt16, length: Int) {
    packet.connectionHandle = handle
    packet.summary.append(", handle ")
    packet.summary.append(upperHex: UInt64(handle), digits: 4)
    packet.summary.append(", ")
    packet.summary.append(decimal: length)
    packet.summary.append(length == 1 ? " byte" : " bytes")
  }
}

extension Adapter {
  /// Adds a stream; when the table is full, further ones are not named.
  func add(_ stream: IsochronousStream, handle: UInt16) {
    guard streams[handle] != nil || streams.count < SessionLimits.isochronousStreams else { return }
    streams[handle] = stream
  }
}
