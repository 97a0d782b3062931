/// What the capture has shown of one server: parts of the true table, nothing of its own.
///
/// Everything is looked up afresh each time it is asked for, so that nothing can be stale.
final class Shown {

  private(set) var services: [ModelService] = []
  private(set) var includes:
    [(handle: Int, owner: ModelService, service: ModelService, named: Bool)] =
      []
  private(set) var characteristics: [ModelCharacteristic] = []
  private(set) var descriptors: [(value: ModelValue, of: ModelCharacteristic)] = []
  /// Attributes that were used; those that are none of the above are not discovered.
  private(set) var used: Set<Int> = []
  private var types: [Int: ModelUUID] = [:]
  /// How many values went over the air, and the last, by handle.
  private(set) var values: [Int: (count: Int, last: [UInt8], frame: Int)] = [:]
  /// User descriptions that were read, by value handle.
  private(set) var descriptions: [Int: String] = [:]
  /// How values of handles came unasked, and what was accepted as their configurations: 1 for
  /// notifications, 2 for indications.
  private var sent: [Int: UInt8] = [:]
  private var accepted: [Int: UInt8] = [:]
  /// Configurations that their use has shown, whether or not they were discovered since.
  private var configurations: Set<Int> = []
  /// Where the Database Hash was last read.
  var hashFrame: Int?

  var isEmpty: Bool {
    services.isEmpty && characteristics.isEmpty && descriptors.isEmpty && used.isEmpty
  }

  // MARK: What is learned

  func show(_ service: ModelService) {
    guard !services.contains(where: { $0 === service }) else { return }
    services.append(service)
    services.sort { $0.handle < $1.handle }
    for index in includes.indices where includes[index].service === service {
      includes[index].named = true
    }
    deduce()
  }

  func show(include handle: Int, in owner: ModelService, _ service: ModelService) {
    guard !includes.contains(where: { $0.handle == handle }) else { return }
    includes.append(
      (handle, owner, service, service.uuid.isShort || services.contains { $0 === service }))
    includes.sort { $0.handle < $1.handle }
  }

  func show(_ characteristic: ModelCharacteristic) {
    guard !characteristics.contains(where: { $0 === characteristic }) else { return }
    characteristics.append(characteristic)
    characteristics.sort { $0.handle < $1.handle }
    deduce()
  }

  func show(_ descriptor: ModelValue, of characteristic: ModelCharacteristic) {
    guard !descriptors.contains(where: { $0.value === descriptor }) else { return }
    descriptors.append((descriptor, characteristic))
    descriptors.sort { $0.value.handle < $1.value.handle }
  }

  /// An attribute was named by a value's PDU; a read by type also tells what it is.
  func use(_ handle: Int, type: ModelUUID? = nil) {
    used.insert(handle)
    if let type, types[handle] == nil { types[handle] = type }
    deduce()
  }

  /// A value came unasked.
  func noteSent(_ handle: Int, _ way: UInt8) {
    guard sent[handle, default: 0] & way == 0 else { return }
    sent[handle, default: 0] |= way
    infer(handle + 1)
  }

  /// The server accepted a value.
  func noteAccepted(_ value: [UInt8], _ target: ModelValue) {
    guard target.uuid == .clientConfiguration, let bits = value.first else { return }
    accepted[target.handle, default: 0] |= bits
    infer(target.handle)
  }

  /// What accepted a bit of how the value before it came is its configuration.
  private func infer(_ handle: Int) {
    let ways = accepted[handle, default: 0] & sent[handle - 1, default: 0]
    guard used.contains(handle), type(of: handle) == nil, ways != 0 else { return }
    if let owner = characteristic(valueHandle: handle - 1) {
      let allowed =
        (ways & 1 != 0 ? ModelCharacteristic.notify : 0)
        | (ways & 2 != 0 ? ModelCharacteristic.indicate : 0)
      guard owner.properties & allowed != 0 else { return }
    } else if type(of: handle - 1) != nil {
      return
    }
    configurations.insert(handle)
  }

  /// Its use alone has shown that it is a configuration.
  func isInferred(_ handle: Int) -> Bool {
    configurations.contains(handle) && types[handle] == nil && !isDiscovered(handle)
  }

