import Bytes
import Vocabulary

/// Runs a program over the bytes of a value.
///
/// Every step is bounded: fields by `maximumSteps`, depth by the compiler, memory by the length of
/// the value. What is missing only moves the cursor on, so that the note on the length can say how
/// many bytes there should be.
///
/// All methods are mutating: to call another one, the compiler would copy the interpreter.
struct Interpreter: ~Copyable, ~Escapable {
  /// Fields of one value, with those of every repetition.
  static let maximumSteps = 4096

  var program: ProgramView
  /// What is seldom asked for.
  let whole: Program
  let context: DecodingContext
  var scratch: DecodingScratch

  /// The window: the value, or a group's octets.
  private var start = 0
  private var end = 0
  /// Where fields read at the cursor end: before those that are read from the end.
  private var limit = 0
  /// The next octet; beyond `limit` once something is missing.
  private var cursor = 0
  /// Octets that fields with a place would need.
  private var farthest = 0
  private var steps = 0
  /// A case has ended the repetition.
  private var isStopped = false
  private var isExhausted = false
  private var scope: Int32 = 1
  private var lastScope: Int32 = 1
  /// What `it` is.
  var element: Int64?

  /// The first field of the value.
  var firstField = 0

  // Notes.
  private var notesBefore = 0
  private var lengthNote: Int?
  private var hasMissingNote = false
  var hasOverflowed = false
  private var hasLeftOutKeys = false
  /// The only note is on trailing NULs, which the text shows.
  var nulNotes = 0
  var otherStringNotes = false

  /// Not copyable: with its context and its memory, a copy at each call would cost more than the call.
  /// - tables: of the program.
  @_lifetime(borrow tables)
  @inline(__always)
  init(
    _ whole: Program, _ tables: borrowing ProgramTables, _ context: DecodingContext,
    _ scratch: consuming DecodingScratch
  ) {
    self.whole = whole
    program = ProgramView(tables)
    self.context = context
    self.scratch = scratch
    self.scratch.prepare(slots: Int(whole.code.slotCount), keys: tables.keys.count)
  }

