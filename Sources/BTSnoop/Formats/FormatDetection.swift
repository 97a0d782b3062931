import Bytes

/// The magic of each supported format: a new format is a line here.
private let magics: [(bytes: [UInt8], format: CaptureInfo.Format)] = [
  ([0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00], .btsnoop),
  // Microseconds, nanoseconds, and the extended record headers of old Linux distributions.
  ([0xA1, 0xB2, 0xC3, 0xD4], .pcap),
  ([0xD4, 0xC3, 0xB2, 0xA1], .pcap),
  ([0xA1, 0xB2, 0x3C, 0x4D], .pcap),
  ([0x4D, 0x3C, 0xB2, 0xA1], .pcap),
  ([0xA1, 0xB2, 0xCD, 0x34], .pcap),
  ([0x34, 0xCD, 0xB2, 0xA1], .pcap),
  ([0x0A, 0x0D, 0x0D, 0x0A], .pcapng),
]

/// Bytes that contain every magic.
package let sniffLength = 8

/// Bytes to inspect if there is no magic.
let inspectedLength = 4096

/// Bytes that an error quotes.
private let quotedLength = 32

extension CaptureInfo.Format {
  /// Detects the format by the content, never by the name; `nil` if it matches no magic.
  package static func detect(_ bytes: RawSpan) -> CaptureInfo.Format? {
    for magic in magics where bytes.begins(with: magic.bytes) { return magic.format }
    return nil
  }

  /// For input without a magic.
  ///
  /// - isAll: no more bytes will come, or no more are wanted: decide now.
  /// - Returns: whether it is decided, and the format.
  static func inspect(_ bytes: RawSpan, isAll: Bool) -> (isDecided: Bool, CaptureInfo.Format?) {
    let head = bytes.clamped(0, count: inspectedLength)
    switch PSDDetection.verdict(of: head, isAll: isAll) {
    case true?: return (true, .psd)
    case nil: return (false, nil)
    case false?: break
    }
    switch PacketLoggerDetection.verdict(of: head, isAll: isAll) {
    case .yes: return (true, .packetlogger)
    case .undecided: return (false, nil)
    case .no: break
    }
    guard isAll else { return (false, nil) }
    guard isText(head) else { return (true, nil) }
    // Both may have their records anywhere.
    let isReport = BTSnoozParser.reportTitle.first(in: head) != nil
    return (true, isReport ? .btsnooz : .text)
  }
}

/// Whether the bytes could be the start of a text: ASCII or a superset of it, such as UTF-8, or UTF-16.
private func isText(_ bytes: RawSpan) -> Bool {
  guard bytes.byteCount > 0 else { return false }
  let isUTF16 = bytes.begins(with: [0xFF, 0xFE]) || bytes.begins(with: [0xFE, 0xFF])
  for i in 0..<bytes.byteCount {
    switch bytes.uint8(at: i) {
    case 0x09...0x0D, 0x1B, 0x20...0x7E, 0x80...0xFF: break
    case 0x00 where isUTF16: break
    default: return false
    }
  }
  return true
}

/// Logs of what a stack or an app does, which have no packets: words that no others have, and the advice for them.
private let logsWithoutPackets: [(words: TextSearch, advice: String)] = [
  (TextSearch("onClientConnectionState() - "), androidAdvice),
  (TextSearch("D/BluetoothGatt"), androidAdvice),
  (TextSearch("D BluetoothGatt: "), androidAdvice),
  (TextSearch("<dbg> bt_"), zephyrAdvice), (TextSearch("<inf> bt_"), zephyrAdvice),
  (TextSearch("<wrn> bt_"), zephyrAdvice), (TextSearch("<err> bt_"), zephyrAdvice),
  (TextSearch("NimBLE: GAP procedure "), nimbleAdvice),
  (TextSearch("NimBLE: GATT procedure "), nimbleAdvice),
  (TextSearch("NimBLE: connection established"), nimbleAdvice),
  (TextSearch("[esp32_ble"), "the log of ESPHome, which has no packets"),
  (TextSearch("[CHG] Device "), bluetoothctlAdvice),
  (TextSearch("[NEW] Device "), bluetoothctlAdvice),
]

private let androidAdvice =
  "Android's log, which has no packets; the Bluetooth HCI snoop log of the developer options has them"
private let zephyrAdvice = "Zephyr's log, which has no packets; `live` reads its monitor protocol"
private let nimbleAdvice =
  "NimBLE's log without the packets; it prints them (ble_hs_hci_...) at the log level debug"
private let bluetoothctlAdvice =
  "the text that bluetoothctl prints; record with `btmon -w FILE` to get one"

/// What people mistake for a capture, and the advice for it.
private func nameOfOther(_ bytes: RawSpan) -> String? {
  if let tool = MonitorText.tool(bytes) {
    return "the text that \(tool) prints; record with `btmon -w FILE` to get one"
  }
  if TextSearch("\"_index\": \"packets-").first(in: bytes) != nil {
    return "Wireshark's JSON without the bytes; `tshark -T json -x` writes them, too"
  }
  if bytes.begins(with: Array("nRF Connect, ".utf8)) {
    return "the log of the app nRF Connect; no line of it has a value or a connection"
  }
  if TarHeader.begins(bytes) { return "a tar archive that is damaged in its first 512 bytes" }
  guard isText(bytes) else { return nil }
  return logsWithoutPackets.first { $0.words.first(in: bytes) != nil }?.advice
}

/// The error for a file that is not a capture, from its first bytes.
package func notACapture(_ bytes: RawSpan, name: String) -> CaptureError {
  guard bytes.byteCount > 0 else {
    return CaptureError(.unusable, file: name, "the file is empty")
  }
  if let other = nameOfOther(bytes) {
    return CaptureError(.unusable, file: name, "not a capture but \(other)")
  }
  for magic in magics where bytes.isBeginning(of: magic.bytes) {
    return CaptureError(
      .unusable, file: name,
      "the end of the file cuts the file header: \(bytes.byteCount) bytes of a \(magic.format) file"
    )
  }
  return CaptureError(.unusable, file: name, "not a capture: begins with \(quote(bytes))")
}

/// The first line that is not blank in quotes if it is plain text, otherwise the first octets in hex.
private func quote(_ bytes: RawSpan) -> String {
  var start = 0
  while start < bytes.byteCount, [0x09, 0x0A, 0x0D, 0x20].contains(bytes.uint8(at: start)) {
    start += 1
  }
  let line = bytes.clamped(start, count: quotedLength)
  var text = ""
  for i in 0..<line.byteCount {
    let byte = line.uint8(at: i)
    if byte == 0x0A || byte == 0x0D { break }
    guard (0x20...0x7E).contains(byte) else { return hex(bytes.clamped(0, count: 16)) }
    text.unicodeScalars.append(Unicode.Scalar(byte))
  }
  return text.isEmpty ? hex(bytes.clamped(0, count: 16)) : "\"\(text)\""
}

private func hex(_ bytes: RawSpan) -> String {
  (0..<bytes.byteCount).map { i in
    let digits = String(bytes.uint8(at: i), radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined(separator: " ")
}

extension RawSpan {
  func begins(with prefix: [UInt8]) -> Bool {
    byteCount >= prefix.count && clamped(0, count: prefix.count).equals(prefix.rawBytes)
  }

  /// Whether it ends within `magic`.
  fileprivate func isBeginning(of magic: [UInt8]) -> Bool {
    byteCount < magic.count && equals(magic.rawBytes.clamped(0, count: byteCount))
  }
}
