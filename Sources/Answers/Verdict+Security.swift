import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline
import Vocabulary

/// What encryption and pairing have to do with an end.
extension Verdict {
  // MARK: Integrity

  /// A packet failed its integrity check.
  static func micFailure(on tally: ConnectionTally, to text: inout ByteWriter) -> Certainty {
    let connection = tally.connection
    guard let end = connection.endTime, let start = connection.encryption.start,
      !connection.hasLosses, connection.hearing.isOfHost
    else {
      text.append("A packet failed its integrity check: the two sides have different keys, ")
      text.append("or it was damaged or forged")
      return .likely
    }
    switch start.outcome {
    case .underWay where start.step != .keyRequested:
      return keysDiffer(start, in: tally, end: end, to: &text)
    case .failed where connection.encryption.failure == .micFailure:
      return keysDiffer(start, in: tally, end: end, to: &text)
    case .on:
      text.append("A packet failed its integrity check")
      if let on = start.settled?.time, case let since = end.nanoseconds(since: on), since >= 0 {
        text.append(" ")
        text.append(duration: since)
        text.append(" after encryption was on")
      }
      text.append(": not the key, which both sides had; ")
      text.append("it was damaged or forged, or a controller has miscounted its packets")
      return .certain
    case .underWay, .failed, .unknown:
      text.append("A packet failed its integrity check: the two sides have different keys, ")
      text.append("or it was damaged or forged")
      return .likely
    }
  }

  /// It failed while encryption was started: with it, each side shows the other that it has the key.
  private static func keysDiffer(
    _ start: EncryptionStart, in tally: ConnectionTally, end: CaptureTime,
    to text: inout ByteWriter
  ) -> Certainty {
    text.append(start.isRefresh ? "A change of the key" : "Encryption")
    text.append(" was begun and not finished: ")
    let since = end.nanoseconds(since: start.time)
    if since >= 0 {
      text.append(duration: since)
      text.append(" ")
    }
    text.append("after ")
    start.step.write(to: &text)
    text.append(", a packet failed its integrity check; ")
    if start.isOfPairing {
      text.append("the two have made different keys of their pairing")
      return .likely
    }
    append(peerOf: tally.connection, atStart: false, to: &text)
    text.append(" has another key")
    if let earlier = start.earlier {
      text.append(earlier.hasWorked ? " than in C" : ", not the one that the two exchanged in C")
      text.append(decimal: earlier.connection)
      if earlier.hasWorked { text.append(", where the same key of this host worked") }
      text.append(": it has lost or changed it since")
    }
    // A single packet may be damaged or forged; the same again, with the same key, is not.
    guard let before = start.failedIn, start.earlier?.hasWorked == true else { return .likely }
    text.append(", as in C")
    text.append(decimal: before)
    return .certain
  }

  // MARK: Keys

  /// A side has no key for the other (PIN or Key Missing).
  static func keyMissing(on connection: Connection, to text: inout ByteWriter) -> Certainty {
    if let missing = connection.encryption.missingKey {
      write(missing, on: connection, to: &text)
      return .certain
    }
    let start = connection.encryption.start
    if let start, start.outcome == .underWay, start.step == .asked, connection.hearing.isOfHost,
      !start.isOfPairing
    {
      append(peerOf: connection, atStart: true, to: &text)
      text.append(" has no key for this host")
      if let earlier = start.earlier {
        text.append("; the same key ")
        text.append(earlier.hasWorked ? "worked in C" : "was exchanged in C")
        text.append(decimal: earlier.connection)
      }
      return .likely
    }
    text.append("A side has no key for the other, and the capture does not show which")
    return .likely
  }

  private static func write(
    _ missing: MissingKey, on connection: Connection, to text: inout ByteWriter
  ) {
    var peer = ByteWriter(capacity: 16)
    append(peerOf: connection, atStart: false, to: &peer)
    var words = ByteWriter(capacity: 128)
    missing.write(peer: peer.string, to: &words)
    text.append(capitalized: words.bytes)
  }

  // MARK: Pairing

  /// How soon after the time-out of a pairing a host ends the connection for it, in nanoseconds.
  private static let promptness: Int64 = 2_000_000_000
  private static let pairingTimeout: Int64 = 30_000_000_000

  /// The time-out of the pairing for which this host has ended the connection.
  static func pairingTimeOut(before connection: Connection) -> PairingTimeOut? {
    guard let request = connection.disconnectRequest, let timeOut = connection.pairing.timeOut
    else { return nil }
    let elapsed = request.time.nanoseconds(since: timeOut.last.time)
    return elapsed >= pairingTimeout && elapsed <= pairingTimeout + promptness ? timeOut : nil
  }

