import Bytes
import Foundation
import TestSupport
import Testing

@testable import BTSnoop

/// A capture of so many records, the first of them at a second since 1970.
func capture(records: Int = 3, from second: Int64 = 0, mark: UInt8 = 0xAA) -> [UInt8] {
  var file = BTSnoopBytes(datalink: 1002)
  for i in 0..<records {
    file.add(
      [1, mark, UInt8(truncatingIfNeeded: i)], flags: 2, time: second * 1_000_000 + Int64(i))
  }
  return file.bytes
}

func readAll(_ inputs: [String]) -> Outcome {
  var reader = CaptureReader()
  var sink = RecordingSink()
  do throws(CaptureError) { try reader.read(inputs, into: &sink) } catch {
    return Outcome(sink, error)
  }
  return Outcome(sink, nil)
}

@Suite struct ArchiveTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Makes one packed file of each kind from the file `x`.
  private static let packing: [(name: String, script: String)] = [
    ("x.gz", "import gzip; gzip.open('x.gz','wb').write(open('x','rb').read())"),
    ("x.xz", "import lzma; lzma.open('x.xz','wb').write(open('x','rb').read())"),
    ("x.bz2", "import bz2; bz2.open('x.bz2','wb').write(open('x','rb').read())"),
    ("x.zst", "import os; assert os.system('zstd -q x') == 0"),
    ("x.zip", "import zipfile; zipfile.ZipFile('x.zip','w',8).write('x')"),
    ("stored.zip", "import zipfile; zipfile.ZipFile('stored.zip','w',0).write('x')"),
    ("x.tar", "import tarfile; t = tarfile.open('x.tar','w'); t.add('x'); t.close()"),
    ("x.tgz", "import tarfile; t = tarfile.open('x.tgz','w:gz'); t.add('x'); t.close()"),
    (
      "nested.zip",
      """
      import zipfile, gzip
      z = zipfile.ZipFile('nested.zip','w',8)
      z.writestr('readme.txt', 'no capture')
      z.writestr('logs/x.gz', gzip.compress(open('x','rb').read()))
      """
    ),
    (
      "zip.zip",
      """
      import zipfile
      zipfile.ZipFile('inner.zip','w',8).write('x')
      zipfile.ZipFile('zip.zip','w',8).write('inner.zip')
      """
    ),
    // Two members of gzip are one file.
    (
      "two.gz",
      """
      import gzip
      b = open('x','rb').read()
      open('two.gz','wb').write(gzip.compress(b[:50]) + gzip.compress(b[50:]))
      """
    ),
  ]

  private func plain() -> [UInt8] {
    capture(records: 5000)
  }

  private func pcap() -> [UInt8] {
    var file = PcapBytes(linkType: 187)
    for i in 0..<5000 { file.add([4, 0xDD, UInt8(truncatingIfNeeded: i)]) }
    return file.bytes
  }

  @Test(arguments: packing.map(\.name)) func givesTheSameRecordsAsThePlainFile(
    name: String
  ) throws {
    let script = try #require(Self.packing.first { $0.name == name }).script
    for bytes in [plain(), pcap()] {
      let folder = try Folder()
      let plain = readAll([try folder.file("x", bytes)])
      expect(plain.records.count, equals: 5000)
      try folder.python(script)
      let path = folder.path + "/" + name
      let packed = readAll([path])
      expect(packed.error == nil)
      expect(packed.records.elementsEqual(plain.records))
      expect(packed.notes.map(\.kind), equals: plain.notes.map(\.kind))
      expect(packed.infos.count, equals: 1)
      expect(packed.infos.first?.name.hasPrefix(path), equals: true)

      let packedBytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      for size in [7, 65_536] {
        let piped = BTSnoopTests.read(packedBytes, pieces: size)
        expect(piped.error == nil)
        expect(piped.records.elementsEqual(plain.records), "through a pipe")
      }
    }
  }

  @Test func severalCapturesAreListedAndNamed() throws {
    _ = try folder.file("a", capture(mark: 1))
    _ = try folder.file("b", capture(mark: 2))
    try folder.python(
      """
      import zipfile
      z = zipfile.ZipFile('z.zip','w')
      z.write('a', 'logs/a'); z.write('b', 'logs/b'); z.write('b', 'older/b')
      z.writestr('text', 'hello')
      """)
    let zip = folder.path + "/z.zip"
    let error = try #require(readAll([zip]).error)
    expect(error.kind, equals: .unusable)
    expect(error.message.contains("3 captures"))
    expect(error.message.contains("'\(zip):logs/a'"))
    for name in ["logs/a", "logs/b", "older/b"] { expect(error.message.contains("\n  " + name)) }
    expect(!error.message.contains("text"))

    for (member, mark) in [("logs/a", UInt8(1)), ("a", 1), ("logs/b", 2), ("older/b", 2)] {
      let outcome = readAll([zip + ":" + member])
      expect(outcome.error == nil)
      expect(outcome.records.map { $0.bytes[0] }, equals: [mark, mark, mark], "\(member)")
    }
    expect(readAll([zip + ":logs/a"]).infos.map(\.name), equals: [zip + ":logs/a"])
    for (member, words) in [
      ("none", "no member is named 'none'"), ("b", "2 members end in 'b'"),
      ("text", "not a capture: begins with \"hello\""), ("", "no member"),
    ] {
      let error = try #require(readAll([zip + ":" + member]).error)
      expect(error.kind, equals: .unusable)
      expect(error.message.contains(words), "\(error.message)")
    }
    // A file of exactly that name comes first.
    let file = try folder.file("z.zip:a", capture(records: 1, mark: 9))
    expect(readAll([file]).records.map { $0.bytes[0] }, equals: [9])
    // Standard input has no name to put a colon after.
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: zip)))
    var reader = CaptureReader()
    var sink = RecordingSink()
    #expect { try reader.read(pieces(of: bytes, size: 65_536), name: "-", into: &sink) } throws: {
      ($0 as? CaptureError)?.message.contains("FILE:MEMBER") == true
    }
  }

  @Test func aMemberOfAnArchiveInAnArchive() throws {
    _ = try folder.file("a", capture(mark: 1))
    _ = try folder.file("b", capture(mark: 2))
    try folder.python(
      """
      import zipfile
      z = zipfile.ZipFile('in.zip','w'); z.write('a'); z.write('b'); z.close()
      zipfile.ZipFile('out.zip','w').write('in.zip')
      """)
    let out = folder.path + "/out.zip"
    expect(readAll([out + ":in.zip:b"]).records.map { $0.bytes[0] }, equals: [2, 2, 2])
    let error = try #require(readAll([out]).error)
    expect(error.file, equals: out + ":in.zip")
    expect(error.message.contains("'\(out):in.zip:a'"))
  }

  @Test func namesOfMembersAreMadeSafe() throws {
    _ = try folder.file("x", capture())
    try folder.python(
      """
      import zipfile
      z = zipfile.ZipFile('z.zip','w')
      for n in ['../../etc/\\x1b[31mred', 'new\\nline', '\\u202egnp', '/abs/\\u00e4', 'c:d']:
          z.writestr(n, open('x','rb').read())
      """)
    let zip = folder.path + "/z.zip"
    let error = try #require(readAll([zip]).error)
    let lines = error.message.split(separator: "\n")
    expect(lines.count, equals: 6)
    expect(!error.message.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    expect(!error.message.unicodeScalars.contains("\u{202E}"))
    expect(lines.contains("  ../../etc/\\x1b[31mred"))
    expect(readAll([zip + ":../../etc/\u{1B}[31mred"]).infos.count, equals: 1)
    expect(readAll([zip + ":/abs/ä"]).records.count, equals: 3)
    expect(readAll([zip + ":c:d"]).records.count, equals: 3)
    expect(readAll([zip + ":new\nline"]).infos.map(\.name), equals: [zip + ":new\\x0aline"])
  }

  @Test func whatIsNoCaptureIsSaid() throws {
    try folder.python(
      """
      import zipfile, tarfile, gzip, os
      zipfile.ZipFile('empty.zip','w').close()
      z = zipfile.ZipFile('text.zip','w'); z.writestr('a', 'hello'); z.close()
      gzip.open('text.gz','wb').write(b'hello')
      gzip.open('empty.gz','wb').close()
      os.mkdir('d'); t = tarfile.open('d.tar','w'); t.add('d'); t.close()
      open('bad.gz','wb').write(bytes([0x1F,0x8B,8]) + bytes(100))
      open('bad.zip','wb').write(b'PK\\3\\4' + bytes(100))
      open('bad.xz','wb').write(bytes([0xFD,0x37,0x7A,0x58,0x5A,0]) + bytes([255]) * 100)
      open('bz','wb').write(b'BZhello')
      b = gzip.compress(b'')
      for i in range(6): b = gzip.compress(b)
      open('deep.gz','wb').write(b)
      """)
    for (name, words) in [
      ("empty.zip", "0 members"), ("text.zip", "1 member, none a capture"),
      ("text.gz", "begins with \"hello\""), ("empty.gz", "the file is empty"),
      ("d.tar", "none a capture"), ("bad.gz", "compressed data"), ("bad.zip", "zip archive"),
      ("bad.xz", "compressed"), ("bz", "but is not"), ("deep.gz", "more than 4 layers"),
    ] {
      let outcome = readAll([folder.path + "/" + name])
      expect(outcome.records.isEmpty)
      let error = try #require(outcome.error, "\(name)")
      expect(error.file, equals: folder.path + "/" + name)
      expect(error.message.contains(words), "\(name): \(error.message)")
    }
  }

  /// Members behind the limit are not looked at, and may be captures.
  @Test func moreMembersThanAreLookedAt() throws {
    try folder.python(
      """
      import tarfile
      head = bytearray(tarfile.TarInfo('a').tobuf())
      open('many.tar', 'wb').write(bytes(head) * 65537 + bytes(1024))
      """)
    let error = try #require(readAll([folder.path + "/many.tar"]).error)
    expect(
      error.message, equals: "tar archive with 65537 members, none of the first 65536 a capture")
  }

  /// By chance, the bytes of a packet can be where a tar archive has its magic.
  @Test func captureWithMagicOfTar() throws {
    let packet: [UInt8] = [2, 1, 0x20, 0x90, 1] + [UInt8](repeating: 0x55, count: 400)
    var btsnoop = BTSnoopBytes(datalink: 1002)
    btsnoop.add(packet, flags: 0, time: 0)
    var packetLogger = PacketLoggerBytes()
    packetLogger.add(2, Array(packet.dropFirst()))
    var report = [UInt8](
      try Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../Captures/formats/bugreport.txt")))
    let line = try #require(report.firstIndex(of: 0x0A))
    report.insert(contentsOf: [UInt8](repeating: 0x20, count: 300) + [0x0A], at: line + 1)
    for var bytes in [btsnoop.bytes, packetLogger.bytes, report] {
      bytes.replaceSubrange(257..<262, with: Array("ustar".utf8))
      let outcome = readAll([try folder.file("x", bytes)])
      expect(outcome.error == nil)
      expect(!outcome.records.isEmpty)
      expect(BTSnoopTests.read(bytes).records.elementsEqual(outcome.records))
    }
  }

  /// The name of a member can be as a capture begins.
  @Test func tarHeaders() throws {
    _ = try folder.file("x", capture())
    try folder.python(
      """
      import tarfile
      for kind in 'USTAR', 'GNU', 'PAX':
          t = tarfile.open(kind, 'w', format=getattr(tarfile, kind + '_FORMAT'))
          t.add('x', arcname='btsnoop'); t.close()
      b = bytearray(open('GNU','rb').read())
      b[0] = 0x7A
      open('damaged', 'wb').write(b)
      open('short', 'wb').write(b[:511])
      # Once more with a checksum of signed octets.
      b[0] = 0xE9
      b[148:156] = b' ' * 8
      b[148:155] = b'%06o\\0' % sum(x - 256 if x > 127 else x for x in b[:512])
      open('signed', 'wb').write(b)
      """)
    for name in ["USTAR", "GNU", "PAX", "signed"] {
      let outcome = readAll([folder.path + "/" + name])
      expect(outcome.error == nil, "\(name)")
      expect(outcome.records.count, equals: 3, "\(name)")
    }
    for name in ["damaged", "short"] {
      let error = try #require(readAll([folder.path + "/" + name]).error)
      expect(error.message.contains("a tar archive that is damaged"), "\(error.message)")
    }
  }

  @Test func damageKeepsWhatWasBefore() throws {
    _ = try folder.file("x", capture(records: 40_000))
    try folder.python(
      """
      import zipfile, gzip, tarfile, random
      random.seed(1)
      x = bytearray(open('x','rb').read())
      gzip.open('x.gz','wb').write(x)
      zipfile.ZipFile('x.zip','w',8).write('x')
      t = tarfile.open('x.tar','w'); t.add('x'); t.close()
      for n in ['x.gz', 'x.zip', 'x.tar']:
          b = open(n,'rb').read()
          open('cut-'+n,'wb').write(b[:len(b) * 2 // 3])
      b = bytearray(open('x.zip','rb').read())
      for i in range(len(b)//2, len(b)//2 + 64): b[i] ^= 0x55
      open('broken-x.zip','wb').write(b)
      """)
    for name in ["cut-x.gz", "cut-x.zip", "cut-x.tar", "broken-x.zip"] {
      let path = folder.path + "/" + name
      let outcome = readAll([path])
      let error = try #require(outcome.error, "\(name)")
      expect(error.kind, equals: .damaged)
      expect(error.file.hasPrefix(path))
      expect(error.offset != nil)
      expect(outcome.records.count > 10_000, "\(name)")
      expect(outcome.records.count < 40_000)
      expect(outcome.records.map(\.frame), equals: Array(1...UInt64(outcome.records.count)))
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let piped = BTSnoopTests.read(bytes)
      expect(piped.error?.kind, equals: .damaged)
      expect(piped.records.elementsEqual(outcome.records))
    }
  }

  @Test func randomDamageIsNoTrap() throws {
    _ = try folder.file("x", capture(records: 300))
    for (name, script) in Self.packing {
      do { try folder.python(script) } catch { Issue.record("\(name)") }
    }
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix(seed: seed)
    for (name, _) in Self.packing {
      let good = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
      for _ in 0..<30 {
        var bad = good
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bad[Int.random(in: 0..<bad.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bad.removeLast(Int.random(in: 0..<bad.count, using: &random))
        }
        let outcome = readAll([try folder.file("bad", bad)])
        expect(outcome.records.count <= 600, "seed \(seed), \(name)")
      }
    }
  }

  @Test func aBombIsBounded() throws {
    let limit = UnpackLimit.allowance
    // Zeros after a capture's header are records of no bytes.
    try folder.python(
      """
      import zipfile, gzip
      head = b'btsnoop\\0' + (1).to_bytes(4,'big') + (1002).to_bytes(4,'big')
      with gzip.open('bomb.gz','wb',9) as f:
          f.write(head)
          for i in range(96): f.write(bytes(1 << 20))
      with zipfile.ZipFile('bomb.zip','w',8) as z, z.open('b','w') as f:
          f.write(head)
          for i in range(96): f.write(bytes(1 << 20))
      b = open('bomb.gz','rb').read()
      open('bomb.gz.gz','wb').write(gzip.compress(b))
      zipfile.ZipFile('zeros.zip','w',8).writestr('b', bytes(96 << 20))
      """)
    struct Counter: RecordSink {
      var count: Int64 = 0
      mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
        count += 1
        return true
      }
    }
    for name in ["bomb.gz", "bomb.zip", "bomb.gz.gz"] {
      var sink = Counter()
      var reader = CaptureReader()
      do throws(CaptureError) {
        try reader.read([folder.path + "/" + name], into: &sink)
        Issue.record("\(name)")
      } catch {
        expect(error.kind, equals: .damaged)
        expect(error.message.contains("times its size"), "\(error.message)")
      }
      expect(sink.count > limit / 24 - 20_000)
      expect(sink.count < limit / 24 + 20_000)
    }
    expect(readAll([folder.path + "/zeros.zip"]).error?.kind, equals: .unusable)
  }

  @Test func theLimitCounts() {
    let limit = UnpackLimit.allowance
    expect(UnpackLimit.problem(unpacked: limit, from: 1) == nil)
    expect(UnpackLimit.problem(unpacked: limit + 1, from: 1)?.kind, equals: .damaged)
    expect(UnpackLimit.problem(unpacked: limit + 1, from: limit) == nil)
    expect(UnpackLimit.problem(unpacked: limit * UnpackLimit.ratio, from: limit) == nil)
    expect(UnpackLimit.problem(unpacked: .max, from: .max)?.kind, equals: .damaged)
    expect(UnpackLimit.problem(spooled: UnpackLimit.maximumSpool) == nil)
    expect(UnpackLimit.problem(spooled: UnpackLimit.maximumSpool + 1) != nil)
  }
}
