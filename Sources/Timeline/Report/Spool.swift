import Bytes

/// Text that is held back until the summary before it is written: in memory while it is small, then
/// in a file without a name.
struct Spool: ~Copyable {
  /// Bytes held in memory before the file is made.
  static let memory = 1 << 20
  /// Bytes of the file that are read at a time.
  static let window = 1 << 18

  private var buffer = ByteWriter(capacity: 4096)
  private var file: Descriptor?
  private(set) var error: SystemError?

  init() {}

  mutating func append(_ bytes: RawSpan) {
    buffer.append(bytes)
    if buffer.count >= Self.memory { spill() }
  }

  private mutating func spill() {
    guard error == nil else {
      buffer.removeAll()
      return
    }
    do throws(SystemError) {
      if file == nil { file = try Descriptor.temporary() }
      try file?.write(buffer.bytes)
    } catch { self.error = error }
    buffer.removeAll()
  }

  /// Hands all lines over, in their order.
  mutating func forEachLine(_ body: (RawSpan) -> Void) {
    guard let file, error == nil else {
      Self.lines(buffer.bytes, atEnd: true, body)
      return
    }
    spill()
    do throws(SystemError) {
      try file.rewind()
      var input = ReadBuffer(capacity: Self.window)
      // The begin of a line that is longer than the buffer.
      var long = ByteWriter(capacity: 64)
      var hasEnded = false
      while !hasEnded {
        hasEnded = try input.fill(from: file) == 0
        if !long.isEmpty {
          let held = input.bytes.byteCount
          let rest = Self.lineLength(input.bytes)
          long.append(input.bytes.clamped(0, rest))
          input.consume(min(rest + 1, held))
          if rest == held, !hasEnded { continue }
          body(long.bytes)
          long.removeAll()
        }
        let used = Self.lines(input.bytes, atEnd: hasEnded, body)
        input.consume(used)
        if used == 0, input.bytes.byteCount == input.capacity {
          long.append(input.bytes)
          input.consume(input.capacity)
        }
      }
    } catch { self.error = error }
  }

  /// Bytes before the first line feed, or all.
  private static func lineLength(_ bytes: RawSpan) -> Int {
    for i in 0..<bytes.byteCount where bytes.uint8(at: i) == 0x0A { return i }
    return bytes.byteCount
  }

  @discardableResult
  private static func lines(_ bytes: RawSpan, atEnd: Bool, _ body: (RawSpan) -> Void) -> Int {
    var start = 0
    for i in 0..<bytes.byteCount where bytes.uint8(at: i) == 0x0A {
      body(bytes.clamped(start..<i))
      start = i + 1
    }
    if atEnd, start < bytes.byteCount {
      body(bytes.clamped(start))
      start = bytes.byteCount
    }
    return start
  }
}
