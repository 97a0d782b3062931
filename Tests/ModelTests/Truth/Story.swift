/// The timeline that must come out: events in their order, some of which are reported when it is known
/// how they end.
final class Story {
  private var places: [ExpectedEvent?] = []
  /// Records whose events have no order among themselves: a connection's end, and the capture's,
  /// bring whatever was under way to its end.
  private(set) var unordered: Set<Int> = []

  var events: [ExpectedEvent] { places.compactMap { $0 } }

  /// Tells an event, if its record is in the capture.
  func tell(_ event: ExpectedEvent) {
    guard event.moment.isRecorded else { return }
    places.append(event)
  }

  /// Keeps a place for an event that is known in full only later.
  func reserve() -> Int {
    places.append(nil)
    return places.count - 1
  }

  func fill(_ place: Int, _ event: ExpectedEvent) { places[place] = event }

  func loosen(_ moment: Moment) { unordered.insert(moment.frame) }
}
