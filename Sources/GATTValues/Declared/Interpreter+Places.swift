/// Where fields stand in a value.
extension Interpreter {
  /// - field: its index; -1: a length in front of one.
  mutating func note(_ field: Int, from start: Int, to end: Int, over: Range<Int> = 0..<0) {
    scratch.places.append(
      ReadPlace(field: Int32(truncatingIfNeeded: field), start: start, end: end, over: over))
  }

  /// - start: where the cursor was before the field was read.
  mutating func note(_ read: SlotValue, field: FieldStep, at index: Int, from start: Int) {
    let offset =
      !field.code.position.isGiven
      ? start
      : (field.code.position.offset < 0 ? end : self.start) &+ Int(field.code.position.offset)
    let after = !field.code.position.isGiven ? cursor : offset &+ Int(field.code.number.width)
    let isBytes = read.kind == .bytes
    var place = ReadPlace(
      field: Int32(truncatingIfNeeded: index), start: isBytes ? Int(read.raw) : offset,
      end: isBytes ? Int(read.raw &+ read.extra) : after)
    place.isSpecial = program.isSpecial(field.code.sense.special, value: read)
    scratch.places.append(place)
  }
}
