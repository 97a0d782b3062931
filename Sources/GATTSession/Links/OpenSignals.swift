import ATTDissector
import BTSnoop
import Bytes

extension Connection {
  /// A side sends a signalling command with this identifier.
  func asks(_ identifier: UInt8, side: Side) {
    let signals = l2cap.openSignals ?? OpenSignals()
    l2cap.openSignals = signals
    signals.asked[side].insert(identifier)
  }

  /// The other side answers a command of a side.
  /// - Returns: whether it was open.
  func isAnswered(_ identifier: UInt8, side: Side) -> Bool {
    l2cap.openSignals?.asked[side].remove(identifier) ?? false
  }
}

/// An object, as few connections ever have one.
final class OpenSignals {
  var asked: PerSide<IdentifierSet> = PerSide(both: IdentifierSet())
}

/// Identifiers of signalling commands.
struct IdentifierSet {
  private var words: [4 of UInt64] = [0, 0, 0, 0]

  mutating func insert(_ identifier: UInt8) {
    words[Int(identifier) / 64] |= 1 << UInt64(identifier % 64)
  }

  /// - Returns: whether it was there.
  mutating func remove(_ identifier: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(identifier % 64)
    defer { words[Int(identifier) / 64] &= ~bit }
    return words[Int(identifier) / 64] & bit != 0
  }
}

/// A request for connection parameters, until it is answered.
///
/// An object, as few connections ever have one.
final class PendingParameterRequest {
  /// Identifier of the L2CAP signal that asked; `nil` if none did.
  let identifier: UInt8?
  let frame: UInt64
  let time: CaptureTime
  let direction: PacketDirection
  let parameters: ConnectionParameters
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64

  init(
    _ parameters: ConnectionParameters, identifier: UInt8? = nil, gaps: UInt64,
    _ record: CaptureRecord
  ) {
    (self.identifier, self.parameters, self.gaps) = (identifier, parameters, gaps)
    (frame, time, direction) = (record.frame, record.time, record.direction)
  }

  /// Whether the side that is asked has left it without an answer for 30 s: as long as a peripheral waits (Vol 3,
  /// Part C, 9.3.9.2).
  func hasTimedOut(at moment: Moment) -> Bool {
    gaps == moment.gaps
      && moment.time.nanoseconds(since: time) >= ATTTransactions.timeout
  }
}
