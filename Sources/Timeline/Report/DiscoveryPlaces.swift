import BTSnoop
import GATTSession

/// The places of running discoveries in the timeline: a discovery is one line, where it started;
/// its results are known when it ends.
package struct DiscoveryPlaces {
  /// The places by the connection, and by who discovers: this host sends, or receives, the client's requests.
  private var places: [Int: PagePlace] = [:]
  /// The most discoveries at a time; the result of a further one stands where it is known.
  private static let cap = 4096

  package init() {}

  /// Keeps a place, unless the discovery has one.
  package mutating func keep(_ event: borrowing Event, _ place: () -> PagePlace) {
    let key = key(of: event, isSent: event.direction == .received)
    guard places[key] == nil, places.count < Self.cap else { return }
    places[key] = place()
  }

  /// The place that was kept for the event.
  package mutating func take(_ event: borrowing Event) -> PagePlace? {
    places.removeValue(forKey: key(of: event, isSent: event.direction == .sent))
  }

  private func key(of event: borrowing Event, isSent: Bool) -> Int {
    let connection = event.connection?.ordinal ?? 0
    return isSent ? ~connection : connection
  }
}
