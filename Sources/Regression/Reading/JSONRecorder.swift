import Bytes
import GATTValues
import JSONText

/// Records members of JSON under the keys of the lexicon.
struct JSONRecorder: Sendable {
  /// Keys that this version does not know are declared, and stay in memory.
  static let unknownKeys = 4096
  static let longestKey = 128

  private lazy var lexicon = EventKeys.complete
  private var unknown: [String: Key] = [:]
  /// Known keys, by the mark of their name.
  private var known: [UInt64: (name: [UInt8], key: Key)] = [:]
  private var scanner = JSONScanner()

  mutating func key(_ name: JSONString, line: RawSpan) throws(JSONError) -> Key {
    let written = line.clamped(name.slice.range)
    if let known = known[name.mark], !name.isEscaped, known.name.rawBytes.equals(written) {
      return known.key
    }
    let text = name.string(line)
    let key: Key
    if let declared = lexicon.key(named: text) ?? unknown[text] {
      key = declared
    } else {
      let offset = Int(name.slice.offset)
      guard text.utf8.count <= Self.longestKey else {
        throw JSONError(offset, "an unknown key longer than \(Self.longestKey) bytes")
      }
      guard unknown.count < Self.unknownKeys else {
        throw JSONError(offset, "more than \(Self.unknownKeys) unknown keys")
      }
      key = Key(named: text, unit: .none)
      unknown[text] = key
    }
    if !name.isEscaped { known[name.mark] = (written.copy(), key) }
    return key
  }

  /// Records the members of an object that was scanned before.
  mutating func record(
    _ object: ByteSlice, of line: RawSpan, to out: inout ByteWriter
  ) throws(JSONError) {
    var scanner = scanner
    defer { self.scanner = scanner }
    scanner.restart(at: Int(object.offset))
    try record(members: line, scanner: &scanner, depth: 2, to: &out)
  }

  private mutating func record(
    members line: RawSpan, scanner: inout JSONScanner, depth: Int, to out: inout ByteWriter
  ) throws(JSONError) {
    var members = try scanner.beginObject(line)
    while let name = try scanner.nextKey(line, members: &members) {
      out.append(recorded: try key(name, line: line))
      try record(next: line, scanner: &scanner, depth: depth, to: &out)
    }
  }

  /// Records the next value.
  mutating func record(
    next line: RawSpan, scanner: inout JSONScanner, depth: Int, to out: inout ByteWriter
  ) throws(JSONError) {
    scanner.skipSpace(line)
    switch scanner.peek(line) {
    case 0x7B where depth <= JSONScanner.maximumDepth:
      out.append(tag: .object)
      try record(members: line, scanner: &scanner, depth: depth + 1, to: &out)
      out.append(tag: .end)
    case 0x5B where depth <= JSONScanner.maximumDepth:
      scanner.advance(to: scanner.offset + 1)
      out.append(tag: .list)
      var isFirst = true
      while try scanner.nextElement(line, isFirst: &isFirst) {
        try record(next: line, scanner: &scanner, depth: depth + 1, to: &out)
      }
      out.append(tag: .end)
    case 0x22:
      let text = try scanner.text(line)
      if text.isEscaped {
        let text = text.string(line)
        out.append(recorded: text.rawBytes)
      } else {
        out.append(recorded: line.clamped(text.slice.range))
      }
    default:
      let value = try scanner.skipValue(line, depth: depth)
      switch value.kind {
      case .true, .false: out.append(recorded: value.kind == .true)
      case .number: record(number: line.clamped(value.slice.range), to: &out)
      default: out.append(line.clamped(value.slice.range), as: .written)
      }
    }
  }

  /// Another way to write a number stays as it is.
  private func record(number text: RawSpan, to out: inout ByteWriter) {
    let number = JSONNumber(text)
    var form = ByteWriter(capacity: 32)
    if let integer = number.integer {
      form.append(decimal: integer)
      if form.bytes.equals(text) { return out.append(recorded: integer) }
    } else {
      form.append(number: number.value)
      if form.bytes.equals(text) { return out.append(recorded: number.value) }
    }
    out.append(text, as: .written)
  }
}
