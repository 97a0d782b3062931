/// How values are joined to messages, compiled.
struct MessageCode: Equatable, Sendable {
  enum Kind: Int32 {
    /// From a start to an end.
    case delimited = 1
    /// A number in it says how long it is.
    case length
    /// Each value has a header, which says whether it is the first or the last part.
    case parts
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
  var end: Int32 = 0
  /// The fields see start and end, too.
  var keepsEnds: Int32 = 0
  var escape: Int32 = 0
  /// The octet.
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
  var children: Int32 = 0
  var childCount: Int32 = 0
  /// Expressions of its names.
  var first: Int32 = 0
  var last: Int32 = 0

  mutating func forEachMember(_ body: (inout Int32) -> Void) {
    body(&kind); body(&start); body(&end); body(&keepsEnds); body(&escape)
    body(&escapeOctet); body(&escapeBits); body(&escapePairs); body(&place); body(&width)
    body(&isBig); body(&plus); body(&children); body(&childCount); body(&first); body(&last)
  }
}

/// The same, ready to use.
struct MessageFraming: Sendable {
  let kind: MessageCode.Kind
  let start: [UInt8]
  let end: [UInt8]
  let keepsEnds: Bool
  let escape: MessageCode.Escape
  let escapeOctet: UInt8
  private let escapeBits: UInt8
  private let escapePairs: [UInt8]
  let place: Int
  let width: Int
  let isBig: Bool
  let plus: Int

  /// - Returns: `nil` where the program is about single values.
  init?(_ program: ProgramCode) {
    guard let code = program.message.first, let kind = MessageCode.Kind(rawValue: code.kind) else {
      return nil
    }
    func octets(_ string: Int32) -> [UInt8] {
      DeclarationNode.bytes(hex: program.string(string)) ?? []
    }
    self.kind = kind
    start = octets(code.start)
    end = octets(code.end)
    keepsEnds = code.keepsEnds != 0
    escape = MessageCode.Escape(rawValue: code.escape) ?? .none
    escapeOctet = UInt8(truncatingIfNeeded: code.escapeOctet)
    escapeBits = UInt8(truncatingIfNeeded: code.escapeBits)
    escapePairs = octets(code.escapePairs)
    place = Int(max(0, code.place))
    width = Int(min(max(1, code.width), 4))
    isBig = code.isBig != 0
    plus = Int(code.plus)
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
