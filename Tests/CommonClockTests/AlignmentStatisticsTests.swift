import BTSnoop
import Foundation
import TestSupport
import Testing

@testable import CommonClock

/// What is claimed of many pairs, by the truth: `BLEINSPECT_PAIRS` says how many of each kind.
@Suite struct AlignmentStatisticsTests {
  private typealias Clock = RecordedPair.Clock

  private static let count =
    ProcessInfo.processInfo.environment["BLEINSPECT_PAIRS"].flatMap(UInt64.init) ?? 6

  /// What the recorders of a session are like.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var seconds = 60.0
    var isDull = false
    /// Of PDUs of one length.
    var isBursts = false
    var hasConnect = true
    var isCentral = true
    var isEncrypted = false
    /// The sniffer misses up to so much.
    var loss = 0.5
    var step: Int64 = 1000
    var jumps = false
    /// Two hosts.
    var isOfHosts = false
  }

  static let kinds = [
    Kind(testDescription: "a host and a sniffer"),
    Kind(testDescription: "equal values", isDull: true),
    Kind(testDescription: "from the middle", hasConnect: false, loss: 0.3),
    Kind(testDescription: "the peripheral's log", isCentral: false, loss: 0.3),
    Kind(testDescription: "encrypted", hasConnect: false, isEncrypted: true, loss: 0.1),
    Kind(
      testDescription: "encrypted bursts of one length", seconds: 120, isBursts: true,
      hasConnect: false,
      isEncrypted: true, loss: 0.3),
    Kind(testDescription: "stamps of 1 ms", step: 1_000_000),
    Kind(testDescription: "stamps of 10 ms", step: 10_000_000),
    Kind(testDescription: "a clock that is set", seconds: 100, loss: 0.2, jumps: true),
    Kind(testDescription: "two hosts", isOfHosts: true),
  ]

  /// The pairs of one kind, with all that is counted.
  private struct Tally {
    var pairs = 0
    var aligned = 0
    /// Pairs whose clocks are nowhere wrong by more than is claimed.
    var held = 0
    var anchors = 0
    var wrongAnchors = 0
    /// Those that are claimed to have no other partner.
    var certain = 0
    var wrongCertain = 0
    var largestError = 0.0
    /// The most that a clock was off, and a drift, where no clock is set; nanoseconds and parts per million.
    var mostOff = 0.0
    var mostDrift = 0.0
    var failures: [String] = []
  }

  private func tally(_ kind: Kind) throws -> Tally {
    var tally = Tally()
    for number in 0..<Self.count {
      var random = SplitMix(seed: 7000 + number)
      func part() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
      var pair = RecordedPair(
        seed: 500 + number, seconds: kind.seconds, isDull: kind.isDull)
      if kind.isBursts { pair.makeBursts() }
      // From a second to three years.
      let offset = exp(part() * 18.3) * (part() < 0.5 ? -1 : 1)
      let jump =
        kind.jumps ? (at: kind.seconds / 2, by: part() < 0.5 ? 0.2 + 3 * part() : -2 * part()) : nil
      let first = Clock(offset: offset, ppm: 200 * part() - 100, jump: jump, step: kind.step)
      let second = Clock(offset: part(), ppm: 40 * part() - 20)
      let host = pair.host(first, isCentral: kind.isCentral, hasConnect: kind.hasConnect)
      let other =
        kind.isOfHosts
        ? pair.host(second, isCentral: false)
        : pair.sniffer(
          second, loss: kind.loss * part(), seed: number, isEncrypted: kind.isEncrypted,
          hasConnect: kind.hasConnect)
      let alignment = ClockAlignment(host, other)
      tally.pairs += 1
      guard alignment.isAligned else {
        tally.failures.append("\(number): \(alignment.refusals)")
        continue
      }
      tally.aligned += 1
      let truth = Truth(pair, kind, first, second)
      let wrong = try truth.error(alignment, other)
      let error = try #require(alignment.error)
      tally.largestError = max(tally.largestError, error)
      tally.mostOff = max(tally.mostOff, wrong)
      if !kind.jumps {
        let drift = abs(alignment.drift - RecordedPair.drift(first, second))
        tally.mostDrift = max(tally.mostDrift, drift)
      }
      if wrong <= error {
        tally.held += 1
      } else {
        tally.failures.append("\(number): wrong by \(wrong / 1e6) ms of \(error / 1e6) ms")
      }
      let anchors = try truth.check(alignment, host, other)
      tally.anchors += anchors.all
      tally.wrongAnchors += anchors.wrong
      tally.certain += anchors.certain
      tally.wrongCertain += anchors.wrongCertain
    }
    return tally
  }

  /// The truth lies within the error that is claimed in 95 of 100 pairs, and each PDU has the right partner in 999 of
  /// 1,000.
  @Test(arguments: kinds) func claims(_ kind: Kind) throws {
    let tally = try tally(kind)
    let said = "\(tally)"
    // A long run is for the figures.
    if Self.count > 6 { print(kind.testDescription, said) }
    // What lies about a jump, or has no connect, may be too little.
    let least = kind.jumps || !kind.hasConnect ? 7 : 9
    expect(tally.aligned * 10 >= tally.pairs * least, said)
    expect(tally.held * 100 >= tally.aligned * 95, said)
    expect(tally.largestError < RecordedPair.interval + 2 * Double(kind.step), said)
    expect(tally.anchors > 20 * tally.aligned, said)
    // Of equal lengths side by side nobody can tell which is which: these are found, and not claimed.
    let allowed = kind.isBursts ? 500 : kind.isEncrypted ? 60 : kind.isDull ? 10 : 1
    expect(tally.wrongAnchors * 1000 <= allowed * tally.anchors, said)
    expect(tally.wrongCertain * 1000 <= (kind.isDull ? 10 : 1) * tally.certain, said)
    expect(
      kind.isEncrypted ? tally.certain * 2 > tally.anchors : tally.certain == tally.anchors, said)
  }

  /// Two sessions of one device are never one, whatever they have in common.
  @Test(arguments: [false, true], [false, true]) func strangers(isDull: Bool, isOfHosts: Bool) {
    for number in 0..<Self.count {
      var random = SplitMix(seed: 9000 + number)
      func part() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
      let seconds = 10 + 110 * part()
      let hasConnect = part() < 0.5
      let host = RecordedPair(seed: 2 * number, seconds: seconds, isDull: isDull).host(
        Clock(offset: 100 * part()), hasConnect: hasConnect)
      let other = RecordedPair(seed: 2 * number + 1, seconds: 10 + 110 * part(), isDull: isDull)
      let alignment = ClockAlignment(
        host,
        isOfHosts
          ? other.host(Clock(), isCentral: false, hasConnect: hasConnect)
          : other.sniffer(Clock(), loss: 0.2 * part(), seed: number, hasConnect: hasConnect))
      expect(!alignment.isAligned, "pair \(number)")
    }
  }
}

