import Bytes
import CSystem
import Glibc

/// What the kernel says about adapters and connections; needs no privileges.
///
/// It uses an unbound HCI socket. The monitor reports such a socket when it is first used and when
/// it is closed (`Ctrl Open`, `Ctrl Close`): one closed before a `MonitorSource` is opened leaves
/// no trace there.
package final class HCISystem {
  /// Adapters reported at most; more are left out.
  package static let maximumAdapters = 256
  /// Connections reported per adapter at most: what the kernel returns in one call.
  package static let maximumConnections = 512

  private let socket: Descriptor

  /// - Throws: EAFNOSUPPORT without Bluetooth; see `BluetoothProblem` for its message.
  package init() throws(SystemError) {
    let raw = Glibc.socket(
      AF_BLUETOOTH, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), BTPROTO_HCI)
    guard raw >= 0 else { throw SystemError(code: errno) }
    socket = Descriptor(raw: raw, owned: true)
  }

  /// All adapters, sorted by index.
  package func adapters() throws(SystemError) -> [HCIAdapter] {
    // struct hci_dev_list_req: u16 count, then from offset 4 on u16 index and u32 flags, 8 bytes
    // each.
    var list = [UInt8](repeating: 0, count: 4 + 8 * Self.maximumAdapters)
    list.set(UInt16(Self.maximumAdapters), at: 0)
    try request(hci_get_device_list(), argument: &list)
    let bytes = list.rawBytes
    let count = min(Int(bytes.uint16LittleEndian(at: 0)), Self.maximumAdapters)
    var adapters: [HCIAdapter] = []
    for entry in 0..<count {
      // One that disappears in between is left out.
      let index = bytes.uint16LittleEndian(at: 4 + 8 * entry)
      if let adapter = try? adapter(at: index) { adapters.append(adapter) }
    }
    return adapters.sorted { $0.index < $1.index }
  }

  /// - Throws: ENODEV if there is no such adapter.
  package func adapter(at index: UInt16) throws(SystemError) -> HCIAdapter {
    // struct hci_dev_info: u16 index, name of 8 bytes, address of 6, u32 flags.
    var info = [UInt8](repeating: 0, count: MemoryLayout<hci_dev_info>.size)
    info.set(index, at: 0)
    try request(hci_get_device_info(), argument: &info)
    let bytes = info.rawBytes
    let name = info[2..<10].prefix { $0 != 0 }
    return HCIAdapter(
      index: index, name: String(decoding: name, as: UTF8.self),
      address: bytes.uint64LittleEndian(at: 10) & 0xFFFF_FFFF_FFFF,
      flags: bytes.uint32LittleEndian(at: 16))
  }

  /// The current LE connections of an adapter.
  package func connections(of index: UInt16) throws(SystemError) -> [HCIConnection] {
    // struct hci_conn_list_req: u16 adapter, u16 count, then struct hci_conn_info of 16 bytes each:
    // u16 handle, address of 6, u8 type, u8 outgoing, u16 state, u32 link mode.
    var list = [UInt8](repeating: 0, count: 4 + 16 * Self.maximumConnections)
    list.set(index, at: 0)
    list.set(UInt16(Self.maximumConnections), at: 2)
    try request(hci_get_connection_list(), argument: &list)
    let bytes = list.rawBytes
    let count = min(Int(bytes.uint16LittleEndian(at: 2)), Self.maximumConnections)
    var connections: [HCIConnection] = []
    for entry in 0..<count {
      let start = 4 + 16 * entry
      let state = Int(bytes.uint16LittleEndian(at: start + 10))
      guard bytes.uint8(at: start + 8) == Self.lowEnergyLink, Self.standing.contains(state) else {
        continue
      }
      let mode = bytes.uint32LittleEndian(at: start + 12)
      connections.append(
        HCIConnection(
          adapter: index, handle: bytes.uint16LittleEndian(at: start) & 0x0FFF,
          address: bytes.uint64LittleEndian(at: start + 2) & 0xFFFF_FFFF_FFFF,
          isOutgoing: bytes.uint8(at: start + 9) != 0,
          isCentral: mode & UInt32(HCI_LM_MASTER) != 0,
          isEncrypted: mode & UInt32(HCI_LM_ENCRYPT) != 0))
    }
    return connections
  }

  /// LE_LINK of the kernel; missing from libbluetooth's headers.
  private static let lowEnergyLink: UInt8 = 0x80
  /// The states in which a connection has a handle; the others are attempts.
  private static let standing = [Int(BT_CONNECTED), Int(BT_CONFIG), Int(BT_DISCONN)]

  private func request(_ number: UInt, argument: inout [UInt8]) throws(SystemError) {
    let raw = socket.raw
    let status = unsafe argument.withUnsafeMutableBytes { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      return unsafe ioctl(raw, number, base)
    }
    guard status >= 0 else { throw SystemError(code: errno) }
  }
}

extension [UInt8] {
  /// Little-endian, as on all machines that run Swift on Linux.
  fileprivate mutating func set(_ value: UInt16, at offset: Int) {
    self[offset] = UInt8(truncatingIfNeeded: value)
    self[offset + 1] = UInt8(truncatingIfNeeded: value >> 8)
  }
}

/// An adapter known to the kernel.
package struct HCIAdapter: Equatable, Sendable {
  /// The N of `hciN`.
  package let index: UInt16
  /// `hci0`.
  package let name: String
  /// 48 bits, the first printed octet most significant; 0 where it has no address yet.
  package let address: UInt64
  /// The kernel's bits (libbluetooth, hci.h: HCI_UP and on).
  package let flags: UInt32

  package init(index: UInt16, name: String, address: UInt64, flags: UInt32) {
    self.index = index
    self.name = name
    self.address = address
    self.flags = flags
  }
}

/// An established LE connection.
package struct HCIConnection: Equatable, Sendable {
  /// HCI index of the adapter.
  package let adapter: UInt16
  package let handle: UInt16
  /// The peer's address, 48 bits, the first printed octet most significant: its identity address
  /// where the kernel knows it. The kernel does not give the address type.
  package let address: UInt64
  /// Whether this side initiated it.
  package let isOutgoing: Bool
  /// Whether the adapter is the central.
  package let isCentral: Bool
  package let isEncrypted: Bool
}
