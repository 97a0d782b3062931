import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline
import Vocabulary

/// Why a connection ended, and the records that show it.
struct Verdict {
  enum Certainty: String {
    /// A record says so.
    case certain
    /// Concluded from what records say.
    case likely
    case unknown
  }

  /// One sentence, without control characters.
  var sentence = ""
  var certainty = Certainty.unknown
  /// In the order of the records.
  var evidence: [Evidence] = []

  /// - captureEnd: the time of the last record.
  init(_ tally: ConnectionTally, captureEnd: CaptureTime?) {
    var text = ByteWriter(capacity: 256)
    certainty = Self.earned(
      Self.cause(of: tally, captureEnd: captureEnd, to: &text), on: tally.connection,
      captureEnd: captureEnd)
    Self.circumstances(of: tally, to: &text)
    text.append(".")
    sentence = text.string
    evidence = Self.evidence(of: tally)
  }

  // MARK: The cause

  private static let unheard: StaticString =
    "Nothing of it was heard after its CONNECT_IND: it was not established, or the sniffer did not follow it"

  /// In this order: what cuts it off, what is inferred, who ended it, and the code of the reason.
  private static func cause(
    of tally: ConnectionTally, captureEnd: CaptureTime?, to text: inout ByteWriter
  ) -> Certainty {
    let connection = tally.connection
    guard connection.endTime != nil else {
      if connection.isUnanswered {
        text.append("No PDU of ")
        append(peerOf: connection, atStart: false, to: &text)
        text.append(" was heard, and no acknowledgement: ")
        text.append("it was not established, or the sniffer lost it")
        return .unknown
      }
      if connection.lastHeard(before: captureEnd) != nil {
        text.append("The end is not in the capture: the sniffer lost it")
        return .unknown
      }
      if let farewell = connection.link?.ending.farewellFrame {
        text.append("Open when the capture stops, unless the last PDU, frame ")
        text.append(decimal: farewell)
        text.append(", ends it: it cannot be read")
        return .unknown
      }
      if connection.isUnheard(before: captureEnd) {
        text.append(unheard)
        return .unknown
      }
      if connection.isExcerpt {
        text.append("Not known: the capture has data only, no HCI events")
        return .unknown
      }
      // After what silence it is over is not known.
      if connection.hearing.isOnAir, connection.state.timeout == 0 || connection.isUnheard {
        text.append("Probably still open when the capture stops")
        return .likely
      }
      text.append("Still open when the capture stops")
      if let certainty = unreportedEnd(on: connection, captureEnd: captureEnd, to: &text) {
        return certainty
      }
      if connection.link?.opening.isAnsweredUnheard == true, connection.beginsInCapture {
        text.append("; no PDU of ")
        append(peerOf: connection, atStart: false, to: &text)
        text.append(" was heard, but the central's sequence numbers show that it answers")
      }
      return .certain
    }
    if let inferred = connection.inferredEnd { return cause(inferred, on: connection, to: &text) }
    guard let reason = connection.endReason else {
      switch connection.cut {
      case nil where connection.isUnheard:
        text.append(unheard)
        return .unknown
      case nil, .handleUsedAgain?:
        text.append("The end is not in the capture")
        return .unknown
      case .reset? where connection.clues.controllerFailure != nil:
        text.append("The controller reported a hardware error, and this host reset it")
        if let failure = connection.clues.controllerFailure, let end = connection.endTime {
          text.append(" ")
          text.append(duration: end.nanoseconds(since: failure.time))
          text.append(" later")
        }
      case .reset?: text.append("This host reset its adapter")
      case .switchedOff?: text.append("This host switched its adapter off")
      case .removed?: text.append("The adapter was removed")
      }
      return .certain
    }
    if connection.isFromApp, reason.ender == .failure {
      return told(reason, on: connection, to: &text)
    }
    if connection.hearing.isOnAir, connection.endedBy != .unknown {
      connection.appendTerminator(&text)
      text.append(" ended it with LL_TERMINATE_IND: ")
      text.append(status: reason)
      return .certain
    }
    // A controller reports 16 for an end that its own host asked for, else the peer's reason; but
    // some report the reason that their host gave.
    let mayBeOwn = connection.end.isByEither
    switch reason.ender {
    case .remote where !mayBeOwn,
      .remoteOrController
    where reason == .unacceptableParameters && connection.disconnectRequest == nil:
      append(peerOf: connection, atStart: true, to: &text)
      text.append(" ended it: ")
      text.append(status: reason)
      return .certain
    case .remote, .remoteOrController:
      append(peerOf: connection, atStart: true, to: &text)
      text.append(
        connection.disconnectRequest == nil ? " probably ended it: " : " or this host ended it: ")
      text.append(status: reason)
      return .likely
    case .local:
      if let timeOut = pairingTimeOut(before: connection) {
        endsPairing(timeOut, on: connection, to: &text)
        text.append("it asked for the end ")
        if let request = connection.disconnectRequest, let end = connection.endTime {
          text.append(duration: end.nanoseconds(since: request.time))
          text.append(" before, with ")
          text.append(status: HCIStatus(rawValue: request.reason))
        }
        return .likely
      }
      text.append("This host ended it")
      if let request = connection.disconnectRequest, let end = connection.endTime {
        text.append(": it asked for that ")
        text.append(duration: end.nanoseconds(since: request.time))
        text.append(" before, with ")
        text.append(status: HCIStatus(rawValue: request.reason))
      } else {
        text.append(": ")
        text.append(status: reason)
      }
      return .certain
    case .failure: break
    }
    switch reason {
    case .connectionTimeout where connection.disconnectRequest != nil,
      .linkLayerResponseTimeout where connection.disconnectRequest != nil:
      text.append("This host had asked for the end")
      if let request = connection.disconnectRequest, let end = connection.endTime {
        text.append(" ")
        text.append(duration: end.nanoseconds(since: request.time))
        text.append(" before")
      }
      text.append(", and ")
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" no longer answered: ")
      text.append(status: reason)
    case .micFailure:
      let certainty = micFailure(on: tally, to: &text)
      text.append(": ")
      text.append(status: reason)
      return certainty
    case .pinOrKeyMissing:
      let certainty = keyMissing(on: connection, to: &text)
      text.append(": ")
      text.append(status: reason)
      return certainty
    case .instantPassed:
      text.append("A change of the link was missed, its instant had passed: ")
      text.append(status: reason)
      appendPending(on: connection, to: &text)
    case .connectionTimeout:
      let wasHeard = heardWithinTimeout(connection)
      text.append(
        wasHeard == nil
          ? "The controller heard nothing of " : "The controller says that it heard nothing of ")
      append(peerOf: connection, atStart: false, to: &text)
      let first = firstTimeout(of: tally)
      if let first {
        text.append(" for the supervision time-out of ")
        text.append(milliseconds: first)
        text.append(" with which it began, counted from there, though since then it is ")
        text.append(milliseconds: Int(connection.state.timeout) * 10)
      } else if connection.state.timeout > 0 {
        text.append(" for its supervision time-out of ")
        text.append(milliseconds: Int(connection.state.timeout) * 10)
      }
      if let wasHeard {
        text.append(", but data of it came ")
        text.append(duration: wasHeard)
        text.append(" before the end")
      }
      text.append(": ")
      text.append(status: reason)
      appendPending(on: connection, to: &text)
      if wasHeard != nil || first != nil { return .likely }
    case .failedToBeEstablished where connection.traffic.lastReceived != nil:
      text.append("The controller says that the connection was never established, but data of ")
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" came: ")
      text.append(status: reason)
      return .likely
    case .failedToBeEstablished:
      text.append("The connection was never established: ")
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" did not answer on the new link: ")
      text.append(status: reason)
    case .linkLayerResponseTimeout where appendOwed(on: connection, to: &text):
      text.append(": ")
      text.append(status: reason)
      // Another procedure may have been under way before.
      return .likely
    case .linkLayerResponseTimeout:
      append(peerOf: connection, atStart: true, to: &text)
      text.append(" did not answer a procedure of the link layer: ")
      text.append(status: reason)
      if let certainty = appendOverdue(on: connection, to: &text) { return certainty }
    default:
      text.append("The controller ended the connection: ")
      text.append(status: reason)
    }
    return .certain
  }

  /// How long before the end the last data of the peer came, if that is well within the supervision
  /// time-out: then one of both is not true.
  private static func heardWithinTimeout(_ connection: Connection) -> Int64? {
    guard let end = connection.endTime, let last = connection.traffic.lastReceived else {
      return nil
    }
    let silence = end.nanoseconds(since: last.time)
    return silence >= 0 && silence < Int64(connection.state.timeout) * 7_500_000 ? silence : nil
  }

  private static func cause(
    _ inferred: InferredEnd, on connection: Connection, to text: inout ByteWriter
  ) -> Certainty {
    switch inferred.cause {
    case .terminated:
      text.append("Probably ended by ")
      connection.appendTerminator(&text)
      text.append(": the last PDU is encrypted and as long as LL_TERMINATE_IND")
      return .likely
    case .timeout:
      text.append("Probably lost: nothing was heard of it for its supervision time-out of ")
      text.append(milliseconds: Int(connection.state.timeout) * 10)
      text.append(", but of other connections")
      return .likely
    case .left:
      text.append("Probably lost: one side sent for the supervision time-out of ")
      text.append(milliseconds: Int(connection.state.timeout) * 10)
      text.append(" without an answer, and then no more")
      if let reached = connection.link?.timing.reachedInstant,
        let last = connection.traffic.lastReceived,
        reached.silences(last.time, interval: connection.interval)
      {
        text.append("; the peripheral was heard up to the instant of ")
        reached.write(to: &text)
        text.append(" and never after it: it has missed that update")
      } else if let control = connection.link?.procedures.last,
        let last = connection.traffic.lastReceived,
        control.silences(last.time, interval: connection.interval)
      {
        text.append("; the peripheral fell silent at ")
        control.write(to: &text)
      }
      return .likely
    case .unanswered(let count):
      text.append("Probably never established: ")
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" answered none of ")
      text.append(grouped: UInt64(count), "PDU")
      text.append(" of the central, all with one sequence number")
      if inferred.sign == .advertises {
        text.append("; it advertises again ")
        text.append(duration: inferred.silence)
        text.append(" later")
      }
      return .likely
    case .procedure(let procedure):
      text.append("Probably lost: ")
      append(procedure, until: connection.endTime, to: &text)
      text.append(", and a side waits for 40 s: ")
      text.append(status: .linkLayerResponseTimeout)
      return .likely
    case .lost:
      text.append("It is over, and the capture does not show why: the sniffer lost it")
      openProcedure(of: connection, to: &text)
      return .unknown
    }
  }

  /// `#1`; where nothing is known of it, `the peer`.
  static func append(
    peerOf connection: Connection, atStart: Bool, to text: inout ByteWriter
  ) {
    if let peer = connection.peer, peer.ordinal > 0 {
      text.append("#")
      text.append(decimal: peer.ordinal)
    } else {
      text.append(atStart ? "The peer" : "the peer")
    }
  }

  /// ChSel, where the peripheral did not answer: an initiator and an advertiser may differ, and use algorithm #1 then
  /// (Vol 6, Part B, 4.5.8).
  static func append(channelSelection connection: Connection, to text: inout ByteWriter) {
    guard connection.isNeverAnswered, let opening = connection.link?.opening,
      let initiator = opening.initiatorSelects2
    else { return }
    text.append("; ChSel ")
    text.append(decimal: initiator ? 1 : 0)
    text.append(" of the initiator")
    guard let advertiser = opening.advertiserSelects2 else { return }
    text.append(", ")
    text.append(decimal: advertiser ? 1 : 0)
    text.append(" of the advertiser: algorithm #")
    text.append(decimal: initiator && advertiser ? 2 : 1)
    text.append(", which is legal")
  }

  // MARK: What happened around it

  /// What came just before an end that neither host asked for, and what came after it.
  private static func circumstances(of tally: ConnectionTally, to text: inout ByteWriter) {
    let connection = tally.connection
    guard let end = connection.endTime, let reason = connection.endReason else { return }
    // An end that somebody asks for often cuts requests off; one after a time-out is due to it.
    let isWanted = reason.isOrdinaryEnd
    // How long it was is not known across a clock that went back.
    let waiting = unanswered(on: tally).first { request in
      guard request.hasTimedOut else { return !isWanted && request.time <= end }
      // A link that is lost after more data of the peer was not lost for want of that answer.
      return isWanted
        || connection.traffic.lastReceived.map { $0.frame <= request.settledFrame } ?? true
    }
    if let waits = waiting {
      text.append("; ")
      text.append(string: waits.text)
      let isOwn = waits.isOfPeer && connection.hearing.isOfHost
      if waits.hasTimedOut {
        text.append(waits.isIndication ? " was not confirmed" : " was not answered")
        text.append(isOwn ? " by this host within 30 s" : " within 30 s")
        lostPart(since: waits, on: connection, to: &text)
      } else {
        text.append(isOwn ? " had waited for this host's answer" : " had waited for an answer")
        if tally.knows(since: waits.time, until: end) {
          text.append(" for ")
          text.append(duration: end.nanoseconds(since: waits.time))
        }
      }
    }
    if connection.hearing.isOnAir, !isWanted { openProcedure(of: connection, to: &text) }
    securityCircumstances(on: connection, to: &text)
    if let denied = deniedBefore(tally) {
      text.append("; it had refused ")
      text.append(string: denied.text)
      text.append(" (frame ")
      text.append(decimal: denied.frame)
      text.append("), and no pairing followed")
    }
    lastWrite(of: tally, end: end, to: &text)
    connecting(of: connection, to: &text)
    guard !isWanted else { return }
    silence(of: tally, end: end, to: &text)
    // Where the peer no longer answered, that was said.
    if reason != .connectionTimeout, reason != .linkLayerResponseTimeout,
      let request = connection.disconnectRequest
    {
      text.append("; this host had asked for the end ")
      text.append(duration: end.nanoseconds(since: request.time))
      text.append(" before")
    }
    if let interval = newInterval(of: tally, reason: reason, end: end) {
      text.append("; the interval had just become ")
      text.append(number: interval)
      text.append(" ms")
    }
    alteration(on: connection, end: end, to: &text)
    shortTimeout(on: tally, to: &text)
    if reason == .connectionTimeout, let writes = connection.transfer {
      text.append("; after an update of ")
      text.append(grouped: UInt64(writes), "write")
      text.append(": probably a reboot")
    }
    signal(of: tally, end: end, to: &text)
  }

  /// The interval, if the link was no longer heard soon after it was changed.
  private static func newInterval(
    of tally: ConnectionTally, reason: HCIStatus, end: CaptureTime
  ) -> Double? {
    let connection = tally.connection
    let terms = tally.parameters.suffix(2)
    guard let change = terms.last, let before = terms.first, change.interval != before.interval
    else { return nil }
    let timeout = Int64(connection.state.timeout) * 10_000_000
    // Of an idle link no data comes, and yet its controller hears it: until an end that is not a
    // time-out, and else until the time-out began.
    var silence =
      connection.traffic.lastReceived.map { max(0, end.nanoseconds(since: $0.time)) } ?? .max
    if connection.hearing.isOfHost {
      silence = reason == .connectionTimeout ? min(silence, timeout) : 0
    }
    let elapsed = end.nanoseconds(since: change.time)
    guard elapsed >= 0, silence - elapsed <= timeout else { return nil }
    // What a central and a peripheral do not agree on shows itself within a few events.
    // In nanoseconds; the largest values of all three fields have a product beyond an integer's.
    let soon = change.spacing * 6e6 * Double(change.latency + 1)
    return Double(elapsed - silence) < soon ? change.interval : nil
  }

  /// What waited may have been answered, and the answer be lost.
  private static func lostPart(
    since waits: ConnectionTally.OpenRequest, on connection: Connection, to text: inout ByteWriter
  ) {
    for part in [connection.clues.lostParts.host, connection.clues.lostParts.peer] {
      guard let part, part.time >= waits.time else { continue }
      text.append("; a part of what was sent meanwhile is lost (frame ")
      text.append(decimal: part.frame)
      text.append("), perhaps of the answer")
      return
    }
  }

  /// Requests that the end left without an answer, or that timed out before, the oldest first.
  static func unanswered(on tally: ConnectionTally) -> [ConnectionTally.OpenRequest] {
    guard let end = tally.connection.endFrame else { return [] }
    return tally.open.filter { $0.settledFrame >= end || $0.hasTimedOut }
  }
}
