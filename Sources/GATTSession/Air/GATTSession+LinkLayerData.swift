import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTValues

/// Data PDUs: their senders, whether they are new, and what they hold.
extension GATTSession {
  /// - pdu: header and payload, as far as captured.
  /// - fits: bytes after the PDU; negative where it is cut.
  func data(_ pdu: RawSpan, fits: Int, in packet: AirPacket) {
    var cursor = ByteCursor(pdu)
    let header: DataChannelPDUHeader
    do { header = try DataChannelPDUHeader(&cursor) } catch {
      observer?.data(nil, payload: pdu, isReadable: false)
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
      unread = .unknownAccessAddress
      observer?.data(header, payload: payload, isReadable: false)
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
      observer?.found(connection)
      observer?.stopped(.copied)
      return
    }
    if link.isUnjudged, header.length > 0, !judge(header, payload: payload, on: link, in: packet) {
      observer?.data(header, payload: payload, isReadable: false)
      return
    }
    var packet = packet
    let counted = link.step(to: packet.radio.eventCounter)
    var gap = silence(on: connection, link: link, at: packet.record, counted: counted)
    let (sender, isEventStart) = link.timing.take(
      timed(header, payload: payload, on: connection, link: link, in: packet),
      eventCounter: packet.radio.eventCounter)
    packet.record.direction = sender == .central ? .sent : .received
    observer?.data(of: connection, from: sender == .central ? .central : .peripheral)
    if !connection.isOpen {
      guard goesOn(header, payload: payload, on: connection, link: link, in: packet) else {
        observer?.data(
          header, payload: payload, isReadable: header.length == 0 || link.encryption != .on)
        return
      }
      gap = silence(on: connection, link: link, at: packet.record, counted: counted)
    }
    if isEventStart {
      link.noteEvent(packet.record.time, interval: connection.likelyInterval, counted: counted)
    }
    endOldReads(connection, at: packet.record)
    if let gap {
      tellGap(gap, on: connection, link: link, at: packet.record, isCounted: counted != nil)
    }
    if isEventStart { judgeInterval(on: connection, link: link, at: packet.record) }
    connection.lastRecord = packet.record.time
    link.lastFrame = packet.record.frame
    reachInstants(on: connection, link: link, at: packet.record)

    let side = sender.side
    link.noteSender(side)
    link.opening.hear(
      side: side,
      bits: SequenceBits.Pair(number: header.sequenceNumber, acknowledges: header.acknowledges),
      hash: payload.contentHash(of: header.content), isIntact: isReadable(packet))
    if header.length == 0 { link.noteEmptyPDU(side) }
    if header.sequenceNumber || header.acknowledges { link.hasNumbers = true }
    let missed = missedEvents(in: gap, on: connection, link: link)
    guard isReadable(packet) else {
      tellHeard(connection, side: side, packet: packet, missed: missed)
      damaged(header, payload: payload, on: connection, link: link, side: side, packet: packet)
      return
    }
    if let indicator = packet.codingIndicator { link.codingIndicators[side] = indicator }
    watchPHY(packet.radio.phy, from: side, on: connection, link: link, at: packet.record)
    if side == .peripheral {
      connection.lastReceived = (packet.record.frame, packet.record.time)
      if link.isAdvertised { link.advertisesMeanwhile = true }
    } else {
      connection.lastSent = (packet.record.frame, packet.record.time)
    }
    if let counter = packet.radio.eventCounter {
      if let last = link.eventCounter, counter &- last > 1 {
        for side in Side.allCases { link.flows[side].noteLoss() }
      }
      link.eventCounter = counter
    }
    if gap?.isMissingEvent == true { for side in Side.allCases { link.flows[side].missEvents() } }
    take(
      header, payload: payload, on: connection, link: link, side: side, packet: packet,
      missed: missed)
  }

  private func tellHeard(
    _ connection: Connection, side: Side, packet: AirPacket, isRepeated: Bool = false,
    missed: UInt64
  ) {
    guard wantsEvents else { return }
    reporter.heard(
      HeardPacket(
        connection: connection, role: side == .central ? .central : .peripheral,
        frame: packet.record.frame, time: packet.record.time, channel: packet.radio.channel,
        rssi: packet.radio.rssi, isDamaged: !isReadable(packet), isRepeated: isRepeated,
        missedEvents: missed))
  }

