import Vocabulary

/// What people call the number of a key, and whether it is a quantity.
enum PageWords {
  /// `Heart rate` for `heart_rate_bpm`, `Govee: relative humidity` for `govee.relative_humidity_percent`.
  static func name(of key: String, hasUnit: Bool) -> String {
    var groups = key.split(separator: ".").map(String.init).filter { Int($0) == nil }
    guard let last = groups.popLast() else { return key }
    var axis = ""
    var parts = last.split(separator: "_").map(String.init)
    if ["x", "y", "z"].contains(last), let owner = groups.popLast() {
      axis = " " + last
      parts = owner.split(separator: "_").map(String.init)
    }
    if hasUnit, parts.count > 1 {
      parts.removeLast()
      // `..._mg_per_dl`
      while parts.count > 2, parts.last == "per" { parts.removeLast(2) }
    }
    let words = parts.map { acronyms[$0] ?? $0 }.joined(separator: " ") + axis
    guard let group = groups.last else { return capitalized(words) }
    return capitalized(group.split(separator: "_").joined(separator: " ")) + ": " + words
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let acronyms = [
    "rr": "RR", "rssi": "RSSI", "tx": "TX", "rx": "RX", "co2": "CO2", "pm2": "PM2", "uv": "UV",
    "mtu": "MTU", "voc": "VOC", "id": "ID", "ecg": "ECG", "led": "LED",
  ]

  /// Parts of names of what is no quantity: it names, counts or configures something.
  private static let others: Set<String> = [
    "id", "ids", "code", "flags", "flag", "sequence", "counter", "count", "number", "index",
    "handle",
    "version", "offset", "year", "month", "day", "hour", "hours", "minute", "minutes", "second",
    "seconds",
    "checksum", "crc", "length", "octets", "bytes", "size", "type", "mode", "opcode", "command",
    "status",
    "major", "minor", "revision", "timestamp", "ago", "channel", "key", "nonce", "session",
    "packet",
    "block", "revolutions", "event", "capability", "capabilities", "feature", "features", "mask",
    "bits", "reserved",
    "zone",
  ]

  /// Parts of names of words that say what a message is, and not how something stands.
  private static let messages: Set<String> = [
    "packet", "opcode", "command", "function", "request", "response",
  ]

  /// Whether the words of a key are states.
  static func isState(_ key: String) -> Bool {
    let name = key.split(separator: ".").last ?? Substring(key)
    return !name.split(separator: "_").contains { messages.contains(String($0)) }
  }

  /// Whether a key names something that one looks at over time.
  static func isQuantity(_ key: String, hasUnit: Bool) -> Bool {
    let name = key.split(separator: ".").last { Int($0) == nil && $0.count > 1 } ?? Substring(key)
    return !name.split(separator: "_").contains { others.contains(String($0)) }
  }
}
