/// What the name of a key says about another key.
package enum KeyNames {
  /// Whether the key's number only stands for a word.
  package static func isCode(_ name: String) -> Bool { name.hasSuffix("_code") }

  /// The key with the same content, as a word or as its code.
  package static func wordOrCode(_ name: String) -> String {
    isCode(name) ? String(name.dropLast("_code".count)) : name + "_code"
  }

  /// The key with the same number in another unit: `rr_intervals_s`, `rr_intervals_ms`.
  package static func inOtherUnit(_ name: String) -> (name: String, scale: Double)? {
    if name.hasSuffix("_ms") { return (name.dropLast(2) + "s", 0.001) }
    return name.hasSuffix("_s") ? (name.dropLast() + "ms", 1000) : nil
  }
}
