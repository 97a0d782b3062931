import ATTDissector
import Bytes

/// What one stream shows, for a reader.
struct StreamText {
  private let stream: LearntStream
  private var findings: StreamFindings { stream.findings }
  /// Bytes that the ruler shows.
  static let rulerLength = 24
  static let labelWidth = 12
  static let kindLimit = 12
  /// Of more different values than `fewValues`, these most frequent ones are shown.
  static let oftenValues = 8
  /// Values that are few are all shown.
  static let fewValues = 16

  /// Bytes of an example that are shown.
  private let shownBytes: Int

  init(_ stream: LearntStream, isWhole: Bool) {
    self.stream = stream
    shownBytes = isWhole ? .max : 24
  }

  func write(to out: inout ByteWriter) {
    head(to: &out)
    let whole = findings.whole
    if let mask = findings.mask {
      label("mask", to: &out)
      out.append("all bytes are XORed with ")
      out.append(upperHex: UInt64(mask.byte), digits: 2)
      out.append(": what follows is without it")
      LearnText.counts(mask.evidence, to: &out)
      out.append("\n")
    }
    if let message = findings.message { write(message, to: &out) }
    guard whole.distinct > 1 else {
      few(whole, "  ", to: &out)
      return
    }
    if whole.distinct >= 4 { ruler(whole, findings.kind, "  ", to: &out) }
    fields(whole, "  ", to: &out)
    if let kind = findings.kind { kinds(kind, to: &out) } else { few(whole, "  ", to: &out) }
  }

  private func head(to out: inout ByteWriter) {
    out.append("  ")
    LearnText.name(stream, to: &out)
    if let label = stream.label {
      out.append(" ")
      out.append(untrusted: label, .plain)
    }
    out.append(" ")
    out.append(string: stream.direction.rawValue)
    out.append(": ")
    count(stream.sample.count, "value", to: &out)
    out.append(", ")
    lengths(stream.sample.lengths.keys.min() ?? 0, stream.sample.lengths.keys.max() ?? 0, to: &out)
    if findings.sampled < stream.sample.count {
      out.append(", ")
      out.append(decimal: findings.sampled)
      out.append(" of them examined")
    }
    if findings.message == nil {
      out.append(", ")
      out.append(decimal: findings.whole.distinct)
      out.append(" different")
      if findings.whole.distinct == UnitTable.rowLimit { out.append(" compared") }
    }
    out.append("\n")
  }

  private func count(_ number: Int, _ noun: StaticString, to out: inout ByteWriter) {
    out.append(decimal: number)
    out.append(" ")
    out.append(noun)
    if number != 1 { out.append("s") }
  }

  private func lengths(_ low: Int, _ high: Int, to out: inout ByteWriter) {
    out.append(decimal: low)
    if high != low {
      out.append(" to ")
      out.append(decimal: high)
    }
    out.append(low == 1 && high == 1 ? " byte" : " bytes")
  }

  private func label(_ word: StaticString, _ indent: StaticString = "  ", to out: inout ByteWriter)
  {
    out.append("  ")
    out.append(indent)
    let before = out.count
    out.append(word)
    out.append(repeating: 0x20, count: max(1, Self.labelWidth - (out.count - before)))
  }

  // MARK: Messages

  private func write(_ message: MessageForm, to out: inout ByteWriter) {
    label("messages", to: &out)
    out.append(decimal: message.values)
    out.append(" values are ")
    count(message.messages, "message", to: &out)
    out.append(" of ")
    lengths(
      findings.whole.lengths.lowerBound, findings.whole.lengths.upperBound, to: &out)
    if message.left == 0 {
      out.append(", none left over")
    } else {
      out.append(", ")
      out.append(decimal: message.left)
      out.append(" left over")
    }
    out.append("\n")
    label("", to: &out)
    switch message.framing {
    case .length(let at, let form, let plus):
      out.append("a length of ")
      out.append(string: form.title)
      out.append(" at ")
      out.append(decimal: at)
      out.append(", and ")
      out.append(decimal: plus)
    case .ends(let start, let end, let escape):
      if let start {
        out.append("from ")
        out.append(upperHex: UInt64(start), digits: 2)
        out.append(" ")
      }
      out.append("to ")
      out.append(upperHex: UInt64(end), digits: 2)
      if end == 0x0A { out.append(", a line end") }
      if let escape {
        out.append(", escaped with ")
        out.append(upperHex: UInt64(escape), digits: 2)
      }
    case .parts(let index, let total, let first, let header):
      out.append("byte ")
      out.append(decimal: index)
      out.append(" is the part, from ")
      out.append(decimal: first)
      out.append("; byte ")
      out.append(decimal: total)
      out.append(" how many there are; ")
      out.append(decimal: header)
      out.append(" bytes are left out")
    }
    if !message.start.isEmpty {
      out.append("; each starts with ")
      LearnText.hex(message.start[...], to: &out)
    }
    out.append("\n")
  }

