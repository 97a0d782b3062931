import Bytes
import GATTSession

extension RecordedTimeline {
  /// PDUs that are encrypted and could not be read.
  var hiddenPackets: Int { items.reduce(0) { $0 + hiddenPackets(in: $1) } }

  /// The hidden packets that an event tells of.
  func hiddenPackets(in item: TimelineItem) -> Int {
    guard item.kind == .note, !item.own.isEmpty else { return 0 }
    let keys: [Key] = [.event.unreadableFromCentral, .event.unreadableFromPeripheral]
    return keys.reduce(0) { sum, key in
      sum + Int(min(max(number(key, of: item) ?? 0, 0), 1e12))
    }
  }
}
