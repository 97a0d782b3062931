import BTSnoop
import Testing

@testable import bleinspect

@Suite struct ConvertOptionsTests {
  @Test func theLastOperandIsWritten() throws {
    let found = try invocation("convert a.log b.log c.pcapng")
    #expect(found.command == .convert)
    #expect(found.files == ["a.log", "b.log"])
    #expect(found.options.output == "c.pcapng")
    #expect(found.options.target == .pcapng)
    #expect(!found.options.force)
    let piped = try invocation("convert --force --to btsnoop - -")
    #expect(piped.files == ["-"])
    #expect(piped.options.output == nil)
    #expect(piped.options.target == .btsnoop)
    #expect(piped.options.force)
  }

  @Test func theFormatIsTheEndingsOrWhatIsAskedFor() throws {
    #expect(try invocation("convert a x.log").options.target == .btsnoop)
    #expect(try invocation("convert --to pcapng-monitor a x.log").options.target == .pcapngMonitor)
    for target in CaptureTarget.allCases {
      #expect(try invocation("convert --to \(target.rawValue) a x").options.target == target)
    }
  }

  /// `--to` is a time everywhere, and in this command a format, too.
  @Test func toIsATimeAsWell() throws {
    let found = try invocation("convert --to 12.5 --to pcap --from 1 a x")
    #expect(found.options.to == .relative(nanoseconds: 12_500_000_000))
    #expect(found.options.target == .pcap)
    for target in CaptureTarget.allCases { #expect(TimeBound(target.rawValue) == nil) }
    #expect(problem("--to pcap a")?.hasPrefix("--to 'pcap': expected seconds") == true)
    #expect(problem("convert --from pcap a x.pcap")?.contains("expected seconds") == true)
    #expect(problem("convert --from 2 --to 1 a x.pcap") == "--from is later than --to")
  }

  @Test func refusesWhatCannotBeFollowed() {
    let operands = "expected captures and a file to write, or - for standard output"
    #expect(problem("convert") == operands)
    #expect(problem("convert a.pcap") == operands)
    #expect(problem("convert --to pcap - - -") == "standard input (-) can be read only once")
    let formats = CaptureTarget.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(
      problem("convert a x.txt") == "'x.txt' has no known extension: use --to \(formats)")
    #expect(
      problem("convert a -")
        == "standard output needs a format: use --to \(formats)")
    #expect(problem("convert --to pcapgn a x")?.hasSuffix("did you mean pcapng?") == true)
    #expect(throws: UsageError.self) { try parse(["convert", "a", ""]) }
  }

  @Test(arguments: [
    "--format ndjson", "--output x", "--uuid 2A37", "--handle 12", "--event read", "--errors",
    "--adverts all", "--all", "--time utc", "--units us", "--tmp006-s0 6.4e-14",
    "-v", "-x",
  ])
  func optionsThatMakeNoSenseForRecordsAreRefused(option: String) {
    #expect(problem("convert \(option) a x.pcap")?.contains("is an option of 'bleinspect") == true)
  }

  @Test func othersDoNotWriteCaptures() {
    #expect(
      problem("--force a")
        == "--force is an option of 'bleinspect convert', 'bleinspect live' or 'bleinspect mock' only"
    )
  }

  @Test func helpNamesTheFormats() {
    let text = HelpText.text(for: .convert)
    #expect(text.contains("Usage: bleinspect convert [OPTION]... CAPTURE... OUT\n"))
    for target in CaptureTarget.allCases { #expect(text.contains("\n  \(target.rawValue) ")) }
    for ending in CaptureTarget.endings.keys { #expect(text.contains(".\(ending)")) }
    #expect(text.contains("the format of the packets"))
    #expect(!HelpText.text(for: .packets).contains("the format of the packets"))
  }
}
