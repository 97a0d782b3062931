import BTSnoop
import Bytes
import GATTValues
import TestSupport
import Testing

@testable import GATTSession
@testable import Timeline

@Suite struct TimelineBufferTests {
  /// Lines of one timeline; each is a value, with the time as its frame number.
  private struct Feeder: ~Copyable {
    var buffer: TimelineBuffer
    var milliseconds: Int64 = 0

    init(style: TimeStyle = .relative) {
      let column = TimeColumn(
        clock: TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6),
        style: style)
      buffer = TimelineBuffer(LineLayout(width: 80), SpokenTimes(column: column))
    }

    /// A value of `length` bytes that is `text`; a number is a measurement.
    mutating func add(
      _ text: String, _ handle: UInt16 = 1, kind: EventKind = .notification, connection: Int = 1,
      word: Int = 0, number: Double? = nil, length: Int = 4, isPart: Bool = false,
      after pause: Int64 = 100
    ) {
      milliseconds += pause
      let time = CaptureTime(unixMicroseconds: milliseconds * 1000)
      let value = StreamValue(
        time: time, bytes: text.hashValue, length: length, enumerated: word,
        measure: number.map { ($0, "bpm") }, isMeasurement: number != nil, isPart: isPart)
      let key = StreamKey(
        connection: connection, kind: kind, handle: handle, attribute: nil, isSent: false)
      buffer.add(value, key: key) { parts in
        parts.removeAll()
        parts.textColumn = 48
        parts.head.append("               ")
        parts.markStart = parts.head.count
        parts.head.append("< notify  ")
        parts.head.append(decimal: UInt64(handle))
        parts.text.append(string: text)
      }
    }

    mutating func addEvent(_ text: String, connection: Int = 1) {
      milliseconds += 100
      buffer.add(text.rawBytes, style: .problem, of: connection)
    }

    mutating func addMark() {
      milliseconds += 100
      buffer.mark()
      buffer.add("mark".rawBytes, style: .plain, of: 0)
    }

