import ATTDissector
import BTSnoop
import Vocabulary

/// How a connection ends: commands, answers and events in, who has ended it and why out.
package struct ConnectionEnd {
  /// Frame, time and reason of a Disconnect command.
  package typealias Request = (frame: UInt64, time: CaptureTime, reason: UInt8)

  package internal(set) var frame: UInt64?
  package internal(set) var time: CaptureTime?
  package private(set) var reason: HCIStatus?
  package private(set) var by = Terminator.unknown
  /// What shows it on the air, where no PDU does.
  package internal(set) var inferred: InferredEnd?
  /// Why it came without a Disconnection Complete.
  package private(set) var cut: Connection.Cut?
  /// When the host requested the disconnection.
  package private(set) var request: Request?
  /// The controller has accepted to end it.
  private(set) var isAccepted = false

  /// This host asked for the end, and the reason is one that the peer may have given as well: it is unknown whose
  /// request ended it.
  package var isByEither: Bool { by == .unknown && request != nil && reason?.isOrdinaryEnd == true }

  /// This host asks for it. What is asked again while it is under way changes nothing.
  mutating func ask(_ new: Request) { if !isAccepted { request = new } }

  /// The controller does what it is asked.
  mutating func accept(_ asked: Request?) { (request, isAccepted) = (asked, true) }

  /// The controller does not.
  /// - Returns: whether it was asked.
  mutating func refuse() -> Bool {
    guard request != nil else { return false }
    (request, isAccepted) = (nil, false)
    return true
  }

  /// Disconnection Complete.
  /// - isAnswered: no command has asked for it that has no answer yet. A controller says that it does what it is asked
  ///   before it does that.
  mutating func complete(_ reason: HCIStatus, over transport: Transport, isAnswered: Bool) {
    tell(
      reason,
      by: reason.terminator(
        of: transport, request: request?.reason, isAccepted: isAccepted || isAnswered))
  }

  /// Why it has ended, and by whom; `nil` where that is not known.
  mutating func tell(_ reason: HCIStatus?, by side: Terminator) {
    (self.reason, by) = (reason, side)
  }

  /// It ends without a Disconnection Complete.
  mutating func cut(_ cut: Connection.Cut) { (self.cut, by) = (cut, cut.terminator) }
}
