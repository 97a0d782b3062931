import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What shows that a connection on the air is over, without the PDU that ends it.
package struct InferredEnd: Sendable {
  package static let lost: StaticString = "over: the sniffer lost it"
  package static let neverEstablished: StaticString =
    "never established: the peripheral did not answer"

  package enum Cause: Sendable {
    /// The last new PDU was an encrypted one of the length of LL_TERMINATE_IND.
    case terminated
    /// Nothing was heard of it for its supervision timeout, while others were.
    case timeout
    /// One side sent for the supervision timeout without an answer, and then no more.
    case left
    /// The peripheral never answered the central.
    case unanswered(PDUs: Int)
    /// The side that began a procedure fell silent after it had waited for 40 s.
    case procedure(AirProcedure)
    /// The sniffer no longer heard it.
    case lost

    package var isTerminated: Bool { if case .terminated = self { true } else { false } }
    var isLost: Bool { if case .lost = self { true } else { false } }

    /// What the controllers will have reported, where that is known.
    package var reason: HCIStatus? {
      switch self {
      case .timeout, .left: .connectionTimeout
      case .unanswered: .failedToBeEstablished
      case .procedure: .linkLayerResponseTimeout
      case .terminated, .lost: nil
      }
    }
  }

  /// What the record that shows it says.
  package enum Sign: Sendable {
    /// The peripheral advertises as connectable.
    case advertises
    /// The two devices connect again.
    case connects
    /// It ends the capture.
    case last
  }

  package let cause: Cause
  package let sign: Sign
  /// The last record of the connection, or the one that probably ended it.
  package let lastFrame: UInt64
  /// Nanoseconds from there to the record that shows the end.
  package let silence: Int64
}

/// The end of connections on the link layer.
///
/// The PDU that ends an encrypted connection cannot be told from a few others of its length, and a
/// sniffer may lose a connection at any time. So an end that no readable PDU shows is inferred, when
/// a later record shows that the connection is over, and marked as inferred.
extension AirFollower {
  /// LL_TERMINATE_IND.
  func terminated(
    _ reason: HCIStatus, on connection: Connection, at record: CaptureRecord
  ) {
    connection.end.tell(reason, by: record.direction == .sent ? .local : .remote)
    ends.settle(connection, at: record, ending: .disconnect)
    end(connection, at: (record.frame, record.time))

    var event = Event(.disconnected, record, connection)
    // There is no recording host on the air: the sender of the PDU ended it.
    event.from = connection.endedBy == .local ? .central : .peripheral
    event.isProblem = !reason.isOrdinaryEnd
    reporter.emit(event, fact: LinkFact.ended(reason, by: .unknown, nil))
    if !reason.isOrdinaryEnd { ends.findEnd(on: connection, reason: reason, at: record) }
  }

  /// Ends a connection whose end is not in the capture.
  func closeLink(_ connection: Connection, at record: CaptureRecord) {
    connection.link?.ending.infer()
    ends.settle(connection, at: record, ending: .lost)
    end(connection, at: (record.frame, record.time))
  }

  private func end(_ connection: Connection, at moment: (frame: UInt64, time: CaptureTime)) {
    connection.close(frame: moment.frame, at: moment.time)
    air.end(connection)
    links.ended()
  }

  // MARK: Inferred

  /// A device advertises as connectable.
  func isBack(_ address: BluetoothAddress, at record: CaptureRecord) {
    guard !air.open.isEmpty, let peer = devices.known(address) else { return }
    isBack(peer, at: record)
  }

