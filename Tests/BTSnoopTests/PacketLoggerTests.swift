import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct PacketLoggerTests {
  @Test(arguments: [true, false])
  func everyRecordType(isBig: Bool) throws {
    let outcome = read(PacketLoggerBytes.allTypes(isBig: isBig).bytes)
    expect(outcome.error == nil)
    expect(outcome.notes, equals: [])
    let info = try #require(outcome.infos.first)
    expect(info.format, equals: .packetlogger)
    expect(info.linkType, equals: "hci_packetlogger")
    expect(info.linkTypeDescription, equals: (isBig ? "big-endian" : "little-endian"))
    let expected: [(UInt8, RecordKind, PacketDirection)] =
      [
        (0xFC, .system, .unknown), (0x12, .iso, .sent), (0x13, .iso, .received),
        (0x00, .command, .sent), (0x01, .event, .received), (0x02, .acl, .sent),
        (0x03, .acl, .received), (0x08, .sco, .sent), (0x09, .sco, .received),
        (0x0A, .system, .sent), (0x0B, .system, .received),
      ] + (UInt8(0xF7)...0xFE).map { ($0, .system, .unknown) } + [(0x77, .system, .unknown)]
    expect(outcome.records.count, equals: expected.count)
    for (record, (type, kind, direction)) in zip(outcome.records, expected) {
      expect(record.kind, equals: kind, "type \(type)")
      expect(record.direction, equals: direction, "type \(type)")
      expect(record.adapter == nil)
      expect(record.originalLength, equals: record.bytes.count)
      guard kind == .system else {
        expect(record.code, equals: 0)
        continue
      }
      expect(SystemCode.source(record.code), equals: .packetLogger(type))
    }
    expect(outcome.records.map(\.frame), equals: Array(1...UInt64(expected.count)))
    expect(outcome.records[3].bytes, equals: [3, 0x0C, 0])
    expect(
      outcome.records[3].time,
      equals: CaptureTime(seconds: Int64(PacketLoggerBytes.noon), nanoseconds: 3000))
    expect(outcome.records[0].time.seconds, equals: Int64(PacketLoggerBytes.noon) - 3 * 86_400)
  }

  @Test(arguments: [true, false])
  func oneResultInAllPieces(isBig: Bool) {
    let bytes = PacketLoggerBytes.allTypes(isBig: isBig).bytes
    let whole = push(bytes, PacketLoggerParser.self)
    for size in pieceSizes {
      expect(push(bytes, PacketLoggerParser.self, pieces: size), equals: whole, "\(size)")
      expect(read(bytes, pieces: size), equals: read(bytes), "\(size)")
    }
    expect(push(bytes, PacketLoggerParser.self, limit: 3).records.count, equals: 3)
  }

  @Test(arguments: [true, false])
  func everyPrefixIsReadAsFarAsItGoes(isBig: Bool) {
    let bytes = PacketLoggerBytes.allTypes(isBig: isBig).bytes
    let whole = push(bytes, PacketLoggerParser.self)
    for length in 0...bytes.count {
      let outcome = push(Array(bytes.prefix(length)), PacketLoggerParser.self)
      if length < 12 {
        expect(outcome.error?.kind, equals: .unusable)
        continue
      }
      expect(outcome.error == nil)
      expect(outcome.notes.count <= 1)
      for (record, other) in zip(outcome.records.dropLast(), whole.records) {
        expect(record, equals: other)
      }
      if let last = outcome.records.last, last.bytes.count < last.originalLength {
        let needed = last.originalLength
        expect(
          outcome.notes.map(\.kind), equals: [.cutRecord(present: last.bytes.count, needed: needed)]
        )
      }
      _ = read(Array(bytes.prefix(length)))
    }
  }

  @Test func lyingLengths() throws {
    var file = PacketLoggerBytes()
    for _ in 0..<5 { file.add(0, [3, 0x0C, 0]) }
    let good = file.bytes
    let lies: [(UInt32, String)] = [
      (7, "7 bytes, too few"), (0, "0 bytes"), (.max, "4294967286 bytes"),
    ]
    for (length, words) in lies {
      var bad = file
      bad.add(0, [1], length: length)
      let outcome = read(bad.bytes)
      let error = try #require(outcome.error)
      expect(error.kind, equals: .damaged)
      expect(error.offset, equals: Int64(good.count))
      expect(error.message.contains(words), "\(error.message)")
      expect(outcome.records.count, equals: 5)
    }
    // A record with a time and nothing else.
    var empty = file
    empty.output.add(UInt32(8))
    empty.output.add(UInt64(0))
    empty.add(0, [3, 0x0C, 0])
    let outcome = read(empty.bytes)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.kind).suffix(2), equals: [.unknown, .command])
    expect(outcome.records.count, equals: 7)
  }

  @Test func microsecondsBeyondASecond() {
    var file = PacketLoggerBytes()
    for _ in 0..<4 { file.add(0, [3, 0x0C, 0]) }
    file.add(0, [3, 0x0C, 0], seconds: .max, microseconds: .max)
    expect(
      read(file.bytes).records.last?.time,
      equals: CaptureTime(seconds: 4_294_967_295 + 4294, nanoseconds: 967_295_000))
  }

  @Test(arguments: [true, false])
  func whatIsWrittenReadsBack(isBig: Bool) {
    let bytes = PacketLoggerBytes.allTypes(isBig: isBig).bytes
    let writer = PacketLoggerWriter(isBigEndian: isBig)
    var out = ByteWriter()
    writer.appendHeader(to: &out)
    for record in read(bytes).records {
      let header = CaptureRecord(
        frame: 1, time: record.time, kind: record.kind, direction: record.direction,
        originalLength: record.originalLength, code: record.code)
      expect(writer.append(header, bytes: record.bytes.rawBytes, to: &out))
    }
    expect(out.bytes.copy(), equals: bytes)
    let others: [(RecordKind, UInt16)] = [(.unknown, 9), (.linkLayer, 0), (.system, 12)]
    for (kind, code) in others {
      let header = CaptureRecord(
        frame: 1, time: CaptureTime(seconds: 0, nanoseconds: 0), kind: kind, direction: .sent,
        originalLength: 0, code: code)
      expect(!writer.append(header, bytes: RawSpan(), to: &out))
    }
    expect(out.bytes.copy(), equals: bytes)
  }
}

