import ATTDissector
import GATTSession
import Regression
import TestSupport
import Testing

@testable import bleinspect

@Suite struct DiffConfigurationTests {
  private func problem(_ text: String) -> String? {
    do {
      let found = try DiffConfiguration(json: Array(text.utf8))
      Issue.record("\(text) was understood: \(found)")
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test func everyKey() throws {
    let configuration = try DiffConfiguration(
      json: Array(
        """
        {
          "$schema": "diff-config.schema.json", "schema": 1, "link": true, "strict": true,
          "only": ["read", "notification"], "device": "Polar H7 000607",
          "map": {"Strap A": "Strap=B"},
          "values": {"2A37": "shape", "Battery Level": "ignore"},
          "count": 2, "range": {"heart_rate_bpm": [40, 2e2], "illuminance_lux": [null, 5]},
          "tolerance": {"pressure_hpa": "2%", "period_ms": 0.5}, "time_tolerance": 0.25,
          "ignore": ["rssi_dbm", "event:mtu"], "gatt": "trees.json",
          "reasons": {"count": "two runs differ"}
        }
        """.utf8))
    let found = ComparisonOptions(configuration: configuration.settings, commandLine: [])
    var wanted = ComparisonOptions()
    wanted.link = true
    wanted.strict = true
    wanted.only = [.read, .notification]
    wanted.device = "Polar H7 000607"
    wanted.map = [("Strap A", "Strap=B")]
    wanted.valuesOfAttribute = [
      BluetoothUUID(UInt16(0x2A37)): .shape, BluetoothUUID(UInt16(0x2A19)): .ignore,
    ]
    wanted.count = .within(2)
    wanted.ranges = ["heart_rate_bpm": 40...200, "illuminance_lux": (-.infinity)...5]
    wanted.tolerances = ["pressure_hpa": .init(2, isPercent: true), "period_ms": .init(0.5)]
    wanted.timeTolerance = 250_000_000
    wanted.ignored = [.key("rssi_dbm"), .kind(.mtu)]
    expect(found, equals: wanted)
    expect(configuration.treeFiles, equals: ["trees.json"])
  }

  @Test func shortForms() throws {
    let short = try DiffConfiguration(
      json: Array("\u{FEFF}{\"values\":\"shape\",\"only\":\"read,write\",\"link\":false}\n".utf8))
    let found = ComparisonOptions(configuration: short.settings, commandLine: [])
    expect(found.values, equals: .shape)
    expect(found.only, equals: [.read, .write])
    expect(!found.link)
    try expect(DiffConfiguration(json: Array("{}".utf8)).settings.isEmpty)
  }

  @Test func theCommandLineComesOnTop() throws {
    let configuration = try DiffConfiguration(
      json: Array(
        """
        {"values": {"2A37": "shape"}, "only": ["read"], "ignore": "rssi_dbm", "count": "exact",
         "range": {"period_ms": [1, 2]}, "device": "a", "map": {"x": "y"}}
        """.utf8))
    let line = try invocation(
      "diff --values 2A37=ignore --only write --ignore 2A19 --count 5 --range period_ms=3..4 "
        + "--device b --map x=z a b")
    let found = ComparisonOptions(
      configuration: configuration.settings, commandLine: line.options.diff.settings)
    expect(found.valuesOfAttribute, equals: [BluetoothUUID(UInt16(0x2A37)): .ignore])
    expect(found.only, equals: [.write])
    expect(found.ignored, equals: [.key("rssi_dbm"), .attribute(BluetoothUUID(UInt16(0x2A19)))])
    expect(found.count, equals: .within(5))
    expect(found.ranges, equals: ["period_ms": 3...4])
    expect(found.device, equals: "b")
    expect(found.map.map(\.actual), equals: ["z"])
  }

  @Test(arguments: [
    ("", "line 1: not JSON: ends where a value should be"),
    ("[]", "line 1: expected an object, not an array"),
    ("{\n\"link\": true,\n}", "line 3: not JSON: expected a key"),
    ("{\"link\": true} x", "line 1: not JSON: more after the value"),
    ("{\"link\": 1}", "line 1: link: expected true or false, not a number"),
    (
      "{\n\n\"valeus\": \"shape\"}",
      "line 3: valeus: unknown option of diff; did you mean values?"
    ),
    ("{\"link\": true, \"link\": true}", "line 1: not JSON: a key twice: \"link\""),
    ("{\"schema\": 2}", "line 1: schema: unsupported schema 2 (this version supports 1)"),
    (
      "{\"range\": {\n\"heart_rate_bpm\": [200, 40]}}",
      "line 2: range.heart_rate_bpm: the range is empty: 200 is above 40"
    ),
    (
      "{\"range\": {\"heart_rate_bpm\": [40]}}",
      "line 1: range.heart_rate_bpm: expected two numbers, such as [40, 200]"
    ),
    (
      "{\"range\": {\"heart_rate_bpm\": [null, null]}}",
      "line 1: range.heart_rate_bpm: both ends are open"
    ),
    (
      "{\"range\": {\"heart_rate_bpm\": [\"1\", 2]}}",
      "line 1: range.heart_rate_bpm: expected two numbers, such as [40, 200]; null is an open end"
    ),
    (
      "{\"range\": {\"heartrate\": [1, 2]}}",
      "line 1: range.heartrate: no event has the key 'heartrate'"
    ),
    ("{\"range\": []}", "line 1: range: expected an object, not an array"),
    (
      "{\"tolerance\": {\"period_ms\": -1}}",
      "line 1: tolerance.period_ms: negative tolerance: '-1'"
    ),
    (
      "{\"tolerance\": {\"period_ms\": true}}",
      "line 1: tolerance.period_ms: expected a number, or a string such as \"5%\", not a boolean"
    ),
    (
      "{\"values\": {\"2A3\": \"shape\"}}",
      "line 1: values.2A3: neither a UUID nor the name of an attribute: '2A3' (180D, 2A37, 36 characters, or a name)"
    ),
    ("{\"values\": 7}", "line 1: values: expected an object or a string, not a number"),
    ("{\"only\": [\"read\", 1]}", "line 1: only: expected strings in the list"),
    ("{\"only\": [\"note\"]}", "line 1: only: events of kind 'note' are never compared"),
    ("{\"device\": \"\"}", "line 1: device: is empty"),
    ("{\"map\": {\"\": \"x\"}}", "line 1: map.: empty name"),
    ("{\"time_tolerance\": \"1\"}", "line 1: time_tolerance: expected a number, not a string"),
    ("{\"count\": 1.5}", "line 1: count: expected exact, ignore, or a number such as ±2 or 2"),
    (
      "{\"irk\": \"00\"}",
      "line 1: irk: keys do not belong in files: use --irk"
    ),
    ("{\"\\u001b[2J\": 1}", "line 1: \\x1b[2J: unknown option of diff"),
  ])
  func refuses(text: String, message: String) {
    expect(problem(text), equals: message)
  }

  @Test func deepNestingIsNoTrouble() {
    let deep = String(repeating: "[", count: 100_000)
    expect(problem(deep)?.contains("more than 64"), equals: true)
  }

  @Test func standsBesideTheExpectation() {
    expect(DiffCommand.configuration(beside: "-") == nil)
    expect(DiffCommand.configuration(beside: "expected.ndjson"), equals: ".bleinspect-diff.json")
    expect(DiffCommand.configuration(beside: "/a/b.ndjson"), equals: "/a/.bleinspect-diff.json")
    expect(DiffCommand.configuration(beside: "./x/y/b"), equals: "./x/y/.bleinspect-diff.json")
  }
}
