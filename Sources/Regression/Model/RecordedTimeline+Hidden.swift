import Bytes
import GATTSession

extension RecordedTimeline {
  /// PDUs that are encrypted and could not be read.
  var hiddenPackets: Int {
    items.reduce(0) { sum, item in
      guard item.kind == .note, !item.own.isEmpty else { return sum }
      return ["unreadable_from_central", "unreadable_from_peripheral"].reduce(sum) {
        $0 + (number($1, of: item).map { Int(min($0, 1e12)) } ?? 0)
      }
    }
  }
}
