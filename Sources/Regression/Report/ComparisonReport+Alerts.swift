import Bytes
import Timeline

extension ComparisonReport {
  /// What counts as a difference, for a service that shows alerts.
  /// - version: of this program.
  package func writeAlerts(
    as form: SARIFDocument.Form, version: String, to out: inout ByteWriter
  ) {
    var document = SARIFDocument(version: version)
    document.form = form
    document.subject = actual.name
    document.problems = problems
    let unseen = notObserved.total
    if unseen > 0 { document.remarks = ["\(unseen) not observed: no difference"] }
    let differences = counted.withRuns
    let kinds = Difference.Kind.allCases.filter { kind in
      differences.contains { $0.kind == kind }
    }
    document.rules = kinds.map { kind in
      .init(
        "diff-\(kind.rawValue)", .error, condition: kind.condition,
        advice: "Look at both places. If the change is wanted, bleinspect diff --update accepts it."
      )
    }
    document.write(differences, to: &out) { difference in
      result(difference, rule: kinds.firstIndex(of: difference.kind) ?? 0)
    }
  }

  private func result(_ difference: Difference, rule index: Int) -> SARIFDocument.Result {
    let subject = TextLines.title(difference.subject, uuid: difference.uuid)
    let about = [difference.device, subject].compactMap(\.self).joined(separator: ", ")
    // The file that is kept with the sources is the one that reviewers see.
    let isKept = expected.form != .capture
    let kept = isKept ? expected : actual
    return .init(
      rule: index,
      at: .init(
        path: kept.name, line: isKept ? difference.expected?.line.map { Int($0) } : nil,
        text: "\(about): \(difference.message)"),
      count: difference.count, frame: difference.actual?.frame, time: difference.actual?.time,
      connection: difference.actual?.connection.map { Int($0) }, subject: about,
      further: [(difference.expected, expected), (difference.actual, actual)].compactMap {
        evidence, side in evidence.map { place(of: $0, side: side) }
      })
  }

  private func place(of evidence: Evidence, side: Side) -> SARIFDocument.Place {
    let words = [evidence.place(in: side), evidence.text ?? evidence.value ?? ""]
    return .init(
      path: side.name, line: side.form == .capture ? nil : evidence.line.map { Int($0) },
      text: words.filter { !$0.isEmpty }.joined(separator: ": "))
  }
}

extension Difference.Kind {
  /// When it applies.
  fileprivate var condition: String {
    switch self {
    case .missing: "Something of the expected recording is not in the actual one."
    case .extra: "Something of the actual recording is not in the expected one."
    case .changed: "Something is otherwise in the actual recording."
    case .reordered: "Something comes at another place in the order."
    case .timing: "Something comes at another time, where times are compared."
    }
  }
}
