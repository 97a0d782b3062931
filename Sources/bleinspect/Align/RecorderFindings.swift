import ATTDissector
import BTSnoop
import CommonClock
import GATTSession

/// What several recorders show together that a person should look at.
struct RecorderFinding {
  var rule: FindingRule
  /// The capture of the record, by its place.
  var capture: Int
  var link: Int32
  /// The number in its capture.
  var frame: UInt64
  /// Nanoseconds since the first record of its capture.
  var time: Double
  var text: String
}

/// All of them, in the order of the pairs of captures.
struct RecorderFindings {
  /// The most of a rule that are kept.
  private static let most = 256

  private let aligned: AlignedRecorders
  private(set) var list: [RecorderFinding] = []
  /// Findings beyond those, by rule.
  private(set) var more: [String: Int] = [:]
  private var counts: [String: Int] = [:]
  /// A record of a capture, by the capture's place.
  private struct Record: Hashable {
    var capture: Int
    var frame: UInt64
  }
  /// Of the records of one PDU, the one that stands for all.
  private var firsts: [Record: Record] = [:]
  /// What is said of a PDU or a connection.
  private struct Told: Hashable {
    var record: Record
    var rule: String
  }
  /// What was found: each pair of recorders would say it again.
  private var told: Set<Told> = []

  /// - paths: those of each pair.
  init(_ aligned: AlignedRecorders, _ paths: [[DeliveryPath]]) {
    self.aligned = aligned
    // Of two recorders, each PDU is told of once.
    let hasMore = aligned.recorders.count > 2
    for pair in aligned.comparedPairs where hasMore && pair.alignment.isAligned {
      for anchor in pair.alignment.certainAnchors {
        let first = Record(capture: pair.first, frame: anchor.first.frame)
        let second = Record(capture: pair.second, frame: anchor.second.frame)
        if firsts[second] == nil { firsts[second] = firsts[first] ?? first }
      }
    }
    for (pair, paths) in zip(aligned.comparedPairs, paths) where pair.alignment.isAligned {
      let (first, second) = (aligned.recorders[pair.first], aligned.recorders[pair.second])
      let (host, other) = first.isOfHost ? (pair.first, pair.second) : (pair.second, pair.first)
      for path in paths { find(path, host: host, other: other) }
      for comparison in pair.alignment.comparisons(first.trace, second.trace) {
        find(comparison, pair: pair)
      }
    }
  }

  private static func letter(_ capture: Int) -> String { AlignedRecorders.letter(capture) }

  /// A recorder that lost packets does not have all.
  private func hasLosses(_ capture: Int) -> Bool {
    aligned.recorders[capture].damage != nil || aligned.recorders[capture].trace.hasLosses
  }

  private mutating func add(
    _ rule: FindingRule, capture: Int, link: Int32, frame: UInt64, at time: Double,
    text: String
  ) {
    let record = Record(capture: capture, frame: frame)
    let told = Told(record: firsts[record] ?? record, rule: rule.identifier)
    guard self.told.insert(told).inserted else { return }
    guard counts[rule.identifier, default: 0] < Self.most else {
      more[rule.identifier, default: 0] += 1
      return
    }
    counts[rule.identifier, default: 0] += 1
    list.append(
      RecorderFinding(
        rule: rule, capture: capture, link: link, frame: frame, time: time, text: text))
  }

  // MARK: PDUs

