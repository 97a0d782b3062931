import BTSnoop
import Bytes
import GATTSession

extension Verdict {
  /// What a side had just written when the other one ended the connection: within a second.
  static func lastWrite(
    of tally: ConnectionTally, end: CaptureTime, to text: inout ByteWriter
  ) {
    guard let write = tally.lastWrite, tally.connection.inferredEnd == nil,
      tally.connection.endedBy == (write.isHost ? .remote : .local),
      case let elapsed = end.nanoseconds(since: write.time), 0...1_000_000_000 ~= elapsed
    else { return }
    text.append(", ")
    text.append(duration: elapsed)
    text.append(" after ")
    if tally.connection.hearing.isOnAir {
      text.append(write.isHost ? "the central" : "the peripheral")
    } else if write.isHost {
      text.append("this host")
    } else {
      append(peerOf: tally.connection, atStart: false, to: &text)
    }
    text.append(" wrote ")
    if let attribute = write.attribute {
      attribute.describe(&text)
    } else {
      text.append(upperHex: UInt64(write.handle ?? 0), digits: 4)
    }
    text.append(" (frame ")
    text.append(decimal: write.frame)
    text.append(")")
  }
}
