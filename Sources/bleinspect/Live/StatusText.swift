import Bytes
import Timeline

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
      guard rightWidth + 2 + text.terminalColumns <= room else { return }
      rightWidth += 2 + text.terminalColumns
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
    out.append(string: left.fitting(columns: room - rightWidth, isUTF8: style.isUTF8))
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
      safe.append(untrusted: name, escaping: .plain)
    }
    return String(decoding: safe.bytes.copy(), as: UTF8.self)
  }
}
