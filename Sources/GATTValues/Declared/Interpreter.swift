import Bytes
import Vocabulary

/// Runs a program over the bytes of a value.
///
/// Every step is bounded: fields by `maximumSteps`, depth by the compiler, memory by the length of
/// the value. What is missing only moves the cursor on, so that the note on the length can say how
/// many bytes there should be.
///
/// All methods are mutating, or consume it: to call another one, the compiler would copy the interpreter.
struct Interpreter: ~Copyable, ~Escapable {
  /// Fields of one value, with those of every repetition, and the numbers of every list.
  static let maximumSteps = 4096

  var program: ProgramView
  let context: DecodingContext
  var scratch: DecodingScratch

  /// The window: the value, or a group's octets.
  var start = 0
  var end = 0
  /// Where fields read at the cursor end: before those that are read from the end.
  var limit = 0
  /// The next octet; beyond `limit` once something is missing.
  var cursor = 0
  /// Octets that fields with a place would need.
  private var farthest = 0
  var steps = 0
  /// A case has ended the repetition.
  var isStopped = false
  var isExhausted = false
  /// The object that fields are added to, and the outermost one: numbers that no earlier value had.
  var scope: Int32
  private let outerScope: Int32
  /// What `it` is.
  var element: Int64?

  /// The first field of the value, and where its text begins: functions write some of it.
  var firstField = 0
  var firstText = 0

  // Notes.
  private var notesBefore = 0
  private var lengthNote: Int?
  private var hasMissingNote = false
  var hasOverflowed = false
  private var hasLeftOutKeys = false
  /// Notes on trailing NULs: how many, where the last one is, and whether the text says them, too.
  var nulNotes = 0
  var nulNote = 0..<0
  var saysNULs = false

  /// Not copyable: with its context and its memory, a copy at each call would cost more than the call.
  /// - tables: of the program.
  @_lifetime(borrow tables)
  @inline(__always)
  init(
    _ tables: borrowing ProgramTables, _ context: consuming DecodingContext,
    _ scratch: consuming DecodingScratch
  ) {
    program = ProgramView(tables)
    self.context = context
    self.scratch = scratch
    self.scratch.prepare(slots: Int(tables.details[0].code.slotCount), keys: tables.keys.count)
    self.scratch.lastScope &+= 1
    outerScope = self.scratch.lastScope
    scope = outerScope
  }

  /// Its memory, for the next one.
  consuming func release() -> DecodingScratch { scratch }

  var length: Int { end &- start }
  var rest: Int { max(0, limit &- cursor) }

  /// Where the octets are that are left, which then are read.
  mutating func takeRest() -> Range<Int> {
    let first = min(cursor, limit)
    cursor = max(cursor, limit)
    return first..<limit
  }

  // MARK: Parts of messages

  /// Reads the header of a part.
  /// - Returns: whether it is the first and the last, and where its octets are; `nil` where the
  ///   header is cut.
  mutating func part(
    _ value: RawSpan, into out: inout FieldBuffer
  ) -> (isFirst: Bool?, isLast: Bool, start: Int)? {
    guard let message = program.details[0].code.message.first else { return nil }
    end = value.byteCount
    limit = end
    fields(message.header, value: value, to: &out)
    guard cursor <= limit else { return nil }
    let first: Bool? = message.first == 0 ? nil : evaluate(message.first) ?? 0 != 0
    return (first, evaluate(message.last) ?? 0 != 0, cursor)
  }

  // MARK: The value

  mutating func decode(_ value: RawSpan, to out: inout FieldBuffer) {
    notesBefore = out.note.count
    firstField = out.fields.count
    firstText = out.text.count
    end = value.byteCount
    limit = max(0, end &- Int(program.details[0].code.reserved))
    guard fits() else { return }
    if value.byteCount < Int(program.details[0].code.whole) {
      if !context.isTruncated {
        noteShort(value, expected: Int(program.details[0].code.whole), to: &out)
      }
      return
    }
    fields(
      program.details[0].code.root, value: value,
      to: &out)
    if hasOverflowed { out.addNote("a number beyond 64 bits, or a division by zero") }
    if isExhausted {
      out.addNote("more than ")
      out.note.append(decimal: Self.maximumSteps)
      out.note.append(" fields")
    }
    if hasLeftOutKeys { out.addNote("keys that come again are left out") }
    noteLength(value, to: &out)
    if !context.findsFaults { out.faults = [] }
    if !context.leavesOutText { text(value, into: &out) }
    // Of several strings it is not known which one the text has.
    if nulNotes == 1, saysNULs { out.noteInText = nulNote }
  }

  /// Whether the condition of the whole holds: it knows no more than the length.
  private mutating func fits() -> Bool {
    let condition = program.details[0].code.condition
    return condition == 0 || evaluate(condition) ?? 0 != 0
  }

