import BTSnoop
import Bytes
import JSONText

/// What names a capture, wherever it is copied to.
package struct CaptureKey: Sendable {
  /// As the user named it.
  package var path: String
  /// Of the file, in hex; `nil` for what cannot be read twice.
  package var sha256: String?

  package init(path: String, sha256: String?) {
    self.path = path
    self.sha256 = sha256
  }
}

/// Which of several captures events are from, as members that end their lines.
struct CaptureKeys {
  private let key: (CaptureInfo) -> CaptureKey
  private let write: (CaptureKey, inout ByteWriter) -> Void
  /// The captures in their order, each with its first record.
  private var captures: [(first: UInt64, members: [UInt8])] = []
  private var place = 0

  /// - write: writes the members, with a comma before them.
  init(
    _ key: @escaping (CaptureInfo) -> CaptureKey,
    write: @escaping (CaptureKey, inout ByteWriter) -> Void
  ) {
    self.key = key
    self.write = write
  }

  mutating func add(_ info: CaptureInfo, from frame: UInt64) {
    var members = ByteWriter(capacity: 256)
    write(key(info), &members)
    captures.append((frame, members.bytes.copy()))
  }

  /// The members of the capture that has the record.
  mutating func members(of frame: UInt64) -> [UInt8] {
    guard !captures.isEmpty else { return [] }
    // Events are nearly in the order of their records.
    while place + 1 < captures.count, captures[place + 1].first <= frame { place += 1 }
    while place > 0, captures[place].first > frame { place -= 1 }
    return captures[place].members
  }
}
