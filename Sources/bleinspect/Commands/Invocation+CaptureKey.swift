import BTSnoop
import Bytes
import System
import Timeline

extension Invocation {
  func checkCaptureKey() throws(UsageError) {
    let takesJSON = command == .report
    if options.output.captureKey, !formats.contains(.ndjson), !formats.contains(.json) || !takesJSON
    {
      throw refused("--capture-key needs --format ndjson\(takesJSON ? " or json" : "")")
    }
  }

  /// What names the capture that a line is from; `nil` where lines do not say it: there is one
  /// capture, and no option asks for it.
  var captureKey: (CaptureInfo) -> CaptureKey? {
    let names = files.compactMap { try? InputName($0) }
    let follows = options.follows
    let isWanted = options.output.captureKey || files.count > 1
    let isFile = names.first?.member != nil
    let paths = Set(names.compactMap(\.path))
    let lengths = Set(paths.map(\.utf8.count))
    var hashes: [String: String] = [:]
    return { info in
      // The name of a capture in an archive starts with that of the archive.
      let fits = info.name.beginnings(lengths).filter(paths.contains)
      // An archive may have several.
      guard isWanted || !isFile && fits.contains(where: { info.name != $0 }) else { return nil }
      // A file that grows has no hash yet.
      guard !follows, let path = fits.max(by: { $0.utf8.count < $1.utf8.count }) else {
        return CaptureKey(path: info.name, sha256: nil)
      }
      let hash = hashes[path] ?? Self.sha256(path)
      hashes[path] = hash
      return CaptureKey(path: info.name, sha256: hash)
    }
  }

  /// The hash of a capture's file, or of the archive that it is in; `nil` for what can be read only once.
  var captureHash: @Sendable (CaptureInfo) -> String? {
    let paths = Set(files.compactMap { try? InputName($0) }.compactMap(\.path))
    let lengths = Set(paths.map(\.utf8.count))
    let follows = options.follows
    return { info in
      // A file that grows has no hash yet.
      guard !follows else { return nil }
      return info.name.beginnings(lengths).filter(paths.contains).max {
        $0.utf8.count < $1.utf8.count
      }
      .flatMap { Self.sha256($0) }
    }
  }

  /// In hex; `nil` for what can be read only once.
  static func sha256(_ path: String) -> String? {
    guard FileStatus(path: path)?.isRegular == true,
      let descriptor = try? Descriptor.open(reading: path)
    else { return nil }
    var hash = SHA256()
    var buffer = ReadBuffer()
    while true {
      guard let count = try? buffer.fill(from: descriptor) else { return nil }
      guard count > 0 else { break }
      hash.update(buffer.bytes)
      buffer.consume(count)
    }
    let digest = hash.finish()
    var text = ByteWriter(capacity: 64)
    text.append(hex: digest.rawBytes)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }
}

extension String {
  /// Itself, and what is before each of its colons, as far as it has one of some lengths.
  fileprivate func beginnings(_ lengths: Set<Int>) -> [String] {
    var found: [String] = []
    for (length, byte) in (Array(utf8) + [0x3A]).enumerated()
    where byte == 0x3A && lengths.contains(length) {
      found.append(String(decoding: utf8.prefix(length), as: UTF8.self))
    }
    return found
  }
}
