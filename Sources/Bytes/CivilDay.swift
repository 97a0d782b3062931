/// A date of the proleptic Gregorian calendar.
package struct CivilDay: Equatable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// A month is 1 to 12; a day that the month does not have is one of the next month's.
  package init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Whether its month has it.
  package var exists: Bool { CivilDay(number: number) == self }

  /// Days since 1970-01-01; negative before.
  package var number: Int64 {
    // Years that begin in March, so that the leap day is their last.
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// - number: days since 1970-01-01.
  package init(number: Int64) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2024-03-01T00:09:58` as seconds since 1970-01-01; fractions are left out. `nil`: it is no such date.
  package static func seconds(of text: RawSpan) -> Int64? {
    func number(_ start: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for place in start..<start + count {
        guard place < text.byteCount else { return nil }
        let digit = Int64(text.uint8(at: place)) - 0x30
        guard 0...9 ~= digit else { return nil }
        value = value * 10 + digit
      }
      return value
    }
    guard text.byteCount >= 19,
      zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy({ text.uint8(at: $0) == $1 }),
      let year = number(0, 4), let month = number(5, 2),
      let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2),
      let second = number(17, 2), 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60,
      second < 60
    else { return nil }
    let date = CivilDay(year: year, month: month, day: day)
    guard date.exists else { return nil }
    return ((date.number * 24 + hour) * 60 + minute) * 60 + second
  }
}
