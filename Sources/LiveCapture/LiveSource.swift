import BTSnoop
import Bytes
import System

/// Something that gives records as they happen, as a capture file would hold them.
///
/// Whoever reads waits with `poll` for the descriptor, then has all read that is there. Numbers of
/// records begin at 1 and go on over everything that the source gives. The sink is told what the
/// capture is before the first record: by the first call of `read`, or, where the other side has to
/// say that, when it has said it.
package protocol LiveSource: AnyObject {
  /// What messages call it: `monitor`, `tcp:localhost:8872`.
  var name: String { get }

  /// What to wait for; `nil` while there is nothing to wait for, and `read` is to be called again
  /// after `retryInterval`.
  var descriptor: Descriptor? { get }

  /// Milliseconds after which to call `read` though nothing came; `nil`: never.
  var retryInterval: Int? { get }

  /// Packets that were lost so far, as the system or the device counts them.
  var drops: UInt64 { get }

  /// Bytes that the system keeps for it while nobody reads, its own bookkeeping among them; `nil`
  /// where that is not known.
  var bufferSize: Int? { get }

  /// What it needs to open again what it has lost: to be kept when rights are dropped.
  var keptCapabilities: Capabilities { get }

  /// Hands over what is there, without waiting: not more than one call should keep the caller from
  /// its other work, about a thousand records.
  /// - Throws: what ends the source before its time; all records before it were handed over.
  func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState
}

extension LiveSource {
  package var bufferSize: Int? { nil }
  package var keptCapabilities: Capabilities { [] }
}

/// Whether a source has more to give.
package enum LiveState: Equatable, Sendable {
  /// Nothing more now: wait for the descriptor.
  case waiting
  /// More is there already: call again.
  case busy
  /// The sink wants no more.
  case stopped
  /// The other side has ended it.
  case ended
}
