import ATTDissector
import BTSnoop
import Bytes

/// Events about L2CAP channels.
extension L2CAPFollower {
  /// A note on the channels of a connection.
  func channelNote(
    on connection: Connection, at record: CaptureRecord, direction: PacketDirection,
    answering waiting: PendingSignal? = nil
  ) -> Event {
    var event = Event(.note, record, connection, direction)
    if let waiting { event.answers(frame: waiting.frame, at: waiting.time) }
    return event
  }

  /// Reports the MTU of the ATT bearer on a channel.
  func reportMTU(
    _ channel: DynamicChannel, waiting: PendingSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard let bearer = channel.bearer else { return }
    var event = Event(.mtu, record, connection, record.direction)
    event.answers(frame: waiting.frame, at: waiting.time)
    reporter.emit(event, fact: ChannelFact.mtu(bearer.mtu, ChannelSummary(channel)))
  }

  /// Ends a channel: settles what is in progress on it, and reports its totals.
  func channelEnded(
    _ channel: DynamicChannel, how: ChannelEnding, on connection: Connection,
    at record: CaptureRecord, answering waiting: PendingSignal? = nil,
    ending: RequestEnding = .channelClosed
  ) {
    for side in Side.allCases { giveUpSDU(channel, to: side, on: connection, at: record) }
    if let bearer = channel.bearer {
      att.settle(bearer, on: connection, at: record, ending: ending)
    }
    channel.state = .closed
    let isReported = how != .connectionEnded && how != .captureEnds
    reporter.emit(
      channelNote(
        on: connection, at: record, direction: isReported ? record.direction : .unknown,
        answering: waiting),
      fact: ChannelFact.ended(ChannelSummary(channel), how, isOnAir: connection.hearing.isOnAir))
  }

  /// Reports a response whose request is not in the capture.
  func withoutRequest(
    _ signal: L2CAPSignal, on connection: Connection, at record: CaptureRecord
  ) {
    reporter.emit(
      channelNote(on: connection, at: record, direction: record.direction),
      fact: ChannelFact.withoutRequest(signal))
  }

  /// Reports a signalling command that was never answered.
  func unanswered(
    _ waiting: PendingSignal, on connection: Connection, at record: CaptureRecord,
    ending: RequestEnding
  ) {
    var event = channelNote(on: connection, at: record, direction: waiting.side.direction)
    event.requestFrame = waiting.frame
    event.requestTime = waiting.time
    event.isProblem = ending != .captureEnds
    reporter.report(
      event, fact: ChannelFact.unanswered(waiting.content, ending), as: .signalUnanswered,
      at: record)
  }

  /// Reports a sender's violation: an event the first time, and a finding that counts.
  func fault(
    _ fault: ChannelFault, channel: DynamicChannel, receiver: Side,
    on connection: Connection, at record: CaptureRecord
  ) {
    if channel.ends[receiver].reported.insert(fault).inserted {
      var event = channelNote(on: connection, at: record, direction: record.direction)
      event.isProblem = true
      reporter.emit(event, fact: ChannelFact.faulty(ChannelSummary(channel), fault))
    }
    reporter.find(
      .channelFault(
        fault, channel: channel.number, by: ATTParty(isHost: receiver == .peer, of: connection),
        frame: record.frame), on: connection, at: record)
  }

  /// Reports an SDU whose rest never arrived, and discards it.
  func giveUpSDU(
    _ channel: DynamicChannel, to receiver: Side, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard channel.ends[receiver].reassembler.isOpen else { return }
    let first = channel.ends[receiver].reassembler.startFrame
    let held = channel.ends[receiver].reassembler.reset()
    budget.reassembly.giveBack(held)
    reporter.emit(
      channelNote(on: connection, at: record, direction: receiver == .peer ? .sent : .received),
      fact: ChannelFact.unfinishedSDU(ChannelSummary(channel), frame: first))
  }
}
