import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// A time that a filter gives.
package enum TimeLimit: Equatable, Sendable {
  /// Nanoseconds of `t`.
  case relative(Int64)
  /// Nanoseconds from where the clock had jumped to: `S2+12.5`.
  case section(Int, Int64)
  case absolute(CaptureTime)
}

extension TimelineClock {
  /// Nanoseconds since the origin. A section that has not begun comes after everything.
  package func nanoseconds(_ limit: TimeLimit) -> Int64 {
    switch limit {
    case .relative(let nanoseconds): nanoseconds
    case .section(let number, let nanoseconds):
      sections.start(of: number).map { self.nanoseconds($0.adding(nanoseconds: nanoseconds)) }
        ?? .max
    case .absolute(let time): nanoseconds(time)
    }
  }
}

/// Selects the part of the timeline that is shown. Filters never change ordinals or frame numbers.
package struct EventFilter: Sendable {
  /// A device: by any of its addresses, by number, or by any name that it had by then.
  package var device: String?
  private var deviceName = ""
  package var deviceAddress: UInt64?
  package var deviceOrdinal: Int?
  /// All addresses of the devices that have the address, name or number, where the captures were read
  /// before: then events from before it was known are theirs, too.
  package var deviceAddresses: Set<UInt64>?
  package var uuids: Set<BluetoothUUID> = []
  package var connection: Int?
  package var handle: UInt16?
  package var adapters: Set<UInt16> = []
  package var kinds: Set<EventKind> = []
  /// The records of events of these kinds and of the requests for them, where the captures were read before.
  package var eventFrames: FrameSet?
  package var frames: ClosedRange<UInt64>?
  package var from: TimeLimit?
  package var to: TimeLimit?
  package var advertisements = AdvertisementChoice.changes
  /// Only errors; a timeline shows what happened around each on its connection.
  package var errorsOnly = false
  /// Whether marks pass, whatever else is selected.
  package var keepsMarks = false

  package init() {}

  /// Whether anything but advertisements and event kinds is selected.
  package var isActive: Bool {
    device != nil || !uuids.isEmpty || connection != nil || handle != nil || !adapters.isEmpty
      || frames != nil || from != nil || to != nil
  }

  /// Whether it leaves out anything but repeated advertisements.
  private var selectsEvents: Bool { !kinds.isEmpty || isActive }

  /// The options that select, as they are written.
  package var optionNames: [String] {
    let all: [(String, Bool)] = [
      ("--device", device != nil), ("--connection", connection != nil), ("--uuid", !uuids.isEmpty),
      ("--handle", handle != nil), ("--hci", !adapters.isEmpty), ("--event", !kinds.isEmpty),
      ("--frame", frames != nil), ("--from", from != nil), ("--to", to != nil),
      ("--errors", errorsOnly),
    ]
    return all.compactMap { $0.1 ? $0.0 : nil }
  }

  /// Names the device in one of the three ways of `--device`.
  package mutating func select(device text: String) {
    device = text
    deviceName = text.lowercased()
    deviceAddress = BluetoothAddress.value(of: text)
    deviceOrdinal = deviceAddress == nil ? Self.deviceNumber(text) : nil
  }

  /// The number of a device, which the report writes as `#1`; `nil` if a text is none.
  package static func deviceNumber(_ text: String) -> Int? {
    Int(text.first == "#" ? text.dropFirst() : text[...])
  }

  /// Whether marks of some time pass.
  package var allowsMarks: Bool { keepsMarks || kinds.isEmpty || kinds.contains(.mark) }

  package func allows(_ event: borrowing Event, clock: TimelineClock) -> Bool {
    switch event.kind {
    case .advertisement:
      if !advertisements.include(isRepeat: event.content.isRepeat) { return false }
    // A mark is of no device, and of none of the captures' parts but their time.
    case .mark:
      if keepsMarks { return true }
      return allowsMarks && allows(frame: event.frame, time: event.time, clock: clock)
    default: break
    }
    guard selectsEvents else { return true }
    return kinds.isEmpty || kinds.contains(event.kind)
      ? allows(
        frame: event.frame, time: event.time, adapter: event.adapter,
        connection: event.connection, peer: event.peer, overAir: event.overAirAddress,
        clock: clock) && allowsAttribute(event)
      : false
  }

  /// A request is selected where its answer is. What it is about does not count.
  func allows(_ request: borrowing AnsweredRequest, clock: TimelineClock) -> Bool {
    let connection = request.connection
    return allows(
      frame: request.frame, time: request.time, adapter: connection.adapter,
      connection: connection, peer: connection.peer, overAir: connection.airAddress, clock: clock)
  }

  func allows(_ packet: borrowing HeardPacket, clock: TimelineClock) -> Bool {
    let connection = packet.connection
    return allows(
      frame: packet.frame, time: packet.time, adapter: connection.adapter,
      connection: connection, peer: connection.peer, overAir: connection.airAddress, clock: clock)
  }

  /// Whether only some of what happened on a connection may be selected.
  package var selectsParts: Bool {
    !uuids.isEmpty || handle != nil || !kinds.isEmpty || selectsRecords
  }

  /// Whether a part of the captures is selected.
  package var selectsRecords: Bool { frames != nil || from != nil || to != nil }

  private func allows(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, connection: Connection?, peer: Peer?,
    overAir: BluetoothAddress?, clock: TimelineClock
  ) -> Bool {
    allows(frame: frame, time: time, adapter: adapter, connection: connection, clock: clock)
      && (device == nil || matches(peer, overAir: overAir) || matchesCentral(of: connection))
  }

  /// The part that also applies to records, but for the device.
  package func allows(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, connection: Connection?,
    clock: TimelineClock
  ) -> Bool {
    guard allows(frame: frame, time: time, clock: clock) else { return false }
    if !adapters.isEmpty, adapter.map({ !adapters.contains($0) }) ?? true { return false }
    return self.connection == nil || connection?.ordinal == self.connection
  }

  /// Whether a record is in the selected part of the captures.
  package func allows(frame: UInt64, time: CaptureTime, clock: TimelineClock) -> Bool {
    if let frames, !frames.contains(frame) { return false }
    if let from, compare(time, to: from, clock: clock) < 0 { return false }
    if let to, compare(time, to: to, clock: clock) > 0 { return false }
    return true
  }

  private func compare(_ time: CaptureTime, to limit: TimeLimit, clock: TimelineClock) -> Int {
    switch limit {
    case .relative, .section:
      let (t, bound) = (clock.nanoseconds(time), clock.nanoseconds(limit))
      return t < bound ? -1 : t > bound ? 1 : 0
    case .absolute(let moment):
      return time < moment ? -1 : moment < time ? 1 : 0
    }
  }

  /// Whether a device is the selected one.
  package func matches(_ peer: Peer?, overAir: BluetoothAddress? = nil) -> Bool {
    if let deviceAddresses {
      if let overAir, deviceAddresses.contains(overAir.value) { return true }
      return peer?.addresses.contains { deviceAddresses.contains($0.value) } ?? false
    }
    if let deviceAddress {
      return overAir?.value == deviceAddress || peer?.hasAddress(deviceAddress) == true
    }
    guard let peer else { return false }
    if let deviceOrdinal, peer.hasOrdinal(deviceOrdinal) { return true }
    return device != nil && peer.hasName(deviceName)
  }

  /// Whether a connection is with the selected device.
  package func matches(_ connection: Connection) -> Bool {
    matches(connection.peer, overAir: connection.airAddress) || matchesCentral(of: connection)
  }

  /// On the link layer a connection belongs to both devices.
  private func matchesCentral(of connection: Connection?) -> Bool {
    connection?.link?.central.map { matches($0) } ?? false
  }

  func allowsAttribute(_ event: borrowing Event) -> Bool {
    if let handle, event.handle != handle, event.attribute?.handle != handle { return false }
    guard !uuids.isEmpty else { return true }
    return event.isAbout(uuids)
  }
}

