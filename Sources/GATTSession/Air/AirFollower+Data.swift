import ATTDissector
import BTSnoop
import Bytes

/// Data PDUs: their senders, whether they are new, and what they hold.
extension AirFollower {
  /// - pdu: header and payload, as far as captured.
  /// - fits: bytes after the PDU; negative where it is cut.
  func data(_ pdu: RawSpan, fits: Int, in packet: AirPacket) {
    var cursor = ByteCursor(pdu)
    let header: DataChannelPDUHeader
    do { header = try DataChannelPDUHeader(&cursor) } catch {
      current.observer?.data(nil, payload: pdu, isReadable: false)
      return
    }
    let payload = cursor.takeRest()
    guard
      let connection = air.connection(accessAddress: packet.accessAddress)
        ?? adopt(header, payload: payload, fits: fits, in: packet), let link = connection.link
    else {
      // No connection uses that type, but nearly every stream.
      if header.content == .reserved, packet.crcOK == true {
        air.addStream(packet.accessAddress, of: nil)
        isochronous(nil, packet: packet)
        return
      }
      clock.counts.unknownAccessAddress += 1
      current.unread = .unknownAccessAddress
      current.observer?.data(header, payload: payload, isReadable: false)
      return
    }
    air.hear(packet.accessAddress, at: packet.record.time)
    if air.expectsCopies(on: connection, at: packet.record.time),
      air.isCopy(
        packet.accessAddress, channel: packet.radio.channel,
        hash: packet.crcOK == false ? nil : pdu.contentHash(of: header.content),
        at: packet.record.time)
    {
      clock.counts.copies += 1
      current.observer?.found(connection)
      current.observer?.stopped(.copied)
      return
    }
    if link.encryption.isUnjudged, header.length > 0,
      !judge(header, payload: payload, on: link, in: packet)
    {
      current.observer?.data(header, payload: payload, isReadable: false)
      return
    }
    var packet = packet
    let eventCounter = link.timing.credible(packet.radio.eventCounter)
    let counted = link.timing.step(to: eventCounter)
    var gap = silence(on: connection, link: link, at: packet.record, counted: counted)
    let (side, isEventStart) = link.timing.take(
      timed(header, payload: payload, on: connection, link: link, in: packet),
      eventCounter: eventCounter)
    packet.record.direction = side == .central ? .sent : .received
    current.observer?.data(of: connection, from: side == .central ? .central : .peripheral)
    if !connection.isOpen {
      guard goesOn(header, payload: payload, on: connection, link: link, in: packet) else {
        current.observer?.data(
          header, payload: payload, isReadable: header.length == 0 || link.encryption.state != .on)
        return
      }
      gap = silence(on: connection, link: link, at: packet.record, counted: counted)
    }
    if isEventStart {
      link.timing.beginEvent(
        at: packet.record.time, interval: connection.likelyInterval, counted: counted)
    }
    att.endOldReads(connection, at: packet.record)
    if let gap {
      tellGap(gap, on: connection, link: link, at: packet.record, isCounted: counted != nil)
    }
    if isEventStart { judgeInterval(on: connection, link: link, at: packet.record) }
    connection.traffic.lastRecord = packet.record.time
    link.lastFrame = packet.record.frame
    reachInstants(on: connection, link: link, at: packet.record)

    let bits = SequenceBits.Pair(
      number: header.sequenceNumber, acknowledges: header.acknowledges)
    let hash = payload.contentHash(of: header.content)
    link.opening.hear(side: side, bits: bits, hash: hash, isIntact: isReadable(packet))
    link.flows.hear(side, bits: bits, isEmpty: header.length == 0)
    let missed = link.timing.missedEvents(in: gap)
    guard isReadable(packet) else {
      tellHeard(connection, side: side, packet: packet, missed: missed)
      damaged(header, payload: payload, on: connection, link: link, side: side, packet: packet)
      return
    }
    watchPHY(packet, from: side, on: connection, link: link)
    if side == .peripheral {
      connection.traffic.lastReceived = (packet.record.frame, packet.record.time)
      link.ending.hearPeripheral()
    } else {
      connection.traffic.lastSent = (packet.record.frame, packet.record.time)
    }
    if link.timing.skipsEvents(to: eventCounter) { link.flows.noteLoss() }
    if gap?.isMissingEvent == true { link.flows.missEvents() }
    let step = link.flows.take(from: side, bits: bits, content: hash)
    take(
      header, payload: payload, step: step, on: connection, link: link, side: side, packet: packet,
      missed: missed)
  }

