import ATTDissector
import BTSnoop
import Bytes

/// The last start of encryption on a connection, and what became of it.
package struct EncryptionStart: Sendable {
  /// The last of its steps that is in the capture.
  package enum Step: Sendable {
    /// This host, as the central, has asked its controller for it, with its key.
    case asked
    /// The central asks for the key of this host.
    case keyRequested
    /// This host, as the peripheral, has given its key.
    case keyGiven
    /// On the air: LL_ENC_REQ, LL_ENC_RSP and LL_START_ENC_REQ.
    case requested, answered, started
  }

  package enum Outcome: Sendable {
    /// It was not finished.
    case underWay
    case on
    /// The step that `failure` is of.
    case failed
    /// The capture lacks it.
    case unknown
  }

  package internal(set) var step: Step
  /// Frame and time of the step.
  package internal(set) var frame: UInt64
  package internal(set) var time: CaptureTime
  package internal(set) var outcome = Outcome.underWay
  /// When encryption was on, or had failed.
  package internal(set) var settled: (frame: UInt64, time: CaptureTime)?
  /// A pairing was under way, which has made the key.
  package let isOfPairing: Bool
  /// It was encrypted before: the key is to change.
  package let isRefresh: Bool
  /// The connection in which the two used the key before, or exchanged it.
  package internal(set) var earlier: KeyHistory.Use?
  /// An earlier connection in which the same key failed at a step that is not finished, since it worked.
  package internal(set) var failedIn: Int?
  /// This host has sent data of ATT meanwhile: the first frame of it.
  package internal(set) var meanwhile: UInt64?
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  var key: UInt128?
  var name: LinkKey.Name

  /// Whether the key is one of LE Secure Connections, or one that a pairing has just made.
  package var isUnnamed: Bool { name.isZero }
}

extension EncryptionStart {
  /// What a packet that failed its integrity check has to do with it.
  func writeLoss(at end: CaptureTime, to text: inout ByteWriter) {
    let moment = outcome == .on ? settled?.time ?? time : time
    let elapsed = end.nanoseconds(since: moment)
    text.append("; ")
    if outcome == .on {
      if elapsed >= 0 {
        text.append(duration: elapsed)
        text.append(" after encryption was on: ")
      }
      text.append("not the key")
      return
    }
    text.append(isRefresh ? "a change of the key" : "encryption")
    text.append(" was not finished: ")
    step.write(to: &text)
    if elapsed >= 0 {
      text.append(" ")
      text.append(duration: elapsed)
      text.append(" before")
    }
    if let earlier {
      text.append(
        earlier.hasWorked ? "; the same key worked in C" : "; the two exchanged the key in C")
      text.append(decimal: earlier.connection)
    }
  }
}

extension EncryptionStart.Step {
  /// `this host gave its key`
  package func write(to text: inout ByteWriter) { text.append(words) }

  /// The step in the present tense: `this host gives its key`.
  package var event: StaticString {
    switch self {
    case .asked: "this host asks for encryption, with its key"
    case .keyRequested: "the peer asks for this host's key"
    case .keyGiven: "this host gives its key"
    case .requested: "LL_ENC_REQ"
    case .answered: "LL_ENC_RSP"
    case .started: "LL_START_ENC_REQ"
    }
  }

  private var words: StaticString {
    switch self {
    case .asked: "this host asked for it"
    case .keyRequested: "this host did not answer the request for its key"
    case .keyGiven: "this host gave its key"
    case .requested: "LL_ENC_REQ has no answer"
    case .answered: "LL_ENC_RSP was the last of it"
    case .started: "LL_START_ENC_REQ was the last of it"
    }
  }
}

