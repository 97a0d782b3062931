import Foundation
import Learning
import TestSupport
import Testing

/// Values in which there is nothing to find: at most one claim in a thousand streams.
///
/// `BLEINSPECT_LEARN_STREAMS=1000` tries that many.
@Suite struct NullStreamTests {
  private static let streams =
    ProcessInfo.processInfo.environment["BLEINSPECT_LEARN_STREAMS"].flatMap { Int($0) } ?? 64

  @Test func nothingIsClaimedOfNothing() {
    var claims: [String] = []
    for seed in 0..<Self.streams {
      let null = NullStream.allCases[seed % NullStream.allCases.count]
      let findings = StreamLearner.learn(window: stream(null.values(UInt64(seed), 60)))
      let found = Self.claims(findings, null)
      if !found.isEmpty { claims.append("\(seed) \(null): \(found)") }
    }
    expect(claims.count <= max(0, Self.streams / 1000), "\(claims)")
  }

  /// Blocks of what is encrypted, each sent some times in a row: that it stays is no sign that the next is near.
  @Test func blocksThatAreSentAgainAreNoNumber() {
    for seed: UInt64 in 0..<16 {
      var random = SplitMix(seed: seed)
      let blocks = (0..<30).map { _ in random.bytes(16) }
      let values = blocks.flatMap { Array(repeating: $0, count: 11) }
      let findings = StreamLearner.learn(window: stream(values))
      expect(findings.whole.numbers.isEmpty, "\(seed): \(findings.whole.numbers)")
    }
  }

  /// All but what the values are.
  private static func claims(_ findings: StreamFindings, _ null: NullStream) -> [String] {
    var claims = Claim.all(findings).map(\.title)
    if findings.mask != nil { claims.append("mask") }
    if findings.message != nil { claims.append("message") }
    if findings.whole.noise != nil, null != .random, null != .text { claims.append("noise") }
    return claims.filter { claim in
      switch null {
      case .text: claim != "text"
      case .tlv: !claim.hasPrefix("length 1 ") && !claim.hasPrefix("form tlv")
      default: true
      }
    }
  }
}
