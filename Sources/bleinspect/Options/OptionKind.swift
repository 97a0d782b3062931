import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import LiveCapture
import Timeline
import Vocabulary

/// What is known of an option's value without parsing it: for help, completion and tests.
struct OptionValue: Sendable {
  /// Its name in help.
  let placeholder: String
  /// A valid example.
  let example: String
  /// The words that it consists of, or may be; empty: any text.
  var words: @Sendable (Command) -> [String] = { _ in [] }
  /// One of the words, the first being the default; otherwise a list of them, with commas.
  var isChoice = false
  var isFile = false
  /// Several of the words, with commas between them.
  var isList: Bool { placeholder.hasSuffix(",...") }
  /// False if messages must not show it, or show it anyway.
  var isQuoted = true
}

/// A kind of option value: its form, and how it is parsed.
struct OptionKind<Value>: Sendable {
  var value: OptionValue
  let read: @Sendable (String, Command) throws(SettingError) -> Value

  init(
    _ placeholder: String, example: String,
    read: @escaping @Sendable (String) throws(SettingError) -> Value
  ) {
    value = OptionValue(placeholder: placeholder, example: example)
    self.read = { text, _ throws(SettingError) in try read(text) }
  }

  /// One of a command's words.
  init(
    _ placeholder: String, oneOf words: @escaping @Sendable (Command) -> [String], example: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    value = OptionValue(
      placeholder: placeholder, example: example, words: words, isChoice: true)
    self.read = { text, command throws(SettingError) in
      let known = words(command)
      guard known.contains(text), let value = read(text) else {
        let nearest = Suggestion.words(for: text.lowercased(), among: known)
        throw SettingError(
          "expected \(Suggestion.alternatives(known))" + Suggestion.clause(nearest))
      }
      return value
    }
  }

  init(
    _ value: OptionValue,
    read: @escaping @Sendable (String, Command) throws(SettingError) -> Value
  ) {
    self.value = value
    self.read = read
  }

  /// Messages do not repeat the value.
  func unquoted() -> Self {
    var kind = self
    kind.value.isQuoted = false
    return kind
  }
}

extension OptionKind where Value == String {
  static func text(_ placeholder: String, example: String) -> Self {
    Self(placeholder, example: example) { text in text }
  }

  static var file: Self {
    var kind = text("FILE", example: "file")
    kind.value.isFile = true
    return kind
  }
}

extension OptionKind
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// - default: the first case unless given.
  static func choice(_ placeholder: String, _: Value.Type, default first: Value? = nil) -> Self {
    let all = Value.allCases.map(\.rawValue)
    let words = first.map { first in [first.rawValue] + all.filter { $0 != first.rawValue } } ?? all
    return Self(placeholder, oneOf: { _ in words }, example: words.last ?? "") {
      Value(rawValue: $0)
    }
  }
}

extension OptionKind where Value == SeverityLimit {
  /// Without it, findings are not looked for: it has no default.
  static var severity: Self {
    let words = SeverityLimit.allCases.map(\.rawValue)
    var kind = Self("LEVEL", example: "note") { text throws(SettingError) in
      guard let limit = SeverityLimit(rawValue: text) else {
        let nearest = Suggestion.words(for: text.lowercased(), among: words)
        throw SettingError(
          "expected \(Suggestion.alternatives(words))" + Suggestion.clause(nearest))
      }
      return limit
    }
    kind.value.words = { _ in words }
    return kind
  }
}

extension OptionKind where Value == [FindingRule] {
  static var findingRules: Self {
    var kind = Self("RULE,...", example: "slow-answers") { text throws(SettingError) in
      var rules: [FindingRule] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let rule = FindingRule.named(String(name)) else {
          throw SettingError(
            "no rule \(quoted(String(name)))"
              + Suggestion.clause(FindingRule.similar(to: String(name))))
        }
        rules.append(rule)
      }
      return rules
    }
    kind.value.words = { _ in FindingRule.all.map(\.identifier) }
    return kind
  }
}

