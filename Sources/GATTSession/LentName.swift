import Bytes

/// A name that may be missing: a string for those who keep it, and bytes that are lent to those who write it.
struct LentName: ~Copyable {
  let text: String?
  private let bytes: LentText

  init(_ text: String? = nil) {
    self.text = text
    bytes = LentText(text ?? "")
  }

  /// It is in printable ASCII without quotes and backslashes, or missing.
  var isPlain: Bool { bytes.isPlain }

  /// - Returns: `false` where it is missing.
  func append(to out: inout ByteWriter) -> Bool {
    bytes.append(to: &out)
    return text != nil
  }

  /// Appends it with control characters escaped, for terminals.
  /// - Returns: `false` where it is missing.
  func appendShown(to out: inout ByteWriter) -> Bool {
    bytes.appendShown(to: &out)
    return text != nil
  }

  func equals(_ other: RawSpan) -> Bool { text != nil && bytes.equals(other) }
}
