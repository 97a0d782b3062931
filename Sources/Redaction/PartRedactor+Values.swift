import ATTDissector
import Bytes
import GATTValues

/// The attribute that an ATT PDU names, and what the PDU has of its value.
struct NamedAttribute {
  var type: BluetoothUUID?
  var decoder: DecoderID?
  /// What the device that has it has revealed so far.
  var state = DeviceState()
  var isWrite = false
  var isPiece = false
  /// Where the value of one attribute ends and that of the next one begins is not known.
  var isMixed = false
  /// Where a PDU has the values of several attributes, each of them.
  var several: [NamedAttribute] = []

  /// The attribute of the next value of a PDU.
  func next(_ index: inout Int) -> NamedAttribute {
    defer { index += 1 }
    return several.isEmpty ? self : several.indices.contains(index) ? several[index] : .init()
  }
}

/// What declares a value.
struct ValueSource {
  var owner = ValueOwner.company(0xFFFF)
  var program: Program?
  var state = DeviceState()
  var isWrite = false
  var isPiece = false
}

/// Values of which a declaration says what their parts are.
extension PartRedactor {
  func source(of attribute: NamedAttribute) -> ValueSource {
    guard let type = attribute.type else { return ValueSource(isPiece: attribute.isPiece) }
    let decoder = attribute.decoder ?? decoder(of: type)
    return ValueSource(
      owner: .attribute(type.value),
      program: decoder.flatMap { ValueRegistry.program(for: $0, isWrite: attribute.isWrite) },
      state: attribute.state, isWrite: attribute.isWrite, isPiece: attribute.isPiece)
  }

  /// Whether all of an attribute's value stays, wherever it begins and ends.
  func stays(_ attribute: NamedAttribute) -> Bool {
    guard attribute.type != nil else { return false }
    switch policy.treatment(ofAttribute: attribute.type) {
    case .common, .keep: break
    case .declared where policy.keepsUndeclared: break
    default: return false
    }
    return source(of: attribute).program.map { !declared.hasOwnParts($0) } ?? true
  }

  private func decoder(of type: BluetoothUUID) -> DecoderID? {
    if let known = decoders[type] { return known }
    let decoder =
      ValueRegistry.decoder(characteristic: type, service: nil)
      ?? ValueRegistry.decoder(descriptor: type)
    // Senders can make up types.
    if decoders.count >= 1024 { decoders.removeAll() }
    decoders[type] = .some(decoder)
    return decoder
  }

  func source(
    _ element: AdvertisingElement, owner: ValueOwner, at place: Range<Int>,
    in advertisement: Range<Int>?, octets: RedactedOctets
  ) -> ValueSource {
    let bytes = octets.original.rawBytes
    let program = declared.program(
      for: element, data: bytes.clamped(place), in: bytes.clamped(advertisement ?? 0..<0))
    return ValueSource(owner: owner, program: program)
  }

  private enum Way { case mask, parts, keep }

  /// - Returns: whether the value was treated: else it has no parts that are known.
  func maskParts(
    _ place: Range<Int>, source: ValueSource, in octets: inout RedactedOctets
  ) -> Bool {
    guard let program = source.program, !source.isPiece, declared.hasOwnParts(program) else {
      return false
    }
    return take(place, apart: source, way: .mask, in: &octets)
  }

  /// A value that stays, but for what its declaration calls personal.
  func keepParts(
    _ place: Range<Int>, source: ValueSource, in octets: inout RedactedOctets
  ) {
    if let program = source.program {
      let isApart =
        !source.isPiece && declared.hasOwnParts(program)
        && take(place, apart: source, way: .keep, in: &octets)
      if isApart { return }
      if declared.hasPersonal(program) {
        return treat(place, treatment: .mask, source: ValueSource(), in: &octets)
      }
    }
    tally.keptValues += 1
    octets.keep(place, isValue: true)
  }

