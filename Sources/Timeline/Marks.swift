import BTSnoop
import Bytes
import GATTSession

/// What a tester marked: "I pressed the button" at 12.5 s.
package struct Mark: Equatable, Sendable {
  /// The most octets of a text.
  package static let longest = 1000

  package var time: TimeLimit
  /// One line.
  package var text: String

  /// - text: from outside; white space within becomes one blank.
  package init(time: TimeLimit, text: some StringProtocol) {
    self.time = time
    self.text = Self.line(text)
  }

  /// A comment as one line, cut where it is too long.
  package static func line(ofComment comment: RawSpan) -> String {
    // Bytes that are no UTF-8 only become more.
    let text = line(comment, upTo: longest)
    guard text.utf8.count > longest else { return text }
    // With its dots not longer than that, however long its last character is.
    var end = text.utf8.index(text.startIndex, offsetBy: longest - 6)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(after: end) }
    return String(text[..<end]) + "..."
  }

  /// A mark as a line of a file of marks, for `--marks`; `nil` if its year cannot be written.
  package static func fileLine(_ text: String, at time: CaptureTime) -> String? {
    var line = ByteWriter(capacity: 64)
    var writer = TimestampWriter()
    guard writer.write(time, decimals: 6, to: &line) else { return nil }
    // A single one would be taken for what separates the time from the text.
    line.append(text.hasPrefix("=") ? " =" : " ")
    // The file may be shown on a terminal. What is escaped is longer.
    line.append(string: Self.line(ofComment: Array(shown(text).utf8).rawBytes))
    return String(decoding: line.bytes.copy(), as: UTF8.self)
  }

  /// A text as one line.
  package static func line(_ text: some StringProtocol) -> String {
    line(Array(text.utf8).rawBytes, upTo: .max)
  }

  /// The words of a text in UTF-8 with single blanks between them.
  /// - limit: bytes after which the rest may be missing.
  private static func line(_ text: RawSpan, upTo limit: Int) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(min(text.byteCount, limit))
    var at = 0
    var isBetween = false
    while at < text.byteCount, line.count <= limit {
      let blank = blankLength(text, at: at)
      if blank > 0 {
        isBetween = !line.isEmpty
        at += blank
      } else {
        if isBetween { line.append(UInt8(ascii: " ")) }
        isBetween = false
        line.append(text.uint8(at: at))
        at += 1
      }
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The length in UTF-8 of the white space at an offset: the characters with Unicode's property
  /// White_Space (PropList.txt), and NUL, with which some writers end their texts. Else 0.
  private static func blankLength(_ text: RawSpan, at: Int) -> Int {
    let first = text.uint8(at: at)
    if first < 0x80 { return first == 0x20 || 0x09...0x0D ~= first || first == 0 ? 1 : 0 }
    switch first {
    case 0xC2 where text.byteCount - at >= 2:
      let second = text.uint8(at: at + 1)
      return second == 0x85 || second == 0xA0 ? 2 : 0
    case 0xE1...0xE3 where text.byteCount - at >= 3:
      let rest = UInt16(text.uint8(at: at + 1)) << 8 | UInt16(text.uint8(at: at + 2))
      let isBlank =
        switch (first, rest) {
        case (0xE1, 0x9A80), (0xE3, 0x8080): true
        case (0xE2, 0x8080...0x808A), (0xE2, 0x80A8...0x80A9), (0xE2, 0x80AF), (0xE2, 0x819F): true
        default: false
        }
      return isBlank ? 3 : 0
    default: return 0
    }
  }
}

