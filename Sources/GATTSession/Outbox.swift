import BTSnoop
import ByteReader

/// Keeps events in the order of their records while one of them waits to be completed.
///
/// A read may go on in further requests, and an indication waits for its confirmation; what happens
/// meanwhile is held behind it. With nothing waiting, nothing passes through here.
struct Outbox {
  private enum Entry {
    case waiting(Int)
    case ready(HeldEvent)
  }

  private var entries: [Entry] = []
  private var nextTicket = 0

  var isWaiting: Bool { !entries.isEmpty }
  var isFull: Bool { entries.count >= SessionLimits.heldEvents }
  var firstTicket: Int? {
    if case .waiting(let ticket)? = entries.first { return ticket }
    return nil
  }

  /// Keeps a place at the end.
  mutating func reserve() -> Int {
    nextTicket += 1
    entries.append(.waiting(nextTicket))
    return nextTicket
  }

  mutating func hold(_ event: HeldEvent) { entries.append(.ready(event)) }

  /// Puts an event in the place that was kept for it.
  mutating func complete(_ ticket: Int, _ event: HeldEvent) {
    if let index = index(of: ticket) {
      entries[index] = .ready(event)
    } else {
      entries.append(.ready(event))
    }
  }

  mutating func cancel(_ ticket: Int) {
    if let index = index(of: ticket) { entries.remove(at: index) }
  }

  /// The next event that waits for nothing.
  mutating func next() -> HeldEvent? {
    guard case .ready(let event)? = entries.first else { return nil }
    entries.removeFirst()
    return event
  }

  private func index(of ticket: Int) -> Int? {
    entries.firstIndex { if case .waiting(ticket) = $0 { true } else { false } }
  }
}

/// An event with copies of what is borrowed elsewhere.
package final class HeldEvent {
  package let event: Event
  package let fields: EventFields
  package let value: [UInt8]

  package init(_ event: Event, _ fields: consuming EventFields, _ value: RawSpan) {
    self.event = event
    self.fields = fields
    self.value = value.copy()
  }
}
