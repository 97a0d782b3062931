import Bytes
import TestSupport
import Testing

@Suite struct CivilDayTests {
  @Test(
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
      (2026, 11, 29, 20_786), (1600, 2, 29, -135_081), (0, 1, 1, -719_528), (0, 2, 29, -719_469),
      (9999, 12, 31, 2_932_896),
    ] as [(Int64, Int64, Int64, Int64)]) func daysAreCountedFrom1970(
      _ year: Int64, _ month: Int64, _ day: Int64, _ number: Int64
    )
  {
    expect(CivilDay.number(year: year, month: month, day: day), equals: number)
    let date = CivilDay.date(number)
    expect(date == (year, month, day), "\(date)")
  }

  @Test func everyDayFollowsTheOneBefore() {
    var last = CivilDay.date(-1)
    for number in 0...1_500 as ClosedRange<Int64> {
      let date = CivilDay.date(number)
      expect(CivilDay.number(year: date.year, month: date.month, day: date.day), equals: number)
      expect(date.day == last.day + 1 || date.day == 1 && date.month != last.month)
      last = date
    }
  }
}
