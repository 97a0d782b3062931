import CBluetooth
import Glibc

/// What an HCI socket of an adapter lets through.
package enum HCIFilter {
  /// Whether it is everything. The kernel takes from a filter what it does not give to those without
  /// CAP_NET_RAW, and calls that a success.
  package static func isWhole(_ socket: Descriptor) -> Bool {
    var filter = hci_filter()
    var length = socklen_t(MemoryLayout<hci_filter>.size)
    // The monitor's socket has no filter.
    guard unsafe getsockopt(socket.raw, SOL_HCI, HCI_FILTER, &filter, &length) == 0 else {
      return true
    }
    let wanted: UInt32 =
      1 << UInt32(HCI_COMMAND_PKT) | 1 << UInt32(HCI_ACLDATA_PKT)
      | 1 << UInt32(HCI_EVENT_PKT)
    return filter.type_mask & wanted == wanted
  }
}
