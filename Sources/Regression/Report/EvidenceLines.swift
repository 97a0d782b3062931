import Bytes

/// Where each side shows a difference, one line per side, with the bytes below each other.
struct EvidenceLines {
  /// Octets of a value that are shown if there is room.
  static let octets = 16
  /// Columns of the ellipsis and the count around a part of a value.
  private static let around = 20
  /// Columns of the margin and the word before a place.
  private static let before = 18
  /// Octets shown before the first that differs.
  private static let lead = 4

  let lines: [String]

  init(
    _ difference: Difference, _ expected: ComparisonReport.Side, _ actual: ComparisonReport.Side
  ) {
    let first = difference.expected?.place(in: expected) ?? ""
    let second = difference.actual?.place(in: actual) ?? ""
    let last = difference.last
    let end = last?.place(in: difference.expected != nil ? expected : actual) ?? ""
    let width = max(first.count, second.count, end.count)
    let room = TextLines.width - Self.before - width - 2
    let values = Self.values(
      difference.expected?.value, actual: difference.actual?.value, room: room)
    func line(_ side: String, place: String, value: String) -> String? {
      guard !place.isEmpty || !value.isEmpty else { return nil }
      let padding = String(repeating: " ", count: value.isEmpty ? 0 : width - place.count)
      let head = width == 0 ? side : "\(side)  \(place)\(padding)"
      return value.isEmpty ? head : "\(head)  \(value)"
    }
    lines = [
      line("expected", place: first, value: values.expected),
      line("actual  ", place: second, value: values.actual),
      last.flatMap {
        line("to      ", place: end, value: Self.values($0.value, actual: nil, room: room).expected)
      },
    ].compactMap(\.self)
  }

  /// The bytes of both sides in hex, from shortly before the first that differs.
  /// - room: columns.
  static func values(
    _ expected: String?, actual: String?, room: Int = 52
  ) -> (expected: String, actual: String) {
    guard let expected, let actual, !expected.isEmpty || !actual.isEmpty else {
      return (shown(expected, from: 0, room: room), shown(actual, from: 0, room: room))
    }
    // Equal values do not show what differs.
    guard expected != actual else { return ("", "") }
    let same = zip(expected.utf8, actual.utf8).prefix { $0 == $1 }.count / 2
    let longest = max(expected.utf8.count, actual.utf8.count)
    let isLong = longest / 2 > octets || longest > room
    let start = isLong && same > lead ? same - lead : 0
    return (shown(expected, from: start, room: room), shown(actual, from: start, room: room))
  }

  private static func shown(_ hex: String?, from start: Int, room: Int) -> String {
    guard let hex else { return "" }
    let count = hex.utf8.count / 2
    guard count > 0 else { return "(no bytes)" }
    guard start < count else { return "(ends after \(count))" }
    let isWhole = start == 0 && count <= octets && count * 2 <= room
    let most = isWhole ? octets : max(lead + 2, min(octets, (room - around) / 2))
    let part = hex.dropFirst(start * 2).prefix(most * 2)
    let rest = count - start - part.utf8.count / 2
    return (start > 0 ? "..." : "") + part + (rest > 0 ? "... (\(count) octets)" : "")
  }
}
