import BTSnoop
import Bytes
import Foundation
import GATTSession
import System
import Timeline

/// The captures of the project, and those of the folder `$BLEINSPECT_CAPTURES` if it is set.
enum Recordings {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Captures")

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  private static func isCapture(_ name: String) -> Bool {
    [".btsnoop", ".pcap", ".pcapng", ".log"].contains { name.hasSuffix($0) }
  }

  /// Octets of a capture at most: under a sanitizer, long ones would take most of the time and show
  /// nothing that others do not.
  private static let limit =
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains { ProcessInfo.processInfo.environment[$0] != nil }
    ? 128 << 10 : Int.max

  private static func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }

  static let all: [String] = {
    var found: [String] = []
    let folders: [String?] = [
      folder.path, ProcessInfo.processInfo.environment["BLEINSPECT_CAPTURES"],
    ]
    for folder in folders {
      guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      else { continue }
      for name in names.sorted()
      where isCapture(name) && size("\(folder)/\(name)") <= limit {
        found.append("\(folder)/\(name)")
      }
    }
    return found
  }()
}

/// A folder for a test's files, gone with it.
final class Folder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ data: some DataProtocol, named name: String) throws -> String {
    try Data(data).write(to: url.appending(path: name))
    return path(name)
  }

  func contents(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }

  /// What `--format ndjson` writes of captures.
  func timeline(of captures: [String], named name: String) throws -> String {
    let out = OutputStream(try Descriptor.create(path(name)))
    var pipeline = CapturePipeline(
      TimelineStage(NDJSONRenderer(out), session: .init(), sink: .init()))
    var reader = CaptureReader()
    try reader.read(captures, into: &pipeline)
    pipeline.end()
    out.flush()
    return path(name)
  }
}
