import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// `--gatt`: trees that were exported name the attributes of captures that do not discover them.
@Suite struct GivenTreesTests {
  /// Captures with a discovery, and a record after which the tree is known.
  private static let captures = [
    "polar-h7-monitor.btsnoop", "polar-h7.btsnoop", "sensortag-cc2650.btsnoop",
    "sensortag-cc2541.btsnoop", "peripheral-side.btsnoop", "att-kinds.btsnoop",
    "polar-h7-ll.pcap",
  ]

  private func tree(_ capture: String, _ more: String...) throws -> Data {
    let outcome = try Program.run(["gatt", "--format", "json"] + more + [capture])
    expect(outcome.status, equals: 0)
    return outcome.bytes
  }

  private func events(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return try outcome.lines.dropFirst().filter { !$0.isEmpty }.map {
      try #require(
        JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static let names = [
    "service", "characteristic", "descriptor", "label", "instance", "value",
  ]

  private func meaning(_ event: [String: Any]) -> [String] {
    (Self.names + ["text", "decoded"]).map { key in
      let value = event[key]
      if let object = value as? [String: Any] {
        return "\(key)="
          + object.keys.sorted().map { "\($0):\(object[$0] ?? "")" }.joined(separator: ",")
      }
      return "\(key)=\(value ?? "-")"
    }
  }

  private static let values: Set<String> = [
    "read", "write", "write_command", "notification", "indication",
  ]

  /// The capture without the records up to its last discovery: with the tree of the whole, values have
  /// the names, and are decoded to the fields, that they have there.
  @Test(arguments: captures) func aCaptureThatBeginsInside(_ name: String) throws {
    let capture = Program.capture(name)
    let folder = try TemporaryFolder()
    let whole = try events([capture])
    let found: Set<String> = ["service", "include", "characteristic", "descriptor", "connected"]
    let last = whole.filter { found.contains($0["event"] as? String ?? "") }
      .compactMap { $0["frame"] as? Int }.max()
    let cut = try #require(last) + 1
    let file = try folder.file("trees.json", Array(try tree(capture)))
    let part = folder.url.appending(path: "part.pcapng").path
    try expect(
      Program.run(["convert", "--frame", "\(cut)-", "--to", "pcapng", capture, part]).status,
      equals: 0)

    func told(_ events: [[String: Any]], from first: Int) -> [[String: Any]] {
      events.filter {
        Self.values.contains($0["event"] as? String ?? "")
          && ($0["request_frame"] as? Int ?? .max) >= first && ($0["frame"] as? Int ?? 0) >= first
      }
    }
    let expected = told(whole, from: cut)
    let named = told(try events(["--gatt", file, part]), from: 1)
    let nameless = told(try events([part]), from: 1)
    expect(expected.count >= 5)
    expect(named.count, equals: expected.count)
    var decoded = 0
    for (value, other) in zip(named, expected) {
      // What was read before, as calibration and ranges, is in no tree.
      // A characteristic that notifies without the property contradicts its tree.
      if name == "att-kinds.btsnoop", value["handle"] as? Int == 26,
        value["event"] as? String == "notification"
      {
        expect(value["characteristic"] == nil)
        continue
      }
      let isSensor = name.hasPrefix("sensortag")
      let count = isSensor && meaning(value) != meaning(other) ? Self.names.count : 8
      expect(meaning(value).prefix(count), equals: meaning(other).prefix(count))
      if count == 8, value["decoded"] != nil { decoded += 1 }
    }
    expect(decoded > 0 || name == "att-kinds.btsnoop")
    // Without it there are no names, so that the test tells something.
    expect(nameless.count, equals: expected.count)
    expect(nameless.contains { $0["characteristic"] == nil })
    expect(!nameless.contains { $0["service"] != nil && $0["event"] as? String == "notification" })
  }

  /// What a capture discovers itself counts: given back to it, its own trees change nothing.
  @Test(arguments: Program.captures) func theSameCapture(_ name: String) throws {
    let capture = Program.capture(name)
    let folder = try TemporaryFolder()
    let before = try tree(capture)
    let file = try folder.file("trees.json", Array(before))
    let after = try tree(capture, "--gatt", file)
    // What the capture shows only in use stays given; nothing else.
    let lines = String(decoding: after, as: UTF8.self).split(separator: "\n").filter {
      !$0.contains("\"given\": true")
    }
    func plain(_ lines: [Substring]) -> [String] { lines.map { $0.filter { $0 != "," } } }
    expect(
      plain(lines), equals: plain(String(decoding: before, as: UTF8.self).split(separator: "\n")))
    let given =
      String(decoding: after, as: UTF8.self).components(separatedBy: "\"given\"").count - 1
    let isUsedOnly = name.hasPrefix("vm-") || name == "att-kinds.btsnoop"
    expect(isUsedOnly ? given < 10 : given == 0, "\(given)")
    // And what was exported with it is as good as what was given.
    let second = try folder.file("second.json", Array(after))
    try expect(tree(capture, "--gatt", second), equals: after)
  }

  @Test func whatIsGivenIsMarked() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("trees.json", Array(try tree(Program.capture("polar-h7.btsnoop"))))
    var capture = CaptureBuilder()
    capture.notification(0x12, [0x06, 0x61])
    let part = try folder.file("part.btsnoop", capture.bytes)
    let json = String(decoding: try tree(part, "--gatt", file), as: UTF8.self)
    expect(json.contains("\"given\": true"))
    expect(json.contains("\"last_text\": \"97 bpm  contact\""))
    let text = try Program.run(["gatt", "--gatt", file, part]).output
    expect(text.contains("Heart Rate Measurement 2A37  [notify]  (given)"))
    let report = try Program.run(["--gatt", file, part]).output
    expect(report.contains("the peer is unknown: its"))
    expect(report.contains("97 bpm"))
    let packets = try Program.run(["packets", "--gatt", file, part]).output
    expect(packets.contains("0012 Heart Rate Measurement"))
  }

  /// A last value has no note, and one that is longer than its type may be another's form.
  @Test func valuesThatAreTooLong() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([8, 1, 0, 0xFF, 0xFF, 0x03, 0x28], [9, 7, 2, 0, 0x12, 3, 0, 0x6E, 0x2A])
    // Some firmware sends a float: 25.34.
    capture.exchange([0x0A, 3, 0], [0x0B, 0xBA, 0xBF, 0xCA, 0x41])
    capture.exchange([0x0A, 3, 0], [0x0B, 0xBB, 0xBF, 0xCA, 0x41])
    let text = "-164.53 C; 2 extra bytes"
    for arguments in [["gatt"], []] {
      let output = try Program.run(arguments + ["-"], input: Data(capture.bytes)).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      expect(output.contains(arguments.isEmpty ? "rn \(text) 2" : "= \(text) (last of 2)"))
    }
    let json = try Program.run(["gatt", "--format", "json", "-"], input: Data(capture.bytes)).output
    expect(json.contains("\"last_text\": \"\(text)\""), "\(json)")
    capture.exchange([0x0A, 3, 0], [0x0B, 0xE6, 0x09])
    let last = try Program.run(["gatt", "-"], input: Data(capture.bytes)).output
    expect(last.contains("25.34 C   (last of 3)"), "\(last)")
  }

