import ATTDissector
import GATTSession

/// A connection of one side.
struct ComparedConnection: Sendable {
  var ordinal: UInt32
  /// Where its items are in the side's `order`.
  var items = 0..<0
  /// The peer: the lowest index of `peers` that is the same device; -1: nobody knows.
  var device: Int32 = -1
  /// Of the recording host.
  var host: LinkRole?
  /// Recorded by neither of both.
  var isOverheard = false
  /// The items that begin and end it.
  var begin: UInt32?
  var end: UInt32?
  /// The end says that it never stood.
  var failedToStand = false
  /// How many values and errors it has, and how many attributes were discovered.
  var operations = 0
  var discoveries = 0

  init(ordinal: UInt32) { self.ordinal = ordinal }

  /// Failed to be established: the link layer never heard the other side.
  var isAttempt: Bool { failedToStand && operations == 0 && discoveries == 0 }
  /// Only its end is there: of a connection from before the recording.
  var isRemainder: Bool { begin == nil && operations == 0 && discoveries == 0 }
}
