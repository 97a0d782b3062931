import ATTDissector
import BTSnoop
import Foundation
import GATTSession
import TestSupport
import Testing

@testable import CommonClock

/// Offset and drift of pairs whose truth is known.
@Suite struct ClockAlignmentTests {
  private typealias Clock = RecordedPair.Clock

  /// Whether an alignment is the true one, as far as it claims.
  private func expectTrue(
    _ alignment: ClockAlignment, _ first: Clock, _ second: Clock, _ trace: RecorderTrace,
    within most: Double = 1e6, drift: Double = 5
  ) throws {
    expect(alignment.isAligned, "\(alignment.refusals)")
    let start = try #require(trace.start)
    let wrong = abs(
      Double(alignment.offset) - RecordedPair.offset(first, second, at: start))
    expect(wrong <= most, "the offset is wrong by \(wrong / 1e6) ms")
    if let error = alignment.error {
      expect(wrong <= error, "wrong by \(wrong / 1e6) ms, and claimed are \(error / 1e6) ms")
      expect(error < 30e6, "the error is above a connection interval")
    }
    expect(
      abs(alignment.drift - RecordedPair.drift(first, second)) <= drift,
      "drift \(alignment.drift), not \(RecordedPair.drift(first, second))")
  }

  @Test(arguments: [
    (-100.0, 3600.0, 0.0), (100, -12.5, 0.1), (35, 1e8, 0.3), (-60, 0.25, 0.5),
  ])
  func aHostAndASniffer(ppm: Double, offset: Double, loss: Double) throws {
    let pair = RecordedPair(seed: UInt64(abs(ppm)), seconds: 60)
    let (phone, air) = (Clock(offset: offset, ppm: ppm), Clock(ppm: -20))
    let (host, sniffer) = (pair.host(phone), pair.sniffer(air, loss: loss))
    expect(host.recorder, equals: .host(.central))
    expect(sniffer.recorder, equals: .sniffer)
    let alignment = ClockAlignment(host, sniffer)
    try expectTrue(alignment, phone, air, sniffer)
    expect(alignment.links.map(\.first), equals: [1])
    expect(alignment.links.map(\.second), equals: [1])
    expect(alignment.jumps.isEmpty)
    // The order of the captures makes no difference.
    let other = ClockAlignment(sniffer, host)
    expect(other.anchors.count, equals: alignment.anchors.count)
    try expectTrue(other, air, phone, host)
  }

  @Test func thePeripheralsLog() throws {
    let pair = RecordedPair(seed: 9, seconds: 60)
    let (strap, air) = (Clock(offset: -7, ppm: 50), Clock())
    let (host, sniffer) = (pair.host(strap, isCentral: false), pair.sniffer(air, loss: 0.2))
    expect(host.recorder, equals: .host(.peripheral))
    // What comes in is only the smaller part.
    try expectTrue(ClockAlignment(host, sniffer), strap, air, sniffer, drift: 10)
  }

  @Test func bothHosts() throws {
    let pair = RecordedPair(seed: 10, seconds: 60)
    let (phone, strap) = (Clock(offset: 99, ppm: 20), Clock(offset: 3, ppm: -30))
    let (first, second) = (pair.host(phone), pair.host(strap, isCentral: false))
    // Each PDU waits for a connection event: the air is between what was sent and what was received.
    try expectTrue(
      ClockAlignment(first, second), phone, strap, second, within: 8e6, drift: 60)
  }

  @Test func twoSniffers() throws {
    let pair = RecordedPair(seed: 11, seconds: 40)
    let (one, other) = (Clock(offset: 5, ppm: 12), Clock(offset: -5, ppm: -12))
    let (first, second) = (
      pair.sniffer(one, loss: 0.3), pair.sniffer(other, loss: 0.3, seed: 2)
    )
    try expectTrue(
      ClockAlignment(first, second), one, other, second, within: 5000, drift: 0.2)
  }

  @Test func encryptedWithoutKey() throws {
    let pair = RecordedPair(seed: 12, seconds: 60)
    let (phone, air) = (Clock(offset: 1000, ppm: -40), Clock())
    let sniffer = pair.sniffer(air, loss: 0.1, isEncrypted: true, hasConnect: false)
    let alignment = ClockAlignment(pair.host(phone), sniffer)
    try expectTrue(alignment, phone, air, sniffer)
    expect(alignment.isOfLengths)
  }

  @Test func aJump() throws {
    let pair = RecordedPair(seed: 13, seconds: 80)
    let (phone, air) = (Clock(offset: 7, jump: (at: 40, by: 3.2)), Clock())
    let sniffer = pair.sniffer(air, loss: 0.1)
    let alignment = ClockAlignment(pair.host(phone), sniffer)
    try expectTrue(alignment, phone, air, sniffer, within: 2e6, drift: 10)
    expect(alignment.jumps.count, equals: 1)
    let jump = try #require(alignment.jumps.first)
    expect(abs(jump.size - 3.2e9) < 5e6, "\(jump.size)")
    expect(jump.span.contains(40e9), "\(jump.span)")
    let late = Double(alignment.shift(at: 70e9))
    expect(abs(late - 10.2e9) < 3e6, "\(late)")
  }

