import Bytes

/// Adds comments to blocks that `PcapNGWriter` has written; everything else in them stays byte for byte.
package enum PcapNGAnnotator {
  /// The octets before the length of a block that is enough to know it.
  package static let headLength = 8
  /// Bytes of a Section Header Block before its options, from its type.
  private static let sectionLength = 24
  /// The octets of a block beside its packet and its comments, at most.
  private static let overhead = 64

  package enum Kind {
    case section, packet, other
  }

  /// The kind and the length of the block that begins here; `nil` if more of it is needed, or it is none.
  /// - bytes: at least `headLength`.
  package static func block(_ bytes: RawSpan) -> (kind: Kind, length: Int)? {
    guard bytes.byteCount >= headLength else { return nil }
    let length = Int(bytes.uint32LittleEndian(at: 4))
    guard length >= 12, length <= bytes.byteCount else { return nil }
    switch bytes.uint32LittleEndian(at: 0) {
    case PcapNGBlockType.sectionHeader: return (.section, length)
    case PcapNGBlockType.enhancedPacket: return (.packet, length)
    default: return (.other, length)
    }
  }

  /// Writes a block with more comments, after those that it has.
  /// - comments: each at most 65,535 octets; of a packet, those for which there is no room are left out.
  /// - Returns: how many were left out.
  package static func append(
    _ block: RawSpan, kind: Kind, adding comments: [[UInt8]], to writer: inout ByteWriter
  ) -> Int {
    let start: Int
    switch kind {
    case .other: return append(whole: block, to: &writer, leavingOut: comments.count)
    case .section: start = sectionLength
    case .packet:
      guard block.byteCount >= 32 else {
        return append(whole: block, to: &writer, leavingOut: comments.count)
      }
      start = 28 + (Int(block.uint32LittleEndian(at: 20)) + 3) & ~3
    }
    // After the length comes nothing but its repetition.
    let end = block.byteCount - 4
    guard start <= end else {
      return append(whole: block, to: &writer, leavingOut: comments.count)
    }
    let (place, count) = endOfComments(block.clamped(0, count: end), from: start)
    var room = kind == .packet ? maximumPending - overhead - block.byteCount : .max
    var added: [[UInt8]] = []
    for comment in comments {
      let length = 4 + (comment.count + 3) & ~3
      guard count + added.count < PcapNGPacket.commentLimit, length <= room else { break }
      room -= length
      added.append(comment)
    }
    guard !added.isEmpty else {
      return append(whole: block, to: &writer, leavingOut: comments.count)
    }
    let hasOptions = start < end
    let length = added.reduce(hasOptions ? 0 : 4) { $0 + 4 + ($1.count + 3) & ~3 }
    let total = UInt32(block.byteCount + length)
    writer.append(block.clamped(0, count: 4))
    writer.append(uint32LittleEndian: total)
    writer.append(block.clamped(8, count: place - 8))
    for comment in added { PcapNGWriter.append(PcapNGOption.comment, text: comment, to: &writer) }
    if hasOptions {
      writer.append(block.clamped(place, count: end - place))
    } else {
      writer.append(uint32LittleEndian: UInt32(PcapNGOption.end))
    }
    writer.append(uint32LittleEndian: total)
    return comments.count - added.count
  }

  private static func append(
    whole block: RawSpan, to writer: inout ByteWriter, leavingOut count: Int
  ) -> Int {
    writer.append(block)
    return count
  }

  /// Where the comments at the start of the options end, and how many they are.
  private static func endOfComments(_ block: RawSpan, from start: Int) -> (place: Int, count: Int) {
    var place = start
    var count = 0
    while place + 4 <= block.byteCount,
      block.uint16LittleEndian(at: place) == PcapNGOption.comment
    {
      let next = place + 4 + (Int(block.uint16LittleEndian(at: place + 2)) + 3) & ~3
      guard next <= block.byteCount else { break }
      place = next
      count += 1
    }
    return (place, count)
  }
}
