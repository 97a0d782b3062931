import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Channels with credit-based flow control: opened, refused, changed and closed.
extension GATTSession {
  // MARK: Opening

  func channelsAnswered(
    _ response: CreditBasedConnectionResponse, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = side(at: record).other
    let table = connection.channelTable
    guard let waiting = table.take(signal.identifier, askedBy: asker) else {
      withoutRequest(signal, on: connection, at: record)
      return
    }
    guard !response.result.isPending else {
      _ = table.hold(waiting)
      return
    }
    guard case .connect(let request) = waiting.content else {
      withoutRequest(signal, on: connection, at: record)
      return
    }
    for (index, source) in request.sourceCIDs.enumerated() {
      let destination =
        index < response.destinationCIDs.count ? response.destinationCIDs[index] : 0
      guard destination != 0 else {
        channelRefused(
          request.spsm, source: source, result: SignalResult(response.result), waiting: waiting,
          on: connection, at: record)
        continue
      }
      let asked = ChannelEnd(cid: source, request.terms)
      let given = ChannelEnd(cid: destination, response.terms)
      channelOpened(
        L2CAPServicePSM(rawValue: request.spsm), askedBy: asker,
        ends: asker == .host
          ? PerSide(host: asked, peer: given) : PerSide(host: given, peer: asked), waiting: waiting,
        on: connection, at: record)
    }
  }

  func channelOpened(
    _ psm: L2CAPServicePSM, askedBy asker: Side, ends: PerSide<ChannelEnd>, waiting: PendingSignal,
    on connection: Connection, at record: CaptureRecord
  ) {
    let table = connection.channelTable
    for side in Side.allCases {
      while let old = table.channel(at: side, cid: ends[side].cid) {
        if old.state != .closed {
          channelEnded(old, how: .identifierUsedAgain, on: connection, at: record)
          reporter.find(.channelOpenedAgain(frame: record.frame), on: connection, at: record)
        }
        table.remove(old)
        channels.closed()
      }
    }
    let isFollowed = mayOpen(ends, table: table, at: record)
    let channel =
      isFollowed
      ? table.open(psm, asker: asker, ends: ends)
      : DynamicChannel(number: 0, psm: psm, asker: asker, ends: ends)
    if isFollowed { channels.opened() }
    connection.openedChannels += 1
    if psm == .enhancedATT { connection.enhancedBearers += 1 }
    if !channel.isCreditBased { connection.basicBearers += 1 }
    emit(
      channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
      fact: ChannelFact.opened(ChannelSummary(channel), isFollowed: isFollowed))
    if isFollowed, channel.isCreditBased {
      reportMTU(channel, waiting: waiting, on: connection, at: record)
    }
  }

  /// Whether there is room for a channel, and its identifiers are not those of a fixed one.
  private func mayOpen(
    _ ends: PerSide<ChannelEnd>, table: ChannelTable, at record: CaptureRecord
  ) -> Bool {
    let least = L2CAPChannel.dynamic.lowerBound
    guard ends.host.cid >= least, ends.peer.cid >= least else { return false }
    // BR/EDR links have more identifiers than that.
    if table.channels.count >= SessionLimits.channelsOfConnection, table.forgetClosed() {
      channels.closed()
    }
    guard table.channels.count < SessionLimits.channelsOfConnection else {
      reporter.full(.channelsOfConnection, at: record)
      return false
    }
    guard channels.mayOpen else {
      reporter.full(.channels, at: record)
      return false
    }
    return true
  }

  func channelRefused(
    _ psm: UInt16, source: UInt16, result: SignalResult, waiting: PendingSignal,
    on connection: Connection, at record: CaptureRecord
  ) {
    let psm = L2CAPServicePSM(rawValue: psm)
    var event = channelNote(
      on: connection, at: record, direction: record.direction, answering: waiting)
    event.isProblem = true
    emit(event, fact: ChannelFact.refused(psm, source: source, result))
    reporter.find(.channelRefused(psm, result, frame: record.frame), on: connection, at: record)
  }

