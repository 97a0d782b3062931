import Bytes
import JSONText
import System

/// The keys, words and units declared so far, with their bytes in the output. It does not change:
/// what is declared later is in a later lexicon, under an index of its own.
///
/// It has only what each line needs. The rest is looked up in what is declared, as it was then: a copy
/// of all rows and names each time that something is declared would be a tenth of a short run.
///
/// A key has a row in each group that declares it: its type may differ by the kind of event, its
/// unit may not.
package final class Lexicon: Sendable {
  /// How many rows there were.
  private let rowCount: Int
  /// `,"name":` of each key.
  private let members: TextPool
  /// `"word"` of each word, escaped.
  private let strings: TextPool
  private let units: [(symbol: String, ascii: String)]
  private let symbols: TextPool
  let version: Int

  init(_ declared: borrowing Declarations) {
    rowCount = declared.rows.count
    members = declared.members
    strings = declared.strings
    units = declared.units
    symbols = declared.symbols
    version = declared.version
  }

  // MARK: Keys

  package var rows: [KeyRow] { Self.declared.withLock { Array($0.rows.prefix(rowCount)) } }

  package func key(named name: String) -> Key? {
    guard let key = Self.declared.withLock({ $0.keys[name] }), Int(key.index) < members.count else {
      return nil
    }
    return key
  }

  package func name(of key: Key) -> String {
    Self.declared.withLock { $0.names[Int(key.index)] }
  }

  /// The rows of a key for a kind of event; `nil` for any kind.
  package func rows(of name: String, in kind: EventKind? = nil) -> [KeyRow] {
    let rows = Self.declared.withLock { declared in
      guard let key = declared.keys[name] else { return [] as [KeyRow] }
      return declared.places[Int(key.index)].all.filter { $0 < rowCount }.map { declared.rows[$0] }
    }
    return rows.filter { row in kind.map { row.kinds.contains($0) } ?? true }
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

  /// Appends to a row of short texts.
  /// - Returns: whether it is short enough, and known.
  @inline(__always)
  package func append(_ key: Key, comma: Bool, to run: inout ByteRun) -> Bool {
    members.append(Int(key.index), from: comma ? 0 : 1, to: &run)
  }

  /// Appends the name alone.
  package func append(name key: Key, to out: inout ByteWriter) {
    let index = Int(key.index)
    guard index < members.count else { return Self.current.append(name: key, to: &out) }
    // A key has no character that JSON escapes: it is its member without comma, quotes and colon.
    members.append(index, from: 2, upTo: 2, to: &out)
  }

  /// Appends to a row of short texts.
  /// - Returns: whether it is short enough, and known.
  @inline(__always)
  package func append(name key: Key, to run: inout ByteRun) -> Bool {
    members.append(Int(key.index), from: 2, upTo: 2, to: &run)
  }

  // MARK: Words and units

  package func text(of word: Word) -> String {
    Self.declared.withLock { $0.words[Int(word.index)] }
  }

  /// Appends the word as JSON escapes it, without quotes.
  package func append(unquoted word: Word, to out: inout ByteWriter) {
    let index = Int(word.index)
    guard index < strings.count else { return Self.current.append(unquoted: word, to: &out) }
    strings.append(index, from: 1, upTo: 1, to: &out)
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

  /// Appends to a row of short texts.
  /// - Returns: whether it is short enough, and known.
  @inline(__always)
  package func append(symbol unit: FieldUnit, to run: inout ByteRun) -> Bool {
    symbols.append(Int(unit.index), from: 0, to: &run)
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
  /// A lexicon has the same arrays, on whichever thread: they no longer change. (When it is gone, Swift
  /// would add to them where they are, which is right, but nothing that looks for races can see it.)
  private var isShared = false

  var count: Int { bounds.count - 1 }

  /// Zeros after the last text: every text can be copied as a block of so many bytes.
  private static let spare = 32

  mutating func share() { isShared = true }

  mutating func add(with buffer: inout ByteWriter, write: (inout ByteWriter) -> Void) {
    if isShared {
      bytes = bytes.copied
      bounds = bounds.copied
      isShared = false
    }
    buffer.removeAll()
    write(&buffer)
    bytes.removeLast(min(Self.spare, bytes.count))
    bytes.append(buffer.bytes)
    bounds.append(bytes.count)
    for _ in 0..<Self.spare { bytes.append(0) }
  }

  /// Appends a text without its first and its last bytes.
  func append(_ index: Int, from start: Int, upTo end: Int = 0, to out: inout ByteWriter) {
    let first = bounds[index] &+ start
    out.append(bytes.rawBytes, offset: first, length: bounds[index &+ 1] &- end &- first)
  }

  /// Appends a part of a text, if there is such a text and that part fits in 32 octets.
  @inline(__always)
  func append(_ index: Int, from start: Int, upTo end: Int = 0, to run: inout ByteRun) -> Bool {
    guard index < count else { return false }
    let first = bounds[index] &+ start
    let length = bounds[index &+ 1] &- end &- first
    guard length <= Self.spare else { return false }
    run.append(bytes.rawBytes, at: first, length: length)
    return true
  }
}

extension Array {
  /// A copy of the elements in memory of their own, with room for more.
  var copied: Self {
    var copy: Self = []
    copy.reserveCapacity(count * 2)
    copy.append(contentsOf: self)
    return copy
  }
}
