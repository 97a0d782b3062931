import BTSnoop
import Bytes
import GATTValues
import Testing

@testable import GATTSession
@testable import Timeline

@Suite struct TimelineFolderTests {
  /// Lines of one timeline, fed to a folder one after the other.
  private struct Feeder {
    var folder: TimelineFolder
    var shown: [String] = []
    var milliseconds: Int64 = 0

    init(isOff: Bool = false) {
      folder = TimelineFolder(
        clock: TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6),
        isOff: isOff)
    }

    mutating func add(
      _ text: String, _ handle: UInt16? = 1, connection: Int = 1, word: Int = 0,
      value: Double? = nil
    ) {
      milliseconds += 100
      let step = handle.map { handle in
        FoldStep(
          key: FoldKey(kind: .notification, handle: handle, attribute: nil, isSent: false),
          enumerated: word,
          time: CaptureTime(unixMicroseconds: milliseconds * 1000),
          head: Array("< notify  \(handle)".utf8), measure: value.map { ($0, "bpm") })
      }
      folder.add(
        TimelineLine(connection: connection, style: .plain, text: Array(text.utf8)), step)
      take()
    }

    mutating func take() {
      var taken: [String] = []
      folder.takeShown { taken.append(String(decoding: $0.text, as: UTF8.self)) }
      shown += taken
    }

    mutating func end() -> [String] {
      folder.endAll()
      take()
      return shown
    }
  }

  private func numbered(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

  @Test func longLinesDoNotWaitForEver() {
    var feeder = Feeder()
    for index in 1...30 { feeder.add("\(index)", connection: 1) }
    let long = String(repeating: "x", count: 100_000)
    let count = TimelineFolder.largestQueue / long.utf8.count + 2
    let before = feeder.shown.count
    for _ in 0..<count { feeder.add(long, nil, connection: 2) }
    #expect(feeder.shown.count > before + 1)
    #expect(feeder.end().filter { $0 == long }.count == count)
  }

  /// Nothing is lost, only folded in more than one piece.
  @Test func openStretchesAreCapped() {
    var feeder = Feeder()
    let connections = 2 * TimelineFolder.openStretches
    for round in 1...30 {
      for connection in 1...connections {
        feeder.add("\(connection):\(round)", connection: connection)
      }
    }
    let shown = feeder.end().flatMap { $0.split(separator: "\n") }.map(String.init)
    for connection in [1, connections / 2, connections] {
      #expect(shown.contains("\(connection):1"))
      #expect(shown.contains("\(connection):30"))
    }
  }

  @Test func placesThatWaitForEverAreGivenUp() {
    var feeder = Feeder()
    let count = TimelineFolder.longestQueue + 10
    for index in 1...count {
      feeder.folder.reserve(TimelineLine(connection: index, style: .plain, text: []))
    }
    feeder.add("last", nil, connection: count + 1)
    for _ in 0..<count { feeder.add("more", nil, connection: count + 1) }
    #expect(feeder.shown.first == "last")
  }

  @Test func whatHappensOnceStaysToBeSeen() {
    var feeder = Feeder()
    for index in 1...15 { feeder.add("\(index)", UInt16(1 + index % 2)) }
    feeder.add("once", 9)
    for index in 16...60 { feeder.add("\(index)", UInt16(1 + index % 2)) }
    let shown = feeder.end()
    #expect(shown.prefix(16) == (numbered(1...15) + ["once"]).prefix(16))
    #expect(shown.count < 40)
  }

  @Test func medianOfIntervals() {
    var histogram = IntervalHistogram()
    #expect(histogram.median == nil)
    for _ in 0..<3 { histogram.add(1_000_000_000) }
    histogram.add(50_000)
    histogram.add(Int64.max)
    let median = histogram.median ?? 0
    #expect(abs(median - 1_000_000_000) < 40_000_000)
    #expect(histogram.longest == Int64.max)
  }

  @Test func twentyAreShown() {
    var feeder = Feeder()
    for index in 1...20 { feeder.add("\(index)") }
    #expect(feeder.end() == numbered(1...20))
  }

  @Test func moreAreFolded() {
    var feeder = Feeder()
    for index in 1...21 { feeder.add("\(index)") }
    #expect(
      feeder.end() == [
        "1", "2",
        """
                   ... < notify  1                      18 more to 2.000, median 100 ms,
                                                        longest 100 ms
        21
        """,
      ])
  }

  @Test func allUnfolds() {
    var feeder = Feeder(isOff: true)
    for index in 1...100 { feeder.add("\(index)") }
    #expect(feeder.end() == numbered(1...100))
  }

  @Test func eachPairHasItsSummary() {
    var feeder = Feeder()
    for index in 1...60 { feeder.add("\(index)", index % 3 == 0 ? 2 : 1, value: Double(index)) }
    let lines = feeder.end()
    #expect(lines.count == 3)
    let last = lines.last?.split(separator: "\n").map(String.init) ?? []
    #expect(last.last == "60")
    let summary = last.joined(separator: " ").split(separator: " ").joined(separator: " ")
    // 1 and 2 are shown, and so is 60, which is of the second pair.
    #expect(summary.contains("< notify 1"))
    #expect(summary.contains("38 more to 5.900, 4..59 bpm"))
    #expect(summary.contains("< notify 2"))
    #expect(summary.contains("19 more to 5.700, 3..57 bpm, median 300 ms"))
    #expect(last.allSatisfy { $0.count <= 80 })
  }

  @Test func newsEndAStretch() {
    for news in ["an event that is none of the pairs", "a word that changes"] {
      var feeder = Feeder()
      for index in 1...30 { feeder.add("\(index)") }
      if news.contains("word") {
        feeder.add("news", word: 1)
      } else {
        feeder.add("news", nil)
      }
      for index in 31...40 { feeder.add("\(index)", word: news.contains("word") ? 1 : 0) }
      let lines = feeder.end()
      #expect(lines.prefix(2) == ["1", "2"])
      #expect(lines[2].hasSuffix("\n30"))
      #expect(lines[3] == "news")
      #expect(Array(lines.dropFirst(4)) == numbered(31...40))
    }
  }

  @Test func whatHappensOnceIsSeen() {
    var feeder = Feeder()
    for index in 1...10 { feeder.add("\(index)") }
    feeder.add("once", 9)
    for index in 11...60 { feeder.add("\(index)") }
    let lines = feeder.end()
    #expect(lines.contains("once"))
    #expect(lines.firstIndex(of: "once") == 10)
    #expect(lines.last?.hasSuffix("\n60") == true)
  }

  @Test func connectionsAreFoldedApartAndInOrder() {
    var feeder = Feeder()
    for index in 1...50 {
      feeder.add("a\(index)", connection: 1)
      feeder.add("b\(index)", connection: 2)
      if index == 25 { feeder.add("note", nil, connection: 0) }
    }
    let lines = feeder.end()
    #expect(Array(lines.prefix(4)) == ["a1", "b1", "a2", "b2"])
    #expect(lines.contains("note"))
    #expect(lines.dropLast().last?.hasSuffix("\na50") == true)
    #expect(lines.last?.hasSuffix("\nb50") == true)
  }

  /// A connection that is silent for good must not hold the others' lines for ever.
  @Test func theQueueIsBounded() {
    var feeder = Feeder()
    feeder.add("first", connection: 2)
    for index in 1...(TimelineFolder.longestQueue + 10) { feeder.add("\(index)", connection: 1) }
    #expect(feeder.shown.first == "first")
    #expect(feeder.end().count < 50)
  }
}
