import BTSnoop
import Bytes
import GATTSession

/// Whether what a characteristic sends comes in pairs of equal values, on one connection.
struct PairedValues {
  private struct Value {
    let hash: UInt64
    let time: CaptureTime
    let frame: UInt64
    let isIndication: Bool
    let form: ValueForm
    let channel: Int?
  }

  /// What the two PDUs of a pair differ in.
  struct Difference: OptionSet {
    let rawValue: UInt8
    static let kind = Difference(rawValue: 1)
    static let form = Difference(rawValue: 2)
    static let bearer = Difference(rawValue: 4)
  }

  private var last: Value?
  private var lastPair: (hash: UInt64, time: CaptureTime)?
  private(set) var pairs = 0
  private var singles = 0
  /// Pairs that differ from the pair before.
  private var changes = 0
  /// Nanoseconds between the two of a pair, and from a pair to the next: all together.
  private var within: Int64 = 0
  private var between: Int64 = 0
  /// What the two PDUs differ in, in every pair so far.
  private var differences: Difference = [.kind, .form, .bearer]
  /// The frames of the first pair, and the time of its second PDU.
  private(set) var first: (frame: UInt64, second: UInt64, time: CaptureTime)?

  /// The fewest pairs, and the fewest that differ from the pair before, that are no chance.
  private static let least = 4
  private static let leastChanges = 3
  /// What comes later than this is no second one, in nanoseconds: 2 s.
  private static let patience: Int64 = 2_000_000_000

  mutating func came(_ bytes: RawSpan, event: borrowing Event, form: ValueForm) {
    var hash = FNV1a()
    hash.add(bytes)
    hash.add(UInt64(bytes.byteCount))
    let value = Value(
      hash: hash.value, time: event.time, frame: event.frame,
      isIndication: event.kind == .indication, form: form, channel: event.channel)
    guard let before = last else {
      last = value
      return
    }
    let distance = value.time.nanoseconds(since: before.time)
    guard before.hash == value.hash, 0...Self.patience ~= distance else {
      singles += 1
      last = value
      return
    }
    last = nil
    pairs += 1
    within = within.addingReportingOverflow(distance).partialValue
    if let lastPair {
      between =
        between.addingReportingOverflow(
          max(0, before.time.nanoseconds(since: lastPair.time))
        ).partialValue
      if lastPair.hash != value.hash { changes += 1 }
    }
    lastPair = (value.hash, before.time)
    if first == nil { first = (before.frame, value.frame, value.time) }
    if before.isIndication == value.isIndication { differences.remove(.kind) }
    if (before.form == .oneOfSeveral) == (value.form == .oneOfSeveral) { differences.remove(.form) }
    if before.channel == value.channel { differences.remove(.bearer) }
  }

  /// In what the two of each pair differ, where nearly all values come in pairs; empty: in nothing.
  var twice: Difference? {
    guard pairs >= Self.least, singles <= pairs / 10 else { return nil }
    if !differences.isEmpty { return differences }
    // A value may be equal twice by chance, or stay the same.
    guard changes >= Self.leastChanges,
      within / Int64(pairs) * 4 <= between / Int64(max(1, pairs - 1))
    else { return nil }
    return []
  }
}

extension FindingSearch {
  static let valuesTwice = FindingSearch(
    .valuesTwice,
    lazily: { answers in
      AnySequence(
        answers.characteristics.lazy.compactMap { tally -> Place? in
          guard let paired = tally.paired, let how = paired.twice, let first = paired.first,
            !tally.connection.isFromApp
          else { return nil }
          var text = ByteWriter(capacity: 192)
          text.append("each value of ")
          tally.describe(&text)
          if tally.key.isLocal { text.append(" of this host") }
          text.append(" is sent twice, ")
          text.append(
            how.contains(.kind)
              ? "as a notification and as an indication"
              : how.contains(.form)
                ? "alone and in a PDU with several values"
                : how.contains(.bearer) ? "on two bearers" : "in two equal PDUs")
          text.append(" (")
          text.append(grouped: UInt64(paired.pairs))
          text.append(" pairs, the first in frames ")
          text.append(decimal: first.frame)
          text.append(" and ")
          text.append(decimal: first.second)
          text.append("); ")
          tally.writeSubscriptions(&text)
          return Place(
            evidence: Evidence(frame: first.second, time: first.time, text: "the same value again"),
            connection: tally.key.connection, text: text.string,
            further: tally.subscribed.map { [$0] } ?? [])
        })
    })
}

extension CharacteristicTally {
  /// What the client turned on: `the client turned on both (0003, frame 13)`.
  fileprivate func writeSubscriptions(_ text: inout ByteWriter) {
    guard let subscribed, !isDeduced else {
      text.append("the subscription is not in the capture")
      return
    }
    let times = configurations
    if bothOn > 0 {
      text.append("the client turned on both (0003, frame ")
      text.append(decimal: bothOn)
      text.append(")")
    } else if times > 1 {
      text.append("the client subscribed ")
      text.append(decimal: times)
      text.append(" times, first in frame ")
      text.append(decimal: subscribed.frame)
      text.append(", and the server may count each time")
    } else {
      text.append("the client subscribed once (frame ")
      text.append(decimal: subscribed.frame)
      text.append("), so the server itself repeats the values")
    }
  }
}