extension EventFilter {
  /// Whether attributes are selected.
  package var selectsAttributes: Bool { handle != nil || !uuids.isEmpty }

  /// Whether what happens to an attribute is selected.
  package func includes(_ attribute: Attribute?) -> Bool {
    guard let attribute else { return false }
    if let handle, attribute.handle != handle { return false }
    return uuids.isEmpty || attribute.isOf(uuids)
  }

  /// Whether the attribute that a request is about is selected. One for a range is about none.
  package func includesAttribute(of request: borrowing AnsweredRequest) -> Bool {
    handle == nil && uuids.isEmpty || includes(request.attribute)
  }
}

/// Something selected that the captures do not have.
package enum FilterMiss: Equatable, Sendable {
  /// A device, and the most similar names.
  case device(String, names: [String])
  /// A number of a device or connection, and how many there are.
  case deviceNumber(Int, of: Int)
  case connection(Int, of: Int)
}

extension EventFilter {
  /// Finds all addresses of the device, after the captures were read. Where no name is the whole text,
  /// the only one that contains it is meant.
  /// - Returns: the names that contain the one that was given, where several do and none is it.
  package mutating func resolveDevice(_ session: GATTSession) -> [String] {
    guard device != nil else { return [] }
    var found = devices(in: session).filter { matches($0) }
    if found.isEmpty, deviceAddress == nil, deviceOrdinal == nil, !deviceName.isEmpty {
      let containing = session.deviceNames.filter { $0.lowercased().includes(deviceName) }
      let names = Set(containing.map { $0.lowercased() })
      guard names.count == 1, let name = names.first else {
        // Each once, as it was first seen.
        var listed: Set<String> = []
        return containing.filter { listed.insert($0.lowercased()).inserted }
      }
      found = devices(in: session).filter { $0.hasName(name) }
    }
    guard !found.isEmpty else { return [] }
    deviceAddresses = Set(found.flatMap { $0.addresses.map(\.value) })
    return []
  }

  /// What was selected and is not there.
  /// - similar: the names that a misspelt one may mean, among those given.
  package func misses(
    _ session: GATTSession, similar: (String, [String]) -> [String]
  ) -> [FilterMiss] {
    var misses: [FilterMiss] = []
    if let device, !devices(in: session).contains(where: { matches($0) }) {
      if let deviceOrdinal {
        misses.append(.deviceNumber(deviceOrdinal, of: session.connectedPeers.count))
      } else {
        let names = deviceAddress == nil ? similar(device, session.deviceNames) : []
        misses.append(.device(device, names: names))
      }
    }
    if let connection, connection > session.connectionCount {
      misses.append(.connection(connection, of: session.connectionCount))
    }
    return misses
  }

  private func devices(in session: GATTSession) -> [Peer] {
    session.peerList + session.connectedPeers
  }
}

extension GATTSession {
  /// The names of all devices, in their order.
  package var deviceNames: [String] {
    Set((peerList + connectedPeers).compactMap(\.name)).sorted()
  }
}
