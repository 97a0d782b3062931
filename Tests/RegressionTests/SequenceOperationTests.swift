import GATTSession
import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceOperationTests {
  private typealias Known = SequenceScript.Known

  private func reads(_ attributes: [Known], hasEnd: Bool = true) -> SequenceScript {
    var script = SequenceScript { script in
      for attribute in attributes { script.read(attribute, [UInt8(attribute.rawValue)]) }
    }
    script.sequence.hasEnd = hasEnd
    return script
  }

  @Test func aValueThatChanged() {
    let chest = SequenceScript { $0.read(.location, [1], text: "Chest") }
    let wrist = SequenceScript { $0.read(.location, [2], text: "Wrist") }
    expect(
      findings(chest, wrist).lines, equals: ["~ Body Sensor Location: read: Chest became Wrist"])
    expect(findings(chest, wrist).differences[0].details, equals: ["01 became 02"])
  }

  @Test func anErrorIsWhatCameOfARequest() {
    let value = SequenceScript { $0.read(.location, [1], text: "Chest") }
    let refused = SequenceScript {
      $0.error(.location, opcode: 0x0A, code: 2, name: "Read Not Permitted")
    }
    let other = SequenceScript {
      $0.error(.location, opcode: 0x0A, code: 5, name: "Insufficient Authentication")
    }
    expect(
      findings(value, refused).lines,
      equals: ["~ Body Sensor Location: read: Chest became error Read Not Permitted"])
    expect(
      findings(refused, other).lines,
      equals: [
        "~ Body Sensor Location: read: error Read Not Permitted became error Insufficient"
          + " Authentication"
      ])
    expect(findings(refused, refused).lines, equals: [])
    // Whatever values count.
    expect(findings(value, refused) { $0.values = .ignore }.differences.count, equals: 1)
    let write = SequenceScript { $0.write(.control, [1]) }
    let refusedWrite = SequenceScript {
      $0.error(.control, opcode: 0x12, code: 0x80, name: "Application Error")
    }
    expect(
      findings(write, refusedWrite).lines,
      equals: ["~ Heart Rate Control Point: write: 01 became error Application Error"])
  }

  @Test func missingAndExtra() {
    expect(
      findings(reads([.location, .battery, .custom]), reads([.location, .custom])).lines,
      equals: ["- Battery Level: read is missing: 03"])
    expect(
      findings(reads([.location, .custom]), reads([.location, .battery, .custom])).lines,
      equals: ["+ Battery Level: read is extra: 03"])
  }

  @Test func whatIsThereSeveralTimesHasNumbers() {
    let three = SequenceScript { for i in 1...3 { $0.read(.battery, [UInt8(i)]) } }
    let two = SequenceScript {
      $0.read(.battery, [1])
      $0.read(.battery, [3])
    }
    expect(findings(three, two).lines, equals: ["- Battery Level: read #2 is missing: 02"])
  }

  @Test func aReadThatMovedIsOneFinding() {
    expect(
      findings(reads([.location, .battery]), reads([.battery, .location])).lines.count, equals: 1)
    let found = findings(
      reads([.location, .battery, .control, .custom]),
      reads([.battery, .control, .custom, .location]))
    expect(
      found.lines, equals: ["> Body Sensor Location: read first, now after read of FFF1"])
  }

  @Test func twoThatChangedPlacesAreOneFinding() {
    let found = findings(
      reads([.pulse, .location, .battery, .control, .custom]),
      reads([.pulse, .control, .battery, .location, .custom]))
    expect(
      found.lines,
      equals: [
        "> Body Sensor Location: read and read of Heart Rate Control Point changed places"
      ])
  }

  @Test func aBlockThatMovedIsOneFinding() {
    let found = findings(
      reads([.location, .battery, .pulse, .control, .custom]),
      reads([.pulse, .control, .custom, .location, .battery]))
    expect(
      found.lines, equals: ["> Body Sensor Location: read and 1 more first, now after read of FFF1"]
    )
  }

  @Test func aMovedReadWithAnotherValueIsBoth() {
    let moved = SequenceScript {
      $0.read(.battery, [3])
      $0.read(.custom, [4])
      $0.read(.location, [9])
    }
    let found = findings(reads([.location, .battery, .custom]), moved)
    expect(Set(found.differences.map(\.kind)), equals: [.reordered, .changed])
    expect(found.differences.count, equals: 2)
  }

  @Test func theCutEndOfARecordIsOneDifference() {
    let all: [Known] = [.location, .battery, .control, .custom]
    let found = findings(reads(all), reads([.location], hasEnd: false))
    expect(
      found.lines,
      equals: ["- Battery Level: 3 requests from here on are missing: the actual side ends earlier"]
    )
    expect(findings(reads(all), reads([.location])).lines.count, equals: 3)
  }

  /// The last request of a recording that goes on was not left out by its end.
  @Test func aRequestThatNotificationsFollowIsMissing() {
    func script(_ attributes: [Known]) -> SequenceScript {
      var script = reads(attributes, hasEnd: false)
      script.pulses([60, 61, 62])
      return script
    }
    expect(
      findings(script([.location, .battery]), script([.location])).lines,
      equals: ["- Battery Level: read is missing: 03"])
    expect(
      findings(reads([.location, .battery]), reads([.location], hasEnd: false)).lines,
      equals: ["?- Battery Level: read not observed: the actual side ends earlier"])
  }

  /// It is reported at the end, and belongs where it was sent.
  @Test func anUnansweredRequestIsWhereItWasSent() {
    func script(asks: Bool) -> SequenceScript {
      var script = SequenceScript { script in
        var frame: UInt64 = 1
        for rate in 60..<70 {
          script.pulse(rate) { $0.frame = frame }
          frame += 2
        }
        if asks {
          script.add(.write, .control, [1]) {
            ($0.isUnanswered, $0.frame, $0.requestFrame) = (true, frame, 4)
          }
        }
      }
      script.sequence.hasEnd = false
      return script
    }
    expect(
      findings(script(asks: false), script(asks: true)).lines,
      equals: ["+ Heart Rate Control Point: write is extra: no answer"])
  }

  @Test func anAnswerThatTheRecordCannotHaveIsNotObserved() {
    var open = SequenceScript { $0.read(.battery, []) { $0.isUnanswered = true } }
    let answered = SequenceScript { $0.read(.battery, [92], text: "92 %") }
    expect(
      findings(answered, open).lines, equals: ["~ Battery Level: read: 92 % became no answer"])
    expect(
      findings(open, answered).lines, equals: ["~ Battery Level: read: no answer became 92 %"])
    expect(findings(open, open).lines, equals: [])
    open.sequence.hasEnd = false
    expect(findings(answered, open).differences.map(\.weight), equals: [.notObserved])
    open.sequence.hasEnd = true
    open.sequence.isOverheard = true
    expect(findings(answered, open).differences.map(\.weight), equals: [.notObserved])
  }

  @Test func lossesExplainWhatIsMissing() {
    var lossy = reads([.location, .custom])
    lossy.sequence.losses = [1]
    let found = findings(reads([.location, .battery, .custom]), lossy)
    expect(found.differences.map(\.weight), equals: [.notObserved])
    expect(found.differences.map(\.kind), equals: [.missing])
    lossy.sequence.losses = [2]
    expect(
      findings(reads([.location, .battery, .custom]), lossy).differences.map(\.weight),
      equals: [.difference])
  }

  @Test func responseTimesNeverCount() {
    let slow = SequenceScript { $0.read(.battery, [1]) { $0.responseTime = 9_000_000_000 } }
    let fast = SequenceScript { $0.read(.battery, [1]) { $0.responseTime = 1 } }
    expect(findings(slow, fast).lines, equals: [])
  }

  @Test func aLongValueMakesNoLongLine() {
    let long = SequenceScript { $0.read(.custom, [UInt8](repeating: 7, count: 512)) }
    let other = SequenceScript {
      $0.read(.custom, [UInt8](repeating: 7, count: 300) + [UInt8](repeating: 8, count: 212))
    }
    let found = findings(long, other)
    expect(found.lines.count, equals: 1)
    for line in found.lines + found.differences[0].details { expect(line.count < 200, "\(line)") }
    let missing = findings(long, SequenceScript { $0.read(.battery, [1]) })
    for line in missing.lines { expect(line.count < 200, "\(line)") }
    // Scripts get all of it.
    expect(found.differences[0].expected?.value?.count, equals: 1024)
  }

  @Test func aRangeCountsForReads() {
    func script(_ level: Int) -> SequenceScript {
      SequenceScript {
        $0.add(
          .read, .battery, [UInt8(level)], decoded: #"{"battery_level_percent":\#(level)}"#,
          text: "\(level) %")
      }
    }
    let range: (inout ComparisonOptions) -> Void = { $0.ranges["battery_level_percent"] = 20...100 }
    expect(findings(script(92), script(33), range).lines, equals: [])
    expect(
      findings(script(92), script(3), range).lines,
      equals: ["~ Battery Level: read: battery_level_percent: 3, outside of 20..100"])
  }
}
