import CSystem
import Glibc

/// An adapter as this program's alone: its packets with their H4 indicators, one for each read and
/// write. Needs CAP_NET_ADMIN.
package final class UserChannel {
  package let descriptor: Descriptor
  private let index: UInt16
  /// The adapter was in use: it is to be so again.
  private let wasUp: Bool
  private var isOpen = true

  /// Takes the adapter from the kernel's own host.
  /// - Throws: ENODEV without such an adapter, EBUSY if another program has it.
  package init(_ index: UInt16) throws(SystemError) {
    self.index = index
    let flags = try HCISystem().adapter(at: index).flags
    wasUp = flags & 1 << UInt32(HCI_UP) != 0
    if wasUp { try Self.control(hci_device_down(), index: index) }
    do throws(SystemError) {
      descriptor = try Self.bound(index)
    } catch {
      if wasUp { try? Self.control(hci_device_up(), index: index) }
      throw error
    }
  }

  deinit { close() }

  /// Gives it back as it was. The descriptor must not be used any more.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor.raw)
    if wasUp { try? Self.control(hci_device_up(), index: index) }
  }

  private static func bound(_ index: UInt16) throws(SystemError) -> Descriptor {
    let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = socket(AF_BLUETOOTH, type, BTPROTO_HCI)
    guard raw >= 0 else { throw SystemError(code: errno) }
    var address = sockaddr_hci(
      hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: index,
      hci_channel: UInt16(HCI_CHANNEL_USER))
    let length = socklen_t(MemoryLayout<sockaddr_hci>.size)
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(raw, $0, length)
      }
    }
    guard status == 0 else {
      let code = errno
      Glibc.close(raw)
      throw SystemError(code: code)
    }
    return Descriptor(raw: raw, owned: false)
  }

  private static func control(_ request: UInt, index: UInt16) throws(SystemError) {
    let raw = socket(
      AF_BLUETOOTH, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), BTPROTO_HCI)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let status = ioctl(raw, request, Int32(index))
    let code = errno
    Glibc.close(raw)
    // EALREADY: it is as wanted.
    guard status >= 0 || code == EALREADY else { throw SystemError(code: code) }
  }
}
