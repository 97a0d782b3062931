import ATTDissector
import Bytes
import GATTSession
import TestSupport
import Testing

@testable import Regression

@Suite struct SequenceValueModeTests {
  private func pulses(_ rates: [Int]) -> SequenceScript { SequenceScript { $0.pulses(rates) } }

  @Test func aRangeAllowsAnyNumberInIt() {
    let range: (inout ComparisonOptions) -> Void = { $0.ranges["heart_rate_bpm"] = 40...200 }
    expect(findings(pulses([91, 92, 93]), pulses([60, 199, 40]), range).lines, equals: [])
    expect(
      findings(pulses([91, 92, 93]), pulses([60, 300, 40]), range).lines,
      equals: ["~ Heart Rate Measurement: notification #2: heart_rate_bpm: 300, outside of 40..200"]
    )
    // Outside on both sides is wrong all the same.
    expect(findings(pulses([300]), pulses([300]), range).differences.count, equals: 1)
    expect(findings(pulses([300]), pulses([91]), range).lines, equals: [])
    let both: (inout ComparisonOptions) -> Void = {
      range(&$0)
      $0.values = .shape
    }
    expect(
      findings(pulses([91, 91]), pulses([250, 10]), both).lines,
      equals: [
        "~ Heart Rate Measurement: notification #1 and 1 more: heart_rate_bpm: 250, outside of 40..200"
      ])
  }

  @Test func otherKeysMustBeEqual() {
    let contact = SequenceScript { $0.pulse(60, contact: "not_detected") }
    let found = findings(pulses([91]), contact) { $0.ranges["heart_rate_bpm"] = 40...200 }
    expect(
      found.lines,
      equals: [
        "~ Heart Rate Measurement: notification #1: sensor_contact: detected became not_detected"
      ])
  }

  @Test func tolerancesAreAbsoluteOrAPercentage() {
    func found(_ actual: Int, _ tolerance: ComparisonOptions.Tolerance) -> [String] {
      findings(pulses([100, 50]), pulses([100, actual])) {
        $0.tolerances["heart_rate_bpm"] = tolerance
      }.lines
    }
    expect(found(52, .init(2)), equals: [])
    expect(
      found(53, .init(2)),
      equals: ["~ Heart Rate Measurement: notification #2: heart_rate_bpm: 50 became 53"])
    expect(found(48, .init(2)), equals: [])
    expect(found(55, .init(10, isPercent: true)), equals: [])
    expect(found(56, .init(10, isPercent: true)).count, equals: 1)
  }

  @Test func keysCanBeIgnoredEverywhereOrOfOneAttribute() {
    func found(_ ignored: ComparisonOptions.Ignored) -> [String] {
      findings(pulses([91]), pulses([92])) { $0.ignored = [ignored] }.lines
    }
    expect(found(.key("heart_rate_bpm")), equals: [])
    expect(found(.keyOfAttribute(0x2A37, "heart_rate_bpm")), equals: [])
    expect(found(.keyOfAttribute(0x180D, "heart_rate_bpm")), equals: [])
    expect(found(.keyOfAttribute(0x2A19, "heart_rate_bpm")).count, equals: 1)
    expect(found(.key("sensor_contact")).count, equals: 1)
    // The key may even be missing on one side.
    let beats = SequenceScript { $0.pulse(91, rr: [0.64]) }
    let without = findings(beats, pulses([91])) {
      $0.ignored = [.key("rr_intervals_s"), .key("rr_intervals_ms")]
    }
    expect(without.lines, equals: [])
    // One of both goes with the other: they are one number in two units.
    for key in ["rr_intervals_s", "rr_intervals_ms"] {
      expect(findings(beats, pulses([91])) { $0.ignored = [.key(key)] }.lines, equals: [])
    }
    expect(
      findings(beats, pulses([91])) { $0.ignored = [.key("sensor_contact")] }.lines.count, equals: 1
    )
  }

  /// A number that is reported in two units is one number.
  @Test func aToleranceHoldsInBothUnits() {
    let first = SequenceScript { $0.pulse(91, rr: [0.64]) }
    let second = SequenceScript { $0.pulse(91, rr: [0.65]) }
    func found(_ key: String, _ amount: Double) -> Int {
      findings(first, second) { $0.tolerances = [key: .init(amount)] }.lines.count
    }
    expect(found("rr_intervals_s", 0.02), equals: 0)
    expect(found("rr_intervals_ms", 20), equals: 0)
    expect(found("rr_intervals_s", 0.002), equals: 1)
    expect(found("rr_intervals_ms", 2), equals: 1)
    expect(findings(first, second) { $0.ranges = ["rr_intervals_s": 0.3...2] }.lines, equals: [])
  }

  @Test func modesAreByUUIDTheInnermostFirst() {
    func found(_ modes: [BluetoothUUID: ComparisonOptions.ValueMode]) -> Int {
      findings(pulses([91]), pulses([92])) { $0.valuesOfAttribute = modes }.differences.count
    }
    expect(found([0x2A37: .ignore]), equals: 0)
    expect(found([0x180D: .shape]), equals: 0)
    expect(found([0x180D: .shape, 0x2A37: .exact]), equals: 1)
    expect(found([0x180F: .ignore]), equals: 1)
  }

  @Test func aNewDecoderIsNoDifference() {
    let undecoded = SequenceScript { script in
      script.wait(1)
      script.add(.notification, .pulse, [6, 91, 0])
    }
    expect(findings(undecoded, pulses([91])).lines, equals: [])
    expect(
      findings(undecoded, pulses([91])) { $0.ranges["heart_rate_bpm"] = 1...200 }.lines, equals: [])
    expect(findings(undecoded, pulses([92])) { $0.values = .shape }.lines, equals: [])
    let long = SequenceScript { $0.add(.notification, .pulse, [6, 91, 0, 0]) }
    expect(
      findings(undecoded, long) { $0.values = .shape }.lines,
      equals: ["~ Heart Rate Measurement: notification #1: 3 bytes became 4"])
  }