extension OptionKind where Value == String {
  /// The key of a number.
  static var number: Self {
    var kind = Self("KEY", example: "heart_rate_bpm") { text throws(SettingError) in
      let known = EventKeys.numbers
      if text == ChartRenderer.listWord { return text }
      // Charts also name the object that has the key.
      if let parts = text.cut(atLast: ".") {
        if known.contains(String(parts.after)) { return String(parts.after) }
        // And the element of a list: `accelerometer_g.x`.
        if known.contains(String(parts.before)), ["x", "y", "z"].contains(String(parts.after)) {
          return text
        }
      }
      guard known.contains(text) else {
        guard !EventKeys.rows(of: text).contains(where: \.type.isNumeric) else {
          throw SettingError("this key cannot be drawn")
        }
        throw SettingError(
          "no event has a number with this key"
            + Suggestion.clause(Suggestion.words(for: text, among: known))
            + " (--chart list: those of a capture)")
      }
      return text
    }
    kind.value.words = { _ in EventKeys.numbers.sorted() }
    return kind
  }
}

extension OptionKind where Value == OutputFormat {
  static var format: Self {
    Self("FORMAT", oneOf: { $0.formats.map(\.rawValue) }, example: "json") {
      OutputFormat(rawValue: $0)
    }
  }
}

extension OptionKind where Value == UInt64 {
  static var ordinal: Self {
    Self("N", example: "2") { text throws(SettingError) in try ordinal(text[...]) }
  }

  /// The number of a connection, also as the report writes it: `C2`.
  static var connection: Self {
    Self("N", example: "2") { text throws(SettingError) in
      try ordinal(text.first == "C" || text.first == "c" ? text.dropFirst() : text[...])
    }
  }

  private static func ordinal(_ text: Substring) throws(SettingError) -> UInt64 {
    guard let number = decimal(text), number > 0 else {
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      throw SettingError(
        isNumber && text.contains { $0 != "0" }
          ? "the number is too large" : "expected a number from 1")
    }
    return number
  }
}

extension OptionKind where Value == Int {
  /// How many processors to use.
  static var jobs: Self {
    Self("N", example: "2") { text throws(SettingError) in
      guard let number = decimal(text[...]).flatMap(Int.init(exactly:)), 1...64 ~= number else {
        throw SettingError("expected a number from 1 to 64")
      }
      return number
    }
  }

  /// Columns of a page.
  static var width: Self {
    Self("N", example: "120") { text throws(SettingError) in
      let most = 1000
      guard let number = decimal(text[...]).flatMap(Int.init(exactly:)),
        Page.leastWidth...most ~= number
      else { throw SettingError("expected a number from \(Page.leastWidth) to \(most)") }
      return number
    }
  }
}

extension OptionKind where Value == UInt16 {
  static var adapter: Self {
    Self("N", example: "1") { text throws(SettingError) in
      guard let number = decimal(text[...]).flatMap(UInt16.init(exactly:)) else {
        throw SettingError("expected the index of an adapter, 0 to 65535")
      }
      return number
    }
  }

}

/// An attribute handle, and what else its digits may mean.
struct HandleText: Equatable, Sendable {
  let handle: UInt16
  /// The digits as a decimal number, as JSON has it; `nil` where they can only be hex.
  let decimal: UInt16?
}

extension OptionKind where Value == HandleText {
  /// Hexadecimal with or without 0x, as the report shows it.
  static var handle: Self {
    Self("HANDLE", example: "0x0012") { text throws(SettingError) in
      let digits = withoutHexPrefix(text[...])
      guard digits.first != "+", digits.first != "-", let handle = UInt16(digits, radix: 16),
        digits.utf8.count <= 4, handle > 0
      else { throw SettingError("expected a handle in hex, 0001 to FFFF") }
      // The report writes four digits, and JSON no 0 in front.
      let isPlain = digits.utf8.count == text.utf8.count && digits.first != "0"
      let decimal = isPlain ? UInt16(digits) : nil
      return HandleText(handle: handle, decimal: decimal == handle ? nil : decimal)
    }
  }
}