    /// All rows without their columns: a value's text, or its fold.
    consuming func end() -> [String] {
      buffer.end(nil)
      var rows: [String] = []
      buffer.forEachLine { row, text in
        let text = String(decoding: text.copy(), as: UTF8.self)
        let words = text.split(separator: " ").joined(separator: " ")
        if row.isFirst { rows.append(words) } else { rows[rows.count - 1] += " " + words }
      }
      return rows.map { $0.replacing(#/^< notify \d+ /#, with: "") }
    }
  }

  private func numbered(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

  /// An advertisement that has no line comes between two values all the same.
  @Test func whatHasNoLineSeparates() {
    var feeder = Feeder()
    feeder.add("same")
    feeder.add("same")
    feeder.buffer.separate()
    feeder.add("same")
    expect(feeder.end(), equals: ["same x2 to 0.200", "same"])
  }

  @Test func fortyNewValuesAreShown() {
    var feeder = Feeder()
    for index in 1...40 { feeder.add("\(index)") }
    expect(feeder.end(), equals: numbered(1...40))
  }

  @Test func furtherOnesAreFoldedButTheLast() {
    var feeder = Feeder()
    for index in 1...60 { feeder.add("\(index)") }
    expect(
      feeder.end(),
      equals: numbered(1...40) + [
        "... < notify 1 19 more to 5.900, 20 different, 100 ms apart, at most 100 ms", "60 (last)",
      ])
  }

  @Test func aMarkBreaksAFoldOnlyWhereItStands() {
    var feeder = Feeder()
    for index in 1...60 { feeder.add("\(index)") }
    feeder.addMark()
    for index in 61...90 { feeder.add("\(index)") }
    expect(
      feeder.end(),
      equals: numbered(1...40) + [
        "... < notify 1 19 more to 5.900, 20 different, 100 ms apart, at most 100 ms", "60",
        "mark", "61",
        "... < notify 1 28 more to 9.000, 29 different, 100 ms apart, at most 100 ms",
        "90 (last)",
      ])
  }

  @Test func theFirstValueAfterAMarkHasALine() {
    var feeder = Feeder()
    for _ in 1...3 { feeder.add("1") }
    feeder.addMark()
    for _ in 1...2 { feeder.add("1") }
    for index in 1...50 { feeder.add("\(index)", 2) }
    feeder.addMark()
    feeder.add("1")
    let rows = feeder.end()
    expect(rows.prefix(3), equals: ["1 x3 to 0.300", "mark", "1 x2 to 0.600"])
    expect(rows.dropLast(3).last?.hasPrefix("... < notify 2 9 more to 5.500"), equals: true)
    expect(rows.suffix(3), equals: ["50", "mark", "1"])
  }

  @Test func equalNeighborsAreOneLine() {
    var feeder = Feeder()
    feeder.add("a")
    for _ in 1...6 { feeder.add("b") }
    feeder.add("a")
    expect(feeder.end(), equals: ["a", "b x6 to 0.700", "a"])
  }

  /// Parts of a message have no line where the value that completes it follows them.
  @Test func partsOfAMessageAreCountedInItsLine() {
    var feeder = Feeder()
    for index in 1...7 {
      feeder.add("\(index) bytes", isPart: true)
      // An advertisement without a line.
      feeder.buffer.separate()
    }
    feeder.add("message", word: 1)
    feeder.add("another", word: 2)
    feeder.add("1 byte", isPart: true)
    feeder.add("2 bytes", isPart: true)
    feeder.addEvent("an event")
    feeder.add("3 bytes", isPart: true)
    feeder.add("third", word: 3)
    feeder.add("1 byte", isPart: true)
    expect(
      feeder.end(),
      equals: [
        "message; 8 values", "another", "2 bytes x2 to 1.100", "an event", "third; 2 values",
        "1 byte",
      ])
  }

  /// Messages are folded as values are, whatever their parts.
  @Test func messagesAreFolded() {
    var feeder = Feeder()
    for index in 1...60 {
      for part in 1...3 { feeder.add("\(part) bytes of \(index)", isPart: true) }
      feeder.add("\(index)")
    }
    let rows = feeder.end()
    expect(rows.prefix(40), equals: numbered(1...40).map { "\($0); 4 values" }[...])
    expect(
      rows.suffix(2),
      equals: [
        "... < notify 1 19 more to 23.600, 20 different, 400 ms apart, at most 400 ms",
        "60; 4 values (last)",
      ])
  }

  @Test func aRunEndsWithTheNextLineOfThePage() {
    var feeder = Feeder()
    for _ in 1...3 { feeder.add("a") }
    feeder.addEvent("an event")
    for _ in 1...2 { feeder.add("a") }
    expect(feeder.end(), equals: ["a x3 to 0.300", "an event", "a x2 to 0.600"])
  }

  @Test func requestsKeepTheirAnswersWhileTheyAreFew() {
    var feeder = Feeder()
    for _ in 1...10 {
      feeder.add("ask", 1)
      feeder.add("answer", 2)
    }
    expect(feeder.end(), equals: (1...10).flatMap { _ in ["ask", "answer"] })
  }

  @Test func oldValuesAreFoldedAfterTwentyLinesAndNewOnesShown() {
    var feeder = Feeder()
    for index in 1...100 {
      feeder.add(index == 70 ? "news" : "ask", 1)
      feeder.add("answer \(index % 3)", 2)
    }
    let rows = feeder.end()
    expect(rows.contains("news"))
    expect(rows.filter { $0 == "ask" }.count, equals: 20)
    // The rows around the news.
    let before = "... < notify 1 49 more to "
    expect(rows.filter { $0.hasPrefix(before) && $0.contains("all equal") }.count, equals: 1)
    expect(rows.contains { $0.hasPrefix("... < notify 1 29 more") })
    expect(
      rows.filter { $0.hasPrefix("... < notify 2 ") },
      equals: ["... < notify 2 79 more to 19.800, 3 different, 200 ms apart, at most 200 ms"])
    expect(rows.suffix(2), equals: ["ask (last)", "answer 1 (last)"])
  }

  @Test func aFoldStandsWhereItBegins() {
    var feeder = Feeder()
    for index in 1...10 { feeder.add("\(index)", number: Double(index)) }
    feeder.addEvent("an event")
    for index in 11...20 { feeder.add("\(index)", number: Double(index)) }
    expect(
      feeder.end(),
      equals: [
        "1", "2", "3",
        "... < notify 1 16 more to 2.000, 4..19 bpm, 100 ms apart, at most 200 ms", "an event",
        "20 (last)",
      ])
  }

  @Test func aFewHiddenValuesAreShownAfterAll() {
    var feeder = Feeder()
    for index in 1...7 { feeder.add("\(index)", number: Double(index)) }
    expect(feeder.end(), equals: numbered(1...7))
  }

  @Test func aWordThatChangesIsNews() {
    var feeder = Feeder()
    for index in 1...30 { feeder.add("\(index)", word: index < 20 ? 0 : 1, number: Double(index)) }
    let rows = feeder.end()
    expect(rows.prefix(3), equals: ["1", "2", "3"])
    expect(rows[3].hasPrefix("... < notify 1 16 more to 1.900, 4..19 bpm"))
    expect(rows[4], equals: "20")
    expect(rows[5].hasPrefix("... < notify 1 9 more to 2.900, 21..29 bpm"))
    expect(rows.suffix(1), equals: ["30 (last)"])
  }

  @Test func streamsOfConnectionsAreApart() {
    var feeder = Feeder()
    for index in 1...50 {
      feeder.add("a\(index)", connection: 1)
      feeder.add("b\(index)", connection: 2)
    }
    let rows = feeder.end()
    expect(rows.prefix(4), equals: ["a1", "b1", "a2", "b2"])
    expect(rows.suffix(2), equals: ["a50 (last)", "b50 (last)"])
    expect(rows.count, equals: 84)
  }

  @Test func aConnectionThatEndedFoldsNoMore() {
    var feeder = Feeder()
    for index in 1...50 { feeder.add("\(index)") }
    feeder.buffer.end(1)
    for index in 51...60 { feeder.add("\(index)") }
    let rows = feeder.end()
    expect(rows[41], equals: "50 (last)")
    expect(rows.suffix(10).elementsEqual(numbered(51...60)))
  }

  @Test func aBulkTransferIsOneLine() {
    var feeder = Feeder()
    for index in 1...2000 {
      feeder.add("\(index)", kind: .writeCommand, length: index == 2000 ? 7 : 20, after: 10)
      if index == 1000 { feeder.addEvent("an event") }
    }
    expect(
      feeder.end(),
      equals: [
        "1", "2",
        "... < notify 1 1,997 more to 20.090: a bulk transfer, 39,987 octets, 1,990 octets/s",
        "an event", "2000 (last)",
      ])
  }

  @Test func fewOrUnsteadyOrEqualValuesAreNoTransfer() {
    for (count, pause, kind) in [
      (900, 0, EventKind.writeCommand), (2000, 10_000, .writeCommand), (2000, 0, .notification),
    ] {
      var feeder = Feeder()
      for index in 1...count {
        feeder.add("\(index)", kind: kind, after: index % 50 == 0 ? 10 + Int64(pause) : 10)
      }
      let rows = feeder.end()
      expect(rows.count, equals: 42)
      expect(!rows.contains { $0.contains("transfer") })
    }
  }

  @Test func aResultStandsAtItsPlace() {
    var feeder = Feeder()
    feeder.add("a")
    feeder.add("a")
    let place = feeder.buffer.place()
    feeder.add("b")
    var parts = LineParts()
    parts.text.append("the result")
    feeder.buffer.insert(parts, style: .plain, of: 1, at: place)
    expect(feeder.end(), equals: ["a x2 to 0.200", "the result", "b"])
  }

  @Test func timesAreInTheStyleOfTheColumn() {
    for (style, text) in [
      (TimeStyle.utc, "x3 to 00:00:00.300"), (.epoch, "x3 to 0.300"), (.delta, "x3 over 200 ms"),
    ] {
      var feeder = Feeder(style: style)
      for _ in 1...3 { feeder.add("a") }
      expect(feeder.end(), equals: ["a \(text)"])
    }
  }

  /// Beyond the most streams, and beyond the longest line, nothing is folded and nothing is lost.
  @Test func memoryIsBounded() {
    var feeder = Feeder()
    let streams = TimelineBuffer.streams + 10
    for round in 1...5 {
      for handle in 1...streams {
        feeder.add(
          "\(round)", UInt16(truncatingIfNeeded: handle), connection: handle, number: 1, after: 0)
      }
    }
    expect(feeder.end().count, equals: 5 * streams)
    var long = Feeder()
    let text = String(repeating: "x", count: TimelineBuffer.longestLine)
    for index in 1...60 { long.add(text + "\(index)") }
    expect(long.end().count, equals: 60)
  }
}
