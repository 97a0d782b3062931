import Bytes

extension ByteWriter {
  /// A number with at most so many decimals, without trailing zeros.
  package mutating func append(number value: Double, decimals: Int, trimmed: Bool) {
    let start = count
    append(number: value, decimals: decimals)
    guard trimmed, decimals > 0, value.isFinite, value.magnitude < 1e15 else { return }
    var end = count
    while end > start, bytes.uint8(at: end - 1) == 0x30 { end -= 1 }
    if end > start, bytes.uint8(at: end - 1) == 0x2E { end -= 1 }
    truncate(to: end)
  }
}
