import ATTDissector
import GATTSession

/// A connection of one side.
struct ComparedConnection: Sendable {
  var ordinal: UInt32
  /// Where its items are in the side's `order`.
  var items = 0..<0
  /// The peer: the lowest index of `peers` for the same device; -1: unknown.
  var device: Int32 = -1
  /// Role of the recording host.
  var host: LinkRole?
  /// Recorded at neither end.
  var isOverheard = false
  /// Some of it is encrypted, and was not read: whatever is not there was not observed.
  var isHidden = false
  /// The items that start and end it.
  var begin: UInt32?
  var end: UInt32?
  /// The end shows that it was never established.
  var failedToStand = false
  /// How many values, errors and discovered attributes it has.
  var operations = 0
  var discoveries = 0

  init(ordinal: UInt32) { self.ordinal = ordinal }

  /// Failed to be established: the link layer never heard the other side.
  var isAttempt: Bool { failedToStand && operations == 0 && discoveries == 0 }
  /// Only its end was recorded: it started before the recording.
  var isRemainder: Bool { begin == nil && operations == 0 && discoveries == 0 }
}
