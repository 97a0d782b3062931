import Bytes

/// What every text must be, whatever the air has brought.
enum TextRules {
  /// Valid UTF-8, whole lines, and nothing in them that a terminal would obey.
  static func checkLines(_ output: [UInt8], _ name: String) throws {
    try require(output.isEmpty || output.last == 0x0A, "\(name): the last line has no end")
    try check(output, name)
  }

  /// Valid UTF-8, no control character but the newline, no mark that turns the direction of text.
  static func check(_ output: [UInt8], _ name: String) throws {
    var i = 0
    while i < output.count {
      let byte = output[i]
      if byte < 0x80 {
        try require(
          byte == 0x0A || byte >= 0x20 && byte != 0x7F, "\(name): control character \(byte) at \(i)"
        )
        i += 1
        continue
      }
      let (scalar, length) = scalar(output, at: i)
      try require(length > 0, "\(name): no UTF-8 at \(i)")
      try require(!isHarmful(scalar), "\(name): U+\(String(scalar, radix: 16)) at \(i)")
      i += length
    }
  }

  static func checkCSV(_ output: [UInt8], _ name: String) throws {
    try checkLines(output, name)
    var cells = 0
    var isQuoted = false
    var start = 0
    for (i, byte) in output.enumerated() {
      switch byte {
      case 0x22: isQuoted.toggle()
      case 0x2C where !isQuoted, 0x0A:
        try require(!isQuoted, "\(name): a quoted cell is open at the end of a line, \(i)")
        try checkCell(output[start..<i], name)
        cells += 1
        start = i + 1
        if byte == 0x0A {
          try require(cells == 14, "\(name): \(cells) cells in a row, at \(i)")
          cells = 0
        }
      default: break
      }
    }
  }

  /// No cell is a formula: only a number begins with a sign.
  private static func checkCell(_ cell: ArraySlice<UInt8>, _ name: String) throws {
    let text = cell.first == 0x22 ? cell.dropFirst().dropLast() : cell
    guard let first = text.first else { return }
    switch first {
    case 0x3D, 0x40, 0x09: throw Broken(description: "\(name): a cell is a formula: \(text)")
    case 0x2B, 0x2D:
      try require(
        Double(String(decoding: text, as: UTF8.self)) != nil,
        "\(name): a cell is a formula: \(text)")
    default: break
    }
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// - Returns: length 0 where there is no well-formed sequence (Unicode 16.0, table 3-7).
  private static func scalar(_ text: [UInt8], at i: Int) -> (UInt32, Int) {
    let first = UInt32(text[i])
    let (length, start, least): (Int, UInt32, UInt32) =
      switch first {
      case 0xC0...0xDF: (2, first & 0x1F, 0x80)
      case 0xE0...0xEF: (3, first & 0x0F, 0x800)
      case 0xF0...0xF7: (4, first & 0x07, 0x10000)
      default: (0, 0, 0)
      }
    guard length > 0, text.count - i >= length else { return (0, 0) }
    var scalar = start
    for k in 1..<length {
      guard text[i + k] & 0xC0 == 0x80 else { return (0, 0) }
      scalar = scalar << 6 | UInt32(text[i + k] & 0x3F)
    }
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF ~= scalar) else { return (0, 0) }
    return (scalar, length)
  }
}
