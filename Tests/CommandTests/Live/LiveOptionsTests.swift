import BTSnoop
import Foundation
import GATTSession
import LiveCapture
import TestSupport
import Testing
import Timeline

@testable import bleinspect

/// The command line of `live`.
struct LiveOptionsTests {
  private func options(_ line: String) throws -> ReadingOptions {
    let invocation = try invocation(line)
    expect(invocation.command, equals: .live)
    expect(invocation.files.isEmpty)
    return invocation.options
  }

  @Test func listensToTheMonitorUnlessSaid() throws {
    try expect(options("live").live, equals: LiveOptions())
    try expect(options("live").live.source, equals: .monitor)
    try expect(options("live --hci0 --hci 2").selection.adapters, equals: [0, 2])
    try expect(
      options("live --source tcp:[::1]:8872").live.source, equals: .tcp(host: "::1", port: 8872))
    try expect(options("live --source bluetooth1").live.source, equals: .pcap(.adapter(1)))
    try expect(
      options("live --source tty:/dev/ttyACM0").live.source,
      equals: .serial(path: "/dev/ttyACM0", speed: 1_000_000))
  }

  @Test func writesAPage() throws {
    try expect(options("live --page now.html").live.page, equals: "now.html")
    for line in [
      "live --page -", "live --page a --page b", "live --page a.log --write a.log",
      "live --page a -o a", "report --page a b.log",
    ] {
      #expect(throws: UsageError.self) { try invocation(line) }
    }
  }

  @Test func recordsAndEnds() throws {
    let live = try options(
      "live --write a.pcapng --rotate 10M --keep 3 --force --for 1.5 --until disconnected"
    ).live
    expect(live.recording, equals: "a.pcapng")
    expect(live.rotation, equals: .bytes(10 << 20))
    expect(live.keep, equals: 3)
    expect(live.duration, equals: 1_500_000_000)
    expect(live.condition, equals: (try EventCondition("disconnected")))
    try expect(options("live --write a --rotate 15m").live.rotation, equals: .seconds(900))
    try expect(options("live --for .25").live.duration, equals: 250_000_000)
    try expect(options("live --write - --output a").live.recording, equals: "-")
  }

  @Test(arguments: [
    ("live a", "live reads no captures: 'a'; --source says what to listen to"),
    (
      "live --source hci0",
      "--source: no such source: 'hci0' (monitor, bluetooth-monitor, bluetoothN, tcp:HOST:PORT, "
        + "tty:DEVICE[@SPEED]); an adapter is chosen by --hci0"
    ),
    ("live --keep 3", "--keep needs a recording: --write FILE"),
    ("live --rotate 1M", "--rotate needs a recording: --write FILE"),
    ("live --force", "--force needs a recording: --write FILE"),
    ("live --write a --keep 3", "--keep needs --rotate WHEN"),
    ("live --write a --output a", "--write and --output name the same file: 'a'"),
    (
      "live --write -",
      "--write - takes standard output from the timeline: add --output FILE"
    ),
    (
      "live --write a --rotate 5",
      "--rotate '5': expected a size (100k, 10M, 1G) or a time (30s, 15m, 1h, 1d)"
    ),
    ("live --write a --rotate 1M --keep 0", "--keep '0': expected a number from 1"),
    ("live --for 0", "--for '0': expected seconds above 0, such as 10 or 0.5"),
    ("live --for -1", "--for '-1': expected seconds above 0, such as 10 or 0.5"),
    ("live --for x", "--for 'x': expected seconds above 0, such as 10 or 0.5"),
    (
      "live --until notifcation",
      "--until 'notifcation': no kind of event: 'notifcation'; did you mean notification?"
    ),
    (
      "live --until hart_rate_bpm>0",
      "--until 'hart_rate_bpm>0': no event has the key 'hart_rate_bpm'; did you mean "
        + "heart_rate_bpm?"
    ),
    ("live --follow", "--follow is an option of 'bleinspect' or 'bleinspect packets' only"),
    (
      "live --strict",
      "--strict is an option of 'bleinspect', 'bleinspect packets', "
        + "'bleinspect gatt', 'bleinspect exchange', 'bleinspect learn', 'bleinspect stats', "
        + "'bleinspect report', 'bleinspect trace', 'bleinspect convert', 'bleinspect redact', 'bleinspect replay', "
        + "'bleinspect diff' or 'bleinspect check' only"
    ),
    ("live --format xml", "--format 'xml': expected text, ndjson, csv or json"),
    (
      "--until disconnected a",
      "--until is an option of 'bleinspect live' or 'bleinspect mock' only"
    ),
  ])
  func refuses(line: String, message: String) {
    expect(problem(line), equals: message)
  }
}
