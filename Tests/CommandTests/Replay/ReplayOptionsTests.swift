import BTSnoop
import TestSupport
import Testing

@testable import bleinspect

struct ReplayOptionsTests {
  private func parse(_ line: String) throws -> ReadingOptions {
    let parser = OptionParser(environment: { _ in nil }, fileExists: { _ in false })
    guard case .run(let invocation) = try parser.parse(line.split(separator: " ").map(String.init))
    else { throw UsageError("shown") }
    expect(invocation.command, equals: .replay)
    return invocation.options
  }

  private func problem(_ line: String) -> String? {
    do {
      _ = try parse("replay " + line)
      return nil
    } catch {
      return (error as? UsageError)?.message.split(separator: "\n").first.map(String.init)
    }
  }

  @Test func speedsAndGaps() throws {
    try expect(parse("replay a").replay, equals: ReplayOptions())
    try expect(parse("replay --speed max a").replay.speed, equals: .unlimited)
    try expect(parse("replay --speed 0.1 a").replay.speed, equals: .factor(0.1))
    try expect(parse("replay --speed 1000 a").replay.speed, equals: .factor(1000))
    try expect(parse("replay --max-gap 2.5 a").replay.maximumGap, equals: 2_500_000_000)
    try expect(parse("replay --max-gap 0 a").replay.maximumGap, equals: 0)
    for speed in ["0", "0.09", "1001", "-1", "+2", "nan", "inf", "1e2", "0x2", "", "fast", "1,5"] {
      expect(PlaySpeed(speed) == nil)
    }
    expect(
      problem("--speed 0 a"), equals: "--speed '0': expected a number from 0.1 to 1000, or max")
    for gap in ["-1", "+1", "x", "1e3"] {
      expect(
        problem("--max-gap \(gap) a"),
        equals: "--max-gap '\(gap)': expected seconds, such as 5 or 0.5")
    }
  }

  @Test func placesOfPackets() throws {
    let options = try parse("replay --records - --to 12.5 --to btsnoop a")
    expect(options.replay.records, equals: .standardOutput)
    expect(options.writing.target, equals: .btsnoop)
    expect(options.selection.to, equals: .relative(nanoseconds: 12_500_000_000))
    try expect(parse("replay --records tcp:0 a").replay.records, equals: .port(0))
    try expect(parse("replay --records tcp:0 a").writing.target, equals: .pcap)
    try expect(parse("replay --records ./tcp:x a").replay.records, equals: .pipe("./tcp:x"))
    for port in ["tcp:", "tcp:65536", "tcp:-1", "tcp:+1", "tcp:localhost:1", "tcp:x"] {
      expect(
        problem("--records \(port) a")?.hasPrefix("--records '\(port)': expected a port"),
        equals: true)
    }
  }

  @Test func whatDoesNotGoTogetherIsRefused() {
    expect(
      problem("--to btsnoop a"), equals: "--to btsnoop is a format of packets: add --records WHERE")
    for option in ["--format csv", "--uuid 2A37", "--event note", "--errors", "--output x"] {
      let name = option.split(separator: " ")[0]
      expect(
        problem("--records - \(option) a"),
        equals: "\(name) is about the timeline; --records plays packets")
    }
    expect(problem("--records a a"), equals: "--records 'a' is one of the captures")
    expect(problem(""), equals: "missing capture: expected files, or - for standard input")
    expect(problem("--follow a")?.contains("is an option of"), equals: true)
    expect(problem("--to nonsense a")?.contains("expected a format"), equals: true)
  }
}
