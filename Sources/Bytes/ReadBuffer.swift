/// A fixed buffer that is filled from a source and read as borrowed bytes.
@safe
package struct ReadBuffer: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  package private(set) var start = 0
  package private(set) var end = 0

  /// 256 KB: reading whole files saves no time, and memory would grow with the file.
  package static let size = 256 * 1024

  package init(capacity: Int = ReadBuffer.size) {
    unsafe storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { unsafe storage.deallocate() }

  package var capacity: Int { unsafe storage.count }

  /// The bytes read but not consumed, borrowed.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(storage)[start..<end])
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The address of `bytes`, for a C library; valid until bytes are read or consumed.
  package var address: UnsafeRawPointer? {
    unsafe storage.baseAddress.map { unsafe UnsafeRawPointer($0 + start) }
  }

  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
    if start == end {
      start = 0
      end = 0
    }
  }

  /// Lets `body` write after the bytes held.
  /// - Returns: the number of bytes written, 0 at the end of the input.
  package mutating func fill<Failure: Error>(
    with body: (inout OutputRawSpan) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    makeRoom()
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[end...])
    var output = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
    try body(&output)
    let count = unsafe output.finalize(for: room)
    end += count
    return count
  }

  private mutating func makeRoom() {
    guard start > 0 else { return }
    unsafe storage.baseAddress?.copyMemory(
      from: UnsafeRawPointer(storage.baseAddress.unsafelyUnwrapped + start),
      byteCount: end - start)
    end -= start
    start = 0
  }
}
