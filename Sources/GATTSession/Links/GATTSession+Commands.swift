import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// HCI commands, and the responses to those that the session follows.
extension GATTSession {
  func command(_ record: CaptureRecord, bytes: RawSpan) {
    guard let adapter = adapter(at: record.adapter) else { return }
    var cursor = ByteCursor(bytes)
    do {
      let header = try HCICommandHeader(&cursor)
      observer?.found(adapter, of: record, bytes: bytes)
      noteProcedure(header.opcode, bytes: bytes, on: adapter, at: record)
      if header.opcode == .reset { findUnanswered(on: adapter, at: record, isLast: false) }
      adapter.commands.ask(header.opcode, at: record, gaps: clock.gaps(of: record))
      try command(header.opcode, from: &cursor, on: adapter, at: record)
    } catch {
      malformed(
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
      adapter.askedScanParameters.ask(
        try ScanParameters(&cursor, extended: opcode == .leSetExtendedScanParameters), at: record)
    case .leSetScanEnable, .leSetExtendedScanEnable:
      adapter.askedScanEnable.ask(
        try ScanEnable(&cursor, extended: opcode == .leSetExtendedScanEnable), at: record)
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters,
      .leSetExtendedAdvertisingParametersV2:
      adapter.askedAdvertisingParameters.ask(
        try AdvertisingParameters(&cursor, extended: opcode != .leSetAdvertisingParameters),
        at: record)
    case .leSetAdvertisingData, .leSetScanResponseData, .leSetExtendedAdvertisingData,
      .leSetExtendedScanResponseData:
      if let part = try? AdvertisedPart(&cursor, opcode) { adapter.set(part) }
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      adapter.askedAdvertisingEnable.ask(
        try AdvertisingEnable(&cursor, extended: opcode == .leSetExtendedAdvertisingEnable),
        at: record)
    case .leRemoveAdvertisingSet:
      adapter.askedRemoval.ask(try cursor.uint8(), at: record)
    case .lePeriodicAdvertisingTerminateSync:
      adapter.askedSyncEnd.ask(try cursor.uint16LittleEndian() & 0x0FFF, at: record)
    case .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2:
      let target = try ConnectionTarget(&cursor, opcode)
      if target.peer == nil { goOn(on: adapter, at: record) }
      adapter.askedAttempt.ask(
        ConnectionAttempt(
          target: target, listed: adapter.acceptList.only,
          frame: record.frame, time: record.time, gaps: clock.gaps(of: record)), at: record)
      adapter.cancelling = nil
    case .writeLocalName: named(cursor.takeRest(), on: adapter)
    case .createConnection:
      let address = try cursor.uint48LittleEndian()
      classicRole(.central, address: BluetoothAddress(address, kind: .public), on: adapter)
    case .leEnableEncryption:
      // Only the central starts encryption.
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.encrypting = handle
      adapter.ask(opcode, handles: [handle], at: record, gaps: clock.gaps(of: record))
      if let name = try? LinkKey.Name(&cursor), let value = try? cursor.uint128LittleEndian() {
        learnKey(value, name: name, on: adapter.connections[handle])
        adapter.connections[handle]?.asksForEarlierKey = !name.isZero
        if let connection = adapter.connections[handle] {
          encryptionBegins(.asked, name: name, key: value, on: connection, at: record)
        }
      }
      guard let connection = adapter.connections[handle] else { return }
      learnRole(.central, by: "LE Enable Encryption", isSent: true, on: connection, at: record)
    case .leLongTermKeyRequestReply:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard let request = adapter.keyRequest, request.handle == handle,
        let value = try? cursor.uint128LittleEndian()
      else { return }
      learnKey(value, name: request.name, on: adapter.connections[handle])
      if let connection = adapter.connections[handle] {
        encryptionGoesOn(.keyGiven, key: value, on: connection, at: record)
      }
    case .leLongTermKeyRequestNegativeReply:
      // This host is the peripheral, and has no key.
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard let connection = adapter.connections[handle] else { return }
      encryptionFailed(.pinOrKeyMissing, on: connection, at: record, direction: .sent)
    case .leCreateCIS:
      let streams = try CreateCIS(&cursor).streams
      adapter.ask(opcode, handles: streams.map(\.acl), at: record, gaps: clock.gaps(of: record))
      for stream in streams {
        adapter.add(
          IsochronousStream(connection: adapter.connections[stream.acl]), handle: stream.cis)
      }
    case .leRejectCISRequest:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.askedRejection.ask((handle, HCIStatus(rawValue: try cursor.uint8())), at: record)
    case .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      adapter.ask(opcode, handles: [handle], at: record, gaps: clock.gaps(of: record))
      answeredController(
        accepted: opcode == .leRemoteConnectionParameterRequestReply,
        on: adapter.connections[handle],
        at: record)
    case .leConnectionUpdate, .leSetDataLength, .leSetPHY, .leSubrateRequest:
      let handle = (try? cursor.uint16LittleEndian()).map { $0 & 0x0FFF }
      adapter.ask(
        opcode, handles: handle.map { [$0] } ?? [], at: record, gaps: clock.gaps(of: record))
    case .leCreateConnectionCancel:
      adapter.cancelling = (record.frame, record.time)
    case .leClearFilterAcceptList: adapter.acceptList.clear()
    case .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList:
      let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
      let device = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
      opcode == .leAddDeviceToFilterAcceptList
        ? adapter.acceptList.add(device) : adapter.acceptList.remove(device)
    case .leAddDeviceToResolvingList: try resolvingListGrows(from: &cursor, at: record)
    case .disconnect:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      let reason = try cursor.uint8()
      let end = (record.frame, record.time, reason)
      adapter.ask(opcode, handles: [handle], end: end, at: record, gaps: clock.gaps(of: record))
      guard let connection = adapter.connections[handle] else { return }
      expireTimeouts(on: connection, at: record)
      // What is asked again while it is under way changes nothing.
      if !connection.isEnding { connection.disconnectRequest = end }
      var event = Event(.note, record, connection)
      event.direction = .sent
      emit(event, fact: LinkFact.disconnectRequest(reason))
    default: break
    }
  }

  /// A Command Complete or Command Status for a command whose parameters are remembered.
  func answered(
    _ opcode: HCIOpcode, status: HCIStatus, on adapter: Adapter, at record: CaptureRecord
  ) {
    // One that only gives credits for commands answers none.
    if opcode.rawValue != 0 { adapter.answers &+= 1 }
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      let parameters = adapter.askedScanParameters.answered()
      if status == .success {
        adapter.scanParameters = parameters
      } else {
        failed(
          opcode, status: status, at: record,
          meanwhile: adapter.obstacle(status, toParametersOf: opcode))
      }
    case .leSetScanEnable, .leSetExtendedScanEnable:
      guard let enable = adapter.askedScanEnable.answered() else { return }
      let isOff = !enable.isEnabled && adapter.isScanning != true
      status == .success
        ? advertising.scanChanged(enable, on: adapter, at: record)
        : failed(
          opcode, status: status, at: record, isHarmless: isOff && status.leavesItOff,
          meanwhile: adapter.obstacle(
            status, usesRandomAddress: adapter.scanParameters?.usesRandomAddress))
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters,
      .leSetExtendedAdvertisingParametersV2:
      let parameters = adapter.askedAdvertisingParameters.answered()
      guard status == .success else {
        return failed(
          opcode, status: status, at: record,
          meanwhile: adapter.obstacle(status, toParametersOf: opcode))
      }
      if let parameters { adapter.set(parameters) }
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      guard let enable = adapter.askedAdvertisingEnable.answered() else { return }
      let isOff = !enable.isEnabled && !adapter.advertises
      status == .success
        ? advertising.advertisingChanged(enable, on: adapter, at: record)
        : failed(
          opcode, status: status, at: record, isHarmless: isOff && status.leavesItOff,
          meanwhile: adapter.obstacle(
            status, usesRandomAddress: adapter.advertising.parameters?.usesRandomAddress))
    case .leRemoveAdvertisingSet:
      let handle = adapter.askedRemoval.answered()
      if status == .success, let handle { adapter.removeSet(handle) }
    case .leClearAdvertisingSets:
      if status == .success { adapter.removeSets() }
    case .lePeriodicAdvertisingTerminateSync:
      let handle = adapter.askedSyncEnd.answered()
      if status == .success, let handle {
        advertising.endSync(handle, on: adapter, at: record, isLost: false)
      }
    case .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2:
      let asked = adapter.askedAttempt.answered()
      if status == .success {
        if let asked { adapter.attempt = asked }
      } else {
        failed(
          opcode, status: status, at: record, meanwhile: asked.flatMap { adapter.obstacle(to: $0) })
      }
    case .leClearFilterAcceptList, .leAddDeviceToFilterAcceptList,
      .leRemoveDeviceFromFilterAcceptList:
      if status != .success { adapter.acceptList.doubt() }
    case .disconnect:
      guard let asked = adapter.answered(opcode), let handle = asked.handles.first,
        let connection = adapter.connections[handle], !connection.isEnding
      else { return }
      if status == .success {
        connection.isEnding = true
        connection.disconnectRequest = asked.end
      } else if adapter.asks(opcode, handle: handle) {
        // Another one, that may be accepted.
        failed(opcode, status: status, at: record, on: connection)
      } else {
        refusedEnd(on: connection, status: status, at: record)
      }
    case .leEnableEncryption:
      let connection = adapter.connections(adapter.answered(opcode)).first
      if let connection, !connection.isStartingEncryption {
        if status == .success {
          connection.isStartingEncryption = true
        } else {
          encryptionFailed(status, on: connection, at: record, isRefused: true)
        }
      }
      if status != .success, connection?.isStartingEncryption != true { adapter.encrypting = nil }
    case .leConnectionUpdate, .leSetDataLength, .leSetPHY, .leSubrateRequest, .leCreateCIS,
      .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      let connections = adapter.connections(adapter.answered(opcode))
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
        adapter.hasRandomAddress = true
      }
    case .leRejectCISRequest:
      guard let rejected = adapter.askedRejection.answered() else { return }
      let connection = adapter.streams[rejected.stream]?.connection
      guard status == .success else {
        return failed(opcode, status: status, at: record, on: connection)
      }
      adapter.streams[rejected.stream] = nil
      emit(
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
    guard connection.disconnectRequest != nil else { return }
    connection.disconnectRequest = nil
    connection.isEnding = false
    failed(.disconnect, status: status, at: record, on: connection)
  }

  /// - isHarmless: what was off was to be switched off.
  private func failed(
    _ opcode: HCIOpcode, status: HCIStatus, at record: CaptureRecord,
    on connection: Connection? = nil, isHarmless: Bool = false, meanwhile: CommandObstacle? = nil
  ) {
    var event = Event(.note, record, connection)
    event.isProblem = !isHarmless
    emit(event, fact: CaptureFact.failed(opcode, status))
    if isHarmless { return }
    let contrary =
      status == .commandDisallowed
      ? adapter(at: record.adapter)?.commands.contrary(to: opcode) : nil
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
  fileprivate func ask(
    _ opcode: HCIOpcode, handles: [UInt16],
    end: (frame: UInt64, time: CaptureTime, reason: UInt8)? = nil, at record: CaptureRecord,
    gaps: UInt64
  ) {
    let progress = answers &+ gaps
    connectionCommands[opcode, default: .ofConnections].ask(
      ConnectionCommand(handles: handles, end: end, progress: progress), at: record,
      mayWait: { $0.progress == progress })
  }

  /// Whether a command for a connection has no answer yet.
  func asks(_ opcode: HCIOpcode, handle: UInt16) -> Bool {
    connectionCommands[opcode]?.asks(handle) ?? false
  }

  fileprivate func answered(_ opcode: HCIOpcode) -> ConnectionCommand? {
    connectionCommands[opcode]?.answeredForCertain()
  }

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
