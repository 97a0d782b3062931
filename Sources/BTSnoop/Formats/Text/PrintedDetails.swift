/// The lines in which btmon or hcidump says what is in a packet, and how far they are read.
struct PrintedDetails {
  let lines: [TextLine]
  var index = 0

  /// - lines: with their positions after the blanks, which are how far they are indented.
  init(_ lines: [TextLine]) { self.lines = lines }

  var next: TextLine? { index < lines.count ? lines[index] : nil }

  /// How a field is printed, and how many octets it has.
  enum Encoding {
    /// The number in brackets at the end: `Success (0x00)`.
    case bracket(Int)
    /// `0x002a`
    case hex(Int)
    /// `517`
    case decimal(Int)
    /// `00:22:D0:00:06:07 (...)`, least significant octet first.
    case address
    /// `0x0001-0xffff`
    case range
    /// `Heart Rate (0x180d)`, `Vendor specific (6217ff49-...)`
    case uuid
    /// `Value[5]: 020300002a`, `Data: 01`, or `Value[5]:` with lines of octets after it.
    case octets
    /// `0xff 0x49 0x01`, or lines of octets.
    case list(Int)
    /// `LE 2M`
    case phy
    /// `-4 dBm`
    case power
    /// `14` or `0x0e`: an octet.
    case length
  }

  struct Field {
    /// What may stand before the value.
    let labels: [StaticString]
    let encoding: Encoding

    init(_ label: StaticString, _ encoding: Encoding, or other: StaticString? = nil) {
      labels = [label] + (other.map { [$0] } ?? [])
      self.encoding = encoding
    }
  }

  /// What is printed beside the octets.
  private static let additions: [StaticString] = [
    "Buffers", "Value Handle", "Attribute data list", "Attribute group list", "Entry ",
  ]
  /// Fields are indented by so much, what explains them by more.
  private static let indent = 8

  /// All the fields in their order, then others as often as they come, up to the first that is not there.
  mutating func fields(_ fields: [Field], repeated: [Field]) -> [UInt8] {
    var (octets, isWhole) = self.fields(fields)
    while isWhole, !repeated.isEmpty {
      let more = self.fields(repeated)
      isWhole = more.isWhole
      octets += more.octets
    }
    return octets
  }

  /// All the fields in their order, up to the first that is not there.
  mutating func fields(_ fields: [Field]) -> (octets: [UInt8], isWhole: Bool) {
    var octets: [UInt8] = []
    for field in fields {
      guard let more = self.field(field) else { return (octets, false) }
      octets += more
    }
    return (octets, true)
  }

  /// The next field, which is `nil` if another one is next.
  mutating func field(_ field: Field) -> [UInt8]? {
    var at = index
    while at < lines.count {
      var line = lines[at]
      if line.at < Self.indent { return nil }
      if let label = field.labels.first(where: { Self.has($0, line: line) }) {
        line.at += label.utf8CodeUnitCount
        index = at + 1
        return value(&line, encoding: field.encoding)
      }
      // A field of the same rank, or a heading, that is not meant.
      if line.at == Self.indent, !Self.isAddition(line) { return nil }
      at += 1
    }
    return nil
  }

  private static func has(_ label: StaticString, line: TextLine) -> Bool {
    guard line.begins(with: label) else { return false }
    let end = line.at + label.utf8CodeUnitCount
    return end < line.text.count && (line.text[end] == 0x3A || line.text[end] == 0x5B)
  }

  private static func isAddition(_ line: TextLine) -> Bool {
    if additions.contains(where: { line.begins(with: $0) }) { return true }
    var line = line
    return line.octets(.spaced, limit: 1).count == 1
  }

