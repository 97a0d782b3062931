import Bytes
import Vocabulary

/// A key of declared values, as conditions, checks and documentation need it.
package struct DeclaredKey: Sendable {
  package var name: String
  var type: DeclaredType
  package var isList: Bool
  /// The symbol.
  package var unit: String
  package var isOfAdvertisements: Bool
  /// `nil`: any number of its type.
  var limits: ClosedRange<Double>?
  /// All words that it can be; `nil`: any.
  package var words: [String]?

  var keyType: KeyType {
    let element: KeyType =
      switch type {
      case .integer: .integer
      case .number: .number
      case .boolean: .boolean
      case .word: if let words { .choice { words } } else { .word }
      case .text: .text
      case .hex: .hex
      case .uuid: .uuid
      case .address: .address
      case .object: .object
      }
    return isList ? .list(element) : element
  }

  func declaration() -> KeyDeclaration {
    KeyDeclaration(
      name, keyType, unit: DeclaredUnits.unit(unit), limits: limits,
      in: isOfAdvertisements ? [.advertisement] : .values, BuiltInDeclarations.meaning)
  }
}

// MARK: Of a program

extension ProgramCode {
  /// The keys, in the order of `keys`.
  var declaredKeys: [DeclaredKey] {
    var found = KeyCollector(count: keys.count)
    for field in fields { found.collect(field, code: self) }
    return keys.enumerated().map { index, key in
      DeclaredKey(
        name: string(key.name), type: DeclaredType(rawValue: key.type) ?? .number,
        isList: key.isList != 0, unit: string(key.unit), isOfAdvertisements: isElement,
        limits: found.limits(index), words: found.words(index))
    }
  }

  /// With the names that keys have when they come again.
  var allDeclaredKeys: [DeclaredKey] {
    let again = keysThatComeAgain
    return declaredKeys.enumerated().flatMap { index, key in
      [key]
        + (again.contains(index) ? Array(2...Program.repetitions) : []).map { count in
          var other = key
          other.name += "_\(count)"
          return other
        }
    }
  }
}

/// What the fields of a program say of its keys.
private struct KeyCollector {
  private var known: [Set<String>]
  private var isOpen: [Bool]
  private var ranges: [ClosedRange<Double>?]
  private var isUnlimited: [Bool]

  init(count: Int) {
    known = Array(repeating: [], count: count)
    isOpen = Array(repeating: false, count: count)
    ranges = Array(repeating: nil, count: count)
    isUnlimited = Array(repeating: false, count: count)
  }

  func words(_ index: Int) -> [String]? {
    isOpen[index] || known[index].isEmpty ? nil : known[index].sorted()
  }

  func limits(_ index: Int) -> ClosedRange<Double>? { isUnlimited[index] ? nil : ranges[index] }

  mutating func collect(_ field: FieldCode, code: ProgramCode) {
    add(words(of: field, code: code), to: field.keys.own)
    add(code.words(of: field.sense.special), to: field.keys.status)
    let raw = field.octets
    limit(field.keys.code, range: raw)
    guard field.sense.wordSource == .none, field.sense.flags == 0, field.sense.cases == 0 else {
      return
    }
    limit(field.keys.own, range: raw.flatMap { scaled($0, field: field, code: code) })
  }

  private func words(of field: FieldCode, code: ProgramCode) -> [String]? {
    switch field.kind {
    case .source:
      // What a function knows was read or written: it follows no notifications.
      let isCalled = code.fields.contains {
        $0.slot == field.source.copied && $0.kind == .call
      }
      return Array(Program.sourceNames.dropLast(isCalled ? 1 : 0))
    case .check: return [Program.good.description, Program.bad.description]
    default: break
    }
    if field.sense.flags != 0 { return code.words(of: field.sense.flags) }
    if field.sense.cases != 0 { return code.words(of: field.sense.cases) }
    guard field.sense.wordSource == .table else { return nil }
    // In a list, a number without a word has one, too.
    let isList = field.keys.own > 0 && code.keys[Int(field.keys.own) - 1].isList != 0
    return code.words(of: field.sense.words) + (isList ? [Program.unknown.description] : [])
  }

