import Bytes

/// A time as a log prints it.
struct TextStamp: Equatable {
  /// What it counts from.
  enum Clock {
    /// The start of a program or device.
    case elapsed
    /// Midnight, of some day.
    case timeOfDay
    /// A day of some year.
    case yearless
    /// A date of the recorder's clock, whose zone is not said.
    case local
    case universal
  }

  var clock: Clock
  var time: CaptureTime

  init(_ clock: Clock, seconds: Int64, nanoseconds: UInt32 = 0) {
    self.clock = clock
    time = CaptureTime(seconds: seconds, nanoseconds: nanoseconds)
  }

  init(_ clock: Clock, microseconds: UInt64) {
    self.clock = clock
    time = CaptureTime(unixMicroseconds: Int64(clamping: microseconds))
  }

  /// This stamp by a clock that the form knows better.
  func by(_ other: Clock) -> TextStamp {
    var stamp = self
    stamp.clock = other
    return stamp
  }
}

extension TextLine {
  /// A date and time, or a time, in brackets or not, and the blanks after it.
  ///
  /// `2026-03-01 09:00:00.002400`, `2026-03-01T09:00:00.0024Z`, `May 22 07:49:33.066`, `09:00:00.002`.
  mutating func stamp() -> TextStamp? {
    let start = at
    if next == UInt8(ascii: "[") { at += 1 }
    guard var stamp = datedStamp() ?? namedStamp() ?? timeOfDay() else {
      at = start
      return nil
    }
    if stamp.clock == .local { takeZone(of: &stamp) }
    if next == UInt8(ascii: "]") { at += 1 }
    // It is not the beginning of something else.
    guard let next, !TextLine.isBlank(next) else { return stamp }
    if takeMark(":]\"") { return stamp }
    at = start
    return nil
  }

  /// The last date and time before the position `end`.
  func lastStamp(before end: Int) -> TextStamp? {
    var line = TextLine(Array(text.prefix(min(end, text.count))), number: number)
    var last: TextStamp?
    while line.at < line.text.count {
      if let stamp = line.stamp() {
        last = stamp
        continue
      }
      // A number or a word is one as a whole.
      repeat {
        line.at += 1
      } while line.at < line.text.count
        && !TextLine.isBlank(line.text[line.at - 1]) && line.text[line.at - 1] != UInt8(ascii: "[")
    }
    return last
  }

  private mutating func datedStamp() -> TextStamp? {
    let start = at
    guard let year = decimal(digits: 4), at - start == 4, takeMark("-/"),
      let month = decimal(digits: 2), takeMark("-/"), let day = decimal(digits: 2),
      takeMark("T "), let time = timeOfDay()
    else {
      at = start
      return nil
    }
    return dated(time, year: Int64(year), month: Int64(month), day: Int64(day), clock: .local)
      ?? {
        at = start; return nil
      }()
  }

  private static let months: [StaticString] = [
    "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
  ]

  private mutating func namedStamp() -> TextStamp? {
    let start = at
    for (number, month) in Self.months.enumerated() where take(month) {
      takeBlanks()
      guard let day = decimal(digits: 2), takeMark(" "), let time = timeOfDay() else { break }
      // Any leap year has all days.
      if let stamp = dated(
        time, year: 1972, month: Int64(number) + 1, day: Int64(day), clock: .yearless)
      {
        return stamp
      }
    }
    at = start
    return nil
  }

  private func dated(
    _ time: TextStamp, year: Int64, month: Int64, day: Int64, clock: TextStamp.Clock
  ) -> TextStamp? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let days = CivilDay(year: year, month: month, day: day).number
    return TextStamp(
      clock, seconds: days * 86_400 + time.time.seconds, nanoseconds: time.time.nanoseconds)
  }

  private mutating func timeOfDay() -> TextStamp? {
    let start = at
    guard let hours = decimal(digits: 2), takeMark(":"), let minutes = decimal(digits: 2),
      minutes < 60, takeMark(":"), let seconds = decimal(digits: 2), seconds < 61
    else {
      at = start
      return nil
    }
    var stamp = TextStamp(.timeOfDay, seconds: Int64(hours * 3600 + minutes * 60 + seconds))
    if takeMark(".,") { stamp.time.nanoseconds = fraction() }
    return stamp
  }

  /// The digits after a decimal point, in nanoseconds.
  mutating func fraction() -> UInt32 {
    var value: UInt32 = 0
    var digits = 0
    while let next, (0x30...0x39).contains(next) {
      if digits < 9 {
        value = value * 10 + UInt32(next & 15)
        digits += 1
      }
      at += 1
    }
    while digits < 9 {
      value *= 10
      digits += 1
    }
    return value
  }

  private mutating func takeZone(of stamp: inout TextStamp) {
    if takeMark("Z") {
      stamp.clock = .universal
      return
    }
    let start = at
    let isEast = next == UInt8(ascii: "+")
    guard takeMark("+-"), let hours = decimal(digits: 2), at - start == 3, hours < 24 else {
      at = start
      return
    }
    _ = takeMark(":")
    let minutes = decimal(digits: 2) ?? 0
    let east = Int64(hours * 3600 + minutes * 60)
    stamp = TextStamp(
      .universal, seconds: stamp.time.seconds + (isEast ? -east : east),
      nanoseconds: stamp.time.nanoseconds)
  }

  /// One of the characters.
  mutating func takeMark(_ marks: StaticString) -> Bool {
    guard let next else { return false }
    let marks = marks.rawBytes
    for i in 0..<marks.byteCount where marks.uint8(at: i) == next {
      at += 1
      return true
    }
    return false
  }
}
