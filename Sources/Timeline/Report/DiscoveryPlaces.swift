import BTSnoop
import GATTSession

/// The places of running discoveries in the timeline: a discovery is one line, where it started;
/// its results are known when it ends.
struct DiscoveryPlaces {
  private var places: [DiscoveryKey: TimelineLine] = [:]
  /// The most places kept at a time, waiting or given up.
  private static let cap = 4096

  /// - Returns: a new place to keep; `nil` if the discovery has one.
  mutating func keep(_ event: borrowing Event) -> TimelineLine? {
    let key = DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .received)
    guard places[key] == nil else { return nil }
    if places.count >= Self.cap { places = places.filter { $0.value.state == .open } }
    guard places.count < Self.cap else { return nil }
    let place = TimelineLine(connection: event.connection?.ordinal ?? 0, style: .plain, text: [])
    places[key] = place
    return place
  }

  /// The place that was kept for the event, if it is still there.
  mutating func take(_ event: borrowing Event) -> TimelineLine? {
    let key = DiscoveryKey(event.connection?.ordinal ?? 0, isSent: event.direction == .sent)
    guard let place = places.removeValue(forKey: key), place.state == .open else { return nil }
    return place
  }

  mutating func giveUpAll() {
    for place in places.values where place.state == .open { place.state = .dropped }
    places.removeAll()
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
