import ATTDissector
import ByteReader

/// What options say about the values of one attribute.
package struct ValueRules: Sendable {
  /// What they say about one key of `decoded`.
  struct KeyRule: Sendable {
    var key: [UInt8]
    var isIgnored = false
    var range: ClosedRange<Double>?
    var tolerance: ComparisonOptions.Tolerance?
  }

  package let mode: ComparisonOptions.ValueMode
  let keys: [KeyRule]
  let hasTolerances: Bool
  let hasRanges: Bool

  /// - uuids: of the attribute and of what it stands in, innermost first: the innermost decides on the
  ///   mode, and keys are ignored for any of them.
  package init(_ options: ComparisonOptions, uuids: [BluetoothUUID]) {
    mode = uuids.lazy.compactMap { options.valuesOfAttribute[$0] }.first ?? options.values
    var rules: [String: KeyRule] = [:]
    func change(_ key: String, _ body: (inout KeyRule) -> Void) {
      body(&rules[key, default: KeyRule(key: Array(key.utf8))])
    }
    for ignored in options.ignored {
      switch ignored {
      case .key(let key): change(key) { $0.isIgnored = true }
      case .keyOfAttribute(let uuid, let key) where uuids.contains(uuid):
        change(key) { $0.isIgnored = true }
      case .keyOfAttribute, .attribute, .kind: break
      }
    }
    for (key, range) in options.ranges { change(key) { $0.range = range } }
    for (key, tolerance) in options.tolerances { change(key) { $0.tolerance = tolerance } }
    keys = rules.sorted { $0.key < $1.key }.map(\.value)
    hasTolerances = keys.contains { $0.tolerance != nil && !$0.isIgnored }
    hasRanges = keys.contains { $0.range != nil && !$0.isIgnored }
  }

  func rule(_ key: RawSpan) -> KeyRule? {
    for rule in keys where rule.key.count == key.byteCount {
      if rule.key.rawBytes.equals(key) { return rule }
    }
    return nil
  }
}

extension ComparisonOptions.Tolerance {
  /// Whether a number is near enough to the one that is expected.
  ///
  /// A percentage is of the expected number. The last digits of a sum in binary never decide.
  func allows(_ expected: Double, _ actual: Double) -> Bool {
    if expected == actual { return true }
    let allowed = isPercent ? (expected * amount / 100).magnitude : amount
    return (actual - expected).magnitude <= allowed * (1 + 1e-9)
  }
}
