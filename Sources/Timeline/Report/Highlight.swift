import Bytes

/// Colours for a terminal, if enabled.
enum Highlight {
  /// Headings bold, findings red.
  static func write(_ line: RawSpan, to out: inout ByteWriter) {
    let isHeading =
      line.byteCount > 1 && (0x41...0x5A).contains(line.uint8(at: 0))
      && (0x41...0x5A).contains(line.uint8(at: 1))
    let isFinding =
      line.byteCount > 3 && line.uint8(at: 2) == 0x21 && line.uint8(at: 0) == 0x20
    if isHeading { out.append("\u{1B}[1m") } else if isFinding { out.append("\u{1B}[31m") }
    out.append(line)
    if isHeading || isFinding { out.append("\u{1B}[0m") }
  }

  /// Whole lines.
  static func write(page: RawSpan, to out: OutputStream) {
    var start = 0
    for i in 0..<page.byteCount where page.uint8(at: i) == 0x0A {
      write(page.clamped(start..<i), to: &out.buffer)
      out.buffer.append("\n")
      out.lineEnds()
      start = i + 1
    }
  }

  static func write(_ line: RawSpan, style: LineStyle, to out: inout ByteWriter) {
    out.append(style == .problem || style == .doubtful ? "\u{1B}[31m" : "\u{1B}[2m")
    out.append(line)
    out.append("\u{1B}[0m")
  }
}
