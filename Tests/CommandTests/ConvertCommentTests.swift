import Foundation
import TestSupport
import Testing

/// Comments on packets, and marks that become comments, in what `convert` writes.
@Suite struct ConvertCommentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func option(_ text: String) -> [UInt8] { PcapNGBytes.comment(Array(text.utf8)) }

  /// Command Complete of a Reset, with direction.
  private static let reset: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]

  /// Five packets, a second apart; the second has two comments, the fourth one.
  private static func capture() -> PcapNGBytes {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    for frame in 1...5 {
      let options =
        switch frame {
        case 2: option("door\n opened") + PcapNGBytes.comment([0x61, 0xFF])
        case 4: option("closed")
        default: [UInt8]()
        }
      file.packet(reset, ticks: UInt64(frame) * 1_000_000, options: options)
    }
    return file
  }

  private func convert(
    _ arguments: [String], _ capture: PcapNGBytes = capture(), to name: String = "out.pcapng"
  ) throws -> (path: String, outcome: Outcome) {
    let path = folder.url.appending(path: "\(UUID())-\(name)").path
    let outcome = try Program.run(
      ["convert"] + arguments + ["-", path], input: Data(capture.bytes))
    return (path, outcome)
  }

  /// The marks that a capture has: frame and text.
  private func marks(_ path: String) throws -> [String] {
    let outcome = try Program.run(["--format", "ndjson", "--event", "mark", path])
    expect(outcome.status == 0 && outcome.errors == "")
    return try outcome.output.split(separator: "\n").dropFirst().map {
      let event = try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      return "\(event["frame"] ?? 0) \(event["text"] ?? "")"
    }
  }

  @Test(arguments: ["pcapng", "pcapng-monitor"]) func pcapngKeepsThem(target: String) throws {
    let (path, outcome) = try convert(["--to", target])
    expect(outcome.status == 0 && outcome.errors == "")
    try expect(marks(path), equals: ["2 door opened", "2 a\u{FFFD}", "4 closed"])
    // As they are, also what is no text.
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let options = Self.option("door\n opened") + PcapNGBytes.comment([0x61, 0xFF])
    expect(Data(bytes).range(of: Data(options)) != nil)
    // Again the same file.
    let again = folder.url.appending(path: "again.pcapng").path
    try expect(Program.run(["convert", "--to", target, path, again]).status, equals: 0)
    expect([UInt8](try Data(contentsOf: URL(filePath: again))), equals: bytes)
  }

  @Test(arguments: ["btsnoop", "btsnoop-monitor", "pcap", "pklg"])
  func otherFormatsSayThatTheyCannotHoldThem(target: String) throws {
    let (path, outcome) = try convert(["--to", target])
    expect(outcome.status, equals: 0)
    expect(
      outcome.errors.contains("\(path): 3 comments on packets are left out: "),
      "\(outcome.errors)")
    try expect(convert(["--to", target, "--quiet"]).outcome.errors, equals: "")
    let none = try convert(["--to", target, "--frame", "4-"])
    expect(none.outcome.errors.contains(": 1 comment on a packet is left out: "))
    expect(!(try convert(["--to", target, "--frame", "5"]).outcome.errors.contains("comment")))
    let refused = try convert(["--to", target, "--mark", "1=x"])
    expect(refused.outcome.status, equals: 2)
    expect(refused.outcome.errors.contains("has no place for marks: use --to pcapng"))
    expect(!FileManager.default.fileExists(atPath: refused.path))
  }

  @Test func aPartHasThoseOfItsPackets() throws {
    let part = try convert(["--frame", "3-"])
    expect(part.outcome.errors, equals: "")
    try expect(marks(part.path), equals: ["2 closed"])
  }

  @Test func marksBecomeComments() throws {
    let file = folder.url.appending(path: "m").path
    try Data("1970-01-01T00:00:04.5Z from a file\n".utf8).write(to: URL(filePath: file))
    let (path, outcome) = try convert([
      "--mark", "0.5=on", "--mark", "1=two", "--marks", file, "--mark=-1=early",
    ])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("1 mark is before the first record"), "\(outcome.errors)")
    try expect(
      marks(path),
      equals: [
        "1 early", "2 on", "2 two", "2 door opened", "2 a\u{FFFD}", "4 closed", "5 from a file",
      ])
  }

  @Test func marksThatNoPacketFollowsAreReported() throws {
    let late = try convert(["--mark", "9=late", "--mark", "10=later"])
    expect(
      late.outcome.errors,
      equals: "bleinspect: 2 marks are left out: no packet that is written follows\n")
    let filtered = try convert(["--mark", "2.5=x", "--mark", "3.5=y", "--frame", "1-3"])
    try expect(marks(filtered.path), equals: ["2 door opened", "2 a\u{FFFD}"])
    // The other one is after a packet that is not asked for.
    expect(
      filtered.outcome.errors,
      equals: "bleinspect: 1 mark is left out: no packet that is written follows\n")
    // What is not asked for is not missed.
    for filter in [["--to", "3"], ["-n", "3"]] {
      let part = try convert(["--mark", "9=late"] + filter)
      expect(part.outcome.errors, equals: "", "\(filter)")
    }
  }

  /// Of a connection that is found late, records are held before it, with their comments.
  @Test func aConnectionKeepsItsComments() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let all = folder.url.appending(path: "all.pcapng").path
    let given = ["--mark", "0=start", "--mark", "0.02=soon", "--mark", "1.5=middle"]
    try expect(Program.run(["convert"] + given + [capture, all]).status, equals: 0)
    let expected = try marks(all)
    expect(expected.count, equals: 3)
    let part = folder.url.appending(path: "part.pcapng").path
    let outcome = try Program.run(["convert", "--connection", "1"] + given + [capture, part])
    expect(outcome.status == 0 && outcome.errors == "")
    try expect(
      marks(part).map { $0.drop { $0 != " " } }, equals: expected.map { $0.drop { $0 != " " } })
  }

  @Test func thereAreAtMost64OfAPacket() throws {
    let given = (0..<70).flatMap { ["--mark", "0.5=m\($0)"] }
    let (path, outcome) = try convert(given)
    expect(outcome.errors.contains("8 comments on packets are left out"), "\(outcome.errors)")
    try expect(marks(path).prefix(64), equals: (0..<64).map { "2 m\($0)" }[...])
  }

  @Test func replayedPacketsKeepThem() throws {
    func replay(_ arguments: String...) throws -> Outcome {
      try Program.run(
        ["replay", "--speed", "max", "--records", "-"] + arguments + ["-"],
        input: Data(Self.capture().bytes))
    }
    let outcome = try replay("--to", "pcapng", "--mark", "0.5=on")
    expect(outcome.status == 0 && outcome.errors == "")
    let path = folder.url.appending(path: "played.pcapng").path
    try outcome.bytes.write(to: URL(filePath: path))
    try expect(marks(path), equals: ["2 on", "2 door opened", "2 a\u{FFFD}", "4 closed"])
    try expect(replay().errors.contains(": 3 comments on packets are left out: "))
  }
}
