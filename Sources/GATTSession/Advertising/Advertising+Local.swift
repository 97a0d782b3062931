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
    let listIsEmpty = adapter.controller.attempts.acceptList.isEmpty
    guard
      adapter.controller.scanning.change(
        to: enable, frame: record.frame, listIsEmpty: listIsEmpty)
    else { return }
    reporter.emit(
      Event(.scan, record),
      fact: AdvertisingFact.scan(
        enable, adapter.controller.scanning.parameters, isTimeout: isTimeout))
  }

  func advertisingChanged(
    _ enable: AdvertisingEnable, on adapter: Adapter, at record: CaptureRecord
  ) {
    for change in adapter.controller.advertising.change(to: enable, at: record) {
      if let ended = change.ended { findEndless(ended, at: record) }
      if change.isEnabled { adapter.lastServed = nil }
      reporter.emit(
        Event(.advertising, record),
        fact: AdvertisingFact.advertising(change.isEnabled, change.parameters, change.set))
    }
  }

  /// A connection ends legacy advertising without a command, and so does the timeout of directed
  /// advertising.
  func stopLegacyAdvertising(
    isConnected: Bool, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard adapter.controller.advertising.stopLegacy() else { return }
    reporter.emit(
      Event(.advertising, record), fact: AdvertisingFact.stopped(isConnected: isConnected))
  }

  /// The controller ended an advertising set by itself.
  /// - connection: the one that was made.
  func terminated(
    _ end: LEAdvertisingSetTerminated, by connection: Connection?, adapter: Adapter,
    at record: CaptureRecord
  ) {
    adapter.controller.advertising.terminate(set: end.advertisingHandle)
    reporter.emit(Event(.advertising, record, connection), fact: AdvertisingFact.setEnded(end))
  }
}

extension Adapter {
  /// A connection with this host as its peripheral has ended, which ended the advertising that led to it.
  func noteServed(_ connection: Connection) {
    // A log that has never shown advertising may lack its commands.
    guard connection.role == .peripheral, connection.beginsInCapture, !connection.hasLosses,
      controller.advertising.started > 0, !controller.advertising.isOn
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
}
