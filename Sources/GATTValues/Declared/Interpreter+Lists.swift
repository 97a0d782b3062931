import Bytes
import Vocabulary

/// Lists: numbers that repeat, and what is computed of each.
extension Interpreter {
  mutating func readList(
    _ field: FieldStep, at index: Int, value: RawSpan, into out: inout FieldBuffer
  ) {
    let wasCut = cursor > limit
    let first = scratch.elements.count
    let isRest = field.code.repetition.kind == .rest
    var wanted = isRest ? Int64(Self.maximumSteps) : evaluate(field.code.repetition.count) ?? 0
    if field.code.repetition.isAxes, limit &- cursor < Int(field.code.number.width) &* 3 {
      cursor = advanced(by: Int64(field.code.number.width) &* 3)
      return
    }
    while wanted > 0, !isStopped {
      if isRest,
        cursor >= limit
          || (field.code.number.width > 0 && limit &- cursor < Int(field.code.number.width))
      {
        break
      }
      wanted &-= 1
      steps &+= 1
      if steps > Self.maximumSteps {
        (isStopped, isExhausted) = (true, true)
        break
      }
      let before = cursor
      if cursor > limit, field.code.number.width > 0 {
        // The rest is missing, too.
        cursor = advanced(by: min(wanted &+ 1, 65536) &* Int64(field.code.number.width))
        break
      }
      if field.isWhole {
        cursor &+= Int(field.code.number.width)
        guard cursor <= limit else { continue }
        if context.findsPlaces { note(index, from: before, to: cursor) }
        scratch.elements.append(
          SlotValue(whole: value.whole(at: before, of: field), ofField: index))
      } else if var read = read(field, value: value, into: &out) {
        if context.findsPlaces { note(read, field: field, at: index, from: before) }
        read.field = Int32(truncatingIfNeeded: index)
        scratch.elements.append(read)
      }
      if cursor == before { break }
    }
    let count = scratch.elements.count &- first
    if field.code.bounds.missing != 0, isRest, count == 0, !wasCut, !context.isTruncated {
      template(field.code.bounds.missing, value: value, to: &out, asNote: true)
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
    finishList(list, field: field, value: value, to: &out)
  }

  mutating func computeList(
    _ list: SlotValue, field: FieldStep, index: Int, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    // Each number counts, as it did when it was read: many fields may be about the same list.
    steps &+= Int(list.extra)
    guard steps <= Self.maximumSteps else {
      (isStopped, isExhausted) = (true, true)
      return
    }
    var result = list
    result.field = Int32(truncatingIfNeeded: index)
    if field.code.source.copied == 0 {
      // The name stands for one element after the other.
      let place = Int(field.code.source.list) &- 1
      let first = scratch.elements.count
      for i in 0..<Int(list.extra) {
        scratch.slots[place] = scratch.elements[Int(list.raw) &+ i]
        if let computed = evaluate(field.code.source.expression) {
          scratch.elements.append(SlotValue(.whole, .signed, computed))
        }
      }
      scratch.slots[place] = list
      result.raw = Int64(first)
      result.extra = Int64(scratch.elements.count &- first)
      guard result.extra > 0 else { return }
    }
    finishList(result, field: field, value: value, to: &out)
  }

  private mutating func finishList(
    _ list: SlotValue, field: FieldStep, value: RawSpan, to out: inout FieldBuffer
  ) {
    if field.code.slot != 0 { scratch.slots[Int(field.code.slot) &- 1] = list }
    guard field.code.keys.own != 0, let key = nextKey(field.code.keys.own) else { return }
    let shape: FieldShape = field.code.repetition.isAxes ? .axis : .element
    for i in 0..<Int(list.extra) {
      let element = scratch.elements[Int(list.raw) &+ i]
      if field.isMeasure, element.kind == .whole {
        out.add(key, number(element.raw, scale: field.code.sense.scale), shape: shape)
      } else if program.isSpecial(field.code.sense.special, value: element) {
        out.add(key, .number(.nan), shape: shape)
      } else {
        show(element, field: field, key: key, shape: shape, value: value, to: &out)
      }
    }
    guard field.code.keys.code != 0, let codeKey = nextKey(field.code.keys.code) else { return }
    for i in 0..<Int(list.extra) {
      let element = scratch.elements[Int(list.raw) &+ i]
      if let raw = element.whole { out.add(codeKey, .integer(raw), shape: shape) }
    }
  }
}
