import ATTDissector
import Bytes
import Vocabulary

/// The declarations of this program: literals that cost nothing before one of them is needed.
///
/// `index` has a line of fixed width for each, sorted: what it is for, its direction, its service,
/// and where its program is in `programs`.
package enum BuiltInDeclarations {
  /// `C` or `D`, the UUID, `w`, `n` or `-`, the service, offset and length of the program.
  private static let targetWidth = 33
  private static let serviceStart = 34
  private static let offsetStart = 66
  private static let lengthStart = 74
  /// With its line feed.
  private static let lineWidth = 81

  package static var count: Int { index.rawBytes.byteCount / lineWidth }

  static func programs(_ target: DeclarationTarget) -> [BuiltInProgram] {
    guard let key = key(target) else { return [] }
    let lines = index.rawBytes
    var (low, high) = (0, lines.byteCount / lineWidth)
    while low < high {
      let middle = (low + high) / 2
      if precedes(lines.clamped(middle * lineWidth, targetWidth), key) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [BuiltInProgram] = []
    while low * lineWidth < lines.byteCount {
      let line = lines.clamped(low * lineWidth, lineWidth)
      guard line.clamped(0, targetWidth).equals(key.rawBytes) else { break }
      if let program = program(line) { found.append(program) }
      low += 1
    }
    return found
  }

  /// All targets, in the order of the index.
  package static var targets: [DeclarationTarget] {
    let lines = index.rawBytes
    var found: [DeclarationTarget] = []
    for line in 0..<count {
      let bytes = lines.clamped(line * lineWidth, targetWidth)
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

  /// The keys of a target's declarations, a line each.
  package static func summary(_ target: DeclarationTarget) -> String {
    var text = ""
    for entry in programs(target) {
      for key in entry.program.code.keys {
        let code = entry.program.code
        let unit = code.string(key.unit)
        text += "  \(code.string(key.name))\(key.isList != 0 ? "[]" : "")"
        text += unit.isEmpty ? "\n" : "  \(unit)\n"
      }
    }
    return text
  }

  private static func program(_ line: RawSpan) -> BuiltInProgram? {
    let offset = number(line.clamped(offsetStart, 8))
    let length = number(line.clamped(lengthStart, 6))
    let code = ProgramText.program(programs.rawBytes.clamped(offset, length))
    // The keys agree: a test declares them all.
    guard let program = try? Program(code) else { return nil }
    let direction: DeclarationDirection? =
      switch line.uint8(at: targetWidth) {
      case 0x77: .write
      case 0x6E: .notify
      default: nil
      }
    return BuiltInProgram(
      program: program, service: uuid(line.clamped(serviceStart, 32)), direction: direction)
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

  private static func key(_ target: DeclarationTarget) -> [UInt8]? {
    switch target {
    case .characteristic(let uuid): [0x43] + digits(uuid)
    case .descriptor(let uuid): [0x44] + digits(uuid)
    case .advertisement(let element): [0x41] + digits(BluetoothUUID(value: element.number))
    default: nil
    }
  }

  private static func digits(_ uuid: BluetoothUUID) -> [UInt8] {
    var out = ByteWriter(capacity: 64)
    out.append(upperHex: UInt64(truncatingIfNeeded: uuid.value >> 64), digits: 16)
    out.append(upperHex: UInt64(truncatingIfNeeded: uuid.value), digits: 16)
    return out.bytes.copy()
  }

  // MARK: Keys

  /// Declares the keys of all: a line each, `name type list unit`, and a letter
  /// where it is of advertisements.
  static func declareKeys() {
    let text = keys.rawBytes
    var start = 0
    for place in 0..<text.byteCount where text.uint8(at: place) == 0x0A {
      let line = String(decoding: text.clamped(start..<place).copy(), as: UTF8.self)
      start = place + 1
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard 4...5 ~= words.count, let type = Int32(words[1]), let isList = Int32(words[2]) else {
        continue
      }
      let code = KeyCode(type: type, isList: isList)
      _ = try? Key(
        KeyDeclaration(
          String(words[0]), code.keyType, unit: DeclaredUnits.unit(String(words[3])),
          in: words.count == 4 ? .values : [.advertisement], Self.meaning))
    }
  }

  /// Of the keys of all declarations.
  static let meaning = "declared"

  // MARK: How it is written

  /// The literals, as `Generated/BuiltInTable.swift` has them.
  package static func source(of files: [DeclarationFile]) -> String {
    var lines: [(line: String, text: String)] = []
    var rows: Set<String> = []
    // No UUID has both a declaration and code.
    let written = Set(ValueRegistry.all.map { DeclarationTarget($0.type) })
    for declaration in files.flatMap(\.declarations) {
      guard !written.contains(declaration.target), let key = key(declaration.target) else {
        continue
      }
      let direction =
        declaration.direction == .write ? "w" : declaration.direction == nil ? "-" : "n"
      let service = declaration.service.map { String(decoding: digits($0), as: UTF8.self) }
      lines.append(
        (
          String(decoding: key, as: UTF8.self) + direction
            + (service ?? String(repeating: "-", count: 32)),
          ProgramText.text(of: declaration.code)
        ))
      for key in declaration.code.keys {
        rows.insert(
          "\(declaration.code.string(key.name)) \(key.type) \(key.isList) "
            + declaration.code.string(key.unit) + (declaration.code.object == 0 ? "" : " a"))
      }
    }
    lines.sort { $0.line < $1.line }
    var offset = 0
    var index = ""
    var programs = ""
    for (line, text) in lines {
      func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
      let length = text.utf8.count
      index += line + padded(offset, 8) + padded(length, 6) + "\n"
      programs += text + "\n"
      offset += length + 1
    }
    let keys = rows.sorted().map { $0 + "\n" }.joined()
    func literal(_ name: String, _ text: String) -> String {
      "  static let \(name): StaticString =\n    ##\"\"\"\n\(text)\n\"\"\"##\n"
    }
    return """
      // Written by scripts/declarations; do not edit.

      // swift-format-ignore-file

      extension BuiltInDeclarations {
      \(literal("index", index))
      \(literal("programs", programs))
      \(literal("keys", keys))}

      """
  }
}
