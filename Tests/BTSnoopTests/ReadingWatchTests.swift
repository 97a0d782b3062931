import Foundation
import TestSupport
import Testing

@testable import BTSnoop

/// How far reading is, as the user is shown it.
@Suite struct ReadingWatchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Positions while inputs are read, and the total.
  private func positions(_ inputs: [String]) throws -> (positions: [Int64], total: Int64?) {
    var positions: [Int64] = []
    let watch = ReadingWatch(inputs) { positions.append($0.position) }
    var reader = CaptureReader(watch: watch)
    var sink = RecordingSink()
    try reader.read(inputs, into: &sink)
    return (positions, watch.total)
  }

  private func size(_ path: String) throws -> Int64 {
    Int64(try Data(contentsOf: URL(filePath: path)).count)
  }

  @Test func severalFilesAreOneWay() throws {
    let one = try folder.file("one", capture(records: 100_000))
    let two = try folder.file("two", capture(records: 50_000))
    let (positions, total) = try positions([one, two])
    try expect(total, equals: size(one) + size(two))
    expect(positions.last, equals: total)
    expect(positions.count > 10)
    expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// Of what is packed, the packed bytes count; an archive is read twice.
  @Test(arguments: [
    ("import gzip; gzip.open('x.gz','wb').write(open('x','rb').read())", "x.gz"),
    ("import zipfile; zipfile.ZipFile('x.zip','w',8).write('x')", "x.zip"),
    ("import tarfile; t = tarfile.open('x.tar','w'); t.add('x'); t.close()", "x.tar"),
  ]) func packedFiles(script: String, name: String) throws {
    _ = try folder.file("x", capture(records: 100_000))
    try folder.python(script)
    let packed = folder.path + "/" + name
    let (positions, total) = try positions([packed])
    try expect(total, equals: size(packed))
    expect(!positions.isEmpty)
    let whole = try size(packed)
    expect(positions.allSatisfy { (0...whole).contains($0) })
    let farthest = try #require(positions.max())
    expect(farthest >= whole / 2)
    // What follows counts from its end.
    let both = try self.positions([packed, folder.path + "/x"])
    expect(both.positions.last, equals: both.total)
  }

  @Test func aPipeHasNoTotal() throws {
    let fifo = folder.path + "/fifo"
    try folder.run("mkfifo", fifo)
    let file = try folder.file("x", capture(records: 10_000))
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "cat '\(file)' > '\(fifo)'"]
    try writer.run()
    let (positions, total) = try positions([fifo])
    writer.waitUntilExit()
    expect(total == nil)
    try expect(positions.last, equals: size(file))
  }
}
