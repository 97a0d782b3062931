// The standard library has these in a module for regular expressions, whose parser would be a
// megabyte of the program. They are for words of the command line and of declarations, not for
// captures.

extension StringProtocol where SubSequence == Substring {
  /// What is before and after `mark` where it is first; `nil`: nowhere.
  package func cut(at mark: String) -> (before: Substring, after: Substring)? {
    cut(at: mark, startingAt: indices)
  }

  /// What is before and after `mark` where it is last; `nil`: nowhere.
  package func cut(atLast mark: String) -> (before: Substring, after: Substring)? {
    cut(at: mark, startingAt: indices.reversed())
  }

  private func cut(
    at mark: String, startingAt places: some Sequence<Index>
  ) -> (before: Substring, after: Substring)? {
    for place in places where self[place...].hasPrefix(mark) {
      return (self[..<place], self[place...].dropFirst(mark.count))
    }
    return nil
  }

  /// Whether `part` is somewhere in it.
  package func includes(_ part: String) -> Bool { cut(at: part) != nil }

  /// What stands between the places of `mark`, none of which overlaps another.
  package func parts(between mark: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let (before, after) = rest.cut(at: mark) {
      parts.append(before)
      rest = after
    }
    return parts + [rest]
  }

  /// `other` wherever it has `part`.
  package func with(_ other: String, for part: String) -> String {
    parts(between: part).joined(separator: other)
  }
}
