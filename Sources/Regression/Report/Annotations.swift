import Bytes
import System

/// A report as workflow commands, which GitHub Actions shows beside the files that they name.
///
///     ::error file=expected.ndjson,line=46,title=Polar H7::91 bpm became 18433 bpm
///
/// The runner reads them from standard output and from standard error alike.
package struct Annotations {
  /// GitHub shows this many errors of one step, and silently drops the rest.
  package static let most = 10

  private let report: TestReport

  package init(_ report: TestReport) { self.report = report }

  package func write(to out: inout ByteWriter) {
    var failures = report.errors.map { (title: report.name, failure: $0) }
    for test in report.cases {
      let title = test.group.isEmpty ? test.name : "\(test.group): \(test.name)"
      failures += test.failures.map { (title, $0) }
    }
    let shown = failures.count > Self.most ? Self.most - 1 : failures.count
    for (title, failure) in failures.prefix(shown) { write(failure, title: title, to: &out) }
    let rest = failures.count - shown
    guard rest > 0 else { return }
    let summary = TestReport.Failure("and \(rest) more; the log has all of them")
    write(summary, title: report.name, to: &out)
  }

  private func write(
    _ failure: TestReport.Failure, title: String, to out: inout ByteWriter
  ) {
    out.append("::error ")
    if let file = failure.file {
      out.append("file=")
      // Paths are relative to the repository and do not start with `./`.
      append(WorkingFolder.relative(file), isProperty: true, to: &out)
      if let line = failure.line {
        out.append(",line=")
        out.append(decimal: Int(line))
      }
      out.append(",")
    }
    out.append("title=")
    append(title, isProperty: true, to: &out)
    out.append("::")
    append(failure.message, to: &out)
    for line in failure.details {
      out.append("%0A")
      append(line, to: &out)
    }
    out.append("\n")
  }

  /// - isProperty: it comes before the message, where commas and colons separate.
  private func append(_ text: String, isProperty: Bool = false, to out: inout ByteWriter) {
    var safe = ByteWriter(capacity: 256)
    safe.append(untrusted: text, escaping: .plain)
    for i in 0..<safe.count {
      switch safe.bytes.uint8(at: i) {
      case UInt8(ascii: "%"): out.append("%25")
      case UInt8(ascii: ":") where isProperty: out.append("%3A")
      case UInt8(ascii: ",") where isProperty: out.append("%2C")
      case let byte: out.append(byte: byte)
      }
    }
  }
}
