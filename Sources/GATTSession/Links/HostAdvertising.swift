import ATTDissector
import BTSnoop
import Bytes

/// What a host advertises, with one controller: commands and their answers in, what changes out.
package struct HostAdvertising {
  private var askedParameters = CommandsInFlight<AdvertisingParameters>()
  private var askedEnable = CommandsInFlight<AdvertisingEnable>()
  /// Advertising sets that are to be removed.
  private var askedRemoval = CommandsInFlight<UInt8>()
  private(set) var legacy = LocalAdvertising()
  /// The advertising sets by handle: 256 at most.
  private(set) var sets: [UInt8: LocalAdvertising] = [:]
  /// What it advertised before its last reset.
  private var before: LocalAdvertising?
  package private(set) var started = 0

  /// Whether it advertises, as far as records have shown.
  package var isOn: Bool {
    legacy.isEnabled == true || sets.values.contains { $0.isEnabled == true }
  }

  /// That of all sets, by their handles, after legacy advertising.
  var all: [LocalAdvertising] { [legacy] + sets.sorted { $0.key < $1.key }.map(\.value) }

  /// What clients find it by, or found it by before its last reset; of several sets, the first.
  package var connectable: LocalAdvertising? {
    all.first { $0.parameters?.isConnectable == true } ?? before
  }

  // MARK: Commands

  mutating func ask(for parameters: AdvertisingParameters, at record: CaptureRecord) {
    askedParameters.ask(parameters, at: record)
  }

  mutating func ask(for enable: AdvertisingEnable, at record: CaptureRecord) {
    askedEnable.ask(enable, at: record)
  }

  mutating func ask(toRemove set: UInt8, at record: CaptureRecord) {
    askedRemoval.ask(set, at: record)
  }

  /// The controller accepts parameters, or does not.
  mutating func parametersAnswered(isAccepted: Bool) {
    guard let asked = askedParameters.answered(), isAccepted else { return }
    change(asked.set) { $0.parameters = asked }
  }

  /// What an answer is to: `change` says what it changes.
  mutating func enableAnswered() -> AdvertisingEnable? { askedEnable.answered() }

  mutating func removalAnswered(isAccepted: Bool) {
    guard let asked = askedRemoval.answered(), isAccepted else { return }
    before = connectable
    sets[asked] = nil
  }

  mutating func removeSets() {
    before = connectable
    sets.removeAll()
  }

  mutating func set(_ part: AdvertisedPart) { change(part.set) { $0.set(part) } }

  /// - handle: of a set; `nil` for legacy advertising.
  private mutating func change(_ handle: UInt8?, _ change: (inout LocalAdvertising) -> Void) {
    if let handle { change(&sets[handle, default: LocalAdvertising()]) } else { change(&legacy) }
  }

  // MARK: On and off

  struct Change {
    /// `nil` for legacy advertising.
    let set: AdvertisingEnable.Set?
    let isEnabled: Bool
    let parameters: AdvertisingParameters?
    /// What was on before.
    let ended: LocalAdvertising?
  }

  /// - Returns: what was not so before.
  mutating func change(to enable: AdvertisingEnable, at record: CaptureRecord) -> [Change] {
    guard let asked = enable.sets, !(asked.isEmpty && sets.isEmpty) else {
      return change(nil, isEnabled: enable.isEnabled, at: record).map { [$0] } ?? []
    }
    // Without sets: all are switched off.
    let chosen =
      asked.isEmpty
      ? sets.keys.sorted().filter { sets[$0]?.isEnabled == true }.map {
        AdvertisingEnable.Set(handle: $0)
      } : asked
    let isEnabled = enable.isEnabled && !asked.isEmpty
    return chosen.compactMap { change($0, isEnabled: isEnabled, at: record) }
  }

  private mutating func change(
    _ set: AdvertisingEnable.Set?, isEnabled: Bool, at record: CaptureRecord
  ) -> Change? {
    let known = set.map { sets[$0.handle] ?? LocalAdvertising() } ?? legacy
    guard known.isEnabled != isEnabled else { return nil }
    change(set?.handle) {
      $0.isEnabled = isEnabled
      $0.began = (record.frame, record.time, record.lossesSoFar)
    }
    if isEnabled { started += 1 }
    return Change(
      set: set, isEnabled: isEnabled, parameters: known.parameters,
      ended: known.isEnabled == true ? known : nil)
  }

  /// A connection ends legacy advertising without a command, and so does the timeout of directed advertising.
  /// - Returns: whether it was on.
  mutating func stopLegacy() -> Bool {
    guard legacy.isEnabled == true, legacy.parameters?.isConnectable ?? true else { return false }
    legacy.isEnabled = false
    return true
  }

  /// The controller ended an advertising set by itself.
  mutating func terminate(set: UInt8) { change(set) { $0.isEnabled = false } }

  mutating func noteLosses() {
    askedParameters.noteLosses()
    askedEnable.noteLosses()
    askedRemoval.noteLosses()
  }

  mutating func reset() {
    let (last, count) = (connectable, started)
    self = HostAdvertising()
    (before, started) = (last, count)
  }
}

/// Advertising of the host: legacy, or of one advertising set.
package struct LocalAdvertising {
  /// The most octets that advertising data has (Core Specification, Vol 4, Part E, 7.8.54).
  static let maximumData = 1650

  package internal(set) var parameters: AdvertisingParameters?
  var isEnabled: Bool?
  /// When it was last switched on, and what the capture lacked by then.
  var began: (frame: UInt64, time: CaptureTime, gaps: UInt64)?
  /// Advertising data as the host last set it.
  package internal(set) var data: [UInt8] = []
  package internal(set) var scanResponse: [UInt8] = []

  mutating func set(_ part: AdvertisedPart) {
    let place = part.isScanResponse ? \LocalAdvertising.scanResponse : \.data
    let before = part.isContinuation ? self[keyPath: place] : []
    self[keyPath: place] = Array((before + part.data).prefix(Self.maximumData))
  }
}
