import ATTDissector
import Vocabulary

/// The names that a misspelt one may mean, as the end of a sentence; nothing where there are none.
func nearest(_ word: String, timelines: [RecordedTimeline]) -> String {
  guard BluetoothAddress.value(of: word) == nil else { return "" }
  let names = Set(timelines.flatMap(\.deviceNames)).sorted()
  let similar = Suggestion.names(for: word, among: names).filter {
    $0.lowercased() != word.lowercased()
  }
  return Suggestion.clause(similar.map { "\"\($0)\"" })
}
