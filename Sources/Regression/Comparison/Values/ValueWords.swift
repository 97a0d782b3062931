import Bytes

/// Words for values and their changes in messages: text of limited length, as recorded. The code
/// that shows it escapes it.
enum ValueWords {
  static let longestText = 96
  /// The most bytes of a value in hex.
  static let mostBytes = 20

  /// `91 bpm  contact`, or the bytes: in quotes if they are text, else in hex.
  static func value(of item: TimelineItem, side: RecordedTimeline) -> String {
    if !item.text.isEmpty { return text(of: item, side: side) }
    if item.hasValue || !item.value.isEmpty {
      return quoted(side.bytes.rawBytes.clamped(item.value.range)) ?? hex(item.value, side: side)
    }
    return "no value"
  }

  /// `"AT+BATT:14\r\n"`, as the report has it; `nil` for what may be no text.
  private static func quoted(_ value: RawSpan) -> String? {
    let form = PlainText(value)
    guard form.letters > PlainText.ambiguous else { return nil }
    var text = ByteWriter(capacity: 128)
    text.append(quoted: value.clamped(0, count: min(form.letters, longestText * 4)))
    let nulls = form.nulls == 0 ? "" : " + \(form.nulls) NUL\(form.nulls == 1 ? "" : "s")"
    return bounded(String(decoding: text.bytes.copy(), as: UTF8.self)) + nulls
  }

  /// What `text` says; empty if there is none.
  static func text(of item: TimelineItem, side: RecordedTimeline) -> String {
    // Truncated before it becomes a string: only the start of a long text is copied.
    let cut = side.bytes.rawBytes.clamped(item.text.range).clamped(0, count: longestText * 4)
    return bounded(String(decoding: cut.copy(), as: UTF8.self))
  }

  /// A member's value as JSON writes it, without quotes.
  static func value(_ value: RecordedValue, in bytes: RawSpan) -> String {
    var out = ByteWriter(capacity: 128)
    if case .text(let text) = value {
      out.append(bytes.clamped(text.range).clamped(0, count: longestText * 4))
    } else {
      out.append(json: value, of: bytes)
    }
    let cut = out.bytes.clamped(0, count: longestText * 4)
    return bounded(String(decoding: cut.copy(), as: UTF8.self))
  }

  static func bounded(_ text: String, longest: Int = longestText) -> String {
    // A character can be any number of scalars.
    let scalars = text.unicodeScalars
    guard text.utf8.count > longest, scalars.count > longest else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longest - 3))) + "..."
  }

  static func hex(_ slice: ByteSlice, side: RecordedTimeline) -> String {
    if slice.isEmpty { return "no bytes" }
    guard slice.count > UInt32(mostBytes) else { return side.hex(slice) }
    let part = ByteSlice(offset: slice.offset, count: UInt32(mostBytes))
    return "\(side.hex(part))... (\(slice.count) bytes)"
  }

  /// `40`, `0.125`: as JSON writes it.
  static func number(_ number: Double) -> String {
    var out = ByteWriter(capacity: 64)
    out.append(number: number)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  static func range(_ range: ClosedRange<Double>) -> String {
    switch (range.lowerBound.isFinite, range.upperBound.isFinite) {
    case (true, true): "\(number(range.lowerBound))..\(number(range.upperBound))"
    case (true, false): "\(number(range.lowerBound)).."
    case (false, true): "..\(number(range.upperBound))"
    case (false, false): ".."
    }
  }

  /// Only the parts that differ, if both texts have the same form: `91 bpm` of `91 bpm  contact  RR
  /// 0.643 s`.
  /// - Returns: `nil` for equal texts.
  static func change(_ expected: String, to actual: String) -> (expected: String, actual: String)? {
    guard expected != actual else { return nil }
    for separator in ["  ", ", "] {
      let old = parts(expected, separator: separator)
      let new = parts(actual, separator: separator)
      guard old.count == new.count, old.count > 1 else { continue }
      let changed = old.indices.filter { old[$0] != new[$0] }
      return (
        changed.map { String(old[$0]) }.joined(separator: separator),
        changed.map { String(new[$0]) }.joined(separator: separator)
      )
    }
    return (expected, actual)
  }

  private static func parts(_ text: String, separator: String) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    let text = Array(text.utf8)
    let separator = Array(separator.utf8)
    var i = 0
    while i < text.count {
      if text[i...].starts(with: separator) {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        i += separator.count
      } else {
        part.append(text[i])
        i += 1
      }
    }
    parts.append(String(decoding: part, as: UTF8.self))
    return parts
  }

  /// Both values: in quotes if they are text, else in hex, with the differing part set apart:
  /// `16 5b 9c02a502`, `17 0148 9c02a502`.
  static func bytesChange(
    _ expected: ByteSlice, expectedSide: RecordedTimeline, actual: ByteSlice,
    actualSide: RecordedTimeline
  ) -> (expected: String, actual: String) {
    let old = expectedSide.bytes.rawBytes.clamped(expected.range)
    let new = actualSide.bytes.rawBytes.clamped(actual.range)
    if let oldText = quoted(old), let newText = quoted(new), oldText != newText {
      return (oldText, newText)
    }
    let shorter = min(old.byteCount, new.byteCount)
    var before = 0
    while before < shorter, old.uint8(at: before) == new.uint8(at: before) { before += 1 }
    var after = 0
    while after < shorter - before,
      old.uint8(at: old.byteCount - after - 1) == new.uint8(at: new.byteCount - after - 1)
    {
      after += 1
    }
    return (parted(old, before: before, after: after), parted(new, before: before, after: after))
  }

  private static func parted(_ bytes: RawSpan, before: Int, after: Int) -> String {
    if bytes.byteCount == 0 { return "no bytes" }
    var out = ByteWriter(capacity: 128)
    if before > 0 {
      let shown = min(before, 8)
      if shown < before { out.append("...") }
      out.append(hex: bytes.clamped(before - shown, count: shown))
      out.append(" ")
    }
    let changed = bytes.byteCount - before - after
    out.append(hex: bytes.clamped(before, count: min(changed, mostBytes)))
    if changed > mostBytes { out.append("...") }
    if changed == 0 { out.append("-") }
    if after > 0 {
      out.append(" ")
      out.append(hex: bytes.clamped(before + changed, count: min(after, 8)))
      if after > 8 { out.append("...") }
    }
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
