/// The attribute trees that must come out at the end.
enum Tree {
  static func words(_ properties: Int) -> [String] {
    [
      "broadcast", "read", "write_without_response", "write", "notify", "indicate",
      "authenticated_signed_writes", "extended_properties",
    ].enumerated().filter { properties >> $0.offset & 1 == 1 }.map(\.element)
  }

  /// The whole document: devices by number, strangers by connection, then the hosts' own.
  static func document(_ history: History) -> JSON {
    var devices: [JSON] = []
    for device in history.devices.flatMap(\.faces)
      .sorted(by: { $0.number < $1.number })
    where device.number > 0 && !device.shown.isEmpty {
      var members: [(String, JSON)] = [
        ("number", .number(device.number)), ("address", .text(device.address.text)),
        ("address_type", .text(device.address.kindName)),
      ]
      if let name = device.name { members.append(("name", .text(name))) }
      devices.append(.object(members + tree(device.shown)))
    }
    for shown in history.strangers where !shown.isEmpty { devices.append(.object(tree(shown))) }
    for host in history.seen where !host.shown.isEmpty {
      var members: [(String, JSON)] = []
      if host.addressIsShown { members.append(("address", .text(host.address.text))) }
      members.append(("is_host", .raw("true")))
      devices.append(.object(members + tree(host.shown)))
    }
    return .object([("schema", .number(1)), ("devices", .array(devices))])
  }

  private static func tree(_ shown: Shown) -> [(String, JSON)] {
    let loose = shown.looseHandles.filter {
      shown.service(around: $0) == nil && !hasOwner($0, shown)
    }
    let lost = shown.descriptors.filter { shown.owner(of: $0.value) == nil }.map(\.value.handle)
    let homeless = shown.characteristics.filter { shown.service(around: $0.handle) == nil }
      .map(\.value.handle)
    let undiscovered = (loose + homeless + lost).sorted()
    var members: [(String, JSON)] = [
      ("services", .array(shown.services.map { service($0, shown) }))
    ]
    if !undiscovered.isEmpty {
      members.append(("undiscovered", .array(undiscovered.map { value($0, shown) })))
    }
    return members
  }

  /// A configuration that its use has shown stands with its characteristic, if the tree has that.
  private static func hasOwner(_ handle: Int, _ shown: Shown) -> Bool {
    guard shown.isInferred(handle) else { return false }
    return shown.characteristic(valueHandle: handle - 1) != nil
      || shown.service(around: handle - 1) != nil
  }

  private static func service(_ service: ModelService, _ shown: Shown) -> JSON {
    var members: [(String, JSON)] = [
      ("handle", .number(service.handle)), ("end_handle", .number(service.end)),
      ("uuid", .text(service.uuid.text)),
    ]
    add(&members, "instance", shown.instance(of: service).map { .number($0) })
    add(&members, "label", service.uuid.label.map { .text($0) })
    members.append(("primary", .raw(service.isPrimary ? "true" : "false")))
    let includes = shown.includes.filter { $0.owner === service }.map { include -> JSON in
      var members: [(String, JSON)] = [
        ("handle", .number(include.handle)), ("included_handle", .number(include.service.handle)),
        ("end_handle", .number(include.service.end)),
      ]
      if include.named { members.append(("uuid", .text(include.service.uuid.text))) }
      return .object(members)
    }
    if !includes.isEmpty { members.append(("includes", .array(includes))) }
    let own = shown.characteristics.filter { shown.service(around: $0.handle) === service }
    let loose = shown.looseHandles.filter {
      shown.service(around: $0) === service && !hasOwner($0, shown)
    }
    let all =
      own.map { ($0.value.handle, characteristic($0, shown)) }
      + loose.map { ($0, used($0, shown)) }
    members.append(
      ("characteristics", .array(all.sorted { $0.0 < $1.0 }.map(\.1))))
    return .object(members)
  }

  private static func characteristic(_ one: ModelCharacteristic, _ shown: Shown) -> JSON {
    var members: [(String, JSON)] = [
      ("handle", .number(one.handle)), ("value_handle", .number(one.value.handle)),
      ("uuid", .text(one.uuid.text)),
    ]
    add(&members, "instance", shown.instance(of: one).map { .number($0) })
    add(&members, "label", shown.label(of: one).map { .text($0) })
    add(&members, "user_description", shown.descriptions[one.value.handle].map { .text($0) })
    members.append(("properties", .array(words(one.properties).map { .text($0) })))
    members += values(one.value.handle, shown)
    let descriptors = shown.descriptors.filter { shown.owner(of: $0.value) === one }.map(
      \.value.handle)
    let all = (descriptors + inferred(after: one.value.handle, shown)).sorted()
    members.append(("descriptors", .array(all.map { value($0, shown) })))
    return .object(members)
  }

  /// An attribute of the service that was used and not discovered.
  private static func used(_ handle: Int, _ shown: Shown) -> JSON {
    var members: [(String, JSON)] = [("value_handle", .number(handle))]
    add(&members, "uuid", shown.type(of: handle).map { .text($0.text) })
    add(&members, "label", shown.type(of: handle)?.label.map { .text($0) })
    members.append(("properties", .array([])))
    let descriptors = inferred(after: handle, shown).map { value($0, shown) }
    return .object(members + values(handle, shown) + [("descriptors", .array(descriptors))])
  }

  private static func inferred(after handle: Int, _ shown: Shown) -> [Int] {
    shown.isInferred(handle + 1) && shown.looseHandles.contains(handle + 1) ? [handle + 1] : []
  }

  private static func value(_ handle: Int, _ shown: Shown) -> JSON {
    var members: [(String, JSON)] = [("handle", .number(handle))]
    add(&members, "uuid", shown.type(of: handle).map { .text($0.text) })
    let label =
      shown.characteristic(valueHandle: handle).flatMap { shown.label(of: $0) }
      ?? shown.type(of: handle)?.label
    add(&members, "label", label.map { .text($0) })
    members += values(handle, shown)
    if shown.isInferred(handle) { members.append(("inferred", .raw("true"))) }
    return .object(members)
  }

  private static func values(_ handle: Int, _ shown: Shown) -> [(String, JSON)] {
    guard let (count, last, _) = shown.values[handle] else { return [("values", .number(0))] }
    return [("values", .number(count)), ("last_value", .text(hexText(last)))]
  }

  private static func add(_ members: inout [(String, JSON)], _ key: String, _ value: JSON?) {
    if let value { members.append((key, value)) }
  }
}

extension Shown {
  /// Attributes that were used and not discovered.
  var looseHandles: [Int] {
    used.filter { handle in
      characteristic(valueHandle: handle) == nil
        && !descriptors.contains { $0.value.handle == handle }
    }
  }
}