  @Test func live() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("trees.json", Array(try tree(Program.capture("polar-h7.btsnoop"))))
    var capture = CaptureBuilder()
    capture.notification(0x12, [0x06, 0x61])
    let part = try folder.file("part.btsnoop", capture.bytes)
    let live = try PipedLive(["--format", "ndjson", "--gatt", file])
    try live.process.send(capture.bytes)
    live.process.server.close()
    expect(live.wait(), equals: 0)
    let told = live.output.text.split(separator: "\n").dropFirst().joined(separator: "\n")
    expect(told.contains("\"heart_rate_bpm\":97"))
    let read = try Program.run(["--format", "ndjson", "--gatt", file, part])
    expect(read.lines.dropFirst().dropLast().joined(separator: "\n"), equals: told)

    let output = folder.url.appending(path: "out").path
    let refused = try PipedLive(["--gatt", "/nowhere", "--output", output])
    expect(refused.wait(), equals: 2)
    expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func severalFiles() throws {
    let folder = try TemporaryFolder()
    let strap = try folder.file("a.json", Array(try tree(Program.capture("polar-h7.btsnoop"))))
    let tag = try folder.file(
      "b.json", Array(try tree(Program.capture("sensortag-cc2650.btsnoop"))))
    var capture = CaptureBuilder()
    capture.notification(0x12, [0x06, 0x61])
    let part = try folder.file("part.btsnoop", capture.bytes)
    // Of two devices, nobody knows which one it is.
    let told = try events(["--gatt", strap, "--gatt", tag, part])
    expect(told.compactMap { $0["characteristic"] as? String }, equals: [])
    expect(told.map { $0["event"] as? String }, equals: ["notification"])
  }

