import Bytes
import GATTSession
import JSONText
import Regression
import Timeline

extension Harness {
  /// A timeline or a baseline as NDJSON: read whole and in pieces, which must give the same; then written
  /// as a baseline, which must be harmless, and read back as it was.
  ///
  /// Length of the pieces (1 byte), then the file. A file without a first line gets one.
  static let timelines = Harness("timelines", maximumLength: 4096) { input in
    let piece = Int(input.first ?? 0) + 1
    var file = Array(input.dropFirst())
    if !file.starts(with: "{\"event\":\"capture\"".utf8) {
      file = Array("{\"event\":\"capture\",\"schema\":1}\n".utf8) + file
    }
    guard let timeline = try? read(file, by: .max) else {
      try require((try? read(file, by: piece)) == nil, "refused, but not in pieces of \(piece)")
      return
    }
    let again = try read(file, by: piece)
    try require(again.bytes == timeline.bytes, "other bytes in pieces of \(piece)")
    try require(again.problems == timeline.problems, "other problems in pieces of \(piece)")
    try require(again.peers == timeline.peers, "other devices in pieces of \(piece)")
    try require(again.items.map(\.line) == timeline.items.map(\.line), "other lines in pieces")
    for item in timeline.items {
      for slice in [item.value, item.own, item.decoded, item.text] {
        try require(slice.range.upperBound <= timeline.bytes.count, "a slice of nothing")
      }
      try require(item.own.isEmpty || !timeline.members(of: item.own).isEmpty, "own keys are lost")
      for member in timeline.members(of: item.decoded) {
        if case .list(let list) = member.value { _ = timeline.elements(of: list) }
      }
    }
    var options = BaselineOptions()
    options.times = piece % 2 == 0
    options.all = piece % 3 == 0
    let written = try baseline(timeline, options)
    try JSONRules.checkLines(written, "baseline")
    let expected = try read(written, by: .max)
    try require(expected.problems.isEmpty, "a baseline with problems: \(expected.problems)")
    try require(try baseline(expected, options) == written, "a baseline that is not written again")
  }

  private static func read(_ file: [UInt8], by piece: Int) throws -> RecordedTimeline {
    var reader = TimelineReader(name: "x")
    var start = 0
    var end = 0
    while end < file.count {
      end = piece < file.count - end ? end + piece : file.count
      start += try reader.consume(file.rawBytes.clamped(start..<end), atEnd: false)
    }
    _ = try reader.consume(file.rawBytes.clamped(start..<end), atEnd: true)
    return try reader.finish()
  }

  private static func baseline(
    _ timeline: RecordedTimeline, _ options: BaselineOptions
  ) throws -> [UInt8] {
    let sheet = try Sheet()
    try BaselineWriter(timeline, options).write(to: sheet.stream)
    return try sheet.bytes()
  }
}
