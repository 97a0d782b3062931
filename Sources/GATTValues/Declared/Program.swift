import Bytes
import Vocabulary

/// A declaration that is ready to run: its tables, with the keys and words of the output.
package final class Program: Sendable {
  let code: ProgramCode
  let tables: ProgramTables
  let mask: [UInt8]
  /// What an advertisement's data begins with.
  let starts: [UInt8]
  /// What else is in the advertisement; `nil`: whatever it is.
  let beside: BesideCode?
  /// How values are joined; `nil`: each is decoded by itself.
  let message: MessageFraming?

  static let repetitions = 8

  fileprivate init(copying other: Program) {
    code = other.code
    tables = other.tables
    mask = other.mask
    starts = other.starts
    beside = other.beside
    message = other.message
  }

  /// - isBuiltIn: its keys are of this program's table, which has their rows.
  /// - Throws: the index of the key, and what is wrong with it.
  init(_ code: ProgramCode, isBuiltIn: Bool = false) throws(ProgramError) {
    self.code = code
    var keys: [Key] = []
    var again: [[Key]] = []
    let repeated = code.keysThatComeAgain
    // A key of events themselves is refused, whatever was used first.
    let rows = isBuiltIn ? [] : code.declaredKeys
    if isBuiltIn { EventKeys.declare() } else { _ = EventKeys.complete }
    for (index, key) in code.keys.enumerated() {
      let name = code.string(key.name)
      let unit = DeclaredUnits.unit(code.string(key.unit))
      func declare(_ name: String) throws(ProgramError) -> Key {
        if isBuiltIn { return Key(named: name, unit: unit) }
        var row = rows[index]
        row.name = name
        do { return try Key(row.declaration()) } catch {
          throw ProgramError(key: index, reason: error)
        }
      }
      keys.append(try declare(name))
      var more: [Key] = []
      if repeated.contains(index) {
        for count in 2...Self.repetitions { more.append(try declare("\(name)_\(count)")) }
      }
      again.append(more)
    }
    // Most strings are texts and names.
    let none = Self.unknown
    var words = Array(repeating: none, count: code.strings.count)
    for row in code.ranges where row.word > 0 {
      words[Int(row.word) - 1] = Word(code.strings[Int(row.word) - 1])
    }
    var literalBytes: [UInt8] = []
    var literals: [Literal] = []
    literals.reserveCapacity(code.strings.count)
    for string in code.strings { literals.append(Literal(string.rawBytes, in: &literalBytes)) }
    // For a generated text, all keys' titles, and then their units.
    let firstTitle = Int32(truncatingIfNeeded: literals.count &+ 1)
    for named in code.namedKeys {
      let title = Self.title(
        code.string(named.name).rawBytes, unit: code.string(named.unit).rawBytes)
      literals.append(Literal(title.rawBytes, in: &literalBytes))
    }
    for key in keys {
      let text = key.unit.shown
      literals.append(Literal(text.rawBytes, in: &literalBytes))
    }
    for _ in 0..<32 { literalBytes.append(0) }
    let details = ProgramDetails(
      code: code, again: again, firstTitle: firstTitle,
      firstUnit: firstTitle &+ Int32(truncatingIfNeeded: keys.count),
      constants: code.fields.map { field in
        field.kind == .constant
          ? bytes(ofHex: code.string(field.detail)) ?? [] : []
      }, hasListWithoutName: code.hasListWithoutName(code.root))
    tables = ProgramTables(
      steps: code.fields.map { FieldStep($0) },
      texts: TextStep.steps(of: code.texts, parts: code.textParts), textParts: code.textParts,
      expressions: ExpressionStep.steps(of: code.code), keys: keys,
      comesAgain: code.usesOfKeys.enumerated().map { $1 > 1 || repeated.contains($0) },
      words: words, literals: literals, literalBytes: literalBytes, ranges: code.ranges,
      tables: code.tables, scales: code.scales, details: [details])
    mask = bytes(ofHex: code.string(code.mask)) ?? []
    message = MessageFraming(code)
    starts = bytes(ofHex: code.string(code.advertisement.starts)) ?? []
    beside = BesideCode(code)
  }
}

extension Program {
  /// A copy in an object of its own. What runs a program counts references to it: threads that share it
  /// slow each other down at each value.
  func copied() -> Program { Program(copying: self) }
}

