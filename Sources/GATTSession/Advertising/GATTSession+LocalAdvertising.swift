import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What the host's controllers scan and advertise.
extension GATTSession {
  func scanChanged(
    _ enable: ScanEnable, _ adapter: Adapter, _ record: CaptureRecord,
    because remark: StaticString? = nil
  ) {
    guard adapter.isScanning != enable.isEnabled else { return }
    adapter.isScanning = enable.isEnabled
    if enable.isEnabled { adapter.scansStarted += 1 } else { adapter.scansStopped += 1 }
    let event = begin(.scan, record)
    fields.own.add("enabled", enable.isEnabled)
    fields.decoded.text.append(enable.isEnabled ? "on" : "off")
    if let remark {
      fields.decoded.text.append(": ")
      fields.decoded.text.append(remark)
    }
    if enable.isEnabled, let parameters = adapter.scanParameters {
      fields.own.add("active", parameters.isActive)
      fields.own.add("interval_ms", Double(parameters.interval) * 0.625, .milliseconds)
      fields.own.add("window_ms", Double(parameters.window) * 0.625, .milliseconds)
      fields.own.add("filter_duplicates", enable.filtersDuplicates)
      fields.decoded.text.append(parameters.isActive ? ", active, " : ", passive, ")
      if parameters.window == parameters.interval {
        fields.decoded.text.append("without a pause")
      } else {
        fields.decoded.text.append(number: Double(parameters.window) * 0.625)
        fields.decoded.text.append(" of every ")
        fields.decoded.text.append(number: Double(parameters.interval) * 0.625)
        fields.decoded.text.append(" ms")
      }
      if let phys = parameters.phys {
        if phys & 1 != 0 { fields.own.add("phys", .word("1M"), .none, .element) }
        if phys & 4 != 0 { fields.own.add("phys", .word("Coded"), .none, .element) }
      }
      addDuration(enable.duration)
    }
    emit(event)
  }

  /// - duration: in units of 10 ms, 0 for none.
  private func addDuration(_ duration: UInt16) {
    guard duration > 0 else { return }
    fields.own.add("duration_ms", Int(duration) * 10, .milliseconds)
    fields.decoded.text.append(", for ")
    fields.decoded.text.append(milliseconds: Int(duration) * 10)
  }

  func advertisingChanged(
    _ enable: AdvertisingEnable, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard let sets = enable.sets, !(sets.isEmpty && adapter.advertisingSets.isEmpty) else {
      guard adapter.advertising.isEnabled != enable.isEnabled else { return }
      adapter.advertising.isEnabled = enable.isEnabled
      tellAdvertising(
        adapter.advertising, enable.isEnabled, AdvertisingEnable.Set?.none, record)
      return
    }
    guard sets.isEmpty else {
      for set in sets { advertisingChanged(set, enable.isEnabled, adapter, record) }
      return
    }
    for handle in adapter.advertisingSets.keys.sorted()
    where adapter.advertisingSets[handle]?.isEnabled == true {
      advertisingChanged(AdvertisingEnable.Set(handle: handle), false, adapter, record)
    }
  }

  private func advertisingChanged(
    _ set: AdvertisingEnable.Set, _ isEnabled: Bool, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    var known = adapter.advertisingSets[set.handle] ?? LocalAdvertising()
    guard known.isEnabled != isEnabled else { return }
    known.isEnabled = isEnabled
    adapter.advertisingSets[set.handle] = known
    tellAdvertising(known, isEnabled, set, record)
  }

  private func tellAdvertising(
    _ advertising: LocalAdvertising, _ isEnabled: Bool, _ set: AdvertisingEnable.Set?,
    _ record: CaptureRecord
  ) {
    let event = begin(.advertising, record)
    fields.own.add("enabled", isEnabled)
    addSet(set?.handle)
    fields.decoded.text.append(isEnabled ? "on" : "off")
    if isEnabled, let parameters = advertising.parameters {
      let low = Double(parameters.intervalMin) * 0.625
      let high = Double(parameters.intervalMax) * 0.625
      fields.own.add("interval_min_ms", low, .milliseconds)
      fields.own.add("interval_max_ms", high, .milliseconds)
      fields.own.add("connectable", parameters.isConnectable)
      fields.own.add("advertising_type", word: parameters.type.name)
      fields.decoded.text.append(parameters.isConnectable ? ", connectable" : "")
      fields.decoded.text.append(", every ")
      fields.decoded.text.append(low, to: high)
      fields.decoded.text.append(" ms")
    }
    if isEnabled, let set {
      addDuration(set.duration)
      if set.maxEvents > 0 {
        fields.own.add("max_events", set.maxEvents)
        fields.decoded.text.append(", at most ")
        fields.decoded.text.append(Int(set.maxEvents), "event")
      }
    }
    emit(event)
  }

  private func addSet(_ handle: UInt8?) {
    guard let handle else { return }
    fields.own.add("advertising_handle", handle)
    fields.decoded.text.append("set ")
    fields.decoded.text.append(decimal: UInt64(handle))
    fields.decoded.text.append(" ")
  }

  /// A connection ends legacy advertising, and so does the time of a directed one, without a command.
  func stopLegacyAdvertising(
    _ remark: StaticString, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard adapter.advertising.isEnabled == true,
      adapter.advertising.parameters?.isConnectable ?? true
    else { return }
    adapter.advertising.isEnabled = false
    let event = begin(.advertising, record)
    fields.own.add("enabled", false)
    fields.decoded.text.append("off: ")
    fields.decoded.text.append(remark)
    emit(event)
  }

  /// The controller ended a set by itself.
  func terminated(
    _ end: LEAdvertisingSetTerminated, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    adapter.advertisingSets[end.advertisingHandle, default: LocalAdvertising()].isEnabled = false
    let made =
      end.status == .success ? connection(end.connectionHandle, adapter, record) : nil
    let event = begin(.advertising, record, made)
    fields.own.add("enabled", false)
    addSet(end.advertisingHandle)
    fields.decoded.text.append("off: ")
    if end.status == .success {
      fields.decoded.text.append("connected")
    } else {
      addReason(end.status)
      fields.decoded.text.append(status: end.status)
    }
    if end.completedEvents > 0 { fields.own.add("completed_events", end.completedEvents) }
    emit(event)
  }
}

extension Adapter {
  /// Parameters that the controller has taken.
  func set(_ parameters: AdvertisingParameters) {
    guard let handle = parameters.set else {
      advertising.parameters = parameters
      return
    }
    advertisingSets[handle, default: LocalAdvertising()].parameters = parameters
  }
}
