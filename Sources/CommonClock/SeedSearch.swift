import Glibc

/// A guess where to begin.
struct ClockSeed: Sendable {
  var line: ClockLine
  /// How far the line may be wrong, in nanoseconds.
  var width: Double
  var score: Double
}

extension TracePair {
  /// Sightings of a part of the second capture that vote, and its length in nanoseconds.
  private static let partCount = 160
  private static let partLength = 200e9
  private static let parts = 5
  /// Votes of one part.
  private static let votes = 60_000
  /// The width of a vote in nanoseconds.
  private static let width = 60e6
  private static let candidates = 8

  private struct Vote {
    var value: Double
    var voter: Int
    var weight: Double
  }

  /// Offsets for which many sightings of a part of the second capture vote, the best first.
  func seeds(in span: ClosedRange<Double>, advertisements: Bool) -> [ClockSeed] {
    let voters = places(in: span).filter {
      (b.sightings[$0].kind == .advertisement) == advertisements && index.count($0) > 0
    }
    let total = Double(max(2, a.sightings.count))
    let weights = voters.map { log2(total / Double(index.count($0))) }
    var seeds: [ClockSeed] = []
    for part in parts(voters, weights: weights) {
      seeds += vote(part, voters: voters, weights: weights)
    }
    return seeds.sorted { ($1.score, $0.line.anchor) < ($0.score, $1.line.anchor) }
  }

  /// Parts with rare keys, which do not overlap.
  private func parts(_ voters: [Int], weights: [Double]) -> [Range<Int>] {
    var parts: [(score: Double, range: Range<Int>)] = []
    var start = 0
    while start < voters.count {
      var end = start
      var seen: [UInt32: Double] = [:]
      var score = 0.0
      let begin = b.sightings[voters[start]].time
      while end < voters.count, end - start < Self.partCount,
        b.sightings[voters[end]].time - begin <= Self.partLength
      {
        let sighting = b.sightings[voters[end]]
        let times = seen[sighting.key(of: sighting.depth), default: 0] + 1
        seen[sighting.key(of: sighting.depth)] = times
        score += weights[end] / times
        end += 1
      }
      parts.append((score, start..<end))
      guard end < voters.count else { break }
      start = max(start + 1, (start + end) / 2)
    }
    parts.sort { ($1.score, $0.range.lowerBound) < ($0.score, $1.range.lowerBound) }
    var chosen: [Range<Int>] = []
    for part in parts where chosen.count < Self.parts && part.score > 0 {
      if !chosen.contains(where: { $0.overlaps(part.range) }) { chosen.append(part.range) }
    }
    return chosen
  }

  private func vote(_ part: Range<Int>, voters: [Int], weights: [Double]) -> [ClockSeed] {
    var votes: [Vote] = []
    // Those with rare keys first: common ones add little.
    for place in part.sorted(by: { (weights[$1], $0) < (weights[$0], $1) }) {
      let count = index.count(voters[place])
      guard votes.isEmpty || votes.count + count <= Self.votes else { continue }
      let second = b.sightings[voters[place]]
      index.forEach(voters[place]) { other in
        guard votes.count < 2 * Self.votes, let bound = bound(a.sightings[other], second) else {
          return
        }
        votes.append(
          Vote(value: bound.value, voter: place - part.lowerBound, weight: weights[place]))
      }
    }
    guard !votes.isEmpty else { return [] }
    votes.sort { ($0.value, $0.voter) < ($1.value, $1.voter) }
    let begin = b.sightings[voters[part.lowerBound]].time
    let end = b.sightings[voters[part.upperBound - 1]].time
    let width = Self.width + ClockLine.maximumSlope * (end - begin)
    let middle = b.sightings[voters[(part.lowerBound + part.upperBound) / 2]].time
    return windows(votes, width: width, voters: part.count).map { window in
      let values = votes[window.range].map(\.value)
      return ClockSeed(
        line: ClockLine(anchor: middle, offset: values[values.count / 2]), width: width,
        score: window.score)
    }
  }

  /// The windows with the best scores; each voter counts once in each.
  private func windows(
    _ votes: [Vote], width: Double, voters: Int
  ) -> [(range: Range<Int>, score: Double)] {
    var counts = [Int](repeating: 0, count: voters)
    var score = 0.0
    var left = 0
    var windows: [(range: Range<Int>, score: Double)] = []
    for (right, vote) in votes.enumerated() {
      counts[vote.voter] += 1
      if counts[vote.voter] == 1 { score += vote.weight }
      while votes[left].value < vote.value - width {
        counts[votes[left].voter] -= 1
        if counts[votes[left].voter] == 0 { score -= votes[left].weight }
        left += 1
      }
      // Of windows side by side only the best one is kept.
      if let last = windows.last, votes[last.range.lowerBound].value >= vote.value - 2 * width {
        if score > last.score { windows[windows.count - 1] = (left..<right + 1, score) }
      } else {
        windows.append((left..<right + 1, score))
      }
    }
    return Array(
      windows.sorted { ($1.score, $0.range.lowerBound) < ($0.score, $1.range.lowerBound) }
        .prefix(Self.candidates))
  }
}
