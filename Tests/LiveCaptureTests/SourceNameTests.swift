import BTSnoop
import LiveCapture
import TestSupport
import Testing

@Suite struct SourceNameTests {
  @Test(
    arguments: [
      ("monitor", .monitor, nil),
      ("bluetooth-monitor", .pcap(.monitor), nil),
      ("bluetooth0", .pcap(.adapter(0)), nil),
      ("bluetooth65534", .pcap(.adapter(65_534)), nil),
      ("tcp:localhost:8872", .tcp(host: "localhost", port: 8872), nil),
      ("tcp:192.0.2.1:1", .tcp(host: "192.0.2.1", port: 1), nil),
      ("tcp:[::1]:65535", .tcp(host: "::1", port: 65_535), nil),
      ("tcp:[localhost]:1", .tcp(host: "localhost", port: 1), "tcp:localhost:1"),
      (
        "tty:/dev/ttyACM0", .serial(path: "/dev/ttyACM0", speed: 1_000_000),
        "tty:/dev/ttyACM0@1000000"
      ),
      ("tty:/dev/ttyUSB1@115200", .serial(path: "/dev/ttyUSB1", speed: 115_200), nil),
      ("tty:ttyACM0@9600", .serial(path: "/dev/ttyACM0", speed: 9600), "tty:/dev/ttyACM0@9600"),
      ("tty:/dev/a@b/c@12345", .serial(path: "/dev/a@b/c", speed: 12_345), nil),
      ("tty:/a@b/c", .serial(path: "/a@b/c", speed: 1_000_000), "tty:/a@b/c@1000000"),
    ] as [(String, SourceName, String?)])
  func names(text: String, name: SourceName, description: String?) throws {
    try expect(SourceName(text), equals: name)
    expect(name.description, equals: description ?? text)
    try expect(SourceName(name.description), equals: name)
  }

  @Test(arguments: [
    ("", "no such source: ''"), ("Monitor", "no such source"), ("bluetooth", "no such source"),
    ("bluetooth-1", "no such source"), ("bluetooth+1", "no such source"),
    ("bluetooth65535", "no adapter can have the number 65535"),
    ("bluetooth99999999999999999999", "no adapter can have the number"),
    ("hci0", "an adapter is chosen by --hci0"),
    ("/dev/ttyACM0", "a serial line is tty:/dev/ttyACM0"),
    ("localhost:8872", "a host and a port are tcp:localhost:8872"),
    ("tcp:", "the port is missing"), ("tcp:localhost", "the port is missing"),
    ("tcp:[::1]", "the port is missing"), ("tcp::8872", "the host is missing"),
    ("tcp:[]:8872", "the host is missing"), ("tcp:::1:8872", "wants brackets"),
    ("tcp:localhost:", "'' is no port"), ("tcp:localhost:0", "'0' is no port"),
    ("tcp:localhost:65536", "'65536' is no port"), ("tcp:localhost:+80", "'+80' is no port"),
    ("tcp:localhost:adb", "'adb' is no port"),
    ("tty:", "the device is missing"), ("tty:@9600", "the device is missing"),
    ("tty:/dev/ttyACM0@", "'' is no speed"), ("tty:/dev/ttyACM0@fast", "'fast' is no speed"),
    ("tty:/dev/ttyACM0@0", "'0' is no speed"), ("tty:/dev/ttyACM0@-1", "'-1' is no speed"),
    ("tty:/dev/ttyACM0@4294967296", "'4294967296' is no speed"),
  ])
  func problemsSayWhatWasExpected(text: String, words: String) throws {
    let problem = try #require(throws: SourceName.NameError.self) { try SourceName(text) }
    expect(problem.message.contains(words))
    let expectsForm =
      problem.message.contains("expected t") || problem.message.contains(SourceName.forms)
    expect(expectsForm || words.contains("number"))
  }

  /// Where this machine has no Bluetooth or no right, each says so by its own name.
  @Test(arguments: ["monitor", "bluetooth-monitor", "bluetooth0"])
  func bluetoothSourcesOpenOrSayWhyNot(text: String) throws {
    do {
      let source = try SourceName(text).open()
      expect(source.name, equals: text)
    } catch let error as CaptureError {
      expect(error.kind, equals: .unusable)
      expect(error.file, equals: text)
      expect(
        ["no Bluetooth here", "no right to listen", "no adapter hci0"].contains {
          error.message.contains($0)
        }, "\(error)")
    }
  }

  @Test func theOthersOpenOrSayWhyNot() throws {
    for text in ["tcp:127.0.0.1:1", "tty:/dev/no-such-board"] {
      let error = #expect(throws: CaptureError.self) {
        let source = try SourceName(text).open()
        var sink = RecordingSink()
        try drain(source, &sink)
      }
      expect(error?.kind, equals: .unusable)
    }
  }
}
