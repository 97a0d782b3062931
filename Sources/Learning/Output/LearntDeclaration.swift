import ATTDissector
import Bytes
import GATTSession
import GATTValues
import JSONText

/// What was learned, as a declaration that `--decoders` takes: claims only, nothing that may be.
enum LearntDeclaration {
  static let sampleLimit = 3

  /// - Returns: whether it declares anything.
  static func write(_ streams: [LearntStream], to out: inout ByteWriter) -> Bool {
    var names: [String] = []
    var groups: [String: [LearntStream]] = [:]
    for stream in streams where stream.direction != .read && isWorthIt(stream.findings) {
      guard let name = name(of: stream) else { continue }
      if groups[name] == nil { names.append(name) }
      // One of each direction: of several devices the one with the most values. A handle means
      // something else on each device.
      var group = groups[name] ?? []
      if let place = group.firstIndex(where: {
        $0.direction == stream.direction
          && (stream.uuid != nil || device(of: $0) == device(of: stream))
      }) {
        if group[place].sample.count < stream.sample.count { group[place] = stream }
      } else {
        group.append(stream)
      }
      groups[name] = group
    }
    out.append("{\n  \"schema\": ")
    out.append(decimal: DeclarationFile.schema)
    out.append(",\n  \"name\": \"Learned\",\n  \"characteristics\": {")
    for (index, name) in names.enumerated() {
      out.append(index > 0 ? ",\n    " : "\n    ")
      out.append(json: name)
      out.append(": ")
      let group = groups[name] ?? []
      if group.count > 1 { out.append("[\n    ") }
      for (place, stream) in group.enumerated() {
        if place > 0 { out.append(",\n    ") }
        declaration(stream, to: &out)
      }
      if group.count > 1 { out.append("\n    ]") }
    }
    out.append(names.isEmpty ? "}\n}\n" : "\n  }\n}\n")
    return !names.isEmpty
  }

  /// What has no place in a declaration.
  static func omissions(_ streams: [LearntStream]) -> [String] {
    streams.filter { $0.direction != .read && $0.findings.message?.isDeclarable == false }
      .compactMap { stream in
        name(of: stream).map {
          "\($0) \(stream.direction.rawValue): no declaration says how its messages are joined"
        }
      }
  }

  /// `FFF4`, 36 characters, or `#0014` where nothing names it.
  private static func name(of stream: LearntStream) -> String? {
    if let uuid = stream.uuid { return "\(uuid)" }
    return stream.handle.map { "#\(String(upperHex: $0, digits: 4))" }
  }

  /// The device that a handle without a name belongs to.
  private static func device(of stream: LearntStream) -> String? {
    stream.uuid == nil ? stream.peer.map { "\($0.address)" } : nil
  }

  private static func isWorthIt(_ findings: StreamFindings) -> Bool {
    let whole = findings.whole
    // Fields of messages that a declaration cannot join would be read from their parts.
    if findings.message?.isDeclarable == false { return false }
    return findings.message != nil || findings.kind != nil || findings.mask != nil
      || findings.padding != nil
      || whole.length?.evidence.grade == .claim || whole.counter?.evidence.grade == .claim
      || whole.checksum?.evidence.grade == .claim || whole.text != nil || !whole.numbers.isEmpty
      || findings.groups.contains { $0.fields.checksum?.evidence.grade == .claim }
  }

  private static func declaration(_ stream: LearntStream, to out: inout ByteWriter) {
    let findings = stream.findings
    out.append("{\n      \"name\": ")
    out.append(json: stream.label ?? name(of: stream) ?? "")
    out.append(", \"direction\": ")
    out.append(json: stream.direction.rawValue)
    if let device = device(of: stream) {
      out.append(", \"device\": ")
      out.append(json: device)
    }
    if let mask = findings.mask {
      out.append(", \"mask\": \"")
      out.append(upperHex: UInt64(mask.byte), digits: 2)
      out.append("\"")
    }
    if let message = findings.message { self.message(message, to: &out) }
    var fields = FieldList(findings)
    fields.write(to: &out)
    samples(stream, to: &out)
    out.append("\n    }")
  }

