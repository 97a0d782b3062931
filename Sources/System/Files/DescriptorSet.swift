import CSystem
import Glibc

/// Waits for several descriptors at once.
package struct DescriptorSet {
  /// What to wait for; a closed other end is always reported.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    package static let input = Interest(rawValue: POLLIN)
    package static let output = Interest(rawValue: POLLOUT)
  }

  private var waits: [pollfd] = []

  package init() {}

  package mutating func removeAll() { waits.removeAll(keepingCapacity: true) }

  /// - descriptor: `nil` is never ready.
  /// - Returns: its number, from 0 in the order of the calls.
  @discardableResult
  package mutating func add(_ descriptor: Descriptor?, for interest: Interest) -> Int {
    waits.append(pollfd(fd: descriptor?.raw ?? -1, events: Int16(interest.rawValue), revents: 0))
    return waits.count - 1
  }

  /// Waits for any of them, the timeout, or a signal.
  /// - Parameter milliseconds: `nil`: no timeout.
  package mutating func wait(milliseconds: Int?) {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    if unsafe poll(&waits, nfds_t(waits.count), limit) < 0 {
      for index in waits.indices { waits[index].revents = 0 }
    }
  }

  /// Waits for any of them, a deadline accurate to less than a millisecond, or a signal.
  /// - Parameter moment: as of `MonotonicTime`; `nil`: no deadline.
  package mutating func wait(until moment: Int64?) {
    guard let moment else { return wait(milliseconds: nil) }
    let now = MonotonicTime.now()
    let whole = moment > now ? (moment - now) / 1_000_000 : 0
    wait(milliseconds: Int(clamping: whole))
    // The remainder is too short for `poll`, and too short to keep anybody waiting.
    if whole == 0 { MonotonicTime.sleep(until: moment) }
  }

  /// Whether the descriptor is ready as requested, or has nothing more to wait for.
  package func isReady(_ number: Int) -> Bool {
    waits.indices.contains(number) && waits[number].revents != 0
  }

  /// Whether the other end of a pipe, a socket or a terminal is closed.
  package func isClosed(_ number: Int) -> Bool {
    waits.indices.contains(number) && Int32(waits[number].revents) & (POLLERR | POLLHUP) != 0
  }
}
