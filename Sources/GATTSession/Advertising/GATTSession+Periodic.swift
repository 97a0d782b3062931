import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Periodic advertising: trains that the controller follows, and what they bring.
extension GATTSession {
  func established(
    _ event: PeriodicSyncEstablished, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let carrier = event.connectionHandle.flatMap { connection($0, adapter, record) }
    let isCancelled = event.status == .operationCancelled
    guard event.status == .success else {
      var told = begin(.note, record, carrier)
      told.isProblem = !isCancelled
      addReason(event.status)
      fields.decoded.text.append("periodic advertising sync failed: ")
      fields.decoded.text.append(status: event.status)
      emit(told)
      return
    }
    if adapter.syncs[event.syncHandle] == nil, adapter.syncs.count >= SessionLimits.periodicSyncs {
      tellCap("periodic advertising syncs", SessionLimits.periodicSyncs, record)
    } else {
      adapter.syncs[event.syncHandle] = PeriodicSync(
        advertiser: event.advertiser, set: event.set)
    }
    let advertiser = peer(event.advertiser, record)
    var told = begin(.note, record, carrier)
    // A sync that a connected device hands over may be another device's: its address says whose.
    if carrier == nil {
      told.peer = advertiser
      told.overAirAddress = advertiser == nil ? event.advertiser : nil
    }
    let interval = Double(event.interval) * 1.25
    fields.own.add("sync_handle", event.syncHandle)
    fields.own.add("advertising_set", event.set)
    fields.own.add("interval_ms", interval, .milliseconds)
    if let phy = LEPHYUpdateComplete.name(event.phy) { fields.own.add("phy", word: phy) }
    if let data = event.serviceData { fields.own.add("service_data", data) }
    if let subevents = event.subevents, subevents > 0 { fields.own.add("subevents", subevents) }
    fields.decoded.text.append(
      event.connectionHandle == nil
        ? "periodic advertising sync with "
        : "periodic advertising sync received for ")
    event.advertiser.write(to: &fields.decoded.text)
    fields.decoded.text.append(", set ")
    fields.decoded.text.append(decimal: UInt64(event.set))
    fields.decoded.text.append(", every ")
    fields.decoded.text.append(number: interval)
    fields.decoded.text.append(" ms")
    emit(told)
  }

  func periodicReport(
    _ report: PeriodicReport, _ bytes: RawSpan, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard wantsEvents else { return }
    guard let status = report.status else { return }
    let data = bytes.clamped(report.data)
    if adapter.syncs[report.syncHandle] == nil, adapter.syncs.count < SessionLimits.periodicSyncs {
      // It was made before the capture, where the beginning of its data may be, too.
      adapter.syncs[report.syncHandle] = PeriodicSync(isCut: status != .complete)
    }
    guard let sync = adapter.syncs[report.syncHandle] else {
      tellCap("periodic advertising syncs", SessionLimits.periodicSyncs, record)
      tellPeriodic(report, nil, data, isCut: status != .complete, adapter, record)
      return
    }
    if status == .complete, sync.data.isEmpty, !sync.isCut {
      tellPeriodic(report, sync, data, isCut: false, adapter, record)
      return
    }
    var joined = sync.data
    adapter.syncs[report.syncHandle]?.data = []
    let room = SessionLimits.chainedAdvertisingOctets - joined.count
    joined.append(contentsOf: data.clamped(0, room).copy())
    let isCut = sync.isCut || data.byteCount > room
    if status == .incomplete {
      adapter.syncs[report.syncHandle]?.data = joined
      adapter.syncs[report.syncHandle]?.isCut = isCut
      return
    }
    adapter.syncs[report.syncHandle]?.isCut = false
    tellPeriodic(
      report, sync, joined.rawBytes, isCut: isCut || status == .truncated, adapter, record)
  }

  private func tellPeriodic(
    _ report: PeriodicReport, _ sync: PeriodicSync?, _ data: RawSpan, isCut: Bool,
    _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let hash = data.advertisementHash(.periodic)
    let isRepeat = sync.map { $0.advertiser == nil && $0.lastReport == hash } ?? false
    adapter.syncs[report.syncHandle]?.lastReport = hash
    advertisement(
      AdvertisingReport(
        type: .periodic, address: sync?.advertiser, rssi: report.rssi, txPower: report.txPower,
        set: sync?.set, data: report.data),
      data, isCut: isCut, isRepeat: isRepeat, adapter, record)
  }

  func endSync(
    _ handle: UInt16, _ remark: StaticString, _ adapter: Adapter, _ record: CaptureRecord,
    isProblem: Bool = false
  ) {
    let sync = adapter.syncs.removeValue(forKey: handle)
    var told = begin(.note, record)
    told.isProblem = isProblem
    if let sync {
      told.peer = sync.advertiser.flatMap { peer($0, record) }
      told.overAirAddress = told.peer == nil ? sync.advertiser : nil
    }
    fields.own.add("sync_handle", handle)
    fields.decoded.text.append("periodic advertising sync ")
    if let advertiser = sync?.advertiser {
      fields.decoded.text.append("with ")
      advertiser.write(to: &fields.decoded.text)
      fields.decoded.text.append(" ")
    }
    fields.decoded.text.append(remark)
    emit(told)
  }

  /// Tells periodic data whose end never came.
  func giveUpPeriodic(_ adapter: Adapter, _ record: CaptureRecord) {
    for (handle, sync) in adapter.syncs.sorted(by: { $0.key < $1.key })
    where !sync.data.isEmpty {
      adapter.syncs[handle]?.data = []
      advertisement(
        AdvertisingReport(
          type: .periodic, address: sync.advertiser, rssi: 127, set: sync.set,
          data: 0..<sync.data.count),
        sync.data.rawBytes, isCut: true, adapter, record)
    }
  }

  /// Told once as long as it says the same.
  func streamsAnnounced(
    _ report: BIGInfoReport, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    let sync = adapter.syncs[report.syncHandle]
    guard sync?.information != report else { return }
    adapter.syncs[report.syncHandle]?.information = report
    var told = begin(.note, record)
    if let sync {
      told.peer = sync.advertiser.flatMap { peer($0, record) }
      told.overAirAddress = told.peer == nil ? sync.advertiser : nil
    }
    fields.own.add("sync_handle", report.syncHandle)
    fields.own.add("streams", report.streams)
    fields.own.add("interval_ms", Double(report.interval) * 1.25, .milliseconds)
    fields.own.add("sdu_interval_us", Int(report.sduInterval), .microseconds)
    fields.own.add("max_sdu", report.maxSDU, .octets)
    if let phy = LEPHYUpdateComplete.name(report.phy) { fields.own.add("phy", word: phy) }
    fields.own.add("encrypted", report.isEncrypted)
    fields.decoded.text.append("broadcasts ")
    fields.decoded.text.append(Int(report.streams), "isochronous stream")
    fields.decoded.text.append(", SDUs of at most ")
    fields.decoded.text.append(decimal: UInt64(report.maxSDU))
    fields.decoded.text.append(" octets")
    if report.isEncrypted { fields.decoded.text.append(", encrypted") }
    emit(told)
  }
}
