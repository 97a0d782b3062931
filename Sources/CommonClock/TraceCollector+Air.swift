import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList

/// What a sniffer heard.
extension TraceCollector {
  func linkLayer(_ record: CaptureRecord, bytes: RawSpan, at time: Double) {
    hasAir = true
    guard let radio = record.radio, let link = packet.link, link.crcOK != false else {
      return
    }
    if packet.plain.isEmpty {
      heard(record, radio: radio, link: link, bytes: bytes, at: time)
    } else {
      opened(packet.plain, in: record, radio: radio, link: link, at: time)
    }
  }

  private func opened(
    _ plain: borrowing ByteWriter, in record: CaptureRecord, radio: RadioInfo, link: LinkLayerInfo,
    at time: Double
  ) {
    heard(record, radio: radio, link: link, bytes: plain.bytes, at: time)
  }

  private func heard(
    _ record: CaptureRecord, radio: RadioInfo, link: LinkLayerInfo, bytes: RawSpan,
    at time: Double
  ) {
    var cursor = ByteCursor(bytes)
    guard let whole = try? LinkLayerPacket(&cursor, isCoded: radio.phy == .coded) else { return }
    if link.view.isAdvertising {
      if whole.accessAddress == LinkLayerPacket.advertisingAccessAddress {
        advertising(record, radio: radio, from: &cursor, at: time)
      }
      return
    }
    guard packet.connectionNumber > 0, let sender = packet.from,
      let header = try? DataChannelPDUHeader(&cursor)
    else { return }
    let number = Int32(clamping: packet.connectionNumber)
    guard extend(number, to: time) else { return }
    let airtime = Self.airtime(of: header.length, phy: radio.phy)
    let side = sender.side
    let state = airSide(number)
    if let connection = packet.connection {
      noteTerms(connection, number: number, at: time, frame: record.frame)
      state.events.hear(
        time, frame: record.frame, sender: sender, header: header,
        isRepeated: link.isRetransmission, on: connection)
    }
    let gap = time - state.end[side.other]
    // A peripheral answers at once, and a central at the latest with the next connection event.
    let interval = Double(packet.connection?.interval ?? 0)
    let isAsked =
      state.end[side.other] >= 0 && state.acknowledges[side.other] == header.sequenceNumber
      && gap < max(400_000, side == .central ? 1.1 * interval : 0)
    state.end[side] = time + airtime
    state.acknowledges[side] = header.acknowledges
    if let asked = state.open[side.other], asked.sighting.acknowledged < 0,
      asked.number != header.acknowledges
    {
      state.open[side.other]?.sighting.acknowledged = time + airtime
    }
    guard !link.isRetransmission else {
      if let open = state.open[side], open.isCurrent, header.length > 0,
        open.sighting.attempts < .max
      {
        state.open[side]?.sighting.attempts += 1
      }
      return
    }
    let isPart = header.length > 0 && header.content == .continuation
    if !isPart, let open = state.open[side], open.isCurrent {
      // Its sender goes on only after that.
      if open.sighting.acknowledged < 0 { state.open[side]?.sighting.acknowledged = time }
      state.open[side]?.isCurrent = false
    }
    let isAlternate = state.number[side] != header.sequenceNumber
    state.number[side] = header.sequenceNumber
    if !isAlternate, let open = state.open[side], open.last >= state.longest[side] {
      state.open[side]?.isDoubtful = true
    }
    guard header.length > 0 else { return }
    state.longest[side] = max(state.longest[side], header.length)
    var payload = cursor.takeRest().clamped(0, count: header.length)
    if case .byRecorder(let mic) = link.view.decryption {
      payload = payload.clamped(0, count: payload.byteCount - mic)
    }
    switch header.content {
    case .control:
      if sender == .central, !link.isEncrypted { accuracy(in: payload, number: number) }
      control(payload, link: link, number: number, record: record, at: time, airtime: airtime)
    case .start:
      close(state, side: side, isAlternate: isAlternate)
      state.open[side] = nil
      if link.isEncrypted {
        var sighting = Self.plain(
          .data, key: 0, at: time, record: record, place: .air, connection: number)
        sighting.depth = .length
        sighting.finish(sender, airtime: airtime, isFirm: isAsked)
        sighting.mayRepeat = !isAlternate
        state.open[side] = OpenSighting(
          sighting: sighting, octets: header.length - DataChannelPDUHeader.micSize,
          last: header.length, number: header.sequenceNumber)
      } else if var sighting = Self.data(
        payload, at: time, record: record, place: .air, sender: sender, connection: number)
      {
        sighting.finish(sender, airtime: airtime, isFirm: isAsked)
        sighting.mayRepeat = !isAlternate
        let size = Int(payload.uint16LittleEndian(at: 0)) + 4
        state.open[side] = OpenSighting(
          sighting: sighting, last: header.length, number: header.sequenceNumber,
          missing: size - payload.byteCount)
      }
    case .continuation:
      state.open[side]?.sighting.lastFrame = record.frame
      state.open[side]?.sighting.lastTime = time
      state.open[side]?.octets += header.length - DataChannelPDUHeader.micSize
      state.open[side]?.last = header.length
      state.open[side]?.number = header.sequenceNumber
      state.open[side]?.isCurrent = true
      state.open[side]?.missing -= payload.byteCount
      state.open[side]?.sighting.attempts = 1
      state.open[side]?.sighting.acknowledged = -1
      if !isAlternate { state.open[side]?.isDoubtful = true }
    case .reserved: break
    }
  }

