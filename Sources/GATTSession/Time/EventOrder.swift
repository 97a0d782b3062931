import BTSnoop
import Bytes
import GATTValues

/// Passes events on in the order of their records, although some of them are complete only later.
///
/// A read may continue in further requests, and an indication awaits its confirmation: such an event gets a place, and
/// later ones are held after it. While no place waits, events pass at once.
final class EventOrder {
  private enum Entry {
    case waiting(KeptPlace)
    case ready(HeldEvent)
    /// It was passed on.
    case gone
  }

  private let sink: any EventSink
  /// What the sink wants, read once.
  private let demand: EventDemand
  /// The entries from `first` on wait, in the order of their records.
  private var entries: [(number: Int, content: Entry)] = []
  private var first = 0
  private var lastNumber = 0
  /// Octets of the held events.
  private var octets = 0
  /// Ends what a place waits for, so that held events can pass.
  var endWait: (KeptPlace) -> Void = { _ in }

  init(_ sink: any EventSink) {
    self.sink = sink
    demand = sink.demand
  }

  /// A place waits: what is emitted must be held after it.
  var isWaiting: Bool { first < entries.count }
  /// What is emitted now is held.
  var holds: Bool { isWaiting && !demand.atOnce }

  /// The place that all held events come after.
  var firstPlace: KeptPlace? {
    guard isWaiting, case .waiting(let place) = entries[first].content else { return nil }
    return place
  }

  /// Passes an event on while nothing is held.
  func emit(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    guard demand.events else { return }
    sink.event(event, fields: fields, value: value)
  }

  /// Holds an event after the places that wait.
  func emit(_ event: HeldEvent) {
    hold(event)
    relieve()
  }

  /// Reserves a place for an event that is complete later.
  /// - Returns: its ticket, which no other place has.
  func reserve(for context: borrowing ATTContext) -> Int {
    relieve()
    let place = KeptPlace(
      ticket: lastNumber + 1, connection: context.connection, bearer: context.bearer,
      client: context.client)
    append(.waiting(place))
    return place.ticket
  }

  /// Puts an event in the place of a ticket, or last where the place was given up.
  func fill(_ ticket: Int, with event: HeldEvent) {
    if let index = index(of: ticket) {
      entries[index].content = .ready(event)
      octets += event.octets
    } else {
      hold(event)
    }
    pass()
  }

  /// Gives up a place that no event will come for.
  func cancel(_ ticket: Int) {
    if let index = index(of: ticket) { entries.remove(at: index) }
    pass()
  }

  /// Gives up the first place, unless it has changed.
  func giveUp(_ place: KeptPlace) {
    if firstPlace?.ticket == place.ticket { cancel(place.ticket) }
  }

  /// Gives up all places, so that everything passes.
  func giveUpAll() {
    pass()
    while let place = firstPlace { giveUp(place) }
  }

  private func append(_ content: Entry) {
    lastNumber += 1
    entries.append((lastNumber, content))
  }

  private func hold(_ event: HeldEvent) {
    octets += event.octets
    append(.ready(event))
  }

  /// Passes on what waits for no place any more.
  private func pass() {
    while let held = takeFirst() {
      guard demand.events else { continue }
      let value = held.value
      sink.event(held.event, fields: held.fields, value: value.rawBytes)
    }
    if first > 0, 2 * first >= entries.count {
      entries.removeFirst(first)
      first = 0
    }
  }

  private func takeFirst() -> HeldEvent? {
    guard isWaiting, case .ready(let event) = entries[first].content else { return nil }
    entries[first].content = .gone
    first += 1
    octets -= event.octets
    return event
  }

  /// When too much is held, ends the oldest wait: nothing waits forever.
  private func relieve() {
    let isFull =
      entries.count - first >= SessionLimits.heldEvents || octets >= SessionLimits.heldOctets
    guard isFull, let place = firstPlace else { return }
    endWait(place)
    giveUp(place)
  }

  /// Where a ticket's place is among the entries, whose numbers rise; `nil` where it does not wait any more.
  private func index(of ticket: Int) -> Int? {
    var (low, high) = (first, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].number < ticket { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == ticket,
      case .waiting = entries[low].content
    else { return nil }
    return low
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
