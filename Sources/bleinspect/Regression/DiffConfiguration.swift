import BTSnoop
import Bytes
import GATTValues
import JSONText
import Regression
import Vocabulary

/// Why a configuration of `diff` is invalid.
struct ConfigurationError: Error, Equatable {
  /// The line's number, from 1.
  let line: Int
  /// Its subject: `range.heart_rate_bpm`; empty: the whole.
  let place: String
  let message: String

  /// `line 3: range.heart_rate_bpm: the range is empty: 200 is above 40`.
  var sentence: String {
    "line \(line): " + (place.isEmpty ? "" : "\(shown(place)): ") + message
  }
}

/// The contents of `.bleinspect-diff.json`: options of `diff` that stay with the expected side.
///
/// Its keys are the options' names with `_` for `-`; docs/diff-config.schema.json defines their
/// values.
struct DiffConfiguration: Equatable {
  static let fileName = ".bleinspect-diff.json"
  private static let schema = "1"
  /// The most octets.
  static let longest = 1 << 20

  var settings: [ComparisonSetting] = []
  /// Files with attribute trees known in advance, as named there.
  var treeFiles: [String] = []

  init(json bytes: [UInt8]) throws(ConfigurationError) {
    let text = try ConfigurationText(bytes)
    for (key, value) in try text.members() { try take(key, value: value, text: text) }
  }

  private static let keys =
    ["$schema", "schema", "gatt", "reasons"]
    + OptionDeclaration.settings.map { String($0.name.map { $0 == "-" ? "_" : $0 }) }

  private mutating func take(
    _ key: String, value: JSONSlice, text: ConfigurationText
  ) throws(ConfigurationError) {
    let place = ConfigurationText.Place(key, value)
    switch key {
    case "$schema": _ = try text.string(value, at: place)
    case "schema": try checkSchema(value, text: text, at: place)
    case "reasons": try checkReasons(value, text: text, at: place)
    case "link": if try text.boolean(value, at: place) { settings.append(.link) }
    case "strict": if try text.boolean(value, at: place) { settings.append(.strict) }
    case "device": settings.append(.device(try text.string(value, at: place)))
    case "only":
      for word in try text.strings(value, at: place) {
        settings.append(
          try text.setting(place) { () throws(SettingError) in try .only(words: word) })
      }
    case "ignore":
      for word in try text.strings(value, at: place) {
        settings.append(
          try text.setting(place) { () throws(SettingError) in try .ignore(words: word) })
      }
    case "gatt": treeFiles += try text.strings(value, at: place)
    case "count":
      let word = try text.word(value, at: place, expected: "exact, ignore, or a number")
      settings.append(
        try text.setting(place) { () throws(SettingError) in try .count(words: word) })
    case "time_tolerance":
      let word = try text.number(value, at: place)
      settings.append(
        try text.setting(place) { () throws(SettingError) in try .timeTolerance(words: word) })
    case "values", "map", "range", "tolerance": try takeEach(key, value: value, text: text)
    case "irk":
      throw text.problem(at: place, message: "keys do not belong in files: use --irk")
    default:
      let meant = Suggestion.words(for: key.lowercased(), among: Self.keys)
      throw text.problem(at: place, message: "unknown option of diff" + Suggestion.clause(meant))
    }
  }

  /// The settings for each of several names.
  private mutating func takeEach(
    _ key: String, value: JSONSlice, text: ConfigurationText
  ) throws(ConfigurationError) {
    let place = ConfigurationText.Place(key, value)
    if key == "values", value.isString {
      let word = try text.string(value, at: place)
      settings.append(
        try text.setting(place) { () throws(SettingError) in
          .values(try ComparisonSetting.mode(word))
        }
      )
      return
    }
    guard value.kind == .object else {
      throw text.problem(
        at: place,
        message: "expected an object\(key == "values" ? " or a string" : ""), not \(value.title)")
    }
    for (name, value) in try text.members(of: value) {
      let place = ConfigurationText.Place("\(key).\(name)", value)
      guard !name.isEmpty else { throw text.problem(at: place, message: "empty name") }
      settings.append(try each(key, name: name, value: value, text: text, at: place))
    }
  }

  private func each(
    _ key: String, name: String, value: JSONSlice, text: ConfigurationText,
    at place: ConfigurationText.Place
  ) throws(ConfigurationError) -> ComparisonSetting {
    switch key {
    case "map": return .map(expected: name, actual: try text.string(value, at: place))
    case "values":
      let mode = try text.string(value, at: place)
      return try text.setting(place) { () throws(SettingError) in
        .valuesOf(try AttributeNames.meant(by: name), try ComparisonSetting.mode(mode))
      }
    case "range":
      let (low, high) = try text.range(value, at: place)
      return try text.setting(place) { () throws(SettingError) in
        try ComparisonSetting.check(number: name)
        return try .range(name, low: low, high: high)
      }
    default:
      let amount = try text.word(value, at: place, expected: "a number, or a string such as \"5%\"")
      return try text.setting(place) { () throws(SettingError) in
        try .tolerance(words: "\(name)=\(amount)")
      }
    }
  }

  /// Why each of the others is there: for people.
  private func checkReasons(
    _ value: JSONSlice, text: ConfigurationText, at place: ConfigurationText.Place
  ) throws(ConfigurationError) {
    guard value.kind == .object else {
      throw text.problem(at: place, message: "expected an object, not \(value.title)")
    }
    for (name, value) in try text.members(of: value) {
      _ = try text.string(value, at: ConfigurationText.Place("reasons.\(name)", value))
    }
  }

  private func checkSchema(
    _ value: JSONSlice, text: ConfigurationText, at place: ConfigurationText.Place
  ) throws(ConfigurationError) {
    let number = try text.number(value, at: place)
    guard number == Self.schema else {
      throw text.problem(
        at: place, message: "unsupported schema \(number) (this version supports \(Self.schema))")
    }
  }
}
