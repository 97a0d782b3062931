import Bytes

/// What was found in the bytes, a line each.
extension StreamText {
  func fields(_ fields: FieldSet, indent: StaticString, to out: inout ByteWriter) {
    constants(fields, indent: indent, to: &out)
    if let field = fields.length { length(field, indent: indent, to: &out) }
    if let field = fields.counter { counter(field, indent: indent, to: &out) }
    if let field = fields.checksum { checksum(field, indent: indent, to: &out) }
    if let field = fields.form { form(field, indent: indent, to: &out) }
    if let field = fields.text { text(field, indent: indent, to: &out) }
    numbers(fields, indent: indent, to: &out)
    if !fields.perConnection.isEmpty {
      label("c", indent: indent, to: &out)
      out.append("bytes ")
      places(fields.perConnection, to: &out)
      out.append(
        ": the same in all values of a connection, different from connection to connection\n")
    }
    if let noise = fields.noise {
      label("? random", indent: indent, to: &out)
      out.append("bytes ")
      out.append(decimal: noise.lowerBound)
      out.append(" to ")
      out.append(decimal: noise.upperBound - 1)
      out.append(" look random: encrypted or compressed\n")
    }
  }

  private func length(
    _ field: LengthField, indent: StaticString, to out: inout ByteWriter
  ) {
    label("L length", indent: indent, to: &out)
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

  private func counter(
    _ field: CounterField, indent: StaticString, to out: inout ByteWriter
  ) {
    label("N counter", indent: indent, to: &out)
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

  private func checksum(
    _ field: ChecksumField, indent: StaticString, to out: inout ByteWriter
  ) {
    label("C checksum", indent: indent, to: &out)
    out.append(string: field.algorithm.title)
    if field.algorithm.width > 8 { out.append(field.isBig ? ", big endian" : ", little endian") }
    place(field.at, width: field.algorithm.width / 8, to: &out)
    out.append(", of ")
    covered(field, to: &out)
    LearnText.counts(field.evidence, to: &out)
    out.append("\n")
  }

  /// ` at 8`, ` in the last 2 bytes`, ` 4 bytes before the end`.
  private func place(_ at: Int, width: Int, to out: inout ByteWriter) {
    if at >= 0 {
      out.append(" at ")
      out.append(decimal: at)
    } else if at + width < 0 {
      out.append(" ")
      out.append(decimal: -at)
      out.append(" bytes before the end")
    } else if width == 1 {
      out.append(" in the last byte")
    } else {
      out.append(" in the last ")
      out.append(decimal: width)
      out.append(" bytes")
    }
  }

  /// `bytes 2 to the end`, `all bytes before it`.
  private func covered(_ field: ChecksumField, to out: inout ByteWriter) {
    let isBeforeIt = field.lessEnd > 0 && field.lessEnd == -field.at
    if isBeforeIt, field.from == 0 { return out.append("all bytes before it") }
    out.append("bytes ")
    out.append(decimal: field.from)
    if isBeforeIt { return out.append(" to the one before it") }
    out.append(" to the end")
    guard field.lessEnd > 0 else { return }
    out.append(", but for the last ")
    if field.lessEnd > 1 { out.append(decimal: field.lessEnd) } else { out.append("one") }
  }

  private func form(
    _ form: FormFinding, indent: StaticString, to out: inout ByteWriter
  ) {
    label("form", indent: indent, to: &out)
    out.append(string: form.form.title)
    if form.from > 0 {
      out.append(" from byte ")
      out.append(decimal: form.from)
    }
    if form.lessEnd > 0 {
      out.append(", less ")
      count(form.lessEnd, noun: "byte", to: &out)
      out.append(" at the end")
    }
    LearnText.counts(form.evidence, to: &out)
    out.append("\n")
  }

  private func text(
    _ text: TextFinding, indent: StaticString, to out: inout ByteWriter
  ) {
    label("t text", indent: indent, to: &out)
    out.append(string: text.form.rawValue)
    LearnText.counts(text.evidence, to: &out)
    out.append("\n")
  }

  private func constants(
    _ fields: FieldSet, indent: StaticString, to out: inout ByteWriter
  ) {
    let places = fields.constants.keys.sorted()
    guard !places.isEmpty || !fields.endings.isEmpty else { return }
    label("= constant", indent: indent, to: &out)
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

  private func numbers(_ fields: FieldSet, indent: StaticString, to out: inout ByteWriter) {
    for number in fields.numbers {
      label("# number", indent: indent, to: &out)
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
      label("b bits", indent: indent, to: &out)
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
}