  /// What was used is known for what it is as soon as that is certain.
  private func deduce() {
    for handle in used {
      if let (descriptor, owner) = onlyDescriptor(handle) { show(descriptor, of: owner) }
    }
  }

  /// The configuration that a handle must be of, though nobody asked: the only one between the value of
  /// a characteristic that notifies or indicates, and the next declaration or the service's end.
  private func onlyDescriptor(_ handle: Int) -> (ModelValue, ModelCharacteristic)? {
    guard type(of: handle) == nil || isInferred(handle),
      let owner = characteristics.first(where: { $0.value.handle == handle - 1 }),
      owner.properties & (ModelCharacteristic.notify | ModelCharacteristic.indicate) != 0,
      service(around: handle)?.end == handle
        || characteristics.contains(where: { $0.handle == handle + 1 }),
      service(around: handle) === service(around: owner.handle),
      let descriptor = owner.descriptors.first(where: { $0.handle == handle })
    else { return nil }
    return (descriptor, owner)
  }

  /// A value went over the air; the last is the one with the last record, whenever it is reported.
  func note(_ value: [UInt8], of handle: Int, at moment: Moment) {
    guard let before = values[handle] else {
      values[handle] = (1, Array(value.prefix(512)), moment.frame)
      return
    }
    let isLast = moment.frame >= before.frame
    values[handle] = (
      before.count + 1, isLast ? Array(value.prefix(512)) : before.last,
      max(before.frame, moment.frame)
    )
  }

  func noteRead(_ value: [UInt8], of handle: Int) {
    guard let found = descriptors.first(where: { $0.value.handle == handle }),
      found.value.uuid == .userDescription, let owner = owner(of: found.value)
    else { return }
    descriptions[owner.value.handle] = String(decoding: value, as: UTF8.self)
  }

  /// Takes in what was shown of the same server elsewhere, and later.
  func absorb(_ other: Shown) {
    for service in other.services { show(service) }
    for include in other.includes {
      show(include: include.handle, in: include.owner, include.service)
    }
    for characteristic in other.characteristics { show(characteristic) }
    for (value, owner) in other.descriptors { show(value, of: owner) }
    for handle in other.used { use(handle, type: other.types[handle]) }
    for (handle, theirs) in other.values {
      let mine = values[handle] ?? (0, [], 0)
      let isLast = theirs.frame >= mine.frame
      values[handle] = (
        mine.count + theirs.count, isLast ? theirs.last : mine.last, max(mine.frame, theirs.frame)
      )
    }
    sent.merge(other.sent) { $0 | $1 }
    accepted.merge(other.accepted) { $0 | $1 }
    configurations.formUnion(other.configurations)
    hashFrame = [hashFrame, other.hashFrame].compactMap { $0 }.max()
    descriptions.merge(other.descriptions) { $1 }
  }

  /// Forgets what was discovered in a range, and attributes that were only used.
  func drop(_ range: ClosedRange<Int>, _ loose: some Collection<Int>) -> Int {
    let counts = [services.count, includes.count, characteristics.count, descriptors.count]
    let values = characteristics.map(\.value.handle) + descriptors.map(\.value.handle)
    services.removeAll { range.contains($0.handle) }
    includes.removeAll { range.contains($0.handle) }
    characteristics.removeAll { range.contains($0.handle) }
    descriptors.removeAll { range.contains($0.value.handle) }
    for handle in values.filter({ range.contains($0) }) + loose {
      used.remove(handle)
      types[handle] = nil
      self.values[handle] = nil
      descriptions[handle] = nil
    }
    let left = [services.count, includes.count, characteristics.count, descriptors.count]
    return counts.reduce(loose.count, +) - left.reduce(0, +)
  }

  /// What the use of handles has shown does not hold of a server that has changed.
  func forgetUse(_ range: ClosedRange<Int>) {
    sent = sent.filter { !range.contains($0.key) }
    accepted = accepted.filter { !range.contains($0.key) }
    configurations = configurations.filter { !range.contains($0) }
  }

  // MARK: What is known

  func service(around handle: Int) -> ModelService? {
    services.first { $0.handle <= handle && handle <= $0.end }
  }

