import ATTDissector
import Bytes
import GATTSession
import Timeline

/// The part of one device in a document that counts.
struct ServerTree {
  /// The details of an attribute.
  enum Facts: Hashable {
    case none
    case primary(Bool)
    case properties([String])

    /// Writes the tree as the event's own members.
    func write(to out: inout ByteWriter) {
      switch self {
      case .none: break
      case .primary(let isPrimary):
        out.append(recorded: .event.primary)
        out.append(recorded: isPrimary)
      case .properties(let words):
        out.append(recorded: .event.properties)
        out.append(tag: .list)
        for word in words { out.append(recorded: word.rawBytes) }
        out.append(tag: .end)
      }
    }
  }

  /// An attribute equals another without regard to its handle.
  struct Attribute: Hashable {
    var kind: EventKind
    var handle: UInt16
    var path: RecordedPath
    var facts: Facts

    static func == (a: Attribute, b: Attribute) -> Bool {
      a.kind == b.kind && a.path == b.path && a.facts == b.facts
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(path)
      hasher.combine(facts)
    }
  }

  private struct Place: Hashable {
    var kind: EventKind
    var path: RecordedPath
  }

  let isHost: Bool
  let address: BluetoothAddress?
  private(set) var name: String?
  private(set) var attributes: [Attribute] = []
  /// How often each path was seen: a second one without an instance gets 2.
  private var counts: [Place: Int] = [:]
  /// A contradiction in the expected document: the place, and what it should be.
  private var problem: String?

  /// The trees of a document that are not empty. If several belong to one device under different
  /// addresses, each that differs.
  static func all(
    _ document: GATTDocument, isExpected: Bool
  ) throws(TimelineError) -> [ServerTree] {
    var trees: [ServerTree] = []
    for (place, device) in document.devices.enumerated() {
      let tree = ServerTree(device, isExpected: isExpected)
      if let problem = tree.problem {
        throw TimelineError("devices[\(place)].\(problem)")
      }
      if tree.attributes.contains(where: { $0.path.innermost != nil }) { trees.append(tree) }
    }
    // For devices known only by name, start with the fullest tree.
    var known: [String: [Set<Attribute>]] = [:]
    let order = trees.indices.sorted {
      (trees[$1].attributes.count, $0) < (trees[$0].attributes.count, $1)
    }
    var left: [Int] = []
    for index in order {
      let tree = trees[index]
      if let address = tree.address, address.isLasting {
        left.append(index)
        continue
      }
      let name = tree.name ?? ""
      let shape = Set(tree.attributes)
      let others = known[name, default: []]
      // A later connection may have discovered only a part.
      if others.contains(where: { shape.isSubset(of: $0) }) { continue }
      if !others.isEmpty {
        let other = tree.address?.description ?? "\(others.count + 1)"
        trees[index].name = name.isEmpty ? other : "\(name) (\(other))"
      }
      known[name, default: []].append(shape)
      left.append(index)
    }
    return left.sorted().map { trees[$0] }
  }

  /// - isExpected: everything in it counts, whatever its origin, but guesses;
  ///   otherwise only what was discovered.
  private init(_ device: GATTDocument.Device, isExpected: Bool) {
    isHost = device.is_host == true
    if isHost {
      // In a timeline the address would be the other device's.
      address = nil
      name = "this host"
    } else {
      address = device.address.flatMap { BluetoothAddress.value(of: $0) }
        .map { BluetoothAddress($0, kind: device.addressKind) }
      name = device.name.map { String(decoding: $0.utf8.prefix(248), as: UTF8.self) }
    }
    for (place, service) in device.services.enumerated()
    where service.stale != true && service.assumed != true
      && (isExpected || service.given != true)
    {
      add(service, at: "services[\(place)]", isExpected: isExpected)
    }
  }

  private mutating func add(
    _ service: GATTDocument.Service, at place: String, isExpected: Bool
  ) {
    var path = RecordedPath()
    path.service = uuid(service.uuid, place: place)
    path.label = service.label
    add(
      .service, handle: service.handle, path: path, instance: service.instance,
      facts: .primary(service.primary))
    for (number, include) in (service.includes ?? []).enumerated() {
      var path = RecordedPath()
      path.service = uuid(include.uuid, place: "\(place).includes[\(number)]")
      add(.include, handle: include.handle, path: path)
    }
    for (number, characteristic) in service.characteristics.enumerated()
    where characteristic.stale != true && characteristic.assumed != true
      && (isExpected || characteristic.given != true)
    {
      add(
        characteristic, service: path.service, at: "\(place).characteristics[\(number)]",
        isExpected: isExpected)
    }
  }

  private mutating func add(
    _ characteristic: GATTDocument.Characteristic, service: BluetoothUUID?, at place: String,
    isExpected: Bool
  ) {
    // An attribute that was used and never declared has neither a declaration nor properties.
    guard characteristic.handle != nil || isExpected && !characteristic.properties.isEmpty else {
      return
    }
    var path = RecordedPath()
    path.service = service
    path.characteristic = uuid(characteristic.uuid, place: place)
    path.label = characteristic.label
    let properties = characteristic.properties.filter { word in
      CharacteristicProperties.words.contains { $0.1.description == word }
    }
    if isExpected, properties.count < characteristic.properties.count, problem == nil {
      problem = "\(place).properties: what is no property"
    }
    path.instance = add(
      .characteristic, handle: characteristic.handle ?? characteristic.value_handle, path: path,
      instance: characteristic.instance, facts: .properties(properties))
    for (number, descriptor) in characteristic.descriptors.enumerated()
    where descriptor.stale != true && descriptor.inferred != true && descriptor.assumed != true
      && (isExpected || descriptor.given != true)
    {
      path.descriptor = uuid(descriptor.uuid, place: "\(place).descriptors[\(number)]")
      path.label = descriptor.label
      add(.descriptor, handle: descriptor.handle, path: path)
    }
  }

  /// - Returns: its index among those with the same UUID; 0 if it is the only one.
  @discardableResult
  private mutating func add(
    _ kind: EventKind, handle: UInt16, path: RecordedPath, instance: Int?, facts: Facts
  ) -> Int {
    var path = path
    path.instance = instance.flatMap { (1...0xFFFF).contains($0) ? $0 : nil } ?? 0
    let place = Place(kind: kind, path: path.alone)
    let count = counts[place, default: 0] + 1
    counts[place] = count
    if path.instance == 0, count > 1 { path.instance = count }
    attributes.append(Attribute(kind: kind, handle: handle, path: path, facts: facts))
    return path.instance
  }

  /// Adds an attribute that is not counted.
  private mutating func add(_ kind: EventKind, handle: UInt16, path: RecordedPath) {
    attributes.append(Attribute(kind: kind, handle: handle, path: path, facts: .none))
  }

  private mutating func uuid(_ text: String?, place: String) -> BluetoothUUID? {
    guard let text else { return nil }
    if let uuid = BluetoothUUID(text: text) { return uuid }
    if problem == nil { problem = "\(place).uuid: no UUID" }
    return nil
  }
}

extension RecordedPath {
  /// The path without the instance.
  fileprivate var alone: RecordedPath {
    var path = self
    path.instance = 0
    return path
  }
}
