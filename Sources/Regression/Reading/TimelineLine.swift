import ATTDissector
import Bytes
import GATTSession
import JSONText

/// Why a line of a timeline is rejected.
struct LineError: Error, Equatable {
  /// Bytes from the start of the line; `nil` if it is about the line as a whole.
  var offset: Int?
  var reason: String
  /// It is not JSON, or incomplete.
  var isSyntax = false

  init(_ reason: String, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }

  init(missing key: TimelineKey) { self.init("the key \"\(key.name)\" is missing") }

  init(_ problem: JSONError) {
    self.init(problem.reason, at: problem.offset)
    isSyntax = true
  }
}

/// A parsed line of NDJSON: where the values of the common keys are, and the other members.
struct TimelineLine: ~Copyable {
  private var scanner = JSONScanner()
  private var keys = WordTable(TimelineKey.allCases.map { ($0.name, $0) })
  private var values: [JSONSlice?] = Array(repeating: nil, count: TimelineKey.allCases.count)
  private var recorder = JSONRecorder()
  /// The kind's own members, recorded.
  private(set) var own = ByteWriter(capacity: 1024)

  /// Walks the line, which must be one object.
  mutating func scan(_ line: RawSpan) throws(LineError) {
    do { try scanObject(line) } catch { throw LineError(error) }
  }

  private mutating func scanObject(_ line: RawSpan) throws(JSONError) {
    for place in values.indices { values[place] = nil }
    own.removeAll()
    scanner.restart()
    var members = try scanner.beginObject(line)
    while let key = try scanner.nextKey(line, members: &members) {
      let known =
        key.isEscaped
        ? TimelineKey.allCases.first { $0.name.description == key.string(line) }
        : keys.meaning(of: line.clamped(key.slice.range), mark: key.mark)
      if let known {
        values[known.rawValue] = try scanner.skipValue(line, depth: 2)
      } else {
        own.append(recorded: try recorder.key(key, line: line))
        try recorder.record(next: line, scanner: &scanner, depth: 2, to: &own)
      }
    }
    try scanner.end(line)
  }

  /// Records the members of an object of the line.
  mutating func record(
    _ object: ByteSlice, line: RawSpan, to out: inout ByteWriter
  ) throws(LineError) {
    do { try recorder.record(object, of: line, to: &out) } catch { throw LineError(error) }
  }

  subscript(key: TimelineKey) -> JSONSlice? { values[key.rawValue] }

  // MARK: Values of the required type

  func wrong(_ key: TimelineKey, value: JSONSlice) -> LineError {
    LineError(
      "\"\(key.name)\" is \(value.title), expected \(key.expectation)", at: Int(value.slice.offset))
  }

  private func bad(_ key: TimelineKey, value: JSONSlice) -> LineError {
    LineError("\"\(key.name)\": expected \(key.expectation)", at: Int(value.slice.offset))
  }

  /// Checks that an unused value is a string.
  func check(string key: TimelineKey) throws(LineError) {
    if let value = self[key], !value.isString { throw wrong(key, value: value) }
  }

  /// The range of a string's content.
  func string(_ key: TimelineKey) throws(LineError) -> JSONSlice? {
    guard let value = self[key] else { return nil }
    guard value.isString else { throw wrong(key, value: value) }
    return value
  }

  func text(_ key: TimelineKey, in line: RawSpan) throws(LineError) -> String? {
    guard let value = try string(key) else { return nil }
    return TimelineTables.text(
      line.clamped(value.content.range), isEscaped: value.kind == .escapedString)
  }

  func boolean(_ key: TimelineKey) throws(LineError) -> Bool {
    guard let value = self[key] else { return false }
    guard value.kind == .true || value.kind == .false else { throw wrong(key, value: value) }
    return value.kind == .true
  }

