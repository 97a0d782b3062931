import ATTDissector

/// The Filter Accept List of a controller: with whom it connects, where the host names no device.
struct AcceptList {
  /// Nothing else is in it: the controller was reset, or the host has cleared it.
  private var isComplete = false
  private var devices: [BluetoothAddress] = []
  /// Real ones have far fewer.
  private static let limit = 64

  /// The only device in it; `nil` also where the capture does not tell. A host that does not know its kind of
  /// address adds it as both: the two highest bits of a static one are set.
  var only: BluetoothAddress? {
    guard isComplete, let first = devices.first,
      devices.allSatisfy({ $0.value == first.value })
    else { return nil }
    let kind: BluetoothAddress.Kind = first.value >> 46 == 3 ? .random : .public
    return devices.first { $0.kind == kind } ?? first
  }

  /// The devices in it, as far as the capture tells.
  var all: [BluetoothAddress] { devices }

  func holds(_ wanted: [BluetoothAddress]) -> Bool {
    !wanted.isEmpty && wanted.allSatisfy(devices.contains)
  }

  /// Whether the capture shows that nothing is in it.
  var isEmpty: Bool { isComplete && devices.isEmpty }

  mutating func clear() {
    isComplete = true
    devices.removeAll()
  }

  /// A command about it was refused: what is in it is not known.
  mutating func doubt() { isComplete = false }

  mutating func add(_ device: BluetoothAddress) {
    guard !devices.contains(device) else { return }
    if devices.count < Self.limit { devices.append(device) } else { doubt() }
  }

  mutating func remove(_ device: BluetoothAddress) { devices.removeAll { $0 == device } }
}
