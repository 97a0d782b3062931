import Foundation
import TestSupport
import Testing

@testable import BTSnoop

/// Packed captures of which the end is missing: all that is there of them is read.
@Suite struct CutArchiveTests {
  private let folder: Folder

  /// Values that do not pack well: what is missing is seen in what comes out.
  private static let packing: [(name: String, script: String, unpack: String)] = [
    ("x.gz", "gzip -k x", "gzip -dc"),
    ("x.xz", "xz -k x", "xz -dc"),
    ("x.zst", "zstd -qk x", "zstd -dc"),
    ("x.bz2", "bzip2 -k -1 x", "bzip2 -dc"),
  ]

  init() throws {
    folder = try Folder()
    var random = SplitMix(seed: 7)
    var file = BTSnoopBytes(datalink: 1002)
    for i in 0..<20_000 {
      let value = (0..<8).map { _ in UInt8.random(in: 0..<64, using: &random) }
      file.add([4, 0xFF, 8] + value, flags: 3, time: Int64(i))
    }
    _ = try folder.file("x", file.bytes)
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
  }

  /// The records are those of what the format's own program can unpack, and never fewer.
  @Test(arguments: packing.map(\.name)) func nothingThatIsThereIsLost(name: String) throws {
    let packing = try #require(Self.packing.first { $0.name == name })
    try folder.run("sh", "-c", packing.script)
    let whole = try bytes(name)
    for part in [3, 5, 8, 9] {
      let cut = try folder.file("cut", Array(whole.prefix(whole.count * part / 10)))
      try folder.run("sh", "-c", "\(packing.unpack) < cut > best 2> /dev/null; true")
      let best = readAll([folder.path + "/best"])
      let outcome = readAll([cut])
      if name != "x.bz2" { expect(outcome.records.count > 20_000 * part / 10 - 4000) }
      expect(outcome.records.count >= best.records.count, "\(part)0 %")
      // The last may be cut earlier there.
      let isSame = best.records.dropLast().elementsEqual(
        outcome.records.prefix(max(0, best.records.count - 1)))
      expect(isSame, "\(part)0 %")
      let error = try #require(outcome.error)
      expect(error.kind, equals: (outcome.records.isEmpty ? .unusable : .damaged))
      expect(error.message.contains("the end of the file cuts it"))
      if !outcome.records.isEmpty { expect(error.offset != nil) }

      let piped = BTSnoopTests.read(try bytes("cut"), pieces: 1000)
      let isSamePiped = piped.records.elementsEqual(outcome.records)
      expect(isSamePiped, "through a pipe, \(part)0 %")
    }
  }

  @Test(arguments: packing.map(\.name)) func everyByteOfTheEnd(name: String) throws {
    let packing = try #require(Self.packing.first { $0.name == name })
    _ = try folder.file("x", capture(records: 50))
    try folder.run("sh", "-c", packing.script)
    let whole = try bytes(name)
    for missing in 1..<whole.count {
      let outcome = readAll([try folder.file("cut", Array(whole.dropLast(missing)))])
      expect(outcome.error != nil, "\(missing) bytes missing")
      expect(outcome.records.count <= 50)
    }
    expect(readAll([folder.path + "/" + name]).records.count, equals: 50)
  }

  @Test func whatFollowsAStream() throws {
    _ = try folder.file("x", capture(records: 50))
    let plain = readAll([folder.path + "/x"])
    try folder.run(
      "sh", "-c",
      """
      set -e
      head -c 100 x > a; tail -c +101 x > b; : > none
      for z in gzip xz zstd bzip2; do
        $z -c < a > a.$z; $z -c < b > b.$z; $z -c < none > none.$z
        cat a.$z b.$z > two.$z
        cat none.$z a.$z none.$z b.$z none.$z > empty.$z
        { cat a.$z b.$z; printf 'rubbish behind it'; } > rubbish.$z
        { cat a.$z b.$z; head -c 512 /dev/zero; } > zeros.$z
      done
      { cat a.xz; head -c 8 /dev/zero; cat b.xz; } > padded.xz
      { cat a.zstd; printf '\\120\\052\\115\\030\\003\\000\\000\\000abc'; cat b.zstd; } > skip.zstd
      """)
    var names = ["padded.xz", "skip.zstd"]
    for packer in ["gzip", "xz", "zstd", "bzip2"] {
      names += ["two", "empty", "rubbish", "zeros"].map { "\($0).\(packer)" }
    }
    for name in names {
      let outcome = readAll([folder.path + "/" + name])
      expect(outcome.error == nil, "\(name)")
      expect(outcome.records.elementsEqual(plain.records), "\(name)")
    }
  }

  /// The checksum at the end is reported when it is wrong, after all records.
  @Test func aWrongChecksum() throws {
    _ = try folder.file("x", capture(records: 50))
    try folder.run("sh", "-c", "gzip -k x; xz -k x; zstd -qk x; bzip2 -k x")
    for (name, fromEnd) in [("x.gz", 8), ("x.zst", 1)] {
      var packed = try bytes(name)
      packed[packed.count - fromEnd] ^= 0xFF
      let outcome = readAll([try folder.file("bad", packed)])
      expect(outcome.error?.kind, equals: .damaged, "\(name)")
      expect(outcome.records.count, equals: 50, "\(name)")
    }
  }

  /// A header that asks for 4 GiB, or a window of that size, costs none.
  @Test func memoryThatIsAskedForIsBounded() throws {
    try folder.run("sh", "-c", "xz -k --lzma2=dict=1536MiB x; zstd -q --long=31 < x > x.zst")
    for (name, words) in [("x.xz", "MiB of memory"), ("x.zst", "memory")] {
      let outcome = readAll([folder.path + "/" + name])
      expect(outcome.error?.kind, equals: .unusable, "\(name)")
      expect(
        outcome.error?.message.contains(words), equals: true, "\(outcome.error?.message ?? "")")
    }
    try folder.run("sh", "-c", "xz -9ef -k x; zstd -qfk --ultra -22 x")
    for name in ["x.xz", "x.zst"] {
      expect(readAll([folder.path + "/" + name]).records.count, equals: 20_000, "\(name)")
    }
  }
}
