import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import bleinspect

@Suite struct OptionsUsageTests {
  @Test(arguments: [
    ("--form csv a", "unknown option '--form'; did you mean --format?"),
    ("--fr 1 a", "unknown option '--fr'; did you mean --frame, --from or --from-runs?"),
    ("--verb packets a", "unknown option '--verb'; did you mean --verbose?"),
    ("--formta=csv a", "unknown option '--formta'; did you mean --format?"),
    ("--colour never a", "unknown option '--colour'; did you mean --color?"),
    ("--nothing-like a", "unknown option '--nothing-like'"),
    ("--decode f a", "unknown option '--decode'; did you mean --decoders?"),
    ("--from-t a", "unknown option '--from-t'; did you mean --format or --from?"),
    ("--coun 3 a", "unknown option '--coun'; did you mean --count?"),
    ("--= a", "unknown option '--'"),
    ("--hci0=1 a", "unknown option '--hci0'; did you mean --hci?"),
    ("--hcix a", "unknown option '--hcix'; did you mean --hci?"),
    ("-z a", "unknown option '-z'"), ("-5 a", "unknown option '-5'"),
    ("-vz a", "unknown option '-z'"), ("-W a", "unknown option '-W'"),
    ("-format csv a", "unknown option '-format'; did you mean --format?"),
    ("-output=b a", "unknown option '-output=b'; did you mean --output?"),
    ("-ü a", "unknown option '-ü'"),
    ("a --Quiet", "unknown option '--Quiet'; did you mean --quiet?"),
  ])
  func refusesWhatIsNoOption(line: String, message: String) {
    expect(problem(line), equals: message)
  }

  @Test func refusesEveryAbbreviation() {
    for option in OptionDeclaration.all {
      let long = option.name
      for length in 1..<long.count {
        let short = String(long.prefix(length))
        guard !OptionDeclaration.all.contains(where: { $0.name == short }) else { continue }
        let said = problem("packets --\(short)\(option.value == nil ? "" : "=1") a")
        expect(said?.hasPrefix("unknown option '--\(short)'; did you mean"), equals: true)
        expect(said?.contains("--\(long)"), equals: true)
      }
    }
  }

  @Test(arguments: [
    ("a --format", "--format needs a value: --format FORMAT[=FILE]"),
    ("a -n", "--count needs a value: -n, --count N"), ("a --hci", "--hci needs a value: --hci N"),
    ("--quiet=1 a", "--quiet takes no value"), ("--help=gatt", "--help takes no value"),
    ("--output= a", "--output '': is empty"), ("--device= a", "--device '': is empty"),
    ("--from= a", "--from '': is empty"),
  ])
  func wantsValuesWhereTheyBelong(line: String, message: String) {
    expect(problem(line), equals: message)
  }

  @Test(arguments: [
    ("--format xml a", "--format 'xml': expected text, ndjson, csv, json or markdown"),
    (
      "--format jsn a",
      "--format 'jsn': expected text, ndjson, csv, json or markdown; did you mean json?"
    ),
    ("packets --format csv a", "--format 'csv': expected text or ndjson"),
    ("packets --format json a", "--format 'json': expected text or ndjson"),
    (
      "gatt --format ndjson a",
      "--format 'ndjson': expected text, json or junit; did you mean json?"
    ),
    ("gatt a --format csv", "--format 'csv': expected text, json or junit"),
    ("--adverts some a", "--adverts 'some': expected changes, all or none"),
    ("--time now a", "--time 'now': expected relative, utc, local, epoch or delta"),
    ("--units imperial a", "--units 'imperial': expected metric or us"),
    ("--color yes a", "--color 'yes': expected auto, always or never"),
    ("--tmp006-s0 5e-14 a", "--tmp006-s0 '5e-14': expected 5.593e-14 or 6.4e-14"),
    ("--tmp006-s0 nan a", "--tmp006-s0 'nan': expected 5.593e-14 or 6.4e-14"),
    (
      "--event notificaton a",
      "--event 'notificaton': unknown kind of event 'notificaton'; did you mean notification?"
    ),
    (
      "--event read,write-command a",
      "--event 'read,write-command': unknown kind of event 'write-command'; did you mean write_command?"
    ),
    (
      "--event connection a",
      "--event 'connection': unknown kind of event 'connection'; did you mean connection_updated?"
    ),
    (
      "--event notify a",
      "--event 'notify': unknown kind of event 'notify'; did you mean notification?"
    ),
    ("--event read, a", "--event 'read,': unknown kind of event ''"),
    ("--event capture a", "--event 'capture': unknown kind of event 'capture'"),
  ])
  func refusesOtherWords(line: String, message: String) {
    expect(problem(line), equals: message)
  }

  @Test(arguments: ["0", "-1", "x", "1.5", "+1", "18446744073709551616", "0x1"])
  func refusesNumbers(value: String) {
    let why = value.count < 20 ? "expected a number from 1" : "the number is too large"
    expect(problem("-n \(value) a"), equals: "--count '\(value)': \(why)")
    expect(problem("--connection=\(value) a"), equals: "--connection '\(value)': \(why)")
  }