  @Test(arguments: [
    ("", "line 1: ends where a value should be"),
    ("{\n", "line 2: ends where a key or '}' should be"),
    ("[]", "line 1: expected an object, not an array"),
    ("{}", "line 1: 'schema' is missing"),
    ("{\"schema\": 1}", "line 1: 'devices' is missing"),
    ("{\"schema\": 1, \"devices\": [], \"schema\": 1}", "line 1: a key twice: \"schema\""),
    (
      "{\"schema\": 2, \"devices\": []}",
      "line 1: schema: 2 is newer than this program reads, which is 1"
    ),
    ("{\"schema\": 0, \"devices\": []}", "line 1: schema: unsupported schema 0: expected 1"),
    ("{\"schema\": 1, \"devices\": {}}", "line 1: devices: expected an array, not an object"),
    ("{\"schema\": 1, \"devices\": [7]}", "line 1: devices[0]: expected an object, not a number"),
    ("{\"schema\": 1,\n \"devices\": [{}]}", "line 2: devices[0]: 'services' is missing"),
    (
      """
      {"schema": 1, "devices": [{"services": [
      {"handle": 65536, "end_handle": 1, "primary": true, "characteristics": []}]}]}
      """, "line 2: devices[0].services[0].handle: expected a whole number from 0 to 65535"
    ),
    (
      """
      {"schema": 1, "devices": [{"services": [{"handle": "1"}]}]}
      """, "line 1: devices[0].services[0].handle: expected a whole number, not a string"
    ),
    (
      """
      {"schema": 1, "devices": [{"name": null, "services": [{"handle": 1.0, "end_handle": 2e0,
      "primary": 1}]}]}
      """, "line 2: devices[0].services[0].primary: expected true or false, not a number"
    ),
  ]) func whatIsNoTree(text: String, problem: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("trees.json", Array(text.utf8))
    let outcome = try Program.run(["--gatt", file, Program.capture("polar-h7.btsnoop")])
    expect(outcome.status, equals: 2)
    expect(outcome.output, equals: "")
    expect(
      outcome.errors,
      equals: "bleinspect: --gatt: \(file): not the trees that 'bleinspect gatt --format json' "
        + "writes: \(problem)\n")
  }

  /// The cache that BlueZ has of the strap.
  private static let cache = """
    [General]
    Name=Polar H7 000607

    [Attributes]
    0001=2800:0007:00001800-0000-1000-8000-00805f9b34fb
    0002=2803:0003:02:00002a00-0000-1000-8000-00805f9b34fb
    0010=2800:0017:0000180d-0000-1000-8000-00805f9b34fb
    0011=2803:0012:10:00002a37-0000-1000-8000-00805f9b34fb
    0013=00002902-0000-1000-8000-00805f9b34fb

    """