  private func tellHeard(
    _ connection: Connection, side: Side, packet: AirPacket, isRepeated: Bool = false,
    missed: UInt64
  ) {
    guard reporter.wantsEvents else { return }
    reporter.heard(
      HeardPacket(
        connection: connection, role: side == .central ? .central : .peripheral,
        frame: packet.record.frame, time: packet.record.time, channel: packet.radio.channel,
        rssi: packet.radio.rssi, isDamaged: !isReadable(packet), isRepeated: isRepeated,
        missedEvents: missed))
  }

  // MARK: Gaps

  /// The silence before a packet, if it is longer than it should be.
  /// - counted: the connection events since the packet before, where the sniffer counts them.
  private func silence(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord, counted: Int?
  ) -> AirTiming.Gap? {
    guard connection.isOpen else { return nil }
    return link.timing.silence(
      of: record.time.nanoseconds(since: connection.traffic.lastRecord),
      interval: connection.likelyInterval, counted: counted)
  }

  private func tellGap(
    _ gap: AirTiming.Gap, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord,
    isCounted: Bool
  ) {
    guard let verdict = link.timing.verdict(on: gap) else { return }
    var event = Event(.note, record, connection)
    event.responseTime = gap.length
    reporter.emit(event, fact: LinkFact.silence(expected: verdict.expected))
    guard verdict.isWatched else { return }
    let missed = AirTiming.MissedEvents(gap: gap, frame: record.frame, time: record.time)
    linkStates.find(link.timing.miss(missed, isCounted: isCounted), on: connection, at: record)
  }

  /// An event begins: is the interval still the announced one?
  private func judgeInterval(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    linkStates.find(link.timing.takeConfirmed(), on: connection, at: record)
    guard connection.interval == 0, let seen = link.timing.seenInterval() else { return }
    linkStates.tellInterval(seen, on: connection, link: link, at: record)
  }

  /// Before what may have followed it: a note for each gap between empty packets would not help.
  private func tellUnheard(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    let count = link.flows.takeUnheard(
      missingEvents: link.timing.missingEvents, timesFail: link.timing.timesFail)
    guard count > 0 else { return }
    reporter.emit(Event(.note, record, connection), fact: LinkFact.unheard(count))
  }

  // MARK: Content

  private func take(
    _ header: DataChannelPDUHeader, payload: RawSpan, step: LinkFlow.Step,
    on connection: Connection, link: LinkLayerLink, side: Side, packet: AirPacket, missed: UInt64
  ) {
    var step = step
    let (held, tag) = link.encryption.access(
      header, payload: payload, radio: packet.radio, from: side, isRepeated: step.isRepeated,
      isJoining: connection.l2cap.reassembly[side].isOpen, into: &opened)
    if let tag { decryption.noteUse(tag, on: link) }
    if case .opened(let isAgain, let lost) = held {
      // The packet counter knows better than sequence numbers of one bit.
      if isAgain { step.isRepeated = true }
      step.followsLoss = lost > 0
      step.mayFollowLoss = step.followsLoss
    }
    let isRepeated = step.isRepeated
    current.observer?.accessed(held, seal: link.encryption.lastSeal, isRepeated: isRepeated)
    // One empty packet looks like the next.
    tellHeard(
      connection, side: side, packet: packet, isRepeated: isRepeated && header.length > 0,
      missed: missed)
    if header.length > 0, !isRepeated { connection.traffic.packets[side] += 1 }
    if !isRepeated {
      noteEncrypted(held, on: connection, link: link, side: side, packet: packet)
      link.ending.take(header, access: held, from: side, at: packet.record)
    }
    let content: RawSpan
    switch held {
    case .plain: content = payload
    case .decrypted(let mic): content = payload.clamped(0, count: payload.byteCount - mic)
    case .opened:
      // What follows may open nothing else, so the storage can be lent.
      var text: [UInt8] = []
      swap(&text, &opened)
      take(
        header, content: text.rawBytes, step: step, on: connection, link: link, side: side,
        in: packet)
      swap(&text, &opened)
      return
    case .unreadable:
      current.observer?.data(header, payload: payload, isReadable: false)
      return
    }
    take(
      header, content: content, step: step, on: connection, link: link, side: side, in: packet)
  }

  /// A PDU that can be read.
  private func take(
    _ header: DataChannelPDUHeader, content: RawSpan, step: LinkFlow.Step,
    on connection: Connection, link: LinkLayerLink, side: Side, in packet: AirPacket
  ) {
    if step.isRepeated {
      if header.length > 0 { link.flows.countRetransmission() }
      current.observer?.repeated(header, payload: content, from: side, on: connection)
      return
    }
    if header.length > 0, reporter.wantsEvents {
      tellUnheard(on: connection, link: link, at: packet.record)
    }
    let isStart = header.content == .start
    if header.length > 0, isStart || header.content == .continuation {
      fragment(
        content, isStart: isStart, followsLoss: isStart ? step.followsLoss : step.mayFollowLoss,
        on: connection, side: side, in: packet)
      return
    }
    current.observer?.data(header, payload: content, isReadable: true)
    if header.content == .control {
      control(content, on: connection, link: link, side: side, in: packet)
    }
  }

