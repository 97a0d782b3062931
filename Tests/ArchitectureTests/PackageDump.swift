import Foundation
import Testing

let root = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The targets of Package.swift, as SwiftPM itself understands them.
struct PackageDump: Decodable {
  let targets: [Target]

  struct Target: Decodable {
    let name: String
    let type: String
    let dependencies: [Dependency]
    let settings: [Setting]

    /// The others are headers of libraries, and texts that a C compiler embeds.
    var isSwift: Bool { type != "system" && name != "EmbeddedTexts" }
    var dependencyNames: [String] { dependencies.map(\.name) }
  }

  /// `{"byName": ["Bytes", null]}`; `target` and `product` are its longer forms.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let forms = try container.decode([String: [Element]].self)
      name = try #require(forms.values.first?.first?.text)
    }

    private struct Element: Decodable {
      let text: String?
      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  /// `{"tool": "swift", "kind": {"treatWarning": {"_0": "StrictMemorySafety", "_1": "error"}}}`.
  struct Setting: Decodable, Equatable {
    let tool: String
    let kind: [String: [String: Words]]

    /// One word, or the list of words that a setting with flags has.
    struct Words: Decodable, Equatable, ExpressibleByStringLiteral {
      let words: [String]

      init(stringLiteral word: String) { words = [word] }

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let word = try? container.decode(String.self) {
          words = [word]
        } else {
          words = try container.decode([String].self)
        }
      }
    }
  }

  /// Runs `swift package dump-package`, away from the build folder: `swift test` holds its lock.
  static func read() throws -> PackageDump {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let json = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode(PackageDump.self, from: json)
  }
}