  @Test(arguments: ["00:22:D0:00:06:07", "00-22-d0-00-06-07", "00:22:D0:00:06:07/attributes"])
  func aCacheOfBlueZ(path: String) throws {
    let folder = try TemporaryFolder()
    let parts = path.split(separator: "/").map(String.init)
    if parts.count > 1 {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: parts[0]), withIntermediateDirectories: false)
    }
    let file = try folder.file(path, Array(Self.cache.utf8))
    let capture = Program.capture("polar-h7.btsnoop")
    let whole = try events([capture])
    let cut = try #require(
      whole.filter { $0["event"] as? String == "descriptor" }.compactMap { $0["frame"] as? Int }
        .max())
    let part = folder.url.appending(path: "part.pcapng").path
    try expect(
      Program.run(["convert", "--frame", "\(cut + 1)-", "--to", "pcapng", capture, part]).status,
      equals: 0)
    let told = try events(["--gatt", file, part])
    let rates = told.filter { $0["event"] as? String == "notification" }
    expect(rates.count > 5)
    for rate in rates where rate["handle"] as? Int == 18 {
      expect(rate["characteristic"] as? String, equals: "2A37")
      expect(rate["attribute_source"] as? String, equals: "file")
      expect((rate["decoded"] as? [String: Any])?["heart_rate_bpm"] != nil)
    }
    let report = try Program.run(["--gatt", file, part])
    expect(report.output.contains("attributes are given"))
    expect(report.status, equals: 0)
  }

  @Test(arguments: [
    ("0001=2800:0007", "0001=2800", "line 5: expected an attribute, such as"),
    ("0001=2800:0007", "0000=2800:0007", "line 5: expected an attribute, such as"),
    ("0013=", "garbage\n0013=", "line 9: expected [GROUP] or KEY=VALUE"),
    ("0013=", "0012=", "line 9: handle 0012 twice"),
    ("0001=2800:0007", "0001=2800:0010", "line 7: services 0001 and 0010 overlap"),
    ("0010=2800:0017", "0010=2800:000f", "line 7: the service ends before it begins"),
    ("[Attributes]", "[Other]", "no attributes; BlueZ keeps them in the file ADAPTER/cache/DEVICE"),
    ("Name=", "Name=" + String(repeating: "x", count: 1100), "line 2: longer than 1024 bytes"),
    ("0013=", String(repeating: "\n", count: 70_000) + "0013=", "more than 65536 lines"),
  ]) func whatIsNoCache(replaced: String, by text: String, problem: String) throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache.replacing(replaced, with: text)
    expect(cache != Self.cache)
    let file = try folder.file("00:22:D0:00:06:07", Array(cache.utf8))
    let outcome = try Program.run(["--gatt", file, Program.capture("polar-h7.btsnoop")])
    expect(outcome.status, equals: 2)
    expect(outcome.output, equals: "")
    expect(
      outcome.errors.hasPrefix("bleinspect: --gatt: \(file): not a cache of BlueZ: \(problem)"),
      "\(outcome.errors)")
  }

  /// A tree of another version of the device: told in the timeline and at the head of its tree.
  @Test func whatTheCaptureContradicts() throws {
    let folder = try TemporaryFolder()
    let capture = Program.capture("polar-h7.btsnoop")
    let text = String(decoding: try tree(capture), as: UTF8.self)
    let other = text.replacing("\"2A38\"", with: "\"2A39\"")
    expect(other != text)
    let file = try folder.file("trees.json", Array(other.utf8))
    let told = try events(["--gatt", file, capture])
    let notes = told.filter { $0["contradicted"] != nil }
    expect(notes.map { $0["contradicted"] as? [Int] }, equals: [[21]])
    expect(
      notes.map { $0["text"] as? String },
      equals: [
        "0015 is not the given Heart Rate Control Point 2A39: the capture shows something else there"
      ])
    let without = try events([capture])
    expect(told.count, equals: without.count + 1)
    let trees = try Program.run(["gatt", "--gatt", file, capture]).output
    expect(trees.contains("  given by \(file), and contradicted by the capture: 1\n"))
  }

  /// A file that names nothing is not silent about it.
  @Test func aDeviceThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let strap = Program.capture("polar-h7.btsnoop")
    let tag = Program.capture("sensortag-cc2650.btsnoop")
    let file = try folder.file("strap.json", Array(try tree(strap)))
    let other = try Program.run(["--gatt", file, tag])
    expect(other.status, equals: 0)
    expect(
      other.errors.hasPrefix("bleinspect: --gatt \(file): names nothing here: Polar H7 000607 ("),
      "\(other.errors)")
    expect(other.errors.hasSuffix(") is not in the capture\n"))
    for command in [["gatt"], ["packets"], ["exchange"], ["learn"], ["check", "notification"]] {
      let arguments = [command[0], "--gatt", file, tag] + command.dropFirst()
      try expect(Program.run(arguments).errors.contains("names nothing here"), "\(command)")
    }
    try expect(Program.run(["--quiet", "--gatt", file, tag]).errors, equals: "")
    try expect(Program.run(["--gatt", file, strap]).errors, equals: "")
    // One of two files has its device.
    let second = try folder.file("tag.json", Array(try tree(tag)))
    let both = try Program.run(["--gatt", file, "--gatt", second, tag]).errors
    expect(both.components(separatedBy: "names nothing").count, equals: 2)
    // Nobody knows whose values these are.
    var capture = CaptureBuilder()
    capture.notification(0x12, [0x06, 0x61])
    let part = try folder.file("part.btsnoop", capture.bytes)
    let unknown = try Program.run(["--gatt", file, "--gatt", second, part]).errors
    expect(unknown.components(separatedBy: ", or it does not show that it is\n").count, equals: 3)
  }

  @Test func whatIsNotRead() throws {
    let folder = try TemporaryFolder()
    let capture = Program.capture("polar-h7.btsnoop")
    func errors(_ path: String) throws -> String {
      let outcome = try Program.run(["gatt", "--gatt", path, capture])
      expect(outcome.status, equals: 2)
      return outcome.errors
    }
    try expect(
      errors("/nowhere"), equals: "bleinspect: --gatt: /nowhere: No such file or directory\n")
    try expect(errors("/"), equals: "bleinspect: --gatt: /: Is a directory\n")
    try expect(errors("/dev/zero"), equals: "bleinspect: --gatt: /dev/zero: larger than 16 MiB\n")
    try expect(errors("").contains("--gatt '': is empty"))
    // The output is not made before.
    let output = folder.url.appending(path: "out").path
    _ = try Program.run(["--gatt", "/nowhere", "--output", output, capture])
    expect(!FileManager.default.fileExists(atPath: output))
    let convert = try Program.run([
      "convert", "--to", "btsnoop", "--gatt", "/nowhere", capture, output,
    ])
    expect(convert.errors.contains("--gatt needs --annotate"))
  }
}
