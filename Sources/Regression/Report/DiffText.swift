import Bytes
import Timeline

/// Shows a comparison as text: what differs, by device, then by characteristic, with what came
/// before it and where it is.
package struct DiffText {
  package struct Options: Sendable {
    package var isColored = false
    /// Everything, however long.
    package var showsAll = false
    package init() {}
  }

  /// How many differences and remarks are shown, unless all are requested.
  package static let differences = 200
  package static let remarks = 20
  /// Lines of context before a difference.
  static let contextLines = 3

  private let report: ComparisonReport
  private let options: Options

  package init(_ report: ComparisonReport, options: Options = Options()) {
    self.report = report
    self.options = options
  }

  package func write(to out: inout ByteWriter) {
    line("\(report.expected.name) -> \(report.actual.name)", to: &out)
    let counted = options.showsAll ? report.counted : report.counted.withRuns
    let shown = options.showsAll ? counted[...] : counted.prefix(Self.differences)
    for device in GroupedDifferences.devices(of: shown) { write(device, to: &out) }
    if shown.count < counted.count {
      out.append("\n")
      line("... and \(counted.total - shown.total) more: --all shows them", to: &out)
    }
    section(
      "NOT OBSERVED", meaning: "no difference, unless --strict is given", all: report.notObserved,
      to: &out)
    section("FACTS", meaning: "never a difference", all: report.facts, to: &out)
    if !report.comparison.limits.isEmpty {
      out.append("\n")
      heading("LIMITS", to: &out)
      for limit in report.comparison.limits {
        for part in TextLines.wrapped(limit, first: "  ", rest: "  ") { line(part, to: &out) }
      }
    }
    if !report.problems.isEmpty {
      out.append("\n")
      heading("TROUBLE", to: &out)
      for problem in report.problems {
        for part in TextLines.wrapped(problem, first: "  ! ", rest: "    ") { line(part, to: &out) }
      }
    }
    out.append("\n")
    for part in TextLines.wrapped(summary, first: "", rest: "  ") { line(part, to: &out) }
    let word = report.outcome.rawValue
    painted(report.outcome == .same ? .green : .red, text: word, to: &out)
  }

  /// `2 differences: 1 changed, 1 extra; 14 subjects compared, 1 not observed`.
  package var summary: String {
    let counted = report.counted
    var out = Self.count(counted.total, "difference")
    let kinds = Difference.Kind.allCases.compactMap { kind -> String? in
      let count = counted.total(kind)
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    if !kinds.isEmpty { out += ": " + kinds.joined(separator: ", ") }
    out += "; \(Self.count(report.comparison.subjects.count, "subject")) compared"
    let unseen = report.notObserved.total
    if unseen > 0 { out += ", \(unseen) not observed" }
    let facts = report.facts.total
    if facts > 0 { out += ", \(Self.count(facts, "fact"))" }
    if report.outcome == .trouble { out += "; not all could be compared" }
    return out
  }

  static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  // MARK: Differences

  private func write(_ device: GroupedDifferences, to out: inout ByteWriter) {
    out.append("\n")
    heading(device.device ?? "Timeline", to: &out)
    // What was already shown is left out: context, and events that differ themselves.
    var reported: Set<String> = []
    for subject in device.subjects {
      line("  \(subject.title)", to: &out)
      for difference in subject.differences {
        for text in difference.context.suffix(Self.contextLines)
        where !reported.contains(Self.event(text, of: subject.title))
          && reported.insert(text).inserted
        {
          faint("      \(text.cut(to: TextLines.width - 6))", to: &out)
        }
        let events =
          difference.numbers.map { numbers in
            // Of a run, the last is what could be shown again.
            numbers.range.suffix(Self.contextLines).map {
              let item = "\(numbers.title) #\($0)"
              return "\(subject.title): \(numbers.connection.map { "\($0), \(item)" } ?? item)"
            }
          } ?? [Self.event(difference.message, of: subject.title)]
        for event in events { reported.formUnion([event, "\(event) of \(difference.subject)"]) }
        write(difference, to: &out)
      }
    }
  }

  /// The message; for an attribute in a tree, with its place.
  private static func words(of difference: Difference) -> String {
    guard difference.subject.hasPrefix("tree"), let uuid = difference.uuid,
      let slash = uuid.lastIndex(of: "/")
    else { return difference.message }
    return "\(difference.message) in \(uuid[..<slash])"
  }

  /// `notification #3` of a characteristic: the part before the colon, without what became of it.
  private static func event(_ text: String, of title: String) -> String {
    let event = text.prefix { $0 != ":" }
    let verb = [" is missing", " is extra"].first { event.hasSuffix($0) } ?? ""
    return "\(title): \(event.dropLast(verb.count))"
  }

  private func write(_ difference: Difference, to out: inout ByteWriter) {
    let sign = difference.weight == .notObserved ? "?" : difference.kind.sign
    for part in TextLines.wrapped(Self.words(of: difference), first: "    \(sign) ", rest: "      ")
    {
      painted(difference.kind.color, text: part, to: &out)
    }
    if options.showsAll || difference.message.hasSuffix("fields more") {
      for detail in difference.fields {
        for part in TextLines.wrapped(detail, first: "        ", rest: "          ") {
          line(part, to: &out)
        }
      }
    }
    let both = EvidenceLines(difference, report.expected, report.actual)
    for text in both.lines { line("        \(text)", to: &out) }
  }

  private func section(
    _ title: String, meaning: String, all: [Difference], to out: inout ByteWriter
  ) {
    guard !all.isEmpty else { return }
    out.append("\n")
    heading("\(title)   \(meaning)", to: &out)
    let shown = options.showsAll ? all[...] : all.prefix(Self.remarks)
    var group: String?
    for remark in shown {
      let place = [remark.device, TextLines.title(remark.subject, uuid: remark.uuid)]
        .compactMap(\.self).joined(separator: ", ")
      if place != group { line("  \(place)", to: &out) }
      group = place
      let sign = remark.weight == .fact ? "." : "?"
      for part in TextLines.wrapped(Self.words(of: remark), first: "    \(sign) ", rest: "      ") {
        line(part, to: &out)
      }
    }
    if shown.count < all.count {
      line("  ... and \(all.count - shown.count) more: --all shows them", to: &out)
    }
  }

  // MARK: Lines

  private func line(_ text: String, to out: inout ByteWriter) {
    TextLines.append(text, to: &out)
    out.append("\n")
  }

  private func heading(_ text: String, to out: inout ByteWriter) {
    painted(.bold, text: text, to: &out)
  }

  private func faint(_ text: String, to out: inout ByteWriter) {
    painted(.faint, text: text, to: &out)
  }

  private func painted(_ color: TextColor, text: String, to out: inout ByteWriter) {
    guard options.isColored else { return line(text, to: &out) }
    out.append(color.sequence)
    TextLines.append(text, to: &out)
    out.append("\u{1B}[0m\n")
  }
}

/// How output for a terminal differs.
private enum TextColor {
  case bold, faint, red, green, yellow

  var sequence: StaticString {
    switch self {
    case .bold: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .red: "\u{1B}[31m"
    case .green: "\u{1B}[32m"
    case .yellow: "\u{1B}[33m"
    }
  }
}

extension Difference {
  /// The decoded fields that changed, from the details: the bytes are already shown with the
  /// places.
  fileprivate var fields: [String] { details.filter { $0.contains(":") || $0.hasPrefix("and ") } }
}

extension Difference.Kind {
  /// The sign at the start of its line.
  var sign: String {
    switch self {
    case .missing: "-"
    case .extra: "+"
    case .changed: "~"
    case .reordered: ">"
    case .timing: "@"
    }
  }

  fileprivate var color: TextColor {
    switch self {
    case .missing: .red
    case .extra: .green
    case .changed, .reordered, .timing: .yellow
    }
  }
}
