import Bytes

/// How a field gets its value.
enum FieldKind: Int32 {
  /// Read at the cursor, or at a place.
  case read = 1
  /// An expression.
  case compute
  case group
  case skip
  case note
  /// A value from another attribute of the peer.
  case state
  /// Where a state is from.
  case source
  case check
  /// Octets that are always the same.
  case constant
  /// Where the note on the length stands.
  case lengthNote
  /// What a function gives for its arguments, or from the state of the peer.
  case call
}

/// What is read.
enum ScalarType: Int32 {
  case unsigned = 1
  case signed, float32, float64, shortFloat, float, boolean, decimal
  case utf8, utf16, hex, reversedHex
  case uuid, address, dateTime

  /// Its length depends on the field's `size`.
  var isSized: Bool {
    switch self {
    case .decimal, .utf8, .utf16, .hex, .reversedHex: true
    default: false
    }
  }

  /// Expressions can use it.
  var isNumber: Bool {
    switch self {
    case .unsigned, .signed, .boolean, .decimal: true
    default: false
    }
  }

  var isFloat: Bool {
    switch self {
    case .float32, .float64, .shortFloat, .float: true
    default: false
    }
  }
}

/// How many octets a text, a hex string or a group has.
enum SizeKind: Int32 {
  /// What is left.
  case rest = 0
  case expression
  /// To a zero octet, which is skipped.
  case zeroTerminated
  /// A number before it says.
  case prefixed
}

enum RepeatKind: Int32 {
  case none = 0
  case expression
  case rest
}

/// Where the words of a number are from.
enum WordSource: Int32 {
  case none = 0
  case table, company, appearance, uuid, unit, attributeError
}

/// Fields of a program that follow each other.
struct FieldList: Equatable, Sendable, BitwiseCopyable {
  /// The index of the first.
  var first: Int32 = 0
  var count: Int32 = 0

  var indices: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// One compiled field. Indices into the program's tables are one higher than the index, so that 0
/// is "none".
struct FieldCode: Equatable, Sendable, BitwiseCopyable {
  var kind = FieldKind.read
  /// Its name in expressions.
  var slot: Int32 = 0
  var condition: Int32 = 0
  var needs: Int32 = 0
  /// Index of a check, time, state, text of a note, bytes of a constant.
  var detail: Int32 = 0
  /// The name in notes and texts.
  var title: Int32 = 0
  /// The function for what was read.
  var call: Int32 = 0
  /// A function with its arguments.
  var invoked: Int32 = 0
  /// Whether it tells who somebody is.
  var isPersonal = false
  var keys = FieldKeys()
  var number = NumberCode()
  var position = PlaceCode()
  var source = SourceCode()
  var extent = ExtentCode()
  var repetition = RepetitionCode()
  var sense = SenseCode()
  var group = GroupCode()
  var bounds = BoundsCode()

