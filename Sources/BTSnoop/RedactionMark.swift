import Bytes

/// What the section header of a redacted pcapng file begins with where it names the program.
package enum RedactionMark {
  /// What it begins with where all values are masked.
  package static let masked = "values masked"
  static let prefix = "bleinspect redact: "

  /// How a capture is redacted; `nil` for what another program wrote.
  static func reading(_ application: RawSpan) -> String? {
    let prefix = prefix.rawBytes
    guard application.clamped(0, count: prefix.byteCount).equals(prefix) else { return nil }
    let words = application.clamped(prefix.byteCount).copy()
    // It is printed: another program may have written anything there.
    guard words.count <= 80, words.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    return String(decoding: words, as: UTF8.self)
  }
}
