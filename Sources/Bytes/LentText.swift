/// A text whose bytes are lent instead of handed out: to read a `String` of an object counts a reference.
@safe
package struct LentText: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  /// Printable ASCII without quotes and backslashes: the same in all forms of output.
  package let isPlain: Bool

  package init(_ text: String = "") {
    let bytes = text.rawBytes
    isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
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

  package func append(to out: inout ByteWriter, _ escaping: ByteWriter.Escaping) {
    if isPlain, escaping != .html { return out.append(bytes) }
    out.append(untrusted: bytes, escaping)
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