/// A format without a magic.
@Suite struct PacketLoggerDetectionTests {
  private func isFound(_ bytes: [UInt8]) -> Bool {
    PacketLoggerDetection.verdict(of: bytes.rawBytes, isAll: true) == .yes
  }

  @Test(arguments: [true, false])
  func aLoneRecordAndItsBegin(isBig: Bool) {
    func lone(_ type: UInt8, _ packet: [UInt8], seconds: UInt32 = PacketLoggerBytes.noon) -> [UInt8]
    {
      var file = PacketLoggerBytes(isBig: isBig)
      file.add(type, packet, seconds: seconds)
      return file.bytes
    }
    let command = lone(0, [5, 0x20, 6, 1, 2, 3, 4, 5, 6])
    expect(isFound(command))
    // The header and as much as tells the packet's length.
    expect(isFound(Array(command.prefix(16))))
    expect(!isFound(Array(command.prefix(15))))
    expect(isFound(lone(1, [0x3E, 2, 1, 2])))
    expect(isFound(lone(0xFC, Array("a note of some length".utf8))))
    expect(isFound(lone(3, [1, 0x20, 3, 0, 1, 2, 3])))
    // Its length is not that of its packet; no date; a type that nobody knows; no text.
    expect(!isFound(lone(0, [5, 0x20, 6, 1, 2])))
    expect(!isFound(lone(0, [5, 0x20, 1, 1], seconds: 100)))
    expect(!isFound(lone(0x44, [5, 0x20, 1, 1])))
    expect(!isFound(lone(0xFC, [1, 2, 3, 4])))
  }