  /// All members, in a fixed order: how a program is stored.
  mutating func forEachMember(_ body: (inout Int32) -> Void) {
    func pass(_ flag: inout Bool) {
      var number: Int32 = flag ? 1 : 0
      body(&number)
      flag = number != 0
    }
    func pass<Choice: RawRepresentable<Int32>>(_ choice: inout Choice) {
      var number = choice.rawValue
      body(&number)
      choice = Choice(rawValue: number) ?? choice
    }
    pass(&kind); body(&slot); body(&keys.own); body(&keys.code); body(&keys.status);
    body(&keys.rest)
    var type = number.type?.rawValue ?? 0
    body(&type)
    number.type = ScalarType(rawValue: type)
    body(&number.width); pass(&number.isBig); pass(&position.isGiven); body(&position.offset)
    body(&condition); body(&needs); body(&source.expression); body(&source.list);
    body(&source.copied)
    pass(&sense.isBoolean); pass(&extent.kind); body(&extent.value); body(&extent.plus)
    pass(&extent.isBig); pass(&repetition.kind); body(&repetition.count); pass(&repetition.isAxes)
    body(&sense.scale); body(&sense.temperature); pass(&sense.wordSource); body(&sense.words)
    body(&sense.special); body(&sense.flags); body(&sense.cases); body(&group.fields.first)
    body(&group.fields.count); body(&group.reserved); body(&group.firstSlot); body(&group.endSlot)
    body(&detail); body(&bounds.expected); body(&bounds.valid); body(&bounds.reservedBits)
    body(&bounds.missing); body(&title); body(&call); body(&invoked); body(&bounds.success)
    body(&bounds.limits); pass(&isPersonal)
  }
}

/// The keys under which a field is shown, each one higher than its index.
struct FieldKeys: Equatable, Sendable, BitwiseCopyable {
  var own: Int32 = 0
  /// That of a result's number, where its word has another.
  var code: Int32 = 0
  /// That of whether a result is success.
  var status: Int32 = 0
  /// That of what is left of a list.
  var rest: Int32 = 0
}

/// What is read at a place.
struct NumberCode: Equatable, Sendable, BitwiseCopyable {
  var type: ScalarType?
  /// Octets of a number, or of a prefix in front of it.
  var width: Int32 = 0
  var isBig = false
}

/// Where a field is read, if not at the cursor.
struct PlaceCode: Equatable, Sendable, BitwiseCopyable {
  var isGiven = false
  var offset: Int32 = 0
}

/// What a field is computed of.
struct SourceCode: Equatable, Sendable, BitwiseCopyable {
  /// The expression of `of`.
  var expression: Int32 = 0
  /// The slot of a list that `expression` goes over, element by element.
  var list: Int32 = 0
  /// The slot that `of` names and nothing else: any type.
  var copied: Int32 = 0
}

/// How many octets a field has.
struct ExtentCode: Equatable, Sendable, BitwiseCopyable {
  var kind = SizeKind.rest
  /// An expression, or the width of the prefix.
  var value: Int32 = 0
  var plus: Int32 = 0
  var isBig = false
}

/// How often a field comes.
struct RepetitionCode: Equatable, Sendable, BitwiseCopyable {
  var kind = RepeatKind.none
  var count: Int32 = 0
  var isAxes = false
}

/// What a number means.
struct SenseCode: Equatable, Sendable, BitwiseCopyable {
  var isBoolean = false
  var scale: Int32 = 0
  /// 1: °C, 2: °F; 3 and 4: a difference in °C, in °F.
  var temperature: Int32 = 0
  var wordSource = WordSource.none
  var words: Int32 = 0
  var special: Int32 = 0
  var flags: Int32 = 0
  var cases: Int32 = 0
}

/// The fields of a group.
struct GroupCode: Equatable, Sendable, BitwiseCopyable {
  var fields = FieldList()
  /// Octets at the end of the group's window that its fields read from there.
  var reserved: Int32 = 0
  /// The slots of a repeated group: first, and after the last.
  var firstSlot: Int32 = 0
  var endSlot: Int32 = 0
}

/// What a value must be, and what is noted where it is not.
struct BoundsCode: Equatable, Sendable, BitwiseCopyable {
  var expected: Int32 = 0
  var valid: Int32 = 0
  /// A constant of the expressions' code: bits that are 0.
  var reservedBits: Int32 = 0
  /// A text to note where the value ends before the field.
  var missing: Int32 = 0
  /// Table of result codes that mean success; 0 if the field is not a result code.
  var success: Int32 = 0
  /// What its quantity can be.
  var limits: Int32 = 0
}

/// A row of words, special values, flags or cases: what a number, a range or a bit means. Strings
/// are one higher than their index.
struct RangeCode: Equatable, Sendable {
  var low: Int64 = 0
  var high: Int64 = 0
  var word: Int32 = 0
  /// For readers; 0: the word.
  var text: Int32 = 0
  /// Whether it is the row of all that no other has.
  var isRest: Int32 = 0
  /// It has a text, which may be empty.
  var hasText: Int32 = 0
  /// The key of a flag.
  var key: Int32 = 0
  /// Those of a case.
  var fields = FieldList()
  var isStop: Int32 = 0
}

/// A part of a template.
struct TextCode: Equatable, Sendable {
  enum Kind: Int32 {
    case literal = 1
    /// The value of a slot.
    case value
    /// One of two texts.
    case choice
    /// Brackets: left out where nothing in them was read.
    case open, close
  }

