import CSystem
import Glibc

/// The kernel's monitor: the traffic between this system and its adapters.
package enum MonitorSocket {
  package static func open() throws(SystemError) -> Descriptor {
    let raw = socket(
      AF_BLUETOOTH, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), BTPROTO_HCI)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    // The kernel sends as soon as the socket is bound: set the buffer and the time stamps first.
    SocketOption.enlargeBuffer(descriptor)
    SocketOption.setTimestamps(descriptor)
    var address = sockaddr_hci(
      hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: UInt16(HCI_DEV_NONE),
      hci_channel: UInt16(HCI_CHANNEL_MONITOR))
    let length = socklen_t(MemoryLayout<sockaddr_hci>.size)
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(raw, $0, length)
      }
    }
    guard status == 0 else { throw SystemError(code: errno) }
    return descriptor
  }
}
