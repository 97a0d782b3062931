import Bytes
import Vocabulary

/// The tables of a program that are read for each value.
struct ProgramTables: Sendable {
  let steps: [FieldStep]
  let texts: [TextStep]
  let textParts: [Int32]
  let expressions: [ExpressionStep]
  let keys: [Key]
  /// Whether each key may come more than once in an object.
  let comesAgain: [Bool]
  let words: [Word]
  let literals: [Literal]
  /// The strings' UTF-8, one after the other, then 32 zeros: every string can be copied as a block.
  let literalBytes: [UInt8]
  let ranges: [RangeCode]
  /// The rows of each table: first, how many single numbers, how many in all.
  let tables: [Int32]
  let scales: [Scale]
  /// One element: an array, so that a view can borrow it.
  let details: [ProgramDetails]
}

/// What of a program is read in few places: not worth a span each.
struct ProgramDetails: Sendable {
  let code: ProgramCode
  /// The other names of a key that comes again in one object: `KEY_2` to `KEY_8`; only keys in
  /// repeated groups without a key.
  let again: [[Key]]
  /// For a generated text: the literals of the first key's name without its unit, and of its
  /// unit. A status has the name of its field.
  let firstTitle: Int32
  let firstUnit: Int32
  let constants: [[UInt8]]
  /// Fields repeat that belong to what is around them.
  let hasListWithoutName: Bool
}

/// A program while it runs: its tables, borrowed, so that no access counts references.
///
/// All methods are mutating, although they change nothing: to call another one, the compiler would
/// copy the view.
struct ProgramView: ~Escapable {
  let steps: Span<FieldStep>
  let texts: Span<TextStep>
  let textParts: Span<Int32>
  let expressions: Span<ExpressionStep>
  let keys: Span<Key>
  let comesAgain: Span<Bool>
  let words: Span<Word>
  let ranges: Span<RangeCode>
  let scales: Span<Scale>
  let details: Span<ProgramDetails>
  private let literals: Span<Literal>
  private let literalBytes: RawSpan
  private let tables: Span<Int32>

  @_lifetime(borrow tables)
  init(_ tables: borrowing ProgramTables) {
    steps = tables.steps.span
    texts = tables.texts.span
    textParts = tables.textParts.span
    expressions = tables.expressions.span
    keys = tables.keys.span
    comesAgain = tables.comesAgain.span
    words = tables.words.span
    ranges = tables.ranges.span
    scales = tables.scales.span
    details = tables.details.span
    literals = tables.literals.span
    literalBytes = tables.literalBytes.rawBytes
    self.tables = tables.tables.span
  }

  // MARK: Strings; their indices are one higher

  /// Writes a string, safe to show.
  /// - isFirst: without the blanks at its start.
  mutating func write(literal index: Int32, isFirst: Bool = false, to out: inout ByteWriter) {
    guard index > 0, Int(index) <= literals.count else { return }
    literals[Int(index) &- 1].write(of: literalBytes, isFirst: isFirst, to: &out)
  }

  /// Writes a word with spaces between its parts.
  mutating func spell(_ index: Int32, to out: inout ByteWriter) {
    guard index > 0, Int(index) <= literals.count, literals[Int(index) &- 1].isJoined else {
      return write(literal: index, to: &out)
    }
    let literal = literals[Int(index) &- 1]
    if literal.isPlain {
      spell(literalBytes.clamped(Int(literal.start), count: Int(literal.count)), to: &out)
    } else {
      let start = out.count
      write(literal: index, to: &out)
      let escaped = out.bytes.clamped(start).copy()
      out.truncate(to: start)
      spell(escaped.rawBytes, to: &out)
    }
  }

  private func spell(_ word: RawSpan, to out: inout ByteWriter) {
    for index in 0..<word.byteCount {
      let byte = word.uint8(at: index)
      out.append(
        byte: byte != 0x5F
          ? byte
          : Program.separator(after: word.clamped(0, count: index), before: word.clamped(index + 1))
      )
    }
  }

  /// Writes a key's name without its unit.
  mutating func write(title key: Int32, to out: inout ByteWriter) {
    write(literal: details[0].firstTitle &+ key &- 1, to: &out)
  }

  mutating func write(unitOf key: Int32, to out: inout ByteWriter) {
    write(literal: details[0].firstUnit &+ key &- 1, to: &out)
  }

  /// Writes a word of the output with spaces between its parts.
  mutating func spell(_ word: Word, to out: inout ByteWriter) {
    // What is no word stands among them as `unknown`. Their `==` would be called by way of a table.
    if word.index != Program.unknown.index {
      for index in words.indices where words[index].index == word.index {
        return spell(Int32(truncatingIfNeeded: index &+ 1), to: &out)
      }
    }
    out.append(untrusted: word.description, escaping: .plain)
  }

  // MARK: Keys; their indices are one higher

  /// The key with this name, or with one of the names that it has when it comes again.
  mutating func index(of key: Key) -> Int32? {
    for index in keys.indices {
      if keys[index] == key || details[0].again[index].contains(key) {
        return Int32(truncatingIfNeeded: index &+ 1)
      }
    }
    return nil
  }

  // MARK: Rows of numbers; the tables' indices are one higher

  mutating func rows(of table: Int32) -> Range<Int> {
    let place = Int(table &- 1) &* 3
    guard place >= 0, place &+ 2 < tables.count else { return 0..<0 }
    let first = Int(tables[place])
    let count = Int(tables[place &+ 2])
    guard first >= 0, count >= 0, first &+ count <= ranges.count else { return 0..<0 }
    return first..<first &+ count
  }

  /// The row of a number: single numbers first, then ranges, then the one for all others.
  mutating func row(_ table: Int32, number: Int64) -> RangeCode? {
    let rows = rows(of: table)
    guard !rows.isEmpty else { return nil }
    let first = rows.lowerBound
    let singles = Int(tables[Int(table &- 1) &* 3 &+ 1])
    var (low, high) = (first, first &+ singles)
    while low < high {
      let middle = (low &+ high) / 2
      if ranges[middle].low < number { low = middle &+ 1 } else { high = middle }
    }
    if low < first &+ singles, ranges[low].low == number { return ranges[low] }
    var index = first &+ singles
    while index < rows.upperBound {
      if ranges[index].low <= number, number <= ranges[index].high { return ranges[index] }
      index &+= 1
    }
    return nil
  }

  /// The row of a value that is no measurement; an empty one, if it has none.
  /// - table: of the field's special values.
  mutating func special(_ table: Int32, for value: SlotValue) -> RangeCode? {
    guard isSpecial(table, value: value) else { return nil }
    return place(ofSpecial: value, table: table).map { ranges[$0] } ?? RangeCode()
  }

  /// Whether a value is no measurement: without a copy of its row.
  @inline(__always)
  mutating func isSpecial(_ table: Int32, value: SlotValue) -> Bool {
    value.kind == .special
      || table != 0 && value.kind == .whole && place(ofSpecial: value, table: table) != nil
  }

  /// Where its row is. Rows of floats have a mark.
  private mutating func place(ofSpecial value: SlotValue, table: Int32) -> Int? {
    let isFloat = value.kind == .special
    for index in rows(of: table)
    where (ranges[index].isStop != 0) == isFloat && ranges[index].low <= value.raw
      && value.raw <= (isFloat ? ranges[index].low : ranges[index].high)
    {
      return index
    }
    return nil
  }
}
