import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// The signalling channel of BR/EDR links, as far as it is about channels for ATT (Vol 3, Part A,
/// 4): one or more commands in each PDU.
extension GATTSession {
  func classicSignals(
    _ payload: RawSpan, _ connection: Connection, _ record: CaptureRecord, isCut: Bool
  ) {
    var cursor = ByteCursor(payload)
    var isOfATT = false
    repeat {
      do {
        let signal = try L2CAPSignal(&cursor)
        let data = payload.clamped(signal.dataOffset, signal.length)
        try? cursor.skip(data.byteCount)
        if options.describesPackets {
          if signal.dataOffset > L2CAPSignal.headerSize { packet.summary.append("; ") }
          describe(signal, data)
        }
        guard try classicSignal(signal, data, connection, record) else { continue }
        isOfATT = true
        if data.byteCount < signal.length {
          malformed(
            .signal,
            ByteError(needed: signal.length, available: data.byteCount, offset: signal.dataOffset),
            payload, record, connection, isCut: isCut)
        }
      } catch {
        malformed(.signal, error, payload, record, connection, isCut: isCut)
        return
      }
    } while !cursor.isAtEnd
    if !isOfATT { clock.counts.classicPackets += 1 }
  }

  /// - Returns: whether the command is about a channel for ATT.
  private func classicSignal(
    _ signal: L2CAPSignal, _ data: RawSpan, _ connection: Connection, _ record: CaptureRecord
  ) throws(ByteError) -> Bool {
    var cursor = ByteCursor(data)
    let table = connection.channelTable
    let sender = side(record)
    switch signal.code {
    case .connectionRequest:
      let request = try ChannelRequest(&cursor)
      guard request.psm == L2CAPServicePSM.att.rawValue else {
        identifierTaken(sender, request.sourceCID, connection, record)
        return false
      }
      hold(.open(request), signal, connection, record)
    case .connectionResponse:
      return classicAnswered(try ChannelResponse(&cursor), signal, connection, record)
    case .configurationRequest:
      let request = try ConfigurationRequest(&cursor)
      guard table.open(at: 1 - sender, request.destinationCID) != nil else { return false }
      hold(.configure(request), signal, connection, record)
    case .configurationResponse:
      let response = try ConfigurationResponse(&cursor)
      guard let channel = table.open(at: 1 - sender, response.sourceCID) else { return false }
      configured(channel, response, signal, connection, record)
    case .disconnectionRequest:
      let ends = try ChannelDisconnection(&cursor)
      guard table.open(at: sender, ends.sourceCID)?.ends[1 - sender].cid == ends.destinationCID
      else { return false }
      hold(.disconnect(ends), signal, connection, record)
      channelClosing(ends, connection, record)
    case .disconnectionResponse:
      let ends = try ChannelDisconnection(&cursor)
      guard table.open(at: 1 - sender, ends.sourceCID)?.ends[sender].cid == ends.destinationCID
      else { return false }
      channelClosed(ends, signal, connection, record)
    case .commandReject:
      let reason = CommandRejectReason(rawValue: try cursor.uint16LittleEndian())
      guard table.waits(signal.identifier, askedBy: 1 - sender) else { return false }
      rejected(signal.identifier, reason, connection, record)
    case .creditBasedConnectionRequest:
      let request = try CreditBasedConnectionRequest(&cursor, code: signal.code)
      guard request.spsm == L2CAPServicePSM.enhancedATT.rawValue else { return false }
      try self.signal(signal, data, connection, record)
    case .creditBasedConnectionResponse, .creditBasedReconfigureResponse:
      guard table.waits(signal.identifier, askedBy: 1 - sender) else { return false }
      try self.signal(signal, data, connection, record)
    case .creditBasedReconfigureRequest:
      let request = try CreditBasedReconfigureRequest(&cursor)
      guard
        request.cids.contains(where: {
          table.open(at: sender, $0) != nil || table.open(at: 1 - sender, $0) != nil
        })
      else { return false }
      try self.signal(signal, data, connection, record)
    case .flowControlCredit:
      let given = try FlowControlCredit(&cursor)
      guard table.open(at: sender, given.cid) != nil else { return false }
      credited(given, connection, record)
    default: return false
    }
    return true
  }