  @Test(arguments: [1_000_000 as Int64, 10_000_000])
  func coarseStamps(step: Int64) throws {
    let pair = RecordedPair(seed: 14, seconds: 60)
    let (phone, air) = (Clock(offset: 4, ppm: 30, step: step), Clock())
    let (host, sniffer) = (pair.host(phone), pair.sniffer(air, loss: 0.1))
    expect(host.step, equals: Double(step))
    try expectTrue(
      ClockAlignment(host, sniffer), phone, air, sniffer, within: 2 * Double(step), drift: 200)
  }

  @Test func withItself() throws {
    let pair = RecordedPair(seed: 15, seconds: 30)
    for trace in [pair.host(Clock()), pair.sniffer(Clock()), pair.host(Clock(), isCentral: false)] {
      let alignment = ClockAlignment(trace, trace)
      expect(alignment.isAligned, "\(alignment.refusals)")
      expect(alignment.offset, equals: 0)
      expect(alignment.drift, equals: 0)
      expect(alignment.anchors.allSatisfy { $0.first.frame == $0.second.frame })
    }
  }
}

/// What must not be aligned.
@Suite struct StrangerTests {
  private typealias Clock = RecordedPair.Clock

  @Test(arguments: [20.0, 60.0], [false, true])
  func otherSessions(seconds: Double, isDull: Bool) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let host = RecordedPair(seed: seed, seconds: seconds, isDull: isDull).host(
        Clock(offset: 5), hasConnect: false)
      let sniffer = RecordedPair(seed: seed + 100, seconds: seconds, isDull: isDull).sniffer(
        Clock(), hasConnect: false)
      let alignment = ClockAlignment(host, sniffer)
      expect(!alignment.isAligned, "seed \(seed)")
      expect(!alignment.refusals.isEmpty)
    }
  }

  @Test func nothingToCompare() {
    let host = RecordedPair(seed: 1, seconds: 20).host(Clock())
    expect(
      ClockAlignment(host, RecorderTrace()).refusals, equals: [.nothingToCompare(isFirst: false)])
    expect(
      ClockAlignment(RecorderTrace(), host).refusals, equals: [.nothingToCompare(isFirst: true)])
  }

  @Test func tooFew() {
    let pair = RecordedPair(seed: 2, seconds: 6)
    let alignment = ClockAlignment(
      pair.host(Clock(), hasConnect: false), pair.sniffer(Clock(), hasConnect: false))
    expect(!alignment.isAligned)
  }

  /// What looks alike everywhere takes little time, and proves nothing.
  @Test func equalPDUs() {
    func trace(_ place: Sighting.Place) -> RecorderTrace {
      var trace = RecorderTrace()
      trace.start = CaptureTime(seconds: 0, nanoseconds: 0)
      trace.recorder = place == .air ? .sniffer : .host(.central)
      for number in 0..<4000 {
        let time = Double(number) * 30e6
        let frame = UInt64(number + 1)
        let sighting = Sighting(
          time: time, keys: (1, 1, 1), depth: .whole, kind: .data, place: place,
          sender: .peripheral, connection: 1, frame: frame, lastFrame: frame, lastTime: time)
        trace.sightings.append(sighting)
      }
      trace.length = 4000 * 30e6
      trace.links = [1: LinkSpan(first: 0, last: trace.length)]
      return trace
    }
    expect(!ClockAlignment(trace(.received), trace(.air)).isAligned)
  }
}

/// How a long capture stays small.
@Suite struct ThinningTests {
  private func sighting(_ number: Int, key: UInt32) -> Sighting {
    let time = Double(number) * 1e6
    let frame = UInt64(number + 1)
    return Sighting(
      time: time, keys: (key, key, key), depth: .whole, kind: .data, place: .received,
      sender: .peripheral, connection: 1, frame: frame, lastFrame: frame, lastTime: time)
  }

  @Test func someKeysStay() {
    let limit = TraceCollector.limits[0]
    let collectors = [0, 500].map { start in
      let collector = TraceCollector(GATTSession.Options())
      for number in start..<start + limit + 1000 {
        let key = UInt32(truncatingIfNeeded: number &* 2_654_435_761) >> 3
        collector.add(sighting(number, key: key))
      }
      return collector.finish()
    }
    for trace in collectors {
      expect(trace.isThinned)
      expect(trace.sightings.count < limit)
      expect(trace.sightings.count > limit / 4)
    }
    // Both keep the same ones.
    let (one, other) = (
      collectors[0].thinned(as: collectors[1]), collectors[1].thinned(as: collectors[0])
    )
    let frames = Set(one.sightings.map(\.frame))
    let common = other.sightings.filter { frames.contains($0.frame) }
    expect(common.count > one.sightings.count * 9 / 10)
  }

  @Test func oneKeyIsLeftOut() {
    let collector = TraceCollector(GATTSession.Options())
    for number in 0..<TraceCollector.limits[0] + 10 {
      collector.add(sighting(number, key: number % 100 == 0 ? UInt32(number) : 8))
    }
    let trace = collector.finish()
    expect(trace.isThinned)
    expect(!trace.sightings.contains { $0.keys.whole == 8 })
    expect(trace.sightings.count > 600)
  }
}
