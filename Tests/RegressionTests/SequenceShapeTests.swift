import ATTDissector
import GATTSession
import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceShapeTests {
  private func shape(_ expected: SequenceScript, _ actual: SequenceScript) -> [String] {
    findings(expected, actual) { $0.valuesOfAttribute = [0x2A37: .shape] }.lines
  }

  /// As a strap sends it: at times without RR intervals, at times with two.
  private func livePulse(_ seed: UInt64, count: Int = 12) -> SequenceScript {
    var random = SplitMix(seed: seed)
    return SequenceScript { script in
      for _ in 0..<count {
        let beats = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          Double(Int.random(in: 400...1100, using: &random)) / 1024
        }
        script.pulse(Int.random(in: 55...140, using: &random), rr: beats.isEmpty ? nil : beats)
      }
    }
  }

  @Test func anyPulseHasTheShapeOfAPulse() {
    for seed in 0..<200 {
      let lines = shape(livePulse(UInt64(seed)), livePulse(UInt64(seed) + 1000))
      expect(lines, equals: [], "seed \(seed)")
    }
  }

  @Test func anEnumeratedValueThatNeverCameIsADifference() {
    let expected = SequenceScript { $0.pulses([60, 61, 62, 63]) }
    let actual = SequenceScript {
      $0.pulse(70)
      for _ in 0..<3 { $0.pulse(71, contact: "not_detected") }
    }
    expect(
      shape(expected, actual),
      equals: [
        "~ Heart Rate Measurement: notification #2 and 2 more: sensor_contact: detected became"
          + " not_detected"
      ])
    // A value that the expected side has, too, need not come.
    expect(shape(actual, expected), equals: [])
  }

  /// Text that is no word of a list has no shape, in notifications as in what is read.
  @Test(arguments: [EventKind.notification, .read])
  func textMayDiffer(kind: EventKind) {
    func script(_ revision: String) -> SequenceScript {
      SequenceScript {
        $0.add(
          kind, .custom, Array(revision.utf8),
          decoded: #"{"firmware_revision":"\#(revision)"}"#, text: revision)
      }
    }
    expect(findings(script("1.4.0"), script("1.4.1")) { $0.values = .shape }.lines, equals: [])
    expect(findings(script("1.4.0"), script("1.4.1")).lines.count, equals: 1)
  }

  @Test func keysMustBeThoseOfTheExpectedSide() {
    let plain = SequenceScript { $0.pulses([60, 61]) }
    let energy = SequenceScript { script in
      script.pulse(60)
      script.add(
        .notification, .pulse, [14, 60, 1, 0],
        decoded: #"{"heart_rate_bpm":60,"sensor_contact":"detected","energy_expended_kj":1}"#)
    }
    let poor = SequenceScript { script in
      script.pulse(60)
      script.add(.notification, .pulse, [0, 60], decoded: #"{"heart_rate_bpm":60}"#)
    }
    let other = SequenceScript { script in
      script.pulse(60)
      script.add(
        .notification, .pulse, [6, 60],
        decoded: #"{"heart_rate_bpm":"x","sensor_contact":"detected"}"#)
    }
    expect(
      shape(plain, energy),
      equals: ["~ Heart Rate Measurement: notification #2: energy_expended_kj is extra"])
    // It came only now and then.
    expect(shape(energy, plain), equals: [])
    expect(
      shape(plain, poor),
      equals: ["~ Heart Rate Measurement: notification #2: sensor_contact is missing"])
    expect(
      shape(plain, other),
      equals: [
        "~ Heart Rate Measurement: notification #2: heart_rate_bpm: x, of another kind than expected"
      ])
  }

  @Test func arraysThatNeverComeAreOneDifference() {
    let beats = SequenceScript { for _ in 0..<6 { $0.pulse(60, rr: [1]) } }
    let none = SequenceScript { for _ in 0..<6 { $0.pulse(60) } }
    expect(
      shape(beats, none),
      equals: [
        "~ Heart Rate Measurement: rr_intervals_s, rr_intervals_ms never come, in no notification"
      ])
    expect(
      shape(none, beats),
      equals: ["~ Heart Rate Measurement: rr_intervals_s, rr_intervals_ms are extra"])
  }

  @Test func whatCannotBeDecodedIsADifference() {
    let plain = SequenceScript { $0.pulses([60, 61, 62]) }
    let broken = SequenceScript { script in
      script.pulses([60, 61])
      script.add(.notification, .pulse, [])
    }
    expect(
      shape(plain, broken),
      equals: ["~ Heart Rate Measurement: notification #3: the value cannot be decoded"])
  }

  @Test func aReadHasTheShapeOfItsCounterpart() {
    func script(_ location: String, _ code: Int) -> SequenceScript {
      SequenceScript {
        $0.add(
          .read, .location, [UInt8(code)],
          decoded: #"{"body_sensor_location":"\#(location)","body_sensor_location_code":\#(code)}"#,
          text: location)
      }
    }
    func found(_ actual: SequenceScript) -> [String] {
      findings(script("Chest", 1), actual) { $0.values = .shape }.lines
    }
    expect(found(script("Chest", 2)), equals: [])
    expect(found(script("Wrist", 2)), equals: ["~ Body Sensor Location: read: Chest became Wrist"])
  }

  @Test func withoutADecoderTheLengthCounts() {
    func script(_ values: [[UInt8]]) -> SequenceScript {
      SequenceScript { script in
        for value in values { script.add(.notification, .custom, value) }
      }
    }
    func found(_ actual: [[UInt8]]) -> [String] {
      findings(script([[1, 2], [3, 4]]), script(actual)) { $0.values = .shape }.lines
    }
    expect(found([[9, 9], [8, 8]]), equals: [])
    expect(found([[9, 9], [8]]), equals: ["~ FFF1: notification #2: 2 bytes became 1"])
  }
}