  var kind: Int32 = 0
  /// A string, or a slot.
  var index: Int32 = 0
  /// 1: `digits` after the point, 2: hex, 3: upper-case hex, 4: in quotes, 5: the word of a special
  /// value, 6: the number of a word.
  var form: Int32 = 0
  var digits: Int32 = 0
  /// The strings of a choice.
  var on: Int32 = 0
  var off: Int32 = 0
}

struct CheckCode: Equatable, Sendable {
  enum Kind: Int32 { case exclusiveOr = 1, sum, cyclic }

  var kind: Int32 = 0
  /// In bits.
  var width: Int32 = 8
  var polynomial: Int64 = 0
  var initial: Int64 = 0
  var isReflected: Int32 = 0
  var final: Int64 = 0
  var isBig: Int32 = 0
  /// Inclusive; negative: from the end.
  var first: Int32 = 0
  var last: Int32 = 0
  var hasLast: Int32 = 0
}

/// What a quantity can be, in the unit of its field: fractions, so that nothing is rounded where it is stored.
struct LimitCode: Equatable, Sendable {
  var hasLow: Int32 = 0
  var low: Int64 = 0
  var lowDivisor: Int64 = 1
  var hasHigh: Int32 = 0
  var high: Int64 = 0
  var highDivisor: Int64 = 1

  init() {}

  init(_ low: Fraction?, _ high: Fraction?) {
    if let low { (hasLow, self.low, lowDivisor) = (1, low.numerator, low.denominator) }
    if let high { (hasHigh, self.high, highDivisor) = (1, high.numerator, high.denominator) }
  }

  private var least: Double? { hasLow == 0 ? nil : Double(low) / Double(lowDivisor) }
  private var most: Double? { hasHigh == 0 ? nil : Double(high) / Double(highDivisor) }

  var isEmpty: Bool { least.map { low in most.map { low > $0 } ?? false } ?? false }

  func contains(_ number: Double) -> Bool {
    (least.map { number >= $0 } ?? true) && (most.map { number <= $0 } ?? true)
  }

  /// `0 to 100`, `at least -273.15`.
  func write(to out: inout ByteWriter) {
    guard let least else {
      out.append("at most ")
      return out.append(shown: most ?? 0)
    }
    if most == nil { out.append("at least ") }
    out.append(shown: least)
    guard let most else { return }
    out.append(" to ")
    out.append(shown: most)
  }
}

struct TimeCode: Equatable, Sendable {
  /// Seconds since 1970.
  var since: Int64 = 0
  /// The length of a tick: a number of seconds, divided.
  var seconds: Int64 = 1
  var divisor: Int64 = 1
  var isUniversal: Int32 = 0
}

struct StateCode: Equatable, Sendable {
  /// The UUID of the characteristic: two halves.
  var high: Int64 = 0
  var low: Int64 = 0
  /// The name of its key.
  var key: Int32 = 0
  /// 0: the last, 1: read, 2: written, 3: notified.
  var preferred: Int32 = 0
  var hasDefault: Int32 = 0
  var assumed: Int64 = 0

  var uuid: UInt128 {
    get { UInt128(UInt64(bitPattern: high)) << 64 | UInt128(UInt64(bitPattern: low)) }
    set {
      high = Int64(bitPattern: UInt64(truncatingIfNeeded: newValue >> 64))
      low = Int64(bitPattern: UInt64(truncatingIfNeeded: newValue))
    }
  }
}

/// The type of a key, as the documentation and conditions need it.
enum DeclaredType: Int32, Sendable {
  case integer = 1
  case number, boolean, word, text, hex, uuid, address, object
}

/// A key of a program.
struct KeyCode: Equatable, Sendable {
  var name: Int32 = 0
  var type: Int32 = 0
  var isList: Int32 = 0
  /// The symbol.
  var unit: Int32 = 0
}
