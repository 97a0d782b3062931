import Bytes
import Foundation
import System
import TestSupport
import Testing

/// What somebody sees and presses who plays a capture in a terminal.
@Suite(.serialized, .waitsForProcesses) struct ReplayTerminalTests {
  private static let unicode = ["LANG": "C.UTF-8", "TERM": "xterm"]
  private let strap = Program.capture("polar-h7.btsnoop")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A run on a terminal.
  private struct Run {
    let replay: ReplayProcess
    let screen: Collector
    let master: Descriptor
    let terminal: Descriptor
    /// Of the terminal before the run.
    let mode: [UInt32]

    func press(_ keys: String) throws { try master.write(Array(keys.utf8).rawBytes) }
    var notifications: Int {
      screen.text.split(whereSeparator: \.isNewline).count { $0.contains("< notify") }
    }
  }

  private func run(_ options: [String], environment: [String: String] = unicode) throws -> Run {
    let (master, terminal) = try makeTerminal(columns: 80)
    let before = mode(of: terminal)
    let replay = try ReplayProcess(
      options, input: terminal, output: terminal, errors: terminal, environment: environment)
    return Run(
      replay: replay, screen: Collector(master), master: master, terminal: terminal, mode: before)
  }

  @Test func spacePausesAndGoesOnAndNothingIsEchoed() throws {
    let run = try run([strap])
    expect(run.screen.wait { $0.contains("notify") })
    expect(givesKeys(run.terminal))
    try run.press("xyz \u{1B}[A")
    expect(run.screen.wait { Screen($0).last.hasPrefix("paused at ") })
    let count = run.notifications
    usleep(2_500_000)
    expect(run.notifications, equals: count)
    expect(Screen(run.screen.text).last.contains("1 connected: Polar H7"))
    try run.press(" ")
    expect(run.screen.wait { _ in run.notifications > count })
    expect(run.replay.wait(), equals: 0)
    expect(run.screen.wait { $0.contains("DEVICES") })
    expect(mode(of: run.terminal), equals: run.mode)
    let end = run.screen.screenAtTheEnd()
    expect(end.strange.isEmpty && end.last.isEmpty)
    expect(!end.lines.contains { $0.contains("xyz") || $0.contains("events/s") })
    expect(run.notifications, equals: 7)
  }

  @Test func aChartIsDrawnInItsPlaceAbovePosition() throws {
    let run = try run([strap, "--chart", "heart_rate_bpm"])
    expect(
      run.screen.wait {
        let screen = Screen($0)
        return screen.lines.contains { $0.hasPrefix("3 values, ") } && screen.last.contains(" s  ")
      })
    expect(Screen(run.screen.text).lines.count, equals: 13)
    try run.press("q")
    expect(run.replay.wait(), equals: 0)
    let end = run.screen.screenAtTheEnd()
    expect(end.strange.isEmpty && end.last.isEmpty)
    expect(end.lines.count { $0.hasSuffix("heart_rate_bpm") }, equals: 1)
    expect(end.lines.contains { $0.hasPrefix("91 |") || $0.hasPrefix("90 |") })
  }

  @Test func aDotStepsOneEventAndQQuits() throws {
    let run = try run([strap, "--format", "ndjson", "--event", "notification"])
    expect(run.screen.wait { Screen($0).last.contains(" s  ") })
    try run.press(" ")
    expect(run.screen.wait { Screen($0).last.hasPrefix("paused at ") })
    let count = { Screen(run.screen.text).lines.count { $0.contains("\"notification\"") } }
    var before = count()
    for _ in 0..<3 {
      try run.press(".")
      expect(run.screen.wait { _ in count() > before })
      usleep(300_000)
      expect(count(), equals: before + 1)
      before = count()
    }
    try run.press("q")
    expect(run.replay.wait(), equals: 0)
    expect(mode(of: run.terminal), equals: run.mode)
    expect(count() == before && before < 7)
  }

  /// Signals that a fault raises are handled at once, also inside of the thread sanitizer, which then
  /// waits for a lock of its own.
  private static let signals =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    + (Program.isThreadSanitized ? [] : [SIGABRT, SIGSEGV, SIGTRAP])

  @Test(arguments: signals)
  func whateverEndsItTheTerminalIsAsItWas(signal: Int32) throws {
    // Who else would handle it, and end in another way: Swift, and a sanitizer.
    let alone = [
      "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "handle_segv=0",
      "TSAN_OPTIONS": "handle_segv=0",
    ]
    let run = try run([strap], environment: Self.unicode.merging(alone) { $1 })
    expect(run.screen.wait { $0.contains("TIMELINE") })
    expect(givesKeys(run.terminal))
    run.replay.signal(signal)
    let isAsked = [SIGINT, SIGTERM, SIGHUP].contains(signal)
    expect(run.replay.wait(), equals: (isAsked ? 0 : -signal))
    expect(mode(of: run.terminal), equals: run.mode)
  }

