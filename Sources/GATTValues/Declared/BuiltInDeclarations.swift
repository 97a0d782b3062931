import ATTDissector
import Bytes
import EmbeddedTexts
import JSONText
import Vocabulary

/// The declarations of this program: texts that cost nothing before one of them is needed.
///
/// `index` has a line of fixed width for each, sorted: what it is for, its direction, its service,
/// and where its program is in `programs`.
package enum BuiltInDeclarations {
  private static let index = ConstantText(declarationIndex)
  private static let programs = ConstantText(declarationPrograms)
  private static let keys = ConstantText(declarationKeys)
  private static let services = ConstantText(declarationServices)
  private static let sources = ConstantText(declarationSources)

  /// `C` or `D`, the UUID, `w`, `n` or `-`, the service, the properties in hex, offset and length of
  /// the program, and those of its text.
  private static let targetWidth = 33
  private static let serviceStart = 34
  private static let propertiesStart = 66
  private static let offsetStart = 68
  private static let lengthStart = 76
  private static let sourceStart = 82
  private static let sourceLengthStart = 90
  /// With its line feed.
  private static let lineWidth = 97

  package static var count: Int { index.rawBytes.byteCount / lineWidth }

  static func programs(for target: DeclarationTarget) -> [BuiltInProgram] {
    firstLine(of: target).map { programs(from: $0) } ?? []
  }

  /// - line: the first of a target.
  static func programs(from line: Int) -> [BuiltInProgram] {
    var found: [BuiltInProgram] = []
    forEachLine(from: line) { line in if let program = program(line) { found.append(program) } }
    return found
  }

  /// The first line of a target; `nil`: it has none.
  static func firstLine(of target: DeclarationTarget) -> Int? {
    guard let key = key(of: target) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(name(of: middle), key) { low = middle + 1 } else { high = middle }
    }
    return low < count && name(of: low).equals(key.rawBytes) ? low : nil
  }

  /// All lines of the target that has this one.
  private static func forEachLine(from first: Int, _ body: (RawSpan) -> Void) {
    var line = first
    while line < count, name(of: line).equals(name(of: first)) {
      body(index.rawBytes.clamped(line * lineWidth, count: lineWidth))
      line += 1
    }
  }

  @_lifetime(immortal)
  private static func name(of line: Int) -> RawSpan {
    index.rawBytes.clamped(line * lineWidth, count: targetWidth)
  }

  /// All targets, in the order of the index.
  package static var targets: [DeclarationTarget] {
    let lines = index.rawBytes
    var found: [DeclarationTarget] = []
    for line in 0..<count {
      let bytes = lines.clamped(line * lineWidth, count: targetWidth)
      guard let uuid = uuid(bytes.clamped(1)) else { continue }
      let target: DeclarationTarget =
        switch bytes.uint8(at: 0) {
        case 0x41: .advertisement(AdvertisingElement(number: uuid.value))
        case 0x43: .characteristic(uuid)
        default: .descriptor(uuid)
        }
      if found.last != target { found.append(target) }
    }
    return found
  }

  /// The declarations of a target as their files have them, without samples.
  package static func declarations(for target: DeclarationTarget) -> [String] {
    guard let first = firstLine(of: target) else { return [] }
    var found: [String] = []
    forEachLine(from: first) { line in
      found.append(String(decoding: Indentation.unpacked(source(line)), as: UTF8.self))
    }
    return found
  }

  @_lifetime(immortal)
  private static func source(_ line: RawSpan) -> RawSpan {
    let offset = number(line.clamped(sourceStart, count: 8))
    return sources.rawBytes.clamped(
      offset, count: number(line.clamped(sourceLengthStart, count: 6)))
  }

  /// The name in a declaration's text, where it is the only member that is called so.
  private static func name(in source: RawSpan) -> String {
    let member = Array(#""name": ""#.utf8)
    var start = 0
    while !source.clamped(start, count: member.count).equals(member.rawBytes) {
      guard start < source.byteCount else { return "" }
      start += 1
    }
    start += member.count
    var end = start
    while end < source.byteCount, source.uint8(at: end) != 0x22 { end += 1 }
    return String(decoding: source.clamped(start..<end).copy(), as: UTF8.self)
  }

  /// What each of them is called: its name, or whose it is where other things have the UUID, too.
  package static func titles(
    for target: DeclarationTarget
  ) -> [(name: String?, vendor: String?)] {
    declarations(for: target).map { text in
      // They were written by this program; what cannot be read has no title.
      guard let document = try? JSONDocument(Array(text.utf8)),
        let members = try? DeclarationNode(document, DeclarationProblems()).members()
      else { return (nil, nil) }
      func member(_ name: String) -> String? {
        try? members.first { $0.key == name }?.value.string()
      }
      return (member("name"), member("vendor"))
    }
  }

  private static func program(_ line: RawSpan) -> BuiltInProgram? {
    let offset = number(line.clamped(offsetStart, count: 8))
    let length = number(line.clamped(lengthStart, count: 6))
    var code = ProgramText.program(programs.rawBytes.clamped(offset, count: length))
    if code.name > 0 { code.strings[Int(code.name) - 1] = name(in: source(line)) }
    let program: Program
    // The keys agree: a test makes all programs, and files that are loaded come after all keys.
    do { program = try Program(code, isBuiltIn: true) } catch {
      preconditionFailure(
        "a declaration of this program with '\(code.string(code.keys[error.key].name))': "
          + error.reason.sentence)
    }
    let direction: DeclarationDirection? =
      switch line.uint8(at: targetWidth) {
      case 0x77: .write
      case 0x6E: .notify
      default: nil
      }
    return BuiltInProgram(
      program: program, service: uuid(line.clamped(serviceStart, count: 32)), direction: direction,
      properties: uuid(line.clamped(propertiesStart, count: 2)).map {
        CharacteristicProperties(rawValue: UInt8(truncatingIfNeeded: $0.value))
      })
  }

  private static func precedes(_ a: RawSpan, _ b: [UInt8]) -> Bool {
    for i in 0..<min(a.byteCount, b.count) where a.uint8(at: i) != b[i] {
      return a.uint8(at: i) < b[i]
    }
    return false
  }

  private static func number(_ digits: RawSpan) -> Int {
    var number = 0
    for i in 0..<digits.byteCount {
      let digit = digits.uint8(at: i)
      if 0x30...0x39 ~= digit { number = number * 10 + Int(digit - 0x30) }
    }
    return number
  }

  private static func uuid(_ digits: RawSpan) -> BluetoothUUID? {
    var value: UInt128 = 0
    for i in 0..<digits.byteCount {
      guard let digit = hexDigit(digits.uint8(at: i)) else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return BluetoothUUID(value: value)
  }

  private static func key(of target: DeclarationTarget) -> [UInt8]? {
    switch target {
    case .characteristic(let uuid): [0x43] + digits(uuid)
    case .descriptor(let uuid): [0x44] + digits(uuid)
    // Not a UUID that is the number of a company or a type.
    case .advertisement(let element) where AdvertisingElement(number: element.number) == element:
      [0x41] + digits(BluetoothUUID(value: element.number))
    default: nil
    }
  }

  private static func digits(_ properties: CharacteristicProperties) -> String {
    var out = ByteWriter(capacity: 64)
    out.append(upperHex: UInt64(properties.rawValue), digits: 2)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private static func digits(_ uuid: BluetoothUUID) -> [UInt8] {
    var out = ByteWriter(capacity: 64)
    out.append(upperHex: UInt64(truncatingIfNeeded: uuid.value >> 64), digits: 16)
    out.append(upperHex: UInt64(truncatingIfNeeded: uuid.value), digits: 16)
    return out.bytes.copy()
  }

  // MARK: Services

  /// The name that a declaration gives a service: a line each, the UUID and the name.
  static func name(ofService uuid: BluetoothUUID) -> String? {
    let lines = services.rawBytes
    let wanted = digits(uuid)
    var start = 0
    while start < lines.byteCount {
      let line = serviceLine(lines, from: start)
      if line.clamped(0, count: 32).equals(wanted.rawBytes) {
        return String(decoding: line.clamped(33).copy(), as: UTF8.self)
      }
      start += line.byteCount + 1
    }
    return nil
  }

  /// Calls `body` with all services that a declaration names.
  static func forEachService(_ body: (BluetoothUUID, String) -> Void) {
    let lines = services.rawBytes
    var start = 0
    while start < lines.byteCount {
      let line = serviceLine(lines, from: start)
      if let uuid = uuid(line.clamped(0, count: 32)) {
        body(uuid, String(decoding: line.clamped(33).copy(), as: UTF8.self))
      }
      start += line.byteCount + 1
    }
  }

  /// A line without its line feed.
  @_lifetime(copy lines)
  private static func serviceLine(_ lines: RawSpan, from start: Int) -> RawSpan {
    let line = lines.clamped(start)
    var length = 0
    while length < line.byteCount, line.uint8(at: length) != 0x0A { length += 1 }
    return line.clamped(0, count: length)
  }

  // MARK: Values that others depend on

  /// What programs ask of the values of other attributes: a line each, the UUID and the name of the key.
  static let states: [(uuid: BluetoothUUID, key: String)] = {
    let lines = ConstantText(declarationStates).rawBytes
    var found: [(uuid: BluetoothUUID, key: String)] = []
    var start = 0
    while start < lines.byteCount {
      let line = serviceLine(lines, from: start)
      if let uuid = uuid(line.clamped(0, count: 32)) {
        found.append((uuid, String(decoding: line.clamped(33).copy(), as: UTF8.self)))
      }
      start += line.byteCount + 1
    }
    return found
  }()

  // MARK: Keys

  /// The keys of all, a line each.
  static var declaredKeys: [DeclaredKey] {
    let lines = keys.rawBytes
    var found: [DeclaredKey] = []
    var start = 0
    for i in 0...lines.byteCount where i == lines.byteCount || lines.uint8(at: i) == 0x0A {
      if let key = DeclaredKey(line: lines.clamped(start..<i)) { found.append(key) }
      start = i + 1
    }
    return found
  }

  /// Declares the keys of all.
  static func declareKeys() { for key in declaredKeys { _ = try? Key(key.declaration()) } }

  /// The meaning that all keys of declarations have in common.
  static let meaning = "declared"

  // MARK: How it is written

  /// The texts that are embedded, and what the file of each is called.
  package static func texts(of files: [DeclarationFile]) -> [(name: String, text: String)] {
    var lines: [(line: String, text: String, json: String)] = []
    var declared: [DeclaredKey] = []
    for declaration in files.flatMap(\.declarations) {
      guard let key = key(of: declaration.target) else { continue }
      let direction =
        declaration.direction == .write ? "w" : declaration.direction == nil ? "-" : "n"
      let service = declaration.service.map { String(decoding: digits($0), as: UTF8.self) }
      // Its text has the name.
      var code = declaration.code
      if code.name > 0 { code.strings[Int(code.name) - 1] = "" }
      lines.append(
        (
          String(decoding: key, as: UTF8.self) + direction
            + (service ?? String(repeating: "-", count: 32))
            + (declaration.properties.map { digits($0) } ?? "--"),
          ProgramText.text(of: code), Indentation.packed(declaration.jsonWithoutSamples)
        ))
      declared += declaration.code.allDeclaredKeys
    }
    lines.sort { $0.line < $1.line }
    var index = ""
    var programs = StoredTexts()
    var sources = StoredTexts()
    for (line, text, json) in lines {
      index += line + programs.add(text) + sources.add(json) + "\n"
    }
    let keys = DeclaredKey.merged(declared).map(\.line).sorted().joined(separator: "\n")
    let services = files.flatMap(\.services).map { service in
      String(decoding: digits(service.uuid), as: UTF8.self) + " " + service.name
    }.sorted().joined(separator: "\n")
    let states = Set(
      files.flatMap(\.declarations).flatMap { declaration in
        declaration.code.states.map {
          String(decoding: digits(BluetoothUUID(value: $0.uuid)), as: UTF8.self) + " "
            + declaration.code.string($0.key)
        }
      }
    ).sorted().joined(separator: "\n")
    return [
      ("index", index), ("programs", programs.text), ("keys", keys), ("services", services),
      ("sources", sources.text), ("states", states),
    ]
  }
}

/// Texts one after the other, equal ones once.
private struct StoredTexts {
  private(set) var text = ""
  private var count = 0
  private var places: [String: Int] = [:]

  /// - Returns: offset and length, of fixed width.
  mutating func add(_ added: String) -> String {
    let length = added.utf8.count
    let place: Int
    if let known = places[added] {
      place = known
    } else {
      place = count
      places[added] = count
      text += added + "\n"
      count += length + 1
    }
    return Self.padded(place, width: 8) + Self.padded(length, width: 6)
  }

  private static func padded(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Declaration {
  /// Without the indentation of the file.
  fileprivate var jsonWithoutSamples: String {
    var bytes = Array(json.utf8)
    if let samples = samplesInJSON, samples.upperBound <= bytes.count {
      // With the name before it, and the comma.
      let before = bytes[..<samples.lowerBound]
      let comma = before.lastIndex(of: 0x2C) ?? samples.lowerBound
      bytes.removeSubrange(comma..<samples.upperBound)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let indentation = lines.last?.prefix { $0 == " " }.count ?? 0
    return lines.enumerated().map { number, line in
      number == 0 ? line : line.dropFirst(min(indentation, line.prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }
}
