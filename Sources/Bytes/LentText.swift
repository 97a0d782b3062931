/// Text that is read without counting a reference, as reading a `String` property would.
@safe
package struct LentText: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  /// As `isPlainText`.
  package let isPlain: Bool

  package init(_ text: String = "") {
    let bytes = text.rawBytes
    isPlain = text.utf8.isPlainText
    // Most have none.
    guard bytes.byteCount > 0 else {
      unsafe storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      return
    }
    unsafe storage = .allocate(byteCount: bytes.byteCount, alignment: 1)
    unsafe bytes.withUnsafeBytes { unsafe storage.copyMemory(from: $0) }
  }

  deinit { unsafe storage.deallocate() }

  package func append(to out: inout ByteWriter) { out.append(bytes) }

  /// With what a terminal would obey escaped.
  package func appendShown(to out: inout ByteWriter) {
    if isPlain { out.append(bytes) } else { out.append(untrusted: bytes, .plain) }
  }

  package func equals(_ other: RawSpan) -> Bool { bytes.equals(other) }

  private var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(storage))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}

extension Collection<UInt8> {
  /// Printable ASCII without quotes and backslashes: the same for people and in JSON.
  package var isPlainText: Bool {
    allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
  }
}
