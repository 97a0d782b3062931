import ATTDissector
import GATTSession
import Regression
import Vocabulary

/// One setting of the command line or the configuration of `diff` for what counts.
enum ComparisonSetting: Equatable, Sendable {
  case link
  case strict
  case only([EventKind])
  case device(String)
  case map(expected: String, actual: String)
  case values(ComparisonOptions.ValueMode)
  case valuesOf(Set<BluetoothUUID>, ComparisonOptions.ValueMode)
  case count(ComparisonOptions.CountMode)
  case range(String, ClosedRange<Double>)
  case tolerance(String, ComparisonOptions.Tolerance)
  /// Nanoseconds.
  case timeTolerance(Int64)
  case ignore([ComparisonOptions.Ignored])

  fileprivate func apply(to options: inout ComparisonOptions) {
    switch self {
    case .link: options.link = true
    case .strict: options.strict = true
    case .only(let kinds): options.only.formUnion(kinds)
    case .device(let device): options.device = device
    case .map(let expected, let actual):
      options.map.removeAll { $0.expected == expected || $0.actual == actual }
      options.map.append((expected, actual))
    case .values(let mode): options.values = mode
    case .valuesOf(let uuids, let mode):
      for uuid in uuids { options.valuesOfAttribute[uuid] = mode }
    case .count(let mode): options.count = mode
    case .range(let key, let range): options.ranges[key] = range
    case .tolerance(let key, let tolerance): options.tolerances[key] = tolerance
    case .timeTolerance(let tolerance): options.timeTolerance = tolerance
    case .ignore(let ignored): options.ignored.formUnion(ignored)
    }
  }
}

extension ComparisonSetting {
  /// That it selects attributes that no side has; `nil` if it does not.
  func miss(_ sides: [RecordedTimeline]) -> String? {
    let option: String
    var uuids: Set<BluetoothUUID> = []
    switch self {
    case .valuesOf(let meant, _):
      option = "--values"
      uuids = meant
    case .ignore(let ignored):
      option = "--ignore"
      for case .attribute(let uuid) in ignored { uuids.insert(uuid) }
      for case .keyOfAttribute(let uuid, _) in ignored { uuids.insert(uuid) }
    default: return nil
    }
    guard !uuids.isEmpty, !sides.contains(where: { $0.has(uuids) }) else { return nil }
    let words = uuids.map(\.description).sorted()
    let nearest = words.count == 1 ? nearestAttributes(words[0], timelines: sides) : []
    return "\(option): no attribute matches \(Suggestion.alternatives(words))"
      + Suggestion.clause(nearest.map { quoted($0) })
  }
}

extension ComparisonOptions {
  /// Events of these kinds never count.
  static let unseenKinds: Set<EventKind> = [.adapter, .note, .mark]

  /// The configuration's settings, then the command line's: `--only` replaces, everything else is
  /// added, and of contradicting settings the last one counts.
  init(configuration: [ComparisonSetting], commandLine: [ComparisonSetting]) {
    self.init()
    for setting in configuration { setting.apply(to: &self) }
    if commandLine.contains(where: { if case .only = $0 { true } else { false } }) { only = [] }
    for setting in commandLine { setting.apply(to: &self) }
  }

  /// Why some of it can never match anything; `nil` if it can.
  var contradiction: String? {
    func list(_ kinds: Set<EventKind>) -> String {
      Suggestion.alternatives(kinds.map(\.name.description).sorted())
    }
    guard !only.isEmpty else { return nil }
    let linkOnly = only.intersection(Self.linkKinds)
    if !link, !linkOnly.isEmpty {
      return "only \(list(linkOnly)): link facts are compared only with --link"
    }
    let left = only.subtracting(
      ignored.compactMap { if case .kind(let kind) = $0 { kind } else { nil } })
    return left.isEmpty ? "only \(list(only)): all of it is ignored" : nil
  }
}
