import BTSnoop
import Bytes
import Regression
import System
import Vocabulary

/// The rules of a command line: those in files first, then its own.
struct RuleSource {
  /// More than anybody writes, and few enough for the longest timeline.
  static let maximumRules = 1000
  /// The most errors reported at once.
  private static let maximumErrors = 10

  private let options: CheckOptions

  init(_ options: CheckOptions) { self.options = options }

  /// - Throws: all messages.
  func rules() throws(OutputError) -> [Rule] {
    var rules: [Rule] = []
    var errors: [RuleError] = []
    for path in options.ruleFiles {
      let bytes = try Self.contents(of: path)
      let (found, wrong) = RuleFile.rules(bytes, file: path)
      if found.isEmpty, wrong.isEmpty {
        throw OutputError(message: "--rules: \(shown(path)): no rules")
      }
      // A line of standard input cannot be looked up.
      rules += path == "-" ? found.map(\.withoutOrigin) : found
      errors += wrong
    }
    for text in options.rules {
      do { rules.append(try Rule(text)) } catch { errors.append(error) }
    }
    guard errors.isEmpty else {
      var lines = errors.prefix(Self.maximumErrors).map(Self.message)
      let rest = errors.count - lines.count
      if rest > 0 { lines.append("and \(rest) more") }
      throw OutputError(message: lines.joined(separator: "\n"))
    }
    guard rules.count <= Self.maximumRules else {
      throw OutputError(
        message: "too many rules: \(rules.count), at most \(Self.maximumRules)")
    }
    return rules
  }

  private static func contents(of path: String) throws(OutputError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      let limit = RuleFile.maximumLength
      bytes =
        path == "-"
        ? try Invocation.contents(of: .standardInput, limit: limit)
        : try Invocation.contents(of: path, limit: limit)
    } catch {
      throw OutputError(message: "--rules: \(shown(path)): \(error.message)")
    }
    if let other = kind(of: bytes) {
      throw OutputError(
        message: "--rules: \(shown(path)): is \(other), and no rules; what is checked stands "
          + "without an option")
    }
    guard bytes.count <= RuleFile.maximumLength else {
      throw OutputError(message: "--rules: \(shown(path)): larger than 1 MiB")
    }
    return bytes
  }

  /// What a file is that has no rules, if that is plain; each of them would be a wrong one.
  private static func kind(of bytes: [UInt8]) -> String? {
    if CaptureInfo.Format.detect(bytes.rawBytes) != nil { return "a capture" }
    if TimelineReader.detects(bytes.rawBytes) == true { return "a timeline" }
    return bytes.contains(0) ? "no text" : nil
  }

  /// What is wrong, the rule, and a marker below the offending word.
  private static func message(_ error: RuleError) -> String {
    let origin = error.origin.map { "\(shown($0.file)):\($0.line): " } ?? "rule: "
    var sentence = origin + error.problem.message + Suggestion.clause(error.suggestions)
    if error.origin == nil, fileExists(error.text) {
      sentence =
        "\(quoted(error.text)) is a file, not a rule: only one capture is checked; "
        + "to read rules from a file, use --rules \(shown(error.text))"
      return sentence
    }
    if let foreign = error.foreign { sentence += "; \(foreign)" }
    guard !error.place.isEmpty || !error.text.isEmpty else { return sentence }
    return sentence + "\n" + marked(error)
  }

  /// Only the part around the word is shown of long rules.
  private static func marked(_ error: RuleError) -> String {
    let width = 70
    let text = Array(error.text)
    let start = min(error.place.lowerBound, text.count)
    let end = min(max(error.place.upperBound, start), text.count)
    let first = text.count <= width ? 0 : max(0, min(start - 20, text.count - width))
    let last = min(text.count, first + width)
    func safe(_ range: Range<Int>) -> String {
      String(quoted(String(text[range])).dropFirst().dropLast())
    }
    let before = safe(first..<start)
    let word = safe(start..<max(start, min(end, last)))
    return "  " + before + word + safe(max(start, min(end, last))..<last) + "\n  "
      + String(repeating: " ", count: before.count)
      + String(repeating: "^", count: max(1, word.count))
  }
}
