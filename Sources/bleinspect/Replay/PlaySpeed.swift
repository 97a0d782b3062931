/// How fast a capture is played.
enum PlaySpeed: Equatable, Sendable {
  /// This many times as fast as it was recorded.
  case factor(Double)
  /// Without waiting.
  case unlimited

  static let normal = PlaySpeed.factor(1)
  static let range = 0.1...1000.0

  init?(_ text: String) {
    if text == "max" {
      self = .unlimited
      return
    }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let factor = Double(text), Self.range.contains(factor) else { return nil }
    self = .factor(factor)
  }
}
