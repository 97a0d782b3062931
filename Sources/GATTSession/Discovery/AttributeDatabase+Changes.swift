import ATTDissector

/// Reports of a server about its own layout: changed, or unchanged.
extension AttributeDatabase {
  /// Marks attributes as in doubt: they name no values until they are discovered again.
  /// - Parameters:
  ///   - frame: what was discovered at this frame or later stays.
  ///   - speaker: the reporting characteristic, whose handle never changes.
  /// - Returns: how many.
  func invalidate(
    _ range: ClosedRange<UInt16>, discoveredBefore frame: UInt64 = .max,
    except speaker: Attribute? = nil
  ) -> Int {
    guard countRevision() else { return 0 }
    layoutChanges()
    found.remove(range)
    var count = 0
    for list in [services, includes, characteristics, descriptors, unknowns] {
      for attribute in list where !attribute.isStale && attribute.discoveries.frame < frame {
        guard
          range.contains(attribute.handle)
            || attribute.kind == .characteristic && range.contains(attribute.declarationHandle)
        else { continue }
        if attribute === speaker { continue }
        (attribute.use.sentUnasked, attribute.use.configurations) = (0, 0)
        // A used attribute without a name loses nothing else.
        if attribute.kind == .unknown, attribute.uuid == nil, attribute.service == nil { continue }
        attribute.isStale = true
        attribute.instances?.remove(attribute.handle)
        attribute.instances = nil
        attribute.discoveries.forgetConnections()
        // A service that is found again searches again for its attributes.
        attribute.search.takenHandle = 0
        unset(attribute)
        count += 1
      }
    }
    return count
  }

  /// Forgets the services from before a change, which those of another tree replace.
  func forgetStaleServices() {
    budget.giveBack(services.removeByHandle(0...UInt16.max) { $0.isStale })
  }

  /// Reverts `invalidate`: the server is unchanged.
  /// - Returns: how many attributes are valid again.
  func confirm() -> Int {
    guard countRevision() else { return 0 }
    layoutChanges()
    var count = 0
    for list in [services, includes, characteristics, descriptors, unknowns] {
      for attribute in list where attribute.isStale {
        if attribute.kind != .service, attribute.kind != .include {
          if let used = self.attribute(at: attribute.handle) {
            guard used.kind == .unknown, used.uuid == nil || used.uuid == attribute.uuid else {
              continue
            }
            used.source = .capture
            forget(used)
            budget.combine(attribute, other: used, isNewer: true)
          }
          set(attribute.handle, attribute: attribute)
        }
        attribute.isStale = false
        switch attribute.kind {
        case .service: number(service: attribute)
        case .characteristic: number(characteristic: attribute)
        default: break
        }
        count += 1
      }
    }
    for used in unknowns { deduceUsed(Int(used.handle)) }
    takeInferred()
    return count
  }

  /// Takes over the attributes of a database that turned out to be of the same server.
  /// - Parameter isNewer: where the two differ, the newer one counts.
  func absorb(_ other: AttributeDatabase, isNewer: Bool) {
    guard other !== self else { return }
    let older = isNewer ? hash : other.hash
    let newer = isNewer ? other.hash : hash
    hash = newer ?? older
    // The same hash was read in both: the later read confirms it.
    if let older, let newer, older.value == newer.value {
      hash = (newer.value, max(older.frame, newer.frame))
    }
    lastDiscovery = max(lastDiscovery, other.lastDiscovery)
    hasKnown = hasKnown || other.hasKnown
    mapState.combine(other.mapState)
    let hasChanged = older != nil && newer != nil && older?.value != newer?.value
    if hasChanged, isNewer { _ = invalidate(0...UInt16.max) }
    if !hasChanged {
      yieldInferred(to: other)
      other.yieldInferred(to: self)
    }
    if !hasChanged { found.absorb(other.found) }
    let lists = other.removeAll()
    treeNames += other.treeNames.filter { !treeNames.contains($0) }
    if hasChanged, !isNewer {
      for old in lists.joined() { contradict(old, reason: .hash) }
      return
    }
    // These services were read completely: attributes that are not in the result no longer exist.
    let around = isNewer ? [] : lists[2].compactMap { service(around: $0.handle) }
    let complete = Set(
      around.filter { $0.search.wasAsked && hasCharacteristics($0) }
        .map { ObjectIdentifier($0) })
    for old in lists.joined() where !old.isStale {
      guard twin(of: old) != nil || isNewer || fits(old, complete: complete) else {
        let other = attribute(at: old.handle) ?? service(around: old.handle)
        contradict(old, reason: other?.isKnown == true ? .otherTree : .another)
        continue
      }
      if let made = add(old) { budget.combine(made, other: old, isNewer: isNewer) }
    }
    takeInferred()
  }

  private func hasCharacteristics(_ service: Attribute) -> Bool {
    let first = characteristics.firstIndex(notBefore: service.handle)
    return first < characteristics.count && characteristics[first].handle <= service.endHandle
  }

  private func add(_ other: Attribute) -> Attribute? {
    if let twin = twin(of: other) { return twin }
    switch other.kind {
    case .service:
      return addService(
        other.handle, end: other.endHandle, uuid: other.uuid, isPrimary: other.isPrimary)
    case .include:
      return addInclude(
        other.handle,
        declaration: IncludeDeclaration(
          includedHandle: other.includedHandle, endHandle: other.endHandle, uuid: other.uuid))
    case .characteristic:
      guard let uuid = other.uuid else { return nil }
      return addCharacteristic(
        other.declarationHandle,
        declaration: CharacteristicDeclaration(
          properties: other.properties, valueHandle: other.handle, uuid: uuid))
    case .descriptor: return other.uuid.flatMap { addInformation(other.handle, type: $0) }
    case .unknown: return use(other.handle, type: other.uuid)
    }
  }

  /// The attribute of this database that matches one of another; its service may be longer or shorter.
  private func twin(of other: Attribute) -> Attribute? {
    switch other.kind {
    case .service:
      guard let index = services.index(of: other.handle), !services[index].isStale else {
        return nil
      }
      let known = services[index]
      return known.uuid == other.uuid && known.endHandle == other.endHandle ? known : nil
    case .include: return nil
    case .characteristic, .descriptor, .unknown:
      guard let known = attribute(at: other.handle), known.uuid == other.uuid || other.uuid == nil
      else { return nil }
      return known.kind == other.kind || other.kind == .unknown ? known : nil
    }
  }

  /// Whether an older attribute contradicts nothing learned since.
  /// - Parameter complete: services whose characteristics are all known.
  private func fits(_ older: Attribute, complete: Set<ObjectIdentifier>) -> Bool {
    switch older.kind {
    case .service:
      guard let last = services.last(notAfter: older.endHandle) else { return true }
      return last.endHandle < older.handle
    case .include: return service(around: older.handle)?.uuid == older.service?.uuid
    case .characteristic, .descriptor, .unknown:
      if let known = attribute(at: older.handle) {
        guard known.kind == .unknown, known.uuid == nil || known.uuid == older.uuid else {
          return false
        }
      }
      if older.kind == .characteristic, attribute(at: older.declarationHandle) != nil {
        return false
      }
      let around = service(around: older.handle)
      if older.kind == .characteristic, let around, complete.contains(ObjectIdentifier(around)) {
        return false
      }
      // An attribute used before any service was known contradicts none.
      return older.service == nil || around?.uuid == older.service?.uuid
    }
  }
}
