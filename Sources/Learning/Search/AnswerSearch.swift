import Glibc

/// One stream that answers another.
package struct AnswerFinding: Sendable {
  /// A byte of the answer that is a byte of the request and a constant.
  package struct Echo: Sendable {
    package var requestAt: Int
    package var answerAt: Int
    package var plus: UInt8
    package var evidence: Evidence
  }
  package var requests: Int
  package var answered: Int
  /// Answers that came without a request.
  package var unasked: Int
  /// Nanoseconds: the median, and that of which nine of ten are shorter.
  package var median: Int64
  package var ninth: Int64
  package var echoes: [Echo]
  package var examples: [(request: [UInt8], answer: [UInt8])]
}

package enum AnswerSearch {
  /// What comes later answers nothing.
  static let limit: Int64 = 5_000_000_000
  static let positions = 8

  package static func run(_ requests: [LearntValue], answers: [LearntValue]) -> AnswerFinding? {
    guard requests.count >= 4, answers.count >= 4 else { return nil }
    let last = min(requests.last?.order ?? 0, answers.last?.order ?? 0)
    var pairs: [(LearntValue, LearntValue)] = []
    var used = 0
    var asked = 0
    var next = 0
    for (place, request) in requests.enumerated() where request.order <= last {
      asked += 1
      while next < answers.count, answers[next].order < request.order { next += 1 }
      guard next < answers.count else { break }
      let answer = answers[next]
      let following = place + 1 < requests.count ? requests[place + 1].order : Int.max
      guard answer.order < following, answer.connection == request.connection,
        answer.time &- request.time <= limit, answer.time >= request.time
      else { continue }
      pairs.append((request, answer))
      used += 1
    }
    guard pairs.count >= 4, pairs.count * 2 >= asked else { return nil }
    let echoes = echoes(pairs)
    let times = pairs.map { $0.1.time &- $0.0.time }.sorted()
    let median = times[times.count / 2]
    let inScope = answers.filter { $0.order <= last }.count
    guard
      !echoes.isEmpty
        || isTimely(requests, answers: answers, pairs: pairs.count, asked: asked, median: median)
    else {
      return nil
    }
    var examples: [(request: [UInt8], answer: [UInt8])] = []
    var seen: Set<[UInt8]> = []
    for (request, answer) in pairs
    where examples.count < 6 && seen.insert(Array(request.bytes.prefix(4))).inserted {
      examples.append((request.bytes, answer.bytes))
    }
    return AnswerFinding(
      requests: asked, answered: pairs.count, unasked: max(0, inScope - used), median: median,
      ninth: times[times.count * 9 / 10], echoes: echoes, examples: examples)
  }

  private static func echoes(_ pairs: [(LearntValue, LearntValue)]) -> [AnswerFinding.Echo] {
    var seen: Set<[UInt8]> = []
    var rows: [(request: [UInt8], answer: [UInt8])] = []
    for (request, answer) in pairs
    where seen.insert(request.bytes + [0xFF, 0x00] + answer.bytes).inserted {
      rows.append((request.bytes, answer.bytes))
    }
    guard rows.count >= 3 else { return [] }
    let tried = log2(Double(positions * positions * 256))
    var echoes: [AnswerFinding.Echo] = []
    for requestAt in 0..<positions {
      for answerAt in 0..<positions {
        var differences = ByteCounts()
        var requests = ByteCounts()
        var answers = ByteCounts()
        for row in rows where row.request.count > requestAt && row.answer.count > answerAt {
          let one = Int(row.request[requestAt])
          let other = Int(row.answer[answerAt])
          differences.add((other - one) & 255)
          requests.add(one)
          answers.add(other)
        }
        guard differences.total >= 3, requests.mode.count < requests.total else { continue }
        let (plus, hits) = differences.mode
        var chance = -Double(hits)
        for (number, count) in requests.counts.enumerated() where count > 0 {
          chance += Double(count) * Double(answers.counts[(number + plus) & 255])
        }
        let n = Double(requests.total)
        chance = max(1.0 / 256, chance / (n * (n - 1)))
        let evidence = Evidence(
          hits: hits, of: requests.total, chance: min(1, chance),
          tried: plus == 0 ? tried - 8 : tried)
        // An answer may be an error, or one that was not asked for.
        guard evidence.bits >= evidence.tried + Evidence.claimBits,
          Double(hits) >= 0.8 * Double(requests.total)
        else { continue }
        echoes.append(
          .init(
            requestAt: requestAt, answerAt: answerAt, plus: UInt8(plus), evidence: evidence))
      }
    }
    // Each byte of the answer once.
    var known: Set<Int> = []
    return echoes.sorted { $0.evidence.bits > $1.evidence.bits }
      .filter { known.insert($0.answerAt).inserted }.sorted { $0.answerAt < $1.answerAt }
  }

  /// Whether answers come right after requests, and not just often: the same is asked of the
  /// moments between requests.
  private static func isTimely(
    _ requests: [LearntValue], answers: [LearntValue], pairs: Int, asked: Int,
    median: Int64
  ) -> Bool {
    guard pairs * 10 >= asked * 9 else { return false }
    let window = max(1, median &* 3)
    func isFollowed(_ time: Int64) -> Bool {
      var low = 0
      var high = answers.count
      while low < high {
        let middle = (low + high) / 2
        if answers[middle].time < time { low = middle + 1 } else { high = middle }
      }
      return low < answers.count && answers[low].time &- time <= window
    }
    var hits = 0
    var byChance = 0
    var count = 0
    for (one, other) in zip(requests, requests.dropFirst())
    where one.connection == other.connection && other.time > one.time {
      count += 1
      if isFollowed(one.time) { hits += 1 }
      if isFollowed(one.time &+ (other.time &- one.time) / 3 * 2) { byChance += 1 }
    }
    let evidence = Evidence(
      hits: hits, of: count, chance: (Double(byChance) + 1) / (Double(count) + 2), tried: 3)
    return evidence.bits >= 3 + Evidence.claimBits
  }
}

/// How often each byte occurs.
private struct ByteCounts {
  private(set) var counts = [Int](repeating: 0, count: 256)
  private(set) var total = 0

  mutating func add(_ byte: Int) {
    counts[byte] += 1
    total += 1
  }

  /// The byte that occurs most often; the smallest of several.
  var mode: (byte: Int, count: Int) {
    var best = (byte: 0, count: 0)
    for (byte, count) in counts.enumerated() where count > best.count { best = (byte, count) }
    return best
  }
}
