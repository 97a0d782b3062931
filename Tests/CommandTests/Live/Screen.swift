/// What stands on a terminal's screen after a stream of bytes, of the little that the program uses.
struct Screen {
  private(set) var lines: [String] = [""]
  private var row = 0
  private var column = 0
  /// Bytes of escape sequences that the program has no business to write.
  private(set) var strange: [String] = []

  init(_ text: String) {
    var scalars = Substring(text).unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        if row == lines.count { lines.append("") }
        column = 0
      case "\u{1B}":
        var sequence = ""
        while let next = scalars.popFirst() {
          sequence.unicodeScalars.append(next)
          if next.properties.isAlphabetic { break }
        }
        if sequence == "[K" {
          erase()
        } else if sequence == "[J" {
          erase()
          lines.removeSubrange((row + 1)...)
        } else if sequence.hasSuffix("A"), let count = Int(sequence.dropFirst().dropLast()) {
          row = max(row - count, 0)
        } else if !sequence.hasSuffix("m") {
          strange.append(sequence)
        }
      default: put(scalar)
      }
    }
  }

  /// The line that the cursor is in.
  var last: String { lines[row] }

  private mutating func put(_ scalar: Unicode.Scalar) {
    var line = Array(lines[row].unicodeScalars)
    if column < line.count { line[column] = scalar } else { line.append(scalar) }
    column += 1
    lines[row] = String(String.UnicodeScalarView(line))
  }

  private mutating func erase() {
    lines[row] = String(String.UnicodeScalarView(lines[row].unicodeScalars.prefix(column)))
  }
}

extension Collector {
  /// What stands on the screen after the program has ended: it leaves the cursor in an empty line.
  /// The end may come from the terminal a little later than that of the process.
  func screenAtTheEnd() -> Screen {
    _ = wait { Screen($0).last.isEmpty }
    return Screen(text)
  }
}
