import BTSnoop
import Bytes
import GATTValues

/// Keeps events in the order of their records while one of them waits to be completed.
///
/// A read may continue in further requests, and an indication awaits its confirmation; events in
/// the meantime are held after it. When nothing waits, events do not pass through here.
struct Outbox {
  private enum Entry {
    case waiting(KeptPlace)
    case ready(HeldEvent)
  }

  private var entries: [Entry] = []
  private var nextTicket = 0

  var isWaiting: Bool { !entries.isEmpty }
  /// Octets of the held events.
  private var octets = 0

  var isFull: Bool {
    entries.count >= SessionLimits.heldEvents || octets >= SessionLimits.heldOctets
  }
  var firstPlace: KeptPlace? {
    if case .waiting(let place)? = entries.first { return place }
    return nil
  }

  /// Reserves a place at the end.
  mutating func reserve(for context: borrowing ATTContext) -> Int {
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

  /// Puts an event in the place reserved for it.
  mutating func complete(_ ticket: Int, event: HeldEvent) {
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

  /// The next event that is complete.
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

/// A place among the events, reserved for one of a bearer's client.
struct KeptPlace {
  let ticket: Int
  let connection: Connection
  let bearer: Bearer
  let client: Side

  var context: ATTContext { ATTContext(connection, bearer, client: client) }
}

/// An event with copies of what is otherwise borrowed.
package final class HeldEvent {
  package internal(set) var event: Event
  package internal(set) var fields: EventFields
  package let value: [UInt8]
  /// Its approximate size.
  let octets: Int

  package init(_ event: Event, _ fields: consuming EventFields, _ value: RawSpan) {
    self.event = event
    self.event.known = event.known ?? SubjectSnapshot(event.peer, event.attribute, from: event.from)
    octets =
      value.byteCount + fields.own.storage.count + fields.decoded.storage.count
      + fields.decoded.text.count
    self.fields = fields
    self.value = value.copy()
  }
}
