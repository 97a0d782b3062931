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
          request.spsm, source, response.result.name, response.result.rawValue, waiting,
          connection, record)
        continue
      }
      let asked = ChannelEnd(cid: source, request.terms)
      let given = ChannelEnd(cid: destination, response.terms)
      channelOpened(
        L2CAPServicePSM(rawValue: request.spsm), asker,
        asker == 0 ? [asked, given] : [given, asked], waiting, connection, record)
    }
  }

  private func channelOpened(
    _ psm: L2CAPServicePSM, _ asker: Int, _ ends: [2 of ChannelEnd], _ waiting: PendingSignal,
    _ connection: Connection, _ record: CaptureRecord
  ) {
    let table = connection.channelTable
    for side in 0...1 {
      while let old = table.channel(at: side, ends[side].cid) {
        if old.state != .closed {
          channelEnded(
            old, "lost", ", its identifier is used again", connection, record, nil,
            ending: .channelClosed)
          find(connection, record) { text in
            text.append("L2CAP channel opened again without a disconnection, frame ")
            text.append(decimal: record.frame)
          }
        }
        table.remove(old)
        openChannels -= 1
      }
    }
    let isFollowed = mayOpen(ends, table, record)
    let channel =
      isFollowed
      ? table.open(psm, asker: asker, ends)
      : CreditBasedChannel(number: 0, psm: psm, asker: asker, ends: ends)
    if isFollowed { openChannels += 1 }
    connection.openedChannels += 1
    if psm == .enhancedATT { connection.enhancedBearers += 1 }
    var event = beginChannel("opened", channel, connection, record)
    answer(&event, waiting)
    addTerms(channel)
    fields.own.add("source_initial_credits", channel.source.credits)
    fields.own.add("destination_initial_credits", channel.destination.credits)
    // What the response says may be why others of the request are refused.
    addResult(CreditBasedResult.success.name, CreditBasedResult.success.rawValue)
    fields.decoded.text.append(" opened: ")
    fields.decoded.text.append(psm)
    fields.decoded.text.append(", ")
    appendTerms(channel)
    if !isFollowed { fields.decoded.addNote("not followed") }
    emit(event)
    if isFollowed { tellMTU(channel, waiting, connection, record) }
  }

  /// Whether there is room for a channel, and its identifiers are those of no fixed one.
  private func mayOpen(
    _ ends: [2 of ChannelEnd], _ table: ChannelTable, _ record: CaptureRecord
  ) -> Bool {
    let least = L2CAPChannel.dynamic.lowerBound
    guard ends[0].cid >= least, ends[1].cid >= least else { return false }
    guard table.channels.count < SessionLimits.channelsOfConnection else {
      tellCap(
        "L2CAP channels of a connection", SessionLimits.channelsOfConnection, record)
      return false
    }
    guard openChannels < SessionLimits.channels else {
      tellCap("L2CAP channels", SessionLimits.channels, record)
      return false
    }
    return true
  }

  private func channelRefused(
    _ psm: UInt16, _ source: UInt16, _ name: StaticString?, _ code: UInt16,
    _ waiting: PendingSignal, _ connection: Connection, _ record: CaptureRecord
  ) {
    let psm = L2CAPServicePSM(rawValue: psm)
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    event.isProblem = true
    answer(&event, waiting)
    fields.own.add("action", word: "refused")
    fields.own.add("psm", psm.rawValue)
    fields.own.add("source_cid", source)
    addResult(name, code)
    fields.decoded.text.append("channel for ")
    fields.decoded.text.append(psm)
    fields.decoded.text.append(" refused: ")
    fields.decoded.text.append(result: name, code: code)
    emit(event)
    find(
      connection, record, key: "\(connection.ordinal) channel refused \(psm.rawValue) \(code)"
    ) { text in
      text.append("L2CAP channel for ")
      text.append(psm)
      text.append(" refused: ")
      text.append(result: name, code: code)
      text.append(", frame ")
      text.append(decimal: record.frame)
    }
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
      notReconfigured(result.name, result.rawValue, waiting, connection, record)
      return
    }
    for cid in request.cids {
      guard let channel = reconfigurable(cid, asker, connection) else { continue }
      channel.ends[asker].mtu = request.mtu
      channel.ends[asker].mps = request.mps
      let isOther = channel.takeMTU()
      var event = beginChannel("reconfigured", channel, connection, record)
      answer(&event, waiting)
      addTerms(channel)
      addResult(result.name, result.rawValue)
      fields.decoded.text.append(" reconfigured: ")
      appendTerms(channel)
      emit(event)
      if isOther { tellMTU(channel, waiting, connection, record) }
    }
  }

  /// The channel that a reconfiguration means: by the end of who asks, as hosts do it; else by the
  /// other, which the field's name suggests.
  private func reconfigurable(
    _ cid: UInt16, _ asker: Int, _ connection: Connection
  ) -> CreditBasedChannel? {
    let table = connection.channelTable
    for side in [asker, 1 - asker] {
      if let channel = table.channel(at: side, cid), channel.state != .closed { return channel }
    }
    return nil
  }

  private func notReconfigured(
    _ name: StaticString?, _ code: UInt16, _ waiting: PendingSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    event.isProblem = true
    answer(&event, waiting)
    fields.own.add("action", word: "refused")
    addResult(name, code)
    fields.decoded.text.append("reconfiguration of channels refused: ")
    fields.decoded.text.append(result: name, code: code)
    emit(event)
  }

  func credited(_ given: FlowControlCredit, _ connection: Connection, _ record: CaptureRecord) {
    let side = side(record)
    guard let channel = connection.channels?.channel(at: side, given.cid),
      channel.state != .closed
    else { return }
    if given.credits == 0 { fault(.noCredits, channel, side, connection, record) }
    channel.ends[side].credits += Int(given.credits)
    guard channel.ends[side].credits > Int(UInt16.max) else { return }
    channel.ends[side].credits = Int(UInt16.max)
    fault(.creditOverflow, channel, side, connection, record)
  }

  // MARK: Closing

  /// A side asks to close a channel; what is under way may still arrive.
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
  ) -> CreditBasedChannel? {
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
      channelEnded(
        channel, "closed", " closed", connection, record, waiting, ending: .channelClosed)
      return
    }
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    if let waiting { answer(&event, waiting) }
    fields.own.add("action", word: "closed")
    fields.own.add("source_cid", ends.sourceCID)
    fields.own.add("destination_cid", ends.destinationCID)
    fields.decoded.text.append("channel closed whose opening is not in the capture, ")
    fields.decoded.text.append(upperHex: UInt64(ends.sourceCID), digits: 4)
    fields.decoded.text.append(" and ")
    fields.decoded.text.append(upperHex: UInt64(ends.destinationCID), digits: 4)
    emit(event)
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
        channelRefused(
          request.spsm, source, reason.name, reason.rawValue, waiting, connection, record)
      }
    case .reconfigure:
      notReconfigured(reason.name, reason.rawValue, waiting, connection, record)
    case .disconnect(let ends):
      guard let channel = channel(ends, askedBy: asker, connection) else { return }
      channelEnded(
        channel, "closed", " closed, the other side does not know it", connection, record,
        waiting, ending: .channelClosed)
    }
  }
}
