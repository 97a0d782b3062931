import Bytes
import Timeline

/// The other side of `learn --contrast`.
enum ContrastSide: Equatable, Sendable {
  case file(String)
  /// A part of the capture itself, in nanoseconds of `t`.
  case span(ClosedRange<Int64>)
  /// What follows the marks with a text, for at most so many nanoseconds.
  case mark(String, limit: Int64?)

  /// `12..15.5`, `mark:lamp on`, `mark:lamp on..2`, or else the name of a file.
  init(_ text: String) throws(SettingError) {
    if text.hasPrefix("mark:") {
      self = try Self.mark(text.dropFirst(5))
    } else if let ends = text.cut(at: ".."),
      case .relative(let first) = TimeBound(String(ends.before)),
      case .relative(let last) = TimeBound(String(ends.after))
    {
      guard first <= last else { throw SettingError("the span ends before it starts") }
      self = .span(first...last)
    } else {
      self = .file(text)
    }
  }

  /// `lamp on`, or `lamp on..2` for two seconds.
  private static func mark(_ text: Substring) throws(SettingError) -> ContrastSide {
    var words = text
    var limit: Int64?
    if let ends = text.cut(atLast: ".."),
      case .relative(let nanoseconds) = TimeBound(String(ends.after))
    {
      guard nanoseconds > 0 else { throw SettingError("expected seconds above 0 after ..") }
      words = ends.before
      limit = nanoseconds
    }
    let line = Mark.line(words)
    guard !line.isEmpty else { throw SettingError("no text of a mark after mark:") }
    return .mark(line, limit: limit)
  }
}
