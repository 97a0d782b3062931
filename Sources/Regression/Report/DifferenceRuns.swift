/// Requests or values of one attribute by their numbers: `notification #3`, `reads #4 to #9`.
package struct ItemNumbers: Equatable, Sendable {
  /// In words, if the device has several: `connection 2`.
  package var connection: String?
  /// `notification`.
  package var title: String
  package var plural: String
  package var range: ClosedRange<Int>

  /// `40 notifications (#21 to #60)`, or `notification #3`.
  var words: String {
    range.count == 1
      ? "\(title) #\(range.lowerBound)"
      : "\(range.count) \(plural) (#\(range.lowerBound) to #\(range.upperBound))"
  }

  /// Both as one, if `next` follows without a gap.
  func joined(with next: ItemNumbers) -> ItemNumbers? {
    guard next.range.lowerBound == range.upperBound + 1, next.title == title,
      next.connection == connection
    else { return nil }
    var both = self
    both.range = range.lowerBound...next.range.upperBound
    return both
  }
}

extension [Difference] {
  /// The fewest items in a row that are shown as one.
  static let fewestOfRun = 4

  /// For people: what one side lacks in a row is one difference, with its first and last.
  var withRuns: [Difference] {
    var out: [Difference] = []
    var run: [Difference] = []
    var numbers: ItemNumbers?
    func flush() {
      if let numbers, numbers.range.count >= Self.fewestOfRun, let whole = run.joined(numbers) {
        out.append(whole)
      } else {
        out += run
      }
      run = []
    }
    for difference in self {
      if let first = run.first, let own = difference.numbers, let all = numbers?.joined(with: own),
        first.isOfOneKind(with: difference)
      {
        numbers = all
      } else {
        flush()
        numbers = difference.numbers
      }
      run.append(difference)
    }
    flush()
    return out
  }

  /// Neighbours as one difference.
  private func joined(_ numbers: ItemNumbers) -> Difference? {
    guard var whole = first, let last else { return nil }
    whole.numbers = numbers
    whole.count = total
    whole.last = last.last ?? last.expected ?? last.actual
    let texts = [whole.expected ?? whole.actual, whole.last].map { $0?.text ?? "" }
    whole.message =
      "\(numbers.connection.map { "\($0), " } ?? "")\(numbers.words) are \(whole.kind.participle)"
      + (texts.contains("") ? "" : ": first \(texts[0]), last \(texts[1])")
    return whole
  }
}

extension Difference {
  fileprivate func isOfOneKind(with other: Difference) -> Bool {
    kind == other.kind && weight == other.weight && device == other.device
      && subject == other.subject && uuid == other.uuid
  }
}
