import BTSnoop
import Bytes
import System

/// Copies a pcapng file that `PcapNGWriter` has written, and adds comments on the way.
package struct AnnotatedCopy: ~Copyable {
  let out: OutputStream
  private let file: Descriptor
  /// Room for the longest block.
  private var input = ReadBuffer(capacity: 2 * maximumPending)
  private var packets: UInt64 = 0
  /// Comments that had no room in their record.
  package private(set) var leftOut = 0

  package init(of file: Descriptor, to out: OutputStream) throws(SystemError) {
    self.out = out
    self.file = file
    try file.rewind()
  }

  /// Copies the head of the section, with a comment on all of it.
  mutating func section(_ comment: [UInt8]) {
    _ = next(adding: [Array(comment.prefix(Int(UInt16.max)))]) { kind, _ in kind == .section }
  }

  /// Copies all up to a packet, the first of which has the number 1, with comments on that.
  mutating func packet(_ number: UInt64, comments: [[UInt8]]) {
    while packets < number, next(adding: comments, where: { $0 == .packet && $1 + 1 == number }) {}
  }

  /// Copies the rest.
  mutating func end() { while next(adding: [], where: { _, _ in false }) {} }

  /// Copies a block.
  /// - isMeant: whether the comments are on a block of that kind, after so many packets.
  /// - Returns: `false` at the end.
  private mutating func next(
    adding comments: [[UInt8]], where isMeant: (PcapNGAnnotator.Kind, UInt64) -> Bool
  ) -> Bool {
    guard out.isOpen else { return false }
    while true {
      if let (kind, length) = PcapNGAnnotator.block(input.bytes) {
        leftOut += PcapNGAnnotator.append(
          input.bytes.clamped(0, count: length), kind: kind,
          adding: isMeant(kind, packets) ? comments : [],
          to: &out.buffer)
        input.consume(length)
        if kind == .packet { packets += 1 }
        out.lineEnds()
        return true
      }
      do throws(SystemError) {
        guard try input.fill(from: file) > 0 else { return false }
      } catch {
        out.fail(error, of: "the temporary file of the capture")
        return false
      }
    }
  }
}
