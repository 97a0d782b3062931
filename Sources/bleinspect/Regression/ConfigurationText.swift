import Bytes
import JSONText
import Regression

/// The JSON of a configuration, parsed with the positions of its parts.
struct ConfigurationText {
  /// The position of a value, and its subject.
  struct Place {
    let name: String
    let offset: Int

    init(_ name: String, _ value: JSONSlice) {
      self.name = name
      offset = Int(value.slice.offset)
    }

    fileprivate init(_ offset: Int) {
      name = ""
      self.offset = offset
    }
  }

  private let bytes: [UInt8]
  private let document: JSONDocument

  init(_ bytes: [UInt8]) throws(ConfigurationError) {
    self.bytes = bytes
    do { document = try JSONDocument(bytes) } catch {
      throw Self.problem(
        at: Place(error.offset), message: "not JSON: \(error.reason)", bytes: bytes)
    }
  }

  private static func problem(
    at place: Place, message: String, bytes: [UInt8]
  ) -> ConfigurationError {
    ConfigurationError(
      line: JSONDocument.line(at: place.offset, in: bytes), place: place.name, message: message)
  }

  func problem(at place: Place, message: String) -> ConfigurationError {
    Self.problem(at: place, message: message, bytes: bytes)
  }

  /// The members of the top-level object.
  func members() throws(ConfigurationError) -> [(key: String, value: JSONSlice)] {
    guard document.root.kind == .object else {
      throw problem(at: Place(0), message: "expected an object, not \(document.root.title)")
    }
    return try members(of: document.root)
  }

  func members(
    of object: JSONSlice
  ) throws(ConfigurationError) -> [(key: String, value: JSONSlice)] {
    do { return try document.members(of: object) } catch {
      throw problem(at: Place(error.offset), message: "not JSON: \(error.reason)")
    }
  }

  // MARK: Values

  func boolean(_ value: JSONSlice, at place: Place) throws(ConfigurationError) -> Bool {
    guard case .boolean(let boolean) = document.value(value) else {
      throw problem(at: place, message: "expected true or false, not \(value.title)")
    }
    return boolean
  }

  func string(_ value: JSONSlice, at place: Place) throws(ConfigurationError) -> String {
    guard case .string(let string) = document.value(value) else {
      throw problem(at: place, message: "expected a string, not \(value.title)")
    }
    guard !string.isEmpty else { throw problem(at: place, message: "is empty") }
    return string
  }

  /// A number as written.
  func number(_ value: JSONSlice, at place: Place) throws(ConfigurationError) -> String {
    guard value.kind == .number else {
      throw problem(at: place, message: "expected a number, not \(value.title)")
    }
    return document.text(value)
  }

  /// A string, or a number as written.
  func word(
    _ value: JSONSlice, at place: Place, expected: String
  ) throws(ConfigurationError) -> String {
    if value.kind == .number { return document.text(value) }
    guard value.isString else {
      throw problem(at: place, message: "expected \(expected), not \(value.title)")
    }
    return try string(value, at: place)
  }

  /// A list of strings, or a single one.
  func strings(_ value: JSONSlice, at place: Place) throws(ConfigurationError) -> [String] {
    if value.isString { return [try string(value, at: place)] }
    var found: [String] = []
    for element in try elements(value, at: place, expected: "a list of strings, or one") {
      guard case .string(let string) = element else {
        throw problem(at: place, message: "expected strings in the list")
      }
      guard !string.isEmpty else { throw problem(at: place, message: "empty string in the list") }
      found.append(string)
    }
    return found
  }

  /// `[40, 200]`; `null` for an open end.
  func range(
    _ value: JSONSlice, at place: Place
  ) throws(ConfigurationError) -> (Double, Double) {
    let ends = try elements(value, at: place, expected: "a list of two numbers, such as [40, 200]")
    guard ends.count == 2 else {
      throw problem(at: place, message: "expected two numbers, such as [40, 200]")
    }
    func end(_ value: JSONValue, open: Double) throws(ConfigurationError) -> Double {
      switch value {
      case .null: return open
      case .number(let number, _): return number.value
      default:
        throw problem(
          at: place, message: "expected two numbers, such as [40, 200]; null is an open end")
      }
    }
    if ends == [.null, .null] { throw problem(at: place, message: "both ends are open") }
    return (try end(ends[0], open: -.infinity), try end(ends[1], open: .infinity))
  }

  /// The result of parsing a word; a problem is reported with its position.
  func setting(
    _ place: Place, _ body: () throws(SettingError) -> ComparisonSetting
  ) throws(ConfigurationError) -> ComparisonSetting {
    do { return try body() } catch { throw problem(at: place, message: error.message) }
  }

  private func elements(
    _ value: JSONSlice, at place: Place, expected: String
  ) throws(ConfigurationError) -> [JSONValue] {
    guard value.kind == .array else {
      throw problem(at: place, message: "expected \(expected), not \(value.title)")
    }
    do { return try document.elements(of: value).map { document.value($0) } } catch {
      throw problem(at: place, message: "not JSON: \(error.reason)")
    }
  }
}
