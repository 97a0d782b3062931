import TestSupport
import Testing

@testable import bleinspect

/// The connections of a capture's records, as they are kept between its two readings.
@Suite struct RecordLinksTests {
  private func read(_ links: [Int32], from frame: UInt64 = 1) -> (isWhole: Bool, links: [Int32]) {
    var kept = RecordLinks()
    for (index, link) in links.enumerated() { kept.add(frame + UInt64(index), link) }
    var reader = RecordLinks.Reader(kept)
    return (kept.isWhole, links.indices.map { reader.link(of: frame + UInt64($0)) })
  }

  @Test(arguments: [1 as UInt64, 127, 1 << 40])
  func eachRecordHasItsOwn(from frame: UInt64) {
    var random = SplitMix(seed: 61)
    var links: [Int32] = []
    for run in 0..<500 {
      let link = run % 7 == 0 ? Int32.max : Int32(random.next() % 300)
      links += [Int32](repeating: link, count: Int(random.next() % 400) + 1)
    }
    let (isWhole, found) = read(links, from: frame)
    expect(isWhole)
    expect(found == links)
  }

  /// Records that are left out in between change nothing; none has a connection that is not its own.
  @Test func someAreNotAskedFor() {
    var kept = RecordLinks()
    for frame in 1...100 as ClosedRange<UInt64> { kept.add(frame, frame < 50 ? 1 : 2) }
    var reader = RecordLinks.Reader(kept)
    expect(reader.link(of: 30), equals: 1)
    expect(reader.link(of: 90), equals: 2)
  }

  /// Memory stays bounded: of captures that change from connection to connection all the time, nothing is kept.
  @Test func tooMany() {
    var kept = RecordLinks()
    for frame in 1...3_000_000 as ClosedRange<UInt64> { kept.add(frame, Int32(frame % 2)) }
    expect(!kept.isWhole)
    var reader = RecordLinks.Reader(kept)
    expect(reader.link(of: 1), equals: 0)
  }
}
