import ATTDissector
import BTSnoop
import Bytes

/// Isochronous streams and synchronous data: counted and named, their content is not decoded.
extension HCIFollower {
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
      linkStates.learnRole(
        .peripheral, by: "LE CIS Request", isSent: false, on: connection, at: record)
      adapter.add(IsochronousStream(connection: connection), handle: event.cisHandle)
      reporter.emit(Event(.note, record, connection), fact: IsochronousFact.requested(event))
    case .cisEstablished, .cisEstablishedV2:
      established(try CISEstablished(&cursor), on: adapter, at: record)
    case .createBIGComplete, .bigSyncEstablished:
      established(
        try BIGEstablished(&cursor, subevent: subevent), isSync: subevent == .bigSyncEstablished,
        on: adapter, at: record)
    case .terminateBIGComplete, .bigSyncLost:
      let group = try cursor.uint8()
      let reason = HCIStatus(rawValue: try cursor.uint8())
      adapter.controller.streams = adapter.controller.streams.filter { $0.value.group != group }
      reporter.emit(Event(.note, record), fact: IsochronousFact.groupEnded(group, reason))
    default: break
    }
  }

  private func established(
    _ event: CISEstablished, on adapter: Adapter, at record: CaptureRecord
  ) {
    let known = adapter.controller.streams[event.connectionHandle]
    let isEstablished = event.status == .success
    if isEstablished {
      adapter.add(known ?? IsochronousStream(), handle: event.connectionHandle)
    } else {
      adapter.controller.streams[event.connectionHandle] = nil
    }
    var reported = Event(.note, record, known?.connection)
    reported.isProblem = !isEstablished
    reporter.report(reported, fact: IsochronousFact.stream(event), as: .streamFailed, at: record)
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
    reporter.report(
      reported, fact: IsochronousFact.group(event, isSync: isSync), as: .streamFailed, at: record)
  }

  /// A Disconnection Complete for the handle of a stream.
  func endStream(
    _ event: DisconnectionComplete, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard let stream = adapter.controller.streams.removeValue(forKey: event.connectionHandle) else {
      return
    }
    reporter.emit(
      Event(.note, record, stream.connection),
      fact: IsochronousFact.streamEnded(event.connectionHandle, event.reason))
  }
}

extension Adapter {
  /// Adds a stream; when the table is full, further ones are not named.
  func add(_ stream: IsochronousStream, handle: UInt16) {
    guard
      controller.streams[handle] != nil
        || controller.streams.count < SessionLimits.isochronousStreams
    else { return }
    controller.streams[handle] = stream
  }
}
