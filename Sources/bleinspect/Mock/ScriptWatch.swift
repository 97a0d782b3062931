import MockPeripheral

/// Which lines of a script were not done: a test that made no fault tests nothing.
final class ScriptWatch {
  /// More are only counted.
  private static let most = 10

  private let lines: [Int]
  private var done: Set<Int> = []

  init(_ script: MockScript) { lines = script.steps.map(\.line) }

  func note(_ occurrence: PlayedPeripheral.Occurrence) {
    switch occurrence {
    case .scripted(let line, _), .played(_, .scripted(let line, _)): done.insert(line)
    default: break
    }
  }

  /// For standard error; `nil` where all were done.
  var remark: String? {
    let undone = lines.filter { !done.contains($0) }
    guard undone.count > 1 else {
      return undone.first.map { "line \($0) of the script was never done" }
    }
    let named = undone.prefix(Self.most).map(String.init)
    let rest = undone.count - named.count
    let words = rest > 0 ? named.joined(separator: ", ") + " and \(rest) more" : list(named)
    return "lines \(words) of the script were never done"
  }

  private func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }
}
