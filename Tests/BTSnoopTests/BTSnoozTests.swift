import Bytes
import System
import TestSupport
import Testing

@testable import BTSnoop

@Suite struct BTSnoozTests {
  private static func log(version: UInt8 = 2) -> BTSnoozBytes {
    var log = BTSnoozBytes(version: version)
    log.add(0x20, [3, 0x0C, 0])
    log.add(0x10, [0x0E, 4, 1, 3, 0x0C, 0])
    log.add(0x21, [1, 0, 3, 0, 9, 9, 9])
    log.add(0x11, [1, 0x20, 9, 0, 5, 0, 4, 0, 0x1B, 3], step: 5, original: 13)
    for type in [0x12, 0x17, 0x22, 0x2D, 0x13, 0x2A, 0x55] as [UInt8] { log.add(type, [type]) }
    return log
  }

  private static func text(_ sections: String...) -> [UInt8] {
    Array((BTSnoozBytes.reportHead + sections.joined(separator: "more text\n") + "end\n").utf8)
  }

  @Test(arguments: [UInt8(1), 2])
  func everyRecordType(version: UInt8) throws {
    let log = Self.log(version: version)
    let outcome = read(Self.text(log.section))
    expect(outcome.error == nil)
    expect(outcome.notes, equals: [])
    let info = try #require(outcome.infos.first)
    expect(outcome.infos.count, equals: 1)
    expect(info.format, equals: .btsnooz)
    expect(info.linkTypeDescription, equals: "Android bug report")
    let expected: [(RecordKind, PacketDirection)] = [
      (.command, .sent), (.event, .received), (.acl, .sent), (.acl, .received), (.sco, .received),
      (.iso, .received), (.sco, .sent), (.iso, .sent), (.unknown, .received), (.unknown, .sent),
      (.unknown, .unknown),
    ]
    expect(outcome.records.map(\.kind), equals: expected.map(\.0))
    expect(outcome.records.map(\.direction), equals: expected.map(\.1))
    expect(outcome.records.map(\.code).suffix(3), equals: [0x13, 0x2A, 0x55])
    expect(outcome.records.map(\.frame), equals: Array(1...11))
    expect(outcome.records[3].bytes, equals: [1, 0x20, 9, 0, 5, 0, 4, 0, 0x1B, 3])
    expect(outcome.records[3].originalLength, equals: (version == 2 ? 13 : 10))
    // The last record has the time of the preamble, all others count back from it.
    expect(outcome.records.last?.time, equals: CaptureTime(unixMicroseconds: log.time))
    expect(
      outcome.records.first?.time, equals: CaptureTime(unixMicroseconds: 1_714_564_800_001_000))
    expect(
      outcome.records[3].time, equals: CaptureTime(unixMicroseconds: 1_714_564_800_003_005))
  }

  @Test func oneResultInAllPieces() {
    let bytes = Self.text(Self.log().section, Self.log(version: 1).section)
    let whole = push(bytes, BTSnoozParser.self)
    expect(whole.error == nil)
    for size in pieceSizes {
      expect(push(bytes, BTSnoozParser.self, pieces: size), equals: whole, "\(size)")
      expect(read(bytes, pieces: size), equals: whole, "\(size)")
    }
    let returns = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    expect(push(returns, BTSnoozParser.self), equals: whole)
    expect(push(bytes, BTSnoozParser.self, limit: 3).records.count, equals: 3)
  }

  @Test func everyPrefixIsReadAsFarAsItGoes() {
    let bytes = Self.text(Self.log().section)
    let whole = push(bytes, BTSnoozParser.self)
    var counts: [Int] = []
    for length in 0...bytes.count {
      let outcome = push(Array(bytes.prefix(length)), BTSnoozParser.self)
      counts.append(outcome.records.count)
      expect(outcome.records.count <= whole.records.count)
      if outcome.error != nil {
        expect(outcome.records.isEmpty)
        expect(outcome.error?.kind, equals: .unusable)
      } else if outcome.records.count < whole.records.count {
        expect(outcome.notes.contains { $0.kind == .cutLog })
        expect(outcome.notes.allSatisfy { $0.isCut })
      }
    }
    expect(Set(counts).count, equals: whole.records.count + 1)
  }

