import BTSnoop
import CommonClock

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

  /// What should not be.
  struct Finding {
    enum Kind: String {
      case undelivered, unsent, held
      case intervals = "other_interval"
    }

    var kind: Kind
    /// The capture of the record.
    var capture: Int
    var link: Int32
    /// 0: none.
    var frame: UInt64
    var text: String
  }

  static let slowest = 5
  private static let listed = 20

  let aligned: AlignedRecorders
  private(set) var parts: [Part] = []
  private(set) var findings: [Finding] = []
  /// Findings beyond those, by kind.
  private(set) var more: [Finding.Kind: Int] = [:]

  init(_ aligned: AlignedRecorders) {
    self.aligned = aligned
    for pair in aligned.pairs {
      let (first, second) = (aligned.recorders[pair.first], aligned.recorders[pair.second])
      let (host, other) = first.isOfHost ? (pair.first, pair.second) : (pair.second, pair.first)
      let paths = pair.alignment.paths(first.trace, second.trace)
      parts += paths.map { Part(host: host, other: other, path: $0) }
      for path in paths { find(Part(host: host, other: other, path: path)) }
      if pair.alignment.isAligned { compareIntervals(pair) }
    }
  }

  static func letter(_ capture: Int) -> String { AlignedRecorders.letter(capture) }

  /// A recorder that lost packets does not have all.
  private func hasLosses(_ capture: Int) -> Bool {
    aligned.recorders[capture].damage != nil
      || aligned.recorders[capture].trace.hasLosses
  }

  private mutating func find(_ part: Part) {
    let (host, other, path) = (Self.letter(part.host), Self.letter(part.other), part.path)
    if !hasLosses(part.host) {
      for missing in path.undelivered {
        add(
          .undelivered, part.other, path.otherLink, missing.frame,
          "\(other)'s frame \(missing.frame): acknowledged on the air, and not in \(host)'s log")
      }
    }
    for missing in path.unsent {
      add(
        .unsent, part.host, path.link, missing.frame,
        "\(host)'s frame \(missing.frame): not reported as sent before the connection ended, and "
          + "\(other) did not hear it")
    }
    for step in path.heldSteps {
      let length = path.length(step) - step.queued
      add(
        .held, part.host, path.link, step.frame,
        "\(host)'s frame \(step.frame): the controller held it back for \(Self.milliseconds(length)): "
          + "\(Int(length / path.interval)) connection intervals with nothing before it")
    }
  }

  private mutating func compareIntervals(_ pair: AlignedRecorders.Pair) {
    for link in pair.alignment.links {
      guard let one = aligned.recorders[pair.first].trace.links[link.first],
        let other = aligned.recorders[pair.second].trace.links[link.second],
        one.interval > 0, other.interval > 0, one.interval != other.interval,
        // Else one of them ends before the change.
        abs(
          aligned.placed(one.last, of: pair.first).nanoseconds(
            since: aligned.placed(other.last, of: pair.second))) < 1_000_000_000
      else { continue }
      add(
        .intervals, pair.first, link.first, 0,
        "at the end of C\(link.first), \(Self.letter(pair.first)) has an interval of "
          + "\(Self.milliseconds(Double(one.interval))), \(Self.letter(pair.second)) one of "
          + Self.milliseconds(Double(other.interval)))
    }
  }

  private mutating func add(
    _ kind: Finding.Kind, _ capture: Int, _ link: Int32, _ frame: UInt64, _ text: String
  ) {
    guard findings.count(where: { $0.kind == kind }) < Self.listed else {
      more[kind, default: 0] += 1
      return
    }
    findings.append(
      Finding(kind: kind, capture: capture, link: link, frame: frame, text: text))
  }

  /// `12.3 ms`
  static func milliseconds(_ nanoseconds: Double) -> String {
    AlignmentText.fixed(nanoseconds / 1e6, decimals: nanoseconds < 1e9 ? 3 : 1) + " ms"
  }
}

extension DeliveryPath {
  /// Times from the host to the air or back, or between two hosts.
  var lengths: PathFigures.Spread? { .init(steps.map { length($0) }) }
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
      steps.sorted { (length($0), $1.frame) > (length($1), $0.frame) }.prefix(
        PathFigures.slowest))
  }
}