/// Which side has no key for the other, and what was before.
package struct MissingKey: Sendable {
  package let isHost: Bool
  package let isOnAir: Bool
  let isOfPairing: Bool
  let isUnnamed: Bool
  let earlier: KeyHistory.Use?
  /// The peer's address is private, and may hide one that is known.
  let isUnresolved: Bool

  /// `the peer has no key for this host`
  /// - peer: its words.
  package func writeSide(peer: String, to text: inout ByteWriter) {
    if isOnAir {
      text.append("the peripheral has no key for the central")
    } else if isHost {
      text.append("this host has no key for ")
      text.append(string: peer)
    } else {
      text.append(string: peer)
      text.append(" has no key for this host")
    }
  }

  /// Appends which side has no key, and whether the key worked before.
  package func write(peer: String, to text: inout ByteWriter) {
    writeSide(peer: peer, to: &text)
    if isOnAir { return }
    if isOfPairing {
      text.append(", not even that of this pairing; perhaps two stacks drive one controller")
      return
    }
    if isHost {
      text.append(
        isUnnamed
          ? ", which asks for that of an earlier pairing by Secure Connections"
          : ", which asks for that of an earlier legacy pairing")
    }
    if let earlier {
      text.append(
        earlier.isSame ? "; the same key " : "; a key for it ")
      text.append(earlier.hasWorked ? "worked in C" : "was exchanged in C")
      text.append(decimal: earlier.connection)
      text.append(isHost ? ": this host has lost it since" : ": it has lost it since")
      return
    }
    text.append(isHost ? ": the bond is gone here" : ": the bond is gone there")
    if isHost, isUnresolved {
      text.append(", or this host does not know it by its present address")
    }
  }
}

/// Keys that connections were encrypted with, or that the two have exchanged: what works no longer can be told
/// from what never did. Keys never appear in the output.
package struct KeyHistory {
  /// A connection in which a key was used.
  package struct Use: Sendable {
    package let connection: Int
    /// It encrypted the connection; otherwise it was only exchanged.
    package let hasWorked: Bool
    /// The octets of the key are the same, not only its name.
    package let isSame: Bool
  }

  private struct Known {
    var key: UInt128
    var name: LinkKey.Name
    var peer: Peer?
    var connection: Int
    var hasWorked: Bool
    /// The connection in which it failed since.
    var failedIn: Int?
  }

  /// The last ones are kept: beyond that, nothing is said of what was before.
  static let limit = 256
  private var list: [Known] = []

  mutating func note(
    _ key: UInt128, name: LinkKey.Name, on connection: Connection, hasWorked: Bool
  ) {
    guard Self.isKey(key) else { return }
    var known = Known(
      key: key, name: name, peer: connection.peer, connection: connection.ordinal,
      hasWorked: hasWorked)
    if let index = list.lastIndex(where: { $0.key == key }) {
      let old = list.remove(at: index)
      if name.isZero { known.name = old.name }
      if !hasWorked, old.hasWorked { return list.append(old) }
    } else if list.count >= Self.limit {
      list.removeFirst()
    }
    list.append(known)
  }

  /// A key that has worked fails.
  /// - Returns: the connection in which it did so before.
  mutating func fails(_ key: UInt128, in connection: Int) -> Int? {
    guard let index = list.lastIndex(where: { $0.key == key && $0.hasWorked }) else { return nil }
    let before = list[index].failedIn
    list[index].failedIn = connection
    return before == connection ? nil : before
  }

  /// Where a key was used last.
  func use(of key: UInt128) -> Use? {
    guard Self.isKey(key), let known = list.last(where: { $0.key == key }) else { return nil }
    return Use(connection: known.connection, hasWorked: known.hasWorked, isSame: true)
  }

  /// Where a key of that name was used last with a device.
  func use(of name: LinkKey.Name, with peer: Peer?) -> Use? {
    guard let peer,
      let known = list.last(where: { $0.name == name && $0.peer?.current === peer })
    else { return nil }
    return Use(
      connection: known.connection, hasWorked: known.hasWorked, isSame: !name.isZero)
  }

  /// Some recorders blank keys: then all look the same.
  private static func isKey(_ key: UInt128) -> Bool {
    let octet = key & 0xFF
    return (1..<16 as Range<UInt128>).contains { key >> (8 * $0) & 0xFF != octet }
  }
}

/// The start of encryption, step by step.
extension GATTSession {
  /// A step that begins it.
  func encryptionBegins(
    _ step: EncryptionStart.Step, name: LinkKey.Name, key: UInt128? = nil,
    on connection: Connection, at record: CaptureRecord
  ) {
    guard connection.transport == .le else { return }
    connection.forgetSecurityRequest()
    var start = EncryptionStart(
      step: step, frame: record.frame, time: record.time,
      // Keys of earlier legacy pairings have names.
      isOfPairing: connection.pairing.outcome == .underWay && name.isZero,
      isRefresh: connection.isEncrypted, gaps: clock.gaps(of: record), key: key, name: name)
    start.earlier = earlierUse(key, name: name, on: connection)
    connection.encryptionStart = start
  }

