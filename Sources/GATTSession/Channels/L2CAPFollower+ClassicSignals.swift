import ATTDissector
import BTSnoop
import Bytes

/// The signalling channel of BR/EDR links, as far as it is about channels for ATT (Vol 3, Part A,
/// 4): one or more commands in each PDU.
extension L2CAPFollower {
  func classicSignals(
    _ payload: RawSpan, on connection: Connection, at record: CaptureRecord, isCut: Bool
  ) {
    var cursor = ByteCursor(payload)
    var isOfATT = false
    repeat {
      do {
        let signal = try L2CAPSignal(&cursor)
        let data = payload.clamped(signal.dataOffset, count: signal.length)
        try? cursor.skip(data.byteCount)
        current.observer?.signal(signal, data: data)
        guard try classicSignal(signal, data: data, on: connection, at: record) else { continue }
        isOfATT = true
        if data.byteCount < signal.length {
          malformed.report(
            .signal,
            error: ByteError(
              needed: signal.length, available: data.byteCount, offset: signal.dataOffset),
            bytes: payload, at: record, on: connection, isCut: isCut)
        }
      } catch {
        malformed.report(
          .signal, error: error, bytes: payload, at: record, on: connection, isCut: isCut)
        return
      }
    } while !cursor.isAtEnd
    if !isOfATT { clock.counts.classicPackets += 1 }
  }

  /// - Returns: whether the command is about a channel for ATT.
  private func classicSignal(
    _ signal: L2CAPSignal, data: RawSpan, on connection: Connection, at record: CaptureRecord
  ) throws(ByteError) -> Bool {
    var cursor = ByteCursor(data)
    let table = connection.l2cap.table
    let sender = record.direction.sender
    switch signal.code {
    case .connectionRequest:
      let request = try ChannelRequest(&cursor)
      guard request.psm == L2CAPServicePSM.att.rawValue else {
        identifierTaken(sender, cid: request.sourceCID, on: connection, at: record)
        return false
      }
      hold(.open(request), signal: signal, on: connection, at: record)
    case .connectionResponse:
      return classicAnswered(
        try ChannelResponse(&cursor), signal: signal, on: connection, at: record)
    case .configurationRequest:
      let request = try ConfigurationRequest(&cursor)
      guard table.open(at: sender.other, cid: request.destinationCID) != nil else { return false }
      hold(.configure(request), signal: signal, on: connection, at: record)
    case .configurationResponse:
      let response = try ConfigurationResponse(&cursor)
      guard let channel = table.open(at: sender.other, cid: response.sourceCID) else {
        return false
      }
      configured(channel, response: response, signal: signal, on: connection, at: record)
    case .disconnectionRequest:
      let ends = try ChannelDisconnection(&cursor)
      guard
        table.open(at: sender, cid: ends.sourceCID)?.ends[sender.other].cid == ends.destinationCID
      else { return false }
      hold(.disconnect(ends), signal: signal, on: connection, at: record)
      table.beginClosing(ends, askedBy: sender)
    case .disconnectionResponse:
      let ends = try ChannelDisconnection(&cursor)
      guard
        table.open(at: sender.other, cid: ends.sourceCID)?.ends[sender].cid == ends.destinationCID
      else { return false }
      channelClosed(ends, signal: signal, on: connection, at: record)
    case .commandReject:
      let reason = CommandRejectReason(rawValue: try cursor.uint16LittleEndian())
      guard table.waits(signal.identifier, askedBy: sender.other) else { return false }
      rejected(signal.identifier, reason: reason, on: connection, at: record)
    case .creditBasedConnectionRequest:
      let request = try CreditBasedConnectionRequest(&cursor, code: signal.code)
      guard request.spsm == L2CAPServicePSM.enhancedATT.rawValue else { return false }
      try self.signal(signal, data: data, on: connection, at: record)
    case .creditBasedConnectionResponse, .creditBasedReconfigureResponse:
      guard table.waits(signal.identifier, askedBy: sender.other) else { return false }
      try self.signal(signal, data: data, on: connection, at: record)
    case .creditBasedReconfigureRequest:
      let request = try CreditBasedReconfigureRequest(&cursor)
      guard
        request.cids.contains(where: {
          table.open(at: sender, cid: $0) != nil || table.open(at: sender.other, cid: $0) != nil
        })
      else { return false }
      try self.signal(signal, data: data, on: connection, at: record)
    case .flowControlCredit:
      let given = try FlowControlCredit(&cursor)
      guard table.open(at: sender, cid: given.cid) != nil else { return false }
      credited(given, on: connection, at: record)
    default: return false
    }
    return true
  }

  private func classicAnswered(
    _ response: ChannelResponse, signal: L2CAPSignal, on connection: Connection,
    at record: CaptureRecord
  ) -> Bool {
    let asker = record.direction.sender.other
    let answer = connection.l2cap.table.answer(response, signal.identifier, askedBy: asker)
    let isAsked = channelsAnswered(answer, on: connection, at: record)
    if !isAsked, response.result == .success {
      identifierTaken(asker.other, cid: response.destinationCID, on: connection, at: record)
    }
    return isAsked
  }

  /// A channel for something else gets an identifier: that of ATT had it, and is over.
  private func identifierTaken(
    _ side: Side, cid: UInt16, on connection: Connection, at record: CaptureRecord
  ) {
    guard let old = connection.l2cap.channels?.open(at: side, cid: cid) else { return }
    channelEnded(old, how: .identifierUsedAgain, on: connection, at: record)
  }

  // MARK: Configuration

  private func configured(
    _ channel: DynamicChannel, response: ConfigurationResponse, signal: L2CAPSignal,
    on connection: Connection, at record: CaptureRecord
  ) {
    let asker = record.direction.sender.other
    guard
      let (waiting, change) = connection.l2cap.table.configure(
        channel, response, signal.identifier, askedBy: asker)
    else { return }
    if let mode = change.mode {
      reporter.emit(
        channelNote(on: connection, at: record, direction: record.direction, answering: waiting),
        fact: ChannelFact.configured(ChannelSummary(channel), mode))
    }
    guard change.hasMTU, let bearer = channel.bearer else { return }
    // For the summary: the connection's own bearer has no channel on such a link.
    connection.bearer.isMTUKnown = true
    connection.bearer.mtu = bearer.mtu
    connection.bearer.clientMTU = bearer.clientMTU
    connection.bearer.serverMTU = bearer.serverMTU
    reportMTU(channel, waiting: waiting, on: connection, at: record)
  }
}
