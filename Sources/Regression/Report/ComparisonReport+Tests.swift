import Bytes

/// A comparison as tests: a case for each thing that was compared, so that a CI system also lists
/// what passed.
extension ComparisonReport {
  package var tests: TestReport {
    var report = TestReport(name: "bleinspect diff")
    var indexes: [CaseKey: Int] = [:]
    func index(_ device: String?, subject: String, uuid: String?) -> Int {
      let key = CaseKey(
        group: device ?? actual.name, name: TextLines.title(subject, uuid: uuid))
      if let index = indexes[key] { return index }
      indexes[key] = report.cases.count
      report.cases.append(.init(group: key.group, name: key.name))
      return report.cases.count - 1
    }
    for subject in comparison.subjects {
      _ = index(subject.device, subject: subject.subject, uuid: subject.uuid)
    }
    for difference in comparison.differences.withRuns {
      let index = index(difference.device, subject: difference.subject, uuid: difference.uuid)
      if counts(difference) {
        report.cases[index].failures.append(failure(difference))
      } else {
        report.cases[index].remarks.append("\(difference.weight.words): \(difference.message)")
      }
    }
    // A case in which nothing could be compared did not pass.
    let compared = Set(
      comparison.subjects.map {
        CaseKey(group: $0.device ?? actual.name, name: TextLines.title($0.subject, uuid: $0.uuid))
      })
    for difference in notObserved {
      let key = CaseKey(
        group: difference.device ?? actual.name,
        name: TextLines.title(difference.subject, uuid: difference.uuid))
      guard !compared.contains(key), let index = indexes[key] else { continue }
      report.cases[index].skipped = report.cases[index].skipped ?? difference.message
    }
    for (side, problems) in [(expected, expected.problems), (actual, actual.problems)] {
      report.errors += problems.map { .init($0, file: side.file) }
    }
    report.errors += comparison.problems.map { .init($0) }
    return report
  }

  private func failure(_ difference: Difference) -> TestReport.Failure {
    var details = difference.context.map { "  \($0)" }
    details += difference.details
    details += EvidenceLines(difference, expected, actual).lines
    // Show it in the file that is kept with the sources.
    let isKept = expected.form != .capture
    return TestReport.Failure(
      difference.sentence, details: details,
      file: isKept ? expected.file : actual.file,
      line: isKept ? difference.expected?.line : nil)
  }
}

extension Difference {
  /// The message, with its kind if the words do not say it.
  fileprivate var sentence: String {
    let tells = ["missing", "extra", "became", "differ", "earlier", "later", "moved"].contains {
      message.includes($0)
    }
    return tells ? message : "\(kind.rawValue): \(message)"
  }
}

private struct CaseKey: Hashable {
  let group: String
  let name: String
}

extension ComparisonReport.Side {
  /// `nil`: standard input.
  fileprivate var file: String? { name == "-" ? nil : name }
}
