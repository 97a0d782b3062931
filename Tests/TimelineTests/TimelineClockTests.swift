import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

@testable import Timeline

@Suite struct TimelineClockTests {
  private func text(_ nanoseconds: Int64, _ decimals: Int = 6) -> String {
    written { $0.append(seconds: nanoseconds, decimals: decimals) }
  }

  @Test func seconds() {
    expect(text(0), equals: "0.000000")
    expect(text(1), equals: "0.000000")
    expect(text(1, 9), equals: "0.000000001")
    expect(text(999_999_999), equals: "0.999999")
    expect(text(1_000_000_000), equals: "1.000000")
    expect(text(61_234_567_891, 9), equals: "61.234567891")
    expect(text(61_234_567_891, 3), equals: "61.234")
    expect(text(-500_000_000), equals: "-0.500000")
    expect(text(-86_400_000_001_000), equals: "-86400.000001")
    expect(text(.max), equals: "9223372036.854775")
    expect(text(.min, 9), equals: "-9223372036.854775808")
  }

  /// Where counting ends, people are told that it is more.
  @Test func endsOfCounting() {
    expect(written { $0.append(milliseconds: Int64.max) }, equals: ">9223372036")
    expect(written { $0.append(milliseconds: Int64.min) }, equals: "<-9223372036")
    expect(written { $0.append(milliseconds: Int64.max - 1) }, equals: "9223372036.854")
    expect(written { $0.append(days: .max) }, equals: "over 292 years")
    expect(written { $0.append(duration: .max) }, equals: "over 292 years")
    expect(written { $0.append(days: 86_400_000_000_000) }, equals: "1 d 00:00:00")
  }

  /// Hours from an hour on, and sections after jumps of the clock.
  @Test func momentsForPeople() {
    let clock = TimelineClock(origin: CaptureTime(seconds: 100, nanoseconds: 0), decimals: 6)
    func moment(_ seconds: Int64, _ nanoseconds: UInt32 = 0) -> CaptureTime {
      CaptureTime(seconds: seconds, nanoseconds: nanoseconds)
    }
    func text(_ seconds: Int64, _ nanoseconds: UInt32 = 0) -> String {
      written { $0.append(moment(seconds, nanoseconds), of: clock) }
    }
    expect(text(3699, 999_999_999), equals: "3599.999")
    expect(text(3700), equals: "1:00:00.000")
    expect(text(7365, 300_000_000), equals: "2:01:05.300")
    expect(text(-7165), equals: "-2:01:05.000")
    expect(text(.max), equals: ">9223372036")
    let start = moment(1_000_000)
    clock.sections.note(start, after: moment(200), origin: clock.origin)
    // Less than a day, and back.
    clock.sections.note(moment(1_050_000), after: moment(1_000_001), origin: clock.origin)
    clock.sections.note(moment(900_000), after: moment(300), origin: clock.origin)
    expect(text(1_000_012, 500_000_000), equals: "S2+12.500")
    expect(text(1_007_265), equals: "S2+2:01:05.000")
    expect(text(150), equals: "50.000")
    expect(clock.nanoseconds(.section(2, -1_000_000_000)), equals: 999_899_000_000_000)
    expect(clock.nanoseconds(.section(3, 0)), equals: .max)
    clock.sections.note(moment(5_000_000), after: start, origin: clock.origin)
    expect(text(5_000_001), equals: "S3+1.000")
    expect(clock.nanoseconds(.section(3, 0)), equals: 4_999_900_000_000_000)
  }

  @Test func countsFromItsOrigin() {
    let clock = TimelineClock(
      origin: CaptureTime(seconds: 10, nanoseconds: 900_000_000), decimals: 6)
    func t(_ seconds: Int64, _ nanoseconds: UInt32) -> String {
      written { clock.write(CaptureTime(seconds: seconds, nanoseconds: nanoseconds), to: &$0) }
    }
    expect(t(10, 900_000_000), equals: "0.000000")
    expect(t(11, 0), equals: "0.100000")
    expect(t(10, 0), equals: "-0.900000")
    expect(t(.max, 0), equals: "9223372036.854775")
    expect(t(.min, 0), equals: "-9223372036.854775")
  }
}