  // MARK: Changing

  func channelsReconfigured(
    _ result: ReconfigureResult, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = side(at: record).other
    guard let waiting = connection.channelTable.take(signal.identifier, askedBy: asker),
      case .reconfigure(let request) = waiting.content
    else {
      withoutRequest(signal, on: connection, at: record)
      return
    }
    guard result == .success else {
      notReconfigured(SignalResult(result), waiting: waiting, on: connection, at: record)
      return
    }
    for cid in request.cids {
      guard let channel = reconfigurable(cid, askedBy: asker, on: connection) else { continue }
      channel.ends[asker].mtu = request.mtu
      channel.ends[asker].mps = request.mps
      let isOther = channel.takeMTU()
      emit(
        channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
        fact: ChannelFact.reconfigured(ChannelSummary(channel)))
      if isOther { reportMTU(channel, waiting: waiting, on: connection, at: record) }
    }
  }

  /// The channel that a reconfiguration refers to: by the requester's end, as hosts do it; else by
  /// the other end, which the field's name suggests.
  private func reconfigurable(
    _ cid: UInt16, askedBy asker: Side, on connection: Connection
  ) -> DynamicChannel? {
    let table = connection.channelTable
    for side in [asker, asker.other] {
      if let channel = table.channel(at: side, cid: cid), channel.state != .closed {
        return channel
      }
    }
    return nil
  }

  private func notReconfigured(
    _ result: SignalResult, waiting: PendingSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    var event = channelNote(
      on: connection, at: record, direction: record.direction, answering: waiting)
    event.isProblem = true
    report(event, fact: ChannelFact.reconfigurationRefused(result), as: .channelRefused, at: record)
  }

  func credited(_ given: FlowControlCredit, on connection: Connection, at record: CaptureRecord) {
    let side = side(at: record)
    guard let channel = connection.channels?.channel(at: side, cid: given.cid),
      channel.state != .closed
    else { return }
    if given.credits == 0 {
      fault(.noCredits, channel: channel, receiver: side, on: connection, at: record)
    }
    channel.ends[side].credits += Int(given.credits)
    if given.credits > 0 { channel.ends[side].starved = nil }
    guard channel.ends[side].credits > Int(UInt16.max) else { return }
    channel.ends[side].credits = Int(UInt16.max)
    fault(.creditOverflow, channel: channel, receiver: side, on: connection, at: record)
  }

  // MARK: Closing

  /// A side requests to close a channel; data in progress may still arrive.
  func channelClosing(
    _ ends: ChannelDisconnection, on connection: Connection, at record: CaptureRecord
  ) {
    let asker = side(at: record)
    guard let channel = channel(ends, askedBy: asker, on: connection), channel.state == .open else {
      return
    }
    channel.state = .closing
  }

  private func channel(
    _ ends: ChannelDisconnection, askedBy asker: Side, on connection: Connection
  ) -> DynamicChannel? {
    guard let known = connection.channels?.channel(at: asker, cid: ends.sourceCID),
      known.ends[asker.other].cid == ends.destinationCID, known.state != .closed
    else { return nil }
    return known
  }

  func channelClosed(
    _ ends: ChannelDisconnection, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = side(at: record).other
    let waiting = connection.channelTable.take(signal.identifier, askedBy: asker)
    if let channel = channel(ends, askedBy: asker, on: connection) {
      channelEnded(channel, how: .closed, on: connection, at: record, answering: waiting)
      return
    }
    emit(
      channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
      fact: ChannelFact.closed(ends))
  }

  func rejected(
    _ identifier: UInt8, reason: CommandRejectReason, on connection: Connection,
    at record: CaptureRecord
  ) {
    let asker = side(at: record).other
    guard let waiting = connection.channels?.take(identifier, askedBy: asker) else { return }
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
      guard let channel = channel(ends, askedBy: asker, on: connection) else { return }
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
