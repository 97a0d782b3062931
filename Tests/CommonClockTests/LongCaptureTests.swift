import BTSnoop
import Foundation
import TestSupport
import Testing

@testable import CommonClock

/// Captures of more PDUs than a trace keeps: the line is found by a part of them, and all are compared along it.
@Suite struct LongCaptureTests {
  private typealias Clock = RecordedPair.Clock

  /// So many PDUs are kept at most: of some hundred, some.
  private static let limits = [256, 64]

  /// The records of both captures that are one PDU.
  private struct Two: Hashable {
    var first: UInt64
    var second: UInt64

    init(_ anchor: ClockAlignment.Anchor) {
      (first, second) = (anchor.first.frame, anchor.second.frame)
    }
  }

  private func every(
    _ one: RecorderTrace, _ other: RecorderTrace, windowLength: Int = 100
  ) -> [Two] {
    let alignment = ClockAlignment(one, other)
    expect(alignment.isAligned, "\(alignment.refusals)")
    var found: [Two] = []
    let isWhole = alignment.forEachAnchor(one, other, windowLength: windowLength) {
      found += $0.map(Two.init)
    }
    expect(isWhole)
    return found
  }

  /// As many as where all are in memory, and the same ones, whichever capture is first.
  @Test(arguments: [0.0, 0.3], [false, true])
  func allAreCompared(loss: Double, isOfHosts: Bool) throws {
    let pair = RecordedPair(seed: 71, seconds: 240)
    let (phone, other) = (Clock(offset: 40, ppm: 60), Clock(ppm: -10))
    let host = pair.hostRecords(phone)
    let records =
      isOfHosts ? pair.hostRecords(other, isCentral: false) : pair.airRecords(other, loss: loss)
    let whole = ClockAlignment(RecordedPair.collect(host), RecordedPair.collect(records))
    let all = Set(whole.anchors.map(Two.init))
    expect(all.count > 350)
    let (one, two) = (
      RecordedPair.collect(host, limits: Self.limits),
      RecordedPair.collect(records, limits: Self.limits)
    )
    expect(one.isThinned && two.isThinned)
    expect(one.sightings.count < all.count / 2)
    let found = every(one, two)
    expect(Set(found).count, equals: found.count)
    expect(Set(found).symmetricDifference(all).count <= 2, "\(found.count) of \(all.count)")
    let swapped = every(two, one)
    expect(Set(swapped.map { [$0.second, $0.first] }) == Set(found.map { [$0.first, $0.second] }))
    // One window or many: the same.
    expect(Set(every(one, two, windowLength: 10_000)) == Set(found))
  }

  /// One of the captures is short.
  @Test func oneIsLong() throws {
    let pair = RecordedPair(seed: 72, seconds: 240)
    let host = pair.hostRecords(Clock(offset: 5))
    let air = pair.airRecords(Clock()).prefix(5000)
    let (one, two) = (
      RecordedPair.collect(host, limits: Self.limits), RecordedPair.collect(Array(air))
    )
    expect(one.isThinned && !two.isThinned)
    let all = ClockAlignment(RecordedPair.collect(host), two).anchors.count
    let found = every(one, two)
    expect(all > 100)
    expect(abs(found.count - all) <= 2, "\(found.count) of \(all)")
  }

  /// A clock that is set late in a long capture: the line before and after it, and every PDU on its partner.
  @Test(arguments: [3.2, -2.5, 0.02])
  func aLateJump(by: Double) throws {
    let pair = RecordedPair(seed: 73, seconds: 400)
    let host = RecordedPair.collect(
      pair.hostRecords(Clock(offset: 7, jump: (at: 300, by: by))), limits: Self.limits)
    let air = RecordedPair.collect(pair.airRecords(Clock(), loss: 0.05), limits: Self.limits)
    let alignment = ClockAlignment(host, air)
    expect(alignment.isAligned, "\(alignment.refusals)")
    expect(alignment.jumps.count, equals: 1)
    let jump = try #require(alignment.jumps.first)
    expect(jump.span.contains(300e9), "\(jump.span)")
    expect(jump.span.upperBound - jump.span.lowerBound < 40e9, "\(jump.span)")
    expect(abs(jump.size - by * 1e9) < 5e6, "\(jump.size)")
    let found = every(host, air)
    expect(found.count > pair.pdus.count * 9 / 10, "\(found.count) of \(pair.pdus.count)")
  }

