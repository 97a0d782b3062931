import Bytes
import GATTSession

/// Describes how a value, or the outcome of a request, changed.
struct ChangeWords {
  /// `91 bpm became 18433 bpm`.
  private(set) var message: String
  /// Fields, and the bytes.
  private(set) var details: [String] = []

  private static let mostFields = 8
  private static let fieldsInMessage = 2

  init(
    _ input: SequenceInput, _ expected: UInt32, _ actual: UInt32, _ rules: ValueRules
  ) {
    let old = input.item(at: expected, side: .expected)
    let new = input.item(at: actual, side: .actual)
    let (before, after) = (
      input.outcome(expected, side: .expected), input.outcome(actual, side: .actual)
    )
    message = "\(before) became \(after)"
    if let sent = Self.refusedChange(input.sides, old: old, new: new) {
      message =
        before == after ? "\(sent), both with \(before)" : "\(message), and what was sent, \(sent)"
    }
    guard old.kind != .attError, new.kind != .attError, old.isUnanswered == new.isUnanswered else {
      return
    }
    let sides = input.sides
    let fields = ValueComparison.changes(
      old.decoded, expectedSide: sides.expected, actual: new.decoded, actualSide: sides.actual,
      rules: rules)
    for field in fields.prefix(Self.mostFields) { details.append(field.words) }
    if fields.count > Self.mostFields {
      details.append("and \(fields.count - Self.mostFields) fields more")
    }
    let bytes = ValueWords.bytesChange(
      old.value, expectedSide: sides.expected, actual: new.value, actualSide: sides.actual)
    if bytes.expected != bytes.actual {
      details.append("\(bytes.expected) became \(bytes.actual)")
    }
    let (oldText, newText) = (
      ValueWords.text(of: old, side: sides.expected), ValueWords.text(of: new, side: sides.actual)
    )
    if let outside = fields.first(where: { $0.range != nil }) {
      message = outside.words
    } else if rules.keys.isEmpty, !oldText.isEmpty, !newText.isEmpty,
      let change = ValueWords.change(oldText, to: newText)
    {
      message = "\(change.expected) became \(change.actual)"
    } else if !fields.isEmpty, !old.decoded.isEmpty, !new.decoded.isEmpty {
      message = fields.prefix(Self.fieldsInMessage).map(\.words).joined(separator: ", ")
      if fields.count > Self.fieldsInMessage {
        message += ", and \(fields.count - Self.fieldsInMessage) fields more"
      }
    } else if rules.mode == .shape, old.value.count != new.value.count {
      message = "\(old.value.count) bytes became \(new.value.count)"
    } else if bytes.expected != bytes.actual {
      // The words are the same or missing: show the bytes.
      message = "\(bytes.expected) became \(bytes.actual)"
    }
    if old.isUnanswered, old.kind != .indication { message += ", both without an answer" }
  }

  /// `02 became 07`: what two refused requests carried.
  private static func refusedChange(
    _ sides: Sides, old: TimelineItem, new: TimelineItem
  ) -> String? {
    guard old.kind == .attError, new.kind == .attError,
      let was = sides.expected.word(.event.requestValue, of: old),
      let became = sides.actual.word(.event.requestValue, of: new), was != became
    else { return nil }
    func words(_ hex: String) -> String {
      hex.isEmpty ? "no bytes" : ValueWords.bounded(hex, longest: 2 * ValueWords.mostBytes)
    }
    return "\(words(was)) became \(words(became))"
  }
}

extension ValueMatcher.OutOfRange {
  var words: String {
    let range = rule.range.map(ValueWords.range) ?? ""
    return "\(rule.key): \(ValueWords.number(number)), outside of \(range)"
  }
}
