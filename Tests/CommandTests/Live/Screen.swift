/// What stands on a terminal's screen behind a stream of bytes, of the little that the program uses.
struct Screen {
  private(set) var lines: [String] = [""]
  private var column = 0
  /// Bytes of escape sequences that the program has no business to write.
  private(set) var strange: [String] = []

  init(_ text: String) {
    var scalars = Substring(text).unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        lines.append("")
        column = 0
      case "\u{1B}":
        var sequence = ""
        while let next = scalars.popFirst() {
          sequence.unicodeScalars.append(next)
          if next.properties.isAlphabetic { break }
        }
        if sequence == "[K" {
          erase()
        } else if !sequence.hasSuffix("m") {
          strange.append(sequence)
        }
      default: put(scalar)
      }
    }
  }

  /// The line that the cursor is in.
  var last: String { lines.last ?? "" }

  private mutating func put(_ scalar: Unicode.Scalar) {
    var line = Array((lines.popLast() ?? "").unicodeScalars)
    if column < line.count { line[column] = scalar } else { line.append(scalar) }
    column += 1
    lines.append(String(String.UnicodeScalarView(line)))
  }

  private mutating func erase() {
    let line = (lines.popLast() ?? "").unicodeScalars.prefix(column)
    lines.append(String(String.UnicodeScalarView(line)))
  }
}
