/// JSON as far as it is compared: numbers and words stay as they are written.
indirect enum JSON: Equatable {
  case object([(String, JSON)])
  case array([JSON])
  /// The text between the quotes, escapes and all.
  case text(String)
  case raw(String)

  static func number(_ number: Int) -> JSON { .raw(String(number)) }

  static func == (a: JSON, b: JSON) -> Bool { a.written == b.written }

  /// On one line, without spaces.
  var written: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\"\($0.0)\":\($0.1.written)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .text(let text): "\"\(text)\""
    case .raw(let text): text
    }
  }

  /// Without the members of some names, wherever they stand.
  func without(_ names: Set<String>) -> JSON {
    switch self {
    case .object(let members):
      .object(members.filter { !names.contains($0.0) }.map { ($0.0, $0.1.without(names)) })
    case .array(let elements): .array(elements.map { $0.without(names) })
    case .text, .raw: self
    }
  }

  // MARK: Reading

  init?(_ bytes: some Collection<UInt8>) {
    var parser = Parser(bytes: Array(bytes))
    guard let value = parser.value(), parser.isAtEnd else { return nil }
    self = value
  }

  private struct Parser {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool {
      mutating get {
        skip()
        return place == bytes.count
      }
    }

    private mutating func skip() {
      while place < bytes.count, [0x20, 0x0A].contains(bytes[place]) { place += 1 }
    }

    private mutating func take(_ character: Character) -> Bool {
      skip()
      guard place < bytes.count, bytes[place] == character.asciiValue else { return false }
      place += 1
      return true
    }

    mutating func value() -> JSON? {
      if take("{") {
        var members: [(String, JSON)] = []
        if take("}") { return .object([]) }
        repeat {
          guard take("\""), let key = text(), take(":"), let value = value() else { return nil }
          members.append((key, value))
        } while take(",")
        return take("}") ? .object(members) : nil
      }
      if take("[") {
        var elements: [JSON] = []
        if take("]") { return .array([]) }
        repeat {
          guard let value = value() else { return nil }
          elements.append(value)
        } while take(",")
        return take("]") ? .array(elements) : nil
      }
      if take("\"") { return text().map { .text($0) } }
      let start = place
      while place < bytes.count, !",]} \n".utf8.contains(bytes[place]) { place += 1 }
      return place > start ? .raw(String(decoding: bytes[start..<place], as: UTF8.self)) : nil
    }

    /// Up to the closing quote.
    private mutating func text() -> String? {
      let start = place
      while place < bytes.count, bytes[place] != 0x22 {
        place += bytes[place] == 0x5C ? 2 : 1
      }
      guard place < bytes.count else { return nil }
      place += 1
      return String(decoding: bytes[start..<place - 1], as: UTF8.self)
    }
  }
}
