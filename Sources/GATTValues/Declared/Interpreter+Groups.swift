import Bytes
import Vocabulary

/// Groups: objects, repetitions, and fields that have octets of their own.
extension Interpreter {
  mutating func group(
    _ field: FieldStep, at index: Int, value: RawSpan, into out: inout FieldBuffer
  ) {
    guard field.code.repetition.kind != .none else {
      return once(
        field, index: index, key: field.code.keys.own == 0 ? nil : nextKey(field.code.keys.own),
        shape: .single,
        value: value, to: &out)
    }
    let isRest = field.code.repetition.kind == .rest
    var wanted = isRest ? Int64(Self.maximumSteps) : evaluate(field.code.repetition.count) ?? 0
    let key = field.code.keys.own == 0 ? nil : nextKey(field.code.keys.own)
    if field.code.keys.own != 0, key == nil { return }
    while wanted > 0, !isStopped {
      if isRest, cursor >= limit { break }
      wanted &-= 1
      let before = cursor
      once(field, index: index, key: key, shape: .element, value: value, to: &out)
      if cursor == before { break }
      // Texts and later fields see what the last one had.
      if wanted > 0, !(isRest && cursor >= limit) {
        for slot in Int(field.code.group.firstSlot)..<Int(field.code.group.endSlot) {
          scratch.slots[slot] = .unset
        }
      }
    }
    if isStopped, !isExhausted { isStopped = false }
  }

  /// - key: `nil` for an object that no key is left for: its octets are read all the same.
  private mutating func once(
    _ field: FieldStep, index: Int, key: Key?, shape: FieldShape, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    let mark = out.fields.count
    let scopeAround = scope
    let replaced = scratch.replaced.count
    let object = key.map { out.beginObject($0, shape: shape) }
    if field.code.keys.own != 0 {
      scratch.lastScope &+= 1
      scope = scratch.lastScope
    }
    if field.code.extent.kind != .rest || field.code.position.isGiven
      || field.code.group.reserved != 0
    {
      window(field, value: value, to: &out)
    } else {
      fields(field.code.group.fields, value: value, to: &out)
    }
    guard field.code.keys.own != 0 else { return }
    if let object { out.endObject(object) } else { out.truncate(to: mark) }
    scope = scopeAround
    while scratch.replaced.count > replaced, let last = scratch.replaced.popLast() {
      scratch.marks[Int(last.key)] = last.mark
    }
    if out.fields.count <= mark &+ 1 {
      out.truncate(to: mark)
    } else if field.code.slot != 0 {
      scratch.slots[Int(field.code.slot) &- 1] = SlotValue(.present, .signed, 1)
    }
  }

  /// The fields of a group that has its own octets.
  private mutating func window(
    _ field: FieldStep, value: RawSpan, to out: inout FieldBuffer
  ) {
    let saved = (start, end, limit, cursor)
    if field.code.position.isGiven {
      let offset = (field.code.position.offset < 0 ? end : start) &+ Int(field.code.position.offset)
      guard start...end ~= offset else { return }
      (cursor, limit) = (offset, end)
    }
    let first = cursor
    let size = size(of: field, value: value)
    let wasCut = cursor > limit
    let wanted = advanced(by: Int64(size ?? 0))
    start = min(first, limit)
    end = min(wanted, limit)
    limit = max(min(cursor, end), end &- Int(field.code.group.reserved))
    if wasCut { limit = min(limit, cursor &- 1) }
    let isWhole = wanted <= saved.2 || field.code.position.isGiven
    fields(field.code.group.fields, value: value, to: &out)
    // What a group that is there lacks, or has left over.
    if isWhole, size != nil, field.code.extent.kind != .rest {
      if cursor > limit, !context.isTruncated, !isStopped {
        out.addNote("a group is too short")
      } else if cursor < limit, !isStopped {
        out.noteExtra(limit &- cursor)
        out.note.append(" in a group")
      }
    }
    let reached = cursor
    (start, end, limit, cursor) = saved
    guard !field.code.position.isGiven else { return }
    cursor =
      field.code.extent.kind == .rest
      ? (wasCut ? reached : reached &+ Int(field.code.group.reserved)) : wanted
  }
}
