import BTSnoop
import Bytes
import System
import Timeline

/// Writes a baseline to its file.
package enum BaselineFile {
  /// Replaces a baseline, a timeline or an empty file, or makes a new file. At any time the file is
  /// complete: the old one or the new one.
  ///
  /// - Throws: when it cannot be written, or is something else: a capture is never replaced.
  package static func replace(
    _ path: String, with timeline: RecordedTimeline, options: BaselineOptions
  ) throws(TimelineError) {
    try check(path)
    let writer = try BaselineWriter(timeline, options)
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: true)
      let out = OutputStream(file.descriptor)
      writer.write(to: out)
      out.flush()
      if let error = out.error { throw error }
      try file.publish()
    } catch {
      throw TimelineError("\(shown(path)): \(error.message)")
    }
  }

  /// Whether a baseline may replace the file: it is missing, empty, or a timeline.
  package static func check(_ path: String) throws(TimelineError) {
    guard path != "-" else { throw TimelineError("standard input cannot be rewritten") }
    guard let status = FileStatus(path: path) else { return }
    guard status.isRegular else {
      throw TimelineError("\(shown(path)): no file, so that no baseline is written to it")
    }
    var buffer = ReadBuffer(capacity: 4096)
    do throws(SystemError) { _ = try buffer.fill(from: .open(reading: path)) } catch {
      throw TimelineError("\(shown(path)): \(error.message)")
    }
    if buffer.bytes.byteCount > 0, TimelineReader.detects(buffer.bytes) != true {
      throw TimelineError("\(shown(path)): no timeline, so that no baseline is written over it")
    }
  }
}
