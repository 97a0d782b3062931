import ATTDissector

/// Attributes known from outside the capture. They count as older than anything in the capture:
/// whatever the capture shows of the server takes precedence.
extension AttributeDatabase {
  convenience init(_ device: KnownDevice, budget: MemoryBudget) {
    self.init(budget: budget)
    for attribute in device.attributes.ordered { add(attribute) }
    for list in [services, includes, characteristics, descriptors, unknowns] {
      for attribute in list {
        attribute.source = device.source
        attribute.use.isSeen = false
      }
    }
    hash = device.attributes.hash.map { ($0, 0) }
    hasKnown = true
    if let origin = device.origin { treeNames = [origin] }
  }

  private func add(_ known: KnownAttribute) {
    switch known.form {
    case .service(let end, let isPrimary):
      _ = addService(known.handle, end: end, uuid: known.uuid, isPrimary: isPrimary)
    case .include(let included, let end):
      _ = addInclude(
        known.handle,
        declaration: IncludeDeclaration(includedHandle: included, endHandle: end, uuid: known.uuid))
    case .characteristic(let declaration, let properties, let userDescription):
      guard let uuid = known.uuid else { return }
      let made = addCharacteristic(
        declaration,
        declaration: CharacteristicDeclaration(
          properties: properties, valueHandle: known.handle, uuid: uuid))
      if let made, let userDescription { budget.describe(made, as: userDescription) }
    case .descriptor: _ = known.uuid.flatMap { addInformation(known.handle, type: $0) }
    case .used: if let uuid = known.uuid { _ = use(known.handle, type: uuid) }
    }
  }

  /// What the capture itself shows of it, for another server with the same attributes.
  var seen: KnownAttributes {
    var seen = KnownAttributes()
    for list in [services, includes, characteristics, descriptors, unknowns] {
      for attribute in list where attribute.source == .capture && !attribute.isStale {
        if let form = attribute.form {
          seen.add(KnownAttribute(attribute.handle, attribute.uuid, form))
        }
      }
    }
    return seen
  }

  /// Whether nothing of it is from the capture.
  var isUnseen: Bool {
    isEmpty
      || hasKnown
        && [services, includes, characteristics, descriptors, unknowns].allSatisfy { list in
          list.allSatisfy { $0.isKnown && !$0.use.isSeen }
        }
  }

  /// A client has requested a range, and received all of it: attributes known from outside that are
  /// not in the result no longer exist.
  /// - Parameter kind: what was requested; a service takes its attributes with it.
  func disprove(_ kind: Attribute.Kind, isPrimary: Bool = true, in range: ClosedRange<UInt16>) {
    guard hasKnown else { return }
    switch kind {
    case .service:
      let gone = services.filter {
        $0.isKnown && $0.isPrimary == isPrimary && range.contains($0.handle)
      }
      for service in gone {
        forgetKnown(in: service.handle...service.endHandle, reason: .notFound) { _ in true }
      }
    case .include:
      forgetKnown(in: range, reason: .notFound) { $0.kind == .include }
    case .characteristic: disproveCharacteristics(in: range)
    case .descriptor:
      forgetKnown(in: range, reason: .notFound) { $0.kind == .descriptor }
    case .unknown: break
    }
  }

  /// The characteristics known from outside that are declared at these handles.
  func knownDeclarations(in range: ClosedRange<UInt16>) -> [Attribute] {
    // A value comes right after its declaration.
    let last = range.upperBound == .max ? range.upperBound : range.upperBound + 1
    var index = characteristics.firstIndex(notBefore: range.lowerBound)
    var found: [Attribute] = []
    while index < characteristics.count, characteristics[index].handle <= last {
      let known = characteristics[index]
      if known.isKnown, range.contains(known.declarationHandle) { found.append(known) }
      index += 1
    }
    return found
  }

  private func disproveCharacteristics(in range: ClosedRange<UInt16>) {
    for characteristic in knownDeclarations(in: range) {
      var end = characteristic.handle
      var index = descriptors.firstIndex(notBefore: end)
      while index < descriptors.count, descriptors[index].characteristic === characteristic {
        end = descriptors[index].handle
        index += 1
      }
      forgetKnown(in: characteristic.handle...end, reason: .notFound) {
        $0 === characteristic || $0.characteristic === characteristic
      }
    }
  }

  /// Discards all that was known from outside and not discovered since.
  func forgetKnown() {
    guard hasKnown else { return }
    forgetKnown(in: 0...UInt16.max, reason: nil) { _ in true }
    hasKnown = false
    treeNames = []
  }

  /// Forgets what only the map of a known device has named.
  /// - Returns: the map, if it was used.
  @discardableResult
  func withdrawMap() -> DeviceMap? {
    mapIsOver = false
    guard let map = mapState.map else { return nil }
    mapState.map = nil
    forgetKnown(in: 0...UInt16.max, reason: nil) { $0.source == .map }
    return map
  }

  /// - Parameter reason: what contradicts them; `nil` if they are of another server.
  func forgetKnown(
    in range: ClosedRange<UInt16>, reason: Contradiction.Reason?,
    where isGone: (Attribute) -> Bool
  ) {
    let isGone = { (attribute: Attribute) in attribute.isKnown && isGone(attribute) }
    var removed = services.removeByHandle(range, where: isGone)
    let services = removed
    removed += includes.removeByHandle(range, where: isGone)
    for values in [
      characteristics.removeByHandle(range, where: isGone),
      descriptors.removeByHandle(range, where: isGone),
      unknowns.removeByHandle(range, where: isGone),
    ] {
      for attribute in values { unset(attribute) }
      removed += values
    }
    for attribute in removed {
      attribute.instances?.remove(attribute.handle)
      attribute.instances = nil
      if let reason { contradict(attribute, reason: reason) }
    }
    budget.giveBack(removed)
    // What the capture shows stays, without its assumed service.
    for service in services {
      for list in [includes, characteristics, descriptors, unknowns] {
        var index = list.firstIndex(notBefore: service.handle)
        while index < list.count, list[index].handle <= service.endHandle {
          if list[index].service === service {
            list[index].service = nil
            list[index].resolve()
          }
          index += 1
        }
      }
    }
  }
}

extension Attribute {
  /// The attribute as a known one is given; `nil` where its type is unknown.
  fileprivate var form: KnownAttribute.Form? {
    switch kind {
    case .service: .service(end: endHandle, isPrimary: isPrimary)
    case .include: .include(of: includedHandle, end: endHandle)
    case .characteristic:
      .characteristic(
        declaration: declarationHandle, properties: properties, userDescription: userDescription)
    case .descriptor: .descriptor
    case .unknown: uuid == nil || isDeclaration ? nil : .used
    }
  }
}
