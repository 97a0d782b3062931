import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Channels with credit-based flow control: opened, refused, changed and closed.
extension GATTSession {
  // MARK: Opening

  func channelsAnswered(
    _ response: CreditBasedConnectionResponse, _ signal: L2CAPSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    let asker = 1 - side(record)
    let table = connection.channelTable
    guard let waiting = table.take(signal.identifier, askedBy: asker) else {
      withoutRequest(signal, connection, record)
      return
    }
    guard !response.result.isPending else {
      _ = table.hold(waiting)
      return
    }
    guard case .connect(let request) = waiting.content else {
      withoutRequest(signal, connection, record)
      return
    }
    for (index, source) in request.sourceCIDs.enumerated() {
      let destination =
        index < response.destinationCIDs.count ? response.destinationCIDs[index] : 0
      guard destination != 0 else {
        channelRefused(
          request.spsm, source, SignalResult(response.result), waiting, connection, record)
        continue
      }
      let asked = ChannelEnd(cid: source, request.terms)
      let given = ChannelEnd(cid: destination, response.terms)
      channelOpened(
        L2CAPServicePSM(rawValue: request.spsm), asker,
        asker == 0 ? [asked, given] : [given, asked], waiting, connection, record)
    }
  }

  func channelOpened(
    _ psm: L2CAPServicePSM, _ asker: Int, _ ends: [2 of ChannelEnd], _ waiting: PendingSignal,
    _ connection: Connection, _ record: CaptureRecord
  ) {
    let table = connection.channelTable
    for side in 0...1 {
      while let old = table.channel(at: side, ends[side].cid) {
        if old.state != .closed {
          channelEnded(old, .identifierUsedAgain, connection, record)
          reporter.find(.channelOpenedAgain(frame: record.frame), connection, record)
        }
        table.remove(old)
        channels.closed()
      }
    }
    let isFollowed = mayOpen(ends, table, record)
    let channel =
      isFollowed
      ? table.open(psm, asker: asker, ends)
      : DynamicChannel(number: 0, psm: psm, asker: asker, ends: ends)
    if isFollowed { channels.opened() }
    connection.openedChannels += 1
    if psm == .enhancedATT { connection.enhancedBearers += 1 }
    if !channel.isCreditBased { connection.basicBearers += 1 }
    emit(
      channelNote(connection, record, record.direction, answering: waiting),
      ChannelFact.opened(ChannelSummary(channel), isFollowed: isFollowed))
    if isFollowed, channel.isCreditBased { reportMTU(channel, waiting, connection, record) }
  }

  /// Whether there is room for a channel, and its identifiers are not those of a fixed one.
  private func mayOpen(
    _ ends: [2 of ChannelEnd], _ table: ChannelTable, _ record: CaptureRecord
  ) -> Bool {
    let least = L2CAPChannel.dynamic.lowerBound
    guard ends[0].cid >= least, ends[1].cid >= least else { return false }
    // BR/EDR links have more identifiers than that.
    if table.channels.count >= SessionLimits.channelsOfConnection, table.forgetClosed() {
      channels.closed()
    }
    guard table.channels.count < SessionLimits.channelsOfConnection else {
      reporter.full(.channelsOfConnection, record)
      return false
    }
    guard channels.mayOpen else {
      reporter.full(.channels, record)
      return false
    }
    return true
  }

  func channelRefused(
    _ psm: UInt16, _ source: UInt16, _ result: SignalResult, _ waiting: PendingSignal,
    _ connection: Connection, _ record: CaptureRecord
  ) {
    let psm = L2CAPServicePSM(rawValue: psm)
    var event = channelNote(connection, record, record.direction, answering: waiting)
    event.isProblem = true
    emit(event, ChannelFact.refused(psm, source: source, result))
    reporter.find(.channelRefused(psm, result, frame: record.frame), connection, record)
  }

  // MARK: Changing

