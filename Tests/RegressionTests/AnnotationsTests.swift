import Bytes
import Regression
import TestSupport
import Testing

@Suite struct AnnotationsTests {
  @Test func aFailureNamesItsPlace() {
    var report = TestReport(name: "bleinspect diff")
    report.cases = [
      .init(group: "Polar H7", name: "Heart Rate Measurement"),
      .init(group: "", name: "no att_error"),
    ]
    report.cases[0].failures = [
      .init("91 bpm became 18433 bpm", details: ["a", "b"], file: "./ci/a,b:c.ndjson", line: 46)
    ]
    report.cases[1].failures = [.init("2 of 3")]
    expect(
      text(report),
      equals: """
        ::error file=ci/a%2Cb%3Ac.ndjson,line=46,\
        title=Polar H7%3A Heart Rate Measurement::91 bpm became 18433 bpm%0Aa%0Ab
        ::error title=no att_error::2 of 3

        """)
  }

  @Test func whatHoldsIsNotReported() {
    var report = TestReport(name: "x")
    report.cases = [.init(group: "a", name: "b")]
    report.cases[0].remarks = ["c"]
    report.cases[0].skipped = "d"
    expect(text(report).isEmpty)
  }

  /// Nothing in a text ends its command or begins another.
  @Test func hostileTextStaysInItsCommand() {
    var report = TestReport(name: "x")
    report.cases = [.init(group: "\n::add-mask::a", name: "\r\n")]
    report.cases[0].failures = [.init("100%0A\r\n::error::x\u{2028}\u{1B}[2J")]
    expect(
      text(report),
      equals: """
        ::error title=\\x0a%3A%3Aadd-mask%3A%3Aa%3A \\x0d\\x0a::\
        100%250A\\x0d\\x0a::error::x\\u{2028}\\x1b[2J

        """)
  }

  @Test(arguments: [0, 1, 9, 10, 11, 5000]) func thereAreNoMoreThanGitHubShows(_ count: Int) {
    var report = TestReport(name: "bleinspect check")
    report.errors = count > 0 ? [.init("cut")] : []
    var test = TestReport.Case(group: "g", name: "n")
    test.failures = (1..<max(count, 1)).map { .init("failure \($0)") }
    report.cases = [test]
    let lines = text(report).split(separator: "\n")
    expect(lines.count, equals: min(count, 10))
    if count > 0 { expect(lines[0], equals: "::error title=bleinspect check::cut") }
    expect(
      lines.last?.contains("and \(count - 9) more; the log has all of them") == (count > 10)
        || count == 0)
  }

  private func text(_ report: TestReport) -> String {
    var out = ByteWriter()
    Annotations(report).write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
