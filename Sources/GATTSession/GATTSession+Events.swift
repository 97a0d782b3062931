import ATTDissector
import AssignedNumbers
import BTSnoop
import ByteReader
import GATTValues

/// HCI events.
extension GATTSession {
  func event(_ record: CaptureRecord, _ bytes: RawSpan) {
    if options.describesPackets { packet.begin(event: bytes) }
    guard let adapter = adapter(record.adapter) else { return }
    var cursor = ByteCursor(bytes)
    do {
      let header = try HCIEventHeader(&cursor)
      try event(header.code, &cursor, adapter, record, bytes)
    } catch {
      // Counts may be missing from an event that was cut on purpose (Android's logs cut none).
      malformed(
        "HCI event", error, bytes, record, isCut: bytes.byteCount < record.originalLength)
    }
  }

  private func event(
    _ code: HCIEventCode, _ cursor: inout ByteCursor, _ adapter: Adapter,
    _ record: CaptureRecord, _ bytes: RawSpan
  ) throws(ByteError) {
    switch code {
    case .leMeta:
      let subevent = LESubevent(rawValue: try cursor.uint8())
      try leEvent(subevent, &cursor, adapter, record, bytes)
    case .commandComplete:
      let event = try CommandComplete(&cursor)
      if event.opcode == .readBDADDR, event.status == .success,
        let value = try? cursor.uint48LittleEndian()
      {
        adapter.address = BluetoothAddress(value, kind: .public)
      }
      if let status = event.status { answered(event.opcode, status, adapter, record) }
    case .commandStatus:
      let event = try CommandStatus(&cursor)
      answered(event.opcode, event.status, adapter, record)
    case .disconnectionComplete:
      disconnected(try DisconnectionComplete(&cursor), adapter, record)
    case .encryptionChange, .encryptionChangeV2, .encryptionKeyRefreshComplete:
      let event = try EncryptionChange(&cursor, code: code)
      guard let connection = connection(event.connectionHandle, adapter, record) else { return }
      encryptionChanged(event, code, connection, record)
    case .readRemoteVersionComplete:
      versionRead(try ReadRemoteVersionComplete(&cursor), adapter, record)
    case .numberOfCompletedPackets:
      // Of several connections, the first is named.
      if options.describesPackets { name(bytes, at: HCIEventHeader.size + 1, adapter) }
    case .connectionComplete:
      // A classic connection: remembered only so that its data is not taken for LE.
      let status = try cursor.uint8()
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      if status == 0 { adapter.classicHandles.insert(handle) }
    default: break
    }
  }

