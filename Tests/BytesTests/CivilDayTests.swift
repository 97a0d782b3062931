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
    let date = CivilDay(year: year, month: month, day: day)
    expect(date.number, equals: number)
    expect(CivilDay(number: number), equals: date)
  }

  @Test func everyDayFollowsTheOneBefore() {
    var last = CivilDay(number: -1)
    for number in 0...1_500 as ClosedRange<Int64> {
      let date = CivilDay(number: number)
      expect(date.number, equals: number)
      expect(date.exists)
      expect(date.day == last.day + 1 || date.day == 1 && date.month != last.month)
      last = date
    }
  }

  @Test func aDayThatItsMonthLacksIsOneOfTheNext() {
    let date = CivilDay(year: 2023, month: 2, day: 29)
    expect(!date.exists)
    expect(CivilDay(number: date.number), equals: CivilDay(year: 2023, month: 3, day: 1))
  }
}
