import GATTSession
import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceTimeTests {
  private let tolerance: (inout ComparisonOptions) -> Void = { $0.timeTolerance = 200_000_000 }

  private func pulses(_ waits: [Double]) -> SequenceScript {
    SequenceScript { for (i, wait) in waits.enumerated() { $0.pulse(60 + i, after: wait) } }
  }

  @Test func timesCountOnlyWhenAskedFor() {
    expect(findings(pulses([1, 1, 1]), pulses([1, 5, 1])).lines, equals: [])
  }

  @Test func oneDelayIsOneFinding() {
    expect(
      findings(pulses([1, 1, 1, 1]), pulses([3, 1.1, 1.2, 0.9]), tolerance).lines, equals: [])
    expect(
      findings(pulses([1, 1, 1, 1]), pulses([1, 3.5, 1, 1]), tolerance).lines,
      equals: [
        "@ Heart Rate Measurement: notification #2 comes 3.500 s instead of 1.000 s after the one"
          + " before"
      ])
  }

  @Test func anotherPaceIsOneFinding() {
    expect(
      findings(pulses([1, 1, 1, 1]), pulses([1, 2, 2, 2]), tolerance).lines,
      equals: [
        "@ Heart Rate Measurement: notifications #2 to #4, the first comes 2.000 s instead of 1.000"
          + " s after the one before"
      ])
  }

  @Test func requestsHaveTheirOwnSequence() {
    func script(_ wait: Double) -> SequenceScript {
      SequenceScript {
        $0.read(.location, [1])
        $0.pulse(60)
        $0.wait(wait)
        $0.read(.battery, [2])
        $0.read(.custom, [2])
      }
    }
    expect(
      findings(script(0), script(1), tolerance).lines,
      equals: [
        "@ Battery Level: read comes 2.030 s instead of 1.030 s after the request before"
      ])
  }

  /// Some pulses, and a read before or after them.
  private func order(
    _ count: Int, readFirst: Bool, wait: Double, times: Bool = true, reads: Int = 1
  ) -> SequenceScript {
    SequenceScript { script in
      if !times { script.time = nil }
      script.write(.pulseSwitch, [1, 0])
      func read() {
        for i in 0..<reads { script.read(i == 0 ? .location : .battery, [1]) }
      }
      if readFirst {
        read()
        script.wait(wait)
      }
      for i in 0..<count { script.pulse(60 + i) }
      if !readFirst {
        script.wait(wait)
        read()
      }
    }
  }

  @Test func aStreamThatBeginsElsewhereIsReordered() {
    expect(
      findings(
        order(3, readFirst: true, wait: 2), order(3, readFirst: false, wait: 2)
      ).lines,
      equals: [
        "> Heart Rate Measurement: the first notification came after read of Body Sensor Location,"
          + " now before it"
      ])
  }

  @Test func whatIsCloserThanAPeriodHasNoOrder() {
    expect(
      findings(
        order(3, readFirst: true, wait: 0), order(3, readFirst: false, wait: 0)
      ).lines, equals: [])
    expect(
      findings(
        order(1, readFirst: true, wait: -0.99), order(1, readFirst: false, wait: 0)
      ).lines, equals: [])
  }

  @Test func withoutTimesTwoRequestsMustLieBetween() {
    func found(_ reads: Int) -> Int {
      findings(
        order(2, readFirst: true, wait: 0, times: false, reads: reads),
        order(2, readFirst: false, wait: 0, times: false, reads: reads)
      ).differences.count
    }
    expect(found(1), equals: 0)
    expect(found(2), equals: 1)
  }

  @Test func thePhaseOfAPeriodicStreamNeverCounts() {
    func script(_ offset: Double) -> SequenceScript {
      SequenceScript { script in
        script.write(.pulseSwitch, [1, 0])
        script.wait(offset)
        for i in 0..<10 {
          script.pulse(60 + i)
          if i == 4 {
            script.wait(-offset)
            script.read(.battery, [1])
            script.wait(offset)
          }
        }
      }
    }
    expect(findings(script(0.1), script(0.9)).lines, equals: [])
  }
}
