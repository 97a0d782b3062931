import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// The start and the end of connections.
extension GATTSession {
  func connected(
    _ event: LEConnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    if options.describesPackets { packet.connectionHandle = event.connectionHandle }
    guard event.status == .success else {
      connectFailed(event, adapter, record)
      return
    }
    // A peripheral goes on trying to connect to others.
    let attempt = event.role == .central ? adapter.takeAttempt() : nil
    adapter.isCancelling = false
    adapter.forgetClassic(event.connectionHandle)
    var peer = devices.peer(event.peer, record)
    var onAir = event.peer
    let resolvable = BluetoothAddress(event.peerResolvable, kind: .random)
    // Some controllers leave stale bytes in the field.
    if resolvable.isResolvable, event.peerResolvable != event.peer.value {
      onAir = resolvable
      peer = peer.map { devices.resolved($0, from: onAir, record) }
    }
    if let peer { devices.number(peer, record) }
    guard let connection = began(event, peer, adapter, record) else { return }
    let terms = LinkTerms(
      interval: ConnectionInterval(frames: event.interval), latency: event.latency,
      timeout: event.timeout)
    connection.intervals = []
    take(terms, connection, record)
    connection.airAddress = onAir
    if let attempt, attempt.mayReach(onAir) || attempt.mayReach(event.peer) {
      connection.request = (attempt.frame, attempt.time)
    }

    emit(Event(.connected, record, connection), LinkFact.connected(event.role, terms))
    if event.role == .peripheral {
      advertising.stopLegacyAdvertising(isConnected: true, adapter, record)
    }
  }

  /// The connection of a Connection Complete event.
  private func began(
    _ event: LEConnectionComplete, _ peer: Peer?, _ adapter: Adapter, _ record: CaptureRecord
  ) -> Connection? {
    if let old = adapter.connections[event.connectionHandle] {
      // Data and events reach the host on separate paths: the first data may come before the event.
      if !old.beginsInCapture, old.peer == nil, old.transport == .le,
        record.time.nanoseconds(since: old.startTime) <= Self.lateDataLimit
      {
        establish(old, peer, event.role)
        if options.describesPackets { packet.set(old) }
        touch(old, record)
        return old
      }
      close(old, .handleUsedAgain, adapter, record)
    }
    return open(
      event.connectionHandle, adapter, record, peer: peer, role: event.role, beginsInCapture: true)
  }

  /// Sets the peer of a connection that was first seen by its data.
  private func establish(_ connection: Connection, _ peer: Peer?, _ role: LinkRole?) {
    connection.beginsInCapture = true
    if !connection.hasLosses { connection.bearer.isMTUKnown = true }
    connection.role = role
    connection.isRoleKnown = role != nil
    if let peer { give(connection, peer) }
  }

  /// Gives a connection its peer, and the peer what the connection has shown so far.
  func give(_ connection: Connection, _ peer: Peer) {
    devices.forgetPresetPeer(connection, as: peer)
    let nameless = connection.remote
    peer.connectionCount += 1
    peer.database.absorb(nameless, isNewer: true)
    peer.state.merge(connection.unnamedState)
    connection.peer = peer
  }

  private func connectFailed(
    _ event: LEConnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let isCancelled = event.status == .unknownConnection
    if isCancelled { adapter.cancelledAttempts += 1 }
    var attempt: ConnectionAttempt?
    // High duty cycle directed advertising ends this way when no device connects; this host's own attempt to
    // connect, if there is one, goes on.
    let isAdvertisingTimeout = event.status == .advertisingTimeout
    if isAdvertisingTimeout {
      // That is what ended, and no attempt.
      if adapter.advertising.isEnabled == true {
        return advertising.stopLegacyAdvertising(isConnected: false, adapter, record)
      }
    } else if event.role == .central {
      attempt = adapter.takeAttempt()
      adapter.isCancelling = false
    }
    let address =
      event.peer.value != 0 ? event.peer : attempt?.target.peer ?? attempt?.listed
    var reported = Event(.disconnected, record)
    reported.peer = address.flatMap { devices.peer($0, record) }
    if reported.peer != nil { reported.recordAddress(address) }
    if let attempt { reported.answers(frame: attempt.frame, attempt.time) }
    reported.isProblem = !isCancelled && !isAdvertisingTimeout
    emit(reported, LinkFact.attemptFailed(event.status, isCancelled: isCancelled))
    if reported.isProblem {
      reporter.find(
        .attemptFailed(event.status, reported.peer?.address, frame: record.frame), nil, record)
    }
  }

  /// The attempt under way never ends: the capture does, or something else ends it.
  func giveUpAttempt(_ adapter: Adapter, _ cut: Connection.Cut?, _ record: CaptureRecord) {
    // One to the devices of the list is often left open without a host that waits for it.
    guard let attempt = adapter.takeAttempt(), let address = attempt.target.peer,
      address.value != 0, !attempt.isDoubtful, attempt.gaps == clock.gaps(record)
    else { return }
    var event = Event(cut == nil ? .note : .disconnected, record)
    // The capture's last record may be of another one.
    event.adapter = adapter.index
    event.peer = devices.peer(address, record)
    if event.peer != nil { event.recordAddress(address) }
    event.answers(frame: attempt.frame, attempt.time)
    if cut == nil { event.subject = .attempt }
    emit(event, cut.map { LinkFact.attemptCut($0) } ?? .attemptOpen(address))
  }

