import ATTDissector
import Bytes
import GATTSession
import GATTValues
import Regression
import Timeline
import Vocabulary

/// Why a value of an option or of a configuration is invalid.
struct SettingError: Error, Equatable {
  /// Without a full stop; quotes the offending word if that is not the whole value.
  let message: String

  init(_ message: String) { self.message = message }
}

/// Settings as written after an option, and in the same form in the configuration.
extension ComparisonSetting {
  /// `notification,read`.
  static func only(words: String) throws(SettingError) -> ComparisonSetting {
    for kind in try kinds(words) { try check(compared: kind) }
    return .only(try kinds(words))
  }

  /// Kinds of events with commas between them.
  static func kinds(_ words: String) throws(SettingError) -> [EventKind] {
    var kinds: [EventKind] = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      kinds.append(try kind(String(word)))
    }
    return kinds
  }

  /// `Strap A=Strap B`: addresses or names.
  static func map(words: String) throws(SettingError) -> ComparisonSetting {
    let (expected, actual) = try pair(words, expected: "EXPECTED=ACTUAL, each an address or a name")
    return .map(expected: expected, actual: actual)
  }

  /// `shape`, or `2A37=shape`.
  static func values(words: String) throws(SettingError) -> ComparisonSetting {
    guard let sign = words.lastIndex(of: "=") else { return .values(try mode(words)) }
    let attribute = String(words[..<sign])
    let mode = try mode(String(words[words.index(after: sign)...]))
    return .valuesOf(try AttributeNames.meant(by: attribute), mode)
  }

  /// `exact`, `ignore`, or a number with or without its `±`.
  static func count(words: String) throws(SettingError) -> ComparisonSetting {
    switch words {
    case "exact": return .count(.exact)
    case "ignore": return .count(.ignore)
    default: break
    }
    let sign = ["±", "+-", "+/-"].first { words.hasPrefix($0) } ?? ""
    let digits = words.dropFirst(sign.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits)
    else {
      let meant = Suggestion.words(for: words.lowercased(), among: ["exact", "ignore"])
      throw SettingError(
        "expected exact, ignore, or a number such as ±2 or 2" + Suggestion.clause(meant))
    }
    return .count(number == 0 ? .exact : .within(number))
  }

  /// `heart_rate_bpm=40..200`; either end may be missing.
  static func range(words: String) throws(SettingError) -> ComparisonSetting {
    let (key, text) = try pair(words, expected: "KEY=A..B")
    try check(number: key)
    guard let (low, high) = text.cut(at: ".."), text != ".." else {
      throw SettingError(
        "expected A..B after \(quoted(key + "=")), such as 40..200, 40.. or ..200")
    }
    return try range(
      key, low: low.isEmpty ? -.infinity : try number(low),
      high: high.isEmpty ? .infinity : try number(high))
  }

  static func range(
    _ key: String, low: Double, high: Double
  ) throws(SettingError) -> ComparisonSetting {
    guard low <= high else {
      throw SettingError("the range is empty: \(low.short) is above \(high.short)")
    }
    return .range(key, low...high)
  }

  /// `temperature_celsius=0.5`, `pressure_hpa=2%`.
  static func tolerance(words: String) throws(SettingError) -> ComparisonSetting {
    let (key, text) = try pair(words, expected: "KEY=AMOUNT or KEY=PERCENT%")
    try check(number: key)
    let isPercent = text.hasSuffix("%")
    let amount = try number(isPercent ? text.dropLast() : text[...])
    guard amount >= 0 else {
      throw SettingError("negative tolerance: \(quoted(text))")
    }
    return .tolerance(key, .init(amount, isPercent: isPercent))
  }

  /// Seconds.
  static func timeTolerance(words: String) throws(SettingError) -> ComparisonSetting {
    guard case .relative(let nanoseconds)? = TimeBound(words), !words.hasPrefix("+") else {
      throw SettingError("expected seconds, such as 0.5")
    }
    guard nanoseconds >= 0, !words.hasPrefix("-") else {
      throw SettingError("negative tolerance")
    }
    return .timeTolerance(nanoseconds)
  }

  /// `rssi_dbm`, `2A19`, `Battery Level`, `2A37.energy_expended_kj`, `event:mtu`.
  static func ignore(words: String) throws(SettingError) -> ComparisonSetting {
    if words.hasPrefix("event:") {
      return .ignore([.kind(try kind(String(words.dropFirst("event:".count))))])
    }
    if EventKeys.has(words) { return .ignore([.key(words)]) }
    let attributes = AttributeNames.uuids(words)
    if !attributes.isEmpty { return .ignore(attributes.map { .attribute($0) }) }
    if let point = words.lastIndex(of: ".") {
      let attribute = String(words[..<point])
      let attributes = AttributeNames.uuids(attribute)
      if !attributes.isEmpty {
        let key = String(words[words.index(after: point)...])
        try check(key)
        return .ignore(attributes.map { .keyOfAttribute($0, key) })
      }
    }
    let keys = EventKeys.similar(to: words)
    let meant = keys.isEmpty ? AttributeNames.similar(to: words).map { quoted($0) } : keys
    throw SettingError(
      "neither a key of an event, nor a UUID, nor a name of an attribute: \(quoted(words))"
        + (meant.isEmpty
          ? "; expected KEY, UUID, UUID.KEY or event:KIND" : Suggestion.clause(meant)))
  }

  // MARK: Parts

  static func mode(_ word: String) throws(SettingError) -> ComparisonOptions.ValueMode {
    if let mode = ComparisonOptions.ValueMode(rawValue: word) { return mode }
    let known = ComparisonOptions.ValueMode.allCases.map(\.rawValue)
    throw SettingError(
      "unknown way to compare values: \(quoted(word)); expected \(Suggestion.alternatives(known))"
        + Suggestion.clause(Suggestion.words(for: word.lowercased(), among: known)))
  }

  /// Whether a decoded number has the key.
  static func check(number key: String) throws(SettingError) {
    try check(key)
    guard !EventKeys.decodedNumbers.contains(key) else { return }
    throw SettingError("no decoded number has the key \(quoted(key))")
  }

  private static func check(_ key: String) throws(SettingError) {
    guard !EventKeys.has(key) else { return }
    let meant = EventKeys.similar(to: key)
    throw SettingError("no event has the key \(quoted(key))" + Suggestion.clause(meant))
  }

  private static func kind(_ word: String) throws(SettingError) -> EventKind {
    if let kind = EventKind.allCases.first(where: { $0.name.description == word }) { return kind }
    throw SettingError(
      "unknown kind of event \(quoted(word))"
        + Suggestion.clause(Suggestion.kinds(for: word, among: EventKind.names)))
  }

  private static func check(compared kind: EventKind) throws(SettingError) {
    guard ComparisonOptions.unseenKinds.contains(kind) else { return }
    throw SettingError("events of kind \(quoted(kind.name.description)) are never compared")
  }

  /// The text before and after the first equals sign.
  private static func pair(
    _ words: String, expected: String
  ) throws(SettingError) -> (String, String) {
    guard let sign = words.firstIndex(of: "=") else { throw SettingError("expected \(expected)") }
    let first = String(words[..<sign])
    let second = String(words[words.index(after: sign)...])
    guard !first.isEmpty else { throw SettingError("missing value before '='") }
    guard !second.isEmpty else {
      throw SettingError("missing value after \(quoted(first + "="))")
    }
    return (first, second)
  }

  private static func number(_ text: Substring) throws(SettingError) -> Double {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isPlain, let number = Double(text), number.isFinite else {
      throw SettingError("not a number: \(quoted(String(text)))")
    }
    return number
  }
}

extension Double {
  /// Without a decimal point if it is whole.
  var short: String {
    var text = description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
  }
}
