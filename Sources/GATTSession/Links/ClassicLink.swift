import ATTDissector
import BTSnoop
import Bytes

/// A BR/EDR link. It becomes a connection of the session when a channel for ATT is asked for on it:
/// whatever else it carries is only counted.
final class ClassicLink {
  let startFrame: UInt64
  let startTime: CaptureTime
  /// Its Connection Complete is in the capture.
  let beginsInCapture: Bool
  let address: BluetoothAddress?
  /// The role of the recording host, where the capture shows it.
  var role: LinkRole?
  var isEncrypted: Bool
  /// Signalling that spans several packets, until there is a connection.
  var reassembly: PerSide<L2CAPReassembler> = PerSide(both: L2CAPReassembler())
  /// Whether each side is sending a PDU whose packets are only counted.
  var skips: PerSide<Bool> = PerSide(both: true)

  /// A link whose Connection Complete is in the capture.
  init(_ event: ConnectionComplete, _ role: LinkRole?, _ record: CaptureRecord) {
    startFrame = record.frame
    startTime = record.time
    beginsInCapture = true
    address = event.peer
    self.role = role
    isEncrypted = event.isEncrypted
  }

  /// A link from before the capture, recognized by its signalling.
  init(_ record: CaptureRecord) {
    startFrame = record.frame
    startTime = record.time
    beginsInCapture = false
    address = nil
    role = nil
    isEncrypted = false
  }

  func note(_ change: EncryptionChange) {
    if change.status == .success { isEncrypted = change.enabled != 0 }
  }
}

/// The roles that BR/EDR links will have, or have: setup and role changes name only addresses.
struct ClassicRoles {
  private var known: [(address: BluetoothAddress, role: LinkRole)] = []

  subscript(address: BluetoothAddress) -> LinkRole? {
    get { known.last { $0.address == address }?.role }
    set {
      known.removeAll { $0.address == address }
      guard let newValue else { return }
      if known.count >= SessionLimits.classicLinks { known.removeFirst() }
      known.append((address, newValue))
    }
  }

  mutating func removeAll() { known.removeAll() }
}
