import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// Between the session and a renderer: the filter, the count, and the context of errors.
package final class TimelineSink: EventSink {
  package struct Options: Sendable {
    package var filter = EventFilter()
    /// The most events to show.
    package var count: UInt64?
    /// What the tester marked.
    package var marks: [Mark] = []
    package init() {}
  }

  /// Events shown before an error.
  package static let contextLength = 3
  /// Events of its connection shown after an error.
  package static let followingLength = 2

  private let options: Options
  private let renderer: any TimelineRenderer
  private var clock: TimelineClock?
  private var reported: UInt64 = 0
  private var context: [HeldEvent] = []
  /// How long nothing came since the last of them.
  private var silence: HeldEvent?
  /// The connection of the last error, and how many more of its events are shown.
  private var following: (connection: Connection?, left: Int)?

  package init(_ renderer: any TimelineRenderer, options: Options = Options()) {
    self.renderer = renderer
    self.options = options
    var demand = renderer.demand
    if demand.advertisements != .none { demand.advertisements = options.filter.advertisements }
    demand.marks = demand.marks && options.filter.allowsMarks
    self.demand = demand
  }

  /// Whether an event passed the filter.
  package private(set) var hasMatch = false

  /// Whether the requested number of events was shown.
  package var isDone: Bool { options.count.map { reported >= $0 } ?? false }

  /// Whether the rest of the capture is not needed.
  package var wantsNoMore: Bool { isDone && !renderer.summarizes }

  /// What the renderer has a use for, and the filter allows.
  package let demand: EventDemand

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    renderer.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    renderer.begin(summary, clock: clock)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    renderer.end(summary, session: session)
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let clock, !isDone, options.filter.allows(event, clock: clock) else { return }
    // A mark is context of any error.
    guard options.filter.errorsOnly, event.kind != .mark else {
      if !hasMatch, !options.filter.errorsOnly { hasMatch = true }
      tell(event, fields: fields, value: value)
      return
    }
    if event.isProblem || !fields.decoded.faults.isEmpty && event.kind.isValue {
      hasMatch = true
      following = (event.connection, Self.followingLength)
      let connection = event.connection
      for held in context where held.event.connection === connection {
        let value = held.value
        tell(held.event, fields: held.fields, value: value.rawBytes)
      }
      context.removeAll(keepingCapacity: true)
      if let silence, silence.event.connection === connection {
        let value = silence.value
        tell(silence.event, fields: silence.fields, value: value.rawBytes)
      }
      silence = nil
      tell(event, fields: fields, value: value)
    } else if let (connection, left) = following, left > 0, event.connection === connection,
      Self.isOfAll(event)
    {
      following = (connection, left - 1)
      tell(event, fields: fields, value: value)
    } else if Self.isOfAll(event) {
      silence = nil
      if context.count >= Self.contextLength { context.removeFirst() }
      context.append(HeldEvent(copy event, fields.copied(), value))
    } else if event.content.isSilence, demand.silences {
      silence = HeldEvent(copy event, fields.copied(), value)
    }
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    // With its errors, a request is an event.
    guard let clock, !isDone, !options.filter.errorsOnly,
      options.filter.allows(request, clock: clock)
    else { return }
    renderer.answered(request)
  }

  package func heard(_ packet: borrowing HeardPacket) {
    guard let clock, !isDone, !options.filter.errorsOnly,
      options.filter.allows(packet, clock: clock)
    else { return }
    renderer.heard(packet)
  }

  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    renderer.takesFinding(frame: frame, time: time)
  }

  private func tell(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard !isDone else { return }
    if event.content.isSilence {
      if demand.silences { renderer.event(event, fields: fields, value: value) }
      return
    }
    if event.content.isLossCount, !demand.unheard { return }
    if options.count != nil, renderer.counts(event, fields: fields, value: value) { reported += 1 }
    renderer.event(event, fields: fields, value: value)
  }

  /// Whether an event is for people and for programs.
  private static func isOfAll(_ event: borrowing Event) -> Bool {
    !event.content.isSilence && !event.content.isLossCount
  }
}
