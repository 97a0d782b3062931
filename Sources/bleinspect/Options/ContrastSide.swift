/// The other side of `learn --contrast`.
enum ContrastSide: Equatable, Sendable {
  case file(String)
  /// A part of the capture itself, in nanoseconds of `t`.
  case span(ClosedRange<Int64>)

  /// `12..15.5`, or else the name of a file.
  init(_ text: String) throws(SettingProblem) {
    if let place = text.firstRange(of: ".."),
      case .relative(let first) = TimeBound(String(text[..<place.lowerBound])),
      case .relative(let last) = TimeBound(String(text[place.upperBound...]))
    {
      guard first <= last else { throw SettingProblem("the span ends before it starts") }
      self = .span(first...last)
    } else {
      self = .file(text)
    }
  }
}
