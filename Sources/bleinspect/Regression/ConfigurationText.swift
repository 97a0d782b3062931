import Bytes
import JSONText
import Regression

/// The JSON of a configuration, taken apart with the places of its parts.
struct ConfigurationText {
  /// Where something stands, and what it is about.
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

  init(_ bytes: [UInt8]) {
    // Some editors put a byte order mark in front, which is as good as space.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? [0x20, 0x20, 0x20] + bytes.dropFirst(3) : bytes
  }

  func problem(_ place: Place, _ message: String) -> ConfigurationProblem {
    let line = bytes.prefix(max(0, place.offset)).count { $0 == 0x0A } + 1
    return ConfigurationProblem(line: line, place: place.name, message: message)
  }

  /// The whole, which is one object.
  func root() throws(ConfigurationProblem) -> JSONSlice {
    var scanner = JSONScanner()
    do {
      let value = try scanner.skipValue(bytes.rawBytes)
      try scanner.end(bytes.rawBytes)
      guard value.kind == .object else {
        throw problem(Place(0), "expected an object, not \(value.title)")
      }
      return value
    } catch let error as JSONProblem {
      throw problem(Place(error.offset), "no JSON: \(error.reason)")
    } catch let error as ConfigurationProblem {
      throw error
    } catch {
      throw problem(Place(0), "no JSON")
    }
  }

  func members(of object: JSONSlice) throws(ConfigurationProblem) -> [(String, JSONSlice)] {
    var found: [(String, JSONSlice)] = []
    var scanner = JSONScanner(at: Int(object.slice.offset))
    do throws(JSONProblem) {
      var members = try scanner.beginObject(bytes.rawBytes)
      while let key = try scanner.nextKey(bytes.rawBytes, &members) {
        found.append((key.string(bytes.rawBytes), try scanner.skipValue(bytes.rawBytes)))
      }
    } catch {
      throw problem(Place(error.offset), "no JSON: \(error.reason)")
    }
    return found
  }

  // MARK: Values

  func boolean(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> Bool {
    guard case .boolean(let boolean) = JSONValue(value, in: bytes.rawBytes) else {
      throw problem(place, "expected true or false, not \(value.title)")
    }
    return boolean
  }

  func string(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> String {
    guard case .string(let string) = JSONValue(value, in: bytes.rawBytes) else {
      throw problem(place, "expected a string, not \(value.title)")
    }
    guard !string.isEmpty else { throw problem(place, "is empty") }
    return string
  }

  /// A number as it is written.
  func number(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> String {
    guard value.kind == .number else {
      throw problem(place, "expected a number, not \(value.title)")
    }
    return written(value)
  }

  /// A string, or a number as it is written.
  func word(
    _ value: JSONSlice, _ place: Place, _ expected: String
  ) throws(ConfigurationProblem) -> String {
    if value.kind == .number { return written(value) }
    guard value.isString else {
      throw problem(place, "expected \(expected), not \(value.title)")
    }
    return try string(value, place)
  }

  /// A list of strings, or one alone.
  func strings(_ value: JSONSlice, _ place: Place) throws(ConfigurationProblem) -> [String] {
    if value.isString { return [try string(value, place)] }
    var found: [String] = []
    for element in try elements(value, place, "a list of strings, or one") {
      guard case .string(let string) = element else {
        throw problem(place, "expected strings in the list")
      }
      guard !string.isEmpty else { throw problem(place, "a string in the list is empty") }
      found.append(string)
    }
    return found
  }

  /// `[40, 200]`; `null` for an end that is open.
  func range(
    _ value: JSONSlice, _ place: Place
  ) throws(ConfigurationProblem) -> (Double, Double) {
    let ends = try elements(value, place, "a list of two numbers, as [40, 200]")
    guard ends.count == 2 else {
      throw problem(place, "expected two numbers, as [40, 200]")
    }
    func end(_ value: JSONValue, open: Double) throws(ConfigurationProblem) -> Double {
      switch value {
      case .null: return open
      case .number(let number, _): return number.value
      default: throw problem(place, "expected two numbers, as [40, 200]; null is an open end")
      }
    }
    if ends == [.null, .null] { throw problem(place, "both ends are open: that is no range") }
    return (try end(ends[0], open: -.infinity), try end(ends[1], open: .infinity))
  }

  /// What a word makes, with its problem told where it stands.
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
    do { return try JSONValue.elements(of: value.slice, in: bytes.rawBytes) } catch {
      throw problem(place, "no JSON: \(error.reason)")
    }
  }

  private func written(_ value: JSONSlice) -> String {
    let range = Int(value.slice.offset)..<(Int(value.slice.offset) + Int(value.slice.count))
    return String(decoding: bytes.rawBytes.clamped(range).copy(), as: UTF8.self)
  }
}
