import Bytes
import JSONText

/// The keys, words and units declared so far, with their bytes in the output. It does not change:
/// what is declared later is in a later lexicon, under an index of its own.
///
/// A key has a row in each group that declares it: its type may differ by the kind of event, its
/// unit may not.
package final class Lexicon: Sendable {
  package let rows: [KeyRow]
  /// By the index of the key.
  private let names: [String]
  private let keys: [String: Key]
  /// By the index of the key: the indexes of its rows.
  private let places: [[Int]]
  /// `,"name":` of each key.
  private let members: TextPool
  private let words: [String]
  /// `"word"` of each word, escaped.
  private let strings: TextPool
  private let units: [(symbol: String, ascii: String)]
  private let symbols: TextPool
  let version: Int

  init(_ declared: borrowing Declarations) {
    rows = declared.rows
    names = declared.names
    keys = declared.keys
    places = declared.places
    members = declared.members
    words = declared.words
    strings = declared.strings
    units = declared.units
    symbols = declared.symbols
    version = declared.version
  }

  // MARK: Keys

  package func key(named name: String) -> Key? { keys[name] }

  package func name(of key: Key) -> String {
    let index = Int(key.index)
    return index < names.count ? names[index] : Self.current.name(of: key)
  }

  /// The rows of a key for a kind of event; `nil` for any kind.
  package func rows(of name: String, in kind: EventKind? = nil) -> [KeyRow] {
    guard let key = keys[name] else { return [] }
    return places[Int(key.index)].map { rows[$0] }.filter { row in
      kind.map { row.kinds.contains($0) } ?? true
    }
  }

  /// Appends `"name":`, after a comma if that is needed.
  package func append(_ key: Key, comma: Bool, to out: inout ByteWriter) {
    let index = Int(key.index)
    guard index < members.count else {
      // Declared since.
      return Self.current.append(key, comma: comma, to: &out)
    }
    members.append(index, from: comma ? 0 : 1, to: &out)
  }

  /// Appends the name alone.
  package func append(name key: Key, to out: inout ByteWriter) {
    let index = Int(key.index)
    guard index < members.count else { return Self.current.append(name: key, to: &out) }
    // A key has no character that JSON escapes: it is its member without comma, quotes and colon.
    members.append(index, from: 2, upTo: 2, to: &out)
  }

  // MARK: Words and units

  package func text(of word: Word) -> String {
    let index = Int(word.index)
    return index < words.count ? words[index] : Self.current.text(of: word)
  }

  /// Appends the word in quotes.
  package func append(_ word: Word, to out: inout ByteWriter) {
    let index = Int(word.index)
    guard index < strings.count else { return Self.current.append(word, to: &out) }
    strings.append(index, from: 0, to: &out)
  }

  /// Appends the unit as it is in the output.
  package func append(symbol unit: FieldUnit, to out: inout ByteWriter) {
    let index = Int(unit.index)
    guard index < symbols.count else { return Self.current.append(symbol: unit, to: &out) }
    symbols.append(index, from: 0, to: &out)
  }

  package func symbol(of unit: FieldUnit) -> String {
    let index = Int(unit.index)
    return index < units.count ? units[index].symbol : Self.current.symbol(of: unit)
  }

  package func ascii(of unit: FieldUnit) -> String {
    let index = Int(unit.index)
    return index < units.count ? units[index].ascii : Self.current.ascii(of: unit)
  }
}

/// Texts, one after the other in one array.
struct TextPool: Sendable {
  private var bytes: [UInt8] = []
  /// Where the texts start, and where the last one ends.
  private var bounds: [Int] = [0]

  var count: Int { bounds.count - 1 }

  mutating func add(with buffer: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
    buffer.removeAll()
    write(&buffer)
    bytes.append(buffer.bytes)
    bounds.append(bytes.count)
  }

  /// Appends a text without its first and its last bytes.
  func append(_ index: Int, from start: Int, upTo end: Int = 0, to out: inout ByteWriter) {
    let first = bounds[index] &+ start
    out.append(bytes.rawBytes.clamped(first, bounds[index &+ 1] &- end &- first))
  }
}
