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

  init(_ bytes: [UInt8]) throws(ConfigurationProblem) {
    self.bytes = bytes
    do { document = try JSONDocument(bytes) } catch {
      throw Self.problem(Place(error.offset), "not JSON: \(error.reason)", bytes)
    }
  }

  private static func problem(
    _ place: Place, _ message: String, _ bytes: [UInt8]
  ) -> ConfigurationProblem {
    ConfigurationProblem(
      line: JSONDocument.line(at: place.offset, in: bytes), place: place.name, message: message)
  }

  func problem(_ place: Place, _ message: String) -> ConfigurationProblem {
    Self.problem(place, message, bytes)
  }

  /// The members of the top-level object.
  func members() throws(ConfigurationProblem) -> [(key: String, value: JSONSlice)] {
    guard document.root.kind == .object else {
      throw problem(Place(0), "expected an object, not \(document.root.title)")
    }
    return try members(of: document.root)
  }

  func members(
    of object: JSONSlice
  ) throws(ConfigurationProblem) -> [(key: String, value: JSONSlice)] {
    do { return try document.members(of: object) } catch {
      throw problem(Place(error.offset), "not JSON: \(error.reason)")
    }
  }

  // MARK: Values

  func boolean(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> Bool {
    guard case .boolean(let boolean) = document.value(value) else {
      throw problem(place, "expected true or false, not \(value.title)")
    }
    return boolean
  }

  func string(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> String {
    guard case .string(let string) = document.value(value) else {
      throw problem(place, "expected a string, not \(value.title)")
    }
    guard !string.isEmpty else { throw problem(place, "is empty") }
    return string
  }

  /// A number as written.
  func number(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> String {
    guard value.kind == .number else {
      throw problem(place, "expected a number, not \(value.title)")
    }
    return document.text(value)
  }

  /// A string, or a number as written.
  func word(
    _ value: JSONSlice, _ place: Place, _ expected: String
  ) throws(ConfigurationProblem) -> String {
    if value.kind == .number { return document.text(value) }
    guard value.isString else {
      throw problem(place, "expected \(expected), not \(value.title)")
    }
    return try string(value, place)
  }

  /// A list of strings, or a single one.
  func strings(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> [String] {
    if value.isString { return [try string(value, place)] }
    var found: [String] = []
    for element in try elements(value, place, "a list of strings, or one") {
      guard case .string(let string) = element else {
        throw problem(place, "expected strings in the list")
      }
      guard !string.isEmpty else { throw problem(place, "empty string in the list") }
      found.append(string)
    }
    return found
  }

  /// `[40, 200]`; `null` for an open end.
  func range(
    _ value: JSONSlice, _ place: Place
  ) throws(ConfigurationProblem) -> (Double, Double) {
    let ends = try elements(value, place, "a list of two numbers, such as [40, 200]")
    guard ends.count == 2 else {
      throw problem(place, "expected two numbers, such as [40, 200]")
    }
    func end(_ value: JSONValue, open: Double) throws(ConfigurationProblem) -> Double {
      switch value {
      case .null: return open
      case .number(let number, _): return number.value
      default: throw problem(place, "expected two numbers, such as [40, 200]; null is an open end")
      }
    }
    if ends == [.null, .null] { throw problem(place, "both ends are open") }
    return (try end(ends[0], open: -.infinity), try end(ends[1], open: .infinity))
  }

  /// The result of parsing a word; a problem is reported with its position.
  func setting(
    _ place: Place, _ body: () throws(SettingProblem) -> ComparisonSetting
  ) throws(ConfigurationProblem) -> ComparisonSetting {
    do { return try body() } catch { throw problem(place, error.message) }
  }

  private func elements(
    _ value: JSONSlice, _ place: Place, _ expected: String
  ) throws(ConfigurationProblem) -> [JSONValue] {
    guard value.kind == .array else {
      throw problem(place, "expected \(expected), not \(value.title)")
    }
    do { return try document.elements(of: value).map { document.value($0) } } catch {
      throw problem(place, "not JSON: \(error.reason)")
    }
  }
}
