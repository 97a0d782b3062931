import Bytes

/// Recognizes the printed output of btmon and hcidump, which people send instead of a capture.
///
/// Both print a line for each packet and indent its details. On a terminal btmon colours its lines;
/// hcidump starts them with a time, and later versions of btmon with the sending process.
enum MonitorText {
  enum Tool: String, Sendable {
    case btmon, hcidump
  }

  /// Lines to inspect: output of a shell or `script` may come first.
  private static let lineLimit = 40
  /// Characters of a line to inspect.
  private static let lineLength = 160

  private static let banners: [(StaticString, Tool)] = [
    ("Bluetooth monitor ver ", .btmon), ("HCI sniffer - Bluetooth packet analyzer", .hcidump),
  ]

  /// What follows `<` (from the host to the controller) or `>` (back). hcidump prints commands and
  /// events as btmon does.
  private static let packets: [(StaticString, Tool)] = [
    ("HCI Command: ", .btmon), ("HCI Event: ", .btmon), ("ACL Data TX: ", .btmon),
    ("ACL Data RX: ", .btmon), ("SCO Data TX: ", .btmon), ("SCO Data RX: ", .btmon),
    ("ISO Data TX: ", .btmon), ("ISO Data RX: ", .btmon), ("ACL data: ", .hcidump),
    ("SCO data: ", .hcidump),
  ]

  /// What follows `=` and `@`.
  private static let notes: [StaticString] = [
    "Note: ", "New Index: ", "Delete Index: ", "Open Index: ", "Close Index: ", "Index Info: ",
    "MGMT Open: ", "MGMT Close: ", "MGMT Command: ", "MGMT Event: ", "RAW Open: ", "RAW Close: ",
    "USER Open: ", "USER Close: ",
  ]

  /// - bytes: the start of a file.
  /// - Returns: the tool that printed it; `nil` for any other text.
  static func tool(_ bytes: RawSpan) -> Tool? {
    var start = 0
    for _ in 0..<lineLimit where start < bytes.byteCount {
      var end = start
      while end < bytes.byteCount, bytes.uint8(at: end) != 0x0A { end += 1 }
      if let tool = tool(line: plain(bytes.clamped(start, count: min(end - start, lineLength)))) {
        return tool
      }
      start = end + 1
    }
    return nil
  }

  /// A line without colours and carriage returns.
  private static func plain(_ line: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    var i = 0
    while i < line.byteCount {
      let byte = line.uint8(at: i)
      i += 1
      guard byte == 0x1B else {
        if byte >= 0x20 { text.append(byte) }
        continue
      }
      guard i < line.byteCount, line.uint8(at: i) == 0x5B else { continue }
      // A control sequence ends with the first byte from @ on.
      i += 1
      while i < line.byteCount, !(0x40...0x7E).contains(line.uint8(at: i)) { i += 1 }
      i += 1
    }
    return text
  }

  private static func tool(line: [UInt8]) -> Tool? {
    for (banner, tool) in banners where line.begins(with: banner, at: 0) { return tool }
    // Neither the details of a packet nor a text about packets starts like this.
    let afterTime = line.firstIndex { !isOfTime($0) } ?? line.count
    for start in [afterTime, afterProcess(line, from: afterTime)] {
      guard start + 2 < line.count, line[start + 1] == 0x20 else { continue }
      switch line[start] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        for (words, tool) in packets where line.begins(with: words, at: start + 2) {
          return start > 0 && start == afterTime ? .hcidump : tool
        }
        if isRawDump(line, from: start + 2) { return .hcidump }
      case UInt8(ascii: "="), UInt8(ascii: "@"):
        for words in notes where line.begins(with: words, at: start + 2) { return .btmon }
      default: break
      }
    }
    return nil
  }

  /// `2018-04-16 19:36:46.080953 `, `1236546.080953 `.
  private static func isOfTime(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == 0x20
  }

  /// The position after `bluetoothd[35]: `, if present.
  private static func afterProcess(_ line: [UInt8], from start: Int) -> Int {
    guard let bracket = line[start...].firstIndex(of: UInt8(ascii: "]")) else { return start }
    return line.begins(with: "]: ", at: bracket) ? bracket + 3 : start
  }

  /// `04 3E 17 02 `: with one option hcidump prints bytes only.
  private static func isRawDump(_ line: [UInt8], from start: Int) -> Bool {
    guard line.count >= start + 8 else { return false }
    for i in 0..<9 where start + i < line.count {
      let byte = line[start + i]
      let isFitting =
        i % 3 == 2
        ? byte == 0x20
        : (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
      guard isFitting else { return false }
    }
    return true
  }
}

extension [UInt8] {
  fileprivate func begins(with words: StaticString, at offset: Int) -> Bool {
    let words = words.rawBytes
    guard offset >= 0, count - offset >= words.byteCount else { return false }
    for i in 0..<words.byteCount where self[offset + i] != words.uint8(at: i) { return false }
    return true
  }
}