  /// This host has ended the connection since its pairing timed out.
  static func endsPairing(
    _ timeOut: PairingTimeOut, on connection: Connection, to text: inout ByteWriter
  ) {
    text.append("The pairing timed out, and therefore this host ended the connection: ")
    if timeOut.isKnown {
      var peer = ByteWriter(capacity: 16)
      append(peerOf: connection, atStart: false, to: &peer)
      timeOut.write(host: "it", peer: peer.string, had: true, to: &text)
      text.append(" for 30 s; ")
    } else {
      text.append("nothing of it came for 30 s; ")
    }
  }

  private static func append(
    _ timeOut: PairingTimeOut, on connection: Connection, to text: inout ByteWriter
  ) {
    var peer = ByteWriter(capacity: 16)
    append(peerOf: connection, atStart: false, to: &peer)
    timeOut.write(peer: peer.string, had: true, to: &text)
  }

  // MARK: What happened around it

  /// What a reader may take for the reason, or may miss as one.
  static func securityCircumstances(on connection: Connection, to text: inout ByteWriter) {
    guard let end = connection.endTime, connection.endReason != .micFailure,
      connection.endReason != .pinOrKeyMissing, connection.hearing.isOfHost
    else { return }
    if let request = connection.security.unansweredRequest {
      text.append("; the peripheral's Security Request (frame ")
      text.append(decimal: request.frame)
      text.append(", ")
      text.append(duration: end.nanoseconds(since: request.time))
      text.append(" before) had no answer")
    }
    if let timeOut = connection.pairing.timeOut, pairingTimeOut(before: connection) == nil {
      text.append("; the pairing had timed out")
      if timeOut.isKnown {
        text.append(": ")
        append(timeOut, on: connection, to: &text)
      }
    }
    guard let start = connection.encryption.start else { return }
    switch start.outcome {
    case .underWay where isNamedOverdue(start, on: connection, end: end): break
    case .underWay:
      // It was not waited for before an end that this host asks for at once.
      text.append("; encryption was begun and not finished: ")
      start.step.write(to: &text)
      let since = end.nanoseconds(since: start.time)
      if since >= 0 {
        text.append(" ")
        text.append(duration: since)
        text.append(" before")
      }
      if let frame = start.meanwhile, connection.endReason?.ender == .failure {
        text.append("; this host sent data while encryption was being started (frame ")
        text.append(decimal: frame)
        text.append("): where its controller lets that through, the other side leaves at once")
      }
    case .failed:
      guard let settled = start.settled, let failure = connection.encryption.failure,
        case let since = end.nanoseconds(since: settled.time), 0...5_000_000_000 ~= since
      else { return }
      text.append("; encryption had failed ")
      text.append(duration: since)
      text.append(" before: ")
      text.append(status: failure)
      guard let missing = connection.encryption.missingKey else { return }
      text.append(", ")
      var peer = ByteWriter(capacity: 16)
      append(peerOf: connection, atStart: false, to: &peer)
      missing.write(peer: peer.string, to: &text)
    case .on, .unknown: break
    }
  }

  /// Whether the procedure that the link layer waited for is the start of encryption: that was said.
  private static func isNamedOverdue(
    _ start: EncryptionStart, on connection: Connection, end: CaptureTime
  ) -> Bool {
    guard connection.endReason == .linkLayerResponseTimeout else { return false }
    return connection.state.procedures.overdue(at: end)?.first.frame == start.frame
      || connection.owed(at: end)?.frame == start.frame
  }

  /// The start of encryption that was not finished, or that the end has to do with.
  static func securityEvidence(of connection: Connection) -> [Evidence] {
    guard connection.hearing.isOfHost else { return [] }
    var all: [Evidence] = []
    if let timeOut = connection.pairing.timeOut {
      all.append(
        Evidence(
          frame: timeOut.last.frame, time: timeOut.last.time,
          text: "last PDU of the pairing, which timed out", isSecurity: true))
    }
    guard let start = connection.encryption.start else { return all }
    switch start.outcome {
    case .underWay, .failed:
      var text = ByteWriter(capacity: 64)
      text.append(start.step.event)
      all.append(
        Evidence(frame: start.frame, time: start.time, text: text.string, isSecurity: true))
    case .on, .unknown: break
    }
    return all
  }
}

extension ByteWriter {
  /// The words, with a capital letter at the start.
  fileprivate mutating func append(capitalized words: RawSpan) {
    guard words.byteCount > 0 else { return }
    let first = words.uint8(at: 0)
    append(byte: 0x61...0x7A ~= first ? first - 0x20 : first)
    append(words.clamped(1))
  }
}
