import ATTDissector
import Bytes
import JSONText

/// What all declarations of a file share.
struct DeclarationContext {
  let problems: DeclarationProblems
  var base = DeclarationBase()
  var types: [String: DeclarationMembers] = [:]
  var tables: [String: DeclarationNode] = [:]
  /// The names of those that cannot be read.
  var wrongTypes: Set<String> = []
  var wrongTables: Set<String> = []
}

/// Reads the declarations of a file.
struct DeclarationFileParser {
  private(set) var declarations: [Declaration] = []
  private var context: DeclarationContext
  private var base: DeclarationBase { context.base }
  private var problems: DeclarationProblems { context.problems }
  private let bytes: [UInt8]
  /// Where each line starts, for many declarations in one file.
  private let lineStarts: [Int]

  init(_ file: DeclarationMembers, _ bytes: [UInt8]) throws(JSONError) {
    self.bytes = bytes
    lineStarts = bytes.indices.filter { bytes[$0] == 0x0A }
    context = DeclarationContext(problems: file.node.problems)
    if let node = file["base"] {
      try problems.attempt { () throws(JSONError) in
        guard let base = DeclarationBase(try node.string()) else {
          throw node.problem("expected a UUID such as F000xxxx-0451-4000-B000-000000000000")
        }
        context.base = base
      }
    }
    if let node = file["types"] {
      try problems.attempt { () throws(JSONError) in
        for (name, value) in try node.members() { try type(name, value: value) }
      }
    }
    if let node = file["tables"] {
      try problems.attempt { () throws(JSONError) in
        for (name, value) in try node.members() {
          context.wrongTables.insert(name)
          try problems.attempt { () throws(JSONError) in
            _ = try value.members()
            context.tables[name] = value
          }
        }
      }
    }
  }

  private mutating func type(_ name: String, value: DeclarationNode) throws(JSONError) {
    context.wrongTypes.insert(name)
    try problems.attempt { () throws(JSONError) in
      guard DeclarationCompiler.number(name) == nil, DeclarationCompiler.isKey(name) else {
        throw value.problem("'\(name)' cannot be the name of a type")
      }
      context.types[name] = try DeclarationMembers(
        value, DeclarationCompiler.members, isLenient: true)
    }
  }

