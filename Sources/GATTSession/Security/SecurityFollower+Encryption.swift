import ATTDissector
import BTSnoop
import Bytes

/// The encryption of connections.
extension SecurityFollower {
  /// A step that begins it.
  func encryptionBegins(
    _ step: EncryptionStart.Step, name: LinkKey.Name, key: UInt128? = nil,
    on connection: Connection, at record: CaptureRecord
  ) {
    guard connection.transport == .le else { return }
    connection.security.begin(
      step, name: name, key: key, earlier: earlierUse(key, name: name, on: connection),
      at: clock.moment(of: record))
  }

  /// It goes on.
  func encryptionGoesOn(
    _ step: EncryptionStart.Step, key: UInt128? = nil, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard let name = connection.encryption.start?.name else { return }
    connection.security.encryption.goOn(
      step, key: key.map { ($0, earlierUse($0, name: name, on: connection)) },
      at: clock.moment(of: record))
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

  /// - direction: of the packet, where it is the side's that refuses.
  /// - isRefused: the controller of this host does not even try.
  func encryptionFailed(
    _ status: HCIStatus, on connection: Connection, at record: CaptureRecord,
    direction: PacketDirection = .unknown, isRefused: Bool = false
  ) {
    let failure = connection.security.fail(
      status, isRefused: isRefused, at: clock.moment(of: record), over: pairingLink(of: connection))
    tell(failure, on: connection, at: record, direction: direction)
  }

  private func tell(
    _ failure: SecurityState.EncryptionFailure, on connection: Connection,
    at record: CaptureRecord, direction: PacketDirection = .unknown
  ) {
    var event =
      failure.endsPairing
      ? pairingEvent(on: connection, at: record, direction: direction)
      : Event(.security, record, connection, direction)
    event.isProblem = true
    reporter.emit(
      event,
      fact: failure.endsPairing
        ? SecurityFact.pairingEncryptionFailed(connection.pairing.method, failure.status)
        : .encryptionFailed(failure.status))
    reporter.find(
      .encryptionFailed(failure.status, missing: failure.missing, frame: record.frame),
      on: connection, at: record)
  }

  func encryptionChanged(
    _ change: EncryptionChange, code: HCIEventCode, on connection: Connection,
    at record: CaptureRecord
  ) {
    let outcome = connection.security.change(
      change, at: clock.moment(of: record), over: pairingLink(of: connection))
    if let stopped = outcome.stopped {
      findTimeOut(of: stopped, on: connection, at: record)
      tell(stopped: stopped, on: connection, at: record, isProblem: true)
    }
    noteCured(outcome.cured)
    if let start = outcome.start, let key = start.key {
      keys.history.note(key, name: start.name, on: connection, hasWorked: true)
    }
    switch outcome.result {
    case .failed(let failure): tell(failure, on: connection, at: record)
    case .paired: pairingSucceeded(on: connection, at: record, keySize: change.keySize)
    case .changed:
      reporter.emit(
        Event(.security, record, connection),
        fact: SecurityFact.encryption(
          isOn: connection.encryption.isOn, isRefresh: code == .encryptionKeyRefreshComplete,
          keySize: change.keySize))
    }
  }

  /// The connection ends since a packet failed its integrity check.
  func noteMICFailure(on connection: Connection, at record: CaptureRecord) {
    connection.security.encryption.failIntegrity(at: clock.moment(of: record)) {
      keys.history.fails($0, in: connection.ordinal)
    }
  }

  /// The connection ends, or the capture. A side may have ended the connection on purpose while encryption was being
  /// started; a link that fails has its own finding, and so has a pairing.
  func settleEncryption(on connection: Connection, at record: CaptureRecord) {
    guard
      let start = connection.security.encryption.end(
        at: clock.moment(of: record), received: connection.traffic.lastReceived?.time,
        interval: connection.interval, over: pairingLink(of: connection)), !start.isOfPairing,
      connection.hearing.isOfHost, let reason = connection.endReason, reason.ender != .failure
    else { return }
    reporter.find(
      .endedWhileEncrypting(start, at: record.time), on: connection, at: record,
      moment: (start.frame, start.time))
  }
}
