import BTSnoop
import ByteReader

/// Something that gives records as they happen, as a capture file would hold them.
///
/// Whoever reads waits with `poll` for the descriptor, then has all read that is there. Numbers of
/// records begin at 1 and go on over everything that the source gives.
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

  /// Hands over what is there, without waiting: not more than one call should keep the caller from
  /// its other work, about a thousand records.
  /// - Throws: what ends the source before its time; all records before it were handed over.
  func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState
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
