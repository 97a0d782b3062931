import Bytes

/// A sink for those who want only the state of a session, not its events.
package final class SilentSink: EventSink {
  package let demand = EventDemand(events: false)

  package init() {}

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {}
}
