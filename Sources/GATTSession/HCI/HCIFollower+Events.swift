import ATTDissector
import BTSnoop
import Bytes

/// HCI events.
extension HCIFollower {
  func event(_ record: CaptureRecord, bytes: RawSpan) {
    if !reporter.wantsEvents, HCIMentions.isAdvertisingReport(event: bytes) { return }
    guard let adapter = links.adapter(at: record.adapter) else { return }
    var cursor = ByteCursor(bytes)
    do {
      let header = try HCIEventHeader(&cursor)
      current.observer?.found(adapter, of: record, bytes: bytes)
      noteProcedure(event: bytes, on: adapter)
      try event(header.code, from: &cursor, on: adapter, at: record, bytes: bytes)
    } catch {
      // Counts may be missing from an event that was cut on purpose (Android's logs cut none).
      malformed.report(
        .event, error: error, bytes: bytes, at: record,
        isCut: bytes.byteCount < record.originalLength)
    }
  }

  private func event(
    _ code: HCIEventCode, from cursor: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord, bytes: RawSpan
  ) throws(ByteError) {
    switch code {
    case .leMeta:
      let subevent = LESubevent(rawValue: try cursor.uint8())
      try leEvent(subevent, from: &cursor, on: adapter, at: record, bytes: bytes)
    case .commandComplete:
      let event = try CommandComplete(&cursor)
      noteAnswer(to: event.opcode, status: event.status, on: adapter, at: record)
      if event.status == .success {
        described(event.opcode, from: &cursor, on: adapter, at: record)
      }
      if let status = event.status {
        answered(event.opcode, status: status, on: adapter, at: record)
      }
    case .commandStatus:
      let event = try CommandStatus(&cursor)
      noteAnswer(to: event.opcode, status: event.status, on: adapter, at: record)
      answered(event.opcode, status: event.status, on: adapter, at: record)
    case .disconnectionComplete:
      disconnected(try DisconnectionComplete(&cursor), on: adapter, at: record)
    case .encryptionChange, .encryptionChangeV2, .encryptionKeyRefreshComplete:
      let event = try EncryptionChange(&cursor, code: code)
      adapter.classicLinks[event.connectionHandle]?.note(event)
      // On an unknown handle it may be of a classic connection.
      let known =
        adapter.controller.connectionCommands.encrypting == event.connectionHandle
        ? leConnection(handle: event.connectionHandle, on: adapter, at: record)
        : connection(handle: event.connectionHandle, on: adapter, at: record)
      guard let connection = known else { return }
      if adapter.controller.connectionCommands.encrypting == event.connectionHandle {
        adapter.controller.connectionCommands.encrypting = nil
        linkStates.learnRole(
          .central, by: "LE Enable Encryption", isSent: true, on: connection, at: record)
      }
      security.encryptionChanged(event, code: code, on: connection, at: record)
    case .numberOfCompletedPackets:
      // What is missing of a short one is not needed.
      guard let count = try? cursor.uint8() else { return }
      for _ in 0..<count {
        guard let handle = try? cursor.uint16LittleEndian(),
          let packets = try? cursor.uint16LittleEndian()
        else { return }
        adapter.connections[handle & 0x0FFF]?.traffic.complete(
          Int(packets), of: adapter.controller.bufferCount, at: record)
      }
    case .vendorSpecific:
      if let link = TexasInstrumentsLink(cursor.takeRest()) { vendorLink(link, at: record) }
    case .hardwareError:
      adapter.controller.failure = (record.frame, record.time)
      var event = Event(.note, record)
      event.isProblem = true
      reporter.report(
        event, fact: CaptureFact.hardwareError(try? cursor.uint8()), as: .hardwareError, at: record)
    case .readRemoteVersionComplete:
      let event = try ReadRemoteVersionComplete(&cursor)
      if let connection = connection(handle: event.connectionHandle, on: adapter, at: record) {
        linkStates.versionRead(event, on: connection, at: record)
      }
    case .connectionComplete:
      connected(try ConnectionComplete(&cursor), adapter: adapter, at: record)
    case .connectionRequest:
      // The device that asks is the central, unless the roles change.
      let address = try cursor.uint48LittleEndian()
      classicRole(.peripheral, address: BluetoothAddress(address, kind: .public), on: adapter)
    case .roleChange:
      let event = try RoleChange(&cursor)
      if event.status == .success {
        classicRole(event.isPeripheral ? .peripheral : .central, address: event.peer, on: adapter)
      }
    default: break
    }
  }

  /// A host on the controller's chip says what became of a link: this host sees no HCI event of it.
  private func vendorLink(_ link: TexasInstrumentsLink, at record: CaptureRecord) {
    var event = Event(.note, record)
    let fact = CaptureFact.texasInstruments(link)
    switch link {
    case .established: reporter.emit(event, fact: fact)
    case .failed:
      event.isProblem = true
      reporter.report(event, fact: fact, as: .connectFailed, at: record)
    case .terminated(_, let reason):
      // Success, and the ordinary ends.
      event.isProblem = reason != .success && !(0x13...0x16 ~= reason.rawValue)
      let rule: FindingRule =
        switch reason {
        case .connectionTimeout: .linkLost
        case .linkLayerResponseTimeout: .procedureTimeout
        case .instantPassed: .instantPassed
        default: reason.rawValue == 0x3E ? .neverEstablished : .endedByError
        }
      reporter.report(event, fact: fact, as: rule, at: record)
    }
  }

