import TestSupport
import Testing

/// Numbers at the ends of what an option takes, and just beyond.
@Suite struct OptionLimitTests {
  private let capture = Program.capture("polar-h7.btsnoop")

  @Test(arguments: [
    ["-n", "18446744073709551615"], ["--connection", "18446744073709551615"],
    ["--frame", "18446744073709551615"], ["--frame", "1-18446744073709551615"],
    ["--frame", "-18446744073709551615"], ["--frame", "18446744073709551615-"],
    ["--hci", "65535"], ["--hci65535"], ["--handle", "FFFF"], ["--handle", "0xffff"],
    ["--device", "18446744073709551615"], ["--device", "99999999999999999999999"],
    ["--device", "0"], ["--device", "-1"], ["--from", "-9223372036.854775807"],
    ["--from", "9223372036.854775807"], ["--to", "9223372036.854775807"],
    ["--to", "-9223372036.854775807"], ["--from", "0000-01-01T00:00:00+23:59"],
    ["--to", "9999-12-31T23:59:60.999999999-23:59"], ["--from", "0.000000001"],
  ])
  func isTaken(options: [String]) throws {
    for command in [[], ["packets"], ["--format", "ndjson"]]
    where options.first != "--handle" || command.isEmpty {
      let outcome = try Program.run(command + options + [capture])
      expect(outcome.status, equals: 0, "\(command) \(outcome.errors)")
      // No device and no connection has such a number.
      let isMiss = ["--device", "--connection"].contains(options.first)
      expect(isMiss, equals: outcome.errors.hasPrefix("bleinspect: nothing matches \(options[0]) "))
      // Where all else is selected away, that is said, too.
      let name = options[0].prefix { !$0.isNumber }
      let said = "bleinspect: nothing in the capture matches \(name)\n"
      expect(isMiss || ["", said].contains(outcome.errors))
      if command == ["--format", "ndjson"], !isMiss {
        let isNothing = outcome.lines.count { !$0.isEmpty } <= 1
        expect(isNothing, equals: (outcome.errors == said), "\(options) \(outcome.errors)")
      }
    }
  }

  @Test(arguments: [
    ["-n", "18446744073709551616"], ["-n", "0"], ["-n", "-1"], ["-n", "+1"], ["-n", "1e3"],
    ["-n", "٣"], ["--connection", "18446744073709551616"], ["--frame", "18446744073709551616"],
    ["--frame", "0-1"], ["--frame", "2-1"], ["--frame", "1-2-3"], ["--frame", "--"],
    ["--hci", "65536"], ["--hci65536"], ["--handle", "10000"], ["--handle", "0"],
    ["--handle", "-1"], ["--from", "9223372036.854775808"], ["--from", "99999999999999999999"],
    ["--from", "1.0000000001"], ["--from", "nan"], ["--from", "inf"], ["--from", "0x10"],
    ["--from", "2025-02-29T00:00:00Z"], ["--from", "2025-01-01T00:00:00+24:00"],
    ["--to", "10000-01-01T00:00:00Z"], ["--tmp006-s0", "nan"], ["--tmp006-s0", "1e999"],
  ])
  func isRefused(options: [String]) throws {
    let outcome = try Program.run(options + [capture])
    expect(outcome.status, equals: 2)
    expect(outcome.bytes.isEmpty)
    expect(outcome.errors.contains("--help"))
  }

  @Test func wordsWithoutAnEnd() throws {
    let long = String(repeating: "x", count: 100_000)
    for options in [
      ["--\(long)"], ["--format", long], ["--uuid", long], ["--event", long], ["-n", long],
      ["--from", long], ["--hci\(long)"], ["--hci" + String(repeating: "9", count: 100_000)],
      [long],
    ] {
      try expect(Program.run(options + [capture]).status, equals: 2, "\(options[0].prefix(20))")
    }
    try expect(Program.run(["--device", long, capture]).status, equals: 0)
  }
}
