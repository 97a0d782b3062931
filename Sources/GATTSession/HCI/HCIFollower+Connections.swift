import ATTDissector
import BTSnoop

/// The start and the end of connections.
extension HCIFollower {
  func connected(
    _ event: LEConnectionComplete, adapter: Adapter, at record: CaptureRecord
  ) {
    guard event.status == .success else {
      connectFailed(event, adapter: adapter, at: record)
      return
    }
    // A peripheral goes on trying to connect to others.
    let made = event.role == .central ? adapter.controller.attempts.succeed() : nil
    adapter.forgetClassic(event.connectionHandle)
    var peer = devices.peer(event.peer, at: record)
    var onAir = event.peer
    let resolvable = BluetoothAddress(event.peerResolvable, kind: .random)
    // Some controllers leave stale bytes in the field.
    if resolvable.isResolvable, event.peerResolvable != event.peer.value {
      onAir = resolvable
      peer = peer.map { devices.resolved($0, from: onAir, at: record) }
    }
    if let peer { devices.number(peer, at: record) }
    guard let connection = began(event, peer: peer, adapter: adapter, at: record) else { return }
    let terms = LinkTerms(
      interval: ConnectionInterval(frames: event.interval), latency: event.latency,
      timeout: event.timeout)
    connection.state.begin()
    linkStates.take(terms, on: connection, at: record)
    connection.parties.airAddress = onAir
    if let attempt = made?.attempt, attempt.mayReach(onAir) || attempt.mayReach(event.peer) {
      connection.start.request = (attempt.frame, attempt.time)
      if let cancelling = made?.cancelling { connection.clues.cancelled = cancelling }
      if attempt.target.peer != nil, let scan = attempt.target.scan,
        let setup = connection.start.setupTime, setup >= Connection.slowSetup
      {
        connection.clues.listening = scan
      }
    }

    reporter.emit(
      Event(.connected, record, connection), fact: LinkFact.connected(event.role, terms))
    if event.role == .peripheral {
      advertising.stopLegacyAdvertising(isConnected: true, on: adapter, at: record)
    }
  }

  /// The connection of a Connection Complete event.
  private func began(
    _ event: LEConnectionComplete, peer: Peer?, adapter: Adapter, at record: CaptureRecord
  ) -> Connection? {
    if let old = adapter.connections[event.connectionHandle] {
      // Data and events reach the host on separate paths: the first data may come before the event.
      if !old.beginsInCapture, old.peer == nil, old.transport == .le,
        record.time.nanoseconds(since: old.startTime) <= Self.lateDataLimit
      {
        establish(old, peer: peer, role: event.role)
        current.observer?.found(old)
        ends.expireTimeouts(on: old, at: record)
        return old
      }
      close(old, cut: .handleUsedAgain, adapter: adapter, at: record)
    }
    return open(
      event.connectionHandle, on: adapter, at: record, peer: peer, role: event.role,
      beginsInCapture: true)
  }

  /// Sets the peer of a connection that was first seen by its data.
  private func establish(_ connection: Connection, peer: Peer?, role: LinkRole?) {
    connection.start.isInCapture = true
    if !connection.hasLosses { connection.bearer.isMTUKnown = true }
    connection.role = role
    connection.parties.isRoleKnown = role != nil
    if let peer { links.give(connection, peer: peer) }
  }

  private func connectFailed(
    _ event: LEConnectionComplete, adapter: Adapter, at record: CaptureRecord
  ) {
    let isCancelled = event.status == .unknownConnection
    if isCancelled { adapter.controller.attempts.countCancelled() }
    var attempt: ConnectionAttempt?
    // High duty cycle directed advertising ends this way when no device connects; this host's own attempt to
    // connect, if there is one, goes on.
    let isAdvertisingTimeout = event.status == .advertisingTimeout
    if isAdvertisingTimeout {
      // That is what ended, and no attempt.
      if adapter.controller.advertising.legacy.isEnabled == true {
        return advertising.stopLegacyAdvertising(isConnected: false, on: adapter, at: record)
      }
    } else if event.role == .central {
      attempt = adapter.controller.attempts.fail(isCancelled: isCancelled, at: record)
    }
    let address =
      event.peer.value != 0 ? event.peer : attempt?.target.peer ?? attempt?.listed
    var reported = Event(.disconnected, record)
    reported.peer = address.flatMap { devices.peer($0, at: record) }
    if reported.peer != nil { reported.recordAddress(address) }
    if let attempt { reported.answers(frame: attempt.frame, at: attempt.time) }
    reported.isProblem = !isCancelled && !isAdvertisingTimeout
    reporter.emit(reported, fact: LinkFact.attemptFailed(event.status, isCancelled: isCancelled))
    if reported.isProblem {
      reporter.find(
        .attemptFailed(event.status, reported.peer?.address, frame: record.frame), on: nil,
        at: record)
    }
  }

  /// Attempts of which it is remembered that they went on.
  static let mostResumed = 4096

  /// The attempt under way never ends: the capture does, or something else ends it.
  func giveUpAttempt(on adapter: Adapter, cut: Connection.Cut?, at record: CaptureRecord) {
    // One to the devices of the list is often left open without a host that waits for it.
    guard let attempt = adapter.controller.attempts.take(), let address = attempt.target.peer,
      address.value != 0, !attempt.isDoubtful, attempt.gaps == clock.gaps(of: record)
    else { return }
    var event = Event(cut == nil ? .note : .disconnected, record)
    // The capture's last record may be of another one.
    event.adapter = adapter.index
    event.peer = devices.peer(address, at: record)
    if event.peer != nil { event.recordAddress(address) }
    event.answers(frame: attempt.frame, at: attempt.time)
    reporter.emit(event, fact: cut.map { LinkFact.attemptCut($0) } ?? .attemptOpen(address))
  }

