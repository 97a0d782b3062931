/// A text whose bytes are lent instead of handed out: to read a `String` of an object counts a reference.
@safe
package struct LentText: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer

  package init(_ text: String = "") {
    let bytes = text.rawBytes
    unsafe storage = .allocate(byteCount: bytes.byteCount, alignment: 1)
    unsafe bytes.withUnsafeBytes { unsafe storage.copyMemory(from: $0) }
  }

  deinit { unsafe storage.deallocate() }

  package func append(to out: inout ByteWriter) { out.append(bytes) }

  package func append(to out: inout ByteWriter, _ escaping: ByteWriter.Escaping) {
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
