import Bytes
import GATTSession

extension RecordedTimeline {
  /// PDUs that are encrypted and could not be read.
  var hiddenPackets: Int {
    items.reduce(0) { sum, item in
      guard item.kind == .note, !item.own.isEmpty else { return sum }
      let keys: [Key] = [.event.unreadableFromCentral, .event.unreadableFromPeripheral]
      return keys.reduce(sum) { sum, key in
        sum + Int(min(max(number(key, of: item) ?? 0, 0), 1e12))
      }
    }
  }
}