  // MARK: Ruler

  /// One value, and below it what each of its bytes is.
  private func ruler(
    _ fields: FieldSet, _ kind: KindField?, _ indent: StaticString, to out: inout ByteWriter
  ) {
    guard
      let example = fields.examples.first(where: { $0.count == fields.lengths.upperBound })
        ?? fields.examples.first
    else { return }
    let shown = min(Self.rulerLength, example.count)
    label("", indent, to: &out)
    for (at, byte) in example.prefix(shown).enumerated() {
      if at > 0 { out.append(" ") }
      out.append(upperHex: UInt64(byte), digits: 2)
    }
    if shown < example.count { out.append(" ...") }
    out.append("\n")
    label("", indent, to: &out)
    for at in 0..<shown {
      let mark = mark(at, example.count, fields, kind)
      if at > 0 { out.append(" ") }
      out.append(byte: mark)
      out.append(byte: mark)
    }
    out.append("\n")
  }

  private func mark(
    _ at: Int, _ length: Int, _ fields: FieldSet, _ kind: KindField?
  ) -> UInt8 {
    func isIn(_ start: Int, _ width: Int) -> Bool {
      let from = start < 0 ? length + start : start
      return at >= from && at < from + width
    }
    let whole = findings.whole
    if let kind, isIn(kind.at, kind.width) { return UInt8(ascii: "K") }
    for set in [fields, whole] {
      if let field = set.length, isIn(field.at, field.form.width) { return UInt8(ascii: "L") }
      if let field = set.counter, isIn(field.at, field.form.width) { return UInt8(ascii: "N") }
      if let field = set.checksum, isIn(field.at, field.algorithm.width / 8) {
        return UInt8(ascii: "C")
      }
    }
    if fields.constants[at] != nil || fields.endings[at - length] != nil {
      return UInt8(ascii: "=")
    }
    for number in fields.numbers where isIn(number.at, number.width) { return UInt8(ascii: "#") }
    if fields.perConnection.contains(at) { return UInt8(ascii: "c") }
    if fields.toggles[at] != nil { return UInt8(ascii: "b") }
    if fields.noise?.contains(at) == true { return UInt8(ascii: "?") }
    if fields.text != nil || whole.text != nil { return UInt8(ascii: "t") }
    return UInt8(ascii: ".")
  }

  // MARK: Fields