extension OptionKind where Value == [EventKind] {
  /// Values with commas between them.
  static var kinds: Self {
    var kind = Self("KIND,...", example: "read,mtu", read: ComparisonSetting.kinds)
    kind.value.words = { _ in EventKind.names }
    return kind
  }
}

extension OptionKind where Value == ClosedRange<UInt64> {
  /// A, A-B, A- or -B.
  static var frames: Self {
    Self("A-B", example: "3-9") { text throws(SettingError) in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      guard let first = ends.first, let last = ends.last, ends.count <= 2, text != "-",
        let low = first.isEmpty ? 1 : decimal(first),
        let high = last.isEmpty ? .max : decimal(last),
        low > 0, high > 0
      else {
        let areNumbers =
          ends.count <= 2 && ends.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        throw SettingError(
          areNumbers && ends.contains { $0.contains { $0 != "0" } && decimal($0) == nil }
            ? "the number is too large" : "expected records as A, A-B, A- or -B, counted from 1")
      }
      guard low <= high else { throw SettingError("the first record is after the last") }
      return low...high
    }
  }
}

extension OptionKind where Value == TimeZoneOffset {
  static var timeZone: Self {
    Self("OFFSET", example: "+02:00") { text throws(SettingError) in
      guard let offset = TimeZoneOffset(text) else {
        throw SettingError("expected what the clock is ahead of UTC: +02:00, -05:30 or Z")
      }
      return offset
    }
  }
}

extension OptionKind where Value == TimeBound {
  static var time: Self {
    Self("TIME", example: "12.5") { text throws(SettingError) in
      guard let time = TimeBound(text) else {
        throw SettingError(TimeBound.excess(text) ?? "expected \(TimeBound.expectedInCapture)")
      }
      return time
    }
  }
}

extension OptionKind where Value == Int64 {
  /// Nanoseconds of unsigned seconds.
  /// - expected: what messages say was expected.
  static func seconds(from least: Int64, expected: String) -> Self {
    Self("S", example: "2.5") { text throws(SettingError) in
      guard case .relative(let nanoseconds)? = TimeBound(text), nanoseconds >= least,
        !text.hasPrefix("+"), !text.hasPrefix("-")
      else {
        let isSigned = text.hasPrefix("+") || text.hasPrefix("-")
        throw SettingError((isSigned ? nil : TimeBound.excess(text)) ?? "expected \(expected)")
      }
      return nanoseconds
    }
  }
}

/// A time, or the format of the packets that are written.
enum TimeOrTarget: Sendable {
  case time(TimeBound)
  case target(CaptureTarget)
}

extension OptionKind where Value == TimeOrTarget {
  static var timeOrTarget: Self {
    let targets = CaptureTarget.allCases.map(\.rawValue)
    var kind = Self("TIME|FORMAT", example: "pcapng") { text throws(SettingError) in
      if let target = CaptureTarget(rawValue: text) { return .target(target) }
      if let time = TimeBound(text) { return .time(time) }
      if let excess = TimeBound.excess(text) { throw SettingError(excess) }
      throw SettingError(
        "expected a format (\(targets.joined(separator: ", "))), \(TimeBound.expected)"
          + Suggestion.clause(Suggestion.words(for: text.lowercased(), among: targets)))
    }
    kind.value.words = { _ in targets }
    return kind
  }
}

extension OptionKind where Value == CaptureTarget {
  static var target: Self {
    let targets = CaptureTarget.allCases.map(\.rawValue)
    var kind = Self("FORMAT", example: "pcapng") { text throws(SettingError) in
      guard let target = CaptureTarget(rawValue: text) else {
        throw SettingError(
          "expected a format (\(targets.joined(separator: ", ")))"
            + Suggestion.clause(Suggestion.words(for: text.lowercased(), among: targets)))
      }
      return target
    }
    kind.value.words = { _ in targets }
    return kind
  }
}