  func channelsReconfigured(
    _ result: ReconfigureResult, _ signal: L2CAPSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    let asker = 1 - side(record)
    guard let waiting = connection.channelTable.take(signal.identifier, askedBy: asker),
      case .reconfigure(let request) = waiting.content
    else {
      withoutRequest(signal, connection, record)
      return
    }
    guard result == .success else {
      notReconfigured(SignalResult(result), waiting, connection, record)
      return
    }
    for cid in request.cids {
      guard let channel = reconfigurable(cid, asker, connection) else { continue }
      channel.ends[asker].mtu = request.mtu
      channel.ends[asker].mps = request.mps
      let isOther = channel.takeMTU()
      emit(
        channelNote(connection, record, record.direction, answering: waiting),
        ChannelFact.reconfigured(ChannelSummary(channel)))
      if isOther { reportMTU(channel, waiting, connection, record) }
    }
  }

  /// The channel that a reconfiguration refers to: by the requester's end, as hosts do it; else by
  /// the other end, which the field's name suggests.
  private func reconfigurable(
    _ cid: UInt16, _ asker: Int, _ connection: Connection
  ) -> DynamicChannel? {
    let table = connection.channelTable
    for side in [asker, 1 - asker] {
      if let channel = table.channel(at: side, cid), channel.state != .closed { return channel }
    }
    return nil
  }

  private func notReconfigured(
    _ result: SignalResult, _ waiting: PendingSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    var event = channelNote(connection, record, record.direction, answering: waiting)
    event.isProblem = true
    report(event, ChannelFact.reconfigurationRefused(result), as: .channelRefused, record)
  }

  func credited(_ given: FlowControlCredit, _ connection: Connection, _ record: CaptureRecord) {
    let side = side(record)
    guard let channel = connection.channels?.channel(at: side, given.cid),
      channel.state != .closed
    else { return }
    if given.credits == 0 { fault(.noCredits, channel, side, connection, record) }
    channel.ends[side].credits += Int(given.credits)
    if given.credits > 0 { channel.ends[side].starved = nil }
    guard channel.ends[side].credits > Int(UInt16.max) else { return }
    channel.ends[side].credits = Int(UInt16.max)
    fault(.creditOverflow, channel, side, connection, record)
  }

  // MARK: Closing

  /// A side requests to close a channel; data in progress may still arrive.
  func channelClosing(
    _ ends: ChannelDisconnection, _ connection: Connection, _ record: CaptureRecord
  ) {
    let asker = side(record)
    guard let channel = channel(ends, askedBy: asker, connection), channel.state == .open else {
      return
    }
    channel.state = .closing
  }

  private func channel(
    _ ends: ChannelDisconnection, askedBy asker: Int, _ connection: Connection
  ) -> DynamicChannel? {
    guard let known = connection.channels?.channel(at: asker, ends.sourceCID),
      known.ends[1 - asker].cid == ends.destinationCID, known.state != .closed
    else { return nil }
    return known
  }

  func channelClosed(
    _ ends: ChannelDisconnection, _ signal: L2CAPSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    let asker = 1 - side(record)
    let waiting = connection.channelTable.take(signal.identifier, askedBy: asker)
    if let channel = channel(ends, askedBy: asker, connection) {
      channelEnded(channel, .closed, connection, record, answering: waiting)
      return
    }
    emit(
      channelNote(connection, record, record.direction, answering: waiting),
      ChannelFact.closed(ends))
  }

  func rejected(
    _ identifier: UInt8, _ reason: CommandRejectReason, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    let asker = 1 - side(record)
    guard let waiting = connection.channels?.take(identifier, askedBy: asker) else { return }
    switch waiting.content {
    case .connect(let request):
      for source in request.sourceCIDs {
        channelRefused(request.spsm, source, SignalResult(reason), waiting, connection, record)
      }
    case .reconfigure:
      notReconfigured(SignalResult(reason), waiting, connection, record)
    case .disconnect(let ends):
      guard let channel = channel(ends, askedBy: asker, connection) else { return }
      channelEnded(channel, .rejected, connection, record, answering: waiting)
    case .open(let request):
      channelRefused(
        request.psm, request.sourceCID, SignalResult(reason), waiting, connection, record)
    // The side that asked may try again, or close the channel.
    case .configure: break
    }
  }
}