  private func fields(_ fields: FieldSet, _ indent: StaticString, to out: inout ByteWriter) {
    constants(fields, indent, to: &out)
    if let field = fields.length {
      label("L length", indent, to: &out)
      out.append(string: field.form.title)
      out.append(" at ")
      out.append(decimal: field.at)
      out.append(": the ")
      out.append(findings.message == nil ? "value" : "message")
      out.append(" has so many bytes")
      if field.plus != 0 {
        out.append(field.plus > 0 ? " and " : " less ")
        out.append(decimal: abs(field.plus))
      }
      LearnText.counts(field.evidence, to: &out)
      out.append("\n")
    }
    if let field = fields.counter {
      label("N counter", indent, to: &out)
      if field.isWholeBytes {
        out.append(string: field.form.title)
      } else {
        out.append(field.bits.lowerBound == 0 ? "the lower 4 bits" : "the upper 4 bits")
      }
      out.append(" at ")
      out.append(decimal: field.at)
      out.append(field.step < 0 ? ": less by " : ": more by ")
      out.append(decimal: abs(field.step))
      out.append(" each time")
      LearnText.counts(field.evidence, to: &out)
      out.append("\n")
    }
    if let field = fields.checksum {
      label("C checksum", indent, to: &out)
      out.append(string: field.algorithm.title)
      if field.algorithm.width > 8 { out.append(field.isBig ? ", big endian" : ", little endian") }
      out.append(" at ")
      out.append(decimal: field.at)
      out.append(", of bytes ")
      out.append(decimal: field.from)
      out.append(" to ")
      if field.lessEnd == 0 {
        out.append("the end")
      } else {
        out.append(decimal: -field.lessEnd - 1)
      }
      LearnText.counts(field.evidence, to: &out)
      out.append("\n")
    }
    if let form = fields.form {
      label("form", indent, to: &out)
      out.append(string: form.form.title)
      if form.from > 0 {
        out.append(" from byte ")
        out.append(decimal: form.from)
      }
      if form.lessEnd > 0 {
        out.append(", less ")
        count(form.lessEnd, "byte", to: &out)
        out.append(" at the end")
      }
      LearnText.counts(form.evidence, to: &out)
      out.append("\n")
    }
    if let text = fields.text {
      label("t text", indent, to: &out)
      out.append(string: text.form.rawValue)
      LearnText.counts(text.evidence, to: &out)
      out.append("\n")
    }
    numbers(fields, indent, to: &out)
    if !fields.perConnection.isEmpty {
      label("c", indent, to: &out)
      out.append("bytes ")
      places(fields.perConnection, to: &out)
      out.append(": the same in all values of a connection, different in each connection\n")
    }
    if let noise = fields.noise {
      label("? random", indent, to: &out)
      out.append("bytes ")
      out.append(decimal: noise.lowerBound)
      out.append(" to ")
      out.append(decimal: noise.upperBound - 1)
      out.append(" look random: encrypted or compressed\n")
    }
  }

  private func constants(
    _ fields: FieldSet, _ indent: StaticString, to out: inout ByteWriter
  ) {
    let places = fields.constants.keys.sorted()
    guard !places.isEmpty || !fields.endings.isEmpty else { return }
    label("= constant", indent, to: &out)
    var isFirst = true
    var index = 0
    while index < places.count {
      var last = index
      while last + 1 < places.count, places[last + 1] == places[last] + 1 { last += 1 }
      if !isFirst { out.append("; ") }
      isFirst = false
      let bytes = places[index...last].compactMap { fields.constants[$0] }
      // Many of the same byte say no more than one.
      if bytes.count > 4, Set(bytes).count == 1 {
        out.append(decimal: bytes.count)
        out.append(" times ")
        LearnText.hex(bytes.prefix(1), to: &out)
      } else {
        LearnText.hex(bytes.prefix(16), to: &out)
        if bytes.count > 16 { out.append("...") }
      }
      out.append(" at ")
      out.append(decimal: places[index])
      index = last + 1
    }
    if !fields.endings.isEmpty {
      if !isFirst { out.append("; ") }
      LearnText.hex(
        fields.endings.keys.sorted().compactMap { fields.endings[$0] }[...], to: &out)
      out.append(" at the end")
    }
    out.append("\n")
  }

  private func places(_ places: [Int], to out: inout ByteWriter) {
    for (index, place) in places.enumerated() {
      if index > 0 { out.append(", ") }
      out.append(decimal: place)
    }
  }

  private func numbers(_ fields: FieldSet, _ indent: StaticString, to out: inout ByteWriter) {
    for number in fields.numbers {
      label("# number", indent, to: &out)
      switch number.kind {
      case .integer(let form, let signed):
        out.append(string: form.title)
        if signed { out.append(", signed") }
        out.append(" at ")
        out.append(decimal: number.at)
        out.append(": moves smoothly from ")
        out.append(number: number.low)
        out.append(" to ")
        out.append(number: number.high)
      case .float:
        out.append("float of 32 bits at ")
        out.append(decimal: number.at)
        out.append(": moves smoothly from ")
        out.append(number: number.low)
        out.append(" to ")
        out.append(number: number.high)
      case .unixTime(let form):
        out.append("seconds since 1970, ")
        out.append(string: form.title)
        out.append(", at ")
        out.append(decimal: number.at)
      case .bcdTime, .dateTime:
        out.append(number.kind == .bcdTime ? "time in BCD at " : "time at ")
        out.append(decimal: number.at)
        out.append(": year, month, day, hour, minute, second")
      }
      LearnText.counts(
        Evidence(
          hits: number.evidence.hits, of: number.evidence.count, bits: .infinity, tried: 0),
        to: &out)
      out.append("\n")
    }
    for at in fields.toggles.keys.sorted() {
      guard let bits = fields.toggles[at], fields.distinct >= 8 else { continue }
      label("b bits", indent, to: &out)
      out.append("byte ")
      out.append(decimal: at)
      out.append(": only bit")
      var isFirst = true
      for bit in 0..<8 where bits >> UInt8(bit) & 1 == 1 {
        out.append(isFirst ? " " : " and ")
        out.append(decimal: bit)
        isFirst = false
      }
      out.append(bits.nonzeroBitCount == 1 ? " changes\n" : " change\n")
    }
  }