  /// Whether data of a length is in this form.
  mutating func fits(_ length: Int) -> Bool {
    end = length
    limit = max(0, end &- Int(program.details[0].code.reserved))
    return fits() && length >= Int(program.details[0].code.whole)
  }

  private mutating func noteLength(_ value: RawSpan, to out: inout FieldBuffer) {
    let isShort = cursor > limit || farthest > value.byteCount
    let extra = limit &- cursor
    guard isShort ? !context.isTruncated && !hasMissingNote : extra > 0 && !isExhausted else {
      return
    }
    // Notes that follow the one on the length.
    let place = lengthNote ?? notesBefore
    let later = out.note.count > place ? out.note.bytes.clamped(place).copy() : []
    out.note.truncate(to: place)
    if isShort {
      noteShort(
        value,
        expected: max(
          cursor > limit ? cursor &+ Int(program.details[0].code.reserved) : 0, farthest), to: &out)
    } else {
      out.extraBytes = extra
      out.noteExtra(extra)
    }
    guard !later.isEmpty else { return }
    if place == 0 || !later.starts(with: [0x3B, 0x20]) { out.note.append("; ") }
    if nulNote.lowerBound >= place {
      let shift = out.note.count &- place
      nulNote = nulNote.lowerBound &+ shift..<nulNote.upperBound &+ shift
    }
    out.note.append(later)
  }

  /// What fills its PDU may be the beginning of a longer value.
  private mutating func noteShort(
    _ value: RawSpan, expected: Int, to out: inout FieldBuffer
  ) {
    out.noteShort(value.byteCount, expected: expected)
    let mtu = context.mtu == 0 ? 23 : Int(context.mtu)
    if value.byteCount < mtu &- 3 { out.faults.insert(.short) }
  }

  // MARK: Fields

  mutating func fields(
    _ list: FieldList, value: RawSpan, to out: inout FieldBuffer
  ) {
    var index = Int(list.first)
    let last = index &+ Int(list.count)
    while index < last, !isStopped {
      step(index, value: value, to: &out)
      index &+= 1
    }
  }

  private mutating func step(_ index: Int, value: RawSpan, to out: inout FieldBuffer) {
    steps &+= 1
    guard steps <= Self.maximumSteps else {
      isStopped = true
      isExhausted = true
      return
    }
    // No copy of a field that is not there.
    let fields = program.steps
    let needs = Int(fields[index].code.needs)
    if needs != 0, scratch.slots[needs &- 1].kind == .unset { return }
    let kind = fields[index].code.kind
    let wasCut = cursor > limit
    let condition = fields[index].code.condition
    if condition != 0 {
      // What would have been read counts for the note on the length.
      let isCounted =
        wasCut && !fields[index].code.position.isGiven && kind != .compute && kind != .note
      guard evaluate(condition, isLenient: isCounted) ?? 0 != 0 else { return }
    }
    if fields[index].isPlain { return number(index, value: value, to: &out) }
    if fields[index].isSimpleExpression {
      let copied = Int(fields[index].code.source.copied)
      if copied == 0 {
        if let raw = evaluate(fields[index].code.source.expression) {
          finish(raw, at: index, into: &out)
        }
        return
      }
      let slot = scratch.slots[copied &- 1]
      if slot.kind == .whole { return finish(slot.raw, at: index, into: &out) }
    }
    let field = fields[index]
    switch kind {
    case .read:
      if field.code.repetition.kind != .none {
        readList(field, at: index, value: value, into: &out)
      } else {
        let place = cursor
        if let read = read(field, value: value, into: &out) {
          if context.findsPlaces { note(read, field: field, at: index, from: place) }
          finish(read, field: field, at: index, value: value, into: &out)
        }
      }
    case .compute: compute(field, at: index, value: value, into: &out)
    case .group: group(field, at: index, value: value, into: &out)
    case .skip:
      if let count = evaluate(field.code.extent.value) { cursor = advanced(by: count) }
    case .note: template(field.code.detail, value: value, to: &out, asNote: true)
    case .state: state(field, index: index, value: value, to: &out)
    case .source: source(field, to: &out)
    case .check: check(field, index: index, value: value, to: &out)
    case .constant: constant(field, index: index, value: value, to: &out)
    case .lengthNote: lengthNote = out.note.count
    case .call: call(field, index: index, value: value, to: &out)
    }
    if field.code.bounds.missing != 0, !wasCut, cursor > limit, !context.isTruncated {
      hasMissingNote = true
      template(field.code.bounds.missing, value: value, to: &out, asNote: true)
    }
  }

