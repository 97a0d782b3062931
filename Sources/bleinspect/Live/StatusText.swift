import Bytes

/// One line that shows what is going on.
struct StatusText {
  /// The play position, in plain ASCII; `nil` for live.
  var play: String?
  /// Names of the connected devices, or else their addresses; `nil`: unknown.
  var devices: [String]? = []
  /// In beats per minute.
  var heartRate: Int?
  /// The heart is drawn large.
  var isBeating = false
  /// Events in the last second; `nil`: not counted.
  var events: Int? = 0
  /// Packets lost so far.
  var lost: UInt64 = 0

  /// How it is drawn.
  struct Style {
    var width: Int
    var isUTF8: Bool
    var isColored: Bool
  }

  /// At most the width of the window less its last column, where some terminals start a new line.
  func write(_ style: Style, to out: inout ByteWriter) {
    let room = max(0, style.width - 1)
    var right = ByteWriter(capacity: 128)
    var rightWidth = 0
    func part(_ text: String, color: StaticString? = nil) {
      guard rightWidth + 2 + text.statusColumns <= room else { return }
      rightWidth += 2 + text.statusColumns
      right.append("  ")
      if style.isColored, let color { right.append(color) }
      right.append(string: text)
      if style.isColored, color != nil { right.append("\u{1B}[0m") }
    }
    // Losses come first.
    if lost > 0 { part("\(lost) lost", color: "\u{1B}[31m") }
    if let heartRate {
      part(heart(style.isUTF8) + " \(heartRate) bpm", color: "\u{1B}[31m")
    }
    if let events { part("\(events) event\(events == 1 ? "" : "s")/s") }

    let left = [play, connections].compactMap(\.self).joined(separator: "  ")
    out.append(string: left.statusText(columns: room - rightWidth, isUTF8: style.isUTF8))
    out.append(right.bytes)
  }

  private func heart(_ isUTF8: Bool) -> String {
    switch (isUTF8, isBeating) {
    case (true, true): "\u{2665}"
    case (true, false): "\u{2661}"
    case (false, true): "<3"
    case (false, false): "  "
    }
  }

  private var connections: String? {
    guard let devices else { return nil }
    guard !devices.isEmpty else { return "no connection" }
    var safe = ByteWriter(capacity: 128)
    safe.append(decimal: devices.count)
    safe.append(" connected: ")
    for (index, name) in devices.enumerated() {
      if index > 0 { safe.append(", ") }
      safe.append(untrusted: name, .plain)
    }
    return String(decoding: safe.bytes.copy(), as: UTF8.self)
  }
}

extension String {
  /// Columns that it takes at most.
  fileprivate var statusColumns: Int { unicodeScalars.reduce(0) { $0 + $1.statusColumns } }

  /// As much of it as fits; marked where it is cut.
  fileprivate func statusText(columns: Int, isUTF8: Bool) -> String {
    let text =
      isUTF8 ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.isASCII ? $0 : "?" }))
    guard text.statusColumns > columns else { return text }
    let mark = isUTF8 ? "\u{2026}" : "..."
    var left = columns - mark.statusColumns
    guard left > 0 else { return "" }
    var cut = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      left -= scalar.statusColumns
      guard left >= 0 else { break }
      cut.append(scalar)
    }
    return String(cut) + mark
  }
}

extension Unicode.Scalar {
  /// 2 where a terminal may draw it so wide.
  fileprivate var statusColumns: Int {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