  /// Its memory, for the next one.
  mutating func release() -> DecodingScratch {
    let used = scratch
    scratch = DecodingScratch()
    return used
  }

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
    _ value: RawSpan, _ out: inout FieldBuffer
  ) -> (isFirst: Bool?, isLast: Bool, start: Int)? {
    guard let message = whole.code.message.first else { return nil }
    end = value.byteCount
    limit = end
    fields(message.children, message.childCount, value, &out)
    guard cursor <= limit else { return nil }
    let first: Bool? = message.first == 0 ? nil : evaluate(message.first) ?? 0 != 0
    return (first, evaluate(message.last) ?? 0 != 0, cursor)
  }

  // MARK: The value

  mutating func decode(_ value: RawSpan, _ out: inout FieldBuffer) {
    notesBefore = out.note.count
    firstField = out.fields.count
    end = value.byteCount
    limit = max(0, end &- Int(whole.code.reserved))
    if whole.code.condition != 0, evaluate(whole.code.condition) ?? 0 == 0 { return }
    if value.byteCount < Int(whole.code.whole) {
      if !context.isTruncated {
        out.noteShort(value.byteCount, expected: Int(whole.code.whole))
      }
      return
    }
    fields(whole.code.children, whole.code.childCount, value, &out)
    if hasOverflowed { out.addNote("a number beyond 64 bits") }
    if isExhausted { out.addNote("more than 4096 fields") }
    if hasLeftOutKeys { out.addNote("keys that come again are left out") }
    noteLength(value, &out)
    text(value, &out)
    if nulNotes == 1, !otherStringNotes, notesBefore == 0 { out.textTellsNote = true }
  }

  private mutating func noteLength(_ value: RawSpan, _ out: inout FieldBuffer) {
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
      out.noteShort(
        value.byteCount,
        expected: max(cursor > limit ? cursor &+ Int(whole.code.reserved) : 0, farthest))
    } else {
      out.noteExtra(extra)
    }
    guard !later.isEmpty else { return }
    if place == 0 || !later.starts(with: [0x3B, 0x20]) { out.note.append("; ") }
    out.note.append(later)
  }

  // MARK: Fields

  private mutating func fields(
    _ first: Int32, _ count: Int32, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    var index = Int(first)
    let last = index &+ Int(count)
    while index < last, !isStopped {
      step(index, value, &out)
      index &+= 1
    }
  }

  private mutating func step(_ index: Int, _ value: RawSpan, _ out: inout FieldBuffer) {
    steps &+= 1
    guard steps <= Self.maximumSteps else {
      isStopped = true
      isExhausted = true
      return
    }
    // No copy of a field that is not there.
    let fields = program.steps
    let needs = Int(fields[index].needs)
    if needs != 0, scratch.slots[needs &- 1].kind == .unset { return }
    let kind = fields[index].way
    let wasCut = cursor > limit
    let condition = fields[index].condition
    if condition != 0 {
      // What would have been read counts for the note on the length.
      let isCounted = wasCut && fields[index].hasPlace == 0 && kind != .compute && kind != .note
      guard evaluate(condition, isLenient: isCounted) ?? 0 != 0 else { return }
    }
    let field = fields[index]
    switch kind {
    case .read:
      if field.repeatKind != 0 {
        readList(field, index, value, &out)
      } else if let read = read(field, value, &out) {
        finish(read, field, index, value, &out)
      }
    case .compute: compute(field, index, value, &out)
    case .group: group(field, index, value, &out)
    case .skip:
      if let count = evaluate(field.size) { cursor = advanced(by: count) }
    case .note: template(field.detail, value, &out, asNote: true)
    case .state: state(field, index, value, &out)
    case .source: source(field, &out)
    case .check: check(field, index, value, &out)
    case .constant: constant(field, index, value, &out)
    case .lengthNote: lengthNote = out.note.count
    case .call: call(field, index, value, &out)
    case .none: break
    }
    if field.missing != 0, !wasCut, cursor > limit, !context.isTruncated {
      hasMissingNote = true
      template(field.missing, value, &out, asNote: true)
    }
  }

  /// The cursor further on, never so far that it could overflow.
  private mutating func advanced(by count: Int64) -> Int {
    cursor &+ Int(min(max(count, 0), 1 << 32))
  }

  /// The offset of octets that are all there; else the cursor moves on all the same.
  private mutating func take(_ field: FieldStep, _ width: Int) -> Int? {
    guard field.hasPlace != 0 else {
      let offset = cursor
      cursor = advanced(by: Int64(width))
      return cursor <= limit ? offset : nil
    }
    let offset = (field.place < 0 ? end : start) &+ Int(field.place)
    guard offset >= start, offset &+ width <= end else {
      if start == 0, field.place >= 0 { farthest = max(farthest, offset &+ width) }
      return nil
    }
    return offset
  }

  private mutating func read(
    _ field: FieldStep, _ value: RawSpan, _ out: inout FieldBuffer
  ) -> SlotValue? {
    guard let type = field.scalar else { return nil }
    if type.isSized, field.width == 0 { return readSized(field, type, value, &out) }
    var width = Int(field.width)
    if type == .uuid, width == 0 {
      let left = field.hasPlace == 0 ? limit &- cursor : end &- start &- Int(field.place)
      width = left >= 16 ? 16 : left >= 4 ? 4 : 2
    }
    guard let offset = take(field, width) else { return nil }
    if type == .decimal { return decimal(value, offset, width, &out) }
    let read = value.scalar(type, at: offset, width: width, isBig: field.isBig != 0)
    if type == .boolean, value.uint8(at: offset) > 1 { out.addNote("reserved value") }
    guard field.expression != 0 else { return read }
    element = read.whole
    defer { element = nil }
    return evaluate(field.expression).map { SlotValue(.whole, .signed, $0) }
  }

  /// Two digits an octet.
  private mutating func decimal(
    _ value: RawSpan, _ offset: Int, _ count: Int, _ out: inout FieldBuffer
  ) -> SlotValue? {
    var number: Int64 = 0
    guard count <= 9 else { return nil }
    for i in 0..<count {
      let octet = value.uint8(at: offset &+ i)
      guard octet >> 4 <= 9, octet & 15 <= 9 else {
        out.addNote("not decimal digits")
        return nil
      }
      number = number &* 100 &+ Int64(octet >> 4) &* 10 &+ Int64(octet & 15)
    }
    return SlotValue(.whole, .decimal, number)
  }

  /// How many octets follow, by the field's `size`; the cursor is after a prefix.
  private mutating func size(_ field: FieldStep, _ value: RawSpan) -> Int? {
    switch SizeKind(rawValue: field.sizeKind) {
    case .expression: return evaluate(field.size).map { Int(min(max($0, 0), 1 << 32)) }
    case .prefixed:
      let offset = cursor
      let width = Int(field.size)
      cursor &+= width
      guard cursor <= limit else { return nil }
      let count = value.number(at: offset, width: width, isBig: field.sizeIsBig != 0)
      return max(0, Int(count) &+ Int(field.sizePlus))
    case .zeroTerminated:
      var count = 0
      while cursor &+ count < limit, value.uint8(at: cursor &+ count) != 0 { count &+= 1 }
      return count
    default: return max(0, limit &- cursor)
    }
  }

  private mutating func readSized(
    _ field: FieldStep, _ type: ScalarType, _ value: RawSpan, _ out: inout FieldBuffer
  ) -> SlotValue? {
    let saved = (cursor, limit)
    if field.hasPlace != 0 {
      let offset = (field.place < 0 ? end : start) &+ Int(field.place)
      guard start...end ~= offset else { return nil }
      (cursor, limit) = (offset, end)
    }
    defer { if field.hasPlace != 0 { (cursor, limit) = saved } }
    let wasCut = cursor > limit
    guard let count = size(field, value), !wasCut else { return nil }
    let offset = cursor
    let there = min(count, max(0, limit &- offset))
    cursor &+= count
    let isText = type == .utf8 || type == .utf16
    if there < count, !isText || there == 0 { return nil }
    if field.sizeKind == SizeKind.zeroTerminated.rawValue, cursor < limit { cursor &+= 1 }
    if isText, there == 0, context.isTruncated { return nil }
    if type == .decimal { return decimal(value, offset, there, &out) }
    return SlotValue(.bytes, type, Int64(offset), Int64(there))
  }

  /// Remembers and shows a single value.
  mutating func finish(
    _ read: SlotValue, _ field: FieldStep, _ index: Int, _ value: RawSpan,
    _ out: inout FieldBuffer
  ) {
    var read = read
    read.field = Int32(truncatingIfNeeded: index)
    if field.slot != 0 { scratch.slots[Int(field.slot) &- 1] = read }
    if field.reservedBits != 0, let raw = read.whole {
      out.noteReserved(raw & whole.code.code[Int(field.reservedBits) &- 1])
    }
    if field.flags != 0 { return flags(field, read, &out) }
    if field.cases != 0 { return cases(field, read, value, &out) }
    if field.key != 0, let key = nextKey(field.key) {
      show(read, field, key, .single, value, &out)
    }
    if field.valid != 0 || field.expected != 0 { validate(read, field, &out) }
  }

  private mutating func validate(
    _ read: SlotValue, _ field: FieldStep, _ out: inout FieldBuffer
  ) {
    guard let raw = read.whole, program.special(field.special, read) == nil else { return }
    if field.valid != 0, program.row(field.valid, raw) == nil {
      out.addNote("")
      program.write(literal: field.title, to: &out.note)
      out.note.append(" is out of range")
    }
    if field.expected != 0, let expected = evaluate(field.expected), expected != raw {
      out.addNote("")
      program.write(literal: field.title, to: &out.note)
      out.note.append(" is not ")
      out.note.append(decimal: expected)
    }
  }

  private mutating func compute(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    if field.list != 0 {
      let list = scratch.slots[Int(field.list) &- 1]
      guard list.kind == .list else { return }
      return computeList(list, field, index, value, &out)
    }
    if field.copied != 0 {
      let copied = scratch.slots[Int(field.copied) &- 1]
      if copied.kind != .unset { finish(copied, field, index, value, &out) }
      return
    }
    if let result = evaluate(field.expression) {
      finish(SlotValue(.whole, .signed, result), field, index, value, &out)
    }
  }

  // MARK: Lists

  private mutating func readList(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    let wasCut = cursor > limit
    let first = scratch.elements.count
    let isRest = field.repeatKind == RepeatKind.rest.rawValue
    var wanted = isRest ? Int64(Self.maximumSteps) : evaluate(field.count) ?? 0
    if field.isAxes != 0, limit &- cursor < Int(field.width) &* 3 {
      cursor = advanced(by: Int64(field.width) &* 3)
      return
    }
    while wanted > 0, !isStopped {
      if isRest, cursor >= limit || (field.width > 0 && limit &- cursor < Int(field.width)) {
        break
      }
      wanted &-= 1
      steps &+= 1
      if steps > Self.maximumSteps {
        (isStopped, isExhausted) = (true, true)
        break
      }
      let before = cursor
      if cursor > limit, field.width > 0 {
        // The rest is missing, too.
        cursor = advanced(by: min(wanted &+ 1, 65536) &* Int64(field.width))
        break
      }
      if var read = read(field, value, &out) {
        read.field = Int32(truncatingIfNeeded: index)
        scratch.elements.append(read)
      }
      if cursor == before { break }
    }
    let count = scratch.elements.count &- first
    if field.missing != 0, isRest, count == 0, !wasCut, !context.isTruncated {
      template(field.missing, value, &out, asNote: true)
    }
    if isRest, cursor < limit, !isStopped {
      let left = limit &- cursor
      cursor = limit
      if !context.isTruncated {
        if left == 1 {
          out.addNote("odd trailing byte ignored")
        } else {
          out.addNote("")
          out.note.append(decimal: left)
          out.note.append(" trailing bytes ignored")
        }
      }
    }
    guard count > 0 else { return }
    var list = SlotValue(.list, .signed, Int64(first), Int64(count))
    list.field = Int32(truncatingIfNeeded: index)
    finishList(list, field, value, &out)
  }

  private mutating func computeList(
    _ list: SlotValue, _ field: FieldStep, _ index: Int, _ value: RawSpan,
    _ out: inout FieldBuffer
  ) {
    var result = list
    result.field = Int32(truncatingIfNeeded: index)
    if field.copied == 0 {
      // The name stands for one element after the other.
      let place = Int(field.list) &- 1
      let first = scratch.elements.count
      for i in 0..<Int(list.extra) {
        scratch.slots[place] = scratch.elements[Int(list.raw) &+ i]
        if let computed = evaluate(field.expression) {
          scratch.elements.append(SlotValue(.whole, .signed, computed))
        }
      }
      scratch.slots[place] = list
      result.raw = Int64(first)
      result.extra = Int64(scratch.elements.count &- first)
      guard result.extra > 0 else { return }
    }
    finishList(result, field, value, &out)
  }

  private mutating func finishList(
    _ list: SlotValue, _ field: FieldStep, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    if field.slot != 0 { scratch.slots[Int(field.slot) &- 1] = list }
    guard field.key != 0, let key = nextKey(field.key) else { return }
    let shape: FieldShape = field.isAxes != 0 ? .axis : .element
    for i in 0..<Int(list.extra) {
      let element = scratch.elements[Int(list.raw) &+ i]
      if program.special(field.special, element) != nil {
        out.add(key, .number(.nan), shape)
      } else {
        show(element, field, key, shape, value, &out)
      }
    }
    guard field.codeKey != 0, let codeKey = nextKey(field.codeKey) else { return }
    for i in 0..<Int(list.extra) {
      let element = scratch.elements[Int(list.raw) &+ i]
      if let raw = element.whole { out.add(codeKey, .integer(raw), shape) }
    }
  }

  // MARK: Groups

  private mutating func group(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    guard field.repeatKind != 0 else {
      return once(field, index, field.key == 0 ? nil : nextKey(field.key), .single, value, &out)
    }
    let isRest = field.repeatKind == RepeatKind.rest.rawValue
    var wanted = isRest ? Int64(Self.maximumSteps) : evaluate(field.count) ?? 0
    let key = field.key == 0 ? nil : nextKey(field.key)
    if field.key != 0, key == nil { return }
    while wanted > 0, !isStopped {
      if isRest, cursor >= limit { break }
      wanted &-= 1
      let before = cursor
      once(field, index, key, .element, value, &out)
      if cursor == before { break }
      // Texts and later fields see what the last one had.
      if wanted > 0, !(isRest && cursor >= limit) {
        for slot in Int(field.firstSlot)..<Int(field.endSlot) { scratch.slots[slot] = .unset }
      }
    }
    if isStopped, !isExhausted { isStopped = false }
  }

  private mutating func once(
    _ field: FieldStep, _ index: Int, _ key: Key?, _ shape: FieldShape, _ value: RawSpan,
    _ out: inout FieldBuffer
  ) {
    let mark = out.fields.count
    let outerScope = scope
    let replaced = scratch.replaced.count
    var object: Int?
    if let key {
      object = out.beginObject(key, shape)
      lastScope &+= 1
      scope = lastScope
    }
    if field.sizeKind != 0 || field.hasPlace != 0 || field.reserved != 0 {
      window(field, value, &out)
    } else {
      fields(field.children, field.childCount, value, &out)
    }
    guard let object else { return }
    out.endObject(object)
    scope = outerScope
    while scratch.replaced.count > replaced, let last = scratch.replaced.popLast() {
      scratch.marks[Int(last.key)] = last.mark
    }
    if out.fields.count == mark &+ 1 {
      out.truncate(to: mark)
    } else if field.slot != 0 {
      scratch.slots[Int(field.slot) &- 1] = SlotValue(.present, .signed, 1)
    }
  }

  /// The fields of a group that has its own octets.
  private mutating func window(
    _ field: FieldStep, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    let saved = (start, end, limit, cursor)
    if field.hasPlace != 0 {
      let offset = (field.place < 0 ? end : start) &+ Int(field.place)
      guard start...end ~= offset else { return }
      (cursor, limit) = (offset, end)
    }
    let first = cursor
    let size = size(field, value)
    let wasCut = cursor > limit
    let wanted = advanced(by: Int64(size ?? 0))
    start = min(first, limit)
    end = min(wanted, limit)
    limit = max(min(cursor, end), end &- Int(field.reserved))
    if wasCut { limit = min(limit, cursor &- 1) }
    let isWhole = wanted <= saved.2 || field.hasPlace != 0
    fields(field.children, field.childCount, value, &out)
    // What a group that is there lacks, or has left over.
    if isWhole, size != nil, field.sizeKind != 0 {
      if cursor > limit, !context.isTruncated, !isStopped {
        out.addNote("a group is too short")
      } else if cursor < limit, !isStopped {
        out.noteExtra(limit &- cursor)
        out.note.append(" in a group")
      }
    }
    let reached = cursor
    (start, end, limit, cursor) = saved
    guard field.hasPlace == 0 else { return }
    cursor = field.sizeKind == 0 ? (wasCut ? reached : reached &+ Int(field.reserved)) : wanted
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
      guard whole.again[index].indices.contains(place) else {
        hasLeftOutKeys = true
        return nil
      }
      return whole.again[index][place]
    }
    if scope != 1 { scratch.replaced.append((Int32(truncatingIfNeeded: index), mark)) }
    scratch.marks[index] = DecodingScratch.Mark(scope: scope, count: 1)
    return program.keys[index]
  }

  // MARK: Numbers with a meaning

  private mutating func flags(
    _ field: FieldStep, _ read: SlotValue, _ out: inout FieldBuffer
  ) {
    guard let raw = read.whole else { return }
    var known: Int64 = 0
    let key = field.key == 0 ? nil : nextKey(field.key)
    for index in program.rows(of: field.flags) {
      let row = program.ranges[index]
      let bit = (1 as Int64) << row.low
      known |= bit
      if row.key != 0 {
        if let key = nextKey(row.key) { out.add(key, .boolean(raw & bit != 0)) }
      } else if raw & bit != 0, let key {
        out.add(key, .term(program.words[Int(row.word) &- 1]), .element)
      }
    }
    if field.codeKey != 0, let key = nextKey(field.codeKey) { out.add(key, .integer(raw)) }
    if field.reservedBits == 0 { out.noteReserved(raw & ~known) }
  }

  private mutating func cases(
    _ field: FieldStep, _ read: SlotValue, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    guard let raw = read.whole else { return }
    let row = program.row(field.cases, raw)
    if let row, row.isStop != 0 {
      if field.restKey != 0, cursor < limit, let key = nextKey(field.restKey) {
        out.add(key, hex: value.clamped(cursor, limit &- cursor))
      }
      cursor = max(cursor, limit)
      isStopped = true
      return
    }
    if field.key != 0 {
      if let row, row.word != 0, let key = nextKey(field.key) {
        out.add(key, .term(program.words[Int(row.word) &- 1]))
      }
      if field.codeKey != 0, let key = nextKey(field.codeKey) { out.add(key, .integer(raw)) }
    }
    if let row { fields(row.children, row.childCount, value, &out) }
  }

  // MARK: Others

  private mutating func state(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    let state = whole.code.states[Int(field.detail) &- 1]
    let known = context.state.declared.value(of: state, in: whole)
    guard let raw = known?.value ?? (state.hasDefault != 0 ? state.assumed : nil) else { return }
    finish(
      SlotValue(.whole, .signed, raw, Int64(known?.source ?? 0)), field, index, value, &out)
  }

  private mutating func source(_ field: FieldStep, _ out: inout FieldBuffer) {
    let slot = scratch.slots[Int(field.copied) &- 1]
    guard slot.kind == .whole, field.key != 0, let key = nextKey(field.key) else { return }
    out.add(key, .term(Program.sources[Int(min(max(slot.extra, 0), 3))]))
  }

  private mutating func constant(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    let expected = whole.constants[index]
    guard let offset = take(field, expected.count) else { return }
    if !value.clamped(offset, expected.count).equals(expected.rawBytes) {
      out.addNote("not ")
      out.note.append(hex: expected.rawBytes)
    }
  }

  private mutating func check(
    _ field: FieldStep, _ index: Int, _ value: RawSpan, _ out: inout FieldBuffer
  ) {
    guard let offset = take(field, Int(field.width)) else { return }
    let check = whole.code.checks[Int(field.detail) &- 1]
    func place(_ octet: Int32) -> Int { (octet < 0 ? end : start) &+ Int(octet) }
    let first = place(check.first)
    let last = check.hasLast != 0 ? place(check.last) : offset &- 1
    guard first >= 0, last < value.byteCount, first >= start || check.first < 0 else { return }
    let octets = first <= last ? value.clamped(first, last &- first &+ 1) : value.clamped(0, 0)
    let computed = Checksum.value(of: octets, check)
    let found = value.number(at: offset, width: Int(field.width), isBig: check.isBig != 0)
    let isGood = computed == found
    var result = SlotValue(.whole, .signed, isGood ? 1 : 0)
    result.field = Int32(truncatingIfNeeded: index)
    if field.slot != 0 { scratch.slots[Int(field.slot) &- 1] = result }
    if field.key != 0, let key = nextKey(field.key) {
      out.add(key, .term(isGood ? Program.good : Program.bad))
    } else if !isGood {
      out.addNote("the checksum is wrong")
    }
  }
}

