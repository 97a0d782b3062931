import Bytes
import TestSupport
import Testing

@testable import Regression

@Suite struct DiffTextTests {
  private func text(
    _ report: ComparisonReport, _ change: (inout DiffText.Options) -> Void = { _ in }
  ) -> String {
    var options = DiffText.Options()
    change(&options)
    var out = ByteWriter()
    DiffText(report, options: options).write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test func groupsByDeviceAndSubject() {
    expect(
      text(DiffSample.report()),
      equals: """
        expected.ndjson -> walk.btsnoop

        Polar H7 000607
          Heart Rate Measurement 180D/2A37
              notification #1: 97 bpm  contact
              notification #2: 92 bpm  contact  RR 0.643
            ~ notification #3: 91 bpm became 18433 bpm
                expected  line 46, 4.700 s    165b9c02a502
                actual    frame 144, 4.701 s  1701489c02a502
              notification #4: 93 bpm  contact  RR 0.646
            - notification #5 is missing: 91 bpm  contact
                expected  line 48, 6.697 s  065b
          tree
            + characteristic Heart Rate Control Point 180D/2A39 (write) is new
                actual    frame 80
          connection 1
            @ 2.000 s later than expected

        SensorTag
          connection 1
            > MTU exchange came later

        NOT OBSERVED   no difference, unless --strict is given
          Polar H7 000607, Battery Level 180F/2A19
            ? ACTUAL is encrypted there

        FACTS   never a difference
          connections
            . one attempt to connect was cancelled

        5 differences: 1 missing, 1 extra, 1 changed, 1 reordered, 1 timing; 3 subjects
          compared, 1 not observed, 1 fact
        different

        """)
  }

  @Test func countsWhatWasNotObservedWhereThatIsAsked() {
    let strict = text(DiffSample.report(isStrict: true))
    expect(strict.contains("    ? ACTUAL is encrypted there\n"))
    expect(!strict.contains("NOT OBSERVED"))
    expect(strict.contains("6 differences: "))
  }

  @Test func aSameComparisonIsShort() {
    var comparison = DiffSample.comparison
    comparison.differences = []
    expect(
      text(DiffSample.report(comparison)),
      equals: "expected.ndjson -> walk.btsnoop\n\n0 differences; 3 subjects compared\nsame\n")
  }

  @Test func troubleIsNeverSame() {
    var report = DiffSample.report(Comparison())
    report.actual.problems = ["walk.btsnoop: offset 9: cut"]
    expect(report.outcome, equals: .trouble)
    expect(
      text(report).hasSuffix(
        "\n0 differences; 0 subjects compared; not all could be compared\ntrouble\n"))
    expect(text(report).contains("\nTROUBLE\n  ! walk.btsnoop: offset 9: cut\n"))
  }

  @Test func aLongListIsBounded() {
    var comparison = Comparison()
    for index in 0..<1000 {
      comparison.differences.append(
        Difference(.missing, device: "x", subject: "s", "notification #\(index) is missing"))
      comparison.differences.append(
        Difference(.missing, .fact, device: "x", subject: "s", "fact \(index)"))
    }
    let short = text(DiffSample.report(comparison))
    expect(short.contains("... and 800 more: --all shows them\n"))
    expect(short.contains("  ... and 980 more: --all shows them\n"))
    expect(short.contains("#199 ") && !short.contains("#200 "))
    let all = text(DiffSample.report(comparison)) { $0.showsAll = true }
    expect(all.contains("#999 ") && all.contains("fact 999\n") && !all.contains("..."))
    expect(short.contains("1000 differences: 1000 missing; 0 subjects compared, 1000 facts\n"))
  }

  private func missing(_ numbers: some Sequence<Int>) -> [Difference] {
    numbers.map { number in
      var difference = Difference(
        .missing, device: "x", subject: "s", "value #\(number) is missing: \(number) bpm")
      difference.numbers = ItemNumbers(title: "value", plural: "values", range: number...number)
      difference.expected = Evidence(
        line: UInt32(number + 10), time: Int64(number) * 1_000_000_000, value: "0\(number % 10)",
        text: "\(number) bpm")
      difference.context = ["value #\(number - 1): \(number - 1) bpm"]
      return difference
    }
  }

  @Test func aRunOfMissingValuesIsOne() {
    var comparison = Comparison()
    comparison.differences = missing(21...60) + missing(62...64) + missing([65])
    expect(
      text(DiffSample.report(comparison)),
      equals: """
        expected.ndjson -> walk.btsnoop

        x
          s
              value #20: 20 bpm
            - 40 values (#21 to #60) are missing: first 21 bpm, last 60 bpm
                expected  line 31, 21.000 s  01
                to        line 70, 60.000 s  00
              value #61: 61 bpm
            - 4 values (#62 to #65) are missing: first 62 bpm, last 65 bpm
                expected  line 72, 62.000 s  02
                to        line 75, 65.000 s  05

        44 differences: 44 missing; 0 subjects compared
        different

        """)
    let all = text(DiffSample.report(comparison)) { $0.showsAll = true }
    expect(all.contains("- value #40 is missing: 40 bpm\n"))
    expect(DiffSample.report(comparison).tests.cases[0].failures.count, equals: 2)
    comparison.differences = missing(21...23) + missing(25...27)
    expect(text(DiffSample.report(comparison)).contains("- value #22 is missing: 22 bpm\n"))
  }

  @Test func wrapsAtEightyColumnsInASCII() {
    var comparison = DiffSample.comparison
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    comparison.differences[0].message = words
    comparison.differences[0].context = [words]
    comparison.differences[5].message = words
    comparison.limits = [words]
    comparison.differences[2].expected?.value = String(repeating: "ab", count: 300)
    let lines = text(DiffSample.report(comparison)).split(separator: "\n")
    expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    expect(lines.contains { $0.hasPrefix("LIMITS") })
  }

  @Test func showsLongValuesFromWhereTheyDiffer() {
    let same = String(repeating: "00", count: 40)
    let (expected, actual) = EvidenceLines.values(same + "01", actual: same + "02ff")
    expect(expected, equals: "...0000000001")
    expect(actual, equals: "...0000000002ff")
    let (whole, empty) = EvidenceLines.values(same, actual: "")
    expect(whole, equals: String(repeating: "00", count: 16) + "... (40 octets)")
    expect(empty, equals: "(no bytes)")
    expect(EvidenceLines.values(same + same, actual: same).actual, equals: "...00000000")
    expect(EvidenceLines.values(nil, actual: "0102") == ("", "0102"))
  }

  @Test func textFromTheAirSteersNothing() {
    var comparison = Comparison()
    for name in [
      "::error file=x::y", " ::stop-commands::t", "##[error]z", "\u{1B}[2J\n::add-path::/",
    ] {
      var difference = Difference(.changed, device: name, subject: name, name)
      difference.context = [name]
      comparison.differences.append(difference)
    }
    comparison.limits = ["::error::z"]
    var report = DiffSample.report(comparison)
    report.expected.name = "::error::file"
    for options in [false, true] {
      let out = text(report) { $0.isColored = options }
      expect(!out.contains("##["))
      let plain = out.replacing("\u{1B}[0m", with: "")
      for line in plain.split(separator: "\n") {
        expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
      }
      if !options { expect(!out.contains("\u{1B}")) }
    }
  }

  @Test func colorsOnlyWhereAsked() {
    let out = text(DiffSample.report()) { $0.isColored = true }
    expect(out.contains("\u{1B}[1mPolar H7 000607\u{1B}[0m\n"))
    expect(out.contains("\u{1B}[33m    ~ notification #3"))
    expect(out.hasSuffix("\u{1B}[31mdifferent\u{1B}[0m\n"))
  }
}