  func declared(
    _ place: Range<Int>, source: ValueSource, in octets: inout RedactedOctets
  ) {
    if policy.keepsUndeclared { return keepParts(place, source: source, in: &octets) }
    if source.isPiece || !take(place, apart: source, way: .parts, in: &octets) {
      treat(place, treatment: .mask, source: ValueSource(), in: &octets)
    }
  }

  private func take(
    _ place: Range<Int>, apart source: ValueSource, way: Way, in octets: inout RedactedOctets
  ) -> Bool {
    let value = octets[place]
    guard let program = source.program,
      var parts = declared.parts(
        of: value.rawBytes, program: program, isWrite: source.isWrite, state: source.state)
    else { return false }
    if way == .parts, policy.values == .measured, policy.hasLinkedMeasures(source.owner) {
      Self.leaveFirstMeasure(of: &parts)
    }
    if isCollecting {
      if way == .parts, policy.values == .measured {
        collect(parts, value: value, owner: source.owner)
      }
      for part in parts {
        if let kind = part.kind { originals.collect(value[part.place], as: kind) }
      }
      return true
    }
    var changed = ChangedValue(value)
    switch way {
    case .mask: changed.replace(value.indices, with: originals.standIn(ofValue: value))
    case .keep: changed.keep(value.indices)
    case .parts: change(parts, changed: &changed, owner: source.owner)
    }
    complete(parts, changed: &changed)
    if way == .parts,
      !declared.agree(
        value.rawBytes, changed: changed.octets.rawBytes, program: program, isWrite: source.isWrite,
        state: source.state)
    {
      changed = ChangedValue(value)
      changed.replace(value.indices, with: originals.standIn(ofValue: value))
      complete(parts, changed: &changed)
    }
    for index in value.indices {
      let octet = place.lowerBound + index..<place.lowerBound + index + 1
      if changed.stays[index] {
        octets.keep(octet, isValue: true)
      } else {
        octets.replace(octet, with: [changed.octets[index]])
      }
    }
    octets.sums += parts.compactMap { part in
      guard case .checksum(let sum) = part.content else { return nil }
      return PlacedSum(sum: sum, value: place, place: part.place)
    }
    for part in parts { if let kind = part.kind { tally.count(kind) } }
    if changed.isMoved {
      tally.movedValues += 1
    } else if changed.stays.contains(true) {
      tally.keptValues += 1
    } else {
      tally.maskedValues += 1
    }
    return true
  }

  // MARK: Parts

  /// Replaces what tells who somebody is, whatever else becomes of the value; then sums are made of what is there.
  private func complete(_ parts: [ValuePart], changed: inout ChangedValue) {
    for part in parts {
      guard let kind = part.kind else { continue }
      changed.replace(
        part.place, with: originals.standIn(of: changed.original[part.place], as: kind))
    }
    // A sum may be over another one.
    for _ in 0..<2 {
      for part in parts {
        guard case .checksum(let sum) = part.content else { continue }
        let octets = sum.octets(in: changed.octets, at: part.place, of: changed.original)
        if octets.elementsEqual(changed.original[part.place]) {
          changed.keep(part.place)
        } else {
          changed.replace(part.place, with: octets)
        }
      }
    }
  }

  /// Of quantities that follow from each other, moved numbers would tell how far they are moved.
  private static func leaveFirstMeasure(of parts: inout [ValuePart]) {
    var first: String?
    for index in parts.indices {
      guard case .measure(let measure) = parts[index].content else { continue }
      if first == nil { first = measure.name }
      if measure.name != first { parts[index].content = .number }
    }
  }

  private func collect(_ parts: [ValuePart], value: [UInt8], owner: ValueOwner) {
    for part in parts {
      guard case .measure(let measure) = part.content else { continue }
      let octets = Array(value[part.place])
      originals.collect(
        measure.number(in: octets), in: measure.range,
        of: Self.name(of: measure, octets: octets, owner: owner))
    }
  }

  private static func name(
    of measure: MeasuredNumber, octets: [UInt8], owner: ValueOwner
  ) -> MeasureName {
    MeasureName(owner: owner, name: measure.name, exponent: measure.exponent(in: octets))
  }

