/// Text that is read without counting a reference, as reading a `String` property would.
@safe
package struct LentText: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  /// Whether the text needs no escape in JSON; see `isPlainText`.
  package let isPlain: Bool

  package init(_ text: String = "") {
    let bytes = text.rawBytes
    isPlain = bytes.isPlainText
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
    if isPlain { out.append(bytes) } else { out.append(untrusted: bytes, escaping: .plain) }
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

extension RawSpan {
  /// Printable ASCII without quotes and backslashes: the same for people and in JSON.
  package var isPlainText: Bool {
    for index in 0..<byteCount {
      let octet = uint8(at: index)
      guard 0x20..<0x7F ~= octet, octet != 0x22, octet != 0x5C else { return false }
    }
    return true
  }

  /// Whether an octet is among the bytes; not 0.
  package func has(_ octet: UInt8) -> Bool {
    precondition(octet != 0)
    let wanted = SIMD16(repeating: octet)
    func isIn(_ block: SIMD16<UInt8>) -> Bool {
      let marks = unsafe unsafeBitCast(block .== wanted, to: SIMD2<UInt64>.self)
      return marks[0] | marks[1] != 0
    }
    guard byteCount >= 16 else { return isIn(block(at: 0, count: byteCount)) }
    var i = 0
    while byteCount &- i >= 16 {
      if isIn(block(at: i)) { return true }
      i &+= 16
    }
    return isIn(block(at: byteCount &- 16))
  }
}
