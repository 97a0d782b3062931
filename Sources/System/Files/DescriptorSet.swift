import Glibc

/// Waits for several descriptors at a time.
package struct DescriptorSet {
  /// What to wait for; that the other end is closed is told without asking.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    package static let input = Interest(rawValue: POLLIN)
    package static let output = Interest(rawValue: POLLOUT)
  }

  private var waits: [pollfd] = []

  package init() {}

  /// Begins anew.
  package mutating func removeAll() { waits.removeAll(keepingCapacity: true) }

  /// - descriptor: `nil` is never ready.
  /// - Returns: its number, from 0 in the order of the calls.
  @discardableResult
  package mutating func add(_ descriptor: Descriptor?, _ interest: Interest) -> Int {
    waits.append(pollfd(fd: descriptor?.raw ?? -1, events: Int16(interest.rawValue), revents: 0))
    return waits.count - 1
  }

  /// Waits for any of them, or until the time is over, or for a signal.
  /// - Parameter milliseconds: `nil`: as long as it takes.
  package mutating func wait(milliseconds: Int?) {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    if unsafe poll(&waits, nfds_t(waits.count), limit) < 0 {
      for index in waits.indices { waits[index].revents = 0 }
    }
  }

  /// The same with a moment instead of a time, met to less than a millisecond.
  /// - Parameter moment: as of `MonotonicTime`; `nil`: as long as it takes.
  package mutating func wait(until moment: Int64?) {
    guard let moment else { return wait(milliseconds: nil) }
    let now = MonotonicTime.now()
    let whole = moment > now ? (moment - now) / 1_000_000 : 0
    wait(milliseconds: Int(clamping: whole))
    // The end of it is too short for `poll`, and for anybody to be kept waiting.
    if whole == 0 { MonotonicTime.sleep(until: moment) }
  }

  /// Whether there is what it was asked for, or nothing more to wait for.
  package func isReady(_ number: Int) -> Bool {
    waits.indices.contains(number) && waits[number].revents != 0
  }

  /// Whether the other end of a pipe, a socket or a terminal is closed.
  package func isClosed(_ number: Int) -> Bool {
    waits.indices.contains(number) && Int32(waits[number].revents) & (POLLERR | POLLHUP) != 0
  }
}