  @Test(arguments: [true, false])
  func oldTimesAndUnknownTypesAmongTheFirst(isBig: Bool) {
    var file = PacketLoggerBytes(isBig: isBig)
    file.add(0x44, [1, 2, 3], seconds: 5)
    file.add(0x12, [1, 0, 2, 0, 7, 8], seconds: 5)
    file.add(0xFB, Array("on".utf8))
    expect(isFound(file.bytes))
    expect(read(file.bytes).infos.first?.format, equals: .packetlogger)
  }

  /// A clock that was never set: several records, and each must be what it says.
  @Test(arguments: [true, false])
  func onlyOldTimes(isBig: Bool) {
    func file(_ count: Int, with other: UInt8? = nil) -> [UInt8] {
      var file = PacketLoggerBytes(isBig: isBig)
      if let other { file.add(other, [1, 2, 3], seconds: 5) }
      for _ in 0..<count { file.add(0, [3, 0x0C, 0], seconds: 5) }
      return file.bytes
    }
    expect(!isFound(file(2)))
    expect(isFound(file(3)))
    expect(!isFound(file(20, with: 0x44)))
    expect(PacketLoggerDetection.verdict(of: file(7).rawBytes, isAll: false), equals: .undecided)
    expect(PacketLoggerDetection.verdict(of: file(8).rawBytes, isAll: false), equals: .yes)
  }

  @Test func aLongFirstRecordIsFoundBeforeItIsWhole() {
    var file = PacketLoggerBytes()
    file.add(2, [1, 0, 0xFF, 0x7F] + [UInt8](repeating: 7, count: 0x7FFF))
    file.add(0, [3, 0x0C, 0])
    for size in pieceSizes where size > 16 {
      let outcome = read(file.bytes, pieces: size)
      expect(outcome.infos.first?.format, equals: .packetlogger)
      expect(outcome.records.count, equals: 2)
    }
  }

  @Test func aVerdictStays() {
    let bytes = PacketLoggerBytes.allTypes().bytes
    var decided = false
    for length in 0...bytes.count {
      let verdict = PacketLoggerDetection.verdict(
        of: Array(bytes.prefix(length)).rawBytes, isAll: false)
      if verdict == .yes { decided = true }
      expect(verdict, equals: (decided ? .yes : .undecided), "\(length)")
    }
    expect(decided)
  }

  @Test func otherFilesAreNone() {
    let words = Array("the quick brown fox jumps over the lazy dog, and more of that\n".utf8)
    var others: [[UInt8]] = [words, [], [0], [UInt8](repeating: 0, count: 5000)]
    // Arrays of small numbers, either order; UTF-16; UTF-32; an MP4; an icon; a font.
    for value in UInt8.min...UInt8.max {
      others.append((0..<1000).flatMap { _ in [0, 0, 0, value] })
      others.append((0..<1000).flatMap { _ in [value, 0, 0, 0] })
    }
    let numbers = UInt16(0)..<1000
    others.append(
      numbers.flatMap { number -> [UInt8] in [0, 0, UInt8(number >> 8), UInt8(number & 0xFF)] })
    others.append(
      numbers.flatMap { number -> [UInt8] in [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0] })
    others.append(words.flatMap { [$0, 0] })
    others.append(words.flatMap { [0, $0] })
    others.append(words.flatMap { [$0, 0, 0, 0] })
    others.append(
      [0, 0, 0, 0x18] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("isomiso2".utf8))
    others.append([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 4, 0, 0x28, 1, 0, 0, 0x16, 0, 0, 0])
    others.append([0, 1, 0, 0, 0, 12, 0, 0x80, 0, 3, 0, 0x40] + Array("OS/2".utf8))
    for other in others { expect(!isFound(other), "\(other.prefix(24))") }
  }

  @Test func chanceHitsNothing() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
      // The length is made likely: the rest is chance.
      bytes.replaceSubrange(0..<4, with: [0, 0, 0, UInt8.random(in: 9...60, using: &random)])
      expect(!isFound(bytes))
    }
  }
}
