import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A device that the recording host hears or is connected to.
package final class Peer {
  /// The identity; if unknown, the address it was first seen with.
  package private(set) var address: BluetoothAddress
  /// Its index in the order of first sight.
  let sequence: Int
  /// `#n`: assigned on its first connection; 0 for a device that only advertises.
  package internal(set) var ordinal = 0
  /// Numbers it had before it was merged with a device of a lower number.
  package internal(set) var formerOrdinals: [Int] = []
  /// The name from an advertisement or the Device Name characteristic, whichever came last.
  package internal(set) var name: String? {
    get { shownName.text }
    set {
      if let old = name { keep(formerName: old) }
      shownName = LentName(newValue)
      map = newValue.flatMap(DeviceMap.named)
    }
  }
  private var shownName = LentName()
  /// Hashes of names that it had before; of many the first ones.
  private var formerNames: [Int] = []
  /// - Returns: `false` where it has none.
  func appendName(to text: inout ByteWriter) -> Bool { shownName.append(to: &text) }
  /// The published map of the device model with this name.
  private(set) var map: DeviceMap?
  package internal(set) var hasCompleteName = false
  /// Every address it was seen with, the identity first.
  package private(set) var addresses: [BluetoothAddress]
  /// The session has a key that resolves its addresses.
  var hasKey = false

  package internal(set) var advertisements = 0
  package internal(set) var rssi: ClosedRange<Int8>?
  package internal(set) var isConnectable = false
  /// Only that it advertises was heard, not what.
  package internal(set) var unheardData: UnheardData?
  package internal(set) var advertisedServices: [BluetoothUUID] = []
  /// The first service data of each UUID that it was heard with; `nil` where that was too long to be kept.
  package internal(set) var serviceData: [(uuid: BluetoothUUID, data: [UInt8]?)] = []
  package internal(set) var company: UInt16?
  package private(set) var firstFrame: UInt64
  /// Hashes of the last data of each of the five legacy PDU types, the extended ones and the
  /// periodic ones.
  var lastAdvertisement: [7 of UInt64] = .init(repeating: 0)

  /// The peer's attributes, kept from connection to connection.
  package private(set) var database: AttributeDatabase
  /// What decoders of its values have learned.
  package internal(set) var state: DeviceState
  /// The number of its connections in the capture.
  package internal(set) var connectionCount = 0
  package internal(set) var isBonded = false
  /// It was given what is known of it from outside the capture.
  var isKnown = false

  init(
    address: BluetoothAddress, frame: UInt64, sequence: Int, budget: MemoryBudget,
    state: DeviceState
  ) {
    self.address = address
    self.database = AttributeDatabase(budget: budget)
    self.sequence = sequence
    self.addresses = [address]
    self.firstFrame = frame
    self.state = state
  }

  /// Its `deviceKey`, of the type that keys of other dictionaries have, too.
  static func key(of address: BluetoothAddress) -> Int {
    Int(truncatingIfNeeded: address.deviceKey)
  }

  func heard(rssi value: Int8) {
    advertisements += 1
    received(rssi: value)
  }

  /// The signal strength of a packet other than an advertisement.
  func received(rssi value: Int8) {
    // 127 means: not available.
    guard value != 127 else { return }
    rssi = rssi.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  /// Takes a name, without the NULs that some devices pad it with. A complete one is never replaced
  /// by a shortened one.
  func named(_ padded: RawSpan, isComplete: Bool) {
    let bytes = padded.withoutTrailingNULs
    guard bytes.byteCount > 0, isComplete || !hasCompleteName else { return }
    if shownName.equals(bytes) {
      hasCompleteName = hasCompleteName || isComplete
      return
    }
    var text = String(
      decoding: bytes.clamped(0, count: SessionLimits.nameOctets).copy(), as: UTF8.self)
    // Each invalid byte takes three octets when it is repaired.
    if text.utf8.count > SessionLimits.nameOctets {
      text = text.prefix(utf8: SessionLimits.nameOctets)
    }
    name = text
    hasCompleteName = isComplete
  }

  private func keep(formerName: String) {
    guard formerNames.count < SessionLimits.formerNamesOfDevice else { return }
    keep(formerNameHash: formerName.lowercased().hashValue)
  }

  private func keep(formerNameHash hash: Int) {
    guard formerNames.count < SessionLimits.formerNamesOfDevice, !formerNames.contains(hash)
    else { return }
    formerNames.append(hash)
  }

  /// Whether it has, or had, a name.
  /// - lowercased: the name, which is compared without case.
  package func hasName(_ lowercased: String) -> Bool {
    guard let name else { return false }
    return name.lowercased() == lowercased
      || !formerNames.isEmpty && formerNames.contains(lowercased.hashValue)
  }

  /// Whether a company code of manufacturer data may be one. Makers without a code send 0000, 0001 or
  /// FFFF, which is for tests, or the end of the device's own address.
  /// - address: the sender's.
  package static func isCompany(_ code: UInt16, of address: UInt64?) -> Bool {
    guard code > 1, code != 0xFFFF else { return false }
    guard let address else { return true }
    let end = UInt16(truncatingIfNeeded: address)
    return code != end && code != end.byteSwapped
  }

  // MARK: Addresses

  package func hasAddress(_ value: UInt64) -> Bool { addresses.contains { $0.value == value } }

  /// Whether it has, or had, a number.
  package func hasOrdinal(_ number: Int) -> Bool {
    ordinal == number || formerOrdinals.contains(number)
  }

  package var isIdentified: Bool { address.isIdentity }

  /// Remembers an address it was seen with.
  /// - Returns: whether it is new, and there is room for it.
  @discardableResult
  func seen(_ address: BluetoothAddress) -> Bool {
    let key = Self.key(of: address)
    guard addresses.count < SessionLimits.addressesOfDevice,
      !addresses.contains(where: { Self.key(of: $0) == key })
    else { return false }
    addresses.append(address)
    return true
  }

  /// Sets its identity. An identity set before stays.
  func identify(_ identity: BluetoothAddress) {
    guard !isIdentified else { return }
    let identity = identity.identity
    let key = Self.key(of: identity)
    addresses.removeAll {
      Self.key(of: $0) == key || $0.kind == .unknown && $0.value == identity.value
    }
    if addresses.count >= SessionLimits.addressesOfDevice { addresses.removeLast() }
    addresses.insert(identity, at: 0)
    address = identity
  }

  /// Learns the type of its address.
  func learnType(of typed: BluetoothAddress) {
    for index in addresses.indices
    where addresses[index].kind == .unknown && addresses[index].value == typed.value {
      addresses[index] = typed
    }
    if address.kind == .unknown, address.value == typed.value { address = typed }
  }

  // MARK: Two that are one

  /// The device that it was merged into.
  private var successor: Peer?

  /// Whether it was merged into another device.
  var isMerged: Bool { successor != nil }

  /// The device it is now known as.
  package var current: Peer {
    guard var last = successor else { return self }
    while let next = last.successor { last = next }
    successor = last
    return last
  }

  /// Takes over all that is known of a device that was seen later and is the same.
  func absorb(_ other: Peer) {
    other.successor = self
    if other.isIdentified { identify(other.address) }
    for address in other.addresses { seen(address) }
    hasKey = hasKey || other.hasKey
    number(as: other)
    connectionCount += other.connectionCount
    isBonded = isBonded || other.isBonded
    isKnown = isKnown || other.isKnown

    advertisements += other.advertisements
    if let range = other.rssi {
      received(rssi: range.lowerBound)
      received(rssi: range.upperBound)
    }
    isConnectable = isConnectable || other.isConnectable
    company = other.company ?? company
    for hash in other.formerNames { keep(formerNameHash: hash) }
    if let theirs = other.name {
      if other.hasCompleteName || !hasCompleteName {
        name = theirs
        hasCompleteName = other.hasCompleteName
      } else {
        keep(formerName: theirs)
      }
    }
    for uuid in other.advertisedServices { advertised(uuid) }
    for (uuid, data) in other.serviceData where !serviceData.contains(where: { $0.uuid == uuid }) {
      if serviceData.count < SessionLimits.serviceDataOfDevice { serviceData.append((uuid, data)) }
    }
    for slot in 0..<7 where other.lastAdvertisement[slot] != 0 {
      lastAdvertisement[slot] = other.lastAdvertisement[slot]
    }
    state.merge(other.state)

    // The smaller tree is merged into the larger one, so that repeated merging stays cheap.
    let (mine, theirs) = (database, other.database)
    let isTheirsNewer = theirs.lastDiscovery >= mine.lastDiscovery
    if theirs.count > mine.count {
      theirs.absorb(mine, isNewer: !isTheirsNewer)
      database = theirs
      other.database = mine
    } else {
      mine.absorb(theirs, isNewer: isTheirsNewer)
    }
  }

  private func number(as other: Peer) {
    let numbers = [ordinal, other.ordinal].filter { $0 > 0 }.sorted()
    let room = SessionLimits.addressesOfDevice - formerOrdinals.count
    formerOrdinals += (other.formerOrdinals + numbers.dropFirst()).prefix(max(0, room))
    ordinal = numbers.first ?? 0
  }
}

extension String {
  /// A copy cut to whole characters within a number of octets; it does not keep the string's storage.
  fileprivate func prefix(utf8 limit: Int) -> String {
    var kept = String.UnicodeScalarView()
    var octets = 0
    for scalar in unicodeScalars {
      octets += UTF8.width(scalar)
      if octets > limit { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