  func integer(
    _ key: TimelineKey, line: RawSpan, in range: ClosedRange<Int64>
  ) throws(LineError) -> Int64? {
    guard let value = self[key] else { return nil }
    guard value.kind == .number else { throw wrong(key, value: value) }
    guard let number = JSONNumber(line.clamped(value.slice.range)).integer, range.contains(number)
    else { throw bad(key, value: value) }
    return number
  }

  /// A number with so many decimals, as a whole number of its smallest unit.
  func scaled(
    _ key: TimelineKey, line: RawSpan, decimals: Int
  ) throws(LineError) -> Int64? {
    guard let value = self[key] else { return nil }
    guard value.kind == .number else { throw wrong(key, value: value) }
    guard let number = JSONNumber.scaled(line.clamped(value.slice.range), decimals: decimals) else {
      throw LineError("\"\(key.name)\" is out of range", at: Int(value.slice.offset))
    }
    return number
  }

  func object(_ key: TimelineKey) throws(LineError) -> ByteSlice? {
    guard let value = self[key] else { return nil }
    guard value.kind == .object else { throw wrong(key, value: value) }
    return value.slice
  }

  /// Bytes in hex, appended as bytes.
  func bytes(
    _ key: TimelineKey, line: RawSpan, to out: inout ByteWriter
  ) throws(LineError) -> Bool {
    guard let value = try string(key) else { return false }
    let content = line.clamped(value.content.range)
    guard content.byteCount % 2 == 0 else { throw bad(key, value: value) }
    var at = 0
    while at &+ 1 < content.byteCount {
      guard let high = hexDigit(content.uint8(at: at)),
        let low = hexDigit(content.uint8(at: at &+ 1))
      else { throw bad(key, value: value) }
      out.append(byte: high << 4 | low)
      at &+= 2
    }
    return true
  }

  func uuid(_ key: TimelineKey, line: RawSpan) throws(LineError) -> BluetoothUUID? {
    guard let value = try string(key) else { return nil }
    let content = line.clamped(value.content.range)
    let length = content.byteCount
    guard length == 4 || length == 8 || length == 36 else { throw bad(key, value: value) }
    var number: UInt128 = 0
    for i in 0..<length {
      let byte = content.uint8(at: i)
      if length == 36, i == 8 || i == 13 || i == 18 || i == 23 {
        guard byte == 0x2D else { throw bad(key, value: value) }
        continue
      }
      guard let digit = hexDigit(byte) else { throw bad(key, value: value) }
      number = number << 4 | UInt128(digit)
    }
    return length == 36
      ? BluetoothUUID(value: number) : BluetoothUUID(UInt32(truncatingIfNeeded: number))
  }

  func address(_ line: RawSpan) throws(LineError) -> BluetoothAddress? {
    guard let value = try string(.address) else {
      try check(string: .addressType)
      return nil
    }
    let content = line.clamped(value.content.range)
    guard content.byteCount == 17 else { throw bad(.address, value: value) }
    var number: UInt64 = 0
    for i in 0..<17 {
      let byte = content.uint8(at: i)
      if i % 3 == 2 {
        guard byte == 0x3A else { throw bad(.address, value: value) }
        continue
      }
      guard let digit = hexDigit(byte) else { throw bad(.address, value: value) }
      number = number << 4 | UInt64(digit)
    }
    return BluetoothAddress(number, kind: try addressType(line))
  }

  private func addressType(_ line: RawSpan) throws(LineError) -> BluetoothAddress.Kind {
    guard let value = try string(.addressType) else { return .unknown }
    // New words may be added.
    return BluetoothAddress.Kind(named: line.clamped(value.content.range)) ?? .unknown
  }

  func role(in line: RawSpan) throws(LineError) -> LinkRole? {
    guard let value = try string(.from) else { return nil }
    let content = line.clamped(value.content.range)
    for role in [LinkRole.central, .peripheral] where role.name.rawBytes.equals(content) {
      return role
    }
    throw bad(.from, value: value)
  }
}
