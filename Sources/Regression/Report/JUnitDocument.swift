import Bytes
import System

/// A report as JUnit XML, in the form that GitLab, Jenkins and the GitHub reporters read.
///
/// One suite for each group, in order of first occurrence. Nothing depends on when it was written:
/// there is no time stamp, which no reader needs, and `time` is 0, since some readers calculate
/// with it and fail without a number.
package struct JUnitDocument {
  private let report: TestReport

  package init(_ report: TestReport) { self.report = report }

  package func write(to out: inout ByteWriter) {
    let suites = suites
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    out.append(attribute: "name", value: report.name)
    append(suites.flatMap(\.cases), errors: report.errors.count, to: &out)
    out.append(">\n")
    for suite in suites {
      out.append("  <testsuite")
      out.append(attribute: "name", value: suite.name)
      append(suite.cases, errors: 0, to: &out)
      out.append(">\n")
      for test in suite.cases { write(test, to: &out) }
      out.append("  </testsuite>\n")
    }
    writeErrors(to: &out)
    out.append("</testsuites>\n")
  }

  private var suites: [(name: String, cases: [TestReport.Case])] {
    var places: [String: Int] = [:]
    var suites: [(name: String, cases: [TestReport.Case])] = []
    for test in report.cases {
      let place = places[test.group, default: suites.count]
      if place == suites.count {
        places[test.group] = place
        suites.append((test.group, []))
      }
      suites[place].cases.append(test)
    }
    return suites
  }

  private func append(_ cases: [TestReport.Case], errors: Int, to out: inout ByteWriter) {
    out.append(attribute: "tests", value: cases.count + errors)
    out.append(attribute: "failures", value: cases.count { !$0.failures.isEmpty })
    out.append(attribute: "errors", value: errors)
    out.append(
      attribute: "skipped", value: cases.count { $0.failures.isEmpty && $0.skipped != nil })
    out.append(attribute: "time", value: 0)
  }

  private func write(_ test: TestReport.Case, to out: inout ByteWriter) {
    open(test.group, name: test.name, failure: test.failures.first, to: &out)
    guard !test.failures.isEmpty || test.skipped != nil || !test.remarks.isEmpty else {
      out.append("/>\n")
      return
    }
    out.append(">\n")
    if !test.failures.isEmpty {
      write(test.failures, as: "failure", to: &out)
    } else if let reason = test.skipped {
      out.append("      <skipped")
      out.append(attribute: "message", value: reason)
      out.append("/>\n")
    }
    if !test.remarks.isEmpty {
      out.append("      <system-out>")
      append(lines: test.remarks, to: &out)
      out.append("</system-out>\n")
    }
    out.append("    </testcase>\n")
  }

  /// Trouble is a suite of its own, so that a reader that counts cases sees a failure.
  private func writeErrors(to out: inout ByteWriter) {
    guard !report.errors.isEmpty else { return }
    out.append("  <testsuite")
    out.append(attribute: "name", value: report.name)
    append([], errors: report.errors.count, to: &out)
    out.append(">\n")
    for (index, error) in report.errors.enumerated() {
      open(report.name, name: index == 0 ? "input" : "input \(index + 1)", failure: error, to: &out)
      out.append(">\n")
      write([error], as: "error", to: &out)
      out.append("    </testcase>\n")
    }
    out.append("  </testsuite>\n")
  }

  private func open(
    _ group: String, name: String, failure: TestReport.Failure?, to out: inout ByteWriter
  ) {
    out.append("    <testcase")
    out.append(attribute: "classname", value: group)
    out.append(attribute: "name", value: name)
    if let file = failure?.file {
      out.append(attribute: "file", value: WorkingFolder.relative(file))
    }
    if let line = failure?.line { out.append(attribute: "line", value: Int(line)) }
    out.append(attribute: "time", value: 0)
  }

  /// One element for all: readers show only one of several in a case.
  private func write(
    _ failures: [TestReport.Failure], as element: StaticString, to out: inout ByteWriter
  ) {
    guard let first = failures.first else { return }
    let more = failures.count - 1
    out.append("      <")
    out.append(element)
    out.append(attribute: "message", value: first.message + (more > 0 ? " (and \(more) more)" : ""))
    out.append(attribute: "type", value: element.description)
    out.append(">")
    append(lines: failures.flatMap { [$0.message] + $0.details }, to: &out)
    out.append("</")
    out.append(element)
    out.append(">\n")
  }

  private func append(lines: [String], to out: inout ByteWriter) {
    for (index, line) in lines.enumerated() {
      if index > 0 { out.append("\n") }
      // On standard output GitHub's runner would obey a line that starts like this.
      let colon = line.drop { $0 == " " }.hasPrefix("::")
      if colon {
        out.append("&#58;")
        out.append(xml: String(line.drop { $0 == " " }.dropFirst()))
      } else {
        out.append(xml: line)
      }
    }
  }
}
