import ATTDissector
import Bytes
import GATTSession
import JSONText
import Timeline

/// What counts of one device of a document.
struct ServerTree {
  /// What an attribute says of itself.
  enum Facts: Hashable {
    case none
    case primary(Bool)
    case properties([String])

    /// As the event's own members.
    func write(to out: inout ByteWriter) {
      switch self {
      case .none: break
      case .primary(let isPrimary):
        out.append(isPrimary ? "{\"primary\":true}" : "{\"primary\":false}")
      case .properties(let words):
        out.append("{\"properties\":[")
        for (place, word) in words.enumerated() {
          if place > 0 { out.append(",") }
          out.append(json: word)
        }
        out.append("]}")
      }
    }
  }

  /// An attribute without its handle is the same as another's.
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
  /// How often each path was met: of a second one without a number it is the second.
  private var counts: [Place: Int] = [:]
  /// What is not expected as it stands there: the place, and what it should be.
  private var problem: String?

  /// The trees of a document that have something in them. Where several are of one device under other
  /// addresses, each that differs.
  static func all(
    _ document: GATTDocument, isExpected: Bool
  ) throws(TimelineRefusal) -> [ServerTree] {
    var trees: [ServerTree] = []
    for (place, device) in document.devices.enumerated() {
      let tree = ServerTree(device, isExpected: isExpected)
      if let problem = tree.problem {
        throw TimelineRefusal("devices[\(place)].\(problem)")
      }
      if tree.attributes.contains(where: { $0.path.innermost != nil }) { trees.append(tree) }
    }
    // Of a device that nothing but its name names, the fullest tree is its own.
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
      // A later connection may have discovered but a part.
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

  /// - isExpected: what stands in it counts, wherever it is known from; else only what was discovered.
  private init(_ device: GATTDocument.Device, isExpected: Bool) {
    isHost = device.is_host == true
    if isHost {
      // In a timeline the address would be that of the other device.
      address = nil
      name = "this host"
    } else {
      let kinds = [.public, .random, .publicIdentity, .randomIdentity] as [BluetoothAddress.Kind]
      let kind = kinds.first { $0.name?.description == device.address_type } ?? .untold
      address = device.address.flatMap { BluetoothAddress.value(of: $0) }
        .map { BluetoothAddress($0, kind: kind) }
      name = device.name.map { String(decoding: $0.utf8.prefix(248), as: UTF8.self) }
    }
    for (place, service) in device.services.enumerated()
    where service.stale != true && (isExpected || service.given != true) {
      add(service, at: "services[\(place)]", isExpected: isExpected)
    }
  }

  private mutating func add(
    _ service: GATTDocument.Service, at place: String, isExpected: Bool
  ) {
    var path = RecordedPath()
    path.service = uuid(service.uuid, place)
    path.label = service.label
    add(.service, service.handle, path, service.instance, .primary(service.primary))
    for (number, include) in (service.includes ?? []).enumerated() {
      var path = RecordedPath()
      path.service = uuid(include.uuid, "\(place).includes[\(number)]")
      add(.include, include.handle, path)
    }
    for (number, characteristic) in service.characteristics.enumerated()
    where characteristic.stale != true && (isExpected || characteristic.given != true) {
      add(
        characteristic, path.service, at: "\(place).characteristics[\(number)]",
        isExpected: isExpected)
    }
  }

  private mutating func add(
    _ characteristic: GATTDocument.Characteristic, _ service: BluetoothUUID?, at place: String,
    isExpected: Bool
  ) {
    // What was used and never declared has neither a declaration nor properties.
    guard characteristic.handle != nil || isExpected && !characteristic.properties.isEmpty else {
      return
    }
    var path = RecordedPath()
    path.service = service
    path.characteristic = uuid(characteristic.uuid, place)
    path.label = characteristic.label
    let properties = characteristic.properties.filter { word in
      CharacteristicProperties.words.contains { $0.1.description == word }
    }
    if isExpected, properties.count < characteristic.properties.count, problem == nil {
      problem = "\(place).properties: what is no property"
    }
    path.instance = add(
      .characteristic, characteristic.handle ?? characteristic.value_handle, path,
      characteristic.instance, .properties(properties))
    for (number, descriptor) in characteristic.descriptors.enumerated()
    where descriptor.stale != true && (isExpected || descriptor.given != true) {
      path.descriptor = uuid(descriptor.uuid, "\(place).descriptors[\(number)]")
      path.label = descriptor.label
      add(.descriptor, descriptor.handle, path)
    }
  }

  /// - Returns: which of several with its UUID it is; 0 for one alone.
  @discardableResult
  private mutating func add(
    _ kind: EventKind, _ handle: UInt16, _ path: RecordedPath, _ instance: Int?, _ facts: Facts
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

  /// Adds what is not counted.
  private mutating func add(_ kind: EventKind, _ handle: UInt16, _ path: RecordedPath) {
    attributes.append(Attribute(kind: kind, handle: handle, path: path, facts: .none))
  }

  private mutating func uuid(_ text: String?, _ place: String) -> BluetoothUUID? {
    guard let text else { return nil }
    if let uuid = BluetoothUUID(text: text) { return uuid }
    if problem == nil { problem = "\(place).uuid: no UUID" }
    return nil
  }
}

extension RecordedPath {
  /// Without which of several it is.
  fileprivate var alone: RecordedPath {
    var path = self
    path.instance = 0
    return path
  }
}