@Suite struct ElapsedTests {
  /// The short way is the long one, wherever it is taken.
  @Test func elapsedIsWhatNanosecondsSay() {
    let seconds: [Int64] = [
      .min, -9_000_000_001, -1, 0, 1, 59, 1_750_000_000, 8_999_999_999, 9_000_000_000,
      9_223_372_036, 10_000_000_000, .max,
    ]
    let parts: [UInt32] = [0, 1, 499_999_999, 500_000_000, 999_999_999]
    var taken = 0
    for origin in seconds {
      for start in parts {
        let clock = TimelineClock(
          origin: CaptureTime(seconds: origin, nanoseconds: start), decimals: 6)
        for second in seconds {
          for part in parts {
            let time = CaptureTime(seconds: second, nanoseconds: part)
            guard let (whole, rest) = clock.elapsed(time) else { continue }
            taken += 1
            expect(Int64(whole) * 1_000_000_000 + Int64(rest), equals: clock.nanoseconds(time))
          }
        }
      }
    }
    expect(taken > 800)
  }
}

@Suite struct PrologueTests {
  private static let hour: Int64 = 3600
  private static let connected: [UInt8] = [0x3E, 0x13, 0x01, 0x00, 0x01, 0x00]
  private static let failed: [UInt8] = [0x3E, 0x13, 0x01, 0x3E, 0x01, 0x00]

  private func origin(
    _ records: [(seconds: Int64, kind: RecordKind, bytes: [UInt8])]
  ) -> Int64? {
    var prologue = Prologue()
    for (index, entry) in records.enumerated() {
      prologue.add(
        CaptureRecord(
          frame: UInt64(index + 1), time: CaptureTime(seconds: entry.seconds, nanoseconds: 0),
          kind: entry.kind, direction: .received, adapter: nil,
          originalLength: entry.bytes.count, file: 0),
        bytes: entry.bytes.rawBytes)
    }
    return prologue.origin?.seconds
  }

  @Test func theFirstRecordWithoutAJump() {
    expect(origin([]) == nil)
    expect(origin([(7, .event, [])]), equals: 7)
    expect(origin([(7, .event, []), (7 + Self.hour, .event, [])]), equals: 7)
  }

  @Test func theRecordAfterTheLastJump() {
    let after = 7 + Self.hour + 1
    expect(origin([(7, .event, []), (after, .event, []), (after + 9, .event, [])]), equals: after)
    expect(
      origin([(7, .event, []), (after, .event, []), (after * 3, .event, [])]), equals: after * 3)
  }

  /// The clock jumped at the end: most records count from the first.
  @Test func aJumpAfterMostRecordsIsNone() {
    func jump(after count: Int, of total: Int) -> Int64? {
      origin(
        (1...total).map { index in
          (seconds: Int64(index <= count ? 7 : 7 + 2 * Self.hour), kind: .event, bytes: [])
        })
    }
    expect(jump(after: 40, of: 60), equals: 7)
    expect(jump(after: 61, of: 64), equals: 7)
    expect(jump(after: 30, of: 60), equals: 7 + 2 * Self.hour)
    expect(jump(after: 8, of: 9), equals: 7 + 2 * Self.hour)
  }

  @Test func timeThatFallsIsNoJump() {
    expect(origin([(9 * Self.hour, .event, []), (0, .event, [])]), equals: 9 * Self.hour)
  }

  @Test func noJumpCountsWithAConnection() {
    let after = 7 + 2 * Self.hour
    expect(origin([(7, .event, Self.connected), (after, .event, [])]), equals: 7)
    expect(origin([(7, .acl, []), (after, .event, [])]), equals: 7)
    expect(origin([(7, .event, Self.failed), (after, .event, [])]), equals: after)
    expect(origin([(7, .event, [0x3E]), (after, .event, [])]), equals: after)
  }
}
