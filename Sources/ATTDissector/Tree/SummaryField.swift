import Bytes

/// A parameter that a summary shows: words, switches, numbers, times, addresses and handles, but
/// never keys, random numbers, names or data.
///
/// Derived from the rows once, with the place of each field, so that a summary reads only those.
struct SummaryField: Sendable {
  enum Form: Sendable {
    /// The name of a number; without a label.
    case word(Int, WireEnumeration, hidesZero: Bool)
    /// `on`, `filter off`.
    case onOff
    case number(Int)
    case signed(Int, StaticString)
    /// A zero that is hidden means that there is no limit.
    case time(Int, step: UInt64, hidesZero: Bool)
    /// A minimum, and the maximum that follows it: `interval 30-50 ms`. Without a step: plain numbers.
    case range(Int, step: UInt64?)
    case power(WirePower)
    case loss
    /// - isNew: meaningless unless the status, which comes first, is success.
    case handle(isNew: Bool)
    case address
    /// The names of the bits of a byte that are set.
    case flags(WireFlags)
    /// A length of one byte.
    case octets
    /// A list of advertising sets: `set 0`, `2 sets`.
    case sets
  }

  /// In the parameters.
  let offset: Int
  let form: Form
  /// Where the byte of PHYs is whose first set of parameters has the field: shown where it is the only one.
  var phys: Int?

  // MARK: Writing

  /// - Returns: `false` where there is nothing to show.
  fileprivate func write(_ bytes: RawSpan, to out: inout ByteWriter) -> Bool {
    guard offset + size <= bytes.byteCount else { return false }
    if let phys, bytes.uint8(at: phys).nonzeroBitCount != 1 { return false }
    switch form {
    case .word(let width, let names, let hidesZero):
      let value = number(bytes, at: offset, width: width)
      if hidesZero, value == 0 { return false }
      if let name = names.name(of: value) {
        out.append(name)
      } else {
        out.append("0x")
        out.append(upperHex: value, digits: width * 2)
      }
    case .onOff: out.append(bytes.uint8(at: offset) == 0 ? "off" : "on")
    case .number(let width): out.append(decimal: number(bytes, at: offset, width: width))
    case .signed(let width, let unit):
      out.append(
        decimal: width == 1
          ? Int(Int8(bitPattern: bytes.uint8(at: offset)))
          : Int(Int16(bitPattern: bytes.uint16LittleEndian(at: offset))))
      out.append(unit)
    case .time(let width, let step, let hidesZero):
      let value = number(bytes, at: offset, width: width)
      if value == 0, hidesZero { return false }
      Self.write(value, step: step, to: &out)
      Self.write(unit: step, to: &out)
    case .range(let width, let step):
      let low = number(bytes, at: offset, width: width)
      let high = number(bytes, at: offset + width, width: width)
      Self.write(low, step: step, to: &out)
      if high != low {
        out.append("-")
        Self.write(high, step: step, to: &out)
      }
      if let step { Self.write(unit: step, to: &out) }
    case .power(let kind):
      let power = Int8(bitPattern: bytes.uint8(at: offset))
      guard kind.word(power) == nil else { return false }
      out.append(decimal: Int(power))
      out.append(kind.unit)
    case .loss:
      let loss = bytes.uint8(at: offset)
      guard loss != 0xFF else { return false }
      out.append(decimal: UInt64(loss))
      out.append(" dB")
    case .handle(let isNew):
      if isNew, bytes.uint8(at: 0) != 0 { return false }
      out.append("0x")
      out.append(upperHex: number(bytes, at: offset, width: 2), digits: 4)
    case .address:
      let value = number(bytes, at: offset, width: 6)
      guard value != 0 else { return false }
      BluetoothAddress(value, kind: .public).write(to: &out)
    case .flags(let flags):
      var isFirst = true
      for bit in 0..<8 where bytes.uint8(at: offset) >> UInt8(bit) & 1 == 1 {
        if !isFirst { out.append(" + ") }
        isFirst = false
        out.append(flags.name(of: bit) ?? "reserved")
      }
      return !isFirst
    case .octets:
      out.append(decimal: UInt64(bytes.uint8(at: offset)))
      out.append(bytes.uint8(at: offset) == 1 ? " octet" : " octets")
    case .sets:
      switch bytes.uint8(at: offset) {
      case 0: out.append("all sets")
      case 1 where offset + 1 < bytes.byteCount:
        out.append("set ")
        out.append(decimal: UInt64(bytes.uint8(at: offset + 1)))
      case let count:
        out.append(decimal: UInt64(count))
        out.append(count == 1 ? " set" : " sets")
      }
    }
    return true
  }

  private var size: Int {
    switch form {
    case .word(let width, _, _), .number(let width), .signed(let width, _),
      .time(let width, _, _):
      width
    case .range(let width, _): 2 * width
    case .onOff, .power, .loss, .flags, .octets, .sets: 1
    case .handle: 2
    case .address: 6
    }
  }

