import ATTDissector
import Bytes
import GATTSession

/// Compares what a device advertises: the values of each kind of data.
///
/// How often, on which channel and in what order never counts. Data with several values changes by
/// itself, so other values of it are no difference.
struct AdvertisingComparison {
  /// What one side heard of a device.
  struct Heard {
    /// For each key of `decoded` its values as JSON, with the first item of each.
    fileprivate(set) var values: [String: [String: UInt32]] = [:]
    fileprivate(set) var order: [String] = []
    fileprivate(set) var count = 0
    fileprivate(set) var hasResponse = false
    fileprivate(set) var hasAdvertisement = false
    /// Keys found only in scan responses.
    fileprivate(set) var onlyInResponse: Set<String> = []

    /// Whether this side could have heard data that the other side heard. A scan response reaches
    /// only a device that asks for it, and a recording may start between an advertisement and its
    /// response.
    fileprivate func couldHear(_ key: String, of other: Heard) -> Bool {
      other.onlyInResponse.contains(key) ? hasResponse : hasAdvertisement
    }
    fileprivate(set) var first: UInt32?
    /// The numbers of keys with a range or a tolerance, each with its first item.
    fileprivate var numbers: [Key: [Double: UInt32]] = [:]
    /// Options are about numbers in manufacturer or service data: its fields are compared, not its bytes.
    fileprivate var isByField = false

    /// The most values kept for one kind of data.
    static let limit = 64

    fileprivate mutating func add(_ key: String, value: String, index: UInt32) {
      if values[key] == nil { order.append(key) }
      if values[key, default: [:]].count < Self.limit, values[key]?[value] == nil {
        values[key, default: [:]][value] = index
      }
    }

    /// All of them, however many values a key has: any may be outside its range.
    fileprivate mutating func add(_ numbers: [Double], of key: Key, index: UInt32) {
      for number in numbers where self.numbers[key]?[number] == nil {
        self.numbers[key, default: [:]][number] = index
      }
    }
  }

  private let expected: ComparedSide
  private let actual: ComparedSide
  private let selection: EventSelection
  private let rules: ValueRules
  private let device: String?
  private(set) var differences: [Difference] = []

  static let subject = "advertising"

  /// Keys that say how it advertises; not every recorder shows them.
  private static let connectable = "connectable"

  init(
    _ expected: ComparedSide, _ actual: ComparedSide, selection: EventSelection,
    rules: ValueRules, device: String?
  ) {
    self.expected = expected
    self.actual = actual
    self.selection = selection
    self.rules = rules
    self.device = device
  }

  /// AD types whose data is a new random number or an address each time: LE Secure Connections
  /// Confirmation and Random, addresses, Resolvable Set Identifier, Encrypted Data.
  private static let changing: Set<Int64> = [
    0x0E, 0x0F, 0x17, 0x18, 0x1B, 0x22, 0x23, 0x2E, 0x31,
  ]

  mutating func compare(_ was: Heard, new: Heard) {
    guard was.count > 0, new.count > 0 else { return }
    let isByField = was.isByField || new.isByField
    func isCompared(_ key: String) -> Bool {
      self.isCompared(key) && !(isByField && (key == "manufacturer_data" || key == "service_data"))
    }
    compareNumbers(was, new: new)
    for key in was.order where isCompared(key) {
      guard let old = was.values[key] else { continue }
      if let values = new.values[key] {
        change(key, old: old, new: values)
      } else if key != Self.connectable {
        lone(key, values: old, side: .expected, isObserved: new.couldHear(key, of: was))
      }
    }
    for key in new.order
    where isCompared(key) && key != Self.connectable && was.values[key] == nil {
      lone(
        key, values: new.values[key] ?? [:], side: .actual, isObserved: was.couldHear(key, of: new))
    }
  }

  /// Compares the numbers that options give a range or a tolerance.
  private mutating func compareNumbers(_ was: Heard, new: Heard) {
    for rule in rules.keys where !rule.isIgnored {
      guard let old = was.numbers[rule.key], let numbers = new.numbers[rule.key] else { continue }
      let wrong = numbers.filter { number, _ in
        if let range = rule.range, !range.contains(number) { return true }
        guard let tolerance = rule.tolerance else { return false }
        return !old.keys.contains { tolerance.allows($0, actual: number) }
      }
      guard let (number, index) = wrong.min(by: { $0.value < $1.value }),
        let before = old.min(by: { $0.value < $1.value })
      else { continue }
      let isOutside = rule.range.map { !$0.contains(number) } ?? false
      let change = MemberChange(
        key: rule.key.description, expected: ValueWords.number(before.key),
        actual: ValueWords.number(number), range: isOutside ? rule.range : nil)
      var difference = Difference(
        .changed, device: device, subject: Self.subject, change.words)
      difference.expected = expected.timeline.evidence(at: before.value)
      difference.actual = actual.timeline.evidence(at: index)
      differences.append(difference)
    }
  }

  private func isCompared(_ key: String) -> Bool {
    // These names follow from codes, which are compared.
    key.split(separator: ".").allSatisfy { selection.contains(key: String($0)) }
      && key != "company" && key != "appearance"
  }

