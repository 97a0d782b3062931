import GATTSession
import TestSupport
import Testing

@testable import Regression

/// Changes that are known, made at random.
@Suite struct SequencePropertyTests {
  /// Rates that are not all different, as a pulse's are, but no two neighbours the same.
  private func rates(_ count: Int, _ random: inout SplitMix) -> [Int] {
    var rates: [Int] = []
    while rates.count < count {
      let rate = Int.random(in: 40...2000, using: &random)
      if rates.last != rate { rates.append(rate) }
    }
    return rates
  }

  private func stream(_ rates: [Int]) -> SequenceScript { SequenceScript { $0.pulses(rates) } }

  private func kinds(_ findings: SequenceFindings) -> [Difference.Kind: Int] {
    Dictionary(grouping: findings.differences, by: \.kind).mapValues(\.count)
  }

  @Test(arguments: 0..<60) func whatIsTakenAwayIsMissing(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let all = rates(Int.random(in: 5...80, using: &random), &random)
    var fewer = all
    let count = Int.random(in: 1...min(10, all.count - 1), using: &random)
    for _ in 0..<count { fewer.remove(at: Int.random(in: fewer.indices, using: &random)) }
    expect(kinds(findings(stream(all), stream(fewer))), equals: [.missing: count], "seed \(seed)")
    expect(kinds(findings(stream(fewer), stream(all))), equals: [.extra: count], "seed \(seed)")
  }

  @Test(arguments: 0..<60) func whatChangesIsChanged(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let all = rates(Int.random(in: 1...80, using: &random), &random)
    var other = all
    let place = Int.random(in: other.indices, using: &random)
    other[place] = 5000
    let found = findings(stream(all), stream(other))
    expect(
      found.lines,
      equals: [
        "~ Heart Rate Measurement: notification #\(place + 1): \(all[place]) bpm became 5000 bpm"
      ],
      "seed \(seed)")
  }

  @Test(arguments: 0..<60) func twoRequestsThatChangePlacesAreOneFinding(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    // Of each attribute one value only, so that each request has its identity.
    let all = (0..<Int.random(in: 2...6, using: &random)).map { Int32($0) }.shuffled(using: &random)
    var other = all
    let first = Int.random(in: all.indices, using: &random)
    var second = first
    while second == first { second = Int.random(in: all.indices, using: &random) }
    other.swapAt(first, second)
    func script(_ attributes: [Int32]) -> SequenceScript {
      SequenceScript { script in
        for attribute in attributes.compactMap(SequenceScript.Known.init) {
          script.read(attribute, [1])
        }
      }
    }
    let found = findings(script(all), script(other))
    expect(kinds(found), equals: [.reordered: 1], "seed \(seed): \(all) \(other) \(found.lines)")
  }

  /// Anything: it ends, is bounded, is the same each time, and mirrors when nothing else stands in its
  /// way than the sides.
  @Test(arguments: 0..<60) func anythingIsCompared(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let (expected, actual) = (anything(&random), anything(&random))
    var options = ComparisonOptions()
    options.values = [.exact, .shape, .ignore].randomElement(using: &random) ?? .exact
    options.count =
      [.standard, .exact, .within(2), .ignore].randomElement(using: &random) ?? .standard
    if Bool.random(using: &random) { options.timeTolerance = 1_000_000 }
    if Bool.random(using: &random) { options.tolerances["heart_rate_bpm"] = .init(3) }
    if Bool.random(using: &random) { options.ranges["heart_rate_bpm"] = 41...44 }
    let once = findings(expected, actual) { $0 = options }
    expect(once, equals: findings(expected, actual) { $0 = options }, "seed \(seed)")
    expect(
      findings(expected, expected) { $0 = options }.lines.allSatisfy {
        $0.contains("outside")
          || $0.hasPrefix(".") && $0.contains("cut off in the record of both sides")
      })
    let mirror = findings(actual, expected) { $0 = options }
    if options.values == .exact, options.ranges.isEmpty, options.tolerances.isEmpty {
      let count = { (findings: SequenceFindings) in
        kinds(findings)[.missing, default: 0] - kinds(findings)[.extra, default: 0]
      }
      if options.count == .exact, expected.sequence.hasEnd, actual.sequence.hasEnd {
        expect(count(once), equals: -count(mirror), "seed \(seed)")
      }
    }
  }

  private func anything(_ random: inout SplitMix) -> SequenceScript {
    var script = SequenceScript { script in
      for _ in 0..<Int.random(in: 0...120, using: &random) {
        let attribute = SequenceScript.Known(rawValue: Int32.random(in: 0...5, using: &random))
        let value = [UInt8.random(in: 40...45, using: &random)]
        switch Int.random(in: 0...5, using: &random) {
        case 0: script.read(attribute ?? .pulse, value)
        case 1: script.write(attribute ?? .pulse, value)
        case 2: script.error(attribute ?? .pulse, opcode: 0x0A, code: Int(value[0]), name: "x")
        case 3: script.read(attribute ?? .pulse, value) { $0.isUnanswered = true }
        case 4:
          // What no reader would let through.
          script.add(
            .notification, .pulse, value,
            decoded: ["{", "[1", "{\"a\":[", "x"].randomElement(using: &random) ?? "")
        default:
          script.pulse(Int(value[0]), rr: Bool.random(using: &random) ? [1] : nil) {
            $0.isTruncated = value[0] == 40
          }
        }
      }
    }
    let count = script.sequence.items.count
    script.sequence.hasEnd = Bool.random(using: &random)
    script.sequence.hasBegin = Bool.random(using: &random)
    script.sequence.losses = [UInt32.random(in: 0...UInt32(count), using: &random)]
    return script
  }
}