  private func number(_ bytes: RawSpan, at offset: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for i in 0..<min(width, 8) { value |= UInt64(bytes.uint8(at: offset + i)) << UInt64(8 * i) }
    return value
  }

  /// A time without its unit: seconds where a step is one, microseconds where it is one, else
  /// milliseconds.
  private static func write(_ value: UInt64, step: UInt64?, to out: inout ByteWriter) {
    guard let step else {
      out.append(decimal: value)
      return
    }
    // At most 4 bytes and 1.28 s: no overflow.
    let microseconds = value &* step
    let unit: UInt64 = step == 1 ? 1 : step >= 1_000_000 ? 1_000_000 : 1000
    out.append(decimal: microseconds / unit)
    var rest = microseconds % unit
    guard rest > 0 else { return }
    var digits = unit == 1000 ? 3 : 6
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    out.append(byte: 0x2E)
    out.append(decimal: rest, digits: digits)
  }

  private static func write(unit step: UInt64, to out: inout ByteWriter) {
    out.append(step == 1 ? " us" : step >= 1_000_000 ? " s" : " ms")
  }
}

/// The fields that summaries show, of all units of a kind: in one row, so that a summary counts no references.
struct SummaryTable: Sendable {
  /// A field, and what stands before its value.
  typealias Row = (field: SummaryField, label: [UInt8])

  private var fields: [SummaryField] = []
  /// Where the fields of each unit start, and the last ones end.
  private var starts = [0]
  /// The labels of all fields, each with a space at its end unless it is empty.
  private var labels: [UInt8] = []
  private var labelStarts = [0]

  init(_ units: some Sequence<[Row]>) {
    for unit in units {
      for (field, label) in unit {
        fields.append(field)
        labels += label
        if !label.isEmpty { labels.append(0x20) }
        labelStarts.append(labels.count)
      }
      starts.append(fields.count)
    }
  }

  /// Writes the fields of a unit as far as there are bytes for them.
  /// - first: what separates them from the text before.
  func write(
    _ unit: Int, bytes: RawSpan, first: StaticString, to out: inout ByteWriter
  ) {
    let start = out.count
    // No copy of a field.
    let fields = fields.span
    for index in starts[unit]..<starts[unit + 1] {
      let before = out.count
      out.append(before == start ? first : ", ")
      let labelStart = out.count
      let label = labelStarts[index]..<labelStarts[index + 1]
      if !label.isEmpty { out.append(labels.rawBytes.clamped(label)) }
      if !fields[index].write(bytes, to: &out) || out.count == labelStart {
        out.truncate(to: before)
      }
    }
  }
}

// MARK: Deriving

extension [WireField] {
  /// The fields that a summary shows, as far as their places are fixed.
  /// - unit: the name of what has the fields.
  /// - skipped: the number of fields at the start that it shows in a form of its own.
  func summaryFields(of unit: StaticString?, after skipped: Int = 0) -> [SummaryTable.Row] {
    var fields: [SummaryTable.Row] = []
    var offset = 0
    append(to: &fields, of: FieldLabel(unit ?? ""), after: skipped, offset: &offset)
    return fields
  }

  /// - phys: where the byte is that says of which PHYs they are.
  private func append(
    to fields: inout [SummaryTable.Row], of unit: FieldLabel, after skipped: Int,
    ofPHYs phys: Int? = nil, offset: inout Int
  ) {
    let labels = map { FieldLabel($0.0) }
    var isShown = false
    for (index, (_, type)) in enumerated() {
      let label = labels[index]
      if index >= skipped, !label.isUnshown, !isShown {
        if index + 1 < count, let stem = label.stem(of: " min"),
          labels[index + 1].stem(of: " max") == stem,
          let range = type.summaryRange(to: self[index + 1].1)
        {
          fields.append((SummaryField(offset: offset, form: range, phys: phys), [UInt8](stem)))
          isShown = true
        } else if let form = type.summaryForm(label) {
          fields.append(
            (SummaryField(offset: offset, form: form, phys: phys), form.label(label, of: unit)))
        }
      } else {
        isShown = false
      }
      if case .eachBit(.phys, let element) = type {
        // Only the parameters of the first PHY have a fixed place.
        fields.append((SummaryField(offset: offset, form: .flags(.phys)), []))
        let phys = offset
        offset += 1
        element.append(to: &fields, of: unit, after: 0, ofPHYs: phys, offset: &offset)
        return
      }
      guard let size = type.size else { return }
      offset += size
    }
  }
}

extension WireType {
  /// How a summary shows a minimum and the maximum after it.
  fileprivate func summaryRange(to maximum: WireType) -> SummaryField.Form? {
    switch (self, maximum) {
    case (.time(let width, let step), .time(let other, let otherStep))
    where width == other && step == otherStep: .range(width, step: step)
    case (.number(let width), .number(let other)) where width == other: .range(width, step: nil)
    default: nil
    }
  }