  // MARK: Kinds and examples

  private func kinds(_ kind: KindField, to out: inout ByteWriter) {
    label("K kind", to: &out)
    out.append(kind.width == 1 ? "byte " : "bytes ")
    out.append(decimal: kind.at)
    if kind.width > 1 {
      out.append(" and ")
      out.append(decimal: kind.at + 1)
    }
    out.append(": ")
    count(kind.codes.count, "kind", to: &out)
    out.append("\n")
    for (code, number) in kind.codes.prefix(Self.kindLimit) {
      out.append("\n      ")
      out.append(upperHex: UInt64(code), digits: 2 * kind.width)
      out.append(": ")
      count(number, findings.message == nil ? "value" : "message", to: &out)
      guard let fields = findings.groups.first(where: { $0.code == code })?.fields else {
        out.append("\n")
        if let unit = findings.units.first(where: { kind.code($0.bytes) == code }) {
          example(unit.bytes, nil, "    ", to: &out)
        }
        continue
      }
      out.append(", ")
      lengths(fields.lengths.lowerBound, fields.lengths.upperBound, to: &out)
      out.append(", ")
      out.append(decimal: fields.distinct)
      out.append(" different\n")
      if fields.distinct >= 4 {
        var own = fields
        // What all values have is not repeated.
        own.constants = own.constants.filter {
          findings.whole.constants[$0.key] == nil
            && !(kind.at..<(kind.at + kind.width)).contains($0.key)
            && !isHeader($0.key)
        }
        ruler(fields, kind, "    ", to: &out)
        self.fields(own, "    ", to: &out)
      }
      for bytes in fields.examples.prefix(fields.distinct < 4 ? 3 : 2) {
        example(bytes, nil, "    ", to: &out)
      }
    }
    if kind.codes.count > Self.kindLimit {
      out.append("\n      and ")
      count(kind.codes.count - Self.kindLimit, "more kind", to: &out)
      out.append("\n")
    }
  }

  /// Whether a place is of a field of all values, which in one kind may be constant.
  private func isHeader(_ at: Int) -> Bool {
    if let field = findings.whole.length, (field.at..<(field.at + field.form.width)).contains(at) {
      return true
    }
    return false
  }

  /// The most frequent values if there are few, otherwise some.
  private func few(_ fields: FieldSet, _ indent: StaticString, to out: inout ByteWriter) {
    var counts: [[UInt8]: Int] = [:]
    for unit in findings.units { counts[unit.bytes, default: 0] += 1 }
    let isFew = counts.count <= Self.fewValues
    let often = counts.sorted {
      $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
    }
    if isFew || (often.first?.value ?? 0) * 8 >= findings.units.count {
      for (bytes, count) in often.prefix(isFew ? Self.fewValues : Self.oftenValues) {
        example(bytes, count, indent, to: &out)
      }
      if often.count > Self.fewValues {
        label("", indent, to: &out)
        out.append("and ")
        out.append(decimal: often.count - Self.oftenValues)
        out.append(" more\n")
      }
    } else {
      for bytes in fields.examples { example(bytes, nil, indent, to: &out) }
    }
  }

  private func example(
    _ bytes: [UInt8], _ count: Int?, _ indent: StaticString, to out: inout ByteWriter
  ) {
    out.append("  ")
    out.append(indent)
    let before = out.count
    if let count, count > 1 {
      out.append("x")
      out.append(decimal: count)
    }
    out.append(repeating: 0x20, count: max(1, Self.labelWidth - (out.count - before)))
    LearnText.hex(bytes.prefix(shownBytes), to: &out)
    if bytes.count > shownBytes { out.append("...") }
    out.append("  |")
    out.append(printable: bytes.rawBytes.clamped(0, shownBytes))
    out.append("|\n")
  }
}