  @Test func aLogThatIsPrintedAgainIsReportedOnce() {
    var log = BTSnoozBytes()
    for i in 0..<3 as Range<UInt8> { log.add(0x20, [i, 0x0C, 0]) }
    let first = log.section
    for i in 3..<5 as Range<UInt8> { log.add(0x20, [i, 0x0C, 0]) }
    let outcome = read(Self.text(first, log.section, log.section))
    expect(outcome.records.map { $0.bytes[0] }, equals: [0, 1, 2, 3, 4])
    expect(outcome.records.map(\.time), equals: read(Self.text(log.section)).records.map(\.time))
    // Another log, however alike, is all reported.
    var other = BTSnoozBytes(time: 1_814_564_800_000_000)
    for i in 0..<3 as Range<UInt8> { other.add(0x20, [i, 0x0C, 0]) }
    expect(read(Self.text(first, other.section)).records.count, equals: 6)
  }

  @Test func logsOfNothing() {
    let outcome = read(Self.text(BTSnoozBytes().section))
    expect(outcome.error == nil)
    expect(outcome.infos.count, equals: 1)
    expect(outcome.records.isEmpty && outcome.notes.isEmpty)
    // The phone could not pack the log and says so in its place.
    let failed =
      "--- BEGIN:BTSNOOP_LOG_SUMMARY (9 bytes in) ---\nbtif_dump Log compression failed\n"
    expect(read(Self.text(failed)).records.isEmpty)
    expect(read(Self.text(failed)).error == nil)
    expect(read(Self.text(failed, Self.log().section)).records.count, equals: 11)
  }

  @Test func textsWithoutALog() throws {
    let report = try #require(read(Array(BTSnoozBytes.reportHead.utf8)).error)
    expect(report.kind, equals: .unusable)
    expect(report.message.contains("bug report without a Bluetooth log"))
    expect(report.message.contains(".zip"))
    var text = Array("a long text\n".utf8)
    for _ in 0..<20_000 { text += Array("--- BEGIN:BTSNOOP_LOG_SUMMAR and no more\n".utf8) }
    let error = try #require(read(text).error)
    expect(error.message, equals: "not a capture: begins with \"a long text\"")
    // Binary is not searched.
    let binary = [0, 1, 2, 3] + Self.text(Self.log().section)
    try expect(#require(read(binary).error).message.contains("00 01 02 03"))
  }

  @Test func damage() throws {
    func error(_ log: [UInt8], _ more: String...) throws -> CaptureError {
      let text = BTSnoozBytes.reportHead + more.joined() + BTSnoozBytes.section(log)
      let error = try #require(read(Array(text.utf8)).error)
      return error
    }
    var bytes = Self.log().log
    bytes[0] = 3
    try expect(error(bytes).message.contains("version 3"))
    try expect(error(bytes).kind, equals: .unusable)
    try expect(error(bytes, Self.log().section).kind, equals: .damaged)

    bytes = Self.log().log
    bytes[9] = 0xFF
    try expect(error(bytes).kind, equals: .damaged)
    try expect(error(bytes).message.contains("cannot be unpacked"))
    try expect(error(bytes).offset, equals: Int64(BTSnoozBytes.reportHead.utf8.count))

    var impossible = BTSnoozBytes()
    impossible.add(0x20, [3, 0x0C, 0])
    impossible.add(0x20, [], length: 0)
    impossible.add(0x20, [3, 0x0C, 0])
    let outcome = read(Self.text(impossible.section))
    expect(outcome.records.count, equals: 1)
    expect(outcome.error?.kind, equals: .damaged)

    let section = Self.log().section.replacing("\n--- END", with: "\n!!!\n--- END")
    expect(read(Self.text(section)).error?.message.contains("base64"), equals: true)
  }

  @Test func aRecordBeyondTheLog() {
    var log = BTSnoozBytes()
    log.add(0x20, [3, 0x0C, 0])
    log.add(0x10, [1, 2], length: 60_000)
    let outcome = read(Self.text(log.section))
    expect(outcome.error == nil)
    expect(outcome.records.map(\.bytes), equals: [[3, 0x0C, 0], [1, 2]])
    expect(outcome.records[1].originalLength, equals: 59_999)
    expect(
      outcome.notes.contains { $0.kind == .cutRecord(present: 2, needed: 59_999) && $0.frame == 2 })
  }

  @Test func timesOfAnyKind() {
    var log = BTSnoozBytes(time: .max)
    log.add(0x20, [3, 0x0C, 0], step: 0)
    expect(read(Self.text(log.section)).records.count, equals: 1)
    var old = BTSnoozBytes(time: 0)
    old.add(0x20, [3, 0x0C, 0], step: 7)
    let bytes = [2] + [UInt8](repeating: 0, count: 8) + old.log.dropFirst(9)
    expect(
      read(Self.text(BTSnoozBytes.section(bytes))).records.map(\.time),
      equals: [CaptureTime(seconds: 0, nanoseconds: 0)])
  }

  @Test func whatASmallLogUnpacksToIsBounded() {
    // One deflate block of fixed codes: a zero, then copies of 258 bytes of it.
    var bits: [UInt8] = [1, 1, 0]
    bits += [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<(BTSnoozLog.maximumLength / 258 + 2) {
      // Length 258 is code 285, distance 1 is code 0 (RFC 1951, 3.2.5 and 3.2.6).
      bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    }
    var packed: [UInt8] = [0x78, 0x9C]
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (i, bit) in bits[start..<min(start + 8, bits.count)].enumerated() {
        byte |= bit << UInt8(i)
      }
      packed.append(byte)
    }
    let section = BTSnoozBytes.section(BTSnoozBytes().preamble + packed)
    expect(packed.count < 200_000)
    // Zeros are records without a type: that is reported first.
    expect(read(Self.text(section)).error?.message.contains("no bytes"), equals: true)
    let (bytes, result) = Zlib.unpack(packed.rawBytes, limit: BTSnoozLog.maximumLength)
    expect(result, equals: .tooLong)
    expect(bytes.count <= BTSnoozLog.maximumLength)
  }

  @Test func whatAllLogsUnpackToIsBounded() throws {
    let sections = (0..<6).map { index in
      var log = BTSnoozBytes(time: 1_714_564_800_000_000 + Int64(index) * 1_000_000_000)
      for _ in 0..<10 { log.add(0x20, [UInt8](repeating: 0, count: 91)) }
      return log.section
    }
    var parser = BTSnoozParser(name: "test")
    parser.unpackable = 4500
    var sink = RecordingSink()
    let error = #expect(throws: CaptureError.self) {
      try parser.consume(Self.text(sections.joined()).rawBytes, atEnd: true, into: &sink)
    }
    expect(error?.kind, equals: .damaged)
    expect(error?.message, equals: "the log unpacks to more than 500 bytes")
    expect(sink.records.count, equals: 40)
  }