/// When each PDU of a session was where, by the clocks of its recorders.
private struct Truth {
  private let pair: RecordedPair
  private let first: RecordedPair.Clock
  private let second: RecordedPair.Clock
  /// The PDUs by their stamps, in nanoseconds.
  private var hosts: [Int64: Int] = [:]
  private var others: [Int64: Int] = [:]
  private static let base = CaptureTime(seconds: 1_772_355_600, nanoseconds: 0)

  init(
    _ pair: RecordedPair, _ kind: AlignmentStatisticsTests.Kind, _ first: RecordedPair.Clock,
    _ second: RecordedPair.Clock
  ) {
    (self.pair, self.first, self.second) = (pair, first, second)
    for (index, pdu) in pair.pdus.enumerated() {
      Self.add(index, Self.stamp(first, kind.isCentral ? pdu.central : pdu.peripheral), &hosts)
      let air = Double(pdu.event) * RecordedPair.interval + (pdu.isSent ? 0 : 230_000)
      Self.add(index, Self.stamp(second, kind.isOfHosts ? pdu.peripheral : air), &others)
    }
  }

  /// Of two PDUs with one stamp, nobody knows which is which: they are left out.
  private static func add(_ index: Int, _ stamp: Int64, _ places: inout [Int64: Int]) {
    places[stamp] = places[stamp] == nil ? index : -1
  }

  private static func stamp(_ clock: RecordedPair.Clock, _ time: Double) -> Int64 {
    Int64((clock.exact(time) / Double(clock.step)).rounded(.down)) * clock.step
  }

  private func stamp(_ time: Double, _ trace: RecorderTrace) throws -> Int64 {
    try #require(trace.start).nanoseconds(since: Self.base) + Int64(time.rounded())
  }

  /// The most by which a time of the second recorder is wrong on the clock of the first one, but for what is near a
  /// jump; nanoseconds.
  func error(_ alignment: ClockAlignment, _ other: RecorderTrace) throws -> Double {
    var most = 0.0
    for part in 0...50 {
      let time = other.length * Double(part) / 50
      let stamp = Double(try stamp(time, other))
      let moment = (stamp - second.offset * 1e9) / (1 + second.ppm * 1e-6)
      if let jump = first.jump, abs(moment - jump.at * 1e9) < 3e9 { continue }
      let shift = Double(alignment.shift(at: time))
      most = max(most, abs(stamp + shift - first.exact(moment)))
    }
    return most
  }

  /// How many PDUs have partners, and how many of them another one than their own.
  func check(
    _ alignment: ClockAlignment, _ host: RecorderTrace, _ other: RecorderTrace
  ) throws -> (all: Int, wrong: Int, certain: Int, wrongCertain: Int) {
    var (all, wrong, certain, wrongCertain) = (0, 0, 0, 0)
    for anchor in alignment.anchors {
      guard let one = hosts[try stamp(anchor.first.time, host)],
        let another = others[try stamp(anchor.second.time, other)], one >= 0, another >= 0
      else { continue }
      all += 1
      if one != another { wrong += 1 }
      if anchor.isCertain {
        certain += 1
        if one != another { wrongCertain += 1 }
      }
    }
    return (all, wrong, certain, wrongCertain)
  }
}
