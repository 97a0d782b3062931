import Bytes
import Foundation
import System

/// A folder for the files of one test, gone with it.
final class Folder {
  let path = NSTemporaryDirectory() + "bleinspect-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Descriptor.create(file).write(bytes.rawBytes)
    return file
  }

  /// Runs a script of Python in the folder.
  func python(_ script: String) throws {
    try run("python3", "-c", script)
  }

  func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: path)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(words: words) }
  }

  struct Failure: Error { var words: [String] }
}
