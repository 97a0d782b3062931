import ATTDissector
import Vocabulary

/// What options say about the values of one attribute.
package struct ValueRules: Sendable {
  /// What they say about one key of `decoded`.
  struct KeyRule: Sendable {
    let key: Key
    var isIgnored = false
    var range: ClosedRange<Double>?
    var tolerance: ComparisonOptions.Tolerance?
  }

  package let mode: ComparisonOptions.ValueMode
  let keys: [KeyRule]
  let hasTolerances: Bool
  let hasRanges: Bool

  /// - uuids: of the attribute and those around it: keys are ignored for any of them.
  /// - modeOf: those whose mode its values have, innermost first: the innermost decides.
  package init(
    _ options: ComparisonOptions, uuids: [BluetoothUUID], modeOf: [BluetoothUUID]? = nil
  ) {
    mode =
      (modeOf ?? uuids).lazy.compactMap { options.valuesOfAttribute[$0] }.first ?? options.values
    var rules: [String: KeyRule] = [:]
    func change(_ key: String, _ body: (inout KeyRule) -> Void) {
      body(&rules[key, default: KeyRule(key: Key(named: key, unit: .none))])
    }
    func ignore(_ key: String) {
      var names = [key, KeyNames.wordOrCode(key)]
      if let other = KeyNames.inOtherUnit(key) { names.append(other.name) }
      for name in names { change(name) { $0.isIgnored = true } }
    }
    for ignored in options.ignored {
      switch ignored {
      case .key(let key): ignore(key)
      case .keyOfAttribute(let uuid, let key) where uuids.contains(uuid): ignore(key)
      case .keyOfAttribute, .attribute, .kind: break
      }
    }
    // A rule for the same number in another unit takes precedence over what follows from it.
    for (key, range) in options.ranges {
      if let (other, scale) = KeyNames.inOtherUnit(key), options.ranges[other] == nil {
        change(other) { $0.range = range.lowerBound * scale...range.upperBound * scale }
      }
      change(key) { $0.range = range }
    }
    for (key, tolerance) in options.tolerances {
      if let (other, scale) = KeyNames.inOtherUnit(key), options.tolerances[other] == nil {
        let amount = tolerance.isPercent ? tolerance.amount : tolerance.amount * scale
        change(other) { $0.tolerance = .init(amount, isPercent: tolerance.isPercent) }
      }
      change(key) { $0.tolerance = tolerance }
    }
    keys = rules.sorted { $0.key < $1.key }.map(\.value)
    hasTolerances = keys.contains { $0.tolerance != nil && !$0.isIgnored }
    hasRanges = keys.contains { $0.range != nil && !$0.isIgnored }
  }

  func rule(_ key: Key) -> KeyRule? { keys.first { $0.key == key } }

  func isIgnored(_ key: Key) -> Bool { rule(key)?.isIgnored == true }
}

extension ComparisonOptions.Tolerance {
  /// Whether a number is close enough to the expected one.
  ///
  /// A percentage is of the expected number. Binary rounding never decides.
  func allows(_ expected: Double, actual: Double) -> Bool {
    if expected == actual { return true }
    let allowed = isPercent ? (expected * amount / 100).magnitude : amount
    return (actual - expected).magnitude <= allowed * (1 + 1e-9)
  }
}
