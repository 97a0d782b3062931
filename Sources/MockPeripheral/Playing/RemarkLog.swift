/// What the tester should know of one client, and has not been told.
package struct RemarkLog {
  /// Something that the tester should know, at most once for each attribute.
  package enum Remark: Hashable, Sendable {
    case neverRead(handle: UInt16)
    /// - nearest: the recorded write whose outcome was given.
    case unknownWrite(handle: UInt16, value: [UInt8], nearest: [UInt8])
    case neverWritten(handle: UInt16)
    /// The client did not confirm an indication.
    case unconfirmed(handle: UInt16)
    /// A line of the script is done, for the first time in this connection.
    case scripted(line: Int, word: String)
    /// The client causes more actions of the script than can wait.
    case scriptLeavesOut
  }

  /// What a remark is about, beside the attribute.
  enum Surprise: Hashable { case reading, writing, writingAlike }

  private struct Told: Hashable {
    var handle: UInt16
    var surprise: Surprise
  }

  private var remarks: [Remark] = []
  private var told: Set<Told> = []
  private var lines: Set<Int> = []
  private var hasToldLeftOut = false

  mutating func add(_ remark: Remark) { remarks.append(remark) }

  /// Once for each attribute and surprise.
  mutating func tell(_ remark: Remark, handle: UInt16, surprise: Surprise) {
    if told.insert(Told(handle: handle, surprise: surprise)).inserted { remarks.append(remark) }
  }

  /// Once for each line of the script.
  mutating func tellDone(line: Int, word: String) {
    if lines.insert(line).inserted { remarks.append(.scripted(line: line, word: word)) }
  }

  /// Once in a connection.
  mutating func tellLeftOut() {
    guard !hasToldLeftOut else { return }
    hasToldLeftOut = true
    remarks.append(.scriptLeavesOut)
  }

  mutating func take() -> [Remark] {
    defer { remarks = [] }
    return remarks
  }
}
