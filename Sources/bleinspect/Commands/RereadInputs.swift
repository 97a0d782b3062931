import BTSnoop
import Bytes
import System

/// Captures that are read more than once: what comes through a pipe is kept in an unnamed file.
struct RereadInputs {
  private enum Source {
    case path(String)
    case copy(Descriptor)
  }

  let names: [String]
  private let sources: [Source]

  init(_ names: [String]) throws(OutputError) {
    self.names = names
    var sources: [Source] = []
    for name in names {
      let path: String?
      do { path = try InputName(name).path } catch {
        throw OutputError(message: error.description)
      }
      let status = path.map { FileStatus(path: $0) } ?? Descriptor.standardInput.status
      if path != nil, status?.isRegular == true {
        // The name, not the path: it may be of a member of an archive.
        sources.append(.path(name))
      } else {
        do throws(SystemError) {
          sources.append(
            .copy(
              try Self.copied(
                try path.map { (path) throws(SystemError) in
                  try .open(reading: path)
                } ?? .standardInput)))
        } catch { throw OutputError(message: "\(shown(name)): \(error.message)") }
      }
    }
    self.sources = sources
  }

  private static func copied(_ source: Descriptor) throws(SystemError) -> Descriptor {
    let copy = try Descriptor.temporary()
    var buffer = ReadBuffer()
    while try buffer.fill(from: source) > 0 {
      try copy.write(buffer.bytes)
      let count = buffer.bytes.byteCount
      buffer.consume(count)
    }
    return copy
  }

  /// Reads all of them from the start.
  func read(_ watch: ReadingWatch?, into sink: inout some RecordSink) throws(CaptureError) {
    var reader = CaptureReader(watch: watch)
    for (index, source) in sources.enumerated() where !reader.isStopped {
      let more = sources.count - index - 1
      switch source {
      case .path(let name): try reader.read([name], more: more, into: &sink)
      case .copy(let descriptor):
        do { try descriptor.rewind() } catch {
          throw CaptureError(.unusable, file: names[index], error.message)
        }
        try reader.read(descriptor, name: names[index], into: &sink)
      }
    }
  }
}