  private func airSide(_ number: Int32) -> AirSide {
    if let known = air[number] { return known }
    let side = AirSide()
    air[number] = side
    return side
  }

  private func control(
    _ payload: RawSpan, link: LinkLayerInfo, number: Int32, record: CaptureRecord,
    at time: Double, airtime: Double
  ) {
    guard !link.isEncrypted, payload.byteCount > 1 else { return }
    let opcode = payload.uint8(at: 0)
    let length =
      switch opcode {
      case 0x03: 10
      case 0x09: 8
      case 0x0C: 5
      default: 0
      }
    guard length > 0, payload.byteCount > length else { return }
    let key = Self.key(.control, octets: payload.clamped(1, count: length), more: UInt64(opcode))
    var sighting = Self.plain(
      .control, key: key, at: time, record: record, place: .air, connection: number)
    sighting.airtime = airtime
    add(sighting)
  }

  /// Parts per million by the field SCA. Source: Core, Vol 6, Part B, 2.3.3.1.
  private static let accuracies = [500, 250, 150, 100, 75, 50, 30, 20]

  /// The central says anew how accurate its sleep clock is: the worst counts.
  private func accuracy(in payload: RawSpan, number: Int32) {
    // LL_CLOCK_ACCURACY_REQ and LL_CLOCK_ACCURACY_RSP.
    guard payload.byteCount > 1, [0x1D, 0x1E].contains(payload.uint8(at: 0)),
      let known = trace.links[number]?.accuracy
    else { return }
    trace.links[number]?.accuracy = max(known, Self.accuracies[Int(payload.uint8(at: 1) & 7)])
  }

  private func advertising(
    _ record: CaptureRecord, radio: RadioInfo, from cursor: inout ByteCursor, at time: Double
  ) {
    guard let header = try? AdvertisingPDUHeader(&cursor) else { return }
    let airtime = Self.airtime(of: header.length, phy: radio.phy)
    let payload = cursor.takeRest().clamped(0, count: header.length)
    var rest = ByteCursor(payload)
    let type: UInt8
    switch header.kind {
    case .connectRequest:
      guard let connect = try? ConnectIndication(&rest, header) else { return }
      let number = Int32(clamping: packet.connectionNumber)
      extend(number, to: time)
      trace.links[number]?.accuracy = Self.accuracies[Int(connect.sleepClockAccuracy & 7)]
      // Each host knows of the other one.
      for address in [connect.advertiser, connect.initiator] {
        let key = Self.key(
          connecting: address.value, interval: connect.interval, latency: connect.latency,
          timeout: connect.timeout)
        var sighting = Self.plain(
          .connect, key: key, at: time, record: record, place: .air, connection: number)
        sighting.airtime = airtime
        add(sighting)
      }
      return
    case .advInd: type = 0
    case .advDirectInd: type = 1
    case .advScanInd: type = 2
    case .advNonconnInd: type = 3
    case .scanResponse: type = 4
    default: return
    }
    guard let pdu = try? LegacyAdvertising(&rest, header) else { return }
    let key = Self.key(
      advertised: pdu.sender.value, type: AdvertisingType(legacy: type),
      data: payload.clamped(pdu.data.lowerBound, count: pdu.data.count))
    var onChannel = FNV1a(from: UInt64(key))
    onChannel.add(UInt64(radio.channel ?? 0) + 1)
    var sighting = Self.advertisement(
      key, whole: UInt32(truncatingIfNeeded: onChannel.value), depth: .whole, at: time,
      record: record, place: .air)
    sighting.airtime = airtime
    add(sighting)
  }

  /// Nanoseconds from the first bit of a packet to its last one.
  ///
  /// - octets: of its payload. Source: Core, Vol 6, Part B, 2.1 and 2.2; the Coded PHY at its slower rate.
  private static func airtime(of octets: Int, phy: RadioPHY) -> Double {
    let octets = Double(octets)
    return switch phy {
    case .le1M: 8000 * (octets + 10)
    case .le2M: 4000 * (octets + 11)
    case .coded: 720_000 + 64_000 * (octets + 5)
    }
  }
}

extension Sighting {
  fileprivate mutating func finish(_ sender: LinkRole, airtime: Double, isFirm: Bool) {
    self.sender = sender
    self.airtime = airtime
    self.isFirm = isFirm
  }
}
