import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What the host's controllers scan and advertise.
extension Advertising {
  func scanChanged(
    _ enable: ScanEnable, on adapter: Adapter, at record: CaptureRecord,
    isTimeout: Bool = false
  ) {
    // What was not complete when a scan ended is not continued by the next.
    if enable.isEnabled { giveUpChains(on: adapter, at: record) }
    guard adapter.isScanning != enable.isEnabled else { return }
    adapter.isScanning = enable.isEnabled
    if enable.isEnabled {
      adapter.scansStarted += 1
      adapter.scanBegan = record.frame
      adapter.scanning.begin(
        enable, parameters: adapter.scanParameters, listIsEmpty: adapter.acceptList.isEmpty)
    } else {
      adapter.scansStopped += 1
    }
    reporter.emit(
      Event(.scan, record),
      fact: AdvertisingFact.scan(enable, adapter.scanParameters, isTimeout: isTimeout))
  }

  func advertisingChanged(
    _ enable: AdvertisingEnable, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard let sets = enable.sets, !(sets.isEmpty && adapter.advertisingSets.isEmpty) else {
      guard adapter.advertising.isEnabled != enable.isEnabled else { return }
      if adapter.advertising.isEnabled == true { findEndless(adapter.advertising, at: record) }
      adapter.advertising.isEnabled = enable.isEnabled
      adapter.advertising.began = (record.frame, record.time, record.lossesSoFar)
      if enable.isEnabled { adapter.noteAdvertising() }
      reporter.emit(
        Event(.advertising, record),
        fact: AdvertisingFact.advertising(enable.isEnabled, adapter.advertising.parameters, nil))
      return
    }
    guard sets.isEmpty else {
      for set in sets {
        advertisingChanged(set, isEnabled: enable.isEnabled, on: adapter, at: record)
      }
      return
    }
    for handle in adapter.advertisingSets.keys.sorted()
    where adapter.advertisingSets[handle]?.isEnabled == true {
      advertisingChanged(
        AdvertisingEnable.Set(handle: handle), isEnabled: false, on: adapter, at: record)
    }
  }

  private func advertisingChanged(
    _ set: AdvertisingEnable.Set, isEnabled: Bool, on adapter: Adapter, at record: CaptureRecord
  ) {
    var known = adapter.advertisingSets[set.handle] ?? LocalAdvertising()
    guard known.isEnabled != isEnabled else { return }
    if known.isEnabled == true { findEndless(known, at: record) }
    known.isEnabled = isEnabled
    known.began = (record.frame, record.time, record.lossesSoFar)
    if isEnabled { adapter.noteAdvertising() }
    adapter.advertisingSets[set.handle] = known
    reporter.emit(
      Event(.advertising, record),
      fact: AdvertisingFact.advertising(isEnabled, known.parameters, set))
  }

  /// A connection ends legacy advertising without a command, and so does the timeout of directed
  /// advertising.
  func stopLegacyAdvertising(
    isConnected: Bool, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard adapter.advertising.isEnabled == true,
      adapter.advertising.parameters?.isConnectable ?? true
    else { return }
    adapter.advertising.isEnabled = false
    reporter.emit(
      Event(.advertising, record), fact: AdvertisingFact.stopped(isConnected: isConnected))
  }

  /// The controller ended an advertising set by itself.
  /// - connection: the one that was made.
  func terminated(
    _ end: LEAdvertisingSetTerminated, by connection: Connection?, adapter: Adapter,
    at record: CaptureRecord
  ) {
    adapter.advertisingSets[end.advertisingHandle, default: LocalAdvertising()].isEnabled = false
    reporter.emit(Event(.advertising, record, connection), fact: AdvertisingFact.setEnded(end))
  }
}

extension Adapter {
  fileprivate func noteAdvertising() {
    advertisingsStarted += 1
    lastServed = nil
  }

  /// A connection with this host as its peripheral has ended, which ended the advertising that led to it.
  func noteServed(_ connection: Connection) {
    // A log that has never shown advertising may lack its commands.
    guard connection.role == .peripheral, connection.beginsInCapture, !connection.hasLosses,
      advertisingsStarted > 0, !advertises
    else { return }
    lastServed = connection
  }

  /// The capture ends: whether this host was not connectable again.
  func settleServed(_ record: CaptureRecord) {
    guard let served = lastServed, let end = served.endTime, !served.hasLosses,
      !connections.values.contains(where: { $0.role == .peripheral }),
      case let duration = record.time.nanoseconds(since: end), duration >= Self.patience
    else { return }
    served.clues.unadvertised = duration
  }

  /// How long a peripheral may take to advertise again, in nanoseconds: 10 s.
  private static let patience: Int64 = 10_000_000_000

  /// Parameters that the controller has accepted.
  func set(_ parameters: AdvertisingParameters) {
    guard let handle = parameters.set else {
      advertising.parameters = parameters
      return
    }
    advertisingSets[handle, default: LocalAdvertising()].parameters = parameters
  }

  func set(_ part: AdvertisedPart) {
    guard let handle = part.set else {
      advertising.set(part)
      return
    }
    advertisingSets[handle, default: LocalAdvertising()].set(part)
  }

  /// What clients find it by, or found it by before its last reset; of several sets, the first.
  package var connectableAdvertising: LocalAdvertising? {
    if advertising.parameters?.isConnectable == true { return advertising }
    let sets = advertisingSets.sorted { $0.key < $1.key }.map(\.value)
    return sets.first { $0.parameters?.isConnectable == true } ?? lastAdvertising
  }
}
