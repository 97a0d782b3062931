import CSystem
import Glibc

/// The filter of an adapter's HCI socket.
package enum HCIFilter {
  /// Whether it passes everything. Without CAP_NET_RAW the kernel silently narrows a filter and
  /// reports success.
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