  /// Most devices advertise as connectable only while they are not connected. For others it proves
  /// nothing, unless nothing was heard of the connection for its supervision timeout.
  func isBack(_ peer: Peer, at record: CaptureRecord) {
    for connection in air.open where connection.peer === peer {
      guard let link = connection.link else { continue }
      let silence = record.time.nanoseconds(since: connection.traffic.lastRecord)
      let timeout = supervision(on: connection, link: link)
      let isSilent = timeout > 0 && silence >= timeout && !link.ending.outlastsSilence
      if link.timing.isNew {
        // Nothing of it was ever heard: that says more about the sniffer than about the connection.
        if isSilent { closeLink(connection, at: record) }
        continue
      }
      if link.opening.isUnanswered {
        if hasFailed(on: connection, link: link, at: record, least: LinkOpening.leastWithSign) {
          conclude(on: connection, link: link, sign: .advertises, at: record)
        }
        continue
      }
      link.ending.advertise()
      let next =
        link.timing.update.map { ConnectionInterval(frames: $0.change.interval).nanoseconds } ?? 0
      let isMissing = silence > max(connection.interval, next) * Int64(link.timing.subrate) * 3 / 2
      let isOver = link.ending.termination != nil && !link.ending.advertisesMeanwhile && isMissing
      if isOver || isSilent { conclude(on: connection, link: link, sign: .advertises, at: record) }
    }
  }

  /// Two devices have no more than one connection: where they connect again, the old one is over.
  func reconnected(_ peripheral: Peer, central: Peer, at record: CaptureRecord) {
    for connection in air.open where connection.peer === peripheral {
      guard let link = connection.link, link.central === central else { continue }
      if link.timing.isNew {
        closeLink(connection, at: record)
      } else {
        conclude(on: connection, link: link, sign: .connects, at: record)
      }
    }
  }

  /// The connection is over, and the record shows it.
  func conclude(
    on connection: Connection, link: LinkLayerLink, sign: InferredEnd.Sign,
    at record: CaptureRecord
  ) {
    let timeout = supervision(on: connection, link: link)
    let silence = record.time.nanoseconds(since: connection.traffic.lastRecord)
    var cause = InferredEnd.Cause.lost
    var by = Connection.Terminator.unknown
    var last = (frame: link.lastFrame, time: connection.traffic.lastRecord)
    var over = last.time
    if hasFailed(on: connection, link: link, at: record, least: LinkOpening.leastWithSign) {
      cause = .unanswered(PDUs: link.opening.repeats)
    } else if let termination = link.ending.termination {
      cause = .terminated
      last = (termination.frame, termination.time)
      over = termination.time
      by = termination.side == .central ? .local : .remote
    } else if let procedure = connection.overdueOnAir(link) {
      cause = .procedure(procedure)
    } else if timeout > 0, silence >= timeout, hears(others: link, since: last.time, for: timeout) {
      cause = .timeout
      over = last.time.adding(nanoseconds: timeout)
    } else if wasLeft(on: connection, link: link, for: timeout) {
      cause = .left
    }
    connection.end.tell(cause.reason, by: by)
    let inferred = InferredEnd(
      cause: cause, sign: sign, lastFrame: last.frame,
      silence: record.time.nanoseconds(since: last.time))
    reporter.beginProvisional()
    defer { reporter.endProvisional() }
    ends.settle(connection, at: record, ending: cause.isLost ? .lost : .disconnect)
    connection.end.inferred = inferred
    link.ending.infer()
    end(connection, at: (last.frame, over))

    var event = Event(.disconnected, record, connection)
    if cause.isTerminated {
      event.from = connection.endedBy == .local ? .central : .peripheral
    }
    event.isProblem = cause.reason != nil
    reporter.emit(event, fact: LinkFact.inferredEnd(inferred, by: connection.endedBy))
    if case .unanswered(let count) = cause {
      reporter.find(.neverEstablished(PDUs: count, frame: last.frame), on: connection, at: record)
    } else if let reason = cause.reason {
      ends.findEnd(on: connection, reason: reason, at: record)
    }
  }

