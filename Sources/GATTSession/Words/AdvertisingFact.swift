import ATTDissector
import Bytes
import GATTValues

/// What the host's controllers scan, advertise and synchronize to.
package enum AdvertisingFact: EventFact {
  case scan(ScanEnable, ScanParameters?, isTimeout: Bool)
  case advertising(Bool, AdvertisingParameters?, AdvertisingEnable.Set?)
  /// Legacy advertising ended without a command.
  case stopped(isConnected: Bool)
  case setEnded(LEAdvertisingSetTerminated)
  case synchronized(PeriodicSyncEstablished)
  case syncFailed(HCIStatus)
  case syncEnded(UInt16, BluetoothAddress?, isLost: Bool)
  case announced(BIGInfoReport)
  /// One nonce encrypts two messages.
  case nonceReused(NonceWatch.Reuse)

  package var content: EventContent { .advertising(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .scan(let enable, let parameters, let isTimeout):
      own.add(.event.enabled, enable.isEnabled)
      out.text.append(enable.isEnabled ? "on" : "off")
      if isTimeout { out.text.append(": time-out") }
      guard enable.isEnabled, let parameters else { return }
      let window = Double(parameters.window) * 0.625
      let interval = Double(parameters.interval) * 0.625
      own.add(.event.active, parameters.isActive)
      own.add(.event.interval, interval)
      own.add(.event.window, window)
      own.add(.event.filterDuplicates, enable.filtersDuplicates)
      out.text.append(parameters.isActive ? ", active, " : ", passive, ")
      if parameters.window == parameters.interval {
        out.text.append("without a pause")
      } else {
        out.text.append(number: window)
        out.text.append(" of every ")
        out.text.append(number: interval)
        out.text.append(" ms")
      }
      if let phys = parameters.phys {
        for (bit, phy) in [(1, 1), (4, 3)] as [(UInt8, UInt8)] where phys & bit != 0 {
          guard let name = LEPHYUpdateComplete.name(of: phy) else { continue }
          own.add(.event.phys, .word(name), shape: .element)
        }
      }
      Self.write(duration: enable.duration, own: &own, to: &out)
    case .advertising(let isEnabled, let parameters, let set):
      own.add(.event.enabled, isEnabled)
      Self.write(set: set?.handle, own: &own, to: &out)
      out.text.append(isEnabled ? "on" : "off")
      guard isEnabled else { return }
      if let parameters {
        let low = Double(parameters.intervalMin) * 0.625
        let high = Double(parameters.intervalMax) * 0.625
        if !parameters.isHighDutyCycle {
          own.add(.event.intervalMin, low)
          own.add(.event.intervalMax, high)
        }
        own.add(.event.connectable, parameters.isConnectable)
        own.add(.event.advertisingType, word: parameters.type.name)
        if let target = parameters.target {
          out.text.append(", directed to ")
          target.write(to: &out.text)
        } else {
          out.text.append(parameters.isConnectable ? ", connectable" : "")
        }
        if parameters.isHighDutyCycle {
          out.text.append(", high duty cycle: for 1.28 s")
        } else {
          out.text.append(", every ")
          out.text.append(low, to: high)
          out.text.append(" ms")
        }
      }
      guard let set else { return }
      Self.write(duration: set.duration, own: &own, to: &out)
      guard set.maxEvents > 0 else { return }
      own.add(.event.maxEvents, set.maxEvents)
      out.text.append(", at most ")
      out.text.append(Int(set.maxEvents), "event")
    case .stopped(let isConnected):
      own.add(.event.enabled, false)
      out.text.append(isConnected ? "off: connected" : "off: time-out")
    case .setEnded(let end):
      own.add(.event.enabled, false)
      Self.write(set: end.advertisingHandle, own: &own, to: &out)
      out.text.append("off: ")
      if end.status == .success {
        out.text.append("connected")
      } else {
        own.add(reason: end.status)
        out.text.append(status: end.status)
      }
      if end.completedEvents > 0 { own.add(.event.completedEvents, end.completedEvents) }
    case .synchronized(let event):
      let interval = Double(event.interval) * 1.25
      own.add(.event.syncHandle, event.syncHandle)
      own.add(.event.advertisingSet, event.set)
      own.add(.event.interval, interval)
      if let phy = LEPHYUpdateComplete.name(of: event.phy) { own.add(.event.phy, word: phy) }
      if let data = event.serviceData { own.add(.event.serviceDataSent, data) }
      if let subevents = event.subevents, subevents > 0 { own.add(.event.subevents, subevents) }
      out.text.append(
        event.connectionHandle == nil
          ? "periodic advertising sync with " : "periodic advertising sync received for ")
      event.advertiser.write(to: &out.text)
      out.text.append(", set ")
      out.text.append(decimal: UInt64(event.set))
      out.text.append(", every ")
      out.text.append(number: interval)
      out.text.append(" ms")
    case .syncFailed(let status):
      own.add(reason: status)
      out.text.append("periodic advertising sync failed: ")
      out.text.append(status: status)
    case .syncEnded(let handle, let advertiser, let isLost):
      own.add(.event.syncHandle, handle)
      out.text.append("periodic advertising sync ")
      if let advertiser {
        out.text.append("with ")
        advertiser.write(to: &out.text)
        out.text.append(" ")
      }
      out.text.append(isLost ? "lost" : "ended by this host")
    case .nonceReused(let reuse):
      if let counter = reuse.counter {
        out.text.append("counter ")
        out.text.append(decimal: counter)
      } else {
        out.text.append("nonce ")
        out.text.append(hex: reuse.nonce.rawBytes)
      }
      out.text.append(" of the encrypted advertisements of ")
      out.text.append(colonHex: reuse.owner)
      out.text.append(" is used again with other data: before in frame ")
      out.text.append(decimal: reuse.frame)
    case .announced(let report):
      own.add(.event.syncHandle, report.syncHandle)
      own.add(.event.streams, report.streams)
      own.add(.event.interval, Double(report.interval) * 1.25)
      own.add(.event.sduInterval, Int(report.sduInterval))
      own.add(.event.maxSDU, report.maxSDU)
      if let phy = LEPHYUpdateComplete.name(of: report.phy) { own.add(.event.phy, word: phy) }
      own.add(.event.encrypted, report.isEncrypted)
      out.text.append("broadcasts ")
      out.text.append(Int(report.streams), "isochronous stream")
      out.text.append(", SDUs of at most ")
      out.text.append(decimal: UInt64(report.maxSDU))
      out.text.append(" octets")
      if report.isEncrypted { out.text.append(", encrypted") }
    }
  }

  private static func write(
    set handle: UInt8?, own: inout FieldBuffer, to out: inout FieldBuffer
  ) {
    guard let handle else { return }
    own.add(.event.advertisingHandle, handle)
    out.text.append("set ")
    out.text.append(decimal: UInt64(handle))
    out.text.append(" ")
  }

  /// - duration: in units of 10 ms, 0 for unlimited.
  private static func write(
    duration: UInt16, own: inout FieldBuffer, to out: inout FieldBuffer
  ) {
    guard duration > 0 else { return }
    own.add(.event.duration, Int(duration) * 10)
    out.text.append(", for ")
    out.text.append(milliseconds: Int(duration) * 10)
  }
}
