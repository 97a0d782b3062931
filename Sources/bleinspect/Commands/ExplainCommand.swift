import Bytes
import GATTSession
import Timeline
import Vocabulary

extension CommandDeclaration {
  static let explain = CommandDeclaration(
    operands: "[RULE]",
    operandWords: { FindingRule.all.map(\.identifier) },
    takesFiles: false,
    summary: "what a finding of stats means, and what to do",
    about:
      "Says of a rule when it applies and what to do about it; without RULE lists all rules with a line each.",
    examples: [
      ("bleinspect explain", "all rules"),
      ("bleinspect explain slow-answers", "one of them"),
    ],
    exitCodes: ["success", "output failed", "bad usage, or no such rule"],
    prepare: { invocation, _ throws(UsageError) in
      guard invocation.files.count <= 1 else { throw invocation.refused("explain takes one rule") }
      guard let name = invocation.files.first, FindingRule.named(name) == nil else { return }
      throw invocation.refused(
        "no rule \(quoted(name))"
          + Suggestion.clause(FindingRule.similar(to: name).map { quoted($0) }))
    },
    run: { ExplainCommand($0).run() })
}

/// `explain`: the table of rules, for a reader.
struct ExplainCommand {
  private let invocation: Invocation
  private let output = OutputChannel.standard

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    if let rule = invocation.files.first.flatMap(FindingRule.named) {
      output.stream.buffer.append(string: "\(rule.identifier)  \(rule.severity.rawValue)\n\n")
      paragraph(rule.condition)
      output.stream.buffer.append("\n")
      paragraph(rule.advice)
    } else {
      for (index, group) in FindingRule.groups.enumerated() {
        output.stream.buffer.append(string: (index > 0 ? "\n" : "") + "\(group.title)\n")
        for rule in group.rules { line(rule) }
      }
    }
    return output.finish()
  }

  /// `  warning  slow-answers                 answers take long`
  private func line(_ rule: FindingRule) {
    var line = ByteWriter(capacity: 128)
    line.append("  ")
    line.append(string: rule.severity.rawValue)
    line.tab(to: 11)
    line.append(string: rule.identifier)
    line.tab(to: 40)
    line.append(wrapped: Array(rule.summary.utf8).rawBytes, indent: 40)
    line.append("\n")
    output.stream.buffer.append(line.bytes)
  }

  private func paragraph(_ text: String) {
    output.stream.buffer.append(wrapped: text.rawBytes, indent: 0)
    output.stream.buffer.append("\n")
  }
}
