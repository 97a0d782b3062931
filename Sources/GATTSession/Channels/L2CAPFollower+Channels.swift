import ATTDissector
import BTSnoop
import Bytes

/// Channels with credit-based flow control: opened, refused, changed and closed.
extension L2CAPFollower {
  // MARK: Opening

  func channelsAnswered(
    _ response: CreditBasedConnectionResponse, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = record.direction.sender.other
    let answer = connection.l2cap.table.answer(response, signal.identifier, askedBy: asker)
    if !channelsAnswered(answer, on: connection, at: record) {
      withoutRequest(signal, on: connection, at: record)
    }
  }

  /// - Returns: `false` where nothing was asked.
  func channelsAnswered(
    _ answer: ChannelTable.Answer, on connection: Connection, at record: CaptureRecord
  ) -> Bool {
    switch answer {
    case .withoutRequest: return false
    case .pending: break
    case .final(let waiting, let offers):
      for offer in offers {
        switch offer {
        case .refused(let psm, let source, let result):
          channelRefused(
            psm, source: source, result: result, waiting: waiting, on: connection, at: record)
        case .granted(let psm, let asker, let ends):
          channelOpened(
            psm, askedBy: asker, ends: ends, waiting: waiting, on: connection, at: record)
        }
      }
    }
    return true
  }

  private func channelOpened(
    _ psm: L2CAPServicePSM, askedBy asker: Side, ends: PerSide<ChannelEnd>, waiting: PendingSignal,
    on connection: Connection, at record: CaptureRecord
  ) {
    let table = connection.l2cap.table
    while let old = table.displaced(by: ends) {
      if old.state != .closed {
        channelEnded(old, how: .identifierUsedAgain, on: connection, at: record)
        reporter.find(.channelOpenedAgain(frame: record.frame), on: connection, at: record)
      }
      table.remove(old)
      budget.channels.giveBack()
    }
    let room = table.makeRoom(for: ends, in: &budget.channels)
    switch room {
    case .free, .takenByFixed: break
    case .full: reporter.full(.channelsOfConnection, at: record)
    case .allFull: reporter.full(.channels, at: record)
    }
    let isFollowed = room == .free
    let channel =
      isFollowed
      ? table.open(psm, asker: asker, ends: ends)
      : DynamicChannel(number: 0, psm: psm, asker: asker, ends: ends)
    if isFollowed { budget.channels.take() }
    connection.l2cap.opened(channel, psm)
    reporter.emit(
      channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
      fact: ChannelFact.opened(ChannelSummary(channel), isFollowed: isFollowed))
    if isFollowed, channel.isCreditBased {
      reportMTU(channel, waiting: waiting, on: connection, at: record)
    }
  }

  func channelRefused(
    _ psm: UInt16, source: UInt16, result: SignalResult, waiting: PendingSignal,
    on connection: Connection, at record: CaptureRecord
  ) {
    let psm = L2CAPServicePSM(rawValue: psm)
    var event = channelNote(
      on: connection, at: record, direction: record.direction, answering: waiting)
    event.isProblem = true
    reporter.emit(event, fact: ChannelFact.refused(psm, source: source, result))
    reporter.find(.channelRefused(psm, result, frame: record.frame), on: connection, at: record)
  }

  // MARK: Changing

  func channelsReconfigured(
    _ result: ReconfigureResult, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = record.direction.sender.other
    switch connection.l2cap.table.reconfigure(result, signal.identifier, askedBy: asker) {
    case .withoutRequest: withoutRequest(signal, on: connection, at: record)
    case .refused(let waiting):
      notReconfigured(SignalResult(result), waiting: waiting, on: connection, at: record)
    case .done(let waiting, let changed):
      for (channel, isOther) in changed {
        reporter.emit(
          channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
          fact: ChannelFact.reconfigured(ChannelSummary(channel)))
        if isOther { reportMTU(channel, waiting: waiting, on: connection, at: record) }
      }
    }
  }

  private func notReconfigured(
    _ result: SignalResult, waiting: PendingSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    var event = channelNote(
      on: connection, at: record, direction: record.direction, answering: waiting)
    event.isProblem = true
    reporter.report(
      event, fact: ChannelFact.reconfigurationRefused(result), as: .channelRefused, at: record)
  }

  func credited(_ given: FlowControlCredit, on connection: Connection, at record: CaptureRecord) {
    let side = record.direction.sender
    guard let channel = connection.l2cap.channels?.channel(at: side, cid: given.cid),
      channel.state != .closed, let fault = channel.give(given.credits, to: side)
    else { return }
    self.fault(fault, channel: channel, receiver: side, on: connection, at: record)
  }

  // MARK: Closing

  func channelClosed(
    _ ends: ChannelDisconnection, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = record.direction.sender.other
    let waiting = connection.l2cap.table.take(signal.identifier, askedBy: asker)
    if let channel = connection.l2cap.channels?.channel(ends, askedBy: asker) {
      channelEnded(channel, how: .closed, on: connection, at: record, answering: waiting)
      return
    }
    reporter.emit(
      channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
      fact: ChannelFact.closed(ends))
  }

  func rejected(
    _ identifier: UInt8, reason: CommandRejectReason, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = record.direction.sender.other
    guard let waiting = connection.l2cap.channels?.take(identifier, askedBy: asker) else { return }
    switch waiting.content {
    case .connect(let request):
      for source in request.sourceCIDs {
        channelRefused(
          request.spsm, source: source, result: SignalResult(reason), waiting: waiting,
          on: connection, at: record)
      }
    case .reconfigure:
      notReconfigured(SignalResult(reason), waiting: waiting, on: connection, at: record)
    case .disconnect(let ends):
      guard let channel = connection.l2cap.channels?.channel(ends, askedBy: asker) else { return }
      channelEnded(channel, how: .rejected, on: connection, at: record, answering: waiting)
    case .open(let request):
      channelRefused(
        request.psm, source: request.sourceCID, result: SignalResult(reason), waiting: waiting,
        on: connection, at: record)
    // The side that asked may try again, or close the channel.
    case .configure: break
    }
  }
}
