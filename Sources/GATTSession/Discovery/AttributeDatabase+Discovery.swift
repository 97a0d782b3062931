import ATTDissector

/// Adds the results of discoveries.
extension AttributeDatabase {
  func addService(
    _ handle: UInt16, end: UInt16, uuid: BluetoothUUID?, isPrimary: Bool
  ) -> Attribute? {
    guard end >= handle else { return nil }
    layoutChanges()
    withdrawInferred(at: handle)
    if let index = services.index(of: handle) {
      let known = services[index]
      if known.uuid == uuid || uuid == nil {
        // Discovery reports the end of a group, other sources guess it: the later one counts.
        known.endHandle = end
        if known.isStale {
          known.isStale = false
          number(service: known)
        }
        takeIn(known)
        return known
      }
      guard mayChange() else { return nil }
      removeAll(in: handle...max(end, known.endHandle))
    } else if let last = services.last(notAfter: end), last.endHandle >= handle {
      // The layout differs from the known one: the server has changed.
      guard mayChange() else { return nil }
      removeAll(in: handle...end)
    }
    guard take() else { return nil }
    let service = Attribute(handle: handle, kind: .service, uuid: uuid)
    service.endHandle = end
    service.isPrimary = isPrimary
    service.resolve()
    services.insertByHandle(service)
    nameIncludes(of: handle, uuid: uuid)
    takeIn(service)
    number(service: service)
    return service
  }

  /// Adds attributes to the service that were found before it, or before its end was known.
  private func takeIn(_ service: Attribute) {
    // Lower handles were searched when the service was as long before.
    guard service.search.takenHandle < service.endHandle else { return }
    let first = max(service.handle, service.search.takenHandle)
    service.search.takenHandle = service.endHandle
    for list in [includes, characteristics, descriptors, unknowns] {
      var index = list.firstIndex(notBefore: first)
      while index < list.count, list[index].handle <= service.endHandle {
        let known = list[index]
        index += 1
        guard known.service == nil else { continue }
        known.service = service
        known.resolve()
        if known.kind == .characteristic { number(characteristic: known) }
        // A descriptor of another service is not its characteristic's.
        if known.kind == .descriptor {
          known.characteristic = owner(of: known)
        }
      }
    }
    deduceUsed(Int(service.endHandle))
  }

  func number(service: Attribute) {
    number(service, key: InstanceKey(uuid: service.uuid, service: nil, isService: true))
  }

  func number(characteristic: Attribute) {
    number(
      characteristic,
      key: InstanceKey(
        uuid: characteristic.uuid, service: characteristic.service?.uuid, isService: false))
  }