  private func classicAnswered(
    _ response: ChannelResponse, _ signal: L2CAPSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) -> Bool {
    let asker = 1 - side(record)
    let table = connection.channelTable
    guard
      let waiting = table.take(
        signal.identifier, askedBy: asker,
        where: {
          if case .open(let request) = $0 { request.sourceCID == response.sourceCID } else { false }
        })
    else {
      if response.result == .success {
        identifierTaken(1 - asker, response.destinationCID, connection, record)
      }
      return false
    }
    guard response.result != .pending else {
      _ = table.hold(waiting)
      return true
    }
    guard response.result == .success else {
      channelRefused(
        L2CAPServicePSM.att.rawValue, response.sourceCID, SignalResult(response.result), waiting,
        connection, record)
      return true
    }
    let asked = ChannelEnd(cid: response.sourceCID, .classic)
    let given = ChannelEnd(cid: response.destinationCID, .classic)
    channelOpened(
      .att, asker, asker == 0 ? [asked, given] : [given, asked], waiting, connection, record)
    return true
  }

  /// A channel for something else gets an identifier: that of ATT had it, and is over.
  private func identifierTaken(
    _ side: Int, _ cid: UInt16, _ connection: Connection, _ record: CaptureRecord
  ) {
    guard let old = connection.channels?.open(at: side, cid) else { return }
    channelEnded(old, .identifierUsedAgain, connection, record)
  }

  // MARK: Configuration

  private func configured(
    _ channel: DynamicChannel, _ response: ConfigurationResponse, _ signal: L2CAPSignal,
    _ connection: Connection, _ record: CaptureRecord
  ) {
    let asker = 1 - side(record)
    guard
      let waiting = connection.channelTable.take(
        signal.identifier, askedBy: asker,
        where: {
          if case .configure(let request) = $0 {
            request.destinationCID == channel.ends[1 - asker].cid
          } else {
            false
          }
        }), case .configure(let request) = waiting.content
    else { return }
    switch response.result {
    case ConfigurationResponse.success: break
    case ConfigurationResponse.pending:
      _ = connection.channelTable.hold(waiting)
      return
    // Refused: another request follows.
    default: return
    }
    // The response has the value in use, where it names one.
    if let mtu = response.options.mtu ?? request.options.mtu { channel.ends[asker].mtu = mtu }
    if let mode = response.options.mode ?? request.options.mode, mode != channel.mode {
      channel.mode = mode
      var event = channelNote(connection, record, record.direction, answering: waiting)
      event.isProblem = false
      emit(event, ChannelFact.configured(ChannelSummary(channel), mode))
    }
    guard !request.continues else { return }
    channel.isConfigured[asker] = true
    guard channel.isConfigured[0], channel.isConfigured[1], let bearer = channel.bearer else {
      return
    }
    let isFirst = !bearer.isMTUKnown
    bearer.isMTUKnown = true
    let isOther = channel.takeMTU()
    guard isFirst || isOther else { return }
    // For the summary: the connection's own bearer has no channel on such a link.
    connection.bearer.isMTUKnown = true
    connection.bearer.mtu = bearer.mtu
    connection.bearer.clientMTU = bearer.clientMTU
    connection.bearer.serverMTU = bearer.serverMTU
    reportMTU(channel, waiting, connection, record)
  }
}

extension ChannelTerms {
  /// Until a channel is configured (Vol 3, Part A, 5.1). It has no frames with credits.
  static var classic: Self { Self(mtu: 672, mps: .max, credits: 0) }
}
