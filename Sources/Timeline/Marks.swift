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
  static func line(ofComment comment: RawSpan) -> String {
    let text = line(String(decoding: comment.copy(), as: UTF8.self))
    guard text.utf8.count > longest else { return text }
    var cut = ""
    for scalar in text.unicodeScalars {
      guard cut.utf8.count + 4 <= longest - 3 else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut + "..."
  }

  /// A text as one line.
  package static func line(_ text: some StringProtocol) -> String {
    text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
  }
}

/// Marks that wait for their time, and those outside of the captures' time.
package struct Marks {
  /// The most that are given.
  package static let limit = 10_000

  private let given: [Mark]
  /// The latest first.
  private var waiting: [(time: CaptureTime, text: String)] = []
  /// Those of the capture itself, on the next record.
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

    mutating func add(_ mark: (time: CaptureTime, text: String), _ record: CaptureTime?) {
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
  package mutating func add(comment: String) { comments.append(comment) }

  /// Reports those up to a record and those on it, before the record.
  /// - last: the record before it.
  package mutating func report(
    before record: CaptureRecord, after last: CaptureRecord?, to session: GATTSession
  ) {
    while let mark = waiting.last, !(record.time < mark.time) {
      waiting.removeLast()
      if last == nil, mark.time < record.time { early.add(mark, record.time) }
      session.mark(mark.text, at: mark.time, last ?? record)
    }
    guard !comments.isEmpty else { return }
    for comment in comments { session.mark(comment, at: record.time, record) }
    comments.removeAll()
  }

  /// Reports those up to a moment at which no further record has come.
  package mutating func report(
    until time: CaptureTime, after last: CaptureRecord, to session: GATTSession
  ) {
    while let mark = waiting.last, !(time < mark.time) {
      waiting.removeLast()
      session.mark(mark.text, at: mark.time, last)
    }
  }

  /// Reports the rest, after all records.
  package mutating func end(after last: CaptureRecord?, to session: GATTSession) {
    while let mark = waiting.popLast() {
      late.add(mark, last?.time)
      if let last { session.mark(mark.text, at: mark.time, last) }
    }
  }

  /// The rest is not reported: reading has stopped before.
  package mutating func leaveOut() { waiting = [] }

  /// Sentences about marks outside of the captures' time, which are likely to be mistakes.
  package var remarks: [String] {
    guard let clock else { return [] }
    return [(early, "before the first record"), (late, "after the last record")].compactMap {
      outside, place in
      guard let mark = outside.mark else { return nil }
      let count = outside.count == 1 ? "1 mark is" : "\(outside.count) marks are"
      guard let record = outside.record else { return "\(count) left out: there is no record" }
      return "\(count) \(place), at \(Self.seconds(record, clock)) s"
        + (outside.count == 1 ? ": " : "; the first: ")
        + "\"\(shown(mark.text))\" at \(Self.seconds(mark.time, clock)) s"
    }
  }

  private static func seconds(_ time: CaptureTime, _ clock: TimelineClock) -> String {
    var text = ByteWriter(capacity: 32)
    text.append(seconds: clock.nanoseconds(time), decimals: 3)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }
}