  @Test func changedBytesNeverTrap() {
    var random = SystemRandomNumberGenerator()
    let log = Self.log().log
    for _ in 0..<300 {
      var bytes = log
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      let text = Self.text(BTSnoozBytes.section(bytes))
      expect(read(text, pieces: 7), equals: read(text), "\(bytes)")
    }
  }
}

@Suite struct Base64Tests {
  private func decode(_ text: String, limit: Int = .max) -> ([UInt8], Int) {
    var decoder = Base64Decoder()
    let taken = decoder.take(text.rawBytes, limit: limit)
    return (decoder.bytes, taken)
  }

  /// The examples of RFC 4648, 10.
  @Test(
    arguments: [
      ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
      ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"),
    ])
  func examples(text: String, bytes: String) {
    expect(decode(text) == (Array(bytes.utf8), text.utf8.count))
    var decoder = Base64Decoder()
    for byte in text.utf8 { expect(decoder.take([byte].rawBytes, limit: .max), equals: 1) }
    expect(decoder.bytes, equals: Array(bytes.utf8))
  }

  @Test func otherCharactersEndIt() {
    expect(decode(" Zm9v\r\n\tYmFy-Zm9v") == (Array("foobar".utf8), 12))
    expect(decode("_") == ([], 0))
    expect(decode("/+8A") == ([0xFF, 0xEF, 0x00], 4))
    expect(decode("Zm9vYmFy", limit: 3) == (Array("foo".utf8), 4))
  }
}

@Suite struct TextSearchTests {
  @Test func everyPlace() {
    let search = TextSearch("abcab")
    for text in ["abcab", "xabcab", "abcaabcab", "ababcabcab", "abcabcab", "xxxxxxxxxabcab"] {
      let bytes = Array(text.utf8)
      let expected = text.ranges(of: "abcab").first.map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
      expect(search.first(in: bytes.rawBytes), equals: expected, "\(text)")
    }
    for text in ["", "a", "abca", "abcbb", "ABCAB"] {
      expect(search.first(in: text.rawBytes) == nil)
    }
    expect(search.first(in: "abcabcab".rawBytes, from: 1), equals: 3)
    expect(search.first(in: "abcabcab".rawBytes, from: 4) == nil)
  }
}
