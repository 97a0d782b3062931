import ATTDissector
import BTSnoop
import Bytes

/// Data on channels other than the decoded fixed ones.
extension L2CAPFollower {
  /// A PDU on an open channel, or on one that is not decoded.
  func channelData(
    _ payload: RawSpan, header: L2CAPHeader, on connection: Connection, at record: CaptureRecord
  ) {
    let cid = header.channel.rawValue
    let sender = record.direction.sender
    guard let channel = connection.l2cap.channels?.open(at: sender.other, cid: cid) else {
      undecoded(header, from: sender, on: connection, at: record)
      return
    }
    guard channel.isCreditBased else {
      if channel.mode == .basic {
        sdu(
          payload, header: header, channel: channel, receiver: sender.other, on: connection,
          at: record)
      } else {
        current.observer?.frame(.unread, on: channel)
        undecoded(header, from: sender, on: connection, at: record)
      }
      return
    }
    kFrame(
      payload, length: header.length, channel: channel, to: sender.other, on: connection, at: record
    )
  }

  /// In basic mode a PDU is an SDU.
  private func sdu(
    _ payload: RawSpan, header: L2CAPHeader, channel: DynamicChannel, receiver: Side,
    on connection: Connection, at record: CaptureRecord
  ) {
    guard let bearer = channel.bearer else { return }
    if bearer.isMTUKnown, header.length > Int(channel.ends[receiver].mtu) {
      fault(.sduTooLong, channel: channel, receiver: receiver, on: connection, at: record)
    }
    channel.ends[receiver].sdus += 1
    channel.ends[receiver].octets += header.length
    current.observer?.frame(.basic, on: channel)
    att.pdu(
      payload, on: connection, bearer: bearer, at: record, isCut: payload.byteCount < header.length,
      missing: max(0, header.length &- payload.byteCount))
  }

  private func kFrame(
    _ payload: RawSpan, length: Int, channel: DynamicChannel, to receiver: Side,
    on connection: Connection, at record: CaptureRecord
  ) {
    if length > Int(channel.ends[receiver].mps) {
      fault(.frameTooLong, channel: channel, receiver: receiver, on: connection, at: record)
    }
    if !channel.takeCredit(of: receiver, frame: record.frame, at: record.time),
      connection.l2cap.channels?.hasLoss != true
    {
      fault(.noCredit, channel: channel, receiver: receiver, on: connection, at: record)
    }
    let held = channel.ends[receiver].reassembler.heldOctets
    let frame = channel.ends[receiver].reassembler.add(
      payload, length: length, keeps: channel.bearer != nil, frame: record.frame,
      mtu: channel.ends[receiver].mtu, mps: channel.ends[receiver].mps)
    budget.reassembly.take(channel.ends[receiver].reassembler.heldOctets - held)
    if frame.startsSDU, frame.sduLength > Int(channel.ends[receiver].mtu) {
      fault(.sduTooLong, channel: channel, receiver: receiver, on: connection, at: record)
    }
    current.observer?.kFrame(frame, octets: payload.byteCount, on: channel)
    switch frame.outcome {
    case .whole:
      sdu(
        payload.clamped(SDUReassembler.lengthSize, count: frame.sduLength), frame: frame,
        channel: channel, receiver: receiver,
        on: connection, at: record)
    case .joined:
      let joined = channel.ends[receiver].reassembler.takeSDU()
      if channel.bearer != nil { current.observer?.joinedSDU(joined.rawBytes) }
      sdu(
        joined.rawBytes, frame: frame, channel: channel, receiver: receiver, on: connection,
        at: record)
      channel.ends[receiver].reassembler.recycle(joined)
    case .waiting:
      guard budget.reassembly.isExceeded else { break }
      reporter.full(.unfinishedPDUs, at: record)
      budget.reassembly.giveBack(channel.ends[receiver].reassembler.heldOctets)
      channel.ends[receiver].reassembler.drop()
    case .stray:
      malformed.report(
        .strayFrame, error: nil, bytes: payload, at: record, on: connection, channel: channel.number
      )
    case .short, .unreadable:
      malformed.report(
        .frameWithoutLength, error: nil, bytes: payload, at: record, on: connection,
        isCut: frame.outcome == .unreadable, channel: channel.number)
    }
    if frame.excess > 0 {
      malformed.report(
        .frameTooLong, error: nil, bytes: payload, at: record, on: connection,
        isCut: payload.byteCount < length, channel: channel.number)
    }
  }

