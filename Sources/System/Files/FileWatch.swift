import Bytes
import CSystem
import Glibc

/// Waits for a file to change, by inotify if the system allows it.
package final class FileWatch {
  /// What came first.
  package enum Outcome { case interrupted, listenerLeft, perhapsChanged }

  /// Milliseconds between checks of a file that inotify does not see, as on a network file system.
  private static let blindInterval: Int32 = 50
  /// Milliseconds between checks even with inotify: a symbolic link may be redirected unseen.
  private static let safetyInterval: Int32 = 500

  private let changes: Descriptor?

  /// - path: `nil` for an input that `poll` can wait for.
  package init(path: String?) {
    let raw = path == nil ? -1 : inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    changes = raw < 0 ? nil : Descriptor(raw: raw, owned: true)
    guard let path, raw >= 0 else { return }
    _ = unsafe inotify_add_watch(
      raw, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF))
    // Another file may get the name.
    _ = unsafe inotify_add_watch(
      raw, folder(of: path), UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
  }

  /// - input: a pipe; it is ready when it has more to read, or an end.
  /// - listener: where the output goes.
  package func wait(
    _ interruption: Interruption, input: Descriptor? = nil, listener: Descriptor?
  ) -> Outcome {
    var waits = [
      pollfd(fd: interruption.descriptor.raw, events: Int16(POLLIN), revents: 0),
      // No events except that its other end was closed.
      pollfd(fd: listener?.raw ?? -1, events: 0, revents: 0),
      pollfd(fd: input?.raw ?? changes?.raw ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let limit = input != nil ? -1 : changes == nil ? Self.blindInterval : Self.safetyInterval
    _ = unsafe poll(&waits, nfds_t(waits.count), limit)
    if let changes { Self.drain(changes) }
    if waits[0].revents != 0 { return .interrupted }
    if Int32(waits[1].revents) & POLLERR != 0 { return .listenerLeft }
    return .perhapsChanged
  }

  /// Discards the events, which only wake; the file itself shows what changed.
  private static func drain(_ changes: Descriptor) {
    var events = ReadBuffer(capacity: 4096)
    while let count = try? events.fill(from: changes), count > 0 {
      events.consume(count)
    }
  }
}
