import Bytes

extension Int64 {
  /// Seconds from the beginning of 1970 to a date and time as values show them, `2024-02-29T23:59:58`; `nil`: it is
  /// none.
  init?(dateIn text: RawSpan) {
    guard text.byteCount == 19 else { return nil }
    func number(_ at: Int, _ digits: Int) -> Int64? {
      var number: Int64 = 0
      for place in at..<(at + digits) {
        let byte = text.uint8(at: place)
        guard 0x30...0x39 ~= byte else { return nil }
        number = number * 10 + Int64(byte & 0x0F)
      }
      return number
    }
    for (place, mark) in [(4, 0x2D), (7, 0x2D), (10, 0x54), (13, 0x3A), (16, 0x3A)]
      as [(Int, UInt8)]
    where text.uint8(at: place) != mark { return nil }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60
    else { return nil }
    // Years are counted from March, so that the leap day is the last one.
    let sinceMarch = (month + 9) % 12
    let years = year - (sinceMarch > 9 ? 1 : 0)
    let leapDays = years / 4 - years / 100 + years / 400
    let days = 365 * years + leapDays + (153 * sinceMarch + 2) / 5 + day - 719_469
    self = ((days * 24 + hour) * 60 + minute) * 60 + second
  }
}