  func characteristic(valueHandle handle: Int) -> ModelCharacteristic? {
    characteristics.first { $0.value.handle == handle }
  }

  func isDiscovered(_ handle: Int) -> Bool {
    characteristic(valueHandle: handle) != nil
      || descriptors.contains { $0.value.handle == handle }
  }

  /// What is known of a handle's type.
  func type(of handle: Int) -> ModelUUID? {
    characteristic(valueHandle: handle)?.uuid
      ?? descriptors.first { $0.value.handle == handle }?.value.uuid ?? types[handle]
      ?? (configurations.contains(handle) ? .clientConfiguration : nil)
  }

  func instance(of service: ModelService) -> Int? {
    Self.place(of: service, in: services.filter { $0.uuid == service.uuid })
  }

  /// Characteristics are told apart among those of one UUID, in services of one UUID.
  func instance(of characteristic: ModelCharacteristic) -> Int? {
    let own = service(around: characteristic.handle)?.uuid
    return Self.place(
      of: characteristic,
      in: characteristics.filter {
        $0.uuid == characteristic.uuid && service(around: $0.handle)?.uuid == own
      })
  }

  private static func place<Element: AnyObject>(of one: Element, in all: [Element]) -> Int? {
    all.count > 1 ? all.firstIndex { $0 === one }.map { $0 + 1 } : nil
  }

  func label(of characteristic: ModelCharacteristic) -> String? {
    characteristic.uuid.label ?? descriptions[characteristic.value.handle]
  }

  // MARK: Where an attribute stands

  func path(of service: ModelService) -> ExpectedPath {
    ExpectedPath(
      service: service.uuid, instance: instance(of: service), label: service.uuid.label)
  }

  func path(of characteristic: ModelCharacteristic) -> ExpectedPath {
    ExpectedPath(
      service: service(around: characteristic.handle)?.uuid, characteristic: characteristic.uuid,
      instance: instance(of: characteristic), label: label(of: characteristic))
  }

  /// The characteristic that a descriptor is reported with: its own, if the capture shows that. Else the
  /// one before it, unless a service begins or ends between: the capture does not tell that there is another one.
  func owner(of descriptor: ModelValue) -> ModelCharacteristic? {
    let owner = characteristics.last { $0.value.handle < descriptor.handle }
    guard let owner, let service = services.last(where: { $0.handle <= descriptor.handle }) else {
      return owner
    }
    let ends = descriptor.handle > service.end && owner.value.handle <= service.end
    return owner.value.handle < service.handle || ends ? nil : owner
  }

  func path(of descriptor: ModelValue) -> ExpectedPath {
    let owner = owner(of: descriptor)
    return ExpectedPath(
      service: service(around: descriptor.handle)?.uuid, characteristic: owner?.uuid,
      descriptor: descriptor.uuid, instance: owner.flatMap { instance(of: $0) },
      label: descriptor.uuid.label)
  }

  /// Of an attribute that a value's PDU names; `nil` for one that is not even known by use.
  func path(of handle: Int) -> ExpectedPath? {
    if let found = characteristic(valueHandle: handle) { return path(of: found) }
    if let found = descriptors.first(where: { $0.value.handle == handle }) {
      return path(of: found.value)
    }
    if let (descriptor, _) = onlyDescriptor(handle) { return path(of: descriptor) }
    guard used.contains(handle) else { return nil }
    if configurations.contains(handle) {
      let owner = characteristic(valueHandle: handle - 1)
      return ExpectedPath(
        service: service(around: handle)?.uuid, characteristic: type(of: handle - 1),
        descriptor: .clientConfiguration, instance: owner.flatMap { instance(of: $0) },
        label: ModelUUID.clientConfiguration.label, isInferred: isInferred(handle))
    }
    return ExpectedPath(
      service: service(around: handle)?.uuid, characteristic: types[handle],
      label: types[handle]?.label)
  }
}

/// Where an attribute stands, as an event tells it.
struct ExpectedPath {
  var service: ModelUUID?
  var characteristic: ModelUUID?
  var descriptor: ModelUUID?
  var instance: Int?
  var label: String?
  var isInferred = false
}