  private mutating func value(_ line: inout TextLine, encoding: Encoding) -> [UInt8]? {
    switch encoding {
    case .bracket(let count): return Self.bracket(line).flatMap { Self.octets($0, count: count) }
    case .hex(let count): return line.hex(after: "0x").flatMap { Self.octets($0, count: count) }
    case .decimal(let count):
      guard let value = line.decimal(after: ": "), line.isAtWordEnd else { return nil }
      return Self.octets(value, count: count)
    case .address: return Self.address(line)
    case .range:
      guard let first = line.hex(after: "0x"), line.take("-0x"), let last = line.hex(),
        let low = Self.octets(first, count: 2), let high = Self.octets(last, count: 2)
      else { return nil }
      return low + high
    case .uuid: return Self.uuid(line)
    case .octets: return octets(line)
    case .list(let count):
      if line.skip(past: ": ") {
        let octets = line.octets(.prefixed)
        if octets.count == count { return octets }
      }
      return dumpedOctets(count)
    case .length:
      if let value = line.hex(after: "0x") { return Self.octets(value, count: 1) }
      guard let value = line.decimal(after: ": "), line.isAtWordEnd else { return nil }
      return Self.octets(value, count: 1)
    case .phy:
      return Self.phys.firstIndex { line.find($0) != nil }.map { [UInt8($0)] }
    case .power:
      guard line.skip(past: ": ") else { return nil }
      let isNegative = line.take("-")
      guard let value = line.decimal(digits: 3), value < 128, line.take(" dBm") else { return nil }
      return [UInt8(bitPattern: Int8(isNegative ? -Int(value) : Int(value)))]
    }
  }

  private static let phys: [StaticString] = ["No packets", "LE 1M", "LE 2M", "LE Coded"]

  /// The last number in brackets.
  static func bracket(_ line: TextLine) -> UInt64? {
    guard let open = line.text.lastIndex(of: UInt8(ascii: "(")), open >= line.at else { return nil }
    var rest = line
    rest.at = open
    guard rest.take("(0x"), let value = rest.hex(), rest.take(")") else { return nil }
    return value
  }

  /// A number, least significant octet first; `nil` if it is too large.
  static func octets(_ value: UInt64, count: Int) -> [UInt8]? {
    guard count >= 8 || value >> UInt64(8 * count) == 0 else { return nil }
    return (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func address(_ line: TextLine) -> [UInt8]? {
    var line = line
    guard line.skip(past: ": ") else { return nil }
    var octets: [UInt8] = []
    for place in 0..<6 {
      guard place == 0 || line.take(":"), let octet = line.hex(digits: 2...2) else { return nil }
      octets.insert(UInt8(octet), at: 0)
    }
    return octets
  }

  private static func uuid(_ line: TextLine) -> [UInt8]? {
    guard let open = line.text.lastIndex(of: UInt8(ascii: "(")), open >= line.at else { return nil }
    var rest = line
    rest.at = open + 1
    if rest.take("0x") {
      let start = rest.at
      guard let value = rest.hex(digits: 4...8), rest.take(")") else { return nil }
      return Self.octets(value, count: rest.at - start > 5 ? 4 : 2)
    }
    var octets: [UInt8] = []
    for digits in [8, 4, 4, 4, 12] {
      guard octets.isEmpty || rest.take("-"), let part = rest.hex(digits: digits...digits),
        let more = Self.octets(part, count: digits / 2)
      else { return nil }
      octets = more + octets
    }
    return rest.take(")") ? octets : nil
  }

  private mutating func octets(_ line: TextLine) -> [UInt8]? {
    var line = line
    var count: Int?
    if line.take("[") {
      guard let number = line.decimal(digits: 5), line.take("]") else { return nil }
      count = Int(number)
    }
    guard line.take(":") else { return nil }
    line.takeBlanks()
    if line.isBlank, let count { return dumpedOctets(count) }
    let octets = line.octets(.joined)
    // The count is one octet: of longer values it is the rest.
    guard line.isBlank, count.map({ $0 & 0xFF == octets.count & 0xFF }) ?? true else { return nil }
    return octets
  }

  /// So many octets, 16 in a line, and the same as characters.
  mutating func dumpedOctets(_ count: Int) -> [UInt8]? {
    var octets: [UInt8] = []
    while octets.count < count, var line = next {
      let more = line.octets(.spaced, limit: min(16, count - octets.count))
      guard more.count == min(16, count - octets.count) else { return nil }
      octets += more
      index += 1
    }
    return octets.count == count ? octets : nil
  }
}
