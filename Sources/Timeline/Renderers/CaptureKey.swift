import BTSnoop
import Bytes
import JSONText

/// What names a capture, wherever it is copied to.
package struct CaptureKey: Sendable {
  /// The path as the user wrote it.
  package var path: String
  /// The SHA-256 of the file, in hex; `nil` for what cannot be read twice.
  package var sha256: String?

  package init(path: String, sha256: String?) {
    self.path = path
    self.sha256 = sha256
  }
}

/// Which of several captures events are from, as members that end their lines.
struct CaptureKeys {
  private let key: (CaptureInfo) -> CaptureKey?
  private let write: (CaptureKey, inout ByteWriter) -> Void
  /// The captures in their order, each with its first record.
  private var captures: [(first: UInt64, members: [UInt8])] = []
  private var place = 0
  /// Any is named.
  private(set) var hasMembers = false

  /// - key: `nil` for a capture that is not named.
  /// - write: writes the members, with a comma before them.
  init(
    _ key: @escaping (CaptureInfo) -> CaptureKey?,
    write: @escaping (CaptureKey, inout ByteWriter) -> Void = CaptureKeys.writeObject
  ) {
    self.key = key
    self.write = write
  }

  mutating func add(_ info: CaptureInfo, from frame: UInt64) {
    var members = ByteWriter(capacity: 256)
    if let key = key(info) { write(key, &members) }
    if !members.isEmpty { hasMembers = true }
    captures.append((frame, members.bytes.copy()))
  }

  private static func writeObject(_ key: CaptureKey, to out: inout ByteWriter) {
    out.append(",\"capture\":{\"path\":")
    out.append(json: key.path)
    if let sha256 = key.sha256 { out.append(member: "sha256", sha256) }
    out.append("}")
  }

  /// The members of the capture that has the record; none if it is not named.
  mutating func members(of frame: UInt64) -> [UInt8] {
    guard hasMembers else { return [] }
    // Events are nearly in the order of their records.
    while place + 1 < captures.count, captures[place + 1].first <= frame { place += 1 }
    while place > 0, captures[place].first > frame { place -= 1 }
    return captures[place].members
  }
}