  private func leEvent(
    _ subevent: LESubevent, from cursor: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord, bytes: RawSpan
  ) throws(ByteError) {
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      connected(try LEConnectionComplete(&cursor, subevent: subevent), adapter: adapter, at: record)
    case .advertisingReport, .directedAdvertisingReport, .extendedAdvertisingReport:
      try advertising.reports(subevent, from: &cursor, on: adapter, at: record)
    case .connectionUpdateComplete:
      let event = try LEConnectionUpdateComplete(&cursor)
      let known =
        event.status == .success
        ? leConnection(handle: event.connectionHandle, on: adapter, at: record)
        : connection(handle: event.connectionHandle, on: adapter, at: record)
      if let known { linkStates.updated(event, on: known, at: record) }
    case .readRemoteFeaturesComplete:
      let event = try LEReadRemoteFeaturesComplete(&cursor)
      if event.status == .success {
        _ = leConnection(handle: event.connectionHandle, on: adapter, at: record)
      }
    case .remoteConnectionParameterRequest:
      let event = try LERemoteConnectionParameterRequest(&cursor)
      guard let connection = leConnection(handle: event.connectionHandle, on: adapter, at: record)
      else {
        return
      }
      linkStates.controllerAsks(for: event.parameters, on: connection, at: record)
    case .dataLengthChange:
      let event = try LEDataLengthChange(&cursor)
      guard let connection = leConnection(handle: event.connectionHandle, on: adapter, at: record)
      else {
        return
      }
      linkStates.dataLengthChanged(event, on: connection, at: record)
    case .phyUpdateComplete:
      let event = try LEPHYUpdateComplete(&cursor)
      let known =
        event.status == .success
        ? leConnection(handle: event.connectionHandle, on: adapter, at: record)
        : connection(handle: event.connectionHandle, on: adapter, at: record)
      guard let connection = known else { return }
      linkStates.phyUpdated(event, on: connection, at: record)
    case .longTermKeyRequest:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      if let name = try? LinkKey.Name(&cursor) {
        adapter.controller.connectionCommands.keyRequest = (handle, name)
      }
      guard let connection = leConnection(handle: handle, on: adapter, at: record) else { return }
      if let request = adapter.controller.connectionCommands.keyRequest, request.handle == handle {
        security.encryptionBegins(.keyRequested, name: request.name, on: connection, at: record)
      } else {
        connection.security.encryption.asksForUnknownKey()
      }
      linkStates.learnRole(
        .peripheral, by: "LE Long Term Key Request", isSent: false, on: connection, at: record)
    case .channelSelectionAlgorithm:
      _ = leConnection(handle: try cursor.uint16LittleEndian() & 0x0FFF, on: adapter, at: record)
    case .subrateChange:
      let status = HCIStatus(rawValue: try cursor.uint8())
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard status == .success else {
        guard let connection = connection(handle: handle, on: adapter, at: record) else { return }
        return linkStates.updateFailed(.subrate, status: status, on: connection, at: record)
      }
      guard let connection = leConnection(handle: handle, on: adapter, at: record) else { return }
      let change = try SubrateChange(&cursor)
      linkStates.subrated(
        factor: change.factor, latency: change.latency, timeout: change.timeout, on: connection,
        at: record)
    case .connectionRateChange:
      let status = HCIStatus(rawValue: try cursor.uint8())
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard status == .success else {
        guard let connection = connection(handle: handle, on: adapter, at: record) else { return }
        return linkStates.updateFailed(.rate, status: status, on: connection, at: record)
      }
      guard let connection = leConnection(handle: handle, on: adapter, at: record) else { return }
      linkStates.rateChanged(try ConnectionRateChange(&cursor), on: connection, at: record)
    case .scanTimeout:
      advertising.scanChanged(
        ScanEnable(isEnabled: false), on: adapter, at: record, isTimeout: true)
    case .advertisingSetTerminated:
      let event = try LEAdvertisingSetTerminated(&cursor)
      let made =
        event.status == .success
        ? connection(handle: event.connectionHandle, on: adapter, at: record) : nil
      advertising.terminated(event, by: made, adapter: adapter, at: record)
    case .periodicSyncEstablished, .periodicSyncEstablishedV2, .periodicSyncTransferReceived,
      .periodicSyncTransferReceivedV2:
      let event = try PeriodicSyncEstablished(&cursor, subevent: subevent)
      let carrier = event.connectionHandle.flatMap {
        connection(handle: $0, on: adapter, at: record)
      }
      advertising.established(event, over: carrier, adapter: adapter, at: record)
    case .periodicReport, .periodicReportV2:
      advertising.periodicReport(
        try PeriodicReport(&cursor, subevent: subevent), bytes: cursor.bytes, on: adapter,
        at: record)
    case .periodicSyncLost:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      advertising.endSync(handle, on: adapter, at: record, isLost: true)
    case .bigInfoReport:
      advertising.streamsAnnounced(try BIGInfoReport(&cursor), on: adapter, at: record)
    default: try isochronous(subevent, from: &cursor, on: adapter, at: record)
    }
  }

  /// The LE connection that an event refers to.
  func connection(handle: UInt16, on adapter: Adapter, at record: CaptureRecord)
    -> Connection?
  {
    guard let connection = adapter.connections[handle] else { return nil }
    ends.expireTimeouts(on: connection, at: record)
    return connection
  }

  /// The LE connection that an LE event refers to; an unknown one started before the capture.
  func leConnection(handle: UInt16, on adapter: Adapter, at record: CaptureRecord)
    -> Connection?
  {
    if let known = connection(handle: handle, on: adapter, at: record) {
      if known.transport == .le { return known }
      close(known, cut: .handleUsedAgain, adapter: adapter, at: record)
    }
    if isOver(handle, on: adapter, at: record) { return nil }
    adapter.forgetClassic(handle)
    return open(handle, on: adapter, at: record, peer: nil, role: nil, beginsInCapture: false)
  }
}
