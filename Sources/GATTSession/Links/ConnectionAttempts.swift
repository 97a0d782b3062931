import ATTDissector
import BTSnoop
import Bytes

/// How a host has its controller connect: commands and events in, what becomes of an attempt out.
package struct ConnectionAttempts {
  /// The one under way: a controller makes one at a time.
  private(set) var current: ConnectionAttempt?
  /// Attempts that the host has asked for, until the controller says whether it makes them.
  private var asked = CommandsInFlight<ConnectionAttempt>()
  var acceptList = AcceptList()
  /// When the host asked to cancel the attempt that is under way.
  private var cancelling: (frame: UInt64, time: CaptureTime)?
  /// The attempt over the Filter Accept List that the host cancelled last: its end, and whom it was for.
  private var cancelled: (frame: UInt64, time: CaptureTime, listed: [BluetoothAddress])?
  package private(set) var cancelledCount = 0

  /// A host that only changes its list asks again at once: within 5 s, in nanoseconds.
  private static let changeOfList: Int64 = 5_000_000_000

  /// - gaps: what the capture lacked by then.
  /// - Returns: the frame where an attempt over the list ended that goes on with this one: a host cancels it to change
  ///   the list, and those that are still in it were not given up.
  mutating func ask(_ target: ConnectionTarget, at record: CaptureRecord, gaps: UInt64) -> UInt64? {
    asked.ask(
      ConnectionAttempt(
        target: target, listed: acceptList.only, frame: record.frame, time: record.time, gaps: gaps
      ), at: record)
    cancelling = nil
    guard target.peer == nil, let cancelled else { return nil }
    self.cancelled = nil
    let isPrompt = 0...Self.changeOfList ~= record.time.nanoseconds(since: cancelled.time)
    return isPrompt && acceptList.holds(cancelled.listed) ? cancelled.frame : nil
  }

  /// The controller tries, or does not.
  /// - Returns: what it refuses.
  mutating func answered(isAccepted: Bool) -> ConnectionAttempt? {
    let asked = self.asked.answered()
    if isAccepted { current = asked ?? current }
    return isAccepted ? nil : asked
  }

  mutating func cancel(at record: CaptureRecord) { cancelling = (record.frame, record.time) }

  /// Data came on a connection whose beginning is not in the capture: perhaps on this one.
  mutating func doubt() { current?.isDoubtful = true }

  /// The attempt ends: one whose Command Status is not in the capture may be under way, too.
  mutating func take() -> ConnectionAttempt? {
    defer { current = nil }
    return current ?? asked.answered()
  }

  /// It has a connection.
  mutating func succeed() -> (
    attempt: ConnectionAttempt, cancelling: (frame: UInt64, time: CaptureTime)?
  )? {
    defer { cancelling = nil }
    let cancelling = cancelling
    return take().map { ($0, cancelling) }
  }

  /// It has none.
  mutating func fail(isCancelled: Bool, at record: CaptureRecord) -> ConnectionAttempt? {
    cancelling = nil
    let attempt = take()
    if isCancelled, let attempt, attempt.target.peer == nil {
      cancelled = (record.frame, record.time, acceptList.all)
    }
    return attempt
  }

  mutating func countCancelled() { cancelledCount += 1 }

  mutating func noteLosses() { asked.noteLosses() }

  mutating func reset() {
    (current, cancelling, asked) = (nil, nil, CommandsInFlight())
    acceptList.clear()
  }
}

/// The host has asked for a connection, with one device or one of its list.
struct ConnectionAttempt {
  let target: ConnectionTarget
  /// The only device in the list, where the host names none.
  let listed: BluetoothAddress?
  let frame: UInt64
  let time: CaptureTime
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// Meanwhile data came on a connection whose beginning is not in the capture: perhaps on this one.
  var isDoubtful = false

  /// Whether a connection with the device may be its outcome. A private address may be that of any.
  func mayReach(_ peer: BluetoothAddress) -> Bool {
    guard let wanted = target.peer, !wanted.isPrivate, !peer.isPrivate else { return true }
    return wanted.value == peer.value
  }
}
