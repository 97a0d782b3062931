@testable import Regression

/// Comparisons made by hand.
enum DiffSample {
  static let expected = ComparisonReport.Side(name: "expected.ndjson", form: .baseline)
  static let actual = ComparisonReport.Side(name: "walk.btsnoop", form: .capture)

  /// One of each kind and weight, of two devices, out of their order.
  static var comparison: Comparison {
    var comparison = Comparison()
    let strap = "Polar H7 000607"
    var changed = Difference(
      .changed, device: strap, subject: "Heart Rate Measurement", uuid: "180D/2A37",
      "notification #3: 91 bpm became 18433 bpm")
    changed.expected = Evidence(
      line: 46, time: 4_700_000_000, value: "165b9c02a502", text: "91 bpm  contact")
    changed.actual = Evidence(
      line: 12, frame: 144, time: 4_701_900_000, value: "1701489c02a502")
    changed.context = [
      "notification #1: 97 bpm  contact", "notification #2: 92 bpm  contact  RR 0.643",
    ]
    var missing = Difference(
      .missing, device: strap, subject: "Heart Rate Measurement", uuid: "180D/2A37",
      "notification #5 is missing: 91 bpm  contact")
    missing.expected = Evidence(line: 48, time: 6_697_000_000, value: "065b")
    missing.context = changed.context + ["notification #4: 93 bpm  contact  RR 0.646"]
    var extra = Difference(
      .extra, device: strap, subject: "tree",
      "characteristic Heart Rate Control Point 180D/2A39 (write) is new")
    extra.actual = Evidence(line: 20, frame: 80)
    let order = Difference(
      .reordered, device: "SensorTag", subject: "connection 1", "MTU exchange came later")
    let timing = Difference(
      .timing, device: strap, subject: "connection 1", "2.000 s later than expected")
    let unseen = Difference(
      .changed, .notObserved, device: strap, subject: "Battery Level", uuid: "180F/2A19",
      "ACTUAL is encrypted there")
    let fact = Difference(
      .extra, .fact, subject: "connections", "one attempt to connect was cancelled")
    comparison.differences = [changed, order, missing, extra, timing, unseen, fact]
    comparison.subjects = [
      .init(
        device: strap, subject: "Heart Rate Measurement", uuid: "180D/2A37", expected: 7,
        actual: 6),
      .init(device: strap, subject: "tree", expected: 17, actual: 18),
      .init(
        device: strap, subject: "Body Sensor Location", uuid: "180D/2A38", expected: 1, actual: 1),
    ]
    return comparison
  }

  static func report(
    _ comparison: Comparison = comparison, isStrict: Bool = false
  ) -> ComparisonReport {
    ComparisonReport(comparison, expected: expected, actual: actual, isStrict: isStrict)
  }
}
