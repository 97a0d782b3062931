import Foundation
import TestSupport
import Testing

/// What `packets` shows as Wireshark does, and which records `--event` selects.
@Suite struct PacketRecordTests {
  private static let polar = Program.capture("polar-h7.btsnoop")

  private func frames(_ arguments: [String], input: Data = Data()) throws -> ([Int], String) {
    let outcome = try Program.run(["packets"] + arguments, input: input)
    expect(outcome.status, equals: 0)
    return (
      outcome.lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } },
      outcome.errors
    )
  }

  /// A write is two records: the value is in the request.
  @Test func eventsHaveTheirRequests() throws {
    let (found, errors) = try frames(["--event", "write", Self.polar])
    expect(found, equals: [139, 141, 152, 154])
    expect(errors, equals: "")
  }

  @Test func whatIsReadOnceSaysWhatIsMissing() throws {
    let bytes = try Data(contentsOf: URL(filePath: Self.polar))
    // A file as standard input is read twice; a pipe is not.
    try expect(frames(["--event", "write", "-"], input: bytes).0, equals: [139, 141, 152, 154])
    let outcome = try Program.shell("cat \(Self.polar) | \"$B\" packets --event write -")
    expect(outcome.lines.count - 1, equals: 2)
    expect(outcome.errors.contains("-: is read once: requests, "), "\(outcome.errors)")
  }

  @Test func treesSayWhatAnswersWhat() throws {
    let text = try Program.run(["packets", "-v", "--frame", "40-42", Self.polar]).output
    expect(text.contains("\n        Answers frame 40, 15 ms\n"))
    expect(text.components(separatedBy: "Answers frame").count, equals: 2)
  }

  /// As `frame.len` of tshark; programs get the length of the packet itself.
  @Test(arguments: [("polar-h7.btsnoop", 12, 11), ("polar-h7-monitor.btsnoop", 11, 11)])
  func lengthsAreThoseOfWireshark(capture: String, shown: Int, length: Int) throws {
    let path = Program.capture(capture)
    let line = try Program.run(["packets", path]).output.split(separator: "\n")
      .first { $0.contains("Exchange MTU Response") }
    expect(line?.contains(" C1    \(shown)  ATT Exchange MTU Response") == true, "\(line ?? "")")
    let json = try Program.run(["packets", "--format", "ndjson", path]).output
    expect(json.contains("\"length\":\(length),\"summary\":\"ATT Exchange MTU Response"))
  }

  @Test func theCRCIsANumberAsWiresharkHasIt() throws {
    let text = try Program.run([
      "packets", "-v", "--frame", "30", Program.capture("polar-h7-ll.pcap"),
    ])
    expect(text.output.contains("CRC: 0x401A12\n"))
  }

  @Test func aScriptForWiresharkSaysWhatItLeavesOut() throws {
    let outcome = try Program.run(["decoders", "lua", "Examples/decoders/weather.json"])
    expect(outcome.status, equals: 0)
    expect(outcome.output.contains("ProtoField.double(\"bleinspect.temperature_celsius\""))
    expect(outcome.output.contains("register_postdissector"))
    expect(outcome.errors.contains("log_time: a time: not covered"), "\(outcome.errors)")
    expect(!outcome.errors.contains("and what follows"), "\(outcome.errors)")
    for part in [
      "ProtoField.none(\"bleinspect.records\"", "bleinspect.records.temperature_celsius\"",
      "by_length({ 165 }, { place = 1, width = 2, is_big = false, plus = 5 })", "cyclic_sum(16, ",
      "xor_sum(8, ",
    ] {
      expect(outcome.output.contains(part), "\(part)")
    }
    let beacon = try Program.run(["decoders", "lua", "Examples/decoders/beacon.json"])
    expect(beacon.status == 1 && beacon.output == "", "\(beacon.errors)")
  }
}
