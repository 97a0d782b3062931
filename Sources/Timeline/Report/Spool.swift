import Bytes
import System

/// Lines that are held back until the summary before them is written: in memory if they are few,
/// then in an unnamed file.
package struct Spool: ~Copyable {
  /// The most bytes in memory before the file is made.
  static let memory = 1 << 20
  /// Bytes of the file that are read at a time.
  static let window = 1 << 18

  private var buffer = ByteWriter(capacity: 4096)
  private let file = TemporaryFile()
  package private(set) var error: SystemError?

  package init() {}

  package mutating func append(_ line: PrintedLine, text: RawSpan) {
    buffer.append(uint32LittleEndian: UInt32(clamping: text.byteCount))
    buffer.append(uint32LittleEndian: line.connection)
    buffer.append(uint32LittleEndian: line.stream)
    buffer.append(uint16LittleEndian: line.durationLength)
    buffer.append(byte: line.style.rawValue)
    buffer.append(byte: line.isFirst ? 1 : 0)
    buffer.append(uint16LittleEndian: line.textColumn)
    buffer.append(uint64LittleEndian: UInt64(bitPattern: line.time ?? .min))
    buffer.append(text)
    if buffer.count >= Self.memory { spill() }
  }

  private mutating func spill() {
    guard error == nil else {
      buffer.removeAll()
      return
    }
    do throws(SystemError) { try file.add(buffer.bytes) } catch { self.error = error }
    buffer.removeAll()
  }

  /// Passes on all lines, in order.
  package mutating func forEachLine(_ body: (PrintedLine, RawSpan) -> Void) {
    guard file.length > 0, error == nil else {
      _ = Self.lines(buffer.bytes, body)
      return
    }
    spill()
    do throws(SystemError) {
      var input = ReadBuffer(capacity: Self.window)
      // The start of a line cut off by the end of the window, followed by the next window.
      var held = ByteWriter(capacity: 2 * Self.window)
      var place: Int64 = 0
      while true {
        let count = try file.fill(&input, from: place)
        guard count > 0 else { break }
        place += Int64(count)
        held.append(input.bytes)
        input.consume(input.end - input.start)
        let used = Self.lines(held.bytes, body)
        let rest = held.bytes.clamped(used).copy()
        held.removeAll()
        held.append(rest)
      }
    } catch { self.error = error }
  }

  /// Bytes before a line's text.
  private static let headLength = 26

  /// - Returns: how many bytes the complete lines take.
  private static func lines(
    _ bytes: RawSpan, _ body: (PrintedLine, RawSpan) -> Void
  ) -> Int {
    var at = 0
    while at + headLength <= bytes.byteCount {
      let end = at + headLength + Int(bytes.uint32LittleEndian(at: at))
      guard end <= bytes.byteCount else { break }
      let time = Int64(bitPattern: bytes.uint64LittleEndian(at: at + 18))
      let line = PrintedLine(
        connection: bytes.uint32LittleEndian(at: at + 4),
        style: LineStyle(rawValue: bytes.uint8(at: at + 14)) ?? .plain,
        isFirst: bytes.uint8(at: at + 15) == 1,
        durationLength: bytes.uint16LittleEndian(at: at + 12),
        stream: bytes.uint32LittleEndian(at: at + 8),
        time: time == .min ? nil : time,
        textColumn: bytes.uint16LittleEndian(at: at + 16))
      body(line, bytes.clamped(at + headLength..<end))
      at = end
    }
    return at
  }
}
