import Bytes
import System

/// One form of the output that goes to a file of its own, beside that on standard output or of `--output`.
struct FurtherOutput: Equatable, Sendable {
  var format: OutputFormat
  var path: String
  /// It is added to what the file has.
  var appends = false
}

/// The value of `--format`: a form of the output, or one of a further output.
enum FormatChoice: Sendable {
  case format(OutputFormat)
  case further(FurtherOutput)
}

extension OptionKind where Value == FormatChoice {
  static var output: Self {
    let format = OptionKind<OutputFormat>.format
    let value = OptionValue(
      placeholder: "FORMAT[=FILE]", example: "json", words: { $0.formats.map(\.rawValue) },
      isChoice: true)
    return Self(value) { text, command throws(SettingError) in
      guard let parts = text.cut(at: "=") else { return .format(try format.read(text, command)) }
      let word = String(parts.before)
      let path = String(parts.after)
      let chosen = try format.read(word, command)
      guard !path.isEmpty else { throw SettingError("expected a file after the =") }
      guard path != "-" else {
        throw SettingError(
          "expected a file after the =; --format \(word) alone writes to standard output")
      }
      return .further(FurtherOutput(format: chosen, path: path))
    }
  }
}

extension Invocation {
  /// The environment variable that names the file of `--summary`.
  static let summaryVariable = "GITHUB_STEP_SUMMARY"

  /// All forms of the output that are asked for.
  var formats: [OutputFormat] { [options.output.format] + options.output.further.map(\.format) }

  /// The command with one form of its output alone.
  func alone(_ output: FurtherOutput) -> Invocation {
    var alone = self
    alone.options.output.format = output.format
    alone.options.output.file = output.path
    alone.options.output.further = []
    return alone
  }

  /// Makes the file of `--summary` one of the outputs.
  mutating func takeSummary(_ environment: (String) -> String?) throws(UsageError) {
    guard options.output.summarizes else { return }
    guard let path = environment(Self.summaryVariable), !path.isEmpty else {
      throw refused(
        "--summary needs \(Self.summaryVariable): the file that a job of GitHub Actions shows as its "
          + "summary")
    }
    options.output.further.append(
      FurtherOutput(format: .markdown, path: path, appends: true))
  }

  /// Whether each output has a file of its own.
  func checkOutputs() throws(UsageError) {
    guard !options.output.further.isEmpty else { return }
    if options.follows {
      throw refused("--format FORMAT=FILE and --summary do not work with --follow")
    }
    if options.output.chart != nil {
      throw refused("--chart does not work with --format FORMAT=FILE and --summary")
    }
    var paths = [options.output.file].compactMap { $0.map(WorkingFolder.relative) }
    for output in options.output.further {
      if files.contains(output.path) {
        throw refused("--format: \(quoted(output.path)) is one of the captures")
      }
      let path = WorkingFolder.relative(output.path)
      let isStandardOutput =
        options.output.file == nil && FileStatus(path: path).map(Self.isStandardOutput) == true
      guard !isStandardOutput, !paths.contains(where: { FileStatus.isOneFile($0, path) }) else {
        throw refused("two outputs name the same file: \(quoted(output.path))")
      }
      paths.append(path)
    }
  }

  private static func isStandardOutput(_ file: FileStatus) -> Bool {
    file.isRegular && Descriptor.standardOutput.status.map(file.isSameFile) == true
  }
}