  /// It goes on.
  func encryptionGoesOn(
    _ step: EncryptionStart.Step, key: UInt128? = nil, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard var start = connection.encryptionStart, start.outcome == .underWay else { return }
    start.step = step
    (start.frame, start.time) = (record.frame, record.time)
    if let key {
      start.key = key
      start.earlier = earlierUse(key, name: start.name, on: connection)
    }
    connection.encryptionStart = start
  }

  private func earlierUse(
    _ key: UInt128?, name: LinkKey.Name, on connection: Connection
  ) -> KeyHistory.Use? {
    guard
      let use = key.map({ keys.history.use(of: $0) })
        ?? keys.history.use(of: name, with: connection.peer)
    else { return nil }
    return use.connection == connection.ordinal ? nil : use
  }

  /// Encryption is on, or has failed.
  func encryptionSettles(
    _ outcome: EncryptionStart.Outcome, on connection: Connection, at record: CaptureRecord
  ) {
    guard var start = connection.encryptionStart, start.outcome == .underWay else { return }
    start.outcome = outcome
    start.settled = (record.frame, record.time)
    if outcome == .on, let key = start.key {
      keys.history.note(key, name: start.name, on: connection, hasWorked: true)
    }
    connection.encryptionStart = start
  }

  /// Whether a packet that failed its integrity check was one of the first that were encrypted.
  func failsAtStart(on connection: Connection, start: EncryptionStart) -> Bool {
    // Some controllers report that encryption has failed, too.
    start.outcome == .underWay
      || start.outcome == .failed && connection.encryptionFailure == .micFailure
  }

  /// The connection ends since a packet failed its integrity check.
  func noteMICFailure(on connection: Connection, at record: CaptureRecord) {
    guard let start = connection.encryptionStart, let key = start.key,
      failsAtStart(on: connection, start: start), start.gaps == clock.gaps(of: record)
    else { return }
    connection.encryptionStart?.failedIn = keys.history.fails(key, in: connection.ordinal)
  }

  /// The connection ends, or the capture: whether what was begun can be said to be unfinished.
  func settleEncryption(on connection: Connection, at record: CaptureRecord) {
    guard let start = connection.encryptionStart, start.outcome == .underWay else { return }
    defer { findUnfinished(on: connection, at: record) }
    let last = connection.lastReceived?.time
    // Until encryption is on, the sides send no data: what comes later shows that the capture lacks it.
    // A packet may have been on its way for some connection events.
    let way =
      connection.interval > 0 ? max(300_000_000, connection.interval &* 6) : 2_000_000_000
    let goesOn = last.map { $0.nanoseconds(since: start.time) > way } ?? false
    guard goesOn || start.gaps != clock.gaps(of: record) || isExcerpt(connection) else { return }
    connection.encryptionStart?.outcome = .unknown
  }

  /// A side has ended the connection on purpose while encryption was being started. A link that fails has its own
  /// finding, and so has a pairing.
  private func findUnfinished(on connection: Connection, at record: CaptureRecord) {
    guard let start = connection.encryptionStart, start.outcome == .underWay, !start.isOfPairing,
      connection.hearing.isOfHost, let reason = connection.endReason, reason.ender != .failure
    else { return }
    reporter.find(
      .endedWhileEncrypting(start, at: record.time), on: connection, at: record,
      moment: (start.frame, start.time))
  }

  /// The side that has no key for the other.
  func missingKey(on connection: Connection) -> MissingKey? {
    guard let start = connection.encryptionStart, connection.transport == .le else { return nil }
    let isOnAir = connection.hearing.isOnAir
    let isHost = !isOnAir && start.step == .keyRequested
    guard isOnAir || isHost || start.step == .asked else { return nil }
    return MissingKey(
      isHost: isHost, isOnAir: isOnAir, isOfPairing: start.isOfPairing,
      isUnnamed: start.isUnnamed, earlier: start.earlier,
      isUnresolved: connection.peer.map { $0.address.isResolvable } ?? false)
  }
}
