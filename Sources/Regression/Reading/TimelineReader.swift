import BTSnoop
import Bytes
import JSONText
import Timeline

/// Why nothing of a side can be read: a whole sentence with the file's name.
package struct TimelineError: Error, Equatable, Sendable {
  package let message: String
  package init(_ message: String) { self.message = message }
}

/// Reads a timeline or a baseline as NDJSON, in pieces of any size.
package struct TimelineReader: ~Copyable {
  /// The most bytes of a line, and of the pieces that `consume` must be given.
  package static let maximumLine = 4 << 20

  private let name: String
  private var builder: TimelineBuilder
  private var hasBegun = false
  /// Lines already read.
  private var lines: UInt32 = 0
  /// Bytes waiting that contain no end of a line.
  private var searched = 0
  /// Whether to skip the rest of a line that is too long.
  private var isSkipping = false
  package private(set) var isStopped = false

  /// - run: who looks at the events, which then are not kept.
  package init(name: String, for run: RuleRun? = nil) {
    self.name = name
    builder = TimelineBuilder(name: name, form: .timeline, for: run)
  }

  /// Whether the bytes start like a timeline rather than a capture: with a brace, perhaps after
  /// space.
  /// - Returns: `nil` if there is only space.
  package static func detects(_ bytes: RawSpan) -> Bool? {
    for i in markLength(bytes)..<bytes.byteCount {
      switch bytes.uint8(at: i) {
      case 0x09, 0x0A, 0x0D, 0x20: continue
      case 0x7B: return true
      default: return false
      }
    }
    return nil
  }

  /// The length of a byte order mark, which some editors write at the start.
  private static func markLength(_ bytes: RawSpan) -> Int {
    bytes.clamped(0, count: 3).equals(("\u{FEFF}" as StaticString).rawBytes) ? 3 : 0
  }

  /// Consumes whole lines.
  ///
  /// - atEnd: no more bytes follow, so that the last line needs no line feed.
  /// - Returns: how many bytes are consumed; pass the others again, with more after them.
  /// - Throws: when the first line is not that of a timeline.
  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool
  ) throws(TimelineError) -> Int {
    var start = lines == 0 && !isSkipping ? Self.markLength(bytes) : 0
    if start > 0 { searched = max(searched, start) }
    while !isStopped {
      let end = Self.lineEnd(bytes, from: max(start, searched))
      guard end < bytes.byteCount else { break }
      if !isSkipping { try take(bytes.clamped(start..<end), isWhole: true) }
      isSkipping = false
      start = end + 1
      searched = start
    }
    if isStopped { return bytes.byteCount }
    let rest = bytes.byteCount - start
    if atEnd {
      if rest > 0, !isSkipping { try take(bytes.clamped(start), isWhole: false) }
      start = bytes.byteCount
    } else if isSkipping || rest > Self.maximumLine {
      if !isSkipping { try refuseLongLine() }
      isSkipping = true
      start = bytes.byteCount
    }
    searched = bytes.byteCount - start
    return start
  }

  /// The timeline that was read. Call it once, after the last `consume`.
  package consuming func finish() throws(TimelineError) -> RecordedTimeline {
    guard hasBegun else {
      throw TimelineError("\(shown(name)): the file is empty: it has no timeline")
    }
    return builder.finish()
  }

  /// Remembers why reading stopped before the end.
  package mutating func stop(_ problem: String) {
    isStopped = true
    builder.add(problem: "\(shown(name)): line \(lines): \(problem)")
  }

  private mutating func refuseLongLine() throws(TimelineError) {
    lines &+= 1
    let problem = LineError("longer than \(Self.maximumLine >> 20) MiB")
    guard hasBegun else { throw refusal(problem) }
    builder.add(problem, line: lines)
  }

  private func refusal(_ problem: LineError) -> TimelineError {
    TimelineError(problem.sentence(file: name, line: lines))
  }

  private mutating func take(_ line: RawSpan, isWhole: Bool) throws(TimelineError) {
    guard line.byteCount <= Self.maximumLine else { return try refuseLongLine() }
    lines &+= 1
    // Editors leave empty lines; they have no content.
    if Self.isBlank(line) { return }
    do throws(LineError) {
      guard hasBegun else {
        builder.begin(try CaptureLine(line))
        hasBegun = true
        return
      }
      if builder.isFull {
        stop(TimelineBuilder.isLonger)
        return
      }
      try builder.add(line: line, number: lines)
    } catch {
      var problem = error
      if !isWhole, problem.isSyntax { problem.reason += " (the end of the file cuts the line)" }
      guard hasBegun else {
        // Not even JSON of a line: most likely a document over several lines.
        let isTimeline = line.clamped(0, count: 8).equals(("{\"event\"" as StaticString).rawBytes)
        if isWhole, problem.isSyntax, !isTimeline { problem = CaptureLine.missing }
        throw refusal(problem)
      }
      builder.add(problem, line: lines)
    }
  }

  private static func isBlank(_ line: RawSpan) -> Bool {
    for i in 0..<line.byteCount {
      let byte = line.uint8(at: i)
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D else { return false }
    }
    return true
  }

  /// The position of the next line feed, or the end of the bytes.
  private static func lineEnd(_ bytes: RawSpan, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let end = bytes.byteCount
    var at = start
    while at &+ 8 <= end {
      let word = bytes.uint64LittleEndian(at: at) ^ (ones &* 0x0A)
      let marks = (word &- ones) & ~word & (ones &* 0x80)
      if marks != 0 { return at &+ marks.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < end, bytes.uint8(at: at) != 0x0A { at &+= 1 }
    return at
  }
}

/// The first line of a timeline, which says what follows.
struct CaptureLine {
  let form: RecordedTimeline.Form
  /// Whether the timeline was written without them.
  let leavesOutAdvertisements: Bool

  fileprivate static let missing = LineError(
    "neither a capture nor a timeline, whose first line is {\"event\":\"capture\","
      + "\"schema\":\(CaptureSummary.schema),...}")

  init(_ line: RawSpan) throws(LineError) {
    let members: [(key: String, value: JSONValue)]
    do {
      members = try JSONValue.members(
        of: ByteSlice(offset: 0, count: UInt32(clamping: line.byteCount)), in: line)
    } catch { throw LineError(error) }
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard values["event"] == .string("capture") else { throw Self.missing }
    try Self.check(values["schema"], key: "schema", last: CaptureSummary.schema)
    form = values["baseline"] == nil ? .timeline : .baseline
    leavesOutAdvertisements = values["adverts"] == .string("none")
    if form == .baseline {
      try Self.check(values["baseline"], key: "baseline", last: BaselineWriter.version)
    }
  }

  /// - last: the latest version that this program reads.
  private static func check(
    _ value: JSONValue?, key: String, last: Int
  ) throws(LineError) {
    guard let value else { throw LineError("the key \"\(key)\" is missing") }
    guard case .number(let number, _) = value, let version = number.integer, version > 0 else {
      throw LineError("\"\(key)\": expected a whole number from 1")
    }
    if version > last {
      throw LineError("\(key) \(version) is newer than this version reads, which is \(last)")
    }
  }
}