  private mutating func add(_ words: [String]?, to key: Int32) {
    guard key > 0 else { return }
    if let words { known[Int(key) - 1].formUnion(words) } else { isOpen[Int(key) - 1] = true }
  }

  private mutating func limit(_ key: Int32, range: ClosedRange<Double>?) {
    guard key > 0 else { return }
    let index = Int(key) - 1
    guard let range else { return isUnlimited[index] = true }
    ranges[index] =
      ranges[index].map {
        min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound)
      } ?? range
  }

  private func scaled(
    _ range: ClosedRange<Double>, field: FieldCode, code: ProgramCode
  ) -> ClosedRange<Double>? {
    guard field.call == 0 else { return nil }
    guard field.sense.scale != 0 else { return range }
    let scale = code.scales[Int(field.sense.scale) - 1]
    let (a, b) = (scale.value(of: range.lowerBound), scale.value(of: range.upperBound))
    return min(a, b)...max(a, b)
  }
}

extension FieldCode {
  /// The numbers that its octets can hold, where it shows them as they are.
  fileprivate var octets: ClosedRange<Double>? {
    guard kind == .read, source.expression == 0, 1...6 ~= number.width else { return nil }
    let count = Double(sign: .plus, exponent: Int(number.width) * 8, significand: 1)
    return switch number.type {
    case .unsigned: 0...count - 1
    case .signed: -count / 2...count / 2 - 1
    default: nil
    }
  }
}

extension ProgramCode {
  /// - table: one higher than its index.
  fileprivate func words(of table: Int32) -> [String] {
    rows(of: table).filter { $0.word > 0 }.map { string($0.word) }
  }
}

// MARK: Of all programs

extension DeclaredKey {
  /// Keys with the same name, one for each type.
  static func merged(_ keys: [DeclaredKey]) -> [DeclaredKey] {
    var places: [String: Int] = [:]
    var all: [DeclaredKey] = []
    for key in keys {
      let isNumber = key.type == .integer || key.type == .number
      let type = isNumber ? "number" : "\(key.type)"
      let same = "\(key.name) \(type) \(key.isList) \(key.isOfAdvertisements)"
      guard let place = places[same] else {
        places[same] = all.count
        all.append(key)
        continue
      }
      var known = all[place]
      if known.type != key.type { known.type = .number }
      if let a = known.limits, let b = key.limits {
        known.limits = min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
      } else {
        known.limits = nil
      }
      if let a = known.words, let b = key.words {
        known.words = Set(a).union(b).sorted()
      } else {
        known.words = nil
      }
      all[place] = known
    }
    return all
  }

  // MARK: The stored form

  /// A line, its parts between tabs.
  var line: String {
    let bounds = limits.map { [$0.lowerBound.description, $0.upperBound.description] } ?? ["", ""]
    let parts = [
      name, String(type.rawValue), isList ? "1" : "0", unit, isOfAdvertisements ? "a" : "",
    ]
    return (parts + bounds + [(words ?? []).joined(separator: "|")]).joined(separator: "\t")
  }

  /// Parses a line as bytes: some thousand lines are read before the first check.
  init?(line: RawSpan) {
    // Where each part begins; the last one is after the line.
    var starts: [9 of Int] = .init(repeating: 0)
    var parts = 1
    for i in 0..<line.byteCount where line.uint8(at: i) == 0x09 {
      guard parts < 8 else { return nil }
      starts[parts] = i + 1
      parts += 1
    }
    guard parts == 8 else { return nil }
    starts[8] = line.byteCount + 1
    func text(_ part: Int) -> String {
      String(
        decoding: line.clamped(starts[part]..<starts[part + 1] - 1).copy(), as: UTF8.self)
    }
    guard let number = Int32(text(1)), let type = DeclaredType(rawValue: number) else {
      return nil
    }
    name = text(0)
    self.type = type
    isList = text(2) == "1"
    unit = text(3)
    isOfAdvertisements = text(4) == "a"
    if let low = Double(text(5)), let high = Double(text(6)), low <= high {
      limits = low...high
    }
    let all = text(7)
    words = all.isEmpty ? nil : all.utf8.split(separator: 0x7C).map { String(Substring($0)) }
  }
}
