/// A word that a value can be: an index into the table of words.
package struct Word: Hashable, Sendable {
  package let index: UInt32

  init(index: UInt32) { self.index = index }

  /// The word with this text, which is added to the table unless it is there.
  package init(_ text: String) { self = Lexicon.declare(word: text) }
}

extension Word: CustomStringConvertible {
  package var description: String { Lexicon.current.text(of: self) }
}
