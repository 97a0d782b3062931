import ATTDissector
import BTSnoop
import Bytes

/// HCI commands, and the responses to those that the session follows.
extension HCIFollower {
  func command(_ record: CaptureRecord, bytes: RawSpan) {
    guard let adapter = links.adapter(at: record.adapter) else { return }
    var cursor = ByteCursor(bytes)
    do {
      let header = try HCICommandHeader(&cursor)
      current.observer?.found(adapter, of: record, bytes: bytes)
      noteProcedure(header.opcode, bytes: bytes, on: adapter, at: record)
      if header.opcode == .reset { findUnanswered(on: adapter, at: record, isLast: false) }
      adapter.controller.commands.ask(header.opcode, at: record, gaps: clock.gaps(of: record))
      try command(header.opcode, from: &cursor, on: adapter, at: record)
    } catch {
      malformed.report(
        .command, error: error, bytes: bytes, at: record,
        isCut: bytes.byteCount < record.originalLength)
    }
  }

  private func command(
    _ opcode: HCIOpcode, from cursor: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord
  ) throws(ByteError) {
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      adapter.controller.scanning.ask(
        for: try ScanParameters(&cursor, extended: opcode == .leSetExtendedScanParameters),
        at: record)
    case .leSetScanEnable, .leSetExtendedScanEnable:
      adapter.controller.scanning.ask(
        for: try ScanEnable(&cursor, extended: opcode == .leSetExtendedScanEnable), at: record)
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters,
      .leSetExtendedAdvertisingParametersV2:
      adapter.controller.advertising.ask(
        for: try AdvertisingParameters(&cursor, extended: opcode != .leSetAdvertisingParameters),
        at: record)
    case .leSetAdvertisingData, .leSetScanResponseData, .leSetExtendedAdvertisingData,
      .leSetExtendedScanResponseData:
      if let part = try? AdvertisedPart(&cursor, opcode) {
        adapter.controller.advertising.set(part)
      }
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      adapter.controller.advertising.ask(
        for: try AdvertisingEnable(&cursor, extended: opcode == .leSetExtendedAdvertisingEnable),
        at: record)
    case .leRemoveAdvertisingSet:
      adapter.controller.advertising.ask(toRemove: try cursor.uint8(), at: record)
    case .lePeriodicAdvertisingTerminateSync:
      adapter.controller.askedSyncEnd.ask(try cursor.uint16LittleEndian() & 0x0FFF, at: record)
    case .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2:
      let target = try ConnectionTarget(&cursor, opcode)
      let ended = adapter.controller.attempts.ask(target, at: record, gaps: clock.gaps(of: record))
      if let ended, links.resumed.count < Self.mostResumed { links.resumed.insert(ended) }
    case .writeLocalName: named(cursor.takeRest(), on: adapter)
    case .createConnection:
      let address = try cursor.uint48LittleEndian()
      classicRole(.central, address: BluetoothAddress(address, kind: .public), on: adapter)
    case .leEnableEncryption:
      // Only the central starts encryption.
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.controller.connectionCommands.encrypting = handle
      adapter.controller.connectionCommands.ask(
        opcode, handles: [handle], at: record, gaps: clock.gaps(of: record))
      if let name = try? LinkKey.Name(&cursor), let value = try? cursor.uint128LittleEndian() {
        decryption.learnKey(value, name: name, on: adapter.connections[handle])
        if let connection = adapter.connections[handle] {
          security.encryptionBegins(.asked, name: name, key: value, on: connection, at: record)
        }
      }
      guard let connection = adapter.connections[handle] else { return }
      linkStates.learnRole(
        .central, by: "LE Enable Encryption", isSent: true, on: connection, at: record)
    case .leLongTermKeyRequestReply:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard let request = adapter.controller.connectionCommands.keyRequest,
        request.handle == handle,
        let value = try? cursor.uint128LittleEndian()
      else { return }
      decryption.learnKey(value, name: request.name, on: adapter.connections[handle])
      if let connection = adapter.connections[handle] {
        security.encryptionGoesOn(.keyGiven, key: value, on: connection, at: record)
      }
    case .leLongTermKeyRequestNegativeReply:
      // This host is the peripheral, and has no key.
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard let connection = adapter.connections[handle] else { return }
      security.encryptionFailed(.pinOrKeyMissing, on: connection, at: record, direction: .sent)
    case .leCreateCIS:
      let streams = try CreateCIS(&cursor).streams
      adapter.controller.connectionCommands.ask(
        opcode, handles: streams.map(\.acl), at: record, gaps: clock.gaps(of: record))
      for stream in streams {
        adapter.add(
          IsochronousStream(connection: adapter.connections[stream.acl]), handle: stream.cis)
      }
    case .leRejectCISRequest:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.controller.askedRejection.ask(
        (handle, HCIStatus(rawValue: try cursor.uint8())), at: record)
    case .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.controller.connectionCommands.ask(
        opcode, handles: [handle], at: record, gaps: clock.gaps(of: record))
      linkStates.answeredController(
        accepted: opcode == .leRemoteConnectionParameterRequestReply,
        on: adapter.connections[handle],
        at: record)
    case .leConnectionUpdate, .leSetDataLength, .leSetPHY, .leSubrateRequest:
      let handle = (try? cursor.uint16LittleEndian()).map { $0 & 0x0FFF }
      adapter.controller.connectionCommands.ask(
        opcode, handles: handle.map { [$0] } ?? [], at: record, gaps: clock.gaps(of: record))
    case .leCreateConnectionCancel:
      adapter.controller.attempts.cancel(at: record)
    case .leClearFilterAcceptList: adapter.controller.attempts.acceptList.clear()
    case .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList:
      let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
      let device = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
      opcode == .leAddDeviceToFilterAcceptList
        ? adapter.controller.attempts.acceptList.add(device)
        : adapter.controller.attempts.acceptList.remove(device)
    case .leAddDeviceToResolvingList: try resolvingListGrows(from: &cursor, at: record)
    case .disconnect:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      let reason = try cursor.uint8()
      let end = (record.frame, record.time, reason)
      adapter.controller.connectionCommands.ask(
        opcode, handles: [handle], end: end, at: record, gaps: clock.gaps(of: record))
      guard let connection = adapter.connections[handle] else { return }
      ends.expireTimeouts(on: connection, at: record)
      connection.end.ask(end)
      var event = Event(.note, record, connection)
      event.direction = .sent
      reporter.emit(event, fact: LinkFact.disconnectRequest(reason))
    default: break
    }
  }

  /// A Command Complete or Command Status for a command whose parameters are remembered.
  func answered(
    _ opcode: HCIOpcode, status: HCIStatus, on adapter: Adapter, at record: CaptureRecord
  ) {
    adapter.controller.connectionCommands.countAnswer(to: opcode)
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      adapter.controller.scanning.parametersAnswered(isAccepted: status == .success)
      if status != .success {
        failed(
          opcode, status: status, at: record,
          meanwhile: adapter.controller.obstacle(status, toParametersOf: opcode))
      }
    case .leSetScanEnable, .leSetExtendedScanEnable:
      guard let enable = adapter.controller.scanning.enableAnswered() else { return }
      let isOff = !enable.isEnabled && adapter.controller.scanning.isOn != true
      status == .success
        ? advertising.scanChanged(enable, on: adapter, at: record)
        : failed(
          opcode, status: status, at: record, isHarmless: isOff && status.leavesItOff,
          meanwhile: adapter.controller.obstacle(
            status,
            usesRandomAddress: adapter.controller.scanning.parameters?.usesRandomAddress))
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters,
      .leSetExtendedAdvertisingParametersV2:
      adapter.controller.advertising.parametersAnswered(isAccepted: status == .success)
      if status != .success {
        failed(
          opcode, status: status, at: record,
          meanwhile: adapter.controller.obstacle(status, toParametersOf: opcode))
      }
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      guard let enable = adapter.controller.advertising.enableAnswered() else { return }
      let isOff = !enable.isEnabled && !adapter.controller.advertising.isOn
      status == .success
        ? advertising.advertisingChanged(enable, on: adapter, at: record)
        : failed(
          opcode, status: status, at: record, isHarmless: isOff && status.leavesItOff,
          meanwhile: adapter.controller.obstacle(
            status,
            usesRandomAddress: adapter.controller.advertising.legacy.parameters?.usesRandomAddress))
    case .leRemoveAdvertisingSet:
      adapter.controller.advertising.removalAnswered(isAccepted: status == .success)
    case .leClearAdvertisingSets:
      if status == .success { adapter.controller.advertising.removeSets() }
    case .lePeriodicAdvertisingTerminateSync:
      let handle = adapter.controller.askedSyncEnd.answered()
      if status == .success, let handle {
        advertising.endSync(handle, on: adapter, at: record, isLost: false)
      }
    case .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2:
      let refused = adapter.controller.attempts.answered(isAccepted: status == .success)
      if status != .success {
        failed(
          opcode, status: status, at: record,
          meanwhile: refused.flatMap { adapter.obstacle(to: $0) })
      }
    case .leClearFilterAcceptList, .leAddDeviceToFilterAcceptList,
      .leRemoveDeviceFromFilterAcceptList:
      if status != .success { adapter.controller.attempts.acceptList.doubt() }
    case .disconnect:
      guard let asked = adapter.controller.connectionCommands.answered(opcode),
        let handle = asked.handles.first,
        let connection = adapter.connections[handle], !connection.end.isAccepted
      else { return }
      if status == .success {
        connection.end.accept(asked.end)
      } else if adapter.controller.connectionCommands.asks(opcode, handle: handle) {
        // Another one, that may be accepted.
        failed(opcode, status: status, at: record, on: connection)
      } else {
        refusedEnd(on: connection, status: status, at: record)
      }
    case .leEnableEncryption:
      let connection = adapter.connections(adapter.controller.connectionCommands.answered(opcode))
        .first
      if let connection, connection.security.encryption.isRefused(with: status) {
        security.encryptionFailed(status, on: connection, at: record, isRefused: true)
      }
      if status != .success, connection?.encryption.isAccepted != true {
        adapter.controller.connectionCommands.encrypting = nil
      }
    case .leConnectionUpdate, .leSetDataLength, .leSetPHY, .leSubrateRequest, .leCreateCIS,
      .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      let connections = adapter.connections(adapter.controller.connectionCommands.answered(opcode))
      guard status != .success else { return }
      for connection in connections { failed(opcode, status: status, at: record, on: connection) }
      // It has just ended.
      let isOver = status == .unknownConnection
      if connections.isEmpty { failed(opcode, status: status, at: record, isHarmless: isOver) }
    case .leSetCIGParameters, .leCreateBIG, .leBIGCreateSync, .lePeriodicAdvertisingCreateSync,
      .leSetRandomAddress, .leSetAdvertisingSetRandomAddress, .leSetAdvertisingData,
      .leSetScanResponseData, .leSetExtendedAdvertisingData, .leSetExtendedScanResponseData,
      .leSetPeriodicAdvertisingParameters, .leSetPeriodicAdvertisingData,
      .leSetPeriodicAdvertisingEnable:
      if status != .success {
        failed(opcode, status: status, at: record)
      } else if opcode == .leSetRandomAddress {
        adapter.controller.hasRandomAddress = true
      }
    case .leRejectCISRequest:
      guard let rejected = adapter.controller.askedRejection.answered() else { return }
      let connection = adapter.controller.streams[rejected.stream]?.connection
      guard status == .success else {
        return failed(opcode, status: status, at: record, on: connection)
      }
      adapter.controller.streams[rejected.stream] = nil
      reporter.emit(
        Event(.note, record, connection),
        fact: IsochronousFact.streamRejected(rejected.stream, rejected.reason))
    case .reset:
      guard status == .success else { return }
      end(on: adapter, cut: .reset, at: record)
      tell(on: adapter, action: .reset, at: record)
    default: break
    }
  }

  /// The controller does not end a connection as this host asked.
  func refusedEnd(on connection: Connection, status: HCIStatus, at record: CaptureRecord) {
    guard connection.end.refuse() else { return }
    failed(.disconnect, status: status, at: record, on: connection)
  }

  /// - isHarmless: what was off was to be switched off.
  private func failed(
    _ opcode: HCIOpcode, status: HCIStatus, at record: CaptureRecord,
    on connection: Connection? = nil, isHarmless: Bool = false, meanwhile: CommandObstacle? = nil
  ) {
    var event = Event(.note, record, connection)
    event.isProblem = !isHarmless
    reporter.emit(event, fact: CaptureFact.failed(opcode, status))
    if isHarmless { return }
    let contrary =
      status == .commandDisallowed
      ? links.adapter(at: record.adapter)?.controller.commands.contrary(to: opcode) : nil
    reporter.find(
      .commandFailed(
        opcode, status, after: contrary, meanwhile: meanwhile, frame: record.frame), on: connection,
      at: record)
  }
}

extension HCIStatus {
  /// What was to be switched off was not on, or the controller cannot do it at all.
  fileprivate var leavesItOff: Bool { self == .commandDisallowed || rawValue == 0x01 }
}

extension Adapter {
  /// The connections of a command, each once: it may be about several streams of one.
  fileprivate func connections(_ command: ConnectionCommand?) -> [Connection] {
    var found: [Connection] = []
    for handle in command?.handles ?? [] {
      guard let connection = connections[handle] else { continue }
      if !found.contains(where: { $0 === connection }) { found.append(connection) }
    }
    return found
  }
}

extension HCIFollower {
  /// LE Add Device To Resolving List. Removals only concern the controller's memory.
  func resolvingListGrows(from cursor: inout ByteCursor, at record: CaptureRecord) throws(ByteError)
  {
    let identity = try BluetoothAddress(identity: &cursor)
    let key = try cursor.uint128LittleEndian()
    guard identity.value != 0 else { return }
    devices.learn(key, identity: identity, at: record)
  }
}
