import BTSnoop
import GATTSession
import GATTValues
import TestSupport
import Testing
import Timeline

@testable import bleinspect

func parse(
  _ arguments: [String], environment: [String: String] = [:], files: Set<String> = []
) throws(UsageError) -> Request {
  let parser = OptionParser(
    environment: { environment[$0] }, fileExists: { files.contains($0) })
  return try parser.parse(arguments)
}

/// The invocation of a line, its words parted by spaces.
func invocation(_ line: String) throws -> Invocation {
  let request = try parse(line.split(separator: " ").map(String.init))
  guard case .run(let invocation) = request else {
    throw UsageError("not a run: \(request)")
  }
  return invocation
}

/// The first line of what is said about a line that cannot be followed.
func problem(_ line: String, files: Set<String> = []) -> String? {
  do {
    let request = try parse(line.split(separator: " ").map(String.init), files: files)
    Issue.record("\(line) was understood: \(request)")
    return nil
  } catch {
    let lines = error.message.split(separator: "\n")
    expect(lines.count, equals: 2)
    expect(lines.last?.hasPrefix("Try 'bleinspect"), equals: true)
    expect(lines.last?.hasSuffix("--help'."), equals: true)
    return lines.first.map(String.init)
  }
}

@Suite struct OptionsParserTests {
  private func changed(_ change: (inout ReadingOptions) -> Void) -> ReadingOptions {
    var options = ReadingOptions()
    change(&options)
    return options
  }

  @Test func defaults() throws {
    let found = try invocation("a.log")
    expect(found, equals: Invocation(command: .report, files: ["a.log"], options: ReadingOptions()))
    expect(found.options.output.format, equals: .text)
    expect(found.options.selection.adverts == nil)
    expect(found.options.output.timeStyle, equals: .relative)
    expect(found.options.output.units, equals: .metric)
    expect(found.options.output.color, equals: .auto)
    expect(found.options.knowledge.tmp006S0, equals: 5.593e-14)
  }

  @Test func commands() throws {
    try expect(invocation("packets a b").command, equals: .packets)
    try expect(invocation("packets a b").files, equals: ["a", "b"])
    try expect(invocation("gatt a").command, equals: .gatt)
    try expect(invocation("--format ndjson packets a").command, equals: .packets)
    try expect(invocation("a packets").command, equals: .report)
    try expect(invocation("a packets").files, equals: ["a", "packets"])
    try expect(invocation("./packets").files, equals: ["./packets"])
    try expect(invocation("packets packets").files, equals: ["packets"])
    try expect(invocation("-- packets").files, equals: ["packets"])
    try expect(invocation("-- packets").command, equals: .report)
    try expect(invocation("packets -- -v").files, equals: ["-v"])
  }

  @Test func operandsStandAnywhere() throws {
    let expected = Invocation(
      command: .report, files: ["a", "-", "b"],
      options: changed {
        $0.output.quiet = true
        $0.output.file = "o"
      })
    try expect(invocation("a - b --quiet --output o"), equals: expected)
    try expect(invocation("--quiet a --output=o - b"), equals: expected)
    try expect(invocation("--quiet --output o -- a - b"), equals: expected)
    try expect(invocation("--quiet a --output o -- - b"), equals: expected)
    try expect(invocation("-- --quiet").files, equals: ["--quiet"])
    try expect(invocation("a -- -- b").files, equals: ["a", "--", "b"])
  }

  @Test func everyOptionSetsWhatItIsFor() throws {
    let lines: [(String, (inout ReadingOptions) -> Void)] = [
      ("--format csv", { $0.output.format = .csv }),
      ("--format=json", { $0.output.format = .json }),
      ("--format ndjson", { $0.output.format = .ndjson }), ("--format text", { _ in }),
      ("--output out.txt", { $0.output.file = "out.txt" }), ("--output -", { _ in }),
      ("--device AA:BB:CC:DD:EE:FF", { $0.selection.device = "AA:BB:CC:DD:EE:FF" }),
      ("--device 1", { $0.selection.device = "1" }),
      ("--uuid 180D", { $0.selection.uuid = "180D" }),
      ("--connection 12", { $0.selection.connection = 12 }),
      ("--handle 0012", { $0.selection.handle = 0x12 }),
      ("--handle 12", { ($0.selection.handle, $0.selection.decimalHandle) = (0x12, 12) }),
      ("--handle 0xffff", { $0.selection.handle = 0xFFFF }),
      ("--handle 0X1", { $0.selection.handle = 1 }),
      ("--hci 0", { $0.selection.adapters = [0] }), ("--hci=1", { $0.selection.adapters = [1] }),
      ("--hci0 --hci 2 --hci10", { $0.selection.adapters = [0, 2, 10] }),
      ("--hci65535", { $0.selection.adapters = [65535] }),
      ("--event read", { $0.selection.events = [.read] }),
      ("--event read,mtu --event att_error", { $0.selection.events = [.read, .mtu, .attError] }),
      ("--frame 3", { $0.selection.frames = 3...3 }),
      ("--frame 3-9", { $0.selection.frames = 3...9 }),
      ("--frame 3-", { $0.selection.frames = 3 ... .max }),
      ("--frame -9", { $0.selection.frames = 1...9 }),
      ("--from 1.5", { $0.selection.from = .relative(nanoseconds: 1_500_000_000) }),
      ("--from -2", { $0.selection.from = .relative(nanoseconds: -2_000_000_000) }),
      ("--to=-2", { $0.selection.to = .relative(nanoseconds: -2_000_000_000) }),
      ("--to 1970-01-01T00:00:01Z", { $0.selection.to = .absolute(seconds: 1, nanoseconds: 0) }),
      ("-n 5", { $0.selection.count = 5 }), ("-n5", { $0.selection.count = 5 }),
      ("--count 5", { $0.selection.count = 5 }),
      ("--adverts all", { $0.selection.adverts = .all }),
      ("--adverts none", { $0.selection.adverts = AdvertisementChoice.none }),
      ("--adverts changes", { $0.selection.adverts = .changes }),
      ("--errors", { $0.selection.errors = true }),
      ("--all", { $0.output.all = true }), ("--strict", { $0.strict = true }),
      ("--time utc", { $0.output.timeStyle = .utc }),
      ("--time local", { $0.output.timeStyle = .local }),
      ("--time epoch", { $0.output.timeStyle = .epoch }),
      ("--time delta", { $0.output.timeStyle = .delta }),
      ("--time relative", { _ in }), ("--units us", { $0.output.units = .us }),
      ("--units metric", { _ in }), ("--color always", { $0.output.color = .always }),
      ("--color never", { $0.output.color = .never }), ("--color auto", { _ in }),
      ("--quiet", { $0.output.quiet = true }),
      ("--tk-search", { $0.knowledge.searchesPasskeys = true }),
      ("--tmp006-s0 6.4e-14", { $0.knowledge.tmp006S0 = 6.4e-14 }),
      ("--tmp006-s0 5.593e-14", { _ in }),
    ]
    for (line, change) in lines {
      let found = try invocation("\(line) a")
      expect(found.options, equals: changed(change), "\(line)")
      expect(found.files, equals: ["a"], "\(line)")
      try expect(invocation("a \(line)"), equals: found, "\(line)")
    }
  }

