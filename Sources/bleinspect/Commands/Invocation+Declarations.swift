import Bytes
import GATTValues
import JSONText
import System

/// A file of declarations, as messages need it.
struct DeclarationSource {
  let path: String
  let file: DeclarationFile
  let bytes: [UInt8]
  /// What is wrong with the file.
  let problems: [JSONError]

  /// - Throws: the message: file, line, and path within the file.
  init(_ path: String) throws(OutputError) {
    try self.init(reading: path)
    guard let first = problems.first else { return }
    let others = problems.count - 1
    let more =
      others == 0
      ? "" : " (and \(others) more error\(others == 1 ? "" : "s"): bleinspect decoders check)"
    throw OutputError(message: sentence(first) + more)
  }

  /// Whatever is wrong with its text.
  init(reading path: String) throws(OutputError) {
    do { bytes = try Invocation.contents(of: path, limit: DeclarationFile.maximumSize) } catch {
      throw OutputError(message: "\(shown(path)): \(error.message)")
    }
    self.path = path
    guard bytes.count <= DeclarationFile.maximumSize else {
      throw OutputError(message: "\(shown(path)): larger than 1 MiB")
    }
    var problems: [JSONError] = []
    file = DeclarationFile(bytes, &problems)
    self.problems = problems
  }

  func sentence(_ problem: JSONError) -> String {
    "\(shown(path)): \(problem.sentence(in: bytes))"
  }

  /// Adds the declarations to those that decode values.
  func load() throws(OutputError) {
    do { try DeclaredValues.load(file, from: path) } catch {
      throw OutputError(message: sentence(error))
    }
  }
}

extension Invocation {
  /// Loads `--decoders`, and the user's own files where the command shows values: those first, so
  /// that a file on the command line counts before them.
  func loadDeclarations() throws(OutputError) {
    if command.readsUserDeclarations, options.knowledge.readsUserFiles {
      for path in Self.userDeclarations() { try DeclarationSource(path).load() }
    }
    for path in options.knowledge.decoderFiles { try DeclarationSource(path).load() }
  }

  /// `$XDG_CONFIG_HOME/bleinspect/decoders/*.json`, sorted by name.
  static func userDeclarations() -> [String] {
    let folder: String
    if let configuration = environment("XDG_CONFIG_HOME"), configuration.hasPrefix("/") {
      folder = configuration
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      folder = "\(home)/.config"
    } else {
      return []
    }
    let place = "\(folder)/bleinspect/decoders"
    let names = try? Folder.names(place, limit: 10_000)
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { "\(place)/\($0)" }
  }
}

extension Command {
  /// Commands of CI depend on nothing but what they are given.
  var readsUserDeclarations: Bool {
    Command.viewers.contains(self) || self == .convert || self == .decoders
  }
}
