import BTSnoop
import Foundation
import TestSupport
import Testing

/// `align`, `convert --align` and `--align`, with two recordings of one session by sniffers.
@Suite struct AlignCommandTests {
  private typealias Object = [String: Any]

  private let folder: TemporaryFolder
  private let air = Program.capture("polar-h7-ll.pcap")
  private let nordic = Program.capture("polar-h7-nrf.pcapng")
  private let phone = Program.capture("polar-h7.btsnoop")

  init() throws { folder = try TemporaryFolder() }

  private func pair(_ arguments: String..., status: Int32 = 0) throws -> Object {
    let outcome = try Program.run(["align", "--format", "json"] + arguments)
    expect(outcome.status, equals: status, outcome.errors)
    let document = try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let pairs = try #require(document["pairs"] as? [Object])
    return try #require(pairs.first)
  }

  /// Damaged times, centuries apart, are clamped: nothing can be said with them.
  @Test func timesCenturiesApart() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: phone)))
    for place in 32..<40 { bytes[place] = 0 }
    let file = try folder.file("far.log", bytes)
    for arguments in [["align"], ["--align", "--format", "ndjson"]] {
      let outcome = try Program.run(arguments + [file, file])
      expect(outcome.status, equals: 1)
      expect((outcome.output + outcome.errors).contains("centuries apart"))
    }
  }

  /// In whole nanoseconds, also where decades lie between the captures.
  @Test func aGivenShiftIsExact() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: phone)))
    var place = 16
    while place + 24 <= bytes.count {
      let length = bytes[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }
      var time = bytes[place + 16..<place + 24].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      time -= 56 * 365 * 86_400 * 1_000_000
      for index in 0..<8 {
        bytes[place + 16 + index] = UInt8(truncatingIfNeeded: time >> (56 - 8 * Int64(index)))
      }
      place += 24 + length
    }
    let old = try folder.file("old.log", bytes)
    let pair = try pair("--shift", "12.345678", phone, old)
    expect(pair["offset_s"] as? Double, equals: 12.345678)
  }

  @Test func oneSession() throws {
    let pair = try pair(air, nordic)
    expect(pair["aligned"] as? Bool, equals: true)
    expect(pair["a"] as? String, equals: air)
    expect(pair["b"] as? String, equals: nordic)
    expect(pair["offset_s"] as? Double, equals: 0)
    expect(pair["drift_ppm"] as? Double, equals: 0)
    let connections = try #require(pair["connections"] as? [Object])
    expect(connections.compactMap { $0["a"] as? Int }, equals: [1])
    expect(connections.compactMap { $0["b"] as? Int }, equals: [1])
    expect(pair["anchors"] as? Int ?? 0 > 30)
  }

  /// The same bytes at other times.
  @Test func anotherSession() throws {
    let pair = try pair(phone, air, status: 1)
    expect(pair["aligned"] as? Bool, equals: false)
    expect(pair["offset_s"] is NSNull)
    expect((pair["refused"] as? [String])?.isEmpty, equals: false)
    let text = try Program.run(["align", phone, air])
    expect(text.status, equals: 1)
    expect(text.output.contains("B is not aligned with A"))
    expect(text.output.contains("--shift-at FRAME=FRAME"))
  }

  @Test func byHand() throws {
    let shifted = try pair("--shift", "-2.5", phone, air)
    expect(shifted["offset_s"] as? Double, equals: -2.5)
    expect(shifted["drift_ppm"] is NSNull)
    // Heart Rate Measurement is turned on.
    let placed = try pair("--shift-at", "139=169", phone, air)
    let offset = try #require(placed["offset_s"] as? Double)
    let far = try Program.run(["align", "--shift-at", "139=100000", phone, air])
    expect(far.status, equals: 2)
    expect(far.errors.contains("has no record 100000"))
    let text = try Program.run(["align", "--shift-at", "139=169", phone, air])
    expect(text.output.contains("as given"))
    expect(offset.isFinite)
  }

  @Test(arguments: [
    (["align", "a"], "expected two captures or more"),
    (["align", "--shift", "x", "a", "b"], "expected seconds"),
    (["align", "--shift-at", "1", "a", "b"], "expected the numbers of two records"),
    (["align", "--shift-at", "0=1", "a", "b"], "expected the numbers of two records"),
    (["align", "--shift", "1", "--shift-at", "1=1", "a", "b"], "contradict each other"),
    (["align", "--shift", "1", "a", "b", "c"], "are about two captures"),
    (["--align", "--follow", "a", "b"], "--align does not work with --follow"),
    (["--shift", "1", "a", "b"], "need --align"),
    (["--align", "--format", "ndjson", "a", "-"], "standard input"),
    (["convert", "--align", "a", "b", "out.btsnoop"], "needs a pcapng file"),
    (
      ["convert", "--align", "--device", "1", "a", "b", "out.pcapng"], "does not work with --device"
    ),
  ])
  func usage(arguments: [String], problem: String) throws {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains(problem), outcome.errors)
  }

  @Test func damage() throws {
    let cut = folder.url.appending(path: "cut.pcap")
    let whole = try Data(contentsOf: URL(filePath: air))
    try whole.prefix(whole.count - 3).write(to: cut)
    let outcome = try Program.run(["align", cut.path, nordic])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("cut.pcap"))
  }

  @Test func oneFile() throws {
    let out = folder.url.appending(path: "both.pcapng").path
    let outcome = try Program.run(["convert", "--align", "--shift", "0.5", air, nordic, out])
    expect(outcome.status, equals: 0, outcome.errors)
    var sink = RecordingSink()
    var reader = CaptureReader()
    try reader.read([out], into: &sink)
    expect(sink.records.count, equals: 760)
    let times = sink.records.map(\.time)
    expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    // Only the times of the second capture have changed.
    expect(sink.comments.count, equals: 380)
    expect(sink.comments.first?.text.hasPrefix("\(nordic), record 1: 2026-") == true)
  }

  @Test func nothingIsWrittenUnlessAligned() throws {
    let out = folder.url.appending(path: "none.pcapng").path
    let refused = try Program.run(["convert", "--align", phone, air, out])
    expect(refused.status, equals: 1, refused.errors)
    expect(refused.errors.contains("is not aligned with"))
    expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func whoHasSeenIt() throws {
    let outcome = try Program.run(["--align", "--format", "ndjson", air, nordic])
    expect(outcome.status, equals: 0, outcome.errors)
    let events = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
    let values = events.filter { $0["event"] as? String == "notification" }
    expect(!values.isEmpty)
    for value in values {
      let seen = try #require(value["seen"] as? [Object])
      expect(seen.compactMap { $0["capture"] as? String }, equals: [air, nordic])
      let frame = value["frame"] as? Int
      expect(seen.compactMap { $0["frame"] as? Int }, equals: [frame, frame].compactMap(\.self))
      expect(
        seen.compactMap { $0["t"] as? Double },
        equals: [value["t"], value["t"]].compactMap { $0 as? Double })
    }
  }
}
