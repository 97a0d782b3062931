package import EmbeddedTexts

/// A text that is part of the program: a literal, or a file that was embedded when the program was built. It costs
/// nothing at start, and never changes.
@safe package struct ConstantText: @unchecked Sendable {
  private let start: UnsafeRawPointer
  private let count: Int

  package init(_ text: EmbeddedText) {
    unsafe start = text.start
    count = text.count
  }

  /// - literal: of more than one character, or of none: one alone has no address.
  package init(_ literal: StaticString) {
    unsafe start = UnsafeRawPointer(literal.utf8Start)
    count = literal.utf8CodeUnitCount
  }

  /// Its octets, valid forever.
  package var rawBytes: RawSpan {
    @_lifetime(immortal)
    get {
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: ())
    }
  }
}
