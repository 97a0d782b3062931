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

  var wantsEvents: Bool { first.wantsEvents || second.wantsEvents }
  var wantedAdvertisements: AdvertisementChoice {
    let (one, other) = (first.wantedAdvertisements, second.wantedAdvertisements)
    if one == .all || other == .all { return .all }
    return one == .changes || other == .changes ? .changes : .none
  }
  var decodesAdvertisements: Bool { first.decodesAdvertisements || second.decodesAdvertisements }
  var showsTexts: Bool { first.showsTexts || second.showsTexts }
  var showsTree: Bool { first.showsTree || second.showsTree }
  var decodingTime: DecodingTime {
    first.decodingTime == second.decodingTime ? first.decodingTime : .first
  }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    let isMark = event.kind == .mark
    if !isMark || first.wantsMarks { first.event(event, fields: fields, value: value) }
    if !isMark || second.wantsMarks { second.event(event, fields: fields, value: value) }
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
