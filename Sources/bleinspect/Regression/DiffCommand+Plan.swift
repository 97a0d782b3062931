import BTSnoop
import Bytes
import GATTSession
import Regression
import System

extension DiffCommand {
  /// Reads the files that the options name, and checks whether the sides can be read.
  func plan() throws(OutputError) -> Plan {
    let isNew = options.diff.updates && FileStatus(path: invocation.files[0]) == nil
    if isNew {
      var actual = invocation
      actual.files = [invocation.files[1]]
      try actual.checkInputs()
    } else {
      try invocation.checkInputs()
    }
    let (configuration, name) = try configuration()
    let counts = ComparisonOptions(
      configuration: configuration?.settings ?? [], commandLine: options.diff.settings)
    if let contradiction = counts.contradiction {
      throw OutputError(
        message: name.map { "\(shown($0)): \(contradiction)" } ?? "--\(contradiction)")
    }
    var reading = invocation
    let folder = name.map(Self.folder) ?? ""
    let files = (configuration?.treeFiles ?? []).map { $0.hasPrefix("/") ? $0 : folder + $0 }
    reading.options.knowledge.treeFiles = files + options.knowledge.treeFiles
    reading.options.diff.configuration = name
    try reading.checkOtherInputs()
    return Plan(counts: counts, session: try reading.sessionFromFiles(), isNew: isNew)
  }

  /// The configuration that `--config` names, else the one beside EXPECTED, if it exists.
  private func configuration() throws(OutputError) -> (DiffConfiguration?, name: String?) {
    guard let path = Self.configuration(of: invocation) else { return (nil, nil) }
    let bytes: [UInt8]
    do { bytes = try Invocation.contents(of: path, limit: DiffConfiguration.longest) } catch {
      throw OutputError(message: "\(shown(path)): \(error.message)")
    }
    guard bytes.count <= DiffConfiguration.longest else {
      throw OutputError(message: "\(shown(path)): larger than 1 MiB, not a configuration")
    }
    do { return (try DiffConfiguration(json: bytes), path) } catch {
      throw OutputError(message: "\(shown(path)): \(error.sentence)")
    }
  }

  /// The file with options that a comparison reads; `nil`: none.
  static func configuration(of invocation: Invocation) -> String? {
    let options = invocation.options.diff
    guard options.isConfigured, let expected = invocation.files.first else { return nil }
    if let given = options.configuration { return given }
    let beside = configuration(beside: expected)
    return beside.flatMap { FileStatus(path: $0) } == nil ? nil : beside
  }

  /// - Returns: `nil` for standard input, which has no folder.
  static func configuration(beside expected: String) -> String? {
    guard expected != "-" else { return nil }
    let path = (try? InputName(expected))?.path ?? expected
    return folder(of: path) + DiffConfiguration.fileName
  }

  /// The folder of a file with its slash; empty for the working directory.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
