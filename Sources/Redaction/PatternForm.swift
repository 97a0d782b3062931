/// A form in which an original may stand somewhere.
enum PatternForm: Equatable {
  case octets(isReversed: Bool)
  /// EUI-64: an address with FF FE in its middle.
  case extended(isReversed: Bool)
  case hex(isReversed: Bool, isUpper: Bool, separator: UInt8?)
  case lower, upper
  case utf16(isBigEndian: Bool)
  /// A part of a secret, which is only looked for: from an octet of it in either order.
  case part(start: Int, isReversed: Bool)

  // MARK: By number

  /// As many forms as an original has; `form` gives each.
  static func count(of entry: Originals.Entry) -> Int {
    switch entry.kind {
    case .address: addressForms.count
    case .text: textForms.count
    case .secret: secretForms.count + 2 * parts(of: entry.original.count).count
    }
  }

  /// - number: below `count`.
  static func form(_ number: Int, of entry: Originals.Entry) -> PatternForm {
    switch entry.kind {
    case .address: return addressForms[number]
    case .text: return textForms[number]
    case .secret:
      if number < secretForms.count { return secretForms[number] }
      let parts = parts(of: entry.original.count)
      let (turn, index) = (number - secretForms.count).quotientAndRemainder(
        dividingBy: parts.count)
      return .part(start: parts[index], isReversed: turn == 1)
    }
  }

  private static let addressForms: [PatternForm] =
    both { .octets(isReversed: $0) } + both { .extended(isReversed: $0) }
    + [nil, 0x3A, 0x2D, 0x5F, 0x2E, 0x20].flatMap { hexForms(separator: $0) }

  private static let textForms: [PatternForm] =
    [.octets(isReversed: false), .lower, .upper] + both { .utf16(isBigEndian: $0) }

  private static let secretForms: [PatternForm] =
    both { .octets(isReversed: $0) } + hexForms(separator: nil)

  private static func both(_ form: (Bool) -> PatternForm) -> [PatternForm] {
    [form(false), form(true)]
  }

  private static func hexForms(separator: UInt8?) -> [PatternForm] {
    [false, true].flatMap { isUpper in
      both { .hex(isReversed: $0, isUpper: isUpper, separator: separator) }
    }
  }

  private static let partSize = 8
  /// So many octets are a public key's coordinate; no key is longer.
  private static let keySize = 32

  /// Where parts of a secret begin: of a key at each octet; of what is longer at every eighth, which finds what has 15
  /// octets of it.
  private static func parts(of count: Int) -> [Int] {
    guard count > partSize else { return [] }
    return Array(stride(from: 0, through: count - partSize, by: count > keySize ? partSize : 1))
  }

  // MARK: Octets

  var isPart: Bool {
    if case .part = self { true } else { false }
  }

  /// The original in this form; `nil` if it has no such form, or one that is too common to prove a leak.
  func octets(of entry: Originals.Entry) -> [UInt8]? {
    let original = entry.original
    switch self {
    case .utf16(let isBigEndian):
      return Self.units(of: entry).map { Self.utf16($0, isBigEndian: isBigEndian) }
    case .part(let start, let isReversed):
      let end = start + Self.partSize
      let part =
        isReversed
        ? Array(original[original.count - end..<original.count - start].reversed())
        : Array(original[start..<end])
      return PatternTable.isTelling(part) && Set(part).count >= 6 ? part : nil
    default: return written(original)
    }
  }

  /// The stand-in in this form; empty for a form that is only searched for.
  func standIn(of entry: Originals.Entry) -> [UInt8] {
    switch self {
    case .lower: return entry.standIn
    case .part: return []
    case .utf16(let isBigEndian):
      // It has as many octets, and there at least as many units.
      let letters = entry.standIn.prefix(Self.units(of: entry)?.count ?? 0)
      return Self.utf16(letters.map { UInt16($0) }, isBigEndian: isBigEndian)
    default: return written(entry.standIn)
    }
  }

  /// Octets in a form that each octet has by itself.
  private func written(_ octets: [UInt8]) -> [UInt8] {
    switch self {
    case .octets(let isReversed): isReversed ? octets.reversed() : octets
    case .extended(let isReversed):
      isReversed ? Self.extended(octets).reversed() : Self.extended(octets)
    case .hex(let isReversed, let isUpper, let separator):
      Self.hex(isReversed ? octets.reversed() : octets, isUpper, separator)
    case .lower: octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    case .upper: octets.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    case .utf16, .part: octets
    }
  }

  private static func extended(_ address: [UInt8]) -> [UInt8] {
    address.prefix(3) + [0xFF, 0xFE] + address.dropFirst(3)
  }

  private static func hex(_ octets: [UInt8], _ isUpper: Bool, _ separator: UInt8?) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(3 * octets.count)
    func digit(_ number: UInt8) -> UInt8 {
      number < 10 ? 0x30 + number : (isUpper ? 0x37 : 0x57) + number
    }
    for (index, octet) in octets.enumerated() {
      if index > 0, let separator { text.append(separator) }
      text.append(digit(octet >> 4))
      text.append(digit(octet & 15))
    }
    return text
  }

  /// The UTF-16 units of a text; `nil` if it is not UTF-8, or its stand-in is not ASCII.
  private static func units(of entry: Originals.Entry) -> [UInt16]? {
    let text = String(decoding: entry.original, as: UTF8.self)
    guard text.utf8.elementsEqual(entry.original), entry.standIn.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    return Array(text.utf16)
  }

  private static func utf16(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
    units.flatMap { unit in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}