  /// Reads, remembers and shows a plain number, as nearly all fields are: without a copy of the field.
  private mutating func number(_ index: Int, value: RawSpan, to out: inout FieldBuffer) {
    let fields = program.steps
    let offset = cursor
    cursor &+= Int(fields[index].code.number.width)
    guard cursor <= limit else { return }
    if context.findsPlaces { note(index, from: offset, to: cursor) }
    finish(value.whole(at: offset, of: fields[index]), at: index, into: &out)
  }

  /// Remembers and shows a whole number of a field that asks for nothing else.
  @inline(__always)
  private mutating func finish(_ raw: Int64, at index: Int, into out: inout FieldBuffer) {
    let fields = program.steps
    let slot = Int(fields[index].code.slot)
    if slot != 0 { scratch.slots[slot &- 1] = SlotValue(whole: raw, ofField: index) }
    if fields[index].code.keys.own != 0, let key = nextKey(fields[index].code.keys.own) {
      out.add(key, number(raw, scale: fields[index].code.sense.scale))
    }
  }

  /// The cursor further on, never so far that it could overflow.
  mutating func advanced(by count: Int64) -> Int {
    cursor &+ Int(min(max(count, 0), 1 << 32))
  }

  /// The offset of octets that are all there; else the cursor moves on all the same.
  mutating func take(_ field: FieldStep, width: Int) -> Int? {
    guard field.code.position.isGiven else {
      let offset = cursor
      cursor = advanced(by: Int64(width))
      return cursor <= limit ? offset : nil
    }
    let offset = (field.code.position.offset < 0 ? end : start) &+ Int(field.code.position.offset)
    guard offset >= start, offset &+ width <= end else {
      if start == 0, field.code.position.offset >= 0 { farthest = max(farthest, offset &+ width) }
      return nil
    }
    return offset
  }

  mutating func read(
    _ field: FieldStep, value: RawSpan, into out: inout FieldBuffer
  ) -> SlotValue? {
    guard let type = field.code.number.type else { return nil }
    if type.isSized, field.code.number.width == 0 {
      return readSized(field, type: type, value: value, to: &out)
    }
    var width = Int(field.code.number.width)
    if type == .uuid, width == 0 {
      let left =
        !field.code.position.isGiven
        ? limit &- cursor : end &- start &- Int(field.code.position.offset)
      width = left >= 16 ? 16 : left >= 4 ? 4 : 2
    }
    guard let offset = take(field, width: width) else { return nil }
    if type == .decimal { return decimal(value, offset: offset, count: width, to: &out) }
    let read = value.scalar(type, at: offset, width: width, isBig: field.code.number.isBig)
    if type == .boolean, value.uint8(at: offset) > 1 { out.addNote("reserved value") }
    guard field.code.source.expression != 0 else { return read }
    element = read.whole
    defer { element = nil }
    return evaluate(field.code.source.expression).map { SlotValue(.whole, .signed, $0) }
  }

  /// Remembers and shows a single value.
  mutating func finish(
    _ read: SlotValue, field: FieldStep, at index: Int, value: RawSpan,
    into out: inout FieldBuffer
  ) {
    var read = read
    read.field = Int32(truncatingIfNeeded: index)
    if field.code.slot != 0 { scratch.slots[Int(field.code.slot) &- 1] = read }
    if field.code.bounds.reservedBits != 0, let raw = read.whole {
      out.noteReserved(raw & program.details[0].code.code[Int(field.code.bounds.reservedBits) &- 1])
    }
    if field.code.bounds.success != 0, let raw = read.whole,
      program.row(field.code.bounds.success, number: raw) == nil
    {
      out.isRefusal = true
    }
    if field.code.sense.flags != 0 { return flags(field, read: read, to: &out) }
    if field.code.sense.cases != 0 { return cases(field, read: read, value: value, to: &out) }
    if field.code.keys.own != 0, let key = nextKey(field.code.keys.own) {
      show(read, field: field, key: key, shape: .single, value: value, to: &out)
    }
    if field.code.bounds.limits != 0 { checkLimits(of: read, field: field, to: &out) }
    if field.code.bounds.valid != 0 || field.code.bounds.expected != 0 {
      validate(read, field: field, to: &out)
    }
  }

  private mutating func validate(
    _ read: SlotValue, field: FieldStep, to out: inout FieldBuffer
  ) {
    guard let raw = read.whole, !program.isSpecial(field.code.sense.special, value: read) else {
      return
    }
    if field.code.bounds.valid != 0, program.row(field.code.bounds.valid, number: raw) == nil {
      out.addNote("")
      program.write(literal: field.code.title, to: &out.note)
      out.note.append(" is out of range")
      out.faults.insert(.implausible)
    }
    if field.code.bounds.expected != 0, let expected = evaluate(field.code.bounds.expected),
      expected != raw
    {
      out.addNote("")
      program.write(literal: field.code.title, to: &out.note)
      out.note.append(" is not ")
      out.note.append(decimal: expected)
    }
  }