  private mutating func find(_ path: DeliveryPath, host: Int, other: Int) {
    let (own, its) = (Self.letter(host), Self.letter(other))
    // Who has the record, and who should have it, too.
    let isOfHost = path.isOfHosts && path.isSent
    let (sender, receiver) = isOfHost ? (host, other) : (other, host)
    if !hasLosses(receiver) {
      for missing in path.undelivered {
        add(
          .undelivered, capture: sender, link: isOfHost ? path.link : path.otherLink,
          frame: missing.frame, at: missing.time,
          text: "\(Self.letter(sender))'s frame \(missing.frame): "
            + (path.isOfHosts ? "sent and reported as completed" : "acknowledged on the air")
            + ", and not in \(Self.letter(receiver))'s log")
      }
    }
    for missing in path.unsent {
      add(
        .unsent, capture: host, link: path.link, frame: missing.frame, at: missing.time,
        text:
          "\(own)'s frame \(missing.frame): not reported as completed before the connection ended, and "
          + "\(its) did not hear it")
    }
    for one in path.reordered {
      add(
        .reordered, capture: host, link: path.link, frame: one.frame, at: one.time,
        text: "\(own)'s frame \(one.frame), \(its)'s frame \(one.otherFrame): "
          + (one.isLater
            ? "after PDUs that \(own) has after it" : "before PDUs that \(own) has before it"))
    }
    guard let terms = aligned.recorders[host].trace.links[path.link] else { return }
    // A peripheral's controller cannot send before it hears the central, which no sniffer can tell.
    for held in path.held(terms) where !path.isSent || terms.role == .central {
      let step = held.step
      add(
        .heldBack, capture: host, link: path.link, frame: step.frame, at: step.host,
        text: "\(own)'s frame \(step.frame): "
          + (path.isSent
            ? "it waited in the controller for \(PathFigures.milliseconds(held.length)): "
              + "\(Int(held.length / held.interval)) connection intervals with nothing before it"
            : "the host had it \(PathFigures.milliseconds(held.length)) after it was acknowledged "
              + "(\(its)'s frame \(step.otherFrame))"))
    }
  }

  // MARK: Connections

  private mutating func find(_ comparison: LinkComparison, pair: AlignedRecorders.Pair) {
    if let difference = comparison.difference, !hasLosses(pair.first), !hasLosses(pair.second) {
      // Told with the younger ones.
      let isOfFirst =
        aligned.placed(difference.first.time, of: pair.first)
        > aligned.placed(difference.second.time, of: pair.second)
      let terms = isOfFirst ? difference.first : difference.second
      add(
        .parametersDiffer, capture: isOfFirst ? pair.first : pair.second,
        link: isOfFirst ? comparison.first : comparison.second, frame: terms.frame, at: terms.time,
        text:
          "\(Self.letter(pair.first)) has \(Self.words(of: difference.first, other: difference.second)), "
          + "\(Self.letter(pair.second)) \(Self.words(of: difference.second, other: difference.first))"
      )
    }
    if let drift = comparison.drift {
      let sniffer = drift.isFirst ? pair.first : pair.second
      let other = drift.isFirst ? pair.second : pair.first
      add(
        .clockInaccurate, capture: sniffer,
        link: drift.isFirst ? comparison.first : comparison.second,
        frame: drift.frame, at: drift.time,
        text:
          "the central's connection events drift by \(AlignmentText.signed(drift.bySniffer, decimals: 0)) ppm by "
          + "\(Self.letter(sniffer))'s clock and by \(AlignmentText.signed(drift.byOther, decimals: 0)) ppm by "
          + "\(Self.letter(other))'s, over \(AlignmentText.fixed(drift.length / 1e9, decimals: 0)) s; it says "
          + "that its sleep clock is within \(drift.accuracy) ppm")
    }
    for (isFirst, run) in comparison.misses {
      let sniffer = isFirst ? pair.first : pair.second
      add(
        .eventsMissed, capture: sniffer, link: isFirst ? comparison.first : comparison.second,
        frame: run.frame,
        at: run.time,
        text:
          "in \(run.count) connection events in a row (\(PathFigures.milliseconds(run.end - run.time))) "
          + (run.by == .peripheral
            ? "the central repeated its PDU, and \(Self.letter(sniffer)) heard no answer of the peripheral"
            : "\(Self.letter(sniffer)) heard the peripheral's answer, and the central repeated its PDU")
      )
    }
  }

  /// The parameters that are not the same.
  private static func words(of terms: LinkSpan.Terms, other: LinkSpan.Terms) -> String {
    var parts: [String] = []
    if terms.interval != other.interval {
      parts.append("an interval of \(milliseconds(Double(terms.interval) / 1e6))")
    }
    if terms.latency != other.latency { parts.append("a latency of \(terms.latency)") }
    if terms.timeout != other.timeout {
      parts.append("a supervision time-out of \(Int(terms.timeout) * 10) ms")
    }
    return parts.joined(separator: " and ")
  }

  /// `30 ms`, `11.25 ms`
  private static func milliseconds(_ value: Double) -> String {
    let whole = value.rounded() == value
    return AlignmentText.fixed(value, decimals: whole ? 0 : 2) + " ms"
  }
}
