import BTSnoop
import Bytes
import GATTSession

/// Gives the same events to two sinks: each takes its own part of what both want.
final class ForkedSink: EventSink {
  private let first: TimelineSink
  private let second: TimelineSink

  init(_ first: TimelineSink, _ second: TimelineSink) {
    self.first = first
    self.second = second
  }

  var demand: EventDemand { first.demand.joined(with: second.demand) }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    let isMark = event.kind == .mark
    if !isMark || first.demand.marks { first.event(event, fields: fields, value: value) }
    if !isMark || second.demand.marks { second.event(event, fields: fields, value: value) }
  }

  func answered(_ request: borrowing AnsweredRequest) {
    first.answered(request)
    second.answered(request)
  }

  func heard(_ packet: borrowing HeardPacket) {
    first.heard(packet)
    second.heard(packet)
  }

  func takesFinding(frame: UInt64, time: CaptureTime) -> Bool {
    first.takesFinding(frame: frame, time: time) || second.takesFinding(frame: frame, time: time)
  }
}
