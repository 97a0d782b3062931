import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// A time that a filter gives.
package enum TimeLimit: Equatable, Sendable {
  /// Nanoseconds of `t`.
  case relative(Int64)
  case absolute(CaptureTime)
}

/// Which advertisements are shown.
package enum AdvertisementChoice: Sendable { case changes, all, none }

/// Selects the part of the timeline that is shown. Filters never change ordinals or frame numbers.
package struct EventFilter: Sendable {
  /// A device: by any of its addresses, by number, or by its name as known by then.
  package var device: String?
  package var deviceAddress: UInt64?
  package var deviceOrdinal: Int?
  package var uuids: Set<BluetoothUUID> = []
  package var connection: Int?
  package var handle: UInt16?
  package var adapters: Set<UInt16> = []
  package var kinds: Set<EventKind> = []
  package var frames: ClosedRange<UInt64>?
  package var from: TimeLimit?
  package var to: TimeLimit?
  package var advertisements = AdvertisementChoice.changes

  package init() {}

  /// Whether anything but advertisements and event kinds is selected.
  package var isActive: Bool {
    device != nil || !uuids.isEmpty || connection != nil || handle != nil || !adapters.isEmpty
      || frames != nil || from != nil || to != nil
  }

  /// Names the device in one of the three ways of `--device`.
  package mutating func select(device text: String) {
    device = text
    deviceAddress = BluetoothAddress.value(of: text)
    deviceOrdinal = deviceAddress == nil ? Int(text) : nil
  }

  package func allows(_ event: borrowing Event, clock: TimelineClock) -> Bool {
    if event.kind == .advertisement {
      switch advertisements {
      case .none: return false
      case .changes: if event.isRepeat { return false }
      case .all: break
      }
    }
    return kinds.isEmpty || kinds.contains(event.kind)
      ? allows(
        frame: event.frame, time: event.time, adapter: event.adapter,
        connection: event.connection, peer: event.peer, overAir: event.overAirAddress,
        clock: clock) && allowsAttribute(event)
      : false
  }

  /// The part that also applies to packets.
  package func allows(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, connection: Connection?, peer: Peer?,
    overAir: BluetoothAddress?, clock: TimelineClock
  ) -> Bool {
    if let frames, !frames.contains(frame) { return false }
    if let from, compare(time, from, clock) < 0 { return false }
    if let to, compare(time, to, clock) > 0 { return false }
    if !adapters.isEmpty, adapter.map({ !adapters.contains($0) }) ?? true { return false }
    if let wanted = self.connection, connection?.ordinal != wanted { return false }
    guard device != nil else { return true }
    // On the link layer a connection belongs to both devices.
    return matches(peer, overAir) || connection?.link?.central.map { matches($0) } ?? false
  }

  private func compare(_ time: CaptureTime, _ limit: TimeLimit, _ clock: TimelineClock) -> Int {
    switch limit {
    case .relative(let nanoseconds):
      let t = clock.nanoseconds(time)
      return t < nanoseconds ? -1 : t > nanoseconds ? 1 : 0
    case .absolute(let moment):
      return time < moment ? -1 : moment < time ? 1 : 0
    }
  }

  /// Whether a device is the selected one.
  package func matches(_ peer: Peer?, _ overAir: BluetoothAddress? = nil) -> Bool {
    if let deviceAddress {
      return overAir?.value == deviceAddress || peer?.hasAddress(deviceAddress) == true
    }
    guard let peer else { return false }
    if let deviceOrdinal, peer.hasOrdinal(deviceOrdinal) { return true }
    guard let name = peer.name, let device else { return false }
    return name.lowercased() == device.lowercased()
  }

  private func allowsAttribute(_ event: borrowing Event) -> Bool {
    if let handle, event.handle != handle, event.attribute?.handle != handle { return false }
    guard !uuids.isEmpty else { return true }
    return event.isAbout(uuids)
  }
}
