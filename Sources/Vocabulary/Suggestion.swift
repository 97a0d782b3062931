import Bytes

/// What the user may have meant.
package enum Suggestion {
  /// A list of more words does not help: a few of them are enough.
  private static let most = 20
  private static let few = 5

  /// The words with the same start, else those within a typo or two.
  package static func words(for word: String, among known: [String]) -> [String] {
    guard !word.isEmpty else { return [] }
    let beginnings = known.filter { $0.hasPrefix(word) && $0 != word }
    // Of many, those that are nearly typed.
    if beginnings.count > most {
      return Array(beginnings.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(few))
    }
    if !beginnings.isEmpty { return beginnings }
    // Another letter in place of the only one is another word.
    guard word.count > 1 else { return [] }
    let allowed = max(1, min(2, word.count / 3))
    let distances = known.map { (word: $0, distance: distance(word, $0)) }
    guard let nearest = distances.map(\.distance).min(), nearest <= allowed else { return [] }
    return distances.filter { $0.distance == nearest }.map(\.word)
  }

  /// Suggestions among lower-case words, whatever the case of the word: it may be one of them.
  package static func anyCase(_ word: String, among known: [String]) -> [String] {
    let lower = word.lowercased()
    return lower != word && known.contains(lower) ? [lower] : words(for: lower, among: known)
  }

  /// Suggestions among keys, without those that only accompany another one, such as its code.
  package static func keys(for word: String, among known: [String]) -> [String] {
    let near = anyCase(word, among: known)
    let plain = near.filter { key in
      !companions.contains { key.hasSuffix($0) && near.contains(String(key.dropLast($0.count))) }
    }
    return Array(plain.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(few))
  }

  /// Ends of keys that say of another key what its value stands for.
  private static let companions = ["_status", "_code"]

  /// The values of a key that a word may mean, whatever their case and signs: those that contain it, else
  /// those that begin as it does, else the nearest.
  package static func values(for word: String, among known: [String]) -> [String] {
    func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let wanted = plain(word)
    guard wanted.count > 1 else { return [] }
    let values = known.map { (value: $0, plain: plain($0)) }
    var near = values.filter { $0.plain.includes(wanted) }
    if near.isEmpty {
      let begun = values.map { $0.plain.sharedBeginning(with: wanted) }
      let longest = begun.max() ?? 0
      if longest >= max(4, (wanted.count + 1) / 2) {
        near = zip(values, begun).filter { $0.1 == longest }.map(\.0)
      }
    }
    if near.isEmpty {
      let words = Set(words(for: wanted, among: values.map(\.plain)))
      near = values.filter { words.contains($0.plain) }
    }
    return near.sorted { ($0.plain.count, $0.value) < ($1.plain.count, $1.value) }.prefix(few)
      .map(\.value)
  }

  /// The kinds of events that the timeline calls so.
  package static func kinds(shownAs word: String) -> [String] {
    EventKind.allCases.filter { kind in
      kind.timelineWords.contains { $0.description.lowercased() == word.lowercased() }
    }.map(\.name.description)
  }

  /// Suggestions among kinds of events, also as the timeline calls them (`command` is a `write_command`), and
  /// where only the end is another: `indicate` is an `indication`.
  package static func kinds(for word: String, among known: [String]) -> [String] {
    let shown = kinds(shownAs: word).filter(known.contains)
    guard shown.isEmpty else { return shown }
    let near = anyCase(word, among: known)
    guard near.isEmpty, word.count > 4 else { return near }
    let stem = String(word.lowercased().dropLast())
    return known.filter { $0.hasPrefix(stem) }
  }

  /// The names of devices that a name may mean: those that contain it, else the nearest.
  package static func names(for name: String, among known: [String]) -> [String] {
    let wanted = name.lowercased()
    let containing = known.filter { $0.lowercased().includes(wanted) }
    if !containing.isEmpty { return Array(containing.prefix(3)) }
    let lowered = known.map { (name: $0, distance: distance(wanted, $0.lowercased())) }
    guard let nearest = lowered.map(\.distance).min(), nearest <= max(2, wanted.count / 2) else {
      return []
    }
    return lowered.filter { $0.distance == nearest }.prefix(3).map(\.name)
  }

  /// `; did you mean --from or --frame?`, or nothing.
  package static func clause(_ words: [String]) -> String {
    words.isEmpty ? "" : "; did you mean \(alternatives(words))?"
  }

  /// `a, b or c`.
  package static func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  package static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.utf8.prefix(64))
    let b = Array(b.utf8.prefix(64))
    var older: [Int] = []
    var old = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(old[j + 1] + 1, row[j] + 1, old[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      older = old
      old = row
    }
    return old[b.count]
  }
}

extension String {
  /// How many characters both begin with.
  fileprivate func sharedBeginning(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
