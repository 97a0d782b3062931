import ATTDissector
import Bytes

/// What one stream shows, for a reader.
struct StreamText {
  private let stream: LearntStream
  var findings: StreamFindings { stream.findings }
  private static let labelWidth = 12
  private static let kindLimit = 12
  /// The most frequent values shown of a stream with more different ones than `fewValues`.
  private static let oftenValues = 8
  /// Values that are few are all shown.
  private static let fewValues = 16

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
    if let padding = findings.padding {
      label("padding", to: &out)
      out.append("zeros fill values up to ")
      out.append(decimal: padding.size)
      out.append(" bytes: what follows is without them\n")
    }
    guard whole.distinct > 1 else {
      few(whole, indent: "  ", to: &out)
      return
    }
    if whole.distinct >= 4 { ruler(whole, kind: findings.kind, indent: "  ", to: &out) }
    fields(whole, indent: "  ", to: &out)
    if let kind = findings.kind {
      kinds(kind, to: &out)
    } else {
      few(whole, indent: "  ", to: &out)
    }
  }

  private func head(to out: inout ByteWriter) {
    out.append("  ")
    LearnText.name(of: stream, to: &out)
    if let label = stream.label {
      out.append(" ")
      out.append(untrusted: label, escaping: .plain)
    }
    out.append(" ")
    out.append(string: stream.direction.rawValue)
    out.append(": ")
    count(stream.sample.count, noun: "value", to: &out)
    out.append(", ")
    lengths(
      stream.sample.lengths.keys.min() ?? 0, high: stream.sample.lengths.keys.max() ?? 0, to: &out)
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

  func count(_ number: Int, noun: StaticString, to out: inout ByteWriter) {
    out.append(decimal: number)
    out.append(" ")
    out.append(noun)
    if number != 1 { out.append("s") }
  }

  private func lengths(_ low: Int, high: Int, to out: inout ByteWriter) {
    out.append(decimal: low)
    if high != low {
      out.append(" to ")
      out.append(decimal: high)
    }
    out.append(low == 1 && high == 1 ? " byte" : " bytes")
  }

  func label(_ word: StaticString, indent: StaticString = "  ", to out: inout ByteWriter) {
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
    count(message.messages, noun: "message", to: &out)
    out.append(" of ")
    lengths(
      findings.whole.lengths.lowerBound, high: findings.whole.lengths.upperBound, to: &out)
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
      if let escape { self.escape(escape, to: &out) }
    case .checked(let join): self.join(join, to: &out)
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
    count(kind.codes.count, noun: "kind", to: &out)
    out.append("\n")
    for (code, number) in kind.codes.prefix(Self.kindLimit) {
      out.append("\n      ")
      out.append(upperHex: UInt64(code), digits: 2 * kind.width)
      out.append(": ")
      count(number, noun: findings.message == nil ? "value" : "message", to: &out)
      guard let fields = findings.groups.first(where: { $0.code == code })?.fields else {
        out.append("\n")
        if let unit = findings.units.first(where: { kind.code($0.bytes) == code }) {
          example(unit.bytes, count: nil, indent: "    ", to: &out)
        }
        continue
      }
      out.append(", ")
      lengths(fields.lengths.lowerBound, high: fields.lengths.upperBound, to: &out)
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
        ruler(fields, kind: kind, indent: "    ", to: &out)
        self.fields(own, indent: "    ", to: &out)
      }
      for bytes in fields.examples.prefix(fields.distinct < 4 ? 3 : 2) {
        example(bytes, count: nil, indent: "    ", to: &out)
      }
    }
    if kind.codes.count > Self.kindLimit {
      out.append("\n      and ")
      count(kind.codes.count - Self.kindLimit, noun: "more kind", to: &out)
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
  private func few(_ fields: FieldSet, indent: StaticString, to out: inout ByteWriter) {
    var counts: [[UInt8]: Int] = [:]
    for unit in findings.units { counts[unit.bytes, default: 0] += 1 }
    let isFew = counts.count <= Self.fewValues
    let often = counts.sorted {
      $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
    }
    if isFew || (often.first?.value ?? 0) * 8 >= findings.units.count {
      for (bytes, count) in often.prefix(isFew ? Self.fewValues : Self.oftenValues) {
        example(bytes, count: count, indent: indent, to: &out)
      }
      if often.count > Self.fewValues {
        label("", indent: indent, to: &out)
        out.append("and ")
        out.append(decimal: often.count - Self.oftenValues)
        out.append(" more\n")
      }
    } else {
      for bytes in fields.examples { example(bytes, count: nil, indent: indent, to: &out) }
    }
  }

  private func example(
    _ bytes: [UInt8], count: Int?, indent: StaticString, to out: inout ByteWriter
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
    out.append(printable: bytes.rawBytes.clamped(0, count: shownBytes))
    out.append("|\n")
  }
}
