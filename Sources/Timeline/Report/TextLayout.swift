import Bytes
import GATTSession
import Synchronization

/// The report's page.
package enum Page {
  /// Columns in a pipe, and the least there are.
  package static let leastWidth = 80
  private static let columns = Atomic<Int>(leastWidth)

  /// Columns; our own lines are never longer.
  package static var width: Int { columns.load(ordering: .relaxed) }

  /// Sets the columns, before anything is written.
  package static func use(width: Int) {
    columns.store(max(leastWidth, width), ordering: .relaxed)
  }

  /// Whether names of attributes are abbreviated.
  static var isNarrow: Bool { width < 100 }
  /// Columns that names of attributes have beyond those of the least width; half of what there is more, until
  /// the longest assigned name fits.
  static var nameExcess: Int { min(30, (width - leastWidth) * 3 / 5) }

  /// Columns for the connection of a line, if several connections are open at a time.
  static let markWidth = 3
}

extension RawSpan {
  /// Columns of UTF-8 text: names may be in any script.
  package var columns: Int {
    var at = 0
    while at &+ 8 <= byteCount, uint64LittleEndian(at: at).isASCII { at &+= 8 }
    return at &+ columns(at..<byteCount)
  }

  /// The place of the first line feed from an index on, or else the end.
  func lineFeed(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= byteCount, !uint64LittleEndian(at: at).hasLineFeed { at &+= 8 }
    while at < byteCount, uint8(at: at) != 0x0A { at &+= 1 }
    return at
  }

  /// The last space up to an index; 0 if there is none.
  fileprivate func space(notAfter index: Int) -> Int {
    var at = index
    while at > 0, uint8(at: at) != 0x20 { at -= 1 }
    return at
  }

  /// Whether a space separates a number from its unit: `15 ms`, `17 characteristics`, `49.15 %`.
  fileprivate func isUnit(after space: Int) -> Bool {
    guard space > 0, space + 1 < byteCount, (0x30...0x39).contains(uint8(at: space - 1)) else {
      return false
    }
    // `#1 5.3 Broadcom`
    var start = space
    while start > 0, (0x30...0x39).contains(uint8(at: start - 1)) { start -= 1 }
    if start > 0, uint8(at: start - 1) == 0x23 { return true }
    let next = uint8(at: space + 1)
    return next == 0x25 || (0x41...0x5A).contains(next) || (0x61...0x7A).contains(next)
  }

  /// A place to cut near `place` that splits no `\xHH`, `\u{...}` or `\n`.
  ///
  /// A quoted value escapes backslashes, other text from the air does not: after one, a backslash may be
  /// escaped or begin an escape. They stay together.
  func cut(notInEscape place: Int) -> Int {
    var last = place - 1
    while last > 0, place - last < Self.longestEscape, uint8(at: last) != 0x5C { last -= 1 }
    guard uint8(at: last) == 0x5C, last + escapeLength(at: last) > place else { return place }
    var first = last
    while first > 0, uint8(at: first - 1) == 0x5C { first -= 1 }
    if first > 0 { return first }
    // Nothing but backslashes: between two pairs.
    let end = last + 1 == place && place < byteCount && uint8(at: place) == 0x5C ? place : last
    return end > 1 ? end & ~1 : place
  }

  /// `\u{10FFFF}`
  private static let longestEscape = 10

  private func escapeLength(at start: Int) -> Int {
    switch start + 1 < byteCount ? uint8(at: start + 1) : 0 {
    case 0x78: return 4
    case 0x75:
      for at in start + 2..<min(start + Self.longestEscape, byteCount) where uint8(at: at) == 0x7D {
        return at + 1 - start
      }
      return 1
    case 0x22, 0x5C, 0x6E, 0x72, 0x74: return 2
    default: return 1
    }
  }

  /// The length in bytes of what fits into `limit` columns.
  func bytes(ofColumns limit: Int) -> Int {
    var count = 0
    var at = 0
    while at &+ 8 <= byteCount, count &+ 8 <= limit, uint64LittleEndian(at: at).isASCII {
      count &+= 8
      at &+= 8
    }
    while at < byteCount {
      let (columns, length) = character(at: at)
      if count &+ columns > limit { return at }
      count &+= columns
      at &+= length
    }
    return byteCount
  }
}

extension UInt64 {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether eight bytes are eight characters.
  fileprivate var isASCII: Bool { self & Self.highBits == 0 }

  /// Whether one of eight bytes is a line feed.
  fileprivate var hasLineFeed: Bool {
    let differences = self ^ 0x0A0A_0A0A_0A0A_0A0A
    return (differences &- 0x0101_0101_0101_0101) & ~differences & Self.highBits != 0
  }
}

