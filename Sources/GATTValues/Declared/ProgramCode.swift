/// A compiled declaration: flat tables, without references, that can be stored as text.
struct ProgramCode: Equatable, Sendable {
  var strings: [String] = []
  var keys: [KeyCode] = []
  var fields: [FieldCode] = []
  /// The fields of the value.
  var root = FieldList()
  var reserved: Int32 = 0
  var slotCount: Int32 = 0
  /// Expressions.
  var code: [Int64] = []
  var scales: [Scale] = []
  var ranges: [RangeCode] = []
  /// The rows of each table: first, and how many.
  var tables: [Int32] = []
  var texts: [TextCode] = []
  /// The parts of each text: first, and how many.
  var textParts: [Int32] = []
  var checks: [CheckCode] = []
  var times: [TimeCode] = []
  var states: [StateCode] = []
  var calls: [CallCode] = []
  var limits: [LimitCode] = []
  /// Octets, as hex strings.
  var mask: Int32 = 0
  var condition: Int32 = 0
  /// Octets below which nothing is decoded.
  var whole: Int32 = 0
  /// One higher than the index of the text.
  var text: Int32 = 0
  /// The name of the declaration.
  var name: Int32 = 0
  var advertisement = AdvertisementCode()
  /// How values are joined, where they are: one element.
  var message: [MessageCode] = []

  /// It is for data of advertisements, not for values.
  var isElement: Bool { advertisement.object != 0 }

  /// Whether a field says whether what was asked for was done.
  var hasOutcome: Bool { fields.contains { $0.bounds.success != 0 } }

  func fields(in list: FieldList) -> ArraySlice<FieldCode> { fields[list.indices] }

  /// Goes over everything, in a fixed order: the one description of the stored form.
  mutating func pass(_ stream: inout some ProgramStream) {
    stream.pass(&strings)
    stream.pass(&keys, empty: KeyCode()) { key, stream in
      stream.pass(&key.name); stream.pass(&key.type); stream.pass(&key.isList)
      stream.pass(&key.unit)
    }
    stream.pass(&fields, empty: FieldCode()) { field, stream in stream.pass(&field) }
    stream.pass(&root); stream.pass(&reserved)
    stream.pass(&slotCount)
    stream.pass(&code, empty: 0) { number, stream in stream.pass(&number) }
    stream.pass(&scales, empty: Scale(factor: 1, offset: 0, divisor: 1)) { scale, stream in
      stream.pass(&scale.factor); stream.pass(&scale.offset); stream.pass(&scale.divisor)
    }
    stream.pass(&ranges, empty: RangeCode()) { row, stream in
      stream.pass(&row.low); stream.pass(&row.high); stream.pass(&row.word)
      stream.pass(&row.text); stream.pass(&row.isRest); stream.pass(&row.hasText)
      stream.pass(&row.key); stream.pass(&row.fields)
      stream.pass(&row.isStop)
    }
    stream.pass(&tables, empty: 0) { number, stream in stream.pass(&number) }
    stream.pass(&texts, empty: TextCode()) { part, stream in
      stream.pass(&part.kind); stream.pass(&part.index); stream.pass(&part.form)
      stream.pass(&part.digits); stream.pass(&part.on); stream.pass(&part.off)
    }
    stream.pass(&textParts, empty: 0) { number, stream in stream.pass(&number) }
    stream.pass(&checks, empty: CheckCode()) { check, stream in
      stream.pass(&check.kind); stream.pass(&check.width); stream.pass(&check.polynomial)
      stream.pass(&check.initial); stream.pass(&check.isReflected); stream.pass(&check.final)
      stream.pass(&check.isBig); stream.pass(&check.first); stream.pass(&check.last)
      stream.pass(&check.hasLast)
    }
    stream.pass(&times, empty: TimeCode()) { time, stream in
      stream.pass(&time.since); stream.pass(&time.seconds); stream.pass(&time.divisor)
      stream.pass(&time.isUniversal)
    }
    stream.pass(&states, empty: StateCode()) { state, stream in
      stream.pass(&state.high); stream.pass(&state.low); stream.pass(&state.key)
      stream.pass(&state.preferred); stream.pass(&state.hasDefault); stream.pass(&state.assumed)
    }
    stream.pass(&mask); stream.pass(&condition); stream.pass(&whole); stream.pass(&text)
    stream.pass(&name)
    stream.pass(&advertisement.object); stream.pass(&advertisement.starts)
    stream.pass(&advertisement.names); stream.pass(&advertisement.listed)
    stream.pass(&calls, empty: CallCode()) { call, stream in
      stream.pass(&call.function); stream.pass(&call.first); stream.pass(&call.second)
    }
    stream.pass(&message, empty: MessageCode()) { message, stream in
      message.forEachMember { stream.pass(&$0) }
    }
    stream.pass(&limits, empty: LimitCode()) { limit, stream in
      stream.pass(&limit.hasLow); stream.pass(&limit.low); stream.pass(&limit.lowDivisor)
      stream.pass(&limit.hasHigh); stream.pass(&limit.high); stream.pass(&limit.highDivisor)
    }
  }
}

/// Which data of advertisements a declaration is for, and what is made of them; all 0 where it is for values.
struct AdvertisementCode: Equatable, Sendable {
  /// The key of the object, one higher than its index.
  var object: Int32 = 0
  /// Octets that the data begins with, as a hex string.
  var starts: Int32 = 0
  /// What names in the advertisement may begin with, a line each.
  var names: Int32 = 0
  /// A service that the advertisement lists, in hex.
  var listed: Int32 = 0
}

/// Writes or reads the parts of a program.
protocol ProgramStream {
  mutating func pass(_ number: inout Int64)
  mutating func pass(_ text: inout String)
}

extension ProgramStream {
  mutating func pass(_ number: inout Int32) {
    var wide = Int64(number)
    pass(&wide)
    number = Int32(clamping: wide)
  }

  mutating func pass(_ list: inout FieldList) {
    pass(&list.first)
    pass(&list.count)
  }

  mutating func pass(_ texts: inout [String]) {
    pass(&texts, empty: "") { text, stream in stream.pass(&text) }
  }

  /// An array: its length, then its elements. No program has more elements than text.
  mutating func pass<Element>(
    _ elements: inout [Element], empty: Element, _ body: (inout Element, inout Self) -> Void
  ) {
    var count = Int64(elements.count)
    pass(&count)
    if elements.isEmpty {
      guard 0...1_000_000 ~= count else { return }
      elements = Array(repeating: empty, count: Int(count))
    }
    for index in elements.indices { body(&elements[index], &self) }
  }

  /// Which members are not 0, then those.
  mutating func pass(_ field: inout FieldCode) {
    var mask: Int64 = 0
    var bit: Int64 = 1
    field.forEachMember {
      if $0 != 0 { mask |= bit }
      bit <<= 1
    }
    pass(&mask)
    bit = 1
    field.forEachMember {
      if mask & bit != 0 { pass(&$0) }
      bit <<= 1
    }
  }
}