  /// How a summary shows the field; `nil`: not at all.
  fileprivate func summaryForm(_ label: FieldLabel) -> SummaryField.Form? {
    switch self {
    case .named(1, .enable): return .onOff
    case .named(let width, let names):
      switch names {
      // The address says enough.
      case .addressType, .ownAddressType: return nil
      case .oobData, .clockAccuracy, .dataStatus, .cteType, .company, .appearance,
        .fragmentPreference, .configurationResult:
        return nil
      case .leFeature: return .number(width)
      case .advertisingFilterPolicy, .scanFilterPolicy, .initiatorFilterPolicy:
        return .word(width, names, hidesZero: true)
      default: return .word(width, names, hidesZero: false)
      }
    case .number(1) where label.equals("filter duplicates"): return .onOff
    // Longer numbers are passkeys.
    case .number(let width) where width <= 2: return .number(width)
    case .hexNumber(1) where label.equals("advertising handle"): return .number(1)
    case .signed(let width, let unit): return .signed(width, unit)
    case .time(let width, let step):
      return .time(
        width, step: step, hidesZero: label.equals("duration") || label.equals("period"))
    case .power(let power): return .power(power)
    case .loss: return .loss
    case .handle(let handle):
      return .handle(isNew: handle == .newConnection || handle == .newSync)
    case .address, .randomAddress: return .address
    case .flags(1, .phys): return .flags(.phys)
    case .flags(1, .authenticationRequirements): return .flags(.authenticationRequirements)
    case .advertisingData, .paddedAdvertisingData: return .octets
    case .list(1, let element):
      guard let (name, _) = element.first, name.description == "Advertising handle" else {
        return nil
      }
      return .sets
    default: return nil
    }
  }
}

extension SummaryField.Form {
  /// What stands before the value.
  /// - unit: what the unit is named after needs no name: `LE Set Scan Enable: off, filter on`.
  fileprivate func label(_ name: FieldLabel, of unit: FieldLabel) -> [UInt8] {
    switch self {
    case .word, .address, .octets, .sets, .flags(.authenticationRequirements): return []
    case .onOff:
      if let switched = name.stem(of: " enabled") { return [UInt8](switched) }
      if name.equals("enable") { return [] }
      if let switched = name.stem(of: " enable") {
        return unit.includes(switched) ? [] : [UInt8](switched)
      }
      return name.equals("filter duplicates") ? Array("filter".utf8) : name.octets
    case .handle where name.equals("connection handle"): return [UInt8]("handle".utf8)
    case .number where name.equals("advertising handle"): return [UInt8]("set".utf8)
    default: return name.octets
    }
  }
}

/// The name of a field as words of a line: `LE scan interval` is `scan interval`, `Interval_Min` is
/// `interval min`.
///
/// Octets, since all labels are made when the first packet is listed; names are ASCII.
private struct FieldLabel {
  let octets: [UInt8]

  init(_ name: StaticString) {
    var octets: [UInt8] = []
    octets.reserveCapacity(name.utf8CodeUnitCount)
    var start = 0
    let text = name.rawBytes
    func endWord(at end: Int) {
      guard end > start else { return }
      let word = start..<end
      if !octets.isEmpty { octets.append(0x20) }
      // Abbreviations stay as they are: `CIS`, `C to P`.
      let isAbbreviation =
        word.count == 1 || word.dropFirst().contains { 0x41...0x5A ~= text.uint8(at: $0) }
      for index in word {
        let octet = text.uint8(at: index)
        octets.append(!isAbbreviation && 0x41...0x5A ~= octet ? octet | 0x20 : octet)
      }
    }
    for index in 0..<text.byteCount
    where text.uint8(at: index) == 0x20 || text.uint8(at: index) == 0x5F {
      endWord(at: index)
      start = index + 1
    }
    endWord(at: text.byteCount)
    self.octets = octets.starts(with: Array("LE ".utf8)) ? Array(octets.dropFirst(3)) : octets
  }

  func equals(_ text: StaticString) -> Bool { octets.rawBytes.equals(text.rawBytes) }

  private func ends(with ending: StaticString) -> Bool {
    octets.rawBytes.clamped(octets.count - ending.utf8CodeUnitCount).equals(ending.rawBytes)
  }

  func includes(_ part: ArraySlice<UInt8>) -> Bool {
    octets.indices.contains { octets[$0...].starts(with: part) }
  }

  /// The text before an ending.
  func stem(of ending: StaticString) -> ArraySlice<UInt8>? {
    ends(with: ending) ? octets.dropLast(ending.utf8CodeUnitCount) : nil
  }

  /// Fields that do not help a reader, or are secret.
  var isUnshown: Bool {
    equals("reserved") || ends(with: "CE length") || octets.starts(with: "PIN".utf8)
  }
}
