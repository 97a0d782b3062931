import ATTDissector
import BTSnoop
import Bytes

/// Ends what is in progress on a connection: at its end, and when it has taken too long.
final class ConnectionEnds {
  let reporter: Reporter
  let clock: CaptureClock
  let links: Links
  let budget: MemoryBudget
  let linkStates: LinkStates
  let security: SecurityFollower
  let discovery: DiscoveryFollower
  let att: ATTFollower
  let l2cap: L2CAPFollower

  init(
    _ session: SessionContext, linkStates: LinkStates, security: SecurityFollower,
    discovery: DiscoveryFollower, att: ATTFollower, l2cap: L2CAPFollower
  ) {
    reporter = session.reporter
    clock = session.clock
    links = session.links
    budget = session.budget
    self.linkStates = linkStates
    self.security = security
    self.discovery = discovery
    self.att = att
    self.l2cap = l2cap
  }

  /// How long after its Disconnection Complete a controller may still hand over what it had
  /// received on a connection, in nanoseconds: data and events reach the host on separate paths.
  /// What is sent to the controller after that event is of no connection.
  static let lastDataLimit: Int64 = 100_000_000

  /// Settles an ended connection after its last data: at the first record that is not part of it.
  func settleLate(_ waiting: EndedWithOpenRequest, at record: CaptureRecord, bytes: RawSpan) {
    let connection = waiting.connection
    let isItsData =
      record.kind == .acl && record.adapter == connection.adapter && bytes.byteCount >= 2
      && bytes.uint16LittleEndian(at: 0) & 0x0FFF == connection.handle
      && (record.direction != .sent || connection.endReason == nil)
      && record.time.nanoseconds(since: waiting.record.time) <= Self.lastDataLimit
    if !isItsData { settleUnsettled() }
  }

  func settleUnsettled() {
    guard let waiting = links.unsettled else { return }
    links.unsettled = nil
    // The previous record is its last data, or else its end.
    settle(waiting.connection, at: clock.last ?? waiting.record, ending: .disconnect)
  }

  /// Ends everything in progress on a connection.
  func settle(_ connection: Connection, at record: CaptureRecord, ending: RequestEnding) {
    for bearer in connection.bearers {
      att.settle(bearer, on: connection, at: record, ending: ending)
    }
    for client in Side.allCases {
      let parts = connection.writeQueues[client].parts
      if !connection.writeQueues[client].empty().isEmpty {
        reporter.emit(
          Event(.note, record, connection, client.direction),
          fact: TransactionFact.queueNotExecuted(parts: parts))
      }
      budget.countTransactions(ATTContext(connection, nil, client: client))
    }
    security.findUncured(on: connection, at: record)
    security.settleSecurityRequest(on: connection, at: record)
    security.settleEncryption(on: connection, at: record)
    if ending == .captureEnds { connection.start.isExcerpt = clock.isExcerpt(connection) }
    security.settlePairing(on: connection, at: record, ending: ending)
    linkStates.settleWaits(on: connection, at: record)
    for subscription in connection.subscriptions {
      att.ended(subscription, on: connection, at: record)
    }
    budget.subscriptions.giveBack(connection.subscriptions.count)
    connection.subscriptions.removeAll()
    att.giveUpMessages(on: connection, at: record)
    linkStates.settleParameterRequests(on: connection, at: record)
    linkStates.findForgotten(connection, at: record)
    l2cap.settleChannels(connection, at: record, ending: ending)
    for side in Side.allCases { l2cap.giveUpReassembly(on: connection, side: side, at: record) }
    discovery.flush(at: record, of: connection)
    linkStates.settleInterval(connection, at: record)
    linkStates.tellAnnounced(on: connection, at: record)
    if let encryption = connection.link?.encryption, encryption.hides {
      reporter.emit(
        Event(.note, record, connection),
        fact: LinkFact.unreadable(
          central: encryption.unreadable.host, peripheral: encryption.unreadable.peer,
          encryption.reason))
    }
  }

  // MARK: Time

  /// Records that the connection is alive, and how long it was silent.
  func expireTimeouts(on connection: Connection, at record: CaptureRecord) {
    att.endOldReads(connection, at: record)
    reportSilence(on: connection, at: record)
    if let asked = connection.waits.oldest,
      record.time.nanoseconds(since: asked) >= ATTTransactions.timeout
    {
      att.endOldTransactions(connection, at: record)
    }
    connection.traffic.lastRecord = record.time
  }

  /// Reports how long a connection was silent, if it was long.
  func reportSilence(on connection: Connection, at record: CaptureRecord) {
    let silence = record.time.nanoseconds(since: connection.traffic.lastRecord)
    if silence >= Self.silenceThreshold, reporter.wantsEvents {
      var event = Event(.note, record, connection)
      event.responseTime = silence
      reporter.emit(event, fact: LinkFact.silence(expected: nil))
    }
  }

  /// The shortest silence of a connection that is reported to readers: 5 s, in nanoseconds.
  static let silenceThreshold: Int64 = 5_000_000_000

  // MARK: Findings

  /// A finding: the connection ended unintentionally.
  func findEnd(on connection: Connection, reason: HCIStatus, at record: CaptureRecord) {
    let last = connection.traffic.lastReceived
    let isTimeout = reason == .connectionTimeout
    if reason == .micFailure, connection.hearing.isOfHost, let start = connection.encryption.start,
      start.outcome == .on || connection.encryption.failsAtStart,
      start.gaps == clock.gaps(of: record)
    {
      reporter.find(
        .integrityLost(start, after: age(of: connection, at: record), at: record.time),
        on: connection,
        at: record)
      return
    }
    reporter.find(
      .ended(
        reason, isInferred: connection.inferredEnd != nil,
        after: age(of: connection, at: record),
        silence: last.flatMap {
          clock.counts.jumped(between: $0.time, and: record.time)
            ? nil : record.time.nanoseconds(since: $0.time)
        },
        lastFrame: last?.frame,
        transfer: isTimeout ? connection.writes.large?.count(before: record.time) : nil,
        procedure: connection.culprit(of: reason, at: record.time)),
      on: connection, at: record)
  }

  /// Nanoseconds from its start; `nil` where that is not in the capture, or the recorder's clock jumped meanwhile.
  private func age(of connection: Connection, at record: CaptureRecord) -> Int64? {
    let start = connection.startTime
    guard connection.beginsInCapture, !clock.counts.jumped(between: start, and: record.time) else {
      return nil
    }
    return record.time.nanoseconds(since: start)
  }
}