  /// How many connection events a silence has room for; 0 where the interval may be another one.
  private func missedEvents(
    in gap: LinkGap?, on connection: Connection, link: LinkLayerLink
  ) -> UInt64 {
    guard let gap, gap.isMissingEvent, gap.expected > 0, link.timing.watch.last != .misfit,
      !connection.isIntervalOutdated
    else { return 0 }
    return UInt64(max(0, (gap.length + gap.expected / 2) / gap.expected - 1))
  }

  // MARK: Gaps

  struct LinkGap {
    /// Nanoseconds.
    var length: Int64
    /// Nanoseconds; 0 where the interval is unknown.
    var expected: Int64
    var isMissingEvent: Bool
  }

  /// The shortest connection interval for which missed events are reported: 50 ms, in nanoseconds.
  /// Below, sniffers miss too many for the report to be useful.
  private static let watchedInterval: Int64 = 50_000_000

  /// The silence before a packet, if it is longer than it should be.
  /// - counted: the connection events since the packet before, where the sniffer counts them.
  private func silence(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord, counted: Int?
  ) -> LinkGap? {
    guard connection.isOpen else { return nil }
    // Limited to 36 years: only a hostile file has more, and its arithmetic would overflow.
    let length = min(record.time.nanoseconds(since: connection.lastRecord), 1 << 60)
    link.noteStep(length)
    guard !link.timesFail else { return nil }
    var expected = connection.likelyInterval * Int64(link.subrate)
    var latest = expected
    if let update = link.update {
      expected = max(expected, Int64(update.interval) * 1_250_000)
      // At the instant the next event may be later by the offset of its window.
      latest = expected + Int64(update.windowOffset) * 1_250_000
    }
    // By a computer's times, an event may only seem to be missing.
    let isMissing =
      expected > 0 && !link.timing.isNew && length > latest + latest / 2
      && counted.map { $0 > Int(link.subrate) } ?? true
    guard isMissing || length >= Self.silenceThreshold else { return nil }
    return LinkGap(length: length, expected: expected, isMissingEvent: isMissing)
  }

  private func tellGap(
    _ gap: LinkGap, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord,
    isCounted: Bool
  ) {
    // What comes at no multiple of the interval may be of another one, whose announcement was not heard.
    let step = link.timing.watch.last
    let isMissing = gap.isMissingEvent && step != .misfit && !connection.isIntervalOutdated
    let isWatched = isMissing && gap.expected >= Self.watchedInterval
    guard isWatched || gap.length >= Self.silenceThreshold else { return }
    var event = Event(.note, record, connection)
    event.responseTime = gap.length
    emit(event, fact: LinkFact.silence(expected: isMissing ? gap.expected : nil))
    guard isWatched else { return }
    if link.missed.count >= SessionLimits.missedEvents {
      findMissed(on: connection, link: link, at: record)
    }
    link.missed.append((gap, record.frame, record.time))
    if step == .unknown || isCounted { findMissed(on: connection, link: link, at: record) }
  }

  /// An event begins: is the interval still the announced one?
  private func judgeInterval(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    if link.timing.watch.last == .onTime { findMissed(on: connection, link: link, at: record) }
    guard connection.interval == 0 else { return }
    if connection.isIntervalOutdated { link.missed.removeAll() }
    if let seen = link.timing.watch.seen {
      tellInterval(seen, on: connection, link: link, at: record)
    }
  }

  /// - seen: from one connection event to the next; `nil` where that is not known.
  private func tellInterval(
    _ seen: Int64?, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    guard !link.hasToldInterval else { return }
    link.hasToldInterval = true
    if let told = connection.intervals.last {
      emit(
        Event(.note, record, connection),
        fact: LinkFact.outdated(told, seen: seen, isHidden: link.hides))
    } else if let seen {
      emit(Event(.note, record, connection), fact: LinkFact.seen(seen))
    }
  }

  private func findMissed(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    for (gap, frame, time) in link.missed {
      reporter.find(
        .missingEvents(silence: gap.length, interval: gap.expected, frame: frame), on: connection,
        at: record, moment: (frame, time))
    }
    link.missed.removeAll()
  }

  /// The connection, or the capture, ends.
  func settleInterval(_ connection: Connection, at record: CaptureRecord) {
    guard let link = connection.link else { return }
    if connection.isIntervalOutdated { tellInterval(nil, on: connection, link: link, at: record) }
    findMissed(on: connection, link: link, at: record)
  }