  private mutating func change(_ key: String, old: [String: UInt32], new: [String: UInt32]) {
    guard old.keys.allSatisfy({ new[$0] == nil }) else { return }
    let changesItself = old.count > 1 && new.count > 1
    var difference = Difference(
      .changed, changesItself ? .fact : .difference, device: device, subject: Self.subject,
      "\(title(key)): \(words(old)) became \(words(new))")
    difference.expected = expected.timeline.evidence(at: old.values.min())
    difference.actual = actual.timeline.evidence(at: new.values.min())
    differences.append(difference)
  }

  private mutating func lone(
    _ key: String, values: [String: UInt32], side: Side, isObserved: Bool
  ) {
    var difference = Difference(
      side == .expected ? .missing : .extra, isObserved ? .difference : .notObserved,
      device: device, subject: Self.subject, "\(title(key)): \(words(values))")
    if side == .expected {
      difference.expected = expected.timeline.evidence(at: values.values.min())
    } else {
      difference.actual = actual.timeline.evidence(at: values.values.min())
    }
    differences.append(difference)
  }

  private func title(_ key: String) -> String {
    key.split { $0 == "_" || $0 == "." }.joined(separator: " ")
  }

  private func words(_ values: [String: UInt32]) -> String {
    let sorted = values.sorted { $0.value < $1.value }.map(\.key)
    let more = sorted.count > 3 ? " and \(sorted.count - 3) more" : ""
    return sorted.prefix(3).joined(separator: " or ") + more
  }

  // MARK: What was heard

  /// - advertisements: the items of one device.
  /// - rules: what options say of numbers.
  static func heard(
    of side: ComparedSide, advertisements: [UInt32], rules: ValueRules
  ) -> Heard {
    var heard = Heard()
    var seen: Set<UInt64> = []
    var inAdvertisement: Set<String> = []
    for index in advertisements {
      let item = side[index]
      let response: ScanResponse? = side.timeline.word(.event.advertisingType, of: item)
      let isResponse = response != nil
      let isConnectable = side.timeline.truth(.event.connectable, of: item)
      heard.count += 1
      if heard.first == nil { heard.first = index }
      if isResponse { heard.hasResponse = true } else { heard.hasAdvertisement = true }
      if !isResponse, let isConnectable {
        heard.add(connectable, value: isConnectable ? "yes" : "no", index: index)
        inAdvertisement.insert(connectable)
      }
      // Slices with the same bytes are usually the same slice.
      let mark =
        UInt64(item.decoded.offset) << 33 | UInt64(item.decoded.count) << 1 | (isResponse ? 1 : 0)
      guard !item.decoded.isEmpty, seen.count < 4096, seen.insert(mark).inserted else { continue }
      for (key, value) in values(
        in: side.timeline, item: item, rules: rules, index: index, heard: &heard)
      {
        if !isResponse { inAdvertisement.insert(key) }
        heard.add(key, value: value, index: index)
      }
    }
    heard.onlyInResponse = Set(heard.order).subtracting(inAdvertisement)
    return heard
  }

  /// The keys of `decoded` with their values, without those that change each time. Of a number that
  /// options give a range or a tolerance only that there is one.
  private static func values(
    in timeline: RecordedTimeline, item: TimelineItem, rules: ValueRules, index: UInt32,
    heard: inout Heard
  ) -> [(String, String)] {
    let members = timeline.members(of: item.decoded)
    return values(in: timeline, members: members, of: "", rules: rules, index: index, heard: &heard)
      + others(in: timeline, members: members)
  }

  /// - group: that the members are in, and a point; its members are compared one by one.
  private static func values(
    in timeline: RecordedTimeline, members: [RecordedMember], of group: String,
    rules: ValueRules, index: UInt32, heard: inout Heard
  ) -> [(String, String)] {
    var values: [(String, String)] = []
    for member in members {
      let key = group + member.key.description
      if let rule = rules.rule(member.key) {
        if !group.isEmpty { heard.isByField = true }
        let numbers = ValueMatcher.numbers(of: member.value, in: timeline.bytes.rawBytes)
        if rule.isIgnored || !numbers.isEmpty {
          heard.add(numbers, of: rule.key, index: index)
          if !rule.isIgnored { values.append((key, "a number")) }
          continue
        }
      }
      switch (key, member.value) {
      case ("other_types", .list), ("other_data", .list): continue
      case (_, .list(let list)):
        let words = timeline.elements(of: list).map { timeline.words(of: $0) }
        // The order of UUIDs has no meaning.
        let areUUIDs = key == "service_uuids" || key == "service_data_uuids"
        values.append((key, (areUUIDs ? words.sorted() : words).joined(separator: ", ")))
      case (_, .object(let object)):
        values += self.values(
          in: timeline, members: timeline.members(of: object), of: key + ".", rules: rules,
          index: index, heard: &heard)
      default: values.append((key, timeline.words(of: member.value)))
      }
    }
    return values
  }

  /// AD structures without a key of their own, by type.
  private static func others(
    in timeline: RecordedTimeline, members: [RecordedMember]
  ) -> [(String, String)] {
    let keys = Key.advertised
    guard case .list(let types)? = members.first(where: { $0.key == keys.otherTypes })?.value,
      case .list(let data)? = members.first(where: { $0.key == keys.otherData })?.value
    else { return [] }
    var values: [(String, String)] = []
    for (type, bytes) in zip(timeline.elements(of: types), timeline.elements(of: data)) {
      guard case .integer(let code) = type, !changing.contains(code) else { continue }
      values.append(("ad_type_\(String(upperHex: code, digits: 2))", timeline.words(of: bytes)))
    }
    return values
  }
}
