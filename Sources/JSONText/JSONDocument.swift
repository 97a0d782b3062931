import Bytes

/// A JSON document, parsed level by level from its bytes.
package struct JSONDocument: Sendable {
  private let bytes: [UInt8]
  package let root: JSONSlice

  /// - Throws: where the bytes are not one JSON value.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    // Some editors write a byte order mark, which counts as space.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? [0x20, 0x20, 0x20] + bytes.dropFirst(3) : bytes
    var scanner = JSONScanner()
    root = try scanner.skipValue(text.rawBytes)
    try scanner.end(text.rawBytes)
    self.bytes = text
  }

  package func members(of object: JSONSlice) throws(JSONError) -> [(
    key: String, value: JSONSlice
  )] {
    guard object.kind == .object else { throw object.isNot("an object") }
    return try JSONScanner.members(of: object.slice, in: bytes.rawBytes)
  }

  package func elements(of array: JSONSlice) throws(JSONError) -> [JSONSlice] {
    guard array.kind == .array else { throw array.isNot("an array") }
    return try JSONScanner.elements(of: array.slice, in: bytes.rawBytes)
  }

  package func value(_ slice: JSONSlice) -> JSONValue { JSONValue(slice, in: bytes.rawBytes) }

  /// The value as written.
  package func text(_ slice: JSONSlice) -> String {
    String(decoding: bytes.rawBytes.clamped(slice.slice.range).copy(), as: UTF8.self)
  }

  /// The line on which a value or a problem starts, from 1.
  package static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(max(0, offset)).count { $0 == 0x0A } + 1
  }
}

extension JSONSlice {
  /// - expected: `a string`, `true or false`.
  package func isNot(_ expected: String) -> JSONError {
    JSONError(Int(slice.offset), "expected \(expected), not \(title)")
  }
}

/// An object of a document; its members are looked up by key and type. `null` counts as missing.
package struct JSONObject: Sendable {
  private let document: JSONDocument
  /// The path of the object: `devices[0].services[3]`; empty: the root.
  private let path: String
  private let slice: JSONSlice
  private let members: [String: JSONSlice]

  package init(_ document: JSONDocument) throws(JSONError) {
    try self.init(document, document.root, "")
  }

  private init(
    _ document: JSONDocument, _ slice: JSONSlice, _ path: String
  ) throws(JSONError) {
    self.document = document
    self.path = path
    self.slice = slice
    var members: [String: JSONSlice] = [:]
    do {
      for (key, value) in try document.members(of: slice) where value.kind != .null {
        members[key] = value
      }
    } catch { throw error.under(path) }
    self.members = members
  }

  /// - Throws: a missing key where the value is `nil`.
  package func require<Value>(_ key: String, _ value: Value?) throws(JSONError) -> Value {
    guard let value else {
      throw JSONError(Int(slice.slice.offset), "'\(key)' is missing").under(path)
    }
    return value
  }

  package func integer<Number: FixedWidthInteger>(
    _ key: String, as type: Number.Type = Number.self
  ) throws(JSONError) -> Number? {
    guard let slice = members[key] else { return nil }
    guard case .number(let number, _) = document.value(slice) else {
      throw problem(slice.isNot("a whole number"), at: key)
    }
    guard let exact = number.integer ?? Int64(exactly: number.value),
      let value = Number(exactly: exact)
    else {
      throw problem(
        JSONError(
          Int(slice.slice.offset), "expected a whole number from \(Number.min) to \(Number.max)"),
        at: key)
    }
    return value
  }

  package func string(_ key: String) throws(JSONError) -> String? {
    guard let slice = members[key] else { return nil }
    guard case .string(let text) = document.value(slice) else {
      throw problem(slice.isNot("a string"), at: key)
    }
    return text
  }

  package func boolean(_ key: String) throws(JSONError) -> Bool? {
    guard let slice = members[key] else { return nil }
    guard case .boolean(let truth) = document.value(slice) else {
      throw problem(slice.isNot("true or false"), at: key)
    }
    return truth
  }

  package func strings(_ key: String) throws(JSONError) -> [String]? {
    try elements(key) { (slice, place) throws(JSONError) in
      guard case .string(let text) = document.value(slice) else {
        throw problem(slice.isNot("a string"), at: place)
      }
      return text
    }
  }

  /// Transforms each object of an array.
  package func objects<Value>(
    _ key: String, _ make: (JSONObject) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value]? {
    try elements(key) { (slice, place) throws(JSONError) in
      try make(try JSONObject(document, slice, path.isEmpty ? place : "\(path).\(place)"))
    }
  }

  private func elements<Value>(
    _ key: String, make: (JSONSlice, _ place: String) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value]? {
    guard let array = members[key] else { return nil }
    let slices: [JSONSlice]
    do { slices = try document.elements(of: array) } catch { throw problem(error, at: key) }
    var values: [Value] = []
    values.reserveCapacity(slices.count)
    for (place, slice) in slices.enumerated() { values.append(try make(slice, "\(key)[\(place)]")) }
    return values
  }

  /// - place: of the member within the object.
  package func problem(_ problem: JSONError, at place: String) -> JSONError {
    problem.under(path.isEmpty ? place : "\(path).\(place)")
  }

  /// A problem with the value of a member.
  package func problem(_ key: String, reason: String) -> JSONError {
    problem(JSONError(Int((members[key] ?? slice).slice.offset), reason), at: key)
  }
}
