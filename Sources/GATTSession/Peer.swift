import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// A device that the recording host hears or is connected to.
package final class Peer {
  /// What nearly every advertisement changes. Other modules only see the accessors: so the compiler
  /// knows all places where it is used, and proves that none needs a check of exclusive access.
  private struct Hot {
    var name: String?
    var hasCompleteName: Bool = false
    var advertisements: Int = 0
    var rssi: ClosedRange<Int8>?
    var isConnectable: Bool = false
    var company: UInt16?
  }
  private var hot = Hot()

  /// The address, or the identity where the controller resolved it.
  package let address: BluetoothAddress
  /// By what the session finds it.
  let key: UInt64
  /// `#n`: numbered when it is first connected; 0 for one that only advertises.
  package internal(set) var ordinal = 0
  /// By advertisement or by the Device Name characteristic, whichever came last.
  package internal(set) var name: String? {
    get { hot.name }
    set { hot.name = newValue }
  }
  package internal(set) var hasCompleteName: Bool {
    get { hot.hasCompleteName }
    set { hot.hasCompleteName = newValue }
  }
  /// Every address that it was met under, the identity first.
  package internal(set) var addresses: [BluetoothAddress]

  package internal(set) var advertisements: Int {
    get { hot.advertisements }
    set { hot.advertisements = newValue }
  }
  package internal(set) var rssi: ClosedRange<Int8>? {
    get { hot.rssi }
    set { hot.rssi = newValue }
  }
  package internal(set) var isConnectable: Bool {
    get { hot.isConnectable }
    set { hot.isConnectable = newValue }
  }
  package internal(set) var advertisedServices: [BluetoothUUID] = []
  package internal(set) var company: UInt16? {
    get { hot.company }
    set { hot.company = newValue }
  }
  package internal(set) var firstFrame: UInt64
  /// Hashes of the data last seen under each of the five legacy PDU types, the extended
  /// ones and the periodic ones.
  var lastAdvertisement: [7 of UInt64] = .init(repeating: 0)

  /// The peer's attributes, kept from connection to connection.
  package let database: AttributeDatabase
  /// What decoders of its values have learned.
  package internal(set) var state: DeviceState
  /// How many of its connections the capture shows.
  package internal(set) var connectionCount = 0
  package internal(set) var isBonded = false

  init(address: BluetoothAddress, frame: UInt64, budget: AttributeBudget, state: DeviceState) {
    self.address = address
    self.key = Self.key(address)
    self.addresses = [address]
    self.firstFrame = frame
    self.database = AttributeDatabase(budget: budget)
    self.state = state
  }

  /// An identity is the same device as the address of its kind.
  static func key(_ address: BluetoothAddress) -> UInt64 {
    address.value | UInt64(address.kind.rawValue & 1) << 48
  }

  func heard(rssi value: Int8) {
    advertisements += 1
    received(rssi: value)
  }

  /// The power of a packet that is no advertisement.
  func received(rssi value: Int8) {
    // 127 says that it is not known.
    guard value != 127 else { return }
    rssi = rssi.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  /// A complete name is never given up for a shortened one.
  func named(_ bytes: RawSpan, isComplete: Bool) {
    guard bytes.byteCount > 0, isComplete || !hasCompleteName else { return }
    if let name, name.rawBytes.equals(bytes) {
      hasCompleteName = hasCompleteName || isComplete
      return
    }
    name = String(decoding: bytes.clamped(0, 248).copy(), as: UTF8.self)
    hasCompleteName = isComplete
  }

  /// The Device Name characteristic, without the NULs that some devices pad it with.
  func readName(_ bytes: RawSpan) {
    var count = bytes.byteCount
    while count > 0, bytes.uint8(at: count - 1) == 0 { count -= 1 }
    named(bytes.clamped(0, count), isComplete: true)
  }

  package func hasAddress(_ value: UInt64) -> Bool { addresses.contains { $0.value == value } }
}
