import BTSnoop
import Bytes
import GATTValues

/// Keeps events in the order of their records while one of them waits to be completed.
///
/// A read may go on in further requests, and an indication waits for its confirmation; what happens
/// meanwhile is held behind it. With nothing waiting, nothing passes through here.
struct Outbox {
  private enum Entry {
    case waiting(KeptPlace)
    case ready(HeldEvent)
  }

  private var entries: [Entry] = []
  private var nextTicket = 0

  var isWaiting: Bool { !entries.isEmpty }
  /// Octets of the events that are held.
  private var octets = 0

  var isFull: Bool {
    entries.count >= SessionLimits.heldEvents || octets >= SessionLimits.heldOctets
  }
  var firstPlace: KeptPlace? {
    if case .waiting(let place)? = entries.first { return place }
    return nil
  }

  /// Keeps a place at the end.
  mutating func reserve(for context: ATTContext) -> Int {
    nextTicket += 1
    entries.append(
      .waiting(
        KeptPlace(
          ticket: nextTicket, connection: context.connection, bearer: context.bearer,
          client: context.client)))
    return nextTicket
  }

  mutating func hold(_ event: HeldEvent) {
    octets += event.octets
    entries.append(.ready(event))
  }

  /// Puts an event in the place that was kept for it.
  mutating func complete(_ ticket: Int, _ event: HeldEvent) {
    octets += event.octets
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
    octets -= event.octets
    return event
  }

  private func index(of ticket: Int) -> Int? {
    entries.firstIndex {
      if case .waiting(let place) = $0 { place.ticket == ticket } else { false }
    }
  }
}

/// A place among the events that is kept for one of a bearer's client.
struct KeptPlace {
  let ticket: Int
  let connection: Connection
  let bearer: Bearer
  let client: Int

  var context: ATTContext { ATTContext(connection, bearer, client: client) }
}

/// An event with copies of what is borrowed elsewhere.
package final class HeldEvent {
  package internal(set) var event: Event
  package internal(set) var fields: EventFields
  package let value: [UInt8]
  /// What it takes, about.
  let octets: Int

  package init(_ event: Event, _ fields: consuming EventFields, _ value: RawSpan) {
    self.event = event
    self.event.known = event.known ?? KnownThen(event.peer, event.attribute, from: event.from)
    octets =
      value.byteCount + fields.own.storage.count + fields.decoded.storage.count
      + fields.decoded.text.count
    self.fields = fields
    self.value = value.copy()
  }
}
