import Foundation
import TestSupport
import Timeline
import Testing

@testable import bleinspect

/// What `convert --annotate` says of records, and that it changes nothing else.
@Suite struct AnnotateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func convert(
    _ arguments: [String], _ capture: String = Program.capture("polar-h7.btsnoop"),
    input: Data = Data()
  ) throws -> (file: AnnotatedFile, path: String, errors: String) {
    let path = folder.url.appending(path: "\(UUID()).pcapng").path
    let outcome = try Program.run(["convert"] + arguments + [capture, path], input: input)
    expect(outcome.status, equals: 0)
    return (AnnotatedFile([UInt8](try Data(contentsOf: URL(filePath: path)))), path, outcome.errors)
  }

  @Test(arguments: [
    "polar-h7.btsnoop", "polar-h7-ll.pcap", "polar-h7-nrf.pcapng", "vm-burst.btsnoop",
  ])
  func everyRecordStaysByteForByte(capture: String) throws {
    let plain = try convert([], Program.capture(capture)).file
    let annotated = try convert(["--annotate"], Program.capture(capture)).file
    expect(plain.packets.count > 100)
    expect(annotated.packets, equals: plain.packets)
    expect(plain.comments.isEmpty && plain.section == nil)
    expect(annotated.comments.count > 20)
  }

  @Test func valuesAndAnswersAreSaid() throws {
    let file = try convert(["--annotate"]).file
    expect(
      file.comments[40], equals: ["ble: answered in frame 42, 15 ms"])
    expect(
      file.comments[42],
      equals: [
        "ble: MTU: 23 (asked 517, got 23) (C1 Polar H7 000607)", "ble: answers frame 40, 15 ms",
      ])
    expect(
      file.comments[142],
      equals: ["ble: Heart Rate Measurement: 97 bpm  contact (C1 Polar H7 000607)"])
    let section = try #require(file.section)
    expect(section.contains("VERDICT\nNothing wrong was found"))
    expect(section.contains("00:22:D0:00:06:07 Polar H7 000607"))
  }

  @Test func findingsStandWhereTheyAreAndWhereTheirEvidenceIs() throws {
    let file = try convert(["--annotate"], Program.capture("rules/request-refused.btsnoop")).file
    let findings = file.comments.values.flatMap(\.self).filter { $0.contains("request-refused") }
    expect(findings.contains { $0.hasPrefix("ble: warning request-refused: ") }, "\(findings)")
    expect(file.section?.contains(" warning request-refused: ") == true)
  }

  /// The numbers are those of the file that is written.
  @Test func ofAPartTheNumbersAreThoseOfTheFile() throws {
    let file = try convert(["--annotate", "--frame", "40-"]).file
    expect(file.comments[1], equals: ["ble: answered in frame 3, 15 ms"])
    expect(file.comments[3]?.last, equals: "ble: answers frame 1, 15 ms")
    let cut = try convert(["--annotate", "--frame", "41-"]).file
    expect(cut.comments[2]?.last, equals: "ble: answers a record that is left out here, 15 ms")
    expect(cut.section?.contains("of which this is a part") == true)
  }

  @Test func annotationsAreNoMarks() throws {
    let (file, path, _) = try convert(["--annotate", "--mark", "1.2=door"])
    let plain = try convert(["--mark", "1.2=door"]).path
    let read = try Program.run(["--format", "ndjson", path]).output
    try expect(read, equals: Program.run(["--format", "ndjson", plain]).output)
    expect(read.contains("\"text\":\"door\""))
    // Again, they are written anew, not twice.
    let again = try convert(["--annotate"], path).file
    expect(again.comments, equals: file.comments)
  }

  @Test func aPipeIsAnnotatedAlike() throws {
    let bytes = try Data(contentsOf: URL(filePath: Program.capture("polar-h7.btsnoop")))
    let piped = try convert(["--annotate"], "-", input: bytes).file
    try expect(piped.comments, equals: convert(["--annotate"]).file.comments)
  }

  @Test func namesOfDevices() throws {
    let names = folder.url.appending(path: "ethers").path
    let errors = try convert(["--annotate", "--ethers", names]).errors
    expect(errors.contains("1 name; Wireshark takes them from "))
    try expect(
      String(contentsOfFile: names, encoding: .utf8), equals: "00:22:d0:00:06:07 Polar_H7_000607\n")
    expect(DeviceNames.word("a b\n\u{1B}[31m#\u{202E}"), equals: "a_b___31m__")
  }

  @Test func whatDoesNotGoTogether() throws {
    let cases: [([String], String)] = [
      (
        ["--annotate", "--to", "btsnoop"],
        "--annotate: btsnoop of H4 packets has no place for comments"
      ),
      (["--ethers", "x", "--to", "pcapng"], "--ethers needs --annotate"),
      (
        ["--decoders", "Examples/decoders/weather.json", "--to", "pcapng"],
        "--decoders needs --annotate"
      ),
    ]
    for (arguments, message) in cases {
      let outcome = try Program.run(
        ["convert"] + arguments + [Program.capture("polar-h7.btsnoop"), "/nowhere/out"])
      expect(outcome.status, equals: 2)
      expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  // MARK: The parts

  @Test func numbersOfRecordsThatAreWritten() {
    var numbers = FrameNumbers()
    for frame: UInt64 in [1, 2, 5, 70, 71, 500] { numbers.write(frame) }
    expect(
      [1, 2, 3, 5, 6, 70, 71, 499, 500, 501].map { numbers[$0] },
      equals: [
        1, 2, nil, 3, nil, 4, 5, nil, 6, nil,
      ])
    expect(numbers[0] == nil && !numbers.areSame && numbers.count == 6)
  }

  /// More than is kept in memory.
  @Test func manyTextsAreSortedInAFile() {
    var spool = AnnotationSpool()
    var text = AnnotationText()
    let filler = String(repeating: "x", count: 1900)
    for number in 0..<10_000 {
      text.begin()
      text.append(decimal: number)
      text.append(untrusted: filler)
      // Backwards, and every other one again below it.
      spool.add(text, to: UInt64(10_001 - number), rank: number % 2 == 0 ? .event : .answer)
      if number % 1000 == 0 { spool.add(text, to: 1, rank: .finding) }
    }
    var frames: [UInt64] = []
    var total = 0
    spool.forEach { frame, text in
      frames.append(frame)
      total += text.byteCount
    }
    expect(spool.error == nil && spool.leftOut == 0)
    expect(frames.count, equals: 10_010)
    expect(frames == frames.sorted())
    expect(total > 18 << 20)
  }
}

/// The packets and comments of a pcapng file.
struct AnnotatedFile {
  /// Interface, time, lengths and bytes of each.
  private(set) var packets: [[UInt8]] = []
  private(set) var comments: [Int: [String]] = [:]
  private(set) var section: String?

  init(_ bytes: [UInt8]) {
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var start = 0
    while start + 12 <= bytes.count {
      let length = number(start + 4)
      switch number(start) {
      case 0x0A0D_0D0A:
        section = Self.comments(bytes, start + 24, start + length - 4).first
      case 6:
        let included = number(start + 20)
        packets.append(Array(bytes[start + 8..<start + 28 + included]))
        let found = Self.comments(bytes, start + 28 + (included + 3) & ~3, start + length - 4)
        if !found.isEmpty { comments[packets.count] = found }
      default: break
      }
      start += length
    }
  }

  private static func comments(_ bytes: [UInt8], _ first: Int, _ end: Int) -> [String] {
    var comments: [String] = []
    var place = first
    while place + 4 <= end {
      let code = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      let length = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
      if code == 1 {
        comments.append(String(decoding: bytes[place + 4..<place + 4 + length], as: UTF8.self))
      }
      place += 4 + (length + 3) & ~3
    }
    return comments
  }
}
