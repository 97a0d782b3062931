import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// Keeps samples of values, and says at the end what they show.
///
/// Nothing is written before the end: every value may contradict.
package final class LearnRenderer: TimelineRenderer {
  package enum Format: Sendable { case text, json }

  package struct Options: Sendable {
    package var format = Format.text
    /// Also what a decoder knows.
    package var showsDecoded = false
    /// Text shows every byte of every example.
    package var showsWholeValues = false
    package init() {}
  }

  /// Streams and values of all of them that are kept.
  static let streamLimit = 512
  static let heldLimit = 48_000
  /// Pairs of streams that are compared for answers.
  static let pairLimit = 4096

  private struct StreamKey: Hashable {
    /// The device's, or the connection's where the device is unknown.
    let owner: ObjectIdentifier?
    let handle: UInt16
    let direction: ValueDirection
  }

  /// `nil`: it only collects.
  private let out: OutputStream?
  private let options: Options
  private var streams: [StreamKey: LearntStream] = [:]
  private var held = 0
  private var order = 0
  /// Values that no longer had a place.
  private var leftOut = 0
  private var decoded = 0
  /// What a decoder knows, and how many values it has.
  private var known: [StreamKey: (stream: LearntStream, count: Int)] = [:]
  /// What a declaration has no place for, once it is written.
  package private(set) var remarks: [String] = []

  package init(_ out: OutputStream?, options: Options = Options()) {
    self.out = out
    self.options = options
  }

  package var summarizes: Bool { false }
  package var demand: EventDemand { EventDemand(marks: false) }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  /// Whether an event has a whole value of a characteristic.
  private func hasValue(_ event: borrowing Event, value: RawSpan) -> Bool {
    event.kind.isValue && event.content.hasValue && !event.content.isTruncated
      && value.byteCount > 0
      && event.attribute?.kind != .descriptor
  }

  /// Whether nothing is to be learned about a value: a decoder knows it, or joins it to a message.
  private func isKnown(_ fields: borrowing EventFields, value: RawSpan) -> Bool {
    !options.showsDecoded
      && (fields.decoded.isPart
        || !fields.decoded.fields.isEmpty && !fields.decoded.isOnly(value))
  }

  package func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool { hasValue(event, value: value) && !isKnown(fields, value: value) }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard hasValue(event, value: value) else { return }
    let direction: ValueDirection =
      switch event.kind {
      case .read: .read
      case .write, .writeCommand: .write
      default: .notify
      }
    let key = StreamKey(
      owner: event.peer.map { ObjectIdentifier($0) }
        ?? event.connection.map { ObjectIdentifier($0) },
      handle: event.placeOfAttribute ?? 0, direction: direction)
    if isKnown(fields, value: value) {
      decoded += 1
      note(event, key: key)
      return
    }
    guard let stream = streams[key] ?? add(event, key: key) else {
      leftOut += 1
      return
    }
    stream.isAbout(event.attribute)
    order += 1
    let place = order
    let before = stream.sample.held
    let time = Self.nanoseconds(event.time)
    let connection = event.connection?.ordinal ?? 0
    let frame = event.frame
    stream.sample.add(length: value.byteCount, mayGrow: held < Self.heldLimit) {
      LearntValue(
        value.copy(), time: time, connection: connection, frame: frame, order: place)
    }
    held += stream.sample.held - before
  }

  private func add(_ event: borrowing Event, key: StreamKey) -> LearntStream? {
    guard streams.count < Self.streamLimit else { return nil }
    let stream = stream(of: event, key: key)
    streams[key] = stream
    return stream
  }

  private func stream(of event: borrowing Event, key: StreamKey) -> LearntStream {
    LearntStream(
      key.direction, handle: event.handle, attribute: event.attribute, peer: event.peer,
      connection: event.connection?.ordinal ?? 0)
  }

  /// Counts a value that a decoder knows.
  private func note(_ event: borrowing Event, key: StreamKey) {
    if let (stream, count) = known[key] {
      stream.isAbout(event.attribute)
      known[key] = (stream, count + 1)
    } else if known.count < Self.streamLimit {
      known[key] = (stream(of: event, key: key), 1)
    }
  }

  /// Nanoseconds since 1970; what does not fit is at the ends.
  private static func nanoseconds(_ time: CaptureTime) -> Int64 {
    time.nanoseconds(since: CaptureTime(seconds: 0, nanoseconds: 0))
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    guard let out else { return }
    var page = ByteWriter(capacity: OutputStream.flushSize)
    switch options.format {
    case .text:
      let learnt = learn()
      LearnText.write(
        learnt.streams, answers: learnt.answers, decoded: decoded,
        known: known.values.sorted { $0.stream.place < $1.stream.place }, leftOut: leftOut,
        pairsLeftOut: learnt.pairsLeftOut, isWhole: options.showsWholeValues, to: &page)
    case .json:
      let streams = learnStreams()
      let omissions = LearntDeclaration.omissions(streams)
      if !LearntDeclaration.write(streams, to: &page), omissions.isEmpty {
        remarks.append(
          streams.isEmpty
            ? LearnText.absence(decoded: decoded)
            : "the declaration is empty: the values show nothing that is certain")
      }
      remarks += omissions
      if leftOut > 0 { remarks.append(LearnText.leftOut(leftOut)) }
    }
    out.buffer.append(page.bytes)
    out.lineEnds()
  }

  /// Whether any value was collected.
  package var hasValues: Bool { !streams.isEmpty }

  /// The streams in the order of devices and handles.
  var collected: [LearntStream] { streams.values.sorted { $0.place < $1.place } }

  /// What was learned from the values so far; `pairsLeftOut`: pairs of streams that were too many.
  package func learn() -> (
    streams: [LearntStream], answers: [LearntAnswers], pairsLeftOut: Int
  ) {
    let all = learnStreams()
    let pairs = Self.pairs(all)
    let answers = pairs.chosen.compactMap { requests, other in
      AnswerSearch.run(requests.findings.units, answers: other.findings.units).map {
        LearntAnswers(requests: requests, answers: other, finding: $0)
      }
    }
    return (all, answers, pairs.leftOut)
  }

  private func learnStreams() -> [LearntStream] {
    let all = collected
    for stream in all { stream.findings = StreamLearner.learn(stream.sample) }
    return all
  }

  /// The streams of one device of which one may answer the other. Of too many pairs, those of one
  /// service, then those with the most values.
  private static func pairs(
    _ all: [LearntStream]
  ) -> (chosen: [(LearntStream, LearntStream)], leftOut: Int) {
    var pairs: [(LearntStream, LearntStream)] = []
    for requests in all where requests.direction == .write {
      for other in all
      where other.direction == .notify && other.peer === requests.peer
        && other.unnamedConnection == requests.unnamedConnection
      { pairs.append((requests, other)) }
    }
    guard pairs.count > pairLimit else { return (pairs, 0) }
    let ranks = pairs.enumerated().map { place, pair in
      (
        pair.0.service == pair.1.service ? 0 : 1,
        -min(pair.0.findings.units.count, pair.1.findings.units.count), place
      )
    }
    let chosen = ranks.sorted(by: <).prefix(pairLimit).map(\.2).sorted().map { pairs[$0] }
    return (chosen, pairs.count - pairLimit)
  }
}