  private func sdu(
    _ sdu: RawSpan, frame: SDUReassembler.Frame, channel: DynamicChannel,
    receiver: Side, on connection: Connection, at record: CaptureRecord
  ) {
    channel.ends[receiver].sdus += 1
    channel.ends[receiver].octets += frame.sduLength
    guard let bearer = channel.bearer else { return }
    att.pdu(
      sdu, on: connection, bearer: bearer, at: record, isCut: frame.isCut,
      missing: frame.isCut ? max(0, frame.sduLength &- sdu.byteCount) : 0)
  }

  /// A PDU of which the capture has only the start: accounts for its part of the SDU and its
  /// credit.
  func lost(
    _ pdu: RawSpan, on connection: Connection, side: Side, at record: CaptureRecord
  ) {
    guard pdu.byteCount >= L2CAPHeader.size,
      let channel = connection.l2cap.channels?.open(
        at: side.other, cid: pdu.uint16LittleEndian(at: 2)),
      channel.isCreditBased
    else { return }
    var record = record
    record.direction = side.direction
    let before = current.readsEarlier
    current.readsEarlier = true
    kFrame(
      pdu.clamped(L2CAPHeader.size), length: Int(pdu.uint16LittleEndian(at: 0)), channel: channel,
      to: side.other,
      on: connection, at: record)
    current.readsEarlier = before
  }

  /// A sniffer missed packets of a side: nothing may be reassembled across the gap.
  func lostFrames(on connection: Connection, side: Side, at record: CaptureRecord) {
    guard let table = connection.l2cap.channels else { return }
    table.hasLoss = true
    for channel in table.channels where channel.state != .closed {
      giveUpSDU(channel, to: side.other, on: connection, at: record)
      channel.ends[side.other].reassembler.lose()
    }
  }

  // MARK: Not decoded

  private func undecoded(
    _ header: L2CAPHeader, from sender: Side, on connection: Connection, at record: CaptureRecord
  ) {
    let cid = header.channel.rawValue
    let reason = reason(cid, from: sender, on: connection)
    current.observer?.stopped(.notDecoded(header, reason))
    let channel = UndecodedChannel(
      cid: cid, sender: sender, reason: reason, firstFrame: record.frame, pdus: 1,
      octets: header.length)
    if !connection.l2cap.table.count(channel) { reporter.full(.undecodedChannels, at: record) }
  }

  /// Why a dynamic channel is not decoded.
  private func reason(
    _ cid: UInt16, from sender: Side, on connection: Connection
  ) -> UndecodedChannel.Reason {
    if let channel = connection.l2cap.channels?.channel(at: sender.other, cid: cid) {
      return channel.state == .closed ? .closed : .mode(channel.mode)
    }
    guard L2CAPChannel.dynamic.contains(cid) else { return .notDissected }
    return connection.isOpen ? .unknown : .connectionEnded
  }

  private func tell(
    _ channel: UndecodedChannel, on connection: Connection, at record: CaptureRecord
  ) {
    var event = channelNote(on: connection, at: record, direction: channel.sender.direction)
    event.isProblem = channel.reason == .closed
    reporter.report(event, fact: ChannelFact.undecoded(channel), as: .channelFault, at: record)
  }

  // MARK: End

  /// Reports what is left of a connection's channels, and discards them.
  func settleChannels(_ connection: Connection, at record: CaptureRecord, ending: RequestEnding) {
    guard let table = connection.l2cap.channels else { return }
    for waiting in table.pending { unanswered(waiting, on: connection, at: record, ending: ending) }
    let how: ChannelEnding = ending == .captureEnds ? .captureEnds : .connectionEnded
    for channel in table.channels where channel.state != .closed {
      findStarved(channel, table: table, on: connection, at: record)
      channelEnded(channel, how: how, on: connection, at: record, ending: ending)
    }
    for channel in table.undecoded { tell(channel, on: connection, at: record) }
    budget.channels.giveBack(table.channels.count)
    connection.l2cap.channels = nil
  }
}
