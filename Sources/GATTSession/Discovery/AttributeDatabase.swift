import ATTDissector
import Bytes
import GATTValues

/// The attributes of one server: the peer's, kept from connection to connection, or the host's own.
///
/// Lookups are by handle within this server; nothing in the session is keyed by a handle alone.
/// What the server reports as changed stays in the lists, for the tree, but no lookup finds it
/// until it is discovered again.
package final class AttributeDatabase {
  /// Services in the order of their handles.
  package internal(set) var services: [Attribute] = [] { didSet { layoutChanges() } }
  /// Characteristics in the order of their value handles.
  package internal(set) var characteristics: [Attribute] = [] { didSet { layoutChanges() } }
  package internal(set) var includes: [Attribute] = [] { didSet { layoutChanges() } }
  /// Descriptors in the order of their handles.
  package internal(set) var descriptors: [Attribute] = [] { didSet { layoutChanges() } }
  /// Attributes that were used but never discovered.
  package internal(set) var unknowns: [Attribute] = []
  /// Declarations that nothing but their type is known of.
  var found = FoundDeclarations()
  /// The handles of attributes that are numbered together.
  private var instances: [InstanceKey: InstanceList] = [:]
  /// Attributes that were replaced by others.
  private var changes = 0
  /// How often the server reported that it has changed, or has not.
  private var revisions: UInt32 = 0
  /// Counts the changes of what names attributes: of the lists, and of what is in them.
  private(set) var layout: UInt32 = 1
  /// Attributes with small handles, as nearly all have: an array of at most 2 KB, so that a few
  /// large handles do not make every database as large as the highest handle.
  private var near: [Attribute?] = []
  private var far: [UInt16: Attribute] = [:]
  let budget: MemoryBudget

  /// The frame of the last discovery.
  var lastDiscovery: UInt64 = 0
  /// What the server last said that it has changed, and the frame.
  var lastChange: (range: ClosedRange<UInt16>, frame: UInt64)?
  /// The Database Hash read last, and its frame; frame 0: known before the capture.
  var hash: (value: UInt128, frame: UInt64)?
  /// The Database Hash that the capture shows.
  package var readHash: UInt128? { hash.flatMap { $0.frame > 0 ? $0.value : nil } }
  /// It has, or had, attributes known from outside the capture.
  var hasKnown = false
  /// The files and stores that they are from.
  package internal(set) var treeNames: [String] = []
  /// What is known of the published map of a common device.
  var mapState = MapState()
  /// It is no longer used, and that is not yet reported.
  var mapIsOver = false
  /// What the capture has contradicted, and that is not yet reported.
  var contradictions: [Contradiction] = []
  /// How many it has contradicted.
  package internal(set) var contradicted = 0

  func layoutChanges() { layout &+= 1 }

  init(budget: MemoryBudget) { self.budget = budget }

  package var isEmpty: Bool { count == 0 }

  /// The number of attributes, without includes.
  var count: Int {
    services.count + characteristics.count + descriptors.count + unknowns.count
  }

  /// The characteristic value, descriptor or unknown attribute with the handle.
  package func attribute(at handle: UInt16) -> Attribute? {
    if Int(handle) < near.count { return near[Int(handle)] }
    return handle < Self.nearHandles ? nil : far[handle]
  }

  /// What a discovery has shown with a handle, though it may have changed since.
  func everFound(_ handle: UInt16) -> Attribute? {
    [
      attribute(at: handle), characteristics.last(notAfter: handle),
      descriptors.last(notAfter: handle),
    ]
    .compactMap(\.self).filter { $0.handle == handle && $0.isDiscovered }
    .max { $0.discoveries.frame < $1.discoveries.frame }
  }

  /// Whether all attributes between a characteristic's value and a descriptor are known as descriptors: another
  /// characteristic there may have been missed.
  func hasOnlyDescriptors(between value: Attribute, descriptor: Attribute) -> Bool {
    guard value.handle < descriptor.handle else { return false }
    // So many descriptors no characteristic has.
    guard descriptor.handle - value.handle <= 16 else { return false }
    return (value.handle + 1..<descriptor.handle).allSatisfy {
      attribute(at: $0)?.kind == .descriptor
    }
  }

  private static let nearHandles = 256

  /// Nothing names the attribute, as was found when the lists were as they are now: it is not searched for again
  /// with each value.
  func isNameless(_ attribute: Attribute) -> Bool {
    attribute.uuid == nil && attribute.namelessSince == layout && !attribute.isKnown
  }

  /// The service whose range contains a handle.
  package func service(around handle: UInt16) -> Attribute? {
    guard let candidate = services.last(notAfter: handle), handle <= candidate.endHandle,
      !candidate.isStale
    else { return nil }
    return candidate
  }

  /// The characteristic that a descriptor with the handle would belong to.
  func characteristic(before handle: UInt16) -> Attribute? {
    let candidate = characteristics.last(notAfter: handle)
    if let declared = found.last(before: handle), declared.handle > candidate?.handle ?? 0 {
      // The value of a characteristic whose declaration was not read.
      let value = declared.type == 0x2803 ? attribute(at: declared.handle + 1) : nil
      return value?.kind == .unknown && declared.handle + 1 < handle ? value : nil
    }
    guard let candidate, !candidate.isStale else { return nil }
    if let service = services.last(notAfter: handle), !service.isStale,
      candidate.handle < service.handle
        || handle > service.endHandle && candidate.service === service
    {
      return nil
    }
    return candidate
  }

  /// A client requests the characteristics in a range of handles.
  func askedForCharacteristics(_ first: UInt16, last: UInt16) {
    for service in services where service.handle <= last && service.endHandle >= first {
      service.search.wasAsked = true
    }
  }

  /// An answer names all characteristics in a range of handles.
  func namedCharacteristics(_ first: UInt16, last: UInt16) {
    for service in services
    where service.endHandle <= last && Int(first) <= Int(service.handle) + 1 {
      service.search.isComplete = true
    }
  }

  /// The attribute with the handle, created if unknown; `nil` when the tables are full.
  func use(_ handle: UInt16, type: BluetoothUUID? = nil) -> Attribute? {
    if let known = attribute(at: handle) {
      if type == nil, isNameless(known) {
        known.use.isSeen = true
        return known
      }
      if isFormerDeclaration(known) {
        forget(known)
        return use(handle, type: type)
      }
      known.use.isSeen = true
      if known.isKnown { confirm(known) }
      if let type, known.source == .inferred { settle(known, type: type) }
      if known.uuid == nil, let type {
        known.uuid = type
        known.resolve()
      } else if known.uuid == nil, let deduced = deduce(handle) {
        return deduced
      } else if known.uuid == nil, !nameDeclaration(known) {
        known.namelessSince = layout
      }
      return known
    }
    if type == nil, let deduced = deduce(handle) { return deduced }
    // An answer to Read By Type says what the attribute is, as one to Find Information does.
    if let type, type.isDescriptor, characteristic(before: handle) != nil,
      !found.declareValue(handle), let descriptor = addInformation(handle, type: type)
    {
      descriptor.use.isSeen = true
      return descriptor
    }
    if let index = unknowns.index(of: handle) { forget(unknowns[index]) }
    guard take() else { return nil }
    let made = Attribute(handle: handle, kind: .unknown, uuid: type)
    made.use.isSeen = true
    made.service = service(around: handle)
    if type != nil || !nameDeclaration(made) { made.resolve() }
    set(handle, attribute: made)
    unknowns.insertByHandle(made)
    return made
  }

  // MARK: Bookkeeping

  func set(_ handle: UInt16, attribute: Attribute?) {
    layoutChanges()
    guard handle < Self.nearHandles else {
      far[handle] = attribute
      return
    }
    while near.count <= Int(handle) { near.append(nil) }
    near[Int(handle)] = attribute
  }

  /// Removes an attribute from the lookup, unless another has replaced it.
  func unset(_ attribute: Attribute) {
    if self.attribute(at: attribute.handle) === attribute { set(attribute.handle, attribute: nil) }
  }

  func take() -> Bool {
    guard count < SessionLimits.attributesPerDatabase else {
      budget.attributes.wasShort = true
      return false
    }
    return budget.takeAttribute()
  }

  /// Whether another attribute may be replaced: a server's layout changes with its firmware, not
  /// with every response.
  func mayChange() -> Bool {
    if changes < SessionLimits.layoutChanges { return true }
    budget.hasUnsettledLayout = true
    return false
  }

  /// Whether another report of the server about its layout may be followed: each one visits all
  /// attributes.
  func countRevision() -> Bool {
    if revisions < .max { revisions += 1 }
    if Int(revisions) <= SessionLimits.layoutChanges { return true }
    budget.hasUnsettledLayout = true
    return false
  }

  func forget(_ attribute: Attribute) {
    if !attribute.isStale { changes += 1 }
    contradict(attribute, reason: .another)
    unset(attribute)
    characteristics.remove(attribute)
    descriptors.remove(attribute)
    unknowns.remove(attribute)
    attribute.instances?.remove(attribute.handle)
    attribute.instances = nil
    budget.giveBack([attribute])
  }

  /// Discards what the server had at a handle before it changed, except an attribute of one type.
  func forgetStale(_ handle: UInt16, except type: BluetoothUUID? = nil) {
    for list in [characteristics, descriptors, unknowns] {
      guard let index = list.index(of: handle), list[index].isStale else { continue }
      if let type, list[index].uuid == type { continue }
      forget(list[index])
    }
  }

  /// Forgets a characteristic from before a change, whose declaration cannot be where a value is.
  func forgetStale(declaredAt handle: UInt16) {
    var next = characteristics.firstIndex(notBefore: handle)
    if next < characteristics.count, characteristics[next].handle == handle { next += 1 }
    guard next < characteristics.count, characteristics[next].isStale,
      characteristics[next].declarationHandle == handle
    else { return }
    forget(characteristics[next])
  }

  /// Removes services, and their attributes; used attributes without a service contradict nothing.
  func removeAll(in range: ClosedRange<UInt16>) {
    // A service that starts before the range may reach into it.
    var first = range.lowerBound
    if let before = services.last(notAfter: first), before.endHandle >= first {
      first = before.handle
    }
    var removed = services.removeByHandle(first...range.upperBound)
    let isGone = { (attribute: Attribute) in attribute.isStale || attribute.service != nil }
    removed += includes.removeByHandle(range, where: isGone)
    for values in [
      characteristics.removeByHandle(range, where: isGone),
      descriptors.removeByHandle(range, where: isGone),
      unknowns.removeByHandle(range, where: isGone),
    ] {
      for attribute in values { unset(attribute) }
      removed += values
    }
    found.remove(range)
    for attribute in removed {
      attribute.instances?.remove(attribute.handle)
      contradict(attribute, reason: .another)
    }
    changes += removed.count
    budget.giveBack(removed)
  }

  /// Empties the tables.
  /// - Returns: their contents by kind: services, includes, characteristics, descriptors, unknown
  ///   attributes.
  func removeAll() -> [[Attribute]] {
    let lists = [services, includes, characteristics, descriptors, unknowns]
    services = []
    includes = []
    characteristics = []
    descriptors = []
    unknowns = []
    instances.removeAll()
    found.removeAll()
    near = []
    far = [:]
    for list in lists { budget.giveBack(list) }
    return lists
  }

  /// Numbers attributes with one UUID from 1; a single one has no number.
  func number(_ attribute: Attribute, key: InstanceKey) {
    let instances = instances(of: key)
    if attribute.instances !== instances { attribute.instances?.remove(attribute.handle) }
    attribute.instances = instances
    instances.insert(attribute.handle)
  }

  private func instances(of key: InstanceKey) -> InstanceList {
    if let known = instances[key] { return known }
    let made = InstanceList()
    instances[key] = made
    return made
  }
}
