import ByteReader

/// Makes assigned names fit a column: `Heart Rate Meas. CCCD`.
enum Abbreviation {
  /// Shortens the longest words until the name fits; what still does not, stays whole.
  static func fit(_ name: inout ByteWriter, to width: Int) {
    guard name.bytes.columns > width else { return }
    let whole = String(decoding: name.bytes.copy(), as: UTF8.self)
    var words = whole.split(separator: " ").map(String.init)
    // The assigned names of texts all say so; it is the first thing that a reader can do without.
    if words.last == "String", words.count > 1 { words.removeLast() }
    while words.joined(separator: " ").count > width {
      var longest: Int?
      for (index, word) in words.enumerated() where word.count > 5 && !isNumber(word) {
        if word.count > longest.map({ words[$0].count }) ?? 0 { longest = index }
      }
      guard let longest else { break }
      words[longest] = String(words[longest].prefix(4)) + "."
    }
    name.removeAll()
    name.append(string: words.joined(separator: " "))
  }

  /// UUIDs and the numbers of standards: a part of one would be taken for another.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.contains { (0x30...0x39).contains($0) } || word.contains("...")
  }
}