  @Test(arguments: ["0", "0000", "10000", "00012", "0x", "x", "+1", "-1", "12 ", "0x0x1", "G"])
  func refusesHandles(value: String) {
    #expect(throws: UsageError("--handle '\(value)': expected a handle in hex, 0001 to FFFF")) {
      try parse(["--handle", value, "a"])
    }
  }

  @Test(arguments: ["65536", "-1", "x", "hci0", "999999999999999999999"])
  func refusesAdapters(value: String) {
    expect(
      problem("--hci \(value) a"),
      equals: "--hci '\(value)': expected the index of an adapter, 0 to 65535")
  }

  @Test(arguments: ["0", "0-3", "-0", "-", "1-2-3", "--", "a", "1-b", "+1", "1..2", "1,2", "--3"])
  func refusesFrames(value: String) {
    expect(
      problem("--frame \(value) a"),
      equals: "--frame '\(value)': expected records as A, A-B, A- or -B, counted from 1")
  }

  @Test func refusesSpansThatRunBackwards() {
    expect(problem("--frame 9-3 a"), equals: "--frame '9-3': the first record is after the last")
    expect(problem("--from 2 --to 1 a"), equals: "--from is later than --to")
    expect(
      problem("--from 2020-01-01T00:00:00Z --to 2019-12-31T23:59:59.9Z a"),
      equals: "--from is later than --to")
    #expect(throws: Never.self) { try invocation("--from 2020-01-01T00:00:00Z --to 1 a") }
    #expect(throws: Never.self) { try invocation("--from 1 --to 1 a") }
  }

  @Test func refusesTimes() {
    expect(
      problem("--from noon a"),
      equals: "--from 'noon': expected seconds (12.5, -3), hours and minutes (2:01:05.3) or a date "
        + "and time with its zone (2025-08-25T13:49:15.984Z), or as the report shows it after a jump of the "
        + "clock (S2+12.5)")
  }

  @Test func refusesFormsOfTextElsewhere() {
    expect(problem("packets --format ndjson -v a"), equals: "--verbose needs --format text")
    expect(problem("packets -x --format ndjson a"), equals: "--bytes needs --format text")
  }

  @Test(arguments: [
    ("--frame 99999999999999999999 a", "--frame '99999999999999999999'"),
    ("--frame 1-99999999999999999999 a", "--frame '1-99999999999999999999'"),
    ("--to 99999999999 a", "--to '99999999999'"), ("live --for 99999999999", "--for '99999999999'"),
    ("convert --to 99999999999 a b.pcap", "--to '99999999999'"),
  ])
  func tellsWhatIsTooLarge(line: String, option: String) {
    expect(problem(line), equals: "\(option): the number is too large")
  }

  @Test func countsNanoseconds() {
    expect(problem("--from 0.1234567891 a"), equals: "--from '0.1234567891': more than 9 decimals")
  }

  @Test func wantsCaptures() {
    let none = "missing capture: expected files, or - for standard input"
    expect(problem(""), equals: none)
    expect(problem("packets"), equals: none)
    expect(problem("--quiet"), equals: none)
    expect(problem("--"), equals: none)
    expect(problem("- -"), equals: "standard input (-) can be read only once")
    expect(problem("a b --output b"), equals: "--output 'b' is one of the captures")
    #expect(throws: UsageError("empty name of a capture")) { try parse([""]) }
  }

  @Test func toldAboutTheCommandThatWasMeant() throws {
    do {
      _ = try parse(["gatt", "--format", "csv", "a"])
      Issue.record("no error")
    } catch {
      expect(error.message.hasSuffix("\nTry 'bleinspect gatt --help'."))
    }
  }

  @Test func tellsWhichCommandWasMeant() throws {
    expect(
      problem("walk.log stats", files: ["walk.log"]),
      equals: "no file 'stats': a command comes before the captures")
    expect(problem("packet a"), equals: "no command and no file 'packet'; did you mean 'packets'?")
    expect(
      problem("--quiet statz a"), equals: "no command and no file 'statz'; did you mean 'stats'?")
    expect(
      problem("rep a"), equals: "no command and no file 'rep'; did you mean 'report' or 'replay'?")
    // A file may have any name.
    let file = Invocation(command: .report, files: ["packet"], options: ReadingOptions())
    try expect(parse(["packet"], files: ["packet"]), equals: .run(file))
    try expect(parse(["--", "packet"]), equals: .run(file))
    try expect(invocation("./packet").files, equals: ["./packet"])
    try expect(invocation("walk.log packet").files, equals: ["walk.log", "packet"])
    // One that cannot be read is there all the same.
    let folder = try TemporaryFolder()
    let outcome = try Program.shell(
      "cd '\(folder.url.path)' && mkdir packet && \"$B\" packet")
    expect(outcome.errors.hasPrefix("bleinspect: packet: "))
    expect(!outcome.errors.contains("did you mean"))
  }

  @Test(arguments: ["packets", "exchange", "learn", "trace", "gatt", "replay"])
  func helpTellsWhichAdvertisementsThereAre(command: String) throws {
    let first = ["packets": "all", "trace": "all", "exchange": "none", "learn": "none"]
    let help = try Program.run([command, "--help"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(help.contains(" \(first[command] ?? "changes") (default)"))
    expect(help.contains("--adverts WHICH"))
  }

  @Test func wordsOfTheUserCannotSteerATerminal() {
    do {
      _ = try parse(["--format", "\u{1B}[2J\u{9B}x\u{202E}", "a"])
      Issue.record("no error")
    } catch {
      expect(error.message.hasPrefix("--format '\\u{1B}[2J\\u{009B}x\\u{202E}'"))
      expect(!error.message.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
      expect(!error.message.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test func distances() {
    expect(Suggestion.distance("", ""), equals: 0)
    expect(Suggestion.distance("abc", ""), equals: 3)
    expect(Suggestion.distance("", "abc"), equals: 3)
    expect(Suggestion.distance("format", "fromat"), equals: 1)
    expect(Suggestion.distance("kitten", "sitting"), equals: 3)
    expect(Suggestion.words(for: "", among: ["a"]), equals: [])
    expect(Suggestion.alternatives([]), equals: "")
  }
}
