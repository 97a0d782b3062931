import Bytes

/// Recognizes a PacketLogger file, which has no magic, by its first records.
package enum PacketLoggerDetection {
  package enum Verdict: Sendable {
    case yes, no
    /// More bytes may decide.
    case undecided
  }

  /// The longest plausible record.
  private static let longestLikely = 0xFFFF
  /// A fully plausible record counts 2; one of an unknown type, or with a length that disagrees
  /// with its packet, counts 1. Each header alone has some 28 bits that chance would have to match.
  private static let enough = 4
  /// Enough at the end of the bytes.
  private static let enoughAtEnd = 3
  /// 2000-01-01, where a redacted capture may begin: at least one record must not be older. (Older ones come from
  /// clocks not yet set.)
  private static let earliest: UInt32 = 946_684_800
  /// Fully plausible records without an exception that are enough without a date; fewer at the end of the bytes.
  private static let enoughUndated = 8
  private static let enoughUndatedAtEnd = 3
  /// Bytes of a text to check.
  private static let textSample = 16

  /// - isAll: no more bytes will come, or no more are wanted.
  /// - Returns: once decided, the same for every longer prefix of the same file.
  package static func verdict(of bytes: RawSpan, isAll: Bool) -> Verdict {
    guard bytes.byteCount >= PacketLoggerHeader.lengthSize else { return isAll ? .no : .undecided }
    let isBigEndian = PacketLoggerHeader.isBigEndian(length: bytes.uint32BigEndian(at: 0))
    return judge(bytes, isBigEndian: isBigEndian, isAll: isAll)
  }

  private static func judge(_ bytes: RawSpan, isBigEndian: Bool, isAll: Bool) -> Verdict {
    var points = 0
    var records = 0
    var good = 0
    var hasDate = false
    var offset = 0
    func isEnough(_ undated: Int) -> Bool {
      good > 0 && (hasDate || good == records && good >= undated)
    }
    while points < enough || !isEnough(enoughUndated) {
      guard bytes.byteCount - offset >= PacketLoggerHeader.size else { break }
      let header = PacketLoggerHeader(bytes, at: offset, isBigEndian: isBigEndian)
      guard header.bodyLength >= 1, header.bodyLength <= longestLikely,
        header.microseconds < 1_000_000
      else { return .no }
      let type = PacketLoggerType(
        rawValue: bytes.uint8(at: offset + PacketLoggerHeader.timedSize))
      let packet = bytes.clamped(offset + PacketLoggerHeader.size, count: header.bodyLength - 1)
      let likeness = likeness(of: packet, type: type, length: header.bodyLength - 1)
      if likeness == .open, !isAll { return .undecided }
      records += 1
      points += likeness == .good ? 2 : 1
      if likeness == .good { good += 1 }
      if header.seconds >= earliest { hasDate = true }
      offset += header.recordLength
    }
    if points >= enough, isEnough(enoughUndated) { return .yes }
    guard isAll else { return .undecided }
    return isEnough(enoughUndatedAtEnd) && (records == 1 || points >= enoughAtEnd) ? .yes : .no
  }

  private enum Likeness { case good, doubtful, open }

  /// Whether a packet's own length matches its record.
  ///
  /// - packet: possibly incomplete.
  /// - length: of the complete packet.
  private static func likeness(
    of packet: RawSpan, type: PacketLoggerType, length: Int
  ) -> Likeness {
    let kind = type.framing.kind
    if let headerSize = kind.headerSize {
      guard let said = kind.length(of: packet) else {
        return length < headerSize ? .doubtful : .open
      }
      return said == length ? .good : .doubtful
    }
    guard type.isText else { return .doubtful }
    guard packet.byteCount >= min(length, textSample) else { return .open }
    return isText(packet, type: type) ? .good : .doubtful
  }

  /// The texts of `syslog` start after five bytes of numbers.
  private static func isText(_ packet: RawSpan, type: PacketLoggerType) -> Bool {
    let text = packet.clamped(type == .syslog ? 5 : 0, count: textSample)
    guard text.byteCount > 0, text.uint8(at: 0) >= 0x20 else { return false }
    for i in 0..<text.byteCount {
      let byte = text.uint8(at: i)
      if byte == 0 { break }
      guard byte >= 0x20 || (0x09...0x0D).contains(byte) else { return false }
    }
    return true
  }
}
