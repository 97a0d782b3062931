import ATTDissector
import BTSnoop

/// The encryption of a connection: commands and events of it in, what they mean out.
package struct EncryptionState {
  package private(set) var isOn = false
  package private(set) var wasOn = false
  /// The controller has accepted to encrypt it.
  private(set) var isAccepted = false
  /// The last encryption was asked for with an EDIV or a Rand other than 0: with the key of an earlier pairing.
  private(set) var asksForEarlierKey = false
  /// Why it could not be encrypted, the last time.
  package private(set) var failure: HCIStatus?
  /// The last start of encryption.
  @Rare package private(set) var start: EncryptionStart?
  /// Which side has no key for the other, where encryption has failed for that.
  @Rare package private(set) var missingKey: MissingKey?
  /// The first key of less than 16 octets that it was encrypted with.
  @Rare package private(set) var shortKey: (octets: UInt8, frame: UInt64, time: CaptureTime)?

  /// Encryption is being started.
  var isUnderWay: Bool { start?.outcome == .underWay }

  /// A packet that fails its integrity check is one of the first that are encrypted.
  var failsAtStart: Bool {
    // Some controllers report that encryption has failed, too.
    start.map { $0.outcome == .underWay || $0.outcome == .failed && failure == .micFailure }
      ?? false
  }

  /// It was so before the connection was followed.
  mutating func stands(_ isEncrypted: Bool) { (isOn, wasOn) = (isEncrypted, isEncrypted) }

  // MARK: The start

  /// A step that begins it.
  mutating func begin(_ start: EncryptionStart) {
    switch start.step {
    case .asked, .keyRequested: asksForEarlierKey = !start.name.isZero
    case .keyGiven, .requested, .answered, .started: break
    }
    self.start = start
  }

  /// The request for a key does not say for which one.
  mutating func asksForUnknownKey() { asksForEarlierKey = false }

  /// The next step.
  /// - key: with an earlier use of it, where the step shows the key.
  mutating func goOn(
    _ step: EncryptionStart.Step, key: (value: UInt128, earlier: KeyHistory.Use?)? = nil,
    at moment: Moment
  ) {
    guard isUnderWay, var start else { return }
    start.step = step
    (start.frame, start.time) = (moment.frame, moment.time)
    if let key { (start.key, start.earlier) = (key.value, key.earlier) }
    self.start = start
  }

  /// The controller answers LE Enable Encryption. While it does what it was asked before, another answer says nothing.
  /// - Returns: whether it refuses.
  mutating func isRefused(with status: HCIStatus) -> Bool {
    guard !isAccepted else { return false }
    isAccepted = status == .success
    return !isAccepted
  }

  /// This host sends data of ATT.
  mutating func noteData(frame: UInt64) {
    if isUnderWay, start?.meanwhile == nil { start?.meanwhile = frame }
  }

  // MARK: The outcome

  /// An event says that it has changed: the controller has done what it accepted.
  mutating func isAnswered() { isAccepted = false }

  /// It is on, or off.
  /// - Returns: the start that it ends, with its key.
  mutating func set(isOn: Bool, keySize: UInt8?, at moment: Moment) -> EncryptionStart? {
    self.isOn = isOn
    wasOn = wasOn || isOn
    guard isOn else { return nil }
    note(keySize: keySize, at: moment)
    return settle(.on, at: moment)
  }

  /// It could not be encrypted.
  /// - isRefused: the controller of this host does not even try.
  mutating func fail(
    _ status: HCIStatus, isRefused: Bool, at moment: Moment, over link: PairingLink
  ) {
    failure = status
    missingKey = status == .pinOrKeyMissing && !isRefused ? missing(over: link) : nil
    _ = settle(.failed, at: moment)
  }

  private mutating func settle(
    _ outcome: EncryptionStart.Outcome, at moment: Moment
  ) -> EncryptionStart? {
    guard isUnderWay, var start else { return nil }
    start.outcome = outcome
    start.settled = (moment.frame, moment.time)
    self.start = start
    return start
  }

  /// A pairing, or an event, tells the size of its key.
  mutating func note(keySize octets: UInt8?, at moment: Moment) {
    guard let octets, 1..<16 ~= octets, shortKey == nil else { return }
    shortKey = (octets, moment.frame, moment.time)
  }

  /// The side that has no key for the other.
  private func missing(over link: PairingLink) -> MissingKey? {
    guard let start, link.isLE else { return nil }
    let isHost = !link.isOnAir && start.step == .keyRequested
    guard link.isOnAir || isHost || start.step == .asked else { return nil }
    return MissingKey(
      isHost: isHost, isOnAir: link.isOnAir, isOfPairing: start.isOfPairing,
      isUnnamed: start.isUnnamed, earlier: start.earlier, isUnresolved: link.isPeerUnresolved)
  }

  // MARK: The end

  /// A packet failed its integrity check, and the connection ends.
  /// - failing: notes that a key fails, and says in which connection it did so before.
  mutating func failIntegrity(at moment: Moment, failing: (UInt128) -> Int?) {
    guard let start, let key = start.key, failsAtStart, start.gaps == moment.gaps else { return }
    self.start?.failedIn = failing(key)
  }

  /// The connection ends, or the capture. Until encryption is on, the sides send no data: what comes later shows that
  /// the capture lacks it.
  /// - received: when data of the peer came last.
  /// - interval: of the connection, in nanoseconds; 0 where it is unknown.
  /// - Returns: what was begun and can be said to be unfinished.
  mutating func end(
    at moment: Moment, received: CaptureTime?, interval: Int64, over link: PairingLink
  ) -> EncryptionStart? {
    guard isUnderWay, let start else { return nil }
    // A packet may have been on its way for some connection events.
    let way = interval > 0 ? max(300_000_000, interval &* 6) : 2_000_000_000
    let goesOn = received.map { $0.nanoseconds(since: start.time) > way } ?? false
    guard goesOn || start.gaps != moment.gaps || link.isExcerpt else { return start }
    self.start?.outcome = .unknown
    return nil
  }
}
