import BTSnoop
import GATTSession

/// The places of running discoveries in the timeline: a discovery is one line, where it started;
/// its results are known when it ends.
package struct DiscoveryPlaces {
  private var places: [DiscoveryKey: PagePlace] = [:]
  /// The most discoveries at a time; the result of a further one stands where it is known.
  private static let cap = 4096

  package init() {}

  /// Keeps a place, unless the discovery has one.
  package mutating func keep(_ event: borrowing Event, _ place: () -> PagePlace) {
    let key = DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .received)
    guard places[key] == nil, places.count < Self.cap else { return }
    places[key] = place()
  }

  /// The place that was kept for the event.
  package mutating func take(_ event: borrowing Event) -> PagePlace? {
    places.removeValue(
      forKey: DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .sent))
  }
}

/// Whose discovery it is: this host sends, or receives, the client's requests.
private struct DiscoveryKey: Hashable {
  let connection: Int
  let isSent: Bool

  init(_ connection: Int, isSent: Bool) {
    self.connection = connection
    self.isSent = isSent
  }
}
