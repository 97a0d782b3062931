import Bytes
import System

/// How to follow a growing capture.
package struct Following {
  /// Ends it.
  package let interruption: Interruption
  /// Where the output goes: following ends when its reader is gone.
  package let listener: Descriptor?
  /// Called when all available data was read, before waiting for more.
  /// - Returns: whether to continue.
  package let onIdle: () -> Bool

  package init(
    interruption: Interruption, listener: Descriptor? = nil, onIdle: @escaping () -> Bool
  ) {
    self.interruption = interruption
    self.listener = listener
    self.onIdle = onIdle
  }
}

/// A file that is waited for at its end; or a pipe.
final class FollowSource: ByteSource {
  /// Why no more bytes come.
  enum End {
    /// A signal came, or the output's reader is gone.
    case done
    /// The other end of the pipe is closed.
    case closed
    case emptied
    /// The name belongs to another file now.
    case replaced(Descriptor)
  }

  private let descriptor: Descriptor
  /// `nil` for a pipe.
  private let path: String?
  private let following: Following
  private let watch: FileWatch
  private var count: Int64 = 0
  private(set) var end: End?

  init(_ descriptor: Descriptor, path: String?, _ following: Following) {
    self.descriptor = descriptor
    self.path = descriptor.status?.isRegular == true ? path : nil
    self.following = following
    watch = FileWatch(path: self.path)
  }

  var originBytes: Int64 { count }
  var isFollowed: Bool { true }
  var isClosed: Bool { if case .closed? = end { true } else { false } }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    while end == nil, buffer.bytes.byteCount < buffer.capacity {
      if following.interruption.isRaised {
        end = .done
        break
      }
      if path == nil, !isReady() { continue }
      let read = try self.read(&buffer)
      if read > 0 { return read }
      guard let path else {
        end = .closed
        break
      }
      if let status = descriptor.status, status.size < count {
        end = .emptied
      } else if let other = replacement(path) {
        // What was written before the name was reassigned.
        let rest = try self.read(&buffer)
        if rest > 0 { return rest }
        end = .replaced(other)
      } else {
        wait(for: nil)
      }
    }
    return 0
  }

  private func read(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    do {
      let read = try buffer.fill(from: descriptor)
      count += Int64(read)
      return read
    } catch { throw SourceError(error) }
  }

  /// Whether a read of the pipe would not block.
  private func isReady() -> Bool {
    if descriptor.hasInput { return true }
    wait(for: descriptor)
    return false
  }

  private func wait(for input: Descriptor?) {
    guard following.onIdle() else {
      end = .done
      return
    }
    switch watch.wait(following.interruption, input: input, listener: following.listener) {
    case .perhapsChanged: break
    case .interrupted, .listenerLeft: end = .done
    }
  }

  private func replacement(_ path: String) -> Descriptor? {
    guard let named = FileStatus(path: path), let own = descriptor.status, named.isRegular,
      !named.isSameFile(as: own)
    else { return nil }
    return try? .open(reading: path)
  }
}

extension CaptureReader {
  /// Reads inputs, and waits at the end of the last for more until interrupted; also if the file is
  /// truncated, or another gets its name.
  package mutating func follow(
    _ inputs: [String], with following: Following, into sink: inout some RecordSink
  ) throws(CaptureError) {
    guard let last = inputs.last else { return }
    try read(Array(inputs.dropLast()), more: 1, into: &sink)
    let name = try InputName(last)
    guard name.member == nil else {
      throw CaptureError(.unusable, file: last, "a member of an archive cannot be followed")
    }
    var descriptor = try name.open()
    while !isStopped {
      let source = FollowSource(descriptor, path: name.path, following)
      try read(source, as: InputPlace(name: last), into: &sink)
      switch source.end {
      case .emptied?:
        try? descriptor.rewind()
        sink.note(CaptureNote(.emptied, file: last, frame: nextFrame))
      case .replaced(let other)?:
        descriptor = other
        sink.note(CaptureNote(.replaced, file: last, frame: nextFrame))
      case .done?, .closed?, nil: return
      }
    }
  }
}