  /// What is in groups, and in lists of groups, is compared by its keys, too.
  @Test(arguments: [EventKind.notification, .read])
  func keysInGroupsCount(kind: EventKind) {
    func script(_ glucose: Int, contact: String = "detected") -> SequenceScript {
      let decoded =
        #"{"records":[{"glucose_mg_per_dl":\#(glucose),"sensor_contact":"\#(contact)"}]}"#
      return SequenceScript {
        $0.add(kind, .custom, [UInt8(truncatingIfNeeded: glucose)], decoded: decoded)
      }
    }
    func found(
      _ actual: SequenceScript, _ change: (inout ComparisonOptions) -> Void = { _ in }
    ) -> [String] {
      findings(script(102), actual, change).lines.map { line in
        line.split(separator: ": ", maxSplits: 2).last.map(String.init) ?? ""
      }
    }
    expect(
      found(script(103)) { $0.ignored = [.key("sensor_contact")] },
      equals: ["glucose_mg_per_dl: 102 became 103"])
    expect(found(script(103)) { $0.ignored = [.key("glucose_mg_per_dl")] }, equals: [])
    expect(
      found(script(103, contact: "not_detected")) { $0.ignored = [.key("glucose_mg_per_dl")] },
      equals: ["sensor_contact: detected became not_detected"])
    expect(found(script(103)) { $0.ignored = [.key("records")] }, equals: [])
    expect(found(script(103)) { $0.tolerances["glucose_mg_per_dl"] = .init(1) }, equals: [])
    expect(
      found(script(104)) { $0.tolerances["glucose_mg_per_dl"] = .init(1) },
      equals: ["glucose_mg_per_dl: 102 became 104"])
    expect(found(script(103)) { $0.ranges["glucose_mg_per_dl"] = 40...400 }, equals: [])
    expect(
      found(script(600)) { $0.ranges["glucose_mg_per_dl"] = 40...400 },
      equals: ["glucose_mg_per_dl: 600, outside of 40..400"])
    expect(found(script(600)) { $0.values = .shape }, equals: [])
    expect(
      found(script(102, contact: "not_detected")) {
        $0.values = .shape
        $0.ignored = [.key("glucose_mg_per_dl")]
      }, equals: ["sensor_contact: detected became not_detected"])
  }

  @Test func howANumberIsWrittenDoesNotCount() {
    func script(_ decoded: String, _ value: UInt8) -> SequenceScript {
      SequenceScript { $0.add(.notification, .custom, [value], decoded: decoded) }
    }
    let one = script(#"{"a":1.50,"b":"x","c":0}"#, 1)
    let two = script(#"{ "c": 9, "b" : "\u0078", "a": 15e-1 }"#, 2)
    expect(findings(one, two) { $0.ignored = [.key("c")] }.lines, equals: [])
    expect(
      findings(one, two) { $0.ignored = [.key("a")] }.lines,
      equals: [
        "~ FFF1: notification #1: c: 0 became 9"
      ])
  }

  @Test func ofACutValueTheBeginningCounts() {
    func script(_ value: [UInt8], cut: Bool = false) -> SequenceScript {
      SequenceScript { $0.read(.custom, value) { $0.isTruncated = cut } }
    }
    expect(
      findings(script([1, 2, 3, 4]), script([1, 2], cut: true)).lines,
      equals: [
        "?~ FFF1: 1 read cut off in the record of the actual side: only their beginnings were compared"
      ])
    expect(
      findings(script([], cut: true), script([1, 2, 3, 4])).lines,
      equals: [
        "?~ FFF1: 1 read cut off in the record of the expected side: not one octet was compared"
      ])
    // Neither side shows what the other does not.
    expect(
      findings(script([1, 2], cut: true), script([1, 2], cut: true)).differences.map(\.weight),
      equals: [.fact])
    expect(findings(script([1, 2, 3, 4]), script([1, 3], cut: true)).lines.count, equals: 1)
    expect(findings(script([1, 2, 3, 4]), script([1, 2])).lines.count, equals: 1)
    expect(findings(script([1]), script([1, 2], cut: true)).lines.count, equals: 1)
  }

  @Test func ofCutNotificationsTheRestIsNotObserved() {
    let whole = SequenceScript { $0.pulses([60, 61, 62]) }
    let cut = SequenceScript {
      $0.pulse(60)
      for _ in 0..<2 {
        $0.pulse(0) {
          $0.isTruncated = true
          $0.value.count = 0
        }
      }
    }
    expect(
      findings(whole, cut).lines,
      equals: [
        "?~ Heart Rate Measurement: 2 notifications cut off in the record of the actual side: "
          + "not one octet was compared"
      ])
    expect(
      findings(whole, cut) { $0.values = .shape }.differences.map(\.weight), equals: [.notObserved])
    expect(findings(whole, cut) { $0.values = .ignore }.lines, equals: [])
  }

  @Test func theModeOfACharacteristicIsNotThatOfItsDescriptors() {
    func script(_ value: [UInt8]) -> SequenceScript {
      SequenceScript { $0.write(.pulseSwitch, value) }
    }
    func count(_ modes: [BluetoothUUID: ComparisonOptions.ValueMode]) -> Int {
      findings(script([1, 0]), script([2, 0])) { $0.valuesOfAttribute = modes }.differences.count
    }
    expect(count([0x2A37: .ignore]), equals: 1)
    expect(count([0x2902: .ignore]), equals: 0)
    expect(count([0x180D: .ignore]), equals: 0)
  }
}
