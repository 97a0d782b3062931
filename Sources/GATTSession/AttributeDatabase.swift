import ATTDissector
import ByteReader
import GATTValues

/// The attributes of one server: the peer's, kept from connection to connection, or the host's own.
///
/// Lookups are by handle within this server; nothing in the session is keyed by a handle alone.
package final class AttributeDatabase {
  /// Services in the order of their handles.
  package private(set) var services: [Attribute] = []
  /// Characteristics in the order of their value handles.
  package private(set) var characteristics: [Attribute] = []
  package private(set) var includes: [Attribute] = []
  /// Descriptors in the order of their handles.
  package private(set) var descriptors: [Attribute] = []
  /// Attributes that were used but never discovered.
  package private(set) var unknowns: [Attribute] = []
  /// The handles of the attributes that are told apart by number.
  private var instances: [InstanceKey: InstanceList] = [:]
  /// Attributes that were replaced by others.
  private var changes = 0
  /// Attributes with small handles, as nearly all have: an array, 2 KB at most, so that those few
  /// with large ones do not make every database as large as the highest handle. It is only ever read
  /// or replaced as a whole: looking an attribute up, as nearly every record does, needs no check of
  /// exclusive access then.
  private var near: [Attribute?] = []
  private var far: [UInt16: Attribute] = [:]
  /// How many there are in both.
  private var known = 0
  private let budget: AttributeBudget

  init(budget: AttributeBudget) { self.budget = budget }

  package var isEmpty: Bool { known == 0 && services.isEmpty }

  /// The characteristic value, descriptor or unknown attribute with the handle.
  package func attribute(_ handle: UInt16) -> Attribute? {
    if Int(handle) < near.count { return near[Int(handle)] }
    return handle < Self.nearHandles ? nil : far[handle]
  }

  private static let nearHandles = 256

  /// The service that a handle lies in.
  package func service(around handle: UInt16) -> Attribute? {
    guard let candidate = services.last(notAfter: handle), handle <= candidate.endHandle else {
      return nil
    }
    return candidate
  }

  /// The characteristic that a descriptor with the handle would belong to.
  func characteristic(before handle: UInt16) -> Attribute? {
    guard let candidate = characteristics.last(notAfter: handle) else { return nil }
    if let service = service(around: handle), candidate.handle < service.handle { return nil }
    return candidate
  }

  /// A client asks for the characteristics in a range of handles.
  func askedForCharacteristics(_ first: UInt16, _ last: UInt16) {
    for service in services where service.handle <= last && service.endHandle >= first {
      service.wasAskedForCharacteristics = true
    }
  }

  /// The attribute with the handle, made where it was not known; `nil` when the tables are full.
  func use(_ handle: UInt16, type: BluetoothUUID? = nil) -> Attribute? {
    if let known = attribute(handle) {
      if known.uuid == nil, let type {
        known.uuid = type
        known.resolve()
      }
      return known
    }
    guard take() else { return nil }
    let made = Attribute(handle: handle, kind: .unknown, uuid: type)
    made.service = service(around: handle)
    made.resolve()
    set(handle, made)
    unknowns.insertByHandle(made)
    return made
  }

  func addService(
    _ handle: UInt16, end: UInt16, uuid: BluetoothUUID?, isPrimary: Bool
  ) -> Attribute? {
    guard end >= handle else { return nil }
    if let index = services.index(of: handle) {
      let known = services[index]
      if known.uuid == uuid || uuid == nil {
        // A group's end is told by discovery, a guess by less: the later word counts.
        known.endHandle = end
        takeIn(known)
        return known
      }
      guard mayChange() else { return nil }
      removeAll(in: handle...max(end, known.endHandle))
    } else if let last = services.last(notAfter: end), last.endHandle >= handle {
      // Another layout than the one known: the server has changed.
      guard mayChange() else { return nil }
      removeAll(in: handle...end)
    }
    guard take() else { return nil }
    let service = Attribute(handle: handle, kind: .service, uuid: uuid)
    service.endHandle = end
    service.isPrimary = isPrimary
    service.resolve()
    services.insertByHandle(service)
    takeIn(service)
    number(service, InstanceKey(uuid: uuid, service: nil, isService: true))
    return service
  }

  /// Gives the service what was found before it, or before its end was known.
  private func takeIn(_ service: Attribute) {
    // What lies below was looked at when the service was as long before.
    guard service.takenHandle < service.endHandle else { return }
    let first = max(service.handle, service.takenHandle)
    service.takenHandle = service.endHandle
    for list in [includes, characteristics, descriptors, unknowns] {
      var index = list.firstIndex(notBefore: first)
      while index < list.count, list[index].handle <= service.endHandle {
        let known = list[index]
        index += 1
        guard known.service == nil else { continue }
        known.service = service
        known.resolve()
        if known.kind == .characteristic { number(characteristic: known) }
      }
    }
  }

  private func number(characteristic: Attribute) {
    number(
      characteristic,
      InstanceKey(
        uuid: characteristic.uuid, service: characteristic.service?.uuid, isService: false))
  }

  func addInclude(_ handle: UInt16, _ declaration: IncludeDeclaration) -> Attribute? {
    if let index = includes.index(of: handle) { return includes[index] }
    guard take() else { return nil }
    let include = Attribute(
      handle: handle, kind: .include,
      uuid: declaration.uuid ?? services.first { $0.handle == declaration.includedHandle }?.uuid)
    include.includedHandle = declaration.includedHandle
    include.endHandle = declaration.endHandle
    include.service = service(around: handle)
    include.resolve()
    includes.insertByHandle(include)
    return include
  }

  func addCharacteristic(_ handle: UInt16, _ declaration: CharacteristicDeclaration) -> Attribute? {
    let valueHandle = declaration.valueHandle
    // Where a declaration stands there is no value: one that was there is of an older layout.
    if let old = attribute(handle), old.kind != .unknown {
      guard mayChange() else { return nil }
      forget(old)
    }
    if let known = attribute(valueHandle), known.kind == .characteristic,
      known.uuid == declaration.uuid
    {
      known.declarationHandle = handle
      known.properties = declaration.properties
      return known
    }
    let made: Attribute
    if let known = attribute(valueHandle), known.kind == .unknown,
      known.uuid == nil || known.uuid == declaration.uuid
    {
      // Used before it was discovered: its values count.
      unknowns.remove(known)
      made = known
      made.kind = .characteristic
    } else {
      if let known = attribute(valueHandle) {
        guard mayChange() else { return nil }
        forget(known)
      }
      guard take() else { return nil }
      made = Attribute(handle: valueHandle, kind: .characteristic, uuid: nil)
      set(valueHandle, made)
    }
    made.uuid = declaration.uuid
    made.declarationHandle = handle
    made.properties = declaration.properties
    made.service = service(around: handle)
    made.resolve()
    characteristics.insertByHandle(made)
    number(characteristic: made)
    takeDescriptors(made)
    return made
  }

  /// Gives the characteristic the descriptors that follow it, up to the next one.
  private func takeDescriptors(_ characteristic: Attribute) {
    let first = characteristics.firstIndex(notBefore: characteristic.handle) + 1
    let end = first < characteristics.count ? Int(characteristics[first].handle) : 0x10000
    var index = descriptors.firstIndex(notBefore: characteristic.handle)
    while index < descriptors.count, Int(descriptors[index].handle) < end {
      let descriptor = descriptors[index]
      descriptor.characteristic = self.characteristic(before: descriptor.handle)
      index += 1
    }
  }

  /// An attribute found by Find Information. Declarations are told elsewhere, values have their UUID
  /// by their declaration.
  func addInformation(_ handle: UInt16, _ type: BluetoothUUID) -> Attribute? {
    if let short = type.short {
      if (0x2800...0x2803).contains(short) { return nil }
      // The SIG's characteristics: a value whose declaration is not read yet, unless the
      // characteristics around it are known: then it is one of their descriptors, odd as that is.
      if (0x2A00...0x2BFF).contains(short), attribute(handle) == nil,
        characteristic(before: handle) == nil
      {
        _ = use(handle, type: type)
        return nil
      }
    }
    if let known = attribute(handle), known.kind == .characteristic {
      if known.uuid == type { return nil }
      guard mayChange() else { return nil }
      forget(known)
    }
    if let known = attribute(handle), known.kind == .descriptor {
      if known.uuid == type { return known }
      guard mayChange() else { return nil }
      forget(known)
    }
    let made: Attribute
    if let known = attribute(handle), known.kind == .unknown,
      known.uuid == nil || known.uuid == type
    {
      unknowns.remove(known)
      made = known
    } else {
      if let known = attribute(handle) {
        guard mayChange() else { return nil }
        forget(known)
      }
      guard take() else { return nil }
      made = Attribute(handle: handle, kind: .descriptor, uuid: nil)
      set(handle, made)
    }
    made.kind = .descriptor
    made.uuid = type
    made.service = service(around: handle)
    made.characteristic = characteristic(before: handle)
    made.resolve()
    descriptors.insertByHandle(made)
    return made
  }

  private func set(_ handle: UInt16, _ attribute: Attribute?) {
    known += (attribute == nil ? 0 : 1) - (self.attribute(handle) == nil ? 0 : 1)
    guard handle < Self.nearHandles else {
      far[handle] = attribute
      return
    }
    var table = near
    near = []
    while table.count <= Int(handle) { table.append(nil) }
    table[Int(handle)] = attribute
    near = table
  }

  private func take() -> Bool {
    guard known + services.count < SessionLimits.attributesPerDatabase else {
      budget.isExceeded = true
      return false
    }
    return budget.take()
  }

  /// Whether another attribute may be replaced: a server's layout changes with its firmware, not
  /// with every answer.
  private func mayChange() -> Bool {
    if changes < SessionLimits.layoutChanges { return true }
    budget.isUnsettled = true
    return false
  }

  private func forget(_ attribute: Attribute) {
    changes += 1
    set(attribute.handle, nil)
    characteristics.remove(attribute)
    descriptors.remove(attribute)
    unknowns.remove(attribute)
    attribute.instances?.remove(attribute.handle)
    attribute.instances = nil
    budget.giveBack([attribute])
  }

  private func removeAll(in range: ClosedRange<UInt16>) {
    // A service that begins before the range may reach into it.
    var first = range.lowerBound
    if let before = services.last(notAfter: first), before.endHandle >= first {
      first = before.handle
    }
    var removed = services.removeByHandle(first...range.upperBound)
    removed += includes.removeByHandle(range)
    for values in [
      characteristics.removeByHandle(range), descriptors.removeByHandle(range),
      unknowns.removeByHandle(range),
    ] {
      for attribute in values { set(attribute.handle, nil) }
      removed += values
    }
    for attribute in removed { attribute.instances?.remove(attribute.handle) }
    changes += removed.count
    budget.giveBack(removed)
  }

  /// Numbers attributes with one UUID from 1; one alone has no number.
  private func number(_ attribute: Attribute, _ key: InstanceKey) {
    let instances = instances[key] ?? InstanceList()
    self.instances[key] = instances
    if attribute.instances !== instances { attribute.instances?.remove(attribute.handle) }
    attribute.instances = instances
    instances.insert(attribute.handle)
  }
}

/// Attributes in the order of their handles, searched by halving.
extension Array where Element == Attribute {
  private func position(_ handle: UInt16) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].handle < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func firstIndex(notBefore handle: UInt16) -> Int { position(handle) }

  func index(of handle: UInt16) -> Int? {
    let index = position(handle)
    return index < count && self[index].handle == handle ? index : nil
  }

  func last(notAfter handle: UInt16) -> Attribute? {
    let index = position(handle)
    if index < count, self[index].handle == handle { return self[index] }
    return index > 0 ? self[index - 1] : nil
  }

  mutating func insertByHandle(_ attribute: Attribute) {
    insert(attribute, at: position(attribute.handle))
  }

  /// - Returns: what was removed.
  mutating func removeByHandle(_ range: ClosedRange<UInt16>) -> [Attribute] {
    let first = position(range.lowerBound)
    let end = range.upperBound == .max ? count : position(range.upperBound + 1)
    guard first < end else { return [] }
    let removed = Array(self[first..<end])
    removeSubrange(first..<end)
    return removed
  }

  mutating func remove(_ attribute: Attribute) {
    if let index = index(of: attribute.handle), self[index] === attribute { remove(at: index) }
  }
}