  private static func message(_ message: MessageForm, to out: inout ByteWriter) {
    out.append(",\n      \"message\": { ")
    switch message.framing {
    case .length(let at, let form, let plus):
      if !message.start.isEmpty {
        out.append("\"start\": \"")
        LearnText.hex(message.start[...], to: &out)
        out.append("\", ")
      }
      out.append("\"length\": { \"at\": ")
      out.append(decimal: at)
      out.append(", \"type\": ")
      out.append(json: form.name)
      out.append(", \"plus\": ")
      out.append(decimal: plus)
      out.append(" }")
    case .ends(let start, let end, let escape):
      if let start {
        out.append("\"start\": \"")
        out.append(upperHex: UInt64(start), digits: 2)
        out.append("\", ")
      }
      out.append("\"end\": \"")
      out.append(upperHex: UInt64(end), digits: 2)
      // All places count from the start byte.
      out.append("\", \"keep\": true")
      if let escape {
        out.append(", \"escape\": ")
        self.escape(escape, to: &out)
      }
    case .checked(let join):
      // The decoder knows where a message ends by the size of its last value.
      let skip = join.header.count
      out.append("\"header\": [ ")
      out.append(
        skip > 0 ? "{ \"skip\": " : "{ \"as\": \"first_byte\", \"at\": 0, \"type\": \"u8\"")
      if skip > 0 { out.append(decimal: skip) }
      out.append(" } ], \"last\": \"length < ")
      out.append(decimal: join.full ?? 0)
      out.append("\"")
    case .parts(let index, let total, let first, let header):
      out.append("\"header\": [")
      for at in 0..<header {
        if at > 0 { out.append(",") }
        out.append(at == index || at == total ? " { \"as\": " : " { \"skip\": 1")
        if at == index { out.append("\"part\", \"type\": \"u8\"") }
        if at == total { out.append("\"parts\", \"type\": \"u8\"") }
        out.append(" }")
      }
      out.append(" ], \"first\": \"part == ")
      out.append(decimal: first)
      out.append("\", \"last\": \"part >= parts")
      out.append(first == 0 ? " - 1\"" : "\"")
    }
    out.append(" }")
  }

  private static func escape(_ escape: ByteEscape, to out: inout ByteWriter) {
    out.append("{ \"byte\": \"")
    out.append(upperHex: UInt64(escape.byte), digits: 2)
    out.append("\"")
    switch escape.meaning {
    case .xor(0): break
    case .xor(let bits):
      out.append(", \"xor\": \"")
      out.append(upperHex: UInt64(bits), digits: 2)
      out.append("\"")
    case .pairs(let pairs):
      out.append(", \"pairs\": { ")
      for (place, (byte, plain)) in pairs.sorted(by: { $0.key < $1.key }).enumerated() {
        if place > 0 { out.append(", ") }
        out.append("\"")
        out.append(upperHex: UInt64(byte), digits: 2)
        out.append("\": \"")
        out.append(upperHex: UInt64(plain), digits: 2)
        out.append("\"")
      }
      out.append(" }")
    }
    out.append(" }")
  }

  /// Some values as they came, so that a change of the declaration can be tried.
  private static func samples(_ stream: LearntStream, to out: inout ByteWriter) {
    let values =
      stream.findings.message == nil
      ? stream.sample.window.prefix(512).map(\.bytes) : stream.findings.units.map(\.bytes)
    var seen: Set<[UInt8]> = []
    var chosen: [[UInt8]] = []
    for bytes in values where chosen.count < sampleLimit && bytes.count <= 256 {
      if seen.insert(Array(bytes.prefix(6))).inserted { chosen.append(bytes) }
    }
    guard !chosen.isEmpty else { return }
    out.append(",\n      \"samples\": [")
    for (index, bytes) in chosen.enumerated() {
      out.append(index > 0 ? ", " : " ")
      out.append("{ \"value\": \"")
      LearnText.hex(bytes[...], to: &out)
      out.append("\"")
      if stream.direction == .write { out.append(", \"written\": true") }
      out.append(" }")
    }
    out.append(" ]")
  }

  /// The fields of a declaration, each at its place.
  private struct FieldList {
    private let findings: StreamFindings
    private var isFirst = true

    init(_ findings: StreamFindings) { self.findings = findings }

