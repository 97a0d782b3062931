import Bytes

/// A form of app logs: how its lines begin, and what they say.
protocol AppLogForm: Sendable {
  /// The app, for people.
  var title: String { get }

  /// Reads what a line begins with: time and level.
  /// - Returns: the time, and whether what follows is for the user only, and repeats another line; `nil`: no line of
  ///   the form.
  func begin(_ line: inout TextLine) -> AppLogHead?

  /// What the rest of a line says, from the position on. It has no state: a line may be read again once more of it is
  /// there.
  func read(_ line: TextLine) -> AppLogSaying
}

struct AppLogHead {
  var stamp: TextStamp?
  /// The line says nothing of its own.
  var isRepetition = false
}

/// What a line of an app's log says.
enum AppLogSaying {
  /// Nothing that is followed, in a line that is the app's all the same.
  case own
  /// It is not a line of the app, whatever it begins with.
  case other
  /// The rest of a value is in the next line.
  case unfinished
  case entry(AppLogEntry)
  case entries([AppLogEntry])
  /// The app asks for something, or says what it is about to ask for.
  case asks(Request)
  /// The configuration of this characteristic is written next.
  case configures(String)
  /// Values of this characteristic are sent from now on, or no more.
  case turns(String, isOn: Bool)
  /// Why the connection ends, as the next lines say.
  case reason(UInt32)
  /// A request was refused, or something else failed, with this status.
  case fails(UInt32)
  /// A value was written, which an earlier line has.
  case written(String, isDescriptor: Bool)
  /// The list of all attributes begins.
  case tree
  /// What follows is of the app's own server.
  case ownServer

  struct Request {
    enum Kind { case read, write, writeCommand }
    /// `nil`: that of the line before.
    var kind: Kind?
    var attribute: String
    var isDescriptor = false
    var value: [UInt8]?
  }
}

extension AppLogSaying {
  /// An entry about an attribute with a value.
  static func value(
    _ kind: AppLogEntry.Kind, attribute: String, value: [UInt8], isDescriptor: Bool = false
  ) -> AppLogSaying {
    var entry = AppLogEntry(kind, attribute)
    entry.value = value
    entry.isDescriptor = isDescriptor
    return .entry(entry)
  }
}

// MARK: Words of the lines

extension TextLine {
  /// Everything from here on, without blanks at the ends.
  var rest: String {
    var range = text[min(at, text.count)...]
    while let first = range.first, Self.isBlank(first) { range = range.dropFirst() }
    while let last = range.last, Self.isBlank(last) { range = range.dropLast() }
    return String(decoding: range, as: UTF8.self)
  }

  /// What stands before the words, and then takes both.
  mutating func takeText(before words: StaticString) -> String? {
    guard let end = find(words) else { return nil }
    let taken = String(decoding: text[at..<end], as: UTF8.self)
    at = end + words.utf8CodeUnitCount
    return taken
  }

  /// A UUID of 16, 32 or 128 bits in digits, as it is written; at most 36 characters.
  mutating func takeUUID() -> String? {
    let start = at
    var digits = 0
    while let next, at - start < 36, hexDigit(next) != nil || next == UInt8(ascii: "-") {
      if next != UInt8(ascii: "-") { digits += 1 }
      at += 1
    }
    guard digits == 4 || digits == 8 || digits == 32, isAtWordEnd else {
      at = start
      return nil
    }
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  /// An address of a device, which may be masked: `A4:XX:XX:XX:XX:7C`.
  mutating func takeAddress() -> String? {
    guard text.count - at >= 17 else { return nil }
    for i in 0..<17 {
      let byte = text[at + i]
      if i % 3 == 2 {
        guard byte == UInt8(ascii: ":") else { return nil }
      } else if hexDigit(byte) == nil, byte | 0x20 != UInt8(ascii: "x"), byte != UInt8(ascii: "*") {
        return nil
      }
    }
    defer { at += 17 }
    return String(decoding: text[at..<at + 17], as: UTF8.self)
  }

  /// Octets with hyphens between them, `01-02-03`, or blanks, or nothing, or some of each.
  ///
  /// - Returns: `nil` where something else is among them, or half an octet.
  mutating func takeOctets(upTo end: UInt8? = nil, limit: Int = 1024) -> [UInt8]? {
    var octets: [UInt8] = []
    let start = at
    while let next, next != end {
      if Self.isBlank(next) || next == UInt8(ascii: "-") {
        at += 1
        continue
      }
      guard octets.count < limit, text.count - at >= 2, let high = hexDigit(next),
        let low = hexDigit(text[at + 1])
      else { break }
      octets.append(high << 4 | low)
      at += 2
    }
    if let next, next != end {
      // A comma may be followed by the same as text.
      guard next == UInt8(ascii: ","), !octets.isEmpty else {
        at = start
        return nil
      }
    }
    return octets
  }

  /// A number with a decimal point and `ms`, in microseconds.
  mutating func takeMilliseconds() -> UInt32? {
    let start = at
    guard let whole = decimal(digits: 6) else { return nil }
    var micros = whole * 1000
    if take(".") { micros += UInt64(fraction() / 1_000_000) }
    guard take("ms"), let value = UInt32(exactly: micros) else {
      at = start
      return nil
    }
    return value
  }
}
