import BTSnoop
import CommonClock
import GATTSession

/// The answers of `stats --path`: how long PDUs took between a host and the air, or between two hosts.
struct PathFigures {
  /// One direction of a connection between two captures.
  struct Part {
    /// Places in the list of captures.
    var host: Int
    var other: Int
    var path: DeliveryPath
  }

  /// Nanoseconds.
  struct Spread {
    var median: Double
    var high: Double
    var most: Double

    /// Percentiles of exact values, by nearest rank; `nil`: there are none.
    init?(_ values: [Double]) {
      let sorted = values.sorted()
      guard let last = sorted.last else { return nil }
      func rank(_ part: Double) -> Double {
        sorted[max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1)]
      }
      (median, high, most) = (rank(0.5), rank(0.95), last)
    }
  }

  static let slowest = 5
  private static let listed = 20

  let aligned: AlignedRecorders
  private(set) var parts: [Part] = []
  /// The first ones of each rule.
  private(set) var findings: [RecorderFinding] = []
  /// Findings beyond those, by rule.
  private(set) var more: [String: Int] = [:]

  init(_ aligned: AlignedRecorders) {
    self.aligned = aligned
    let paths = aligned.paths
    for (pair, paths) in zip(aligned.comparedPairs, paths) {
      let isHostFirst = aligned.recorders[pair.first].isOfHost
      let (host, other) = isHostFirst ? (pair.first, pair.second) : (pair.second, pair.first)
      parts += paths.map { Part(host: host, other: other, path: $0) }
    }
    let all = RecorderFindings(aligned, paths)
    more = all.more
    for finding in all.list {
      let rule = finding.rule.identifier
      guard findings.count(where: { $0.rule == finding.rule }) < Self.listed else {
        more[rule, default: 0] += 1
        continue
      }
      findings.append(finding)
    }
  }

  static func letter(_ capture: Int) -> String { AlignedRecorders.letter(capture) }

  /// Between two hosts: when a PDU was on the air, not before its sender's host had it and not after its receiver's;
  /// seconds since the first record, as `t` of events. `nil` where a sniffer heard it, or clocks contradict each other.
  func onAir(_ step: DeliveryPath.Step, part: Part) -> (notBefore: Double, notAfter: Double)? {
    guard part.path.isOfHosts else { return nil }
    let ends = part.path.isSent ? (step.host, step.begin) : (step.begin, step.host)
    guard ends.0 <= ends.1 else { return nil }
    func seconds(_ time: Double) -> Double {
      let placed = aligned.placed(time, of: part.host)
      return Double(placed.nanoseconds(since: aligned.origin ?? placed)) / 1e9
    }
    return (seconds(ends.0), seconds(ends.1))
  }

  /// `12.3 ms`
  static func milliseconds(_ nanoseconds: Double) -> String {
    AlignmentText.fixed(nanoseconds / 1e6, decimals: nanoseconds < 1e9 ? 3 : 1) + " ms"
  }
}

extension AlignedRecorders {
  /// The time of the first record of all.
  fileprivate var origin: CaptureTime? { recorders.indices.compactMap { start(of: $0) }.min() }

  /// The paths of PDUs between a host and another recorder, of each pair.
  var paths: [[DeliveryPath]] {
    comparedPairs.map { $0.alignment.paths(recorders[$0.first].trace, recorders[$0.second].trace) }
  }
}

extension DeliveryPath {
  /// Times from the host to the air or back, or between two hosts.
  var lengths: PathFigures.Spread? { .init(steps.map { length(of: $0) }) }
  /// Times from the first transmission to its acknowledgement.
  var onAir: PathFigures.Spread? {
    .init(steps.compactMap { step in step.acknowledged.map { max(0, $0 - step.begin) } })
  }
  /// Times from the acknowledgement to the controller's report.
  var reported: PathFigures.Spread? {
    .init(
      steps.compactMap { step in
        guard let acknowledged = step.acknowledged, let completed = step.completed else {
          return nil
        }
        return max(0, completed - acknowledged)
      })
  }
  /// How many PDUs were heard how often.
  var attempts: [(attempts: Int, count: Int)] {
    Dictionary(grouping: steps, by: \.attempts).map { ($0.key, $0.value.count) }
      .sorted { $0.attempts < $1.attempts }
  }
  /// The slowest first.
  var slowest: [Step] {
    Array(
      steps.sorted { (length(of: $0), $1.frame) > (length(of: $1), $0.frame) }.prefix(
        PathFigures.slowest))
  }
}