    mutating func write(to out: inout ByteWriter) {
      out.append(",\n      \"fields\": [")
      let whole = findings.whole
      // A group of its own counts from the end of what counts.
      if let padding = findings.padding { window(padding, to: &out) }
      if let kind = findings.kind {
        begin(to: &out)
        out.append("\"key\": \"kind\", \"at\": ")
        out.append(decimal: kind.at)
        out.append(", \"type\": ")
        out.append(json: IntegerForm(width: kind.width, isBig: true).name)
        out.append(" }")
      }
      if findings.padding == nil, let length = whole.length, length.evidence.grade == .claim {
        begin(to: &out)
        out.append("\"key\": \"length\", \"as\": \"size\", \"at\": ")
        out.append(decimal: length.at)
        out.append(", \"type\": ")
        out.append(json: length.form.name)
        out.append(", \"expect\": \"length")
        if length.plus != 0 {
          out.append(length.plus > 0 ? " - " : " + ")
          out.append(decimal: abs(length.plus))
        }
        out.append("\" }")
      }
      if let counter = whole.counter, counter.evidence.grade == .claim {
        begin(to: &out)
        if counter.isWholeBytes {
          out.append("\"key\": \"counter\", \"at\": ")
          out.append(decimal: counter.at)
          out.append(", \"type\": ")
          out.append(json: counter.form.name)
        } else {
          out.append("\"as\": \"counted\", \"at\": ")
          out.append(decimal: counter.at)
          out.append(", \"type\": \"u8\" }")
          begin(to: &out)
          out.append("\"key\": \"counter\", \"of\": \"counted.")
          out.append(decimal: counter.bits.lowerBound)
          out.append("..")
          out.append(decimal: counter.bits.upperBound - 1)
          out.append("\"")
        }
        out.append(" }")
      }
      if whole.text != nil, whole.checksum == nil {
        begin(to: &out)
        out.append("\"key\": \"payload_text\", \"at\": 0, \"type\": \"utf8\" }")
      } else {
        for (index, number) in whole.numbers.enumerated() {
          self.number(number, index: index, to: &out)
        }
        payload(to: &out)
      }
      if let check = whole.checksum, check.evidence.grade == .claim {
        checksum(check, code: nil, to: &out)
      }
      for (code, fields) in findings.groups { self.kind(code, fields: fields, to: &out) }
      if findings.padding != nil {
        begin(to: &out)
        out.append("\"skip\": \"rest\" } ] }")
      }
      // What is read at a place leaves the rest to be read.
      begin(to: &out)
      out.append("\"skip\": \"rest\" }\n      ]")
    }

    /// The length, and the beginning of a group of so many bytes.
    private mutating func window(_ padding: PaddingFinding, to out: inout ByteWriter) {
      let length = padding.length
      begin(to: &out)
      out.append("\"key\": \"length\", \"as\": \"size\", \"at\": ")
      out.append(decimal: length.at)
      out.append(", \"type\": ")
      out.append(json: length.form.name)
      out.append(" }")
      begin(to: &out)
      out.append("\"at\": 0, \"size\": \"size")
      if length.plus != 0 {
        out.append(length.plus < 0 ? " - " : " + ")
        out.append(decimal: abs(length.plus))
      }
      out.append("\", \"fields\": [")
      isFirst = true
    }

    /// What only values of one kind have.
    private mutating func kind(_ code: Int, fields: FieldSet, to out: inout ByteWriter) {
      guard let kind = findings.kind else { return }
      for number in fields.numbers {
        self.number(number, index: nil, code: code, kind: kind, to: &out)
      }
      if let check = fields.checksum, check.evidence.grade == .claim {
        checksum(check, code: code, to: &out)
      }
    }

    /// `k0112_at_51`: the kind as it stands in the bytes, and the place.
    private func name(
      _ word: StaticString, number: NumberField, index: Int?, code: Int?, kind: KindField?,
      to out: inout ByteWriter
    ) {
      out.append("\"key\": \"")
      if let code, let kind {
        out.append("k")
        let text = String(code, radix: 16)
        out.append(repeating: 0x30, count: max(0, 2 * kind.width - text.count))
        out.append(string: text)
        out.append("_at_")
        out.append(decimal: number.at)
        out.append("\", \"if\": \"kind == ")
        out.append(decimal: code)
        out.append("\"")
      } else {
        out.append(word)
        out.append("_")
        out.append(decimal: (index ?? 0) + 1)
        out.append("\"")
      }
      out.append(", \"at\": ")
      out.append(decimal: number.at)
    }

    private mutating func begin(to out: inout ByteWriter) {
      out.append(isFirst ? "\n        { " : ",\n        { ")
      isFirst = false
    }