  /// Whether the number is one that its quantity can have.
  private mutating func checkLimits(
    of read: SlotValue, field: FieldStep, to out: inout FieldBuffer
  ) {
    switch read.kind {
    case .whole, .unsigned, .decimal, .double: break
    default: return
    }
    guard !program.isSpecial(field.code.sense.special, value: read) else { return }
    let limits = program.details[0].code.limits[Int(field.code.bounds.limits) &- 1]
    let number = measure(read, field: field)
    guard !limits.contains(number) else { return }
    out.faults.insert(.implausible)
    out.addNote("")
    if field.code.keys.own != 0 {
      program.write(title: field.code.keys.own, to: &out.note)
    } else {
      program.write(literal: field.code.title, to: &out.note)
    }
    out.note.append(" ")
    out.note.append(shown: number)
    out.note.append(" is beyond what it can be, ")
    limits.write(to: &out.note)
    guard field.code.keys.own != 0, program.keys[Int(field.code.keys.own) &- 1].unit != .none else {
      return
    }
    out.note.append(" ")
    program.write(unitOf: field.code.keys.own, to: &out.note)
  }

  private mutating func compute(
    _ field: FieldStep, at index: Int, value: RawSpan, into out: inout FieldBuffer
  ) {
    if field.code.source.list != 0 {
      let list = scratch.slots[Int(field.code.source.list) &- 1]
      guard list.kind == .list else { return }
      return computeList(list, field: field, index: index, value: value, to: &out)
    }
    if field.code.source.copied != 0 {
      let copied = scratch.slots[Int(field.code.source.copied) &- 1]
      if copied.kind != .unset { finish(copied, field: field, at: index, value: value, into: &out) }
      return
    }
    if let result = evaluate(field.code.source.expression) {
      finish(SlotValue(.whole, .signed, result), field: field, at: index, value: value, into: &out)
    }
  }

  // MARK: Keys

  /// The key, or the next of its names in this object; `nil` once there is none left.
  mutating func nextKey(_ key: Int32) -> Key? {
    let index = Int(key) &- 1
    guard program.comesAgain[index] else { return program.keys[index] }
    let mark = scratch.marks[index]
    if mark.scope == scope {
      let place = Int(mark.count) &- 1
      scratch.marks[index].count &+= 1
      guard program.details[0].again[index].indices.contains(place) else {
        hasLeftOutKeys = true
        return nil
      }
      return program.details[0].again[index][place]
    }
    if scope != outerScope { scratch.replaced.append((Int32(truncatingIfNeeded: index), mark)) }
    scratch.marks[index] = DecodingScratch.Mark(scope: scope, count: 1)
    return program.keys[index]
  }

  // MARK: Numbers with a meaning

  private mutating func flags(
    _ field: FieldStep, read: SlotValue, to out: inout FieldBuffer
  ) {
    guard let raw = read.whole else { return }
    var known: Int64 = 0
    let key = field.code.keys.own == 0 ? nil : nextKey(field.code.keys.own)
    for index in program.rows(of: field.code.sense.flags) {
      let row = program.ranges[index]
      let bit = (1 as Int64) << row.low
      known |= bit
      if row.key != 0 {
        if let key = nextKey(row.key) { out.add(key, .boolean(raw & bit != 0)) }
      } else if raw & bit != 0, let key {
        out.add(key, .term(program.words[Int(row.word) &- 1]), shape: .element)
      }
    }
    if field.code.keys.code != 0, let key = nextKey(field.code.keys.code) {
      out.add(key, .integer(raw))
    }
    if field.code.bounds.reservedBits == 0 { out.noteReserved(raw & ~known) }
  }

  private mutating func cases(
    _ field: FieldStep, read: SlotValue, value: RawSpan, to out: inout FieldBuffer
  ) {
    guard let raw = read.whole else { return }
    let row = program.row(field.code.sense.cases, number: raw)
    if let row, row.isStop != 0 {
      if field.code.keys.rest != 0, cursor < limit, let key = nextKey(field.code.keys.rest) {
        out.add(key, hex: value.clamped(cursor, count: limit &- cursor))
      }
      cursor = max(cursor, limit)
      isStopped = true
      return
    }
    if field.code.keys.own != 0 {
      if let row, row.word != 0, let key = nextKey(field.code.keys.own) {
        out.add(key, .term(program.words[Int(row.word) &- 1]))
      }
      if field.code.keys.code != 0, let key = nextKey(field.code.keys.code) {
        out.add(key, .integer(raw))
      }
    }
    if let row { fields(row.fields, value: value, to: &out) }
  }
}
