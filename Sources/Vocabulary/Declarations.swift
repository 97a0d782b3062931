import Bytes
import JSONText
import Synchronization
import System

/// What the lexicon is made of: grows as groups of keys are accessed and files are loaded.
struct Declarations: ~Copyable {
  private(set) var rows: [KeyRow] = []
  private(set) var names: [String] = []
  private(set) var keys: [String: Key] = [:]
  private(set) var places: [KeyPlaces] = []
  private(set) var members = TextPool()
  private(set) var words: [String] = []
  private var wordIndexes: [String: Word] = [:]
  private(set) var strings = TextPool()
  private(set) var units = FieldUnit.rows
  /// Whether the units are shared, as those of the pools are.
  private var unitsAreShared = true
  private(set) var symbols = TextPool()
  /// For texts before they are added to a pool.
  private var buffer = ByteWriter(capacity: 256)
  /// Units that were added to the built-in table; few are asked for.
  private var addedUnits: [String: FieldUnit] = [:]
  /// The lexicon of all declarations; `nil` once something is added.
  private var lexicon: Lexicon?
  /// Counts what was added.
  private(set) var version = 0

  init() {
    // About what every run declares, since an array that grows is copied.
    keys.reserveCapacity(256)
    rows.reserveCapacity(192)
    names.reserveCapacity(256)
    places.reserveCapacity(256)
    for unit in units { symbols.add(with: &buffer) { $0.append(string: unit.symbol) } }
  }

  mutating func current() -> Lexicon {
    if let lexicon { return lexicon }
    let made = Lexicon(self)
    lexicon = made
    members.share()
    strings.share()
    symbols.share()
    unitsAreShared = true
    return made
  }

  private mutating func change() {
    lexicon = nil
    version &+= 1
    Lexicon.change(to: version)
  }

  mutating func add(
    _ name: String, type: KeyType, unit: FieldUnit, limits: ClosedRange<Double>?,
    place: KeyRow.Place, kinds: KindSet, recall: KeyRecall, meaning: String,
    isLoaded: Bool = false
  ) -> Key {
    change()
    let key = key(naming: name, unit: unit)
    places[Int(key.index)].append(rows.count)
    rows.append(
      KeyRow(
        name: name, key: key, type: type, limits: limits, place: place, kinds: kinds,
        recall: recall, meaning: meaning, isLoaded: isLoaded))
    return key
  }

  /// A key that a loaded file declares.
  mutating func add(_ declaration: KeyDeclaration) throws(KeyError) -> Key {
    let name = declaration.name
    guard name.utf8.count <= 128, Self.isSnakeCase(name) else { throw .badName(name) }
    if let key = keys[name] {
      let known = places[Int(key.index)].all.map { rows[$0] }
      guard known.isEmpty || known.contains(where: { $0.place == .decoded }) else {
        throw .isOfEvents(name)
      }
      guard key.unit == declaration.unit else { throw .otherUnit(name, key.unit) }
      guard
        known.isEmpty
          || known.contains(where: {
            $0.place == .decoded && $0.type.isNumeric == declaration.type.isNumeric
          })
      else { throw .otherType(name) }
      if known.contains(where: { $0.says(declaration) }) { return key }
    }
    return add(
      name, type: declaration.type, unit: declaration.unit, limits: declaration.limits,
      place: .decoded, kinds: declaration.kinds,
      recall: .always, meaning: declaration.meaning, isLoaded: true)
  }

  private static func isSnakeCase(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, 0x61...0x7A ~= first else { return false }
    return bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  /// A key, which may have no row yet.
  mutating func key(naming name: String, unit: FieldUnit) -> Key {
    if let key = keys[name] { return key }
    change()
    let key = Key(index: UInt32(clamping: names.count), unit: unit)
    keys[name] = key
    names.append(name)
    places.append(KeyPlaces())
    members.add(with: &buffer) { out in
      out.append(",")
      out.append(json: name)
      out.append(":")
    }
    return key
  }

  mutating func word(_ text: String) -> Word {
    if let word = wordIndexes[text] { return word }
    change()
    let word = Word(index: UInt32(clamping: words.count))
    wordIndexes[text] = word
    words.append(text)
    strings.add(with: &buffer) { $0.append(json: text) }
    return word
  }

  /// The table is small: one unit too many is none.
  mutating func unit(_ symbol: String, ascii: String) -> FieldUnit {
    let own = FieldUnit.rows
    for index in own.indices where own[index].symbol == symbol {
      return FieldUnit(index: UInt16(clamping: index))
    }
    if let unit = addedUnits[symbol] { return unit }
    guard let index = UInt16(exactly: units.count) else { return .none }
    change()
    let unit = FieldUnit(index: index)
    addedUnits[symbol] = unit
    if unitsAreShared { units = units.copied }
    unitsAreShared = false
    units.append((symbol, ascii))
    symbols.add(with: &buffer) { $0.append(string: symbol) }
    return unit
  }
}

/// Where the rows of a key are: most have one, without a list of their own.
struct KeyPlaces {
  private var first: Int?
  private var others: [Int] = []

  var all: [Int] { first.map { [$0] + others } ?? [] }

  mutating func append(_ place: Int) {
    if first == nil { first = place } else { others.append(place) }
  }
}

extension KeyRow {
  /// Whether a declaration adds nothing.
  fileprivate func says(_ other: KeyDeclaration) -> Bool {
    place == .decoded && limits == other.limits && kinds == other.kinds
      && meaning == other.meaning && type.isSame(as: other.type)
  }
}

extension Lexicon {
  static let declared = Locked(Declarations())
  /// The version of what is declared so far.
  private static let newest = Atomic(0)

  fileprivate static func change(to version: Int) { newest.store(version, ordering: .releasing) }

  /// Replaces a lexicon once something has been declared since.
  package static func renew(_ lexicon: inout Lexicon) {
    if lexicon.version != newest.load(ordering: .relaxed) { lexicon = current }
  }

  /// All that is declared so far: groups of keys once they have been accessed.
  package static var current: Lexicon { declared.withLock { $0.current() } }

  static func declare(
    _ name: String, type: KeyType, unit: FieldUnit, limits: ClosedRange<Double>?,
    place: KeyRow.Place, kinds: KindSet, recall: KeyRecall,
    meaning: String
  ) -> Key {
    declared.withLock {
      $0.add(
        name, type: type, unit: unit, limits: limits, place: place, kinds: kinds, recall: recall,
        meaning: meaning)
    }
  }

  static func declare(_ declaration: KeyDeclaration) throws(KeyError) -> Key {
    try declared.withLock { declarations throws(KeyError) in
      try declarations.add(declaration)
    }
  }

  static func intern(_ name: String, unit: FieldUnit) -> Key {
    declared.withLock { $0.key(naming: name, unit: unit) }
  }

  static func declare(word text: String) -> Word { declared.withLock { $0.word(text) } }

  static func declare(unit symbol: String, ascii: String) -> FieldUnit {
    declared.withLock { $0.unit(symbol, ascii: ascii) }
  }
}
