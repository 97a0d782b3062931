import GATTSession
import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceStreamTests {
  private let rates = [97, 92, 91, 93, 91, 86, 91]

  private func stream(_ rates: [Int], hasEnd: Bool = true) -> SequenceScript {
    var script = SequenceScript { $0.pulses(rates) }
    script.sequence.hasEnd = hasEnd
    return script
  }

  @Test func theSameStreamHasNoDifference() {
    let same = findings(stream(rates), stream(rates))
    expect(same.differences == [] && same.limits == [])
    expect(same.subjects.count, equals: 1)
    expect(same.subjects[0].uuid == "180D/2A37" && same.subjects[0].expected == 7)
  }

  @Test func whatChangedIsReportedInItsOwnWords() throws {
    var changed = rates
    changed[2] = 18433
    let found = findings(stream(rates), stream(changed), device: "Polar H7")
    expect(
      found.lines, equals: ["~ Heart Rate Measurement: notification #3: 91 bpm became 18433 bpm"])
    let difference = try #require(found.differences.first)
    expect(difference.device == "Polar H7" && difference.uuid == "180D/2A37")
    expect(difference.expected?.line == 4 && difference.actual?.line == 4)
    expect(difference.expected?.value == "065b00" && difference.actual?.value == "060148")
    expect(difference.expected?.text, equals: "91 bpm  contact")
    expect(
      difference.details, equals: ["heart_rate_bpm: 91 became 18433", "06 5b00 became 06 0148"])
    expect(
      difference.context,
      equals: [
        "notification #1: 97 bpm  contact", "notification #2: 92 bpm  contact",
      ])
  }

  @Test func oneMissingIsOne() {
    let found = findings(stream([97, 92, 91, 93]), stream([97, 91, 93]))
    expect(
      found.lines, equals: ["- Heart Rate Measurement: notification #2 is missing: 92 bpm  contact"]
    )
    let mirrored = findings(stream([97, 91, 93]), stream([97, 92, 91, 93]))
    expect(
      mirrored.lines,
      equals: ["+ Heart Rate Measurement: notification #2 is extra: 92 bpm  contact"])
  }

  @Test func aShiftAmongEqualValuesIsOneChange() {
    let found = findings(stream([90, 90, 90, 89, 89]), stream([90, 90, 89, 89, 89]))
    expect(found.lines, equals: ["~ Heart Rate Measurement: notification #3: 90 bpm became 89 bpm"])
  }

  @Test func twoAtTheEndOfAConnectionThatIsNotClosedAreNone() {
    let cut = Array(rates.dropLast(2))
    expect(findings(stream(rates), stream(cut, hasEnd: false)).lines, equals: [])
    expect(findings(stream(cut, hasEnd: false), stream(rates)).lines, equals: [])
    expect(findings(stream(rates), stream(cut)).lines.count, equals: 2)
    let exact = findings(stream(rates), stream(cut, hasEnd: false)) { $0.count = .exact }
    expect(exact.differences.count, equals: 1)
    // Equal values: which are missing cannot be told, so the last are.
    expect(
      findings(stream([5, 5, 5, 5]), stream([5, 5], hasEnd: false)).lines, equals: [])
  }

  /// A recording that goes on shows that they did not come.
  @Test func twoThatOthersFollowAreMissing() {
    func script(_ battery: [Int], to last: Int = 9) -> SequenceScript {
      var script = SequenceScript { script in
        for second in 0...last {
          script.pulse(60 + second)
          if battery.contains(second) { script.add(.notification, .battery, [UInt8(second)]) }
        }
      }
      script.sequence.hasEnd = false
      return script
    }
    expect(
      findings(script([2, 5]), script([])).lines,
      equals: [
        "- Battery Level: all 2 notifications are missing"
      ])
    expect(
      findings(script([2, 5]), script([2])).lines,
      equals: [
        "- Battery Level: notification #2 is missing: 05"
      ])
    expect(
      findings(script([]), script([3])).lines,
      equals: [
        "+ Battery Level: the only notification is extra"
      ])
    // It may have come just after the end.
    expect(findings(script([9]), script([])).lines, equals: [])
    expect(findings(script([8]), script([], to: 7)).lines, equals: [])
  }

  @Test func aLateStartExcusesNothingThatComesAfterWhatItHas() {
    func script(_ rates: [Int], hasBegin: Bool = true) -> SequenceScript {
      var script = SequenceScript {
        $0.read(.location, [1])
        $0.write(.pulseSwitch, [1, 0])
        $0.pulses(rates)
      }
      script.sequence.hasBegin = hasBegin
      return script
    }
    expect(
      findings(script(rates), script([], hasBegin: false)).lines,
      equals: ["- Heart Rate Measurement: all 7 notifications are missing"])
    expect(
      findings(script(rates), script(Array(rates.dropFirst(3)), hasBegin: false)).differences.map(
        \.weight), equals: [.difference, .difference, .difference])
    // What was discovered on both sides was before it.
    var reads = SequenceScript { $0.pulses([90, 91]) }
    reads.sequence.hasBegin = false
    let all = SequenceScript {
      $0.read(.location, [1])
      $0.pulses([90, 91])
    }
    expect(findings(all, reads).differences.map(\.weight), equals: [.notObserved])
    expect(
      findings(all, reads).lines,
      equals: [
        "?- Body Sensor Location: read not observed: the record of the actual side starts later"
      ])
    var known = all
    known.sequence.discovered = 0
    reads.sequence.discovered = 0
    expect(findings(known, reads).differences.map(\.weight), equals: [.difference])
  }

  /// Two streams and a read, recorded from another moment to another: nothing shows that either side could
  /// have had what it lacks.
  @Test(arguments: [true, false]) func anotherWindowIsNoDifference(hasTimes: Bool) {
    func script(_ seconds: ClosedRange<Int>, hasBegin: Bool, readAt: Int = -1) -> SequenceScript {
      var script = SequenceScript { script in
        for tick in seconds {
          if tick == readAt { script.add(.read, .location, [1]) }
          if tick % 5 == 0 { script.add(.notification, .battery, [UInt8(tick)]) }
          if tick % 7 == 0 { script.add(.notification, .custom, [UInt8(tick)]) }
          script.add(.notification, .pulse, [6, UInt8(tick)])
          script.wait(1)
        }
        if !hasTimes {
          for index in script.timeline.items.indices { script.timeline.items[index].time = nil }
        }
      }
      script.sequence.hasBegin = hasBegin
      script.sequence.hasEnd = false
      return script
    }
    func same(_ expected: SequenceScript, _ actual: SequenceScript) -> Bool {
      findings(expected, actual).differences.allSatisfy {
        // A longer record has more of each second, which always was one difference.
        $0.weight != .difference || $0.message.contains("ends earlier")
      }
    }
    let whole = script(0...100, hasBegin: true, readAt: 3)
    expect(same(whole, script(9...110, hasBegin: false)))
    expect(same(script(9...110, hasBegin: false), whole))
    expect(same(whole, script(40...101, hasBegin: false)))
    expect(same(whole, script(0...102, hasBegin: true, readAt: 3)))
  }

  /// A subscription that comes later lets its stream end later, too.
  @Test func aStreamThatBeginsLaterEndsLater() {
    func script(battery delay: Int) -> SequenceScript {
      var script = SequenceScript { script in
        script.write(.pulseSwitch, [1, 0])
        for tick in 0..<100 + delay {
          script.add(.notification, .pulse, [6, 60])
          if tick >= delay { script.add(.notification, .battery, [90]) }
          script.wait(1)
        }
      }
      script.sequence.hasEnd = false
      return script
    }
    expect(findings(script(battery: 0), script(battery: 2)).lines, equals: [])
    expect(
      findings(script(battery: 0), script(battery: 2)) { $0.values = .shape }.lines, equals: [])
  }

  /// The side that lacks them has its end: it went on for long.
  @Test func ofAWholeConnectionTheyAreMissing() {
    func script(_ battery: Bool, hasEnd: Bool) -> SequenceScript {
      var script = SequenceScript { script in
        script.write(.pulseSwitch, [1, 0])
        for tick in 0..<20 {
          script.add(.notification, .pulse, [6, 60])
          if battery, tick == 2 { script.add(.notification, .battery, [90]) }
          script.wait(1)
        }
      }
      script.sequence.hasEnd = hasEnd
      return script
    }
    expect(
      findings(script(true, hasEnd: false), script(false, hasEnd: true)).lines,
      equals: ["- Battery Level: the only notification is missing"])
  }

  /// Times of a hostile file.
  @Test func timesAtTheEndsOfWhatTheyCanBe() {
    func script(_ times: [Int64]) -> SequenceScript {
      var script = SequenceScript { script in
        for time in times {
          script.time = time
          script.add(.notification, .pulse, [6, 60])
        }
      }
      (script.sequence.hasBegin, script.sequence.hasEnd) = (false, false)
      return script
    }
    expect(findings(script([.min, 0, .max]), script([.max])).differences.count <= 1)
    expect(findings(script([.max, .min]), script([.min, .max, 0])).differences.count <= 1)
  }

  @Test func thoseThatAreOnlyCountedAreCounted() {
    let found = findings(stream(Array(0..<150)), stream(Array(200..<350))) { $0.count = .exact }
    expect(found.differences.count, equals: 101)
    expect(found.differences.reduce(0) { $0 + $1.count }, equals: 150)
    expect(found.lines.last, equals: "~ Heart Rate Measurement: 50 more are changed")
  }

  @Test func theRestOfARunIsOneDifferenceWithItsNumbers() throws {
    let found = findings(stream(Array(0..<250)), stream(Array(0..<10) + Array(240..<250)))
    expect(found.differences.count, equals: 101)
    expect(found.differences.reduce(0) { $0 + $1.count }, equals: 230)
    let rest = try #require(found.differences.last)
    expect(rest.message == "130 notifications (#111 to #240) are missing" && rest.count == 130)
    expect(rest.last?.text, equals: "239 bpm  contact")
    expect(
      found.differences.withRuns.map(\.message),
      equals: [
        "230 notifications (#11 to #240) are missing: first 10 bpm  contact, last 239 bpm  contact"
      ])
  }

  @Test func moreAtTheEndOfWhatIsNotClosedAreOneDifference() {
    let found = findings(stream(rates), stream(Array(rates.prefix(3)), hasEnd: false))
    expect(
      found.lines,
      equals: [
        "- Heart Rate Measurement: notifications #4 to #7 are missing: the actual side ends earlier"
      ])
  }

  @Test func aStreamThatNeverCameIsOneDifference() {
    let none = SequenceScript { _ in }
    expect(
      findings(stream(rates), none).lines,
      equals: ["- Heart Rate Measurement: all 7 notifications are missing"])
    expect(
      findings(none, stream([60])).lines,
      equals: ["+ Heart Rate Measurement: the only notification is extra"])
  }

  @Test func countsCanBeLoose() {
    let fewer = Array(rates.dropFirst(3))
    expect(findings(stream(rates), stream(fewer)) { $0.count = .within(3) }.lines, equals: [])
    expect(findings(stream(rates), stream(fewer)) { $0.count = .within(2) }.lines.count, equals: 3)
    expect(findings(stream(rates), stream([])) { $0.count = .ignore }.lines, equals: [])
  }

  @Test func byPositionOnlyTheCountIsLeft() {
    let found = findings(stream(rates), stream([1, 2, 3])) { $0.values = .ignore }
    expect(found.lines, equals: ["- Heart Rate Measurement: 7 notifications became 3"])
    expect(
      findings(stream(rates), stream([1, 2, 3, 4, 5, 6, 7])) { $0.values = .ignore }.lines,
      equals: [])
  }

  @Test func whatWasLostInTheRecordWasNotObserved() {
    var lossy = stream([97, 92, 93, 91, 86, 91])
    lossy.sequence.losses = [2]
    expect(
      findings(stream(rates), lossy).lines,
      equals: [
        "?- Heart Rate Measurement: 1 notification (#3) not observed: packets are missing in the"
          + " record of the actual side"
      ])
    lossy.sequence.losses = [1]
    expect(findings(stream(rates), lossy).differences.map(\.weight), equals: [.difference])
    // Where equal values stand around it, any of them may be the one that was lost.
    var constant = stream([5, 5, 5])
    constant.sequence.losses = [1]
    expect(
      findings(stream([5, 5, 5, 5]), constant).differences.map(\.weight), equals: [.notObserved])
    expect(
      findings(constant, stream([5, 5, 5, 5])).differences.map(\.weight), equals: [.notObserved])
  }

  @Test func beforeTheBeginNothingWasObserved() {
    var late = stream(Array(rates.dropFirst(2)))
    late.sequence.hasBegin = false
    expect(findings(stream(rates), late).differences.map(\.weight), equals: [.notObserved])
  }

  @Test func indicationsAreNoNotifications() {
    let indicated = SequenceScript {
      for rate in rates { $0.pulse(rate) { $0.kind = .indication } }
    }
    let found = findings(stream(rates), indicated)
    expect(found.differences.count, equals: 7)
    expect(
      found.lines.first, equals: "~ Heart Rate Measurement: notification #1: became an indication")
    let shape = findings(stream(rates), indicated) { $0.values = .shape }
    expect(
      shape.lines,
      equals: ["~ Heart Rate Measurement: indication #1 and 6 more: became an indication"])
  }

  @Test func ofVeryManyOnlyTheFirstAreListed() {
    let many = findings(stream(Array(0..<500)), stream(Array(500..<1000)))
    expect(many.differences.count, equals: FindingCollector.mostListed + 1)
    expect(many.lines.last, equals: "~ Heart Rate Measurement: 400 more are changed")
  }

  @Test func aConnectionStandsBeforeTheMessage() {
    var input = SequenceInput(
      sides: Sides(stream([1]).timeline, stream([2]).timeline, ComparisonOptions()),
      attributes: SequenceScript.attributes, expected: stream([1]).sequence,
      actual: stream([2]).sequence)
    input.connection = "connection 2"
    expect(
      compareSequences(input).differences.map(\.message),
      equals: ["connection 2, notification #1: 1 bpm became 2 bpm"])
  }
}