  private func leEvent(
    _ subevent: LESubevent, _ cursor: inout ByteCursor, _ adapter: Adapter,
    _ record: CaptureRecord, _ bytes: RawSpan
  ) throws(ByteError) {
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      connected(try LEConnectionComplete(&cursor, subevent: subevent), adapter, record)
    case .advertisingReport, .directedAdvertisingReport, .extendedAdvertisingReport:
      try advertisingReports(subevent, &cursor, adapter, record)
    case .connectionUpdateComplete:
      updated(try LEConnectionUpdateComplete(&cursor), adapter, record)
    case .readRemoteFeaturesComplete:
      let event = try LEReadRemoteFeaturesComplete(&cursor)
      if event.status == .success { _ = leConnection(event.connectionHandle, adapter, record) }
    case .remoteConnectionParameterRequest:
      let event = try LERemoteConnectionParameterRequest(&cursor)
      guard let connection = leConnection(event.connectionHandle, adapter, record) else { return }
      askedForParameters(event.parameters, accepted: nil, nil, connection, record, .received)
    case .dataLengthChange:
      let event = try LEDataLengthChange(&cursor)
      guard let connection = leConnection(event.connectionHandle, adapter, record) else { return }
      dataLengthChanged(event, connection, record)
    case .phyUpdateComplete:
      let event = try LEPHYUpdateComplete(&cursor)
      guard let connection = leConnection(event.connectionHandle, adapter, record) else { return }
      phyUpdated(event, connection, record)
    default: break
    }
  }

  /// The LE connection that an event names, and that the packet list shows beside it.
  func connection(_ handle: UInt16, _ adapter: Adapter, _ record: CaptureRecord)
    -> Connection?
  {
    if options.describesPackets { packet.connectionHandle = handle }
    guard let connection = adapter.connections[handle] else { return nil }
    if options.describesPackets { packet.connection = connection }
    touch(connection, record)
    return connection
  }

  /// The LE connection that an LE event names; one that is not known began before the capture.
  func leConnection(_ handle: UInt16, _ adapter: Adapter, _ record: CaptureRecord)
    -> Connection?
  {
    if let known = connection(handle, adapter, record) { return known }
    adapter.classicHandles.remove(handle)
    return open(handle, adapter, record, peer: nil, role: nil, beginsInCapture: false)
  }

  // MARK: Connections

  private func connected(
    _ event: LEConnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    if options.describesPackets { packet.connectionHandle = event.connectionHandle }
    guard event.status == .success else {
      connectFailed(event, adapter, record)
      return
    }
    adapter.connectTarget = nil
    adapter.isCancelling = false
    if let old = adapter.connections[event.connectionHandle] { close(old, adapter, record) }
    adapter.classicHandles.remove(event.connectionHandle)
    var peer = peer(event.peer, record)
    var onAir = event.peer
    if event.peerResolvable != 0, event.peerResolvable != event.peer.value {
      onAir = BluetoothAddress(event.peerResolvable, kind: .random)
      peer = peer.map { resolved($0, from: onAir, record) }
    }
    if let peer { number(peer) }
    guard
      let connection = open(
        event.connectionHandle, adapter, record, peer: peer, role: event.role,
        beginsInCapture: true)
    else { return }
    connection.intervals = [event.interval]
    connection.latency = event.latency
    connection.timeout = event.timeout
    connection.airAddress = onAir

    let told = begin(.connected, record, connection)
    if let role = event.role { fields.own.add("role", word: role.name) }
    addLink(event.interval, event.latency, event.timeout)
    emit(told)
  }

  private func connectFailed(
    _ event: LEConnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let target = adapter.connectTarget?.peer
    let isCancelled = event.status == .unknownConnection
    if isCancelled { adapter.cancelledAttempts += 1 }
    adapter.connectTarget = nil
    adapter.isCancelling = false
    let address = event.peer.value != 0 ? event.peer : target
    var told = begin(.disconnected, record)
    told.peer = address.flatMap { peer($0, record) }
    told.isProblem = !isCancelled
    addReason(event.status)
    fields.own.add("by", word: isCancelled ? "local" : "unknown")
    fields.decoded.text.append(
      isCancelled ? "attempt cancelled by this host" : "attempt failed: ")
    if !isCancelled { fields.decoded.text.append(status: event.status) }
    emit(told)
    if !isCancelled {
      find("connection attempt failed: ", status: event.status, device: told.peer, record)
    }
  }

  /// Makes a connection and gives it its ordinal.
  func open(
    _ handle: UInt16, _ adapter: Adapter, _ record: CaptureRecord, peer: Peer?,
    role: LinkRole?, beginsInCapture: Bool
  ) -> Connection? {
    guard openConnections < SessionLimits.openConnections else {
      tellCap("open connections", SessionLimits.openConnections, record)
      return nil
    }
    openConnections += 1
    connectionCount += 1
    let connection = Connection(
      ordinal: connectionCount, handle: handle, record: record, peer: peer, role: role,
      beginsInCapture: beginsInCapture, local: adapter.database,
      remote: peer?.database ?? AttributeDatabase(budget: budget))
    connection.unnamedState = initialState
    adapter.setConnection(handle, connection)
    if connections.count < SessionLimits.connections {
      connections.append(connection)
    } else {
      tellCap("connections", SessionLimits.connections, record)
    }
    peer?.connectionCount += 1
    if options.describesPackets { packet.connection = connection }
    return connection
  }

  /// `#n` for a device that is connected.
  func number(_ peer: Peer) {
    guard peer.ordinal == 0 else { return }
    directory.lastOrdinal += 1
    peer.ordinal = directory.lastOrdinal
  }

  private func disconnected(
    _ event: DisconnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    if options.describesPackets { packet.connectionHandle = event.connectionHandle }
    guard event.status == .success else { return }
    adapter.classicHandles.remove(event.connectionHandle)
    guard let connection = adapter.connections[event.connectionHandle] else { return }
    if options.describesPackets { packet.connection = connection }
    touch(connection, record)
    // An answer may come behind the event; only then is a request told as unanswered.
    let waits = connection.bearers.contains { $0.transactions[0].pending != nil }
    if !waits { settle(connection, record, ending: .disconnect) }
    connection.endReason = event.reason
    connection.endedBy =
      switch event.reason.rawValue {
      case 0x16: .local
      case 0x13, 0x14, 0x15: .remote
      default: connection.disconnectRequest != nil ? .local : .unknown
      }
    connection.endTime = record.time
    connection.endFrame = record.frame
    forget(connection, adapter)
    adapter.lastEnded = connection
    if waits { setUnsettled(Unsettled(connection, record)) }

    var told = begin(.disconnected, record, connection)
    addReason(event.reason)
    fields.own.add("by", word: connection.endedBy.name)
    fields.decoded.text.append(status: event.reason)
    if let request = connection.disconnectRequest {
      told.requestFrame = request.frame
      told.requestTime = request.time
      told.responseTime = record.time.nanoseconds(since: request.time)
    }
    let isOrdinary: Bool =
      switch event.reason.rawValue {
      case 0x13, 0x14, 0x15, 0x16: true
      default: false
      }
    told.isProblem = !isOrdinary
    emit(told)
    if !isOrdinary { findEnd(connection, event.reason, record) }
  }

  /// Ends a connection whose end the capture does not show.
  func close(_ connection: Connection, _ adapter: Adapter, _ record: CaptureRecord) {
    settle(connection, record, ending: .lost)
    connection.endTime = record.time
    connection.endFrame = record.frame
    forget(connection, adapter)
  }

  private func forget(_ connection: Connection, _ adapter: Adapter) {
    guard adapter.connections[connection.handle] != nil else { return }
    adapter.setConnection(connection.handle, nil)
    openConnections -= 1
  }
}

extension ByteWriter {
  /// `20 s` or `720 ms`: whole seconds as such.
  package mutating func append(milliseconds: Int) {
    if milliseconds >= 1000, milliseconds % 1000 == 0 {
      append(decimal: milliseconds / 1000)
      append(" s")
    } else {
      append(decimal: milliseconds)
      append(" ms")
    }
  }
}