  func addInclude(_ handle: UInt16, declaration: IncludeDeclaration) -> Attribute? {
    if let index = includes.index(of: handle) {
      guard includes[index].isStale else { return includes[index] }
      budget.giveBack([includes.remove(at: index)])
    }
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

  /// An include has no UUID of 128 bits: a client reads it at the declaration of the included service (Bluetooth
  /// Core Specification, Vol 3, Part G, 4.5.1).
  func nameIncludes(of declaration: Attribute, value: RawSpan) {
    // Once: it never changes, and all includes are looked at.
    guard value.byteCount == 16, declaration.values.count <= 1 else { return }
    nameIncludes(of: declaration.handle, uuid: BluetoothUUID(littleEndian: value))
  }

  private func nameIncludes(of service: UInt16, uuid: BluetoothUUID?) {
    guard let uuid else { return }
    for include in includes
    where include.uuid == nil && include.includedHandle == service && !include.isStale {
      include.uuid = uuid
      include.resolve()
    }
  }

  func addCharacteristic(_ handle: UInt16, declaration: CharacteristicDeclaration) -> Attribute? {
    let valueHandle = declaration.valueHandle
    layoutChanges()
    withdrawInferred(at: handle)
    withdrawInferred(at: valueHandle)
    // What it declares is known now, and nothing else can be up to its value.
    if handle <= valueHandle { found.remove(handle...valueHandle) }
    // A declaration's handle has no value: one that was there is of an older layout.
    if let old = attribute(at: handle), old.kind != .unknown {
      guard mayChange() else { return nil }
      forget(old)
    }
    if let known = attribute(at: valueHandle), known.kind == .characteristic,
      known.uuid == declaration.uuid
    {
      if known.declarationHandle != handle || known.properties != declaration.properties {
        contradict(known, reason: .declaration)
      }
      known.declarationHandle = handle
      known.properties = declaration.properties
      return known
    }
    forgetStale(handle)
    forgetStale(declaredAt: valueHandle)
    if let known = revive(valueHandle, type: declaration.uuid, in: characteristics) {
      known.declarationHandle = handle
      known.properties = declaration.properties
      known.service = service(around: handle)
      known.resolve()
      number(characteristic: known)
      takeDescriptors(known)
      deduceUsed(beside: known)
      return known
    }
    let made: Attribute
    if let known = attribute(at: valueHandle), known.kind == .unknown,
      known.uuid == nil || known.uuid == declaration.uuid
    {
      // Used before it was discovered: its values count.
      unknowns.remove(known)
      made = known
      made.kind = .characteristic
    } else {
      if let known = attribute(at: valueHandle) {
        guard mayChange() else { return nil }
        forget(known)
      }
      guard take() else { return nil }
      made = Attribute(handle: valueHandle, kind: .characteristic, uuid: nil)
      set(valueHandle, attribute: made)
    }
    made.uuid = declaration.uuid
    made.declarationHandle = handle
    made.properties = declaration.properties
    made.service = service(around: handle)
    made.resolve()
    characteristics.insertByHandle(made)
    number(characteristic: made)
    takeDescriptors(made)
    deduceUsed(beside: made)
    return made
  }

  /// Infers what follows the characteristic's value, and what precedes its declaration.
  private func deduceUsed(beside characteristic: Attribute) {
    deduceUsed(Int(characteristic.handle) + 1)
    deduceUsed(Int(characteristic.declarationHandle) - 1)
  }

  /// Gives the characteristic the descriptors that follow it, up to the next one.
  private func takeDescriptors(_ characteristic: Attribute) {
    let first = characteristics.firstIndex(notBefore: characteristic.handle) + 1
    let end = first < characteristics.count ? Int(characteristics[first].handle) : 0x10000
    var index = descriptors.firstIndex(notBefore: characteristic.handle)
    while index < descriptors.count, Int(descriptors[index].handle) < end {
      let descriptor = descriptors[index]
      descriptor.characteristic = owner(of: descriptor)
      index += 1
    }
  }

  /// Revalidates an attribute in doubt after a change of the server; any other old one with its
  /// handle is discarded.
  private func revive(
    _ handle: UInt16, type: BluetoothUUID, in list: [Attribute]
  ) -> Attribute? {
    guard let index = list.index(of: handle), list[index].isStale, list[index].uuid == type else {
      forgetStale(handle)
      return nil
    }
    let known = list[index]
    if let used = attribute(at: handle) {
      guard used.kind == .unknown, used.uuid == nil || used.uuid == type else { return nil }
      used.source = .capture
      forget(used)
      budget.combine(known, other: used, isNewer: true)
    }
    known.isStale = false
    set(handle, attribute: known)
    return known
  }

  /// An attribute found by Find Information. Declarations are reported by other procedures, values
  /// get their UUIDs from their declarations.
  func addInformation(_ handle: UInt16, type: BluetoothUUID) -> Attribute? {
    layoutChanges()
    if type != .clientConfiguration { withdrawInferred(at: handle) }
    if hasKnown { disproveAnother(handle, type: type) }
    found.remove(handle...handle)
    if let short = type.short {
      if (0x2800...0x2803).contains(short) {
        if declared(at: handle) == nil { found.insert(handle, type: short) }
        return nil
      }
      // The SIG's characteristics: a value whose declaration has not been read yet, unless the
      // characteristics around it are known: then it is one of their descriptors, odd as that is.
      if (0x2A00...0x2BFF).contains(short), attribute(at: handle) == nil,
        characteristic(before: handle) == nil
      {
        _ = use(handle, type: type)
        return nil
      }
    }
    if found.declareValue(handle), attribute(at: handle).map({ $0.mayBe(of: type) }) ?? true {
      _ = use(handle, type: type)
      return nil
    }
    if let known = attribute(at: handle), known.kind == .characteristic {
      if known.uuid == type { return nil }
      guard mayChange() else { return nil }
      forget(known)
    }
    if let known = attribute(at: handle), known.kind == .descriptor {
      if known.uuid == type { return known }
      guard mayChange() else { return nil }
      forget(known)
    }
    if let known = revive(handle, type: type, in: descriptors) {
      known.service = service(around: handle)
      known.characteristic = owner(of: known)
      return known
    }
    let made: Attribute
    if let known = attribute(at: handle), known.mayBe(of: type) {
      unknowns.remove(known)
      made = known
    } else {
      if let known = attribute(at: handle) {
        guard mayChange() else { return nil }
        forget(known)
      }
      guard take() else { return nil }
      made = Attribute(handle: handle, kind: .descriptor, uuid: nil)
      set(handle, attribute: made)
    }
    made.kind = .descriptor
    made.uuid = type
    made.service = service(around: handle)
    made.characteristic = characteristic(before: handle)
    made.resolve()
    descriptors.insertByHandle(made)
    return made
  }
}

extension Attribute {
  /// It was used, and nothing says that it is of another type.
  fileprivate func mayBe(of type: BluetoothUUID) -> Bool {
    kind == .unknown && (uuid == nil || uuid == type)
  }
}
