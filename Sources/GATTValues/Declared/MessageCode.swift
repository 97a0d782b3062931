/// How values are joined to messages, compiled.
struct MessageCode: Equatable, Sendable {
  enum Kind: Int32 {
    /// A message lasts from a start to an end.
    case delimited = 1
    /// A number in it says how long it is.
    case length
    /// Each value has a header, which says whether it is the first or the last part.
    case parts
    /// A value that begins in a way that is listed begins a message, whose length follows from that.
    case begun
  }

  /// What an octet after the escape stands for.
  enum Escape: Int32 {
    case none = 0
    /// For itself.
    case plain
    /// With these bits set.
    case or
    /// With these bits changed.
    case exclusiveOr
    /// For another, by a list.
    case pairs
  }

  var kind: Int32 = 0
  /// Octets that a message begins and ends with, as hex strings.
  var start: Int32 = 0
  /// A string: for each way to begin the octets, and the numbers of `MessageLength`.
  var starts: Int32 = 0
  var end: Int32 = 0
  /// The fields see start and end, too.
  var keepsEnds: Int32 = 0
  var escape: Int32 = 0
  /// The octet that escapes the next.
  var escapeOctet: Int32 = 0
  var escapeBits: Int32 = 0
  /// A hex string: one octet, then what it stands for, and so on.
  var escapePairs: Int32 = 0
  /// Where the length is, and what is added to it.
  var place: Int32 = 0
  var width: Int32 = 0
  var isBig: Int32 = 0
  var plus: Int32 = 0
  /// The fields of a part's header.
  var header = FieldList()
  /// Expressions of its names.
  var first: Int32 = 0
  var last: Int32 = 0

  mutating func forEachMember(_ body: (inout Int32) -> Void) {
    body(&kind); body(&start); body(&starts); body(&end); body(&keepsEnds); body(&escape)
    body(&escapeOctet); body(&escapeBits); body(&escapePairs); body(&place); body(&width)
    body(&isBig); body(&plus); body(&header.first); body(&header.count); body(&first); body(&last)
  }
}

/// How the length of a message follows from its octets.
struct MessageLength: Equatable, Sendable {
  /// Where a number is, and of how many octets; of none: the length is `plus`.
  var place = 0
  var width = 0
  var isBig = false
  /// What is added to it.
  var plus = 0

  /// The octets that say it.
  var header: Int { place + width }

  /// Length in octets of the message that begins at `start`; all of `header` is there.
  func length(in bytes: [UInt8], from start: Int) -> Int {
    var number = 0
    for index in 0..<width {
      let octet = Int(bytes[start + place + index])
      number = isBig ? number << 8 | octet : number | octet << (8 * index)
    }
    return number + plus
  }
}

/// How values are joined to messages, ready to use.
struct MessageFraming: Sendable {
  let kind: MessageCode.Kind
  let start: [UInt8]
  let end: [UInt8]
  let keepsEnds: Bool
  let escape: MessageCode.Escape
  let escapeOctet: UInt8
  private let escapeBits: UInt8
  private let escapePairs: [UInt8]
  let length: MessageLength
  /// The ways to begin, with the length of each.
  let starts: [(octets: [UInt8], length: MessageLength)]

  /// - Returns: `nil` where the program is about single values.
  init?(_ program: ProgramCode) {
    guard let code = program.message.first, let kind = MessageCode.Kind(rawValue: code.kind) else {
      return nil
    }
    func octets(_ string: Int32) -> [UInt8] {
      bytes(ofHex: program.string(string)) ?? []
    }
    self.kind = kind
    start = octets(code.start)
    end = octets(code.end)
    keepsEnds = code.keepsEnds != 0
    escape = MessageCode.Escape(rawValue: code.escape) ?? .none
    escapeOctet = UInt8(truncatingIfNeeded: code.escapeOctet)
    escapeBits = UInt8(truncatingIfNeeded: code.escapeBits)
    escapePairs = octets(code.escapePairs)
    length = MessageLength(
      place: Int(max(0, code.place)), width: Int(min(max(1, code.width), 4)),
      isBig: code.isBig != 0, plus: Int(code.plus))
    starts = kind == .begun ? Self.starts(program.string(code.starts)) : []
  }

  // MARK: Ways to begin

  /// A start in the form that `starts` reads.
  static func text(_ start: String, length: MessageLength) -> String {
    "\(start) \(length.place) \(length.width) \(length.isBig ? 1 : 0) \(length.plus)"
  }

  private static func starts(_ text: String) -> [(octets: [UInt8], length: MessageLength)] {
    text.split(separator: ",").compactMap { start in
      let parts = start.split(separator: " ")
      let numbers = parts.dropFirst().compactMap { Int($0) }
      guard numbers.count == 4, let octets = bytes(ofHex: String(parts[0])) else {
        return nil
      }
      return (
        octets,
        MessageLength(
          place: numbers[0], width: numbers[1], isBig: numbers[2] != 0, plus: numbers[3])
      )
    }
  }

  /// Start and end are the same octets.
  var sharesEnds: Bool { kind == .delimited && start == end }

  /// Where a start stands in a message that has begun, its end was lost.
  var showsLostEnds: Bool {
    kind == .delimited && !start.isEmpty && start != end && escape != .none && escape != .plain
  }

  /// What an octet after the escape stands for.
  func unescaped(_ octet: UInt8) -> UInt8 {
    switch escape {
    case .or: return octet | escapeBits
    case .exclusiveOr: return octet ^ escapeBits
    case .pairs:
      var index = 0
      while index &+ 1 < escapePairs.count {
        if escapePairs[index] == octet { return escapePairs[index &+ 1] }
        index &+= 2
      }
      return octet
    case .none, .plain: return octet
    }
  }
}
