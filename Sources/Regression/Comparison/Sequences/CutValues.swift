import Bytes
import GATTSession

/// Values of one attribute that were compared as far as the recorders kept them.
struct CutValues {
  private var count = 0
  /// Cut values that had nothing in common to compare.
  private var unseen = 0
  private var isExpectedCut = false
  private var isActualCut = false
  private var isSameCut = true
  private var place: FindingCollector.Place?

  /// A pair that is equal as far as both show it.
  mutating func add(
    _ expected: TimelineItem, actual: TimelineItem,
    at place: @autoclosure () -> FindingCollector.Place
  ) {
    guard expected.isTruncated || actual.isTruncated else { return }
    count += 1
    if min(expected.value.count, actual.value.count) == 0 { unseen += 1 }
    isExpectedCut = isExpectedCut || expected.isTruncated
    isActualCut = isActualCut || actual.isTruncated
    if expected.isTruncated != actual.isTruncated || expected.value.count != actual.value.count {
      isSameCut = false
    }
    if self.place == nil { self.place = place() }
  }

  /// Tells how many there were: as a fact where both sides were cut alike, as something that was not
  /// observed where one side shows more than the other.
  /// - one: `notification`; many: `notifications`.
  func report(_ one: String, many: String, to out: inout FindingCollector) {
    guard let place else { return }
    let sides =
      isExpectedCut && isActualCut
      ? "both sides" : "the \((isExpectedCut ? Side.expected : .actual).title) side"
    let amount = count == 1 ? "1 \(one)" : "\(count) \(many)"
    let what =
      unseen == count
      ? "not one octet was compared"
      : unseen == 0 ? "only their beginnings were compared" : "some were not compared at all"
    out.add(
      .changed, weight: isSameCut ? .fact : .notObserved, at: place,
      message: "\(amount) cut off in the record of \(sides): \(what)")
  }
}
