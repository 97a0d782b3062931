import Foundation
import TestSupport

/// The rules that the questions in `Tests/Questions` are about: each with bytes that show it, and with twins
/// that must not.
enum QuestionRules {
  /// Rules that a scene's answer has to have.
  static let shown: Set<String> = rules(in: "has = [")
  /// Rules that a scene's answer must not have.
  static let excluded: Set<String> = rules(in: "hasnot = [")

  private static func rules(in key: String) -> Set<String> {
    let folder = Program.root.appending(path: "Tests/Questions")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    var rules: Set<String> = []
    for file in files where file.pathExtension == "toml" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for list in text.components(separatedBy: "\n" + key).dropFirst() {
        let members = list.prefix { $0 != "]" }
        for rule in members.components(separatedBy: "rule = \"").dropFirst() {
          rules.insert(String(rule.prefix { $0 != "\"" }))
        }
      }
    }
    return rules
  }
}