extension OptionKind where Value == Double {
  static var tmp006S0: Self {
    let words = KnowledgeOptions.tmp006Constants.map(\.description)
    return Self("S0", oneOf: { _ in words }, example: words.last ?? "") { Double($0) }
  }
}

extension OptionKind where Value == SourceName {
  static var source: Self {
    Self("SOURCE", example: "tcp:localhost:8872") { text throws(SettingError) in
      do throws(SourceName.NameError) { return try SourceName(text) } catch {
        throw SettingError(error.message)
      }
    }.unquoted()
  }
}

extension OptionKind where Value == Rotation {
  static var rotation: Self {
    Self("WHEN", example: "10M") { text throws(SettingError) in
      guard let rotation = Rotation(text) else {
        throw SettingError("expected a size (100k, 10M, 1G) or a time (30s, 15m, 1h, 1d)")
      }
      return rotation
    }
  }
}

extension OptionKind where Value == EventCondition {
  static var condition: Self {
    Self("CONDITION", example: "notification:2A37") { text throws(SettingError) in
      do throws(ConditionError) { return try EventCondition(text) } catch {
        throw SettingError(error.message + Suggestion.clause(error.suggestions))
      }
    }
  }
}

extension OptionKind where Value == PlaySpeed {
  static var speed: Self {
    Self("X", example: "10") { text throws(SettingError) in
      guard let speed = PlaySpeed(text) else {
        throw SettingError("expected a number from 0.1 to 1000, or max")
      }
      return speed
    }
  }
}

extension OptionKind where Value == PlaySpeed {
  /// A speed without `max`: a client could not follow.
  static var playFactor: Self {
    Self("X", example: "10") { text throws(SettingError) in
      guard let speed = PlaySpeed(text), speed != .unlimited else {
        throw SettingError("expected a number from 0.1 to 1000")
      }
      return speed
    }
  }
}

extension OptionKind where Value == ControllerName {
  static var controller: Self {
    Self("WHERE", example: "tcp:localhost:6402") { text throws(SettingError) in
      try ControllerName(text)
    }
  }
}

extension OptionKind where Value == AttributeValue {
  static var attributeValue: Self {
    Self("ATTRIBUTE=HEX", example: "2A19=64") { text throws(SettingError) in
      guard let sign = text.lastIndex(of: "=") else {
        throw SettingError("expected ATTRIBUTE=HEX, such as 2A19=64")
      }
      guard let octets = [UInt8](digits: text[text.index(after: sign)...]), octets.count <= 512
      else { throw SettingError("expected up to 512 octets, each two hex digits, after the =") }
      let name = String(text[..<sign])
      return AttributeValue(
        place: try AttributeValue.Place(named: name), name: name, value: octets)
    }
  }
}

extension OptionKind where Value == RecordPlace {
  static var recordPlace: Self {
    Self("WHERE", example: "tcp:8872") { text throws(SettingError) in
      guard let place = RecordPlace(text) else {
        throw SettingError(
          "expected a port of this machine, such as tcp:8872; tcp:0 takes a free one")
      }
      return place
    }
  }
}

extension OptionKind where Value == ComparisonSetting {
  /// What counts or does not, for `diff`.
  static func setting(
    _ placeholder: String, example: String, words: [String] = [],
    _ read: @escaping @Sendable (String) throws(SettingError) -> ComparisonSetting
  ) -> Self {
    var kind = Self(placeholder, example: example, read: read)
    kind.value.words = { _ in words }
    return kind
  }
}

extension EventKind {
  static let names = allCases.map(\.name.description)
}

func decimal(_ digits: Substring) -> UInt64? {
  guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return UInt64(digits)
}

func withoutHexPrefix(_ digits: Substring) -> Substring {
  digits.hasPrefix("0x") || digits.hasPrefix("0X") ? digits.dropFirst(2) : digits
}