/// Marks that wait for their time, and those outside of the captures' time.
package struct Marks {
  /// The most that are given, and that `live` writes into a file of marks.
  package static let limit = 10_000
  /// The octets of a file of marks: as many of them, of any length, and some lines of notes.
  package static let fileLimit = (limit + 500) * (Mark.longest + 48)

  private let given: [Mark]
  /// The latest first.
  private var waiting: [(time: CaptureTime, text: String)] = []
  /// Comments of the capture itself, on the next record.
  private var comments: [String] = []
  private var clock: TimelineClock?
  private var early = Outside()
  private var late = Outside()

  /// Marks that no record is near.
  private struct Outside {
    var count = 0
    /// The first of them.
    var mark: (time: CaptureTime, text: String)?
    /// The next record, or the last one; `nil` in a capture without records.
    var record: CaptureTime?

    mutating func add(_ mark: (time: CaptureTime, text: String), record: CaptureTime?) {
      count += 1
      if self.mark == nil { self.mark = mark }
      self.record = record
    }
  }

  package init(_ given: [Mark] = []) { self.given = given }

  /// Seconds count from the clock's origin, which is known only now.
  package mutating func begin(_ clock: TimelineClock) {
    self.clock = clock
    let timed = given.enumerated().map { order, mark in
      switch mark.time {
      case .absolute(let time): (time: time, order: order, text: mark.text)
      // Not given: `Mark` is made of the other two.
      case .section(_, let nanoseconds):
        (time: Self.time(nanoseconds, after: clock.origin), order: order, text: mark.text)
      case .relative(let nanoseconds):
        (time: Self.time(nanoseconds, after: clock.origin), order: order, text: mark.text)
      }
    }
    // Marks of one moment in the order given.
    waiting = timed.sorted { ($1.time, $1.order) < ($0.time, $0.order) }.map { ($0.time, $0.text) }
  }

  private static func time(_ nanoseconds: Int64, after origin: CaptureTime) -> CaptureTime {
    let sum = CaptureTime(seconds: origin.seconds, excessNanoseconds: nanoseconds)
    return CaptureTime(
      seconds: sum.seconds,
      excessNanoseconds: Int64(sum.nanoseconds) + Int64(origin.nanoseconds))
  }

  /// The time of the next one.
  package var next: CaptureTime? { waiting.last?.time }

  /// Takes a comment on the next record.
  /// - comment: as stored.
  package mutating func add(comment: RawSpan) {
    let line = Mark.line(ofComment: comment)
    if !line.isEmpty { comments.append(line) }
  }

  /// Whether any are to be reported: nearly always none.
  package var areWaiting: Bool { !waiting.isEmpty || !comments.isEmpty }

  /// Reports those up to a record and those on it, before the record.
  /// - last: the record before it.
  package mutating func report(
    before record: CaptureRecord, after last: CaptureRecord?, to session: GATTSession
  ) {
    while let mark = waiting.last, !(record.time < mark.time) {
      waiting.removeLast()
      if last == nil, mark.time < record.time { early.add(mark, record: record.time) }
      session.mark(mark.text, at: mark.time, record: last ?? record)
    }
    guard !comments.isEmpty else { return }
    for comment in comments { session.mark(comment, at: record.time, record: record) }
    comments.removeAll()
  }

  /// Reports those up to a moment at which no further record has come.
  package mutating func report(
    until time: CaptureTime, after last: CaptureRecord, to session: GATTSession
  ) {
    while let mark = waiting.last, !(time < mark.time) {
      waiting.removeLast()
      session.mark(mark.text, at: mark.time, record: last)
    }
  }

  /// Takes those up to a record, with their times, for those who report nothing.
  package mutating func take(
    before record: CaptureRecord, isFirst: Bool
  ) -> [(time: CaptureTime, text: String)] {
    var taken: [(time: CaptureTime, text: String)] = []
    while let mark = waiting.last, !(record.time < mark.time) {
      waiting.removeLast()
      if isFirst, mark.time < record.time { early.add(mark, record: record.time) }
      taken.append(mark)
    }
    return taken
  }

  /// Reports the rest, after all records.
  package mutating func end(after last: CaptureRecord?, to session: GATTSession) {
    while let mark = waiting.popLast() {
      late.add(mark, record: last?.time)
      if let last { session.mark(mark.text, at: mark.time, record: last) }
    }
  }

  /// The rest is not reported: reading has stopped before.
  package mutating func leaveOut() { waiting = [] }

  /// Takes the rest.
  package mutating func takeRest() -> [(time: CaptureTime, text: String)] {
    defer { waiting = [] }
    return waiting.reversed()
  }

  /// Sentences about marks outside of the captures' time, which are likely to be mistakes.
  package var remarks: [String] {
    guard let clock else { return [] }
    return [(early, "before the first record"), (late, "after the last record")].compactMap {
      outside, place in
      guard let mark = outside.mark else { return nil }
      let count = outside.count == 1 ? "1 mark is" : "\(outside.count) marks are"
      guard let record = outside.record else { return "\(count) left out: there is no record" }
      return "\(count) \(place), at \(Self.seconds(record, clock: clock)) s"
        + (outside.count == 1 ? ": " : "; the first: ")
        + "\"\(shown(mark.text))\" at \(Self.seconds(mark.time, clock: clock)) s"
    }
  }

  private static func seconds(_ time: CaptureTime, clock: TimelineClock) -> String {
    var text = ByteWriter(capacity: 32)
    text.append(seconds: clock.nanoseconds(time), decimals: 3)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }
}
