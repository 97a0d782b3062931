import ATTDissector
import GATTSession
import Timeline

/// What counts of one device of a document.
struct ServerTree {
  struct Attribute {
    /// Of an event.
    var kind: String
    var handle: UInt16
    /// UUIDs of the service, the characteristic and the descriptor.
    var path: [String?]
    var instance = 0
    var label: String?
    /// Further members of its line.
    var members = ""
  }

  let isHost: Bool
  let address: BluetoothAddress?
  let addressType: String?
  private(set) var name: String?
  private(set) var attributes: [Attribute] = []
  /// How often each path was met: of a second one without a number it is the second.
  private var counts: [[String?]: Int] = [:]
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
      if tree.attributes.contains(where: { $0.path.contains { $0 != nil } }) { trees.append(tree) }
    }
    // Of a device that nothing but its name names, the fullest tree is its own.
    var known: [String: [Set<[String?]>]] = [:]
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
      let shape = Set(tree.attributes.map { [$0.kind] + $0.path + ["\($0.instance)", $0.members] })
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
    addressType = device.address_type
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
    let uuid = uuid(service.uuid, place)
    add(
      "service", service.handle, [uuid], service.instance, service.label,
      ",\"primary\":\(service.primary)")
    for (number, include) in (service.includes ?? []).enumerated() {
      let uuid = self.uuid(include.uuid, "\(place).includes[\(number)]")
      add("include", include.handle, [uuid], nil, nil, counted: false)
    }
    for (number, characteristic) in service.characteristics.enumerated()
    where characteristic.stale != true && (isExpected || characteristic.given != true) {
      add(
        characteristic, uuid, at: "\(place).characteristics[\(number)]", isExpected: isExpected)
    }
  }

  private mutating func add(
    _ characteristic: GATTDocument.Characteristic, _ service: String?, at place: String,
    isExpected: Bool
  ) {
    // What was used and never declared has neither a declaration nor properties.
    guard characteristic.handle != nil || isExpected && !characteristic.properties.isEmpty else {
      return
    }
    let uuid = uuid(characteristic.uuid, place)
    let properties = characteristic.properties.filter { word in
      CharacteristicProperties.words.contains { $0.1.description == word }
    }
    if isExpected, properties.count < characteristic.properties.count, problem == nil {
      problem = "\(place).properties: what is no property"
    }
    let words = properties.map { "\"\($0)\"" }.joined(separator: ",")
    let instance = add(
      "characteristic", characteristic.handle ?? characteristic.value_handle, [service, uuid],
      characteristic.instance, characteristic.label, ",\"properties\":[\(words)]")
    for (number, descriptor) in characteristic.descriptors.enumerated()
    where descriptor.stale != true && (isExpected || descriptor.given != true) {
      let own = self.uuid(descriptor.uuid, "\(place).descriptors[\(number)]")
      add(
        "descriptor", descriptor.handle, [service, uuid, own], instance, descriptor.label,
        counted: false)
    }
  }

  /// - Returns: which of several with its UUID it is; 0 for one alone.
  @discardableResult
  private mutating func add(
    _ kind: String, _ handle: UInt16, _ path: [String?], _ instance: Int?, _ label: String?,
    _ members: String = "", counted: Bool = true
  ) -> Int {
    var number = instance.flatMap { (0...0xFFFF).contains($0) ? $0 : nil } ?? 0
    if counted {
      counts[path, default: 0] += 1
      if number == 0, let count = counts[path], count > 1 { number = count }
    }
    let whole = path + Array(repeating: nil, count: 3 - path.count)
    attributes.append(
      Attribute(
        kind: kind, handle: handle, path: whole, instance: number, label: label, members: members))
    return number
  }

  /// As a timeline spells it.
  private mutating func uuid(_ text: String?, _ place: String) -> String? {
    guard let text else { return nil }
    if let uuid = BluetoothUUID(text: text) { return uuid.description }
    if problem == nil { problem = "\(place).uuid: no UUID" }
    return nil
  }
}
