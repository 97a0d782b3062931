import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Periodic advertising: the trains that the controller is synchronized to, and their data.
extension Advertising {
  /// - carrier: the connection over which it was transferred.
  func established(
    _ event: PeriodicSyncEstablished, over carrier: Connection?, adapter: Adapter,
    at record: CaptureRecord
  ) {
    let isCancelled = event.status == .operationCancelled
    guard event.status == .success else {
      var reported = Event(.note, record, carrier)
      reported.isProblem = !isCancelled
      reporter.report(
        reported, fact: AdvertisingFact.syncFailed(event.status), as: .syncLost, at: record)
      return
    }
    if adapter.controller.syncs[event.syncHandle] == nil,
      adapter.controller.syncs.count >= SessionLimits.periodicSyncs
    {
      reporter.full(.periodicSyncs, at: record)
    } else {
      adapter.controller.syncs[event.syncHandle] = PeriodicSync(
        advertiser: event.advertiser, set: event.set)
    }
    let advertiser = devices.peer(event.advertiser, at: record)
    var reported = Event(.note, record, carrier)
    // A sync that a connected device transfers may be to another device: the address identifies it.
    if carrier == nil {
      reported.peer = advertiser
      reported.overAirAddress = advertiser == nil ? event.advertiser : nil
    }
    reporter.emit(reported, fact: AdvertisingFact.synchronized(event))
  }

  func periodicReport(
    _ report: PeriodicReport, bytes: RawSpan, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard reporter.demand.events else { return }
    guard let status = report.status else { return }
    let data = bytes.clamped(report.data)
    if adapter.controller.syncs[report.syncHandle] == nil,
      adapter.controller.syncs.count < SessionLimits.periodicSyncs
    {
      // The sync dates from before the capture, and so may the start of its data.
      adapter.controller.syncs[report.syncHandle] = PeriodicSync(isCut: status != .complete)
    }
    guard let sync = adapter.controller.syncs[report.syncHandle] else {
      reporter.full(.periodicSyncs, at: record)
      reportPeriodic(
        report, sync: nil, data: data, isCut: status != .complete, on: adapter, at: record)
      return
    }
    if status == .complete, sync.data.isEmpty, !sync.isCut {
      reportPeriodic(report, sync: sync, data: data, isCut: false, on: adapter, at: record)
      return
    }
    var joined = sync.data
    adapter.controller.syncs[report.syncHandle]?.data = []
    let room = SessionLimits.chainedAdvertisingOctets - joined.count
    joined.append(contentsOf: data.clamped(0, count: room).copy())
    let isCut = sync.isCut || data.byteCount > room
    if status == .incomplete {
      adapter.controller.syncs[report.syncHandle]?.data = joined
      adapter.controller.syncs[report.syncHandle]?.isCut = isCut
      return
    }
    adapter.controller.syncs[report.syncHandle]?.isCut = false
    reportPeriodic(
      report, sync: sync, data: joined.rawBytes, isCut: isCut || status == .truncated, on: adapter,
      at: record)
  }

  private func reportPeriodic(
    _ report: PeriodicReport, sync: PeriodicSync?, data: RawSpan, isCut: Bool,
    on adapter: Adapter, at record: CaptureRecord
  ) {
    let hash = data.advertisementHash(of: .periodic)
    let isRepeat = sync.map { $0.advertiser == nil && $0.lastReport == hash } ?? false
    adapter.controller.syncs[report.syncHandle]?.lastReport = hash
    advertisement(
      AdvertisingReport(
        type: .periodic, address: sync?.advertiser, rssi: report.rssi, txPower: report.txPower,
        set: sync?.set, data: report.data),
      data: data, isCut: isCut, isRepeat: isRepeat, on: adapter, at: record)
  }

  func endSync(
    _ handle: UInt16, on adapter: Adapter, at record: CaptureRecord, isLost: Bool
  ) {
    let sync = adapter.controller.syncs.removeValue(forKey: handle)
    var reported = note(of: sync, at: record)
    reported.isProblem = isLost
    reporter.report(
      reported, fact: AdvertisingFact.syncEnded(handle, sync?.advertiser, isLost: isLost),
      as: .syncLost, at: record)
  }

  /// Reports periodic data whose end never came.
  func giveUpPeriodic(on adapter: Adapter, at record: CaptureRecord) {
    for (handle, sync) in adapter.controller.syncs.sorted(by: { $0.key < $1.key })
    where !sync.data.isEmpty {
      adapter.controller.syncs[handle]?.data = []
      advertisement(
        AdvertisingReport(
          type: .periodic, address: sync.advertiser, rssi: 127, set: sync.set,
          data: 0..<sync.data.count),
        data: sync.data.rawBytes, isCut: true, on: adapter, at: record)
    }
  }

  /// Reported once while it stays the same.
  func streamsAnnounced(
    _ report: BIGInfoReport, on adapter: Adapter, at record: CaptureRecord
  ) {
    let sync = adapter.controller.syncs[report.syncHandle]
    guard sync?.information != report else { return }
    adapter.controller.syncs[report.syncHandle]?.information = report
    reporter.emit(note(of: sync, at: record), fact: AdvertisingFact.announced(report))
  }

  /// A note on a sync, with its advertiser.
  private func note(of sync: PeriodicSync?, at record: CaptureRecord) -> Event {
    var reported = Event(.note, record)
    guard let advertiser = sync?.advertiser else { return reported }
    reported.peer = devices.peer(advertiser, at: record)
    reported.overAirAddress = reported.peer == nil ? advertiser : nil
    return reported
  }
}