  /// Where parts overlap, what hides more comes last.
  private func change(_ parts: [ValuePart], changed: inout ChangedValue, owner: ValueOwner) {
    let value = changed.original
    var isRead = [Bool](repeating: false, count: value.count)
    for part in parts { for index in part.place { isRead[index] = true } }
    var index = 0
    while index < value.count {
      var end = index
      while end < value.count, !isRead[end] { end += 1 }
      if end > index {
        let rest = index..<end
        changed.replace(rest, with: originals.standIn(ofValue: Array(value[rest])))
      }
      index = end + 1
    }
    for part in parts.sorted(by: { $0.content.closeness < $1.content.closeness }) {
      let octets = Array(value[part.place])
      switch part.content {
      case .status: changed.keep(part.place)
      case .measure where policy.values == .keep, .number where policy.values == .keep,
        .packed where policy.values == .keep:
        changed.keep(part.place)
      case .measure(let measure):
        let number = originals.moved(
          measure.number(in: octets), name: Self.name(of: measure, octets: octets, owner: owner))
        guard let number else { fallthrough }
        changed.replace(part.place, with: measure.octets(of: number, like: octets))
        changed.isMoved = true
      case .number, .octets, .address, .checksum:
        changed.replace(part.place, with: originals.standIn(ofValue: octets))
      case .packed(let packed):
        let other = originals.standIn(ofValue: octets)
        changed.replace(part.place, with: packed.octets(other, like: octets))
      case .text: changed.replace(part.place, with: originals.standIn(ofText: octets))
      case .date(let isCalendar):
        changed.replace(part.place, with: Self.noDate(octets, isCalendar: isCalendar))
      }
    }
  }

  /// 2000-01-01, or the number 0; a date that is not known stays.
  private static func noDate(_ octets: [UInt8], isCalendar: Bool) -> [UInt8] {
    guard isCalendar, octets.prefix(4).contains(where: { $0 != 0 }) else {
      return isCalendar ? octets : [UInt8](repeating: 0, count: octets.count)
    }
    return [0xD0, 7, 1, 1] + [UInt8](repeating: 0, count: octets.count - 4)
  }

}

extension ValueChecksum {
  /// Right where it was right, and wrong where it was wrong; the original one where it is over the same octets.
  /// - place: where it is in the value.
  func octets(in value: [UInt8], at place: Range<Int>, of original: [UInt8]) -> [UInt8] {
    let over = over.clamped(to: original.indices)
    if value[over] == original[over] { return Array(original[place]) }
    let wasRight = octets(in: original).elementsEqual(original[place])
    var sum = octets(in: value)
    if !wasRight, !sum.isEmpty { sum[0] ^= 0x5A }
    return sum
  }
}

/// A value that is changed part by part.
private struct ChangedValue {
  let original: [UInt8]
  private(set) var octets: [UInt8]
  private(set) var stays: [Bool]
  /// It has a number that was moved.
  var isMoved = false

  init(_ original: [UInt8]) {
    self.original = original
    octets = original
    stays = [Bool](repeating: false, count: original.count)
  }

  mutating func keep(_ place: Range<Int>) {
    for index in place { (octets[index], stays[index]) = (original[index], true) }
  }

  mutating func replace(_ place: Range<Int>, with standIn: [UInt8]) {
    for (index, octet) in zip(place, standIn) { (octets[index], stays[index]) = (octet, false) }
  }
}

extension ValuePart {
  /// What it tells of a device or a person.
  fileprivate var kind: Originals.Kind? {
    switch content {
    case .address: place.count == 6 ? .address : .secret
    case .text where isPersonal: .text
    default: isPersonal ? .secret : nil
    }
  }
}

extension ValuePart.Content {
  /// What hides more has a higher number.
  fileprivate var closeness: Int {
    switch self {
    case .status: 0
    // What is read at its place once more says what it is.
    case .packed: 1
    case .measure: 2
    case .number: 3
    case .date: 4
    case .text: 5
    case .octets, .address, .checksum: 6
    }
  }
}