  /// The capture ends: what was never answered failed.
  func concludeUnanswered(at record: CaptureRecord) {
    for connection in air.open {
      guard let link = connection.link,
        hasFailed(on: connection, link: link, at: record, least: LinkOpening.least)
      else { continue }
      conclude(on: connection, link: link, sign: .last, at: record)
    }
  }

  /// Whether the connection was not established in time, as far as was heard.
  /// - least: PDUs of the central that are needed.
  private func hasFailed(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord, least: Int
  ) -> Bool {
    guard let request = link.request, connection.beginsInCapture, link.opening.isUnanswered,
      link.opening.repeats >= least
    else { return false }
    let patience = LinkOpening.patience(
      window: request.windowOffset,
      interval: ConnectionInterval(frames: request.interval).nanoseconds)
    return record.time.nanoseconds(since: connection.startTime) >= patience
  }

  /// A connection whose end was inferred has not ended, if one of its devices sends something new: what was
  /// said before is taken back, as far as that is possible.
  ///
  /// A sender that missed the last acknowledgement repeats its last packet for a while, and a central whose
  /// peripheral is gone sends empty ones.
  /// - Returns: whether it is open again.
  func goesOn(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, in packet: AirPacket
  ) -> Bool {
    let side = packet.record.direction.sender
    let silence = packet.record.time.nanoseconds(since: connection.traffic.lastRecord)
    let mayRepeat = silence < supervisionLimit(of: connection)
    guard link.ending.isInferred, isReadable(packet), header.length > 0,
      !mayRepeat
        || !link.flows.repeats(
          header.sequenceNumber, content: payload.contentHash(of: header.content), from: side),
      links.reopen()
    else { return false }
    let told = connection.inferredEnd
    link.ending.goOn(wasAdvertised: told?.sign == .advertises, isLate: !mayRepeat)
    link.flows.missEvents()
    connection.reopen()
    air.reopen(connection)
    connection.security.pairing.reopen()
    for bearer in connection.bearers {
      for client in Side.allCases { bearer.transactions[client].outlastEnd() }
    }
    if let told {
      reporter.withdrawEnd(of: connection, wasFound: told.cause.reason != nil)
      reporter.emit(Event(.note, packet.record, connection), fact: LinkFact.goesOn(after: silence))
    }
    return true
  }

  /// The supervision timeout, in nanoseconds; the longest where it is not known (Vol 6, Part B, 4.5.2).
  private func supervisionLimit(of connection: Connection) -> Int64 {
    connection.state.timeout > 0 ? Int64(connection.state.timeout) * 10_000_000 : 32_000_000_000
  }

  /// The supervision timeout in nanoseconds; 0: unknown. Of an update that may have been reached, the longer one.
  private func supervision(on connection: Connection, link: LinkLayerLink) -> Int64 {
    // An update that was not heard may have changed it, too.
    if connection.isIntervalOutdated { return 32_000_000_000 }
    return Int64(max(connection.state.timeout, link.timing.update?.change.timeout ?? 0))
      * 10_000_000
  }

  /// Whether one side sent to the other for the supervision timeout, without an answer, and then no more.
  private func wasLeft(
    on connection: Connection, link: LinkLayerLink, for timeout: Int64
  ) -> Bool {
    guard timeout > 0, let sent = connection.traffic.lastSent,
      let received = connection.traffic.lastReceived
    else {
      return false
    }
    let alone = Int64(clamping: sent.time.nanoseconds(since: received.time).magnitude)
    let event = connection.interval * Int64(link.timing.subrate)
    return link.flows.inARow >= 4 && alone >= timeout - event
      && alone <= timeout + timeout / 4 + 2 * event
  }

  /// Whether the sniffer heard other connections on the data channels while it heard nothing of this
  /// one.
  private func hears(
    others link: LinkLayerLink, since last: CaptureTime, for timeout: Int64
  ) -> Bool {
    guard let other = air.lastHeard(besides: link.accessAddress) else { return false }
    return other.nanoseconds(since: last) >= timeout / 2
  }
}