/// Sums over octets.
enum Checksum {
  static func value(of octets: RawSpan, _ check: CheckCode) -> UInt64 {
    let width = UInt64(check.width)
    let mask: UInt64 = width >= 64 ? .max : 1 << width &- 1
    var sum = UInt64(bitPattern: check.initial)
    switch CheckCode.Kind(rawValue: check.kind) {
    case .exclusiveOr:
      // Wider ones take as many octets at once.
      let count = Int(width / 8)
      for i in 0..<octets.byteCount {
        let place = UInt64((i % count) &* 8)
        sum ^= UInt64(octets.uint8(at: i)) << place
      }
    case .sum:
      for i in 0..<octets.byteCount { sum = sum &+ UInt64(octets.uint8(at: i)) }
    default: sum = cyclic(octets, check, width, mask)
    }
    return (sum ^ UInt64(bitPattern: check.final)) & mask
  }

  private static func cyclic(
    _ octets: RawSpan, _ check: CheckCode, _ width: UInt64, _ mask: UInt64
  ) -> UInt64 {
    let polynomial = UInt64(bitPattern: check.polynomial)
    let highest = (1 as UInt64) << (width &- 1)
    var sum = UInt64(bitPattern: check.initial) & mask
    for i in 0..<octets.byteCount {
      var octet = octets.uint8(at: i)
      if check.isReflected != 0 { octet = reversed(UInt64(octet), 8) }
      sum ^= UInt64(octet) << (width &- 8)
      for _ in 0..<8 { sum = sum & highest != 0 ? sum << 1 ^ polynomial : sum << 1 }
      sum &= mask
    }
    return check.isReflected != 0 ? reversed(sum, width) : sum
  }

  private static func reversed<Number: FixedWidthInteger>(
    _ number: UInt64, _ width: UInt64
  ) -> Number {
    var result: UInt64 = 0
    for bit in 0..<width where number >> bit & 1 != 0 { result |= 1 << (width &- 1 &- bit) }
    return Number(truncatingIfNeeded: result)
  }
}
