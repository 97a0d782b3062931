import BTSnoop
import Bytes
import System

/// A source of records as they happen, as a capture file would hold them.
///
/// The reader waits for the descriptor with `poll`, then calls `read`. Record numbers start at 1
/// and count everything that the source delivers. The capture is described to the sink before the
/// first record: by the first call of `read`, or, if the description comes from the other side,
/// when it has arrived.
package protocol LiveSource: AnyObject {
  /// Its name in messages: `monitor`, `tcp:localhost:8872`.
  var name: String { get }

  /// What to wait for; `nil` while there is nothing, and `read` is to be called again after
  /// `retryInterval`.
  var descriptor: Descriptor? { get }

  /// Milliseconds after which to call `read` even without input; `nil`: never.
  var retryInterval: Int? { get }

  /// Packets lost so far, as counted by the system or the device.
  var drops: UInt64 { get }

  /// Whether what it sends may wait for some milliseconds: it has the times of the other side, and room for thousands of
  /// records.
  var canGather: Bool { get }

  /// The capabilities it needs to reopen what it has lost: kept when privileges are dropped.
  var keptCapabilities: Capabilities { get }

  /// Delivers what is available, without waiting. One call should not keep the caller from its
  /// other work: about a thousand records at most.
  /// - Throws: what ends the source early; all records before it were delivered.
  func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState

  /// Ends what it has begun, and delivers what that still yields; called once, at the end.
  func close(into sink: inout some RecordSink)
}

extension LiveSource {
  package var canGather: Bool { false }
  package var keptCapabilities: Capabilities { [] }
  package func close(into sink: inout some RecordSink) {}
}

/// Whether a source has more to give.
package enum LiveState: Equatable, Sendable {
  /// Nothing more for now: wait for the descriptor.
  case waiting
  /// More is already available: call again.
  case busy
  /// The sink wants no more.
  case stopped
  /// The other side has closed it.
  case ended
}