  /// What nobody has is no anchor, and what the user gives is not compared.
  @Test func whatIsMissing() throws {
    var pair = RecordedPair(seed: 74, seconds: 240)
    let air = RecordedPair.collect(pair.airRecords(Clock()), limits: Self.limits)
    pair.lose(8)
    let host = RecordedPair.collect(pair.hostRecords(Clock(offset: 3)), limits: Self.limits)
    let found = every(host, air)
    expect(found.count <= pair.pdus.count - 8 + 1, "\(found.count) of \(pair.pdus.count)")
    expect(found.count > pair.pdus.count - 12, "\(found.count) of \(pair.pdus.count)")
    let given = ClockAlignment(shift: 3_000_000_000, host, air)
    expect(!given.forEachAnchor(host, air) { _ in })
  }

  /// What was kept in a file comes back as it was.
  @Test func anchorsInAFile() {
    let spool = AnchorSpool()
    var anchors: [ClockAlignment.Anchor] = []
    for number in 0..<20_000 {
      let time = Double(number)
      let (frame, other) = (UInt64(3 * number + 1), UInt64(2 * (number ^ 3) + 7))
      anchors.append(
        ClockAlignment.Anchor(
          first: .init(frame: frame, time: time, place: .sent),
          second: .init(frame: other, time: -time / 3, place: .air)))
    }
    spool.add(Array(anchors[..<9000]))
    spool.add(Array(anchors[9000...]))
    expect(spool.isWhole)
    for anchor in anchors {
      for isFirst in [true, false] {
        let frame = isFirst ? anchor.first.frame : anchor.second.frame
        let found = spool.anchor(of: frame, isFirst: isFirst)
        expect(found?.first.frame, equals: anchor.first.frame)
        expect(found?.second.frame, equals: anchor.second.frame)
        expect(found?.second.time, equals: anchor.second.time)
        expect(found?.first.place, equals: .sent)
        expect(found?.second.place, equals: .air)
      }
    }
    for frame in [0, 2, 3, 59_999] as [UInt64] {
      expect(spool.anchor(of: frame, isFirst: true) == nil)
    }
    // In any order.
    expect(spool.anchor(of: 1, isFirst: true)?.first.frame, equals: 1)
    expect(spool.anchor(of: 3 * 15_000 + 1, isFirst: true)?.first.time, equals: 15_000)
    expect(spool.anchor(of: 4, isFirst: true)?.first.time, equals: 1)
  }

  /// Records that come in the order of time are found in few parts; where times mix them, each would be looked for in
  /// nearly all, so that they are not used.
  @Test(arguments: [false, true]) func mixedRecordsAreRefused(mixes: Bool) throws {
    let spool = AnchorSpool(partLength: 4)
    let frames = (0..<400).map { UInt64(mixes ? $0 * 181 % 400 : $0) + 1 }
    spool.add(
      frames.enumerated().map { index, frame in
        ClockAlignment.Anchor(
          first: .init(frame: frame, time: Double(index), place: .sent),
          second: .init(frame: UInt64(index) + 1, time: Double(index), place: .air))
      })
    expect(spool.isWhole, equals: !mixes)
    for (index, frame) in frames.enumerated() {
      expect(spool.anchor(of: frame, isFirst: true)?.second.frame, equals: UInt64(index) + 1)
      expect(spool.anchor(of: UInt64(index) + 1, isFirst: false)?.first.frame, equals: frame)
    }
  }
}
