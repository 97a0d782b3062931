/// When a recording continues in a new file.
package enum Rotation: Equatable, Sendable {
  /// Before the record that would make the file longer.
  case bytes(Int64)
  /// Before the first record after this time.
  case seconds(Int64)

  /// Parses `--rotate`: `100k`, `10M`, `1G` in units of 1024, or `30s`, `15m`, `1h`, `1d`.
  ///
  /// Only `k` may be written as `K`: `M` and `m` differ.
  /// - Returns: `nil` for anything else, for zero, and for values out of range.
  package init?(_ text: String) {
    guard let unit = text.last, let number = Self.number(text.dropLast()) else { return nil }
    let isTime = "smhd".contains(unit)
    let size: Int64
    switch unit {
    case "k", "K": size = 1 << 10
    case "M": size = 1 << 20
    case "G": size = 1 << 30
    case "s": size = 1
    case "m": size = 60
    case "h": size = 3600
    case "d": size = 86_400
    default: return nil
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: size)
    // Times are counted in milliseconds.
    guard !overflow, product <= .max / 1000 else { return nil }
    self = isTime ? .seconds(product) : .bytes(product)
  }

  /// Digits only; at least 1.
  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text).flatMap { $0 > 0 ? $0 : nil }
  }
}