  /// Before what may have followed it: a note for each gap between empty packets would not help.
  private func tellUnheard(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    let count = link.takeUnheard()
    guard count > 0 else { return }
    emit(Event(.note, record, connection), fact: LinkFact.unheard(count))
  }

  // MARK: Content

  private func take(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    link: LinkLayerLink, side: Side, packet: AirPacket, missed: UInt64
  ) {
    link.flows[side.other].acknowledge(header.acknowledges)
    var (isRepeated, followsLoss, mayFollowLoss) = link.flows[side].take(
      header.sequenceNumber, content: payload.contentHash(of: header.content))
    let held = access(
      header, payload: payload, on: connection, link: link, side: side, in: packet,
      isRepeated: isRepeated)
    if case .opened(let isAgain, let lost) = held {
      // The packet counter knows better than sequence numbers of one bit.
      if isAgain { isRepeated = true }
      followsLoss = lost > 0
      mayFollowLoss = followsLoss
    }
    observer?.accessed(
      held, seal: link.security.decryptor?.lastSeal, isRepeated: isRepeated)
    // One empty packet looks like the next.
    tellHeard(
      connection, side: side, packet: packet, isRepeated: isRepeated && header.length > 0,
      missed: missed)
    if header.length > 0, !isRepeated { connection.dataPackets[side] += 1 }
    if !isRepeated {
      noteEncrypted(held, on: connection, link: link, side: side, packet: packet)
      noteContent(header, held: held, on: link, side: side, at: packet.record)
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
        header, content: text.rawBytes, isRepeated: isRepeated, loss: (followsLoss, mayFollowLoss),
        on: connection,
        link: link, side: side, in: packet)
      swap(&text, &opened)
      return
    case .unreadable:
      observer?.data(header, payload: payload, isReadable: false)
      return
    }
    take(
      header, content: content, isRepeated: isRepeated, loss: (followsLoss, mayFollowLoss),
      on: connection, link: link, side: side,
      in: packet)
  }

  /// A PDU that can be read.
  private func take(
    _ header: DataChannelPDUHeader, content: RawSpan, isRepeated: Bool,
    loss: (isCertain: Bool, isPossible: Bool), on connection: Connection, link: LinkLayerLink,
    side: Side, in packet: AirPacket
  ) {
    if isRepeated {
      if header.length > 0 { link.retransmissions += 1 }
      observer?.repeated(header, payload: content, from: side, on: connection)
      return
    }
    if header.length > 0, wantsEvents { tellUnheard(on: connection, link: link, at: packet.record) }
    let isStart = header.content == .start
    if header.length > 0, isStart || header.content == .continuation {
      fragment(
        content, isStart: isStart, followsLoss: isStart ? loss.isCertain : loss.isPossible,
        on: connection, side: side, in: packet)
      return
    }
    observer?.data(header, payload: content, isReadable: true)
    if header.content == .control {
      control(content, on: connection, link: link, side: side, in: packet)
    }
  }

  private func fragment(
    _ content: RawSpan, isStart: Bool, followsLoss: Bool, on connection: Connection, side: Side,
    in packet: AirPacket
  ) {
    // Nothing may be reassembled across a gap between two fragments.
    if followsLoss {
      connection.losses[side] &+= 1
      giveUpReassembly(on: connection, side: side, at: packet.record)
      lostFrames(on: connection, side: side, at: packet.record)
    }
    let outcome = join(
      content, isStart: isStart, isCut: packet.isCut, on: connection, side: side, at: packet.record)
    switch outcome {
    case .whole, .cut, .joined: return
    case .waiting, .skipped, .stray, .foreign:
      observer?.stopped(.fragmentOnAir(isStart: isStart))
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
      let link = LinkLayerLink(
        accessAddress: packet.accessAddress, central: nil, crcStart: nil)
      link.isUnjudged = true
      return openLink(link, at: packet.record, peer: nil, beginsInCapture: false)
    }
    let isPlausible = payload.isPlausible(header.content)
    guard isPlausible || mayBeEncrypted(header, in: packet) else { return nil }
    let link = LinkLayerLink(
      accessAddress: packet.accessAddress, central: nil, crcStart: nil)
    if !isPlausible { link.encryption = .on }
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
    if !isPlausible { link.encryption = .on }
    link.isUnjudged = false
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
