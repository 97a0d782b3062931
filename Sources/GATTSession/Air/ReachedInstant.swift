import ATTDissector
import BTSnoop
import Bytes

/// The last change of the link whose instant was reached.
package struct ReachedInstant: Sendable {
  let change: StaticString
  /// The frame of the PDU that announced the change.
  package let frame: UInt64
  /// The time of the first packet after the instant.
  package let time: CaptureTime

  /// A peripheral that misses an instant listens at the wrong time, or on the wrong channels, and is heard no more:
  /// whether that is how it fell silent.
  /// - last: its last packet.
  /// - interval: of the connection, in nanoseconds.
  package func silences(_ last: CaptureTime, interval: Int64) -> Bool {
    let elapsed = time.nanoseconds(since: last)
    return elapsed >= 0 && interval > 0 && elapsed / 4 <= interval
  }

  /// `LL_CONNECTION_UPDATE_IND (frame 19)`
  package func write(to text: inout ByteWriter) {
    text.append(change)
    text.append(" (frame ")
    text.append(decimal: frame)
    text.append(")")
  }
}

/// A control PDU after which a side may have fallen silent.
package struct LastControlPDU: Sendable {
  private let opcode: ControlOpcode
  private let side: Side
  private let frame: UInt64
  private let time: CaptureTime

  init(_ opcode: ControlOpcode, by side: Side, at record: CaptureRecord) {
    (self.opcode, self.side) = (opcode, side)
    (frame, time) = (record.frame, record.time)
  }

  /// Whether the central sent it when the peripheral was last heard: in the same connection event, or in the next one.
  /// - last: the peripheral's last packet.
  /// - interval: of the connection, in nanoseconds.
  package func silences(_ last: CaptureTime, interval: Int64) -> Bool {
    let elapsed = time.nanoseconds(since: last)
    return side == .central && interval > 0 && elapsed / 2 <= interval * 3 / 4
      && elapsed >= -interval / 2
  }

  /// `LL_REJECT_IND of the central (frame 13)`
  package func write(to text: inout ByteWriter) {
    text.append(opcode.name ?? "a control PDU")
    text.append(side == .central ? " of the central (frame " : " of the peripheral (frame ")
    text.append(decimal: frame)
    text.append(")")
  }
}