extension ByteWriter {
  /// Columns since the last line feed.
  package var column: Int {
    let all = bytes
    var start = all.byteCount
    var isASCII = true
    while start >= 8 {
      let word = all.uint64LittleEndian(at: start &- 8)
      if word.hasLineFeed { break }
      if !word.isASCII { isASCII = false }
      start &-= 8
    }
    while start > 0 {
      let byte = all.uint8(at: start &- 1)
      if byte == 0x0A { break }
      if byte >= 0x80 { isASCII = false }
      start &-= 1
    }
    return isASCII ? all.byteCount &- start : all.columns(start..<all.byteCount)
  }

  /// Spaces up to a column; at least one if the text has reached it.
  package mutating func tab(to target: Int) {
    let now = column
    append(repeating: 0x20, count: now < target ? target - now : now > 0 ? 1 : 0)
  }

  /// Text that ends at `width` columns from here.
  package mutating func append(right text: RawSpan, width: Int) {
    append(repeating: 0x20, count: width - text.columns)
    append(text)
  }

  /// Text that ends before a column of the line, or later: there is a space before it, so that columns
  /// never touch.
  package mutating func append(_ text: RawSpan, endingAt column: Int) {
    append(repeating: 0x20, count: max(1, column - self.column - text.columns))
    append(text)
  }

  package mutating func append(right number: some BinaryInteger, width: Int) {
    var digits = ByteWriter(capacity: 64)
    digits.append(grouped: UInt64(number))
    append(right: digits.bytes, width: width)
  }

  /// Wraps words into lines from `indent` to before `width`; a number stays with its unit. A word
  /// longer than a line is broken anywhere: nothing is cut off.
  package mutating func append(
    wrapped text: RawSpan, indent: Int, width: Int? = nil
  ) {
    let width = width ?? Page.width
    var at = 0
    let end = text.byteCount
    while true {
      while at < end, text.uint8(at: at) == 0x20, at > 0 { at += 1 }
      guard at < end else { return }
      let room = max(8, width - max(column, indent))
      let rest = text.clamped(at)
      // Only as far as a line goes: counting all of a long text for every line would be quadratic.
      let limit = rest.bytes(ofColumns: room)
      if limit == rest.byteCount {
        append(rest)
        return
      }
      var cut = rest.space(notAfter: limit)
      if rest.isUnit(after: cut) {
        let before = rest.space(notAfter: cut - 1)
        if before > 0 { cut = before }
      }
      if cut == 0 {
        if column > indent {
          newLine(indent)
          continue
        }
        cut = rest.cut(notInEscape: limit)
      }
      at += cut
      while cut > 0, rest.uint8(at: cut - 1) == 0x20 { cut -= 1 }
      append(rest.clamped(0, count: cut))
      newLine(indent)
    }
  }

  package mutating func newLine(_ indent: Int) {
    append("\n")
    append(repeating: 0x20, count: indent)
  }

  /// A value that nothing decodes: quoted text if it is text, else hex. Whole up to 20 bytes, of
  /// longer ones 16 bytes and the length.
  /// - length: of the value; more than there are bytes if only its start is known.
  /// - mayBeText: whether letters are no chance.
  package mutating func append(
    value: RawSpan, length: Int, isFull: Bool, mayBeText: Bool = true
  ) {
    guard length > 0 else {
      append("(empty)")
      return
    }
    guard value.byteCount > 0 else {
      append(decimal: length)
      append(length == 1 ? " byte, not captured" : " bytes, none captured")
      return
    }
    let isWhole = value.byteCount == length && (isFull || length <= ValueLength.whole)
    let shown = isWhole || isFull ? value : value.clamped(0, count: ValueLength.start)
    let form = PlainText(value)
    // A few bytes may be letters by chance.
    let isShort = !mayBeText || form.letters <= PlainText.ambiguous
    if isShort { append(hex: shown) }
    if !isShort || mayBeText && form.letters > 1 && form.nulls == 0 {
      if isShort { append(" ") }
      append(quoted: shown.clamped(0, count: min(shown.byteCount, form.letters)))
      let nulls = shown.byteCount - form.letters
      if nulls > 0 {
        append(" + ")
        append(decimal: nulls)
        append(nulls == 1 ? " NUL" : " NULs")
      }
    }
    guard shown.byteCount < length else { return }
    append(".. (")
    append(decimal: length)
    append(")")
  }

  /// Seconds with three decimals, rounded down.
  package mutating func append(milliseconds nanoseconds: Int64) {
    append(shownSeconds: nanoseconds, decimals: 3)
  }
}

extension RawSpan {
  /// Whether a text has a value of which it shows only the beginning: `00112233.. (40)`.
  package var isShortened: Bool {
    var at = 0
    while at + 4 <= byteCount {
      // `.. (`
      if uint32BigEndian(at: at) == 0x2E2E_2028 { return true }
      at += 1
    }
    return false
  }
}

/// How much of a value is shown.
private enum ValueLength {
  /// The most bytes of a value that is shown whole.
  static let whole = 20
  /// The bytes that are shown of a longer one.
  static let start = 16
}