  @Test func packetsHasTwoMore() throws {
    let both = changed {
      $0.output.verbose = true
      $0.output.bytes = true
    }
    for line in ["-v -x", "-vx", "--verbose --bytes", "-xv"] {
      try expect(invocation("packets \(line) a").options, equals: both)
      try expect(invocation("\(line) packets a").options, equals: both)
    }
    try expect(invocation("packets -vxn3 a").options.selection.count, equals: 3)
    expect(problem("-v a"), equals: "--verbose is an option of 'bleinspect packets' only")
    expect(problem("gatt --bytes a"), equals: "--bytes is an option of 'bleinspect packets' only")
  }

  /// A command line after an alias for one may set again; what selects or names would be lost.
  @Test func theLastOneHolds() throws {
    try expect(invocation("--format csv --format json a").options.output.format, equals: .json)
    try expect(
      invocation("--adverts all --adverts none a").options.selection.adverts,
      equals: AdvertisementChoice.none
    )
    try expect(invocation("-n 1 -n 2 a").options.selection.count, equals: 2)
    try expect(invocation("-o x -o y a").options.output.file, equals: "y")
    try expect(invocation("--all --all --quiet --quiet a").options.output.all)
  }

  @Test(arguments: [
    ("--uuid 2A37 --uuid 2A19 a", "--uuid '2A19': given twice"),
    ("--device 1 --device 1 a", "--device '1': given twice"),
    ("packets --frame 1 --frame 2 a", "--frame '2': given twice"),
    ("mock --script a --script b c", "--script 'b': given twice"),
    ("gatt --expect a --expect b c", "--expect 'b': given twice"),
    ("replay --to 1 --to pcap --to 2 a", "--to '2': given twice"),
    ("convert --to pcap --to pcapng a b", "--to 'pcapng': given twice"),
  ])
  func isNotGivenTwice(line: String, message: String) {
    expect(problem(line), equals: message)
  }

  @Test func addsWhatIsGivenAgain() throws {
    try expect(invocation("--gatt a --gatt b c").options.knowledge.treeFiles, equals: ["a", "b"])
    try expect(
      invocation("check a --rules b --rules c").options.check.ruleFiles, equals: ["b", "c"])
    try expect(
      invocation("diff --ignore 2A37 --ignore 2A19 a b").options.diff.settings.count, equals: 2)
    let both = try invocation("replay --records tcp:0 --to 1 --to pcapng a").options
    expect(both.selection.to != nil && both.writing.target == .pcapng)
  }

  @Test func valuesAreTakenAsTheyStand() throws {
    try expect(invocation("--output --quiet a").options.output.file, equals: "--quiet")
    try expect(invocation("--device=a=b c").options.selection.device, equals: "a=b")
    let spaced = try parse(["--device", "Cardiosport HRM ü", "my capture.log"])
    guard case .run(let found) = spaced else {
      Issue.record("not a run: \(spaced)")
      return
    }
    expect(found.options.selection.device, equals: "Cardiosport HRM ü")
    expect(found.files, equals: ["my capture.log"])
  }

  @Test func colourAndTheEnvironment() throws {
    func color(_ arguments: [String], _ value: String) throws -> ColorChoice? {
      let request = try parse(arguments + ["a"], environment: ["NO_COLOR": value])
      guard case .run(let found) = request else { return nil }
      return found.options.output.color
    }
    try expect(color([], "1"), equals: .never)
    try expect(color([], ""), equals: .auto)
    try expect(color(["--color", "always"], "1"), equals: .always)
    try expect(color(["--color=auto"], "1"), equals: .never)
  }

  @Test func parsesAgainAndAtTheSameTime() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 1...200 {
        group.addTask {
          let line = "a -n \(number) --frame \(number)- b\(number)"
          let found = try? invocation(line)
          return found?.options.selection.count == UInt64(number)
            && found?.files == ["a", "b\(number)"]
        }
      }
      for await right in group { expect(right) }
    }
  }
}
