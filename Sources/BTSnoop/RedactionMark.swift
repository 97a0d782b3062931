import Bytes

/// What the section header of a redacted pcapng file begins with where it names the program.
enum RedactionMark {
  static let prefix = "bleinspect redact: "

  /// How a capture is redacted; `nil` for what another program wrote.
  static func reading(_ application: RawSpan) -> String? {
    let prefix = prefix.rawBytes
    guard application.clamped(0, prefix.byteCount).equals(prefix) else { return nil }
    return String(decoding: application.clamped(prefix.byteCount).copy(), as: UTF8.self)
  }
}
