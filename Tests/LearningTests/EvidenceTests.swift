import Learning
import TestSupport
import Testing

@Suite struct EvidenceTests {
  @Test func bitsAreThoseOfTheBinomialTail() {
    // All of 8 at a chance of 1/256 each.
    expect(abs(Evidence(hits: 8, of: 8, chance: 1.0 / 256, tried: 0).bits - 64) < 1e-6)
    // 9 or 10 heads of 10: 11 of 1024.
    expect(abs(Evidence(hits: 9, of: 10, chance: 0.5, tried: 0).bits - 6.5406) < 1e-3)
    expect(Evidence(hits: 5, of: 10, chance: 0.5, tried: 0).bits, equals: 0)
    expect(Evidence(hits: 0, of: 10, chance: 0.1, tried: 0).bits, equals: 0)
    expect(Evidence(hits: 10, of: 10, chance: 1, tried: 0).bits, equals: 0)
  }

  @Test func aClaimNeedsMoreThanWhatWasTried() {
    func grade(_ hits: Int, _ count: Int, _ tried: Double) -> Evidence.Grade? {
      Evidence(hits: hits, of: count, chance: 0.25, tried: tried).grade
    }
    expect(grade(20, 20, 16), equals: .claim)
    expect(grade(15, 15, 16), equals: .perhaps)
    expect(grade(11, 11, 16) == nil)
    // One in fifty may fail, no more.
    expect(grade(99, 100, 16), equals: .claim)
    expect(grade(97, 100, 16) == nil)
    expect(Evidence(hits: 15, of: 15, chance: 0.25, tried: 16).missing, equals: 3)
    expect(Evidence(hits: 20, of: 20, chance: 0.25, tried: 16).missing, equals: 0)
  }
}