  /// Counts what an encrypted link shows and hides, and reports that it is encrypted.
  func noteEncrypted(
    _ access: DataAccess, on connection: Connection, link: LinkLayerLink, side: Side,
    packet: AirPacket
  ) {
    switch access {
    case .plain: return
    case .decrypted: clock.counts.decrypted += 1
    case .opened: clock.counts.opened += 1
    // The MTU may have been exchanged since.
    case .unreadable:
      if connection.bearer.clientMTU == nil { connection.bearer.isMTUKnown = false }
    }
    guard
      link.encryption.count(
        access, from: side, frame: packet.record.frame,
        isSideKnown: packet.radio.sender != nil || link.timing.turns.showsTurns)
    else { return }
    security.encryptionChanged(
      EncryptionChange(status: .success, isEnabled: true), code: .encryptionChange, on: connection,
      at: packet.record)
  }

  private func fragment(
    _ content: RawSpan, isStart: Bool, followsLoss: Bool, on connection: Connection, side: Side,
    in packet: AirPacket
  ) {
    // Nothing may be reassembled across a gap between two fragments.
    if followsLoss {
      connection.traffic.losses[side] &+= 1
      l2cap.giveUpReassembly(on: connection, side: side, at: packet.record)
      l2cap.lostFrames(on: connection, side: side, at: packet.record)
    }
    let outcome = l2cap.join(
      content, isStart: isStart, isCut: packet.isCut, on: connection, side: side, at: packet.record)
    switch outcome {
    case .whole, .cut, .joined: return
    case .waiting, .skipped, .stray, .foreign:
      current.observer?.stopped(.fragmentOnAir(isStart: isStart))
    }
    guard outcome == .stray || outcome == .foreign else { return }
    let event = Event(.note, packet.record, connection, packet.record.direction)
    reporter.emit(event, fact: LinkFact.strayPart, value: content)
  }

  /// A connection that started before the capture.
  ///
  /// An access address alone may be noise: the packet must look like one of a connection, or have a
  /// CRC that a sniffer which knew the connection found good.
  private func adopt(
    _ header: DataChannelPDUHeader, payload: RawSpan, fits: Int, in packet: AirPacket
  ) -> Connection? {
    guard packet.crcOK != false, header.content != .reserved,
      fits == 0 || fits == LinkLayerPacket.crcSize
    else { return nil }
    if header.length == 0 {
      guard header.isEmpty, packet.crcOK == true || air.isConnection(packet.accessAddress) else {
        return nil
      }
      let link = LinkLayerLink(accessAddress: packet.accessAddress)
      link.encryption.beginUnjudged()
      return openLink(link, at: packet.record, peer: nil, beginsInCapture: false)
    }
    let isPlausible = payload.isPlausible(header.content)
    guard isPlausible || mayBeEncrypted(header, in: packet) else { return nil }
    let link = LinkLayerLink(accessAddress: packet.accessAddress)
    link.encryption.judge(isPlausible: isPlausible)
    return openLink(link, at: packet.record, peer: nil, beginsInCapture: false)
  }

  /// What is encrypted has a MIC. Where an isochronous stream is as likely, a PDU of another type will tell.
  private func mayBeEncrypted(_ header: DataChannelPDUHeader, in packet: AirPacket) -> Bool {
    packet.crcOK == true && header.length > DataChannelPDUHeader.micSize
      && header.content != .continuation
  }

  /// The first PDU with content of a connection of which there were only empty ones.
  /// - Returns: whether it can be read.
  private func judge(
    _ header: DataChannelPDUHeader, payload: RawSpan, on link: LinkLayerLink, in packet: AirPacket
  ) -> Bool {
    guard isReadable(packet) else { return true }
    let isPlausible = payload.isPlausible(header.content)
    guard isPlausible || mayBeEncrypted(header, in: packet) else { return false }
    link.encryption.judge(isPlausible: isPlausible)
    return true
  }
}

extension RawSpan {
  /// Whether it looks like the payload of an unencrypted data PDU.
  fileprivate func isPlausible(_ content: DataChannelPDUHeader.Content) -> Bool {
    guard byteCount > 0 else { return false }
    switch content {
    case .control: return ControlOpcodeName.length(uint8(at: 0)) == byteCount - 1
    case .start:
      guard byteCount >= L2CAPHeader.size else { return false }
      let length = Int(uint16LittleEndian(at: 0))
      return L2CAPChannel.fixedLE.contains(uint16LittleEndian(at: 2))
        && length >= byteCount - L2CAPHeader.size && length <= 0x0FFF
    case .continuation, .reserved: return false
    }
  }
}