  /// Creates a connection and assigns its ordinal.
  func open(
    _ handle: UInt16, _ adapter: Adapter, _ record: CaptureRecord, peer: Peer?,
    role: LinkRole?, beginsInCapture: Bool, classic: ClassicLink? = nil
  ) -> Connection? {
    guard let ordinal = links.begin(record) else { return nil }
    // What had a connection in the capture has none from before it.
    let isHandleUsed = settleStrays(handle, isAnswered: !beginsInCapture, adapter, record)
    var start = record
    if let classic { (start.frame, start.time) = (classic.startFrame, classic.startTime) }
    let known = links.standing.take(handle, adapter.index)
    let stood = beginsInCapture ? nil : known
    let peer = peer ?? stood.flatMap { self.peer(of: $0, record) }
    if stood != nil, let peer { devices.number(peer, record) }
    let connection = Connection(
      ordinal: ordinal, handle: handle, record: start, peer: peer,
      role: role ?? stood?.role, beginsInCapture: beginsInCapture, local: adapter.database,
      remote: peer?.database ?? AttributeDatabase(budget: budget), classic: classic)
    connection.lastRecord = record.time
    connection.isRoleKnown = role != nil
    connection.isStartLost = !beginsInCapture && (adapter.wasReset || isHandleUsed)
    adapter.setConnection(handle, connection)
    links.add(connection, record)
    if options.describesPackets { packet.set(connection) }
    if !beginsInCapture {
      devices.knowUnnamed(connection, record)
      adapter.attempt?.isDoubtful = true
    }
    return connection
  }

  func disconnected(
    _ event: DisconnectionComplete, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard event.status == .success else {
      if let connection = adapter.connections[event.connectionHandle] {
        refusedEnd(connection, event.status, record)
      }
      return
    }
    adapter.forgetClassic(event.connectionHandle)
    if adapter.encrypting == event.connectionHandle { adapter.encrypting = nil }
    guard let connection = adapter.connections[event.connectionHandle] else {
      if let known = links.standing.take(event.connectionHandle, adapter.index) {
        ended(known, event.reason, record)
      }
      endStream(event, adapter, record)
      return
    }
    touch(connection, record)
    if losses(of: connection) == 0 { connection.countUndelivered() }
    if event.reason == .micFailure { noteMICFailure(connection, record) }
    // A response may come after the event; only later is a request reported as unanswered.
    let waits = connection.bearers.contains { $0.transactions[0].pending != nil }
    connection.endReason = event.reason
    // A controller says that it does what it is asked before it does that.
    let isAccepted = connection.isEnding || !adapter.asks(.disconnect, event.connectionHandle)
    connection.endedBy = event.reason.terminator(
      connection.transport, request: connection.disconnectRequest?.reason, isAccepted: isAccepted)
    if !waits { settle(connection, record, ending: .disconnect) }
    settleProcedures(connection, event.reason, adapter, record)
    connection.endTime = record.time
    connection.endFrame = record.frame
    forget(connection, adapter, record)
    if waits { links.unsettled = Unsettled(connection, record) }

    var reported = Event(.disconnected, record, connection)
    if let request = connection.disconnectRequest {
      reported.answers(frame: request.frame, request.time)
    }
    reported.isProblem = !event.reason.isOrdinaryEnd
    emit(reported, LinkFact.ended(event.reason, by: connection.endedBy, nil))
    if !event.reason.isOrdinaryEnd { findEnd(connection, event.reason, record) }
  }

  /// A finding: the connection ended unintentionally.
  func findEnd(_ connection: Connection, _ reason: HCIStatus, _ record: CaptureRecord) {
    let last = connection.lastReceived
    let isTimeout = reason == .connectionTimeout
    if reason == .micFailure, connection.link == nil, let start = connection.encryptionStart,
      start.outcome == .on || failsAtStart(connection, start), start.gaps == clock.gaps(record)
    {
      let age =
        connection.beginsInCapture ? record.time.nanoseconds(since: connection.startTime) : nil
      reporter.find(.integrityLost(start, after: age, at: record.time), connection, record)
      return
    }
    reporter.find(
      .ended(
        reason, isInferred: connection.inferredEnd != nil,
        after: connection.beginsInCapture
          ? record.time.nanoseconds(since: connection.startTime) : nil,
        silence: last.map { record.time.nanoseconds(since: $0.time) } ?? 0,
        lastFrame: last?.frame,
        transfer: isTimeout ? connection.largeWrite.count(before: record.time) : nil,
        procedure: connection.culprit(of: reason, at: record.time)),
      connection, record)
  }

  /// Ends a connection without a Disconnection Complete in the capture.
  func close(
    _ connection: Connection, _ cut: Connection.Cut, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    settle(connection, record, ending: cut == .handleUsedAgain ? .lost : .disconnect)
    connection.endTime = record.time
    connection.endFrame = record.frame
    connection.endedBy = cut.terminator
    connection.cut = cut
    forget(connection, adapter, record)
    emit(
      Event(.disconnected, record, connection), LinkFact.cut(cut, isOnlyItsEnd: false))
  }

  private func forget(_ connection: Connection, _ adapter: Adapter, _ record: CaptureRecord) {
    guard adapter.connections[connection.handle] != nil else { return }
    if let oldest = adapter.noteEnd(connection, gaps: clock.gaps(record)) { find(oldest, record) }
    adapter.setConnection(connection.handle, nil)
    for opcode in adapter.connectionCommands.keys {
      adapter.connectionCommands[opcode]?.end(connection.handle)
    }
    links.ended()
  }
}