  @Test func aClosedTerminalEndsIt() throws {
    var run: Run? = try run([strap])
    expect(run?.screen.wait { $0.contains("TIMELINE") }, equals: true)
    let replay = try #require(run?.replay)
    run = nil
    // Its other end is still open in the collector: the signal comes from who closes a window.
    replay.signal(SIGHUP)
    expect(replay.wait(), equals: 0)
  }

  /// A shell with jobs, on a terminal of its own.
  private func shell(_ line: String) throws -> Run {
    let (master, terminal) = try makeTerminal(columns: 80)
    let before = mode(of: terminal)
    let setsid = "exec setsid --ctty --wait bash -c 'set -m; \(line)'"
    let replay = try ReplayProcess(
      shell: setsid, input: terminal, output: terminal, errors: terminal,
      environment: Self.unicode)
    return Run(
      replay: replay, screen: Collector(master), master: master, terminal: terminal, mode: before)
  }

  @Test func aShellCanStopItAndLetItGoOn() throws {
    let run = try shell("\"$B\" replay \(strap); echo STOPPED; read -r x; fg; echo OVER $?")
    expect(run.screen.wait { $0.contains("notify") })
    expect(givesKeys(run.terminal))
    // Ctrl-Z, as the terminal makes a signal of it.
    try run.press("\u{1A}")
    expect(run.screen.wait { $0.contains("STOPPED") })
    expect(mode(of: run.terminal), equals: run.mode)
    let count = run.notifications
    usleep(2_000_000)
    expect(run.notifications, equals: count)
    try run.press("\n")
    expect(run.screen.wait { _ in run.notifications > count })
    expect(givesKeys(run.terminal))
    // It did not hurry to make up for the time in which it stood still.
    expect(run.notifications <= count + 2)
    try run.press("q")
    expect(run.screen.wait { $0.contains("OVER 0") })
    expect(run.replay.wait(), equals: 0)
    expect(mode(of: run.terminal), equals: run.mode)
  }

  @Test func inTheBackgroundItLeavesTheTerminalAlone() throws {
    let run = try shell(
      "\"$B\" replay --speed 4 \(strap) & read -r x; echo GOT $x; wait %1; echo OVER $?")
    expect(run.screen.wait { $0.contains("notify") })
    expect(!givesKeys(run.terminal))
    try run.press(" q\n")
    expect(run.screen.wait { $0.contains("GOT q") })
    expect(run.screen.wait { $0.contains("OVER 0") })
    expect(run.notifications, equals: 7)
    expect(run.replay.wait(), equals: 0)
    expect(mode(of: run.terminal), equals: run.mode)
  }

  @Test func aCaptureOnStandardInputLeavesTheKeysToTheTerminal() throws {
    let run = try shell("\"$B\" replay - < \(strap); echo OVER $?")
    expect(run.screen.wait { $0.contains("notify") })
    expect(givesKeys(run.terminal))
    try run.press("q")
    expect(run.screen.wait { $0.contains("OVER 0") })
    expect(run.notifications < 7)
    expect(run.replay.wait(), equals: 0)
    expect(mode(of: run.terminal), equals: run.mode)
  }

  @Test func keysWorkForPacketsToo() throws {
    let (reader, writer) = makePipe()
    let (master, terminal) = try makeTerminal(columns: 80)
    let replay = try ReplayProcess(
      ["--records", "-", strap], input: terminal, output: writer, errors: terminal,
      environment: Self.unicode)
    let packets = Collector(reader)
    let screen = Collector(master)
    expect(packets.wait { _ in packets.bytes.count > 1000 })
    try master.write(Array(" ".utf8).rawBytes)
    expect(screen.wait { Screen($0).last.hasPrefix("paused at ") })
    usleep(100_000)
    let before = packets.bytes.count
    try master.write(Array(".".utf8).rawBytes)
    expect(packets.wait { _ in packets.bytes.count > before })
    usleep(300_000)
    // One packet of HCI, with its header of pcap.
    expect((before + 20...before + 16 + 270).contains(packets.bytes.count))
    try master.write(Array("q".utf8).rawBytes)
    expect(replay.wait(), equals: 0)
    withExtendedLifetime((terminal, writer)) {}
  }
}
