import ATTDissector
import GATTSession

/// Pairs the devices of both sides.
///
/// By `--map`, by lasting address, else by similarity: name, advertised services, attributes,
/// values read. Where several fit equally well, they are paired in order, and the result says so.
struct PartyPairing {
  struct Pair {
    var expected: Int?
    var actual: Int?
    /// Titles of others it could have been paired with.
    var ambiguous: [String] = []
    /// Something shows that both are the same device: an option, an address, what they have.
    var isIdentified = false
  }

  private(set) var pairs: [Pair] = []
  private(set) var limits: [String] = []
  /// Names in the map that match no device: whole sentences.
  private(set) var problems: [String] = []

  /// One side's devices.
  struct View {
    var side: ComparedSide
    var parties: [ComparedParty]
    var traits: (Int) -> PartyTraits
  }

  /// The most pairs of devices that are compared.
  private static let limit = 40_000

  private let expected: View
  private let actual: View
  private var partnerOfExpected: [Int?]
  private var partnerOfActual: [Int?]
  private var ambiguity: [Int: [String]] = [:]
  /// Expected devices that were only paired because they were left.
  private var unidentified: Set<Int> = []

  init(_ expected: View, _ actual: View, _ options: ComparisonOptions) {
    self.expected = expected
    self.actual = actual
    partnerOfExpected = Array(repeating: nil, count: expected.parties.count)
    partnerOfActual = Array(repeating: nil, count: actual.parties.count)
    byMap(options.map)
    byAddress()
    byLikeness()
    order()
  }

  private mutating func pair(_ a: Int, _ b: Int) {
    partnerOfExpected[a] = b
    partnerOfActual[b] = a
  }

  private mutating func byMap(_ map: [(expected: String, actual: String)]) {
    for entry in map {
      let first = expected.parties.indices.filter {
        partnerOfExpected[$0] == nil
          && expected.parties[$0].isNamed(entry.expected, timeline: expected.side.timeline)
      }
      let second = actual.parties.indices.filter {
        partnerOfActual[$0] == nil
          && actual.parties[$0].isNamed(entry.actual, timeline: actual.side.timeline)
      }
      for (a, b) in zip(first, second) {
        pair(a, b)
        let rivals =
          first.filter { $0 != a }.map { expected.parties[$0].title }
          + second.filter { $0 != b }.map { actual.parties[$0].title }
        if !rivals.isEmpty { ambiguity[a] = rivals }
      }
      if first.isEmpty {
        problems.append(unmapped(entry.expected, view: expected, side: "expected"))
      }
      if second.isEmpty { problems.append(unmapped(entry.actual, view: actual, side: "actual")) }
    }
  }

  private func unmapped(_ word: String, view: View, side: String) -> String {
    view.parties.contains { $0.isNamed(word, timeline: view.side.timeline) }
      ? "--map: \"\(word)\" of the \(side) timeline is mapped twice"
      : "--map: no device \"\(word)\" is in the \(side) timeline"
  }

  private mutating func byAddress() {
    struct Key: Hashable {
      var address: UInt64
      var host: LinkRole
    }
    var places: [Key: Int] = [:]
    for (index, party) in actual.parties.enumerated() where partnerOfActual[index] == nil {
      guard let address = party.address else { continue }
      let key = Key(address: address.deviceKey, host: party.host)
      if places[key] == nil { places[key] = index }
    }
    for (index, party) in expected.parties.enumerated() where partnerOfExpected[index] == nil {
      guard let address = party.address,
        let other = places[Key(address: address.deviceKey, host: party.host)],
        partnerOfActual[other] == nil
      else { continue }
      pair(index, other)
    }
  }

  // MARK: Likeness

  private struct Candidate {
    var a: Int
    var b: Int
    var likeness: Double
    /// Nothing can be compared.
    var isGuess: Bool
  }

  private mutating func byLikeness() {
    let first = partnerOfExpected.indices.filter { partnerOfExpected[$0] == nil }
    let second = partnerOfActual.indices.filter { partnerOfActual[$0] == nil }
    guard !first.isEmpty, !second.isEmpty else { return }
    guard first.count * second.count <= Self.limit else {
      limits.append(
        "too many devices without a lasting address to compare each with each: \(first.count) and "
          + "\(second.count) are paired in order")
      for (a, b) in zip(first, second) {
        pair(a, b)
        unidentified.insert(a)
      }
      return
    }
    var candidates = candidates(first, second: second)
    candidates.sort { ($1.likeness, $0.a, $0.b) < ($0.likeness, $1.a, $1.b) }
    for (place, candidate) in candidates.enumerated() {
      guard partnerOfExpected[candidate.a] == nil, partnerOfActual[candidate.b] == nil else {
        continue
      }
      // Then equally good ones that are still free.
      var rivals: [String] = []
      for other in candidates[(place + 1)...] {
        guard other.likeness == candidate.likeness else { break }
        if other.a == candidate.a, partnerOfActual[other.b] == nil {
          rivals.append(actual.parties[other.b].title)
        } else if other.b == candidate.b, partnerOfExpected[other.a] == nil {
          rivals.append(expected.parties[other.a].title)
        }
      }
      if !rivals.isEmpty { ambiguity[candidate.a] = rivals }
      if candidate.isGuess || !rivals.isEmpty { unidentified.insert(candidate.a) }
      pair(candidate.a, candidate.b)
    }
  }

  private func candidates(_ first: [Int], second: [Int]) -> [Candidate] {
    let own = first.map { expected.traits($0) }
    let others = second.map { actual.traits($0) }
    var candidates: [Candidate] = []
    for (i, a) in first.enumerated() {
      for (j, b) in second.enumerated() {
        let nothing = own[i].sharesNoTraits(to: others[j])
        var likeness = own[i].likeness(others[j])
        // Recordings of the same end of a connection fit better than those of opposite ends.
        if expected.parties[a].host == actual.parties[b].host { likeness += 0.25 }
        guard nothing || likeness > 0.25 else { continue }
        if nothing { likeness = min(likeness, 0.25) }
        candidates.append(Candidate(a: a, b: b, likeness: likeness, isGuess: nothing))
      }
    }
    return candidates
  }

  /// Pairs in the order of the expected side, then the devices that only the actual side has.
  private mutating func order() {
    for a in expected.parties.indices {
      pairs.append(
        Pair(
          expected: a, actual: partnerOfExpected[a], ambiguous: ambiguity[a] ?? [],
          isIdentified: !unidentified.contains(a)))
    }
    for b in actual.parties.indices where partnerOfActual[b] == nil {
      pairs.append(Pair(expected: nil, actual: b))
    }
  }
}
