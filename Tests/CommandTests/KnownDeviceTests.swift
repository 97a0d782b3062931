import Foundation
import TestSupport
import Testing

/// Handles that are named as those of a known device, in all that is written of them.
@Suite struct KnownDeviceTests {
  /// A SensorTag whose attributes nobody discovers: its temperature is turned on, and comes.
  private static func capture() -> [UInt8] {
    var capture = SituationCapture(.h4)
    let name = Array("CC2650 SensorTag".utf8)
    capture.advertisement(1, [UInt8(name.count + 1), 9] + name)
    capture.connected(1)
    for (request, response) in [
      ([0x12, 0x22, 0, 1, 0], [0x13]), ([0x12, 0x24, 0, 1], [0x13]),
    ] as [([UInt8], [UInt8])] {
      capture.att(request, isSent: true)
      capture.att(response, isSent: false)
    }
    capture.att([0x1B, 0x21, 0, 0xDC, 0x09, 0xA0, 0x0C], isSent: false)
    return capture.bytes
  }

  private func run(_ arguments: String...) throws -> Outcome {
    let outcome = try Program.run(arguments + ["-"], input: Data(Self.capture()))
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return outcome
  }

  private static let map = "given by the map of the CC2650 SensorTag"

  @Test func theReport() throws {
    let report = try run().output
    expect(report.contains("attributes are \(Self.map)"))
    let lines = try run("--format", "ndjson").lines
    expect(lines.contains { $0.contains("named as those of a CC2650 SensorTag") })
    let value = try #require(lines.first { $0.contains("\"event\":\"notification\"") })
    expect(value.contains("\"attribute_source\":\"known_device\""))
    expect(value.contains("\"decoded\":{\"object_temperature_celsius\""))
  }

  @Test func conversations() throws {
    try expect(run("exchange", "--all").output.contains("(map)"))
  }

  /// A guess of one capture is no fact for another.
  @Test func trees() throws {
    let text = try run("gatt").output
    expect(text.contains("  0021 IR Temperature Data F000AA01-0451-4000-B000-000000000000"))
    expect(text.contains("  (known device)\n") && text.contains(Self.map))
    expect(!text.contains("(given)"))
    let tree = try run("gatt", "--format", "json")
    expect(tree.output.contains("\"given\": true,\n"))
    let folder = try TemporaryFolder()
    let file = try folder.file("tag.json", Array(tree.bytes))
    try expect(run("gatt", "--format", "json", "--gatt", file).bytes, equals: tree.bytes)
    let expected = try Program.run(["gatt", "--expect", file, "-"], input: Data(Self.capture()))
    expect(expected.status == 2 && expected.errors.contains("expects nothing"))
  }
}
