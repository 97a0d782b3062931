/// Whether bytes are JSON (RFC 8259): slow and simple, and none of the program's own code.
struct JSONRules {
  private let text: [UInt8]
  private var at = 0
  private let name: String

  private init(_ text: [UInt8], _ name: String, from start: Int = 0) {
    self.text = text
    self.name = name
    at = start
  }

  /// One object and a newline.
  static func checkDocument(_ output: [UInt8], _ name: String) throws {
    try TextRules.checkLines(output, name)
    var rules = JSONRules(output, name)
    rules.skipSpace()
    try rules.object()
    rules.skipSpace()
    try require(rules.at == output.count, "\(name): more behind the document")
  }

  /// An object a line.
  /// - Returns: how many.
  @discardableResult
  static func checkLines(_ output: [UInt8], _ name: String) throws -> Int {
    try TextRules.checkLines(output, name)
    var rules = JSONRules(output, name)
    var lines = 0
    while rules.at < output.count {
      try rules.object()
      try rules.take(0x0A)
      lines += 1
    }
    return lines
  }

  private var next: UInt8? { at < text.count ? text[at] : nil }

  private mutating func take(_ byte: UInt8) throws {
    try require(next == byte, "\(name): no '\(Character(UnicodeScalar(byte)))' at \(at)")
    at += 1
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A { at += 1 }
  }

  private mutating func object() throws {
    try take(UInt8(ascii: "{"))
    try members(until: UInt8(ascii: "}")) { rules, keys in
      let start = rules.at
      try rules.string()
      let key = rules.text[start..<rules.at]
      try require(
        !keys.contains(key),
        "\(rules.name): the key \(String(decoding: key, as: UTF8.self)) twice at \(start): "
          + String(decoding: rules.text[max(0, start - 300)..<rules.at], as: UTF8.self))
      keys.append(key)
      rules.skipSpace()
      try rules.take(UInt8(ascii: ":"))
      rules.skipSpace()
      try rules.value()
    }
  }

  private mutating func members(
    until end: UInt8, _ member: (inout JSONRules, inout [ArraySlice<UInt8>]) throws -> Void
  ) throws {
    var keys: [ArraySlice<UInt8>] = []
    skipSpace()
    if next == end {
      at += 1
      return
    }
    while true {
      try member(&self, &keys)
      skipSpace()
      if next == end { break }
      try take(UInt8(ascii: ","))
      skipSpace()
    }
    at += 1
  }

  private mutating func value() throws {
    switch next {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["):
      at += 1
      try members(until: UInt8(ascii: "]")) { rules, _ in try rules.value() }
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func word(_ word: String) throws {
    for byte in word.utf8 { try take(byte) }
  }

  private mutating func string() throws {
    try take(UInt8(ascii: "\""))
    while let byte = next, byte != UInt8(ascii: "\"") {
      try require(byte >= 0x20, "\(name): a line ends within a string at \(at)")
      at += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      let escape = next ?? 0
      at += 1
      if escape == UInt8(ascii: "u") {
        for _ in 0..<4 {
          let isDigit = next.map { Character(UnicodeScalar($0)).isHexDigit } ?? false
          try require(isDigit, "\(name): no escape at \(at)")
          at += 1
        }
      } else {
        try require("\"\\/bfnrt".utf8.contains(escape), "\(name): no escape at \(at)")
      }
    }
    try take(UInt8(ascii: "\""))
  }

  private mutating func number() throws {
    if next == UInt8(ascii: "-") { at += 1 }
    let start = at
    try digits()
    try require(
      text[start] != UInt8(ascii: "0") || at == start + 1, "\(name): leading zero at \(start)")
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { at += 1 }
      try digits()
    }
  }

  private mutating func digits() throws {
    let start = at
    while let byte = next, 0x30...0x39 ~= byte { at += 1 }
    try require(at > start, "\(name): no value at \(start)")
  }
}
