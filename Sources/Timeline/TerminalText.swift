extension String {
  /// Columns that it takes at most.
  package var terminalColumns: Int { unicodeScalars.reduce(0) { $0 + $1.terminalColumns } }

  /// The beginning that fits; marked where it is cut.
  package func fitting(columns: Int, isUTF8: Bool) -> String {
    let text =
      isUTF8 ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.isASCII ? $0 : "?" }))
    guard text.terminalColumns > columns else { return text }
    let mark = isUTF8 ? "\u{2026}" : "..."
    var left = columns - mark.terminalColumns
    guard left > 0 else { return "" }
    var cut = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      left -= scalar.terminalColumns
      guard left >= 0 else { break }
      cut.append(scalar)
    }
    return String(cut) + mark
  }
}

extension Unicode.Scalar {
  /// 2 where a terminal may draw it so wide.
  fileprivate var terminalColumns: Int {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