  /// Creates a connection and assigns its ordinal.
  func open(
    _ handle: UInt16, on adapter: Adapter, at record: CaptureRecord, peer: Peer?,
    role: LinkRole?, beginsInCapture: Bool, medium: Connection.Medium = .host
  ) -> Connection? {
    guard let ordinal = links.begin(record) else { return nil }
    // What had a connection in the capture has none from before it.
    let isHandleUsed = settleStrays(handle, isAnswered: !beginsInCapture, on: adapter, at: record)
    var start = record
    if case .classic(let link) = medium {
      (start.frame, start.time) = (link.startFrame, link.startTime)
    }
    let known = links.standing.take(handle, adapter: adapter.index)
    let stood = beginsInCapture ? nil : known
    let peer = peer ?? stood.flatMap { self.peer(of: $0, at: record) }
    if stood != nil, let peer { devices.number(peer, at: record) }
    let connection = Connection(
      ordinal: ordinal, handle: handle, record: start, peer: peer,
      role: role ?? stood?.role, beginsInCapture: beginsInCapture, local: adapter.database,
      remote: peer?.database ?? AttributeDatabase(budget: budget), medium: medium)
    connection.traffic.lastRecord = record.time
    connection.parties.isRoleKnown = role != nil
    connection.start.isLost = !beginsInCapture && (adapter.controller.wasReset || isHandleUsed)
    adapter.setConnection(handle, on: connection)
    links.add(connection, at: record)
    current.observer?.found(connection)
    if !beginsInCapture {
      devices.knowUnnamed(on: connection, at: record)
      adapter.controller.attempts.doubt()
    }
    return connection
  }

  func disconnected(
    _ event: DisconnectionComplete, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard event.status == .success else {
      if let connection = adapter.connections[event.connectionHandle] {
        refusedEnd(on: connection, status: event.status, at: record)
      }
      return
    }
    adapter.forgetClassic(event.connectionHandle)
    if adapter.controller.connectionCommands.encrypting == event.connectionHandle {
      adapter.controller.connectionCommands.encrypting = nil
    }
    guard let connection = adapter.connections[event.connectionHandle] else {
      if let known = links.standing.take(event.connectionHandle, adapter: adapter.index) {
        ended(known, reason: event.reason, at: record)
      }
      endStream(event, on: adapter, at: record)
      return
    }
    ends.expireTimeouts(on: connection, at: record)
    if clock.losses(of: connection) == 0 { connection.countUndelivered() }
    if event.reason == .micFailure { security.noteMICFailure(on: connection, at: record) }
    // A response may come after the event; only later is a request reported as unanswered.
    let waits = connection.bearers.contains { $0.isAsked }
    connection.end.complete(
      event.reason, over: connection.transport,
      isAnswered: !adapter.controller.connectionCommands.asks(
        .disconnect, handle: event.connectionHandle))
    if !waits { ends.settle(connection, at: record, ending: .disconnect) }
    settleProcedures(connection, reason: event.reason, adapter: adapter, at: record)
    connection.close(frame: record.frame, at: record.time)
    forget(connection, on: adapter, at: record)
    adapter.noteServed(connection)
    if waits { links.unsettled = EndedWithOpenRequest(connection: connection, record: record) }

    var reported = Event(.disconnected, record, connection)
    if let request = connection.disconnectRequest {
      reported.answers(frame: request.frame, at: request.time)
    }
    reported.isProblem = !event.reason.isOrdinaryEnd
    reporter.emit(reported, fact: LinkFact.ended(event.reason, by: connection.endedBy, nil))
    if !event.reason.isOrdinaryEnd {
      ends.findEnd(on: connection, reason: event.reason, at: record)
    }
  }

  /// Ends a connection without a Disconnection Complete in the capture.
  func close(
    _ connection: Connection, cut: Connection.Cut, adapter: Adapter, at record: CaptureRecord
  ) {
    ends.settle(connection, at: record, ending: cut == .handleUsedAgain ? .lost : .disconnect)
    connection.close(frame: record.frame, at: record.time)
    connection.end.cut(cut)
    // Data that came after the failure shows that it was not why.
    if cut != .handleUsedAgain, let failure = adapter.controller.failure,
      connection.traffic.lastReceived.map({ $0.time <= failure.time }) ?? true
    {
      connection.clues.controllerFailure = failure
    }
    forget(connection, on: adapter, at: record)
    reporter.emit(
      Event(.disconnected, record, connection), fact: LinkFact.cut(cut, isOnlyItsEnd: false))
  }

  private func forget(_ connection: Connection, on adapter: Adapter, at record: CaptureRecord) {
    guard adapter.connections[connection.handle] != nil else { return }
    if let oldest = adapter.noteEnd(on: connection, gaps: clock.gaps(of: record)) {
      find(oldest, at: record)
    }
    adapter.setConnection(connection.handle, on: nil)
    adapter.controller.connectionCommands.end(connection.handle)
    links.ended()
  }
}