    private mutating func number(
      _ number: NumberField, index: Int?, code: Int? = nil, kind: KindField? = nil,
      to out: inout ByteWriter
    ) {
      begin(to: &out)
      switch number.kind {
      case .integer(let form, let signed):
        name("number", number: number, index: index, code: code, kind: kind, to: &out)
        out.append(", \"type\": ")
        out.append(json: (signed ? "i" : "u") + form.name.dropFirst())
      case .float:
        name("number", number: number, index: index, code: code, kind: kind, to: &out)
        out.append(", \"type\": \"f32\"")
      case .unixTime(let form):
        name("time", number: number, index: index, code: code, kind: kind, to: &out)
        out.append(", \"type\": ")
        out.append(json: form.name)
        out.append(", \"time\": { \"since\": \"1970-01-01\", \"tick_s\": 1 }")
      case .bcdTime, .dateTime:
        name("time", number: number, index: index, code: code, kind: kind, to: &out)
        out.append(", \"type\": \"hex\", \"size\": 6")
      }
      out.append(" }")
    }

    /// What is between the fields of the start and those of the end.
    private mutating func payload(to out: inout ByteWriter) {
      let whole = findings.whole
      var start = 0
      var end = whole.endings.count
      func after(_ at: Int, width: Int) {
        if at >= 0 { start = max(start, at + width) } else { end = max(end, -at) }
      }
      if let field = whole.length { after(field.at, width: field.form.width) }
      if let field = whole.counter { after(field.at, width: field.form.width) }
      if let field = whole.checksum { after(field.at, width: field.algorithm.width / 8) }
      if let field = findings.kind { after(field.at, width: field.width) }
      // Constant bytes at the start belong to no payload.
      while start < min(whole.lengths.lowerBound, 8), whole.constants[start] != nil { start += 1 }
      begin(to: &out)
      out.append("\"key\": \"payload\", \"at\": ")
      out.append(decimal: start)
      out.append(", \"type\": \"hex\"")
      if end > 0 {
        out.append(", \"size\": \"length - ")
        out.append(decimal: start + end)
        out.append("\"")
      }
      out.append(", \"if\": \"length > ")
      out.append(decimal: start + end)
      out.append("\" }")
    }

    private mutating func checksum(
      _ field: ChecksumField, code: Int?, to out: inout ByteWriter
    ) {
      let algorithm = field.algorithm
      begin(to: &out)
      out.append("\"key\": \"checksum\", \"at\": ")
      out.append(decimal: field.at)
      out.append(", \"check\": { \"kind\": ")
      out.append(json: algorithm.kind.rawValue)
      out.append(", \"width\": ")
      out.append(decimal: algorithm.width)
      if algorithm.kind == .crc {
        hex("poly", number: algorithm.polynomial, algorithm: algorithm, to: &out)
      }
      // A sum that is subtracted from c is the complement of one that starts from the complement of c.
      let isNegative = algorithm.isNegative
      let initial = isNegative ? ~algorithm.initial & algorithm.mask : algorithm.initial
      if initial != 0 { hex("init", number: initial, algorithm: algorithm, to: &out) }
      let final = isNegative ? algorithm.mask : algorithm.final
      if final != 0 { hex("xor_out", number: final, algorithm: algorithm, to: &out) }
      if algorithm.isReflected { out.append(", \"reflect\": true") }
      if field.isBig { out.append(", \"be\": true") }
      out.append(", \"over\": \"")
      out.append(decimal: field.from)
      out.append("..")
      out.append(decimal: -field.lessEnd - 1)
      out.append("\" }, \"if\": \"")
      if let code {
        out.append("kind == ")
        out.append(decimal: code)
        out.append(" && ")
      }
      out.append("length > ")
      out.append(decimal: max(field.from + field.lessEnd, field.at + algorithm.width / 8))
      out.append("\" }")
      begin(to: &out)
      out.append("\"note\": \"the checksum is wrong\", \"if\": \"")
      if let code {
        out.append("kind == ")
        out.append(decimal: code)
        out.append(" && ")
      }
      out.append("!checksum\" }")
    }

    private func hex(
      _ key: StaticString, number: UInt32, algorithm: CheckAlgorithm, to out: inout ByteWriter
    ) {
      out.append(", \"")
      out.append(key)
      out.append("\": \"")
      out.append(upperHex: UInt64(number), digits: algorithm.width / 4)
      out.append("\"")
    }
  }
}