  private func line(_ node: DeclarationNode) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] < node.offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  func services(
    of node: DeclarationNode?
  ) throws(JSONError) -> [(uuid: BluetoothUUID, name: String)] {
    guard let node else { return [] }
    var services: [(uuid: BluetoothUUID, name: String)] = []
    for (text, value) in try node.members() {
      try problems.attempt { () throws(JSONError) in
        guard let uuid = base.uuid(text) else { throw value.problem("'\(text)' is no UUID") }
        let name =
          value.isString
          ? try value.string()
          : try DeclarationMembers(value, ["name"]).required("name").string()
        services.append((uuid, name))
      }
    }
    return services
  }

  mutating func attributes(
    of node: DeclarationNode?, target: (BluetoothUUID) -> DeclarationTarget
  ) throws(JSONError) {
    guard let node else { return }
    var targets: Set<DeclarationTarget> = []
    try problems.attempt { () throws(JSONError) in
      for (text, value) in try node.members() {
        try problems.attempt { () throws(JSONError) in
          try attribute(text, value: value, target: target, targets: &targets)
        }
      }
    }
  }

  private mutating func attribute(
    _ text: String, value: DeclarationNode, target: (BluetoothUUID) -> DeclarationTarget,
    targets: inout Set<DeclarationTarget>
  ) throws(JSONError) {
    let place: DeclarationTarget
    var isPlace = true
    if text.hasPrefix("#"), let handle = UInt16(text.dropFirst(), radix: 16), handle > 0 {
      place = .handle(handle)
    } else if let uuid = base.uuid(text) {
      place = target(uuid)
    } else {
      try problems.add(
        value.problem("'\(text)' is neither a UUID nor a handle such as #000E"))
      // What is declared for it may be wrong, too.
      place = target(BluetoothUUID(value: 0))
      isPlace = false
    }
    guard !isPlace || targets.insert(place).inserted else {
      throw value.problem("'\(text)' is declared before; several declarations of one are a list")
    }
    let all = value.isArray ? try value.elements() : [value]
    guard !all.isEmpty else { throw value.problem("nothing is declared for '\(text)'") }
    var places: Set<DeclarationPlace> = []
    for one in all {
      try problems.attempt { () throws(JSONError) in
        guard let declaration = try declaration(one, target: place), isPlace else { return }
        guard places.insert(DeclarationPlace(declaration)).inserted else {
          throw one.problem(
            "only one of two declarations for the same 'service', 'direction', 'properties' and "
              + "'device' would be used")
        }
        declarations.append(declaration)
      }
    }
  }

  /// - Returns: `nil` where something of it is wrong, which is then reported.
  private func declaration(
    _ node: DeclarationNode, target: DeclarationTarget
  ) throws(JSONError) -> Declaration? {
    let members = try DeclarationMembers(
      node,
      [
        "name", "vendor", "service", "direction", "properties", "mask", "if", "whole", "message",
        "fields", "text", "samples", "device",
      ], isLenient: true)
    var compiler = DeclarationCompiler(context)
    var device: DeclaredDevice?
    if let given = members["device"] {
      try compiler.attempt { (_) throws(JSONError) in
        guard case .handle = target else {
          throw given.problem("only a handle such as #000E is of one device")
        }
        guard 1...248 ~= (try given.string()).utf8.count else {
          throw given.problem("expected an address or a name")
        }
        device = DeclaredDevice(try given.string())
      }
    }
    var service: BluetoothUUID?
    if let given = members["service"] {
      try compiler.attempt { (_) throws(JSONError) in
        service = base.uuid(try given.string())
        if service == nil { throw given.problem("expected a UUID") }
      }
    }
    var direction: DeclarationDirection?
    if let given = members["direction"] {
      try compiler.attempt { (_) throws(JSONError) in
        direction = DeclarationDirection(rawValue: try given.string())
        if direction == nil { throw given.problem("expected write or notify") }
      }
    }
    var properties: CharacteristicProperties?
    if let given = members["properties"] {
      try compiler.attempt { (_) throws(JSONError) in
        guard case .characteristic = target else {
          throw given.problem("only characteristics have properties")
        }
        properties = try self.properties(of: given)
      }
    }
    try compiler.attempt { (compiler) throws(JSONError) in try compiler.compile(members) }
    let samples = try samples(members, compiler: &compiler)
    guard !compiler.isWrong else { return nil }
    return Declaration(
      target: target, name: try members.string("name"), vendor: try members.string("vendor"),
      source: try members.string("source"), service: service, direction: direction,
      properties: properties, device: device, code: compiler.program, samples: samples,
      json: node.text,
      samplesInJSON: members["samples"]?.place(in: node), line: line(node),
      keyPlaces: compiler.keyNodes.map { $0.problem("") })
  }

  /// Names as in the output, at least one.
  private func properties(of node: DeclarationNode) throws(JSONError) -> CharacteristicProperties {
    var properties: CharacteristicProperties = []
    for one in try node.elements() {
      let name = try one.string()
      guard let word = CharacteristicProperties.words.first(where: { $0.1.description == name })
      else {
        let names = CharacteristicProperties.words.map(\.1.description).joined(separator: ", ")
        throw one.problem("unknown property '\(name)': expected one of \(names)")
      }
      properties.insert(word.0)
    }
    guard !properties.isEmpty else { throw node.problem("expected at least one property") }
    return properties
  }

  /// An array, whose order counts: of those that fit the same data, the one with the longest
  /// beginning, then the first.
  mutating func advertisements(_ node: DeclarationNode?) throws(JSONError) {
    guard let node else { return }
    try problems.attempt { () throws(JSONError) in
      for one in try node.elements() {
        try problems.attempt { () throws(JSONError) in try advertisement(one) }
      }
    }
  }

  private mutating func advertisement(_ one: DeclarationNode) throws(JSONError) {
    let members = try DeclarationMembers(
      one,
      [
        "key", "name", "vendor", "company", "service", "type", "starts", "beside", "mask", "if",
        "whole", "fields", "text", "samples", "encrypted",
      ], isLenient: true)
    var compiler = DeclarationCompiler(context)
    compiler.isDoubtful = members.hasUnknown
    var chosen: [AdvertisingElement] = []
    try compiler.attempt { (_) throws(JSONError) in chosen = try elements(of: members) }
    try compiler.attempt { (compiler) throws(JSONError) in try compiler.compile(members) }
    compiler.isDoubtful = members.hasUnknown
    try compiler.attempt { (compiler) throws(JSONError) in
      try compiler.advertisement(members.required("key"), starts: members["starts"])
    }
    if let beside = members["beside"] {
      try compiler.attempt { (compiler) throws(JSONError) in
        try compiler.beside(beside, base: base)
      }
    }
    var encrypted: EncryptedForm?
    if let node = members["encrypted"] {
      try compiler.attempt { (_) throws(JSONError) in
        encrypted = try EncryptedForm(node, starts: members["starts"]?.hex() ?? [])
      }
    }
    let samples = try samples(members, compiler: &compiler)
    guard !compiler.isWrong else { return }
    for (index, element) in chosen.enumerated() {
      declarations.append(
        Declaration(
          target: .advertisement(element), name: try members.string("name"),
          vendor: try members.string("vendor"), source: try members.string("source"),
          service: nil, direction: nil, properties: nil, device: nil, code: compiler.program,
          samples: index == 0 ? samples : [], json: one.text,
          samplesInJSON: members["samples"]?.place(in: one), line: line(one),
          keyPlaces: compiler.keyNodes.map { $0.problem("") }, encrypted: encrypted))
    }
  }

  /// The elements that select an advertisement: one of `company`, `service` and `type`, or several of one.
  private func elements(
    of members: DeclarationMembers
  ) throws(JSONError) -> [AdvertisingElement] {
    let given = ["company", "service", "type"].filter { members.has($0) }
    guard given.count == 1, let node = members[given[0]] else {
      throw members.node.problem("expected one of 'company', 'service' and 'type'")
    }
    var elements: [AdvertisingElement] = []
    let all = node.isArray ? try node.elements() : [node]
    guard !all.isEmpty else { throw node.problem("expected at least one") }
    for one in all {
      let text = try one.string()
      switch given[0] {
      case "company" where text == "*": elements.append(.anyCompany)
      case "company":
        guard text.utf8.count == 4, let code = UInt16(text, radix: 16) else {
          throw one.problem("expected four hex digits such as 004C")
        }
        elements.append(.company(code))
      case "service":
        guard let uuid = base.uuid(text) else { throw one.problem("expected a UUID") }
        elements.append(.service(uuid))
      default:
        guard text.utf8.count == 2, let type = UInt8(text, radix: 16) else {
          throw one.problem("expected two hex digits such as 1B")
        }
        elements.append(.type(type))
      }
    }
    return elements
  }

  private func samples(
    _ declaration: DeclarationMembers, compiler: inout DeclarationCompiler
  ) throws(JSONError) -> [DeclarationSample] {
    var samples: [DeclarationSample] = []
    guard let node = declaration["samples"] else { return [] }
    compiler.isDoubtful = false
    try compiler.attempt { (compiler) throws(JSONError) in
      for one in try node.elements() {
        try compiler.attempt { (compiler) throws(JSONError) in
          // What is said of states can only be judged where all of them are read.
          samples.append(try sample(one, program: compiler.isWrong ? nil : compiler.program))
        }
      }
    }
    return samples
  }

  /// - program: what it is a sample of.
  private func sample(
    _ node: DeclarationNode, program: ProgramCode?
  ) throws(JSONError) -> DeclarationSample {
    let members = try DeclarationMembers(
      node, ["value", "values", "decoded", "text", "note", "written", "truncated", "state"])
    if let values = members["values"] {
      if members.has("value") { throw values.problem("a sample has 'value' or 'values'") }
      if let program, program.message.isEmpty {
        throw values.problem("'values' are those of a 'message', which is not declared")
      }
      guard !(try values.elements()).isEmpty else { throw values.problem("expected at least one") }
    }
    var states: [String: Int64] = [:]
    var sources: [String: String] = [:]
    for (name, value) in try members["state"]?.members() ?? [] {
      if value.isString {
        let source = try value.string()
        guard name.hasSuffix(".source"), Program.sourceNames.contains(source) else {
          throw value.problem(
            "expected a number, or of NAME.source \(Suggestion.alternatives(Program.sourceNames))")
        }
        sources[name] = source
      } else {
        states[name] = Int64(try value.integer(in: -0xFFFF_FFFF...0xFFFF_FFFF))
      }
      let field = name.hasSuffix(".source") ? String(name.dropLast(7)) : name
      if let program, !program.hasState(field) {
        throw value.problem("no field with 'state' or 'call' is called '\(field)'")
      }
    }
    if let decoded = members["decoded"] { _ = try decoded.members() }
    var values: [[UInt8]] = []
    for one in try members["values"]?.elements() ?? [] { values.append(try one.hex()) }
    let value = values.isEmpty ? try members.required("value").hex() : []
    return DeclarationSample(
      value: value, values: values, decoded: members["decoded"]?.text,
      text: try members.string("text"), note: try members.string("note"),
      isWrite: try members.boolean("written"), isTruncated: try members.boolean("truncated"),
      states: states, sources: sources, line: line(node))
  }
}

extension ProgramCode {
  /// Whether a field with the name is of another attribute, or what is known of the device.
  fileprivate func hasState(_ name: String) -> Bool {
    fields.contains {
      [.state, .call].contains($0.kind)
        && $0.title > 0 && string($0.title) == name
    }
  }
}

/// What a declaration is used for, of those of one attribute.
private struct DeclarationPlace: Hashable {
  let service: UInt128?
  let direction: DeclarationDirection?
  let properties: CharacteristicProperties.RawValue?
  let device: String?

  init(_ declaration: Declaration) {
    service = declaration.service?.value
    direction = declaration.direction
    properties = declaration.properties?.rawValue
    device = declaration.device?.name.lowercased()
  }
}
