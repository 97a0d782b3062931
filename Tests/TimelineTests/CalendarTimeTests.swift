import BTSnoop
import Bytes
import Foundation
import TestSupport
import Testing

@testable import Timeline

@Suite struct CalendarTimeTests {
  private func date(_ seconds: Int64) -> String {
    let time = CalendarTime(unixSeconds: seconds)
    return "\(time.year)-\(time.month)-\(time.day) \(time.hour):\(time.minute):\(time.second)"
  }

  @Test(
    arguments: [
      (0, "1970-1-1 0:0:0"),
      (-1, "1969-12-31 23:59:59"),
      (59, "1970-1-1 0:0:59"),
      (86_399, "1970-1-1 23:59:59"),
      (951_782_400, "2000-2-29 0:0:0"),
      (951_868_800, "2000-3-1 0:0:0"),
      (1_709_164_800, "2024-2-29 0:0:0"),
      (1_709_251_200, "2024-3-1 0:0:0"),
      (1_772_355_600, "2026-3-1 9:0:0"),
      (4_107_542_399, "2100-2-28 23:59:59"),
      (4_107_542_400, "2100-3-1 0:0:0"),
      (-2_203_891_201, "1900-2-28 23:59:59"),
      (-2_203_891_200, "1900-3-1 0:0:0"),
      (-62_167_219_200, "0-1-1 0:0:0"),
      (-62_167_219_201, "-1-12-31 23:59:59"),
      (253_402_300_799, "9999-12-31 23:59:59"),
      (253_402_300_800, "10000-1-1 0:0:0"),
    ] as [(Int64, String)])
  func knownDates(seconds: Int64, expected: String) {
    expect(date(seconds), equals: expected)
  }

  @Test func everyDayOfEightCenturiesFollowsTheOneBefore() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var year: Int64 = 1600
    var month = 1
    var day = 1
    var seconds: Int64 = -11_676_096_000
    while year < 2400 {
      let time = CalendarTime(unixSeconds: seconds)
      guard time.year == year, time.month == month, time.day == day, time.hour == 0 else {
        Issue.record("\(seconds): \(time), expected \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      seconds += 86_400
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
    }
  }

  @Test func theEndsOfTheNumbersDoNotTrap() {
    _ = CalendarTime(unixSeconds: .min)
    _ = CalendarTime(unixSeconds: .max)
  }
}

@Suite struct TimestampWriterTests {
  private func text(_ seconds: Int64, _ nanoseconds: UInt32 = 0, decimals: Int = 6) -> String? {
    var writer = TimestampWriter()
    var isWritten = false
    let text = written {
      isWritten = writer.write(
        CaptureTime(seconds: seconds, nanoseconds: nanoseconds), decimals: decimals, to: &$0)
    }
    if !isWritten { expect(text.isEmpty) }
    return isWritten ? text : nil
  }

  @Test func decimals() {
    expect(text(1_772_355_600, 123_456_789), equals: "2026-03-01T09:00:00.123456Z")
    expect(text(1_772_355_600, 123_456_789, decimals: 9), equals: "2026-03-01T09:00:00.123456789Z")
    expect(text(1_772_355_600, 999), equals: "2026-03-01T09:00:00.000000Z")
    expect(text(1_772_355_600, 999, decimals: 9), equals: "2026-03-01T09:00:00.000000999Z")
  }

  @Test func yearsThatHaveFourDigits() {
    expect(text(-62_167_219_200), equals: "0000-01-01T00:00:00.000000Z")
    expect(text(-62_167_219_201, 999_999_999) == nil)
    expect(text(-62_135_596_800), equals: "0001-01-01T00:00:00.000000Z")
    expect(text(-1, 999_999_000), equals: "1969-12-31T23:59:59.999999Z")
    expect(text(253_402_300_799, 999_999_999), equals: "9999-12-31T23:59:59.999999Z")
    expect(text(253_402_300_800) == nil)
    expect(text(.min) == nil)
    expect(text(.max) == nil)
  }

  @Test func whatIsKeptOfOneMomentDoesNotLastIntoAnother() {
    var writer = TimestampWriter()
    let text = written { out in
      for seconds: Int64 in [0, 0, 253_402_300_800, 253_402_300_800, 1, 0, 86_400] {
        _ = writer.write(
          CaptureTime(seconds: seconds, nanoseconds: 5000), decimals: 6, to: &out)
        out.append("\n")
      }
    }
    expect(
      text,
      equals: """
        1970-01-01T00:00:00.000005Z
        1970-01-01T00:00:00.000005Z


        1970-01-01T00:00:01.000005Z
        1970-01-01T00:00:00.000005Z
        1970-01-02T00:00:00.000005Z

        """)
  }

  @Test func agreesWithFoundation() {
    var generator = SplitMix(seed: 1)
    let style = Date.ISO8601FormatStyle(timeZone: .gmt)
    for _ in 0..<2000 {
      // From 1589 on: Foundation's calendar is Julian before 1582, RFC 3339 Gregorian throughout.
      let seconds = Int64.random(in: -12_000_000_000...250_000_000_000, using: &generator)
      let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
      expect(text(seconds)?.replacing(".000000", with: ""), equals: expected)
    }
  }
}
