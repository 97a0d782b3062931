import ATTDissector
import Vocabulary

extension RecordedTimeline {
  /// Whether an attribute that it names, or what that is in, has one of the UUIDs.
  package func has(_ uuids: Set<BluetoothUUID>) -> Bool {
    paths.contains { path in path.uuids.contains { uuids.contains($0) } }
  }
}

extension RecordedPath {
  fileprivate var uuids: [BluetoothUUID] {
    [service, characteristic, descriptor].compactMap { $0 }
  }
}

/// What a UUID or a name that no attribute has may mean: those that are nearly it.
package func nearestAttributes(_ word: String, timelines: [RecordedTimeline]) -> [String] {
  let paths = timelines.flatMap(\.paths)
  if BluetoothUUID(text: word) != nil {
    let uuids = Set(paths.flatMap(\.uuids).map(\.description))
    return Suggestion.words(for: word.uppercased(), among: uuids.sorted())
  }
  return Suggestion.names(for: word, among: Set(paths.compactMap(\.label)).sorted())
}