/// The bytes of a string of a program.
struct Literal: Sendable {
  let start: Int32
  let count: Int32
  /// Blanks at its start.
  let blanks: Int32
  /// Printable ASCII without quotes and backslashes: safe to show as it is.
  let isPlain: Bool
  /// A word of several, joined by low lines.
  let isJoined: Bool

  init(_ text: RawSpan, in bytes: inout [UInt8]) {
    start = Int32(truncatingIfNeeded: bytes.count)
    bytes.append(text)
    count = Int32(truncatingIfNeeded: bytes.count) &- start
    var blanks = 0
    while blanks < text.byteCount, text.uint8(at: blanks) == 0x20 { blanks += 1 }
    self.blanks = Int32(truncatingIfNeeded: blanks)
    isPlain = text.isPlainText
    isJoined = text.has(0x5F)
  }

  /// Writes the string, safe to show.
  /// - bytes: of all strings.
  /// - isFirst: without the blanks at its start.
  @inline(__always)
  func write(of bytes: RawSpan, isFirst: Bool = false, to out: inout ByteWriter) {
    let blanks = isFirst ? self.blanks : 0
    let (start, count) = (Int(self.start &+ blanks), Int(self.count &- blanks))
    if isPlain { return out.append(bytes, offset: start, length: count) }
    out.append(untrusted: bytes.clamped(start, count: count), escaping: .plain)
  }
}

/// Why the keys of a program cannot be declared.
struct ProgramError: Error {
  let key: Int
  let reason: KeyError
}

extension ProgramCode {
  /// - index: one higher than the string's; 0 is empty.
  func string(_ index: Int32) -> String {
    strings.indices.contains(Int(index) - 1) ? strings[Int(index) - 1] : ""
  }

  /// The keys in repeated groups that have no key of their own.
  var keysThatComeAgain: Set<Int> {
    var found: Set<Int> = []
    func visit(_ list: FieldList, isAgain: Bool) {
      for index in list.indices where fields.indices.contains(index) {
        let field = fields[index]
        if isAgain {
          for key in [field.keys.own, field.keys.code, field.keys.status, field.keys.rest]
          where key > 0 {
            found.insert(Int(key) - 1)
          }
        }
        if field.kind == .group {
          let inner = field.keys.own == 0 && (isAgain || field.repetition.kind != .none)
          visit(field.group.fields, isAgain: inner)
        }
        for table in [field.sense.cases, field.sense.flags] where table > 0 {
          for row in rows(of: table) {
            if isAgain, row.key > 0 { found.insert(Int(row.key) - 1) }
            visit(row.fields, isAgain: isAgain)
          }
        }
      }
    }
    visit(root, isAgain: false)
    return found
  }

  /// Whether fields repeat that belong to what is around. Of an advertisement they are what it is sent for.
  func hasListWithoutName(_ list: FieldList) -> Bool {
    for index in list.indices where fields.indices.contains(index) {
      let field = fields[index]
      guard field.kind == .group, field.keys.own == 0 else { continue }
      if field.repetition.kind != .none || hasListWithoutName(field.group.fields) {
        return true
      }
    }
    return false
  }

  /// For each key, the key whose name readers see: a `_status` key is shown under its field's name.
  var namedKeys: [KeyCode] {
    var named = keys
    for field in fields where keys.indices.contains(Int(field.keys.own) - 1) {
      for key in [field.keys.status, field.keys.code] where keys.indices.contains(Int(key) - 1) {
        named[Int(key) - 1] = keys[Int(field.keys.own) - 1]
      }
    }
    return named
  }

  /// How many members of fields and of their rows name each key.
  var usesOfKeys: [Int] {
    var uses = Array(repeating: 0, count: keys.count)
    func count(_ key: Int32) {
      let index = Int(key) - 1
      if uses.indices.contains(index) { uses[index] += 1 }
    }
    for field in fields {
      for key in [field.keys.own, field.keys.code, field.keys.status, field.keys.rest] {
        count(key)
      }
      for table in [field.sense.cases, field.sense.flags] where table > 0 {
        for row in rows(of: table) { count(row.key) }
      }
    }
    return uses
  }

  /// - table: one higher than its index.
  func rows(of table: Int32) -> ArraySlice<RangeCode> {
    let place = Int(table - 1) * 3
    guard place >= 0, place + 2 < tables.count else { return [] }
    let first = Int(tables[place])
    let count = Int(tables[place + 2])
    guard first >= 0, count >= 0, first + count <= ranges.count else { return [] }
    return ranges[first..<first + count]
  }
}
