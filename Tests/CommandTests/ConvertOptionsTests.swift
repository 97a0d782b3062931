import BTSnoop
import TestSupport
import Testing

@testable import bleinspect

@Suite struct ConvertOptionsTests {
  @Test func theLastOperandIsWritten() throws {
    let found = try invocation("convert a.log b.log c.pcapng")
    expect(found.command, equals: .convert)
    expect(found.files, equals: ["a.log", "b.log"])
    expect(found.options.output.file, equals: "c.pcapng")
    expect(found.options.writing.target, equals: .pcapng)
    expect(!found.options.output.force)
    let piped = try invocation("convert --force --to btsnoop - -")
    expect(piped.files, equals: ["-"])
    expect(piped.options.output.file == nil)
    expect(piped.options.writing.target, equals: .btsnoop)
    expect(piped.options.output.force)
  }

  @Test func theFormatIsTheEndingsOrWhatIsAskedFor() throws {
    try expect(invocation("convert a x.log").options.writing.target, equals: .btsnoop)
    try expect(
      invocation("convert --to pcapng-monitor a x.log").options.writing.target,
      equals: .pcapngMonitor)
    for target in CaptureTarget.allCases {
      try expect(
        invocation("convert --to \(target.rawValue) a x").options.writing.target, equals: target)
    }
  }

  @Test func redactionOnlyWhereItIsAskedFor() throws {
    let found = try invocation("convert --redact --values measured --map m a x.pcap")
    expect(found.options.writing.redacts)
    expect("\(found.options.redaction.values)", equals: "measured")
    expect(problem("convert --values keep a x.pcap"), equals: "--values needs --redact")
    for option in ["--device 1", "--to 5", "--decrypt", "-n 3"] {
      let text = problem("convert --redact \(option) a x.pcap")
      expect(text?.contains("does not go with --redact"), equals: true, option)
    }
    expect(
      problem("convert --redact --to pcap a -")?.hasPrefix("--redact needs a file"), equals: true)
    try expect(
      invocation("convert --redact --to pcapng a x").options.writing.target, equals: .pcapng)
    let key = "--irk ec0234a357c8ad05341010a60a397d9b"
    try expect(invocation("convert --redact \(key) a x.pcap").unusedOptions, equals: [])
    try expect(invocation("convert \(key) a x.pcap").unusedOptions.count, equals: 1)
  }

  /// `--to` is a time everywhere, and in this command a format, too.
  @Test func toIsATimeAsWell() throws {
    let found = try invocation("convert --to 12.5 --to pcap --from 1 a x")
    expect(found.options.selection.to, equals: .relative(nanoseconds: 12_500_000_000))
    expect(found.options.writing.target, equals: .pcap)
    for target in CaptureTarget.allCases { expect(TimeBound(target.rawValue) == nil) }
    expect(problem("--to pcap a")?.hasPrefix("--to 'pcap': expected seconds"), equals: true)
    expect(problem("convert --from pcap a x.pcap")?.contains("expected seconds"), equals: true)
    expect(problem("convert --from 2 --to 1 a x.pcap"), equals: "--from is later than --to")
  }

  @Test func refusesWhatCannotBeFollowed() {
    let operands = "expected captures and a file to write, or - for standard output"
    expect(problem("convert"), equals: operands)
    expect(problem("convert a.pcap"), equals: operands)
    expect(problem("convert --to pcap - - -"), equals: "standard input (-) can be read only once")
    let formats = CaptureTarget.allCases.map(\.rawValue).joined(separator: ", ")
    expect(
      problem("convert a x.txt"), equals: "'x.txt' has no known extension: use --to \(formats)")
    expect(
      problem("convert a -"),
      equals: "standard output needs a format: use --to \(formats)")
    expect(problem("convert --to pcapgn a x")?.hasSuffix("did you mean pcapng?"), equals: true)
    #expect(throws: UsageError.self) { try parse(["convert", "a", ""]) }
  }

  @Test(arguments: [
    "--format ndjson", "--output x", "--uuid 2A37", "--handle 12", "--event read", "--errors",
    "--adverts all", "--all", "--time utc", "--units us", "--tmp006-s0 6.4e-14",
    "-v", "-x",
  ])
  func optionsThatMakeNoSenseForRecordsAreRefused(option: String) {
    expect(
      problem("convert \(option) a x.pcap")?.contains("is an option of 'bleinspect"), equals: true)
  }

  @Test func othersDoNotWriteCaptures() {
    expect(
      problem("--force a"),
      equals:
        "--force is an option of 'bleinspect report', 'bleinspect convert', 'bleinspect redact', "
        + "'bleinspect live', 'bleinspect mock' or 'bleinspect extcap' only"
    )
  }

  @Test func helpNamesTheFormats() {
    let text = HelpText.text(for: .convert)
    expect(text.contains("Usage: bleinspect convert [OPTION]... CAPTURE... OUT\n"))
    for target in CaptureTarget.allCases { expect(text.contains("\n  \(target.rawValue) ")) }
    for ending in CaptureTarget.endings.keys { expect(text.contains(".\(ending)")) }
    expect(text.contains("the format of the packets"))
    expect(!HelpText.text(for: .packets).contains("the format of the packets"))
  }
}
