import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What is told of L2CAP channels.
extension GATTSession {
  /// Begins the note on a channel, its text with the channel's number.
  func beginChannel(
    _ action: StaticString, _ channel: CreditBasedChannel, _ connection: Connection,
    _ record: CaptureRecord
  ) -> Event {
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    if channel.number > 0 { fields.own.add("l2cap_channel", channel.number) }
    fields.own.add("action", word: action)
    fields.own.add("psm", channel.psm.rawValue)
    fields.own.add("source_cid", channel.source.cid)
    fields.own.add("destination_cid", channel.destination.cid)
    fields.decoded.text.append("channel")
    if channel.number > 0 {
      fields.decoded.text.append(" ")
      fields.decoded.text.append(decimal: channel.number)
    }
    return event
  }

  func answer(_ event: inout Event, _ waiting: PendingSignal) {
    event.requestFrame = waiting.frame
    event.requestTime = waiting.time
    event.responseTime = event.time.nanoseconds(since: waiting.time)
  }

  func addTerms(_ channel: CreditBasedChannel) {
    fields.own.add("source_mtu", channel.source.mtu, .octets)
    fields.own.add("destination_mtu", channel.destination.mtu, .octets)
    fields.own.add("source_mps", channel.source.mps, .octets)
    fields.own.add("destination_mps", channel.destination.mps, .octets)
  }

  func addResult(_ name: StaticString?, _ code: UInt16) {
    if let name { fields.own.add("result", word: name) }
    fields.own.add("result_code", code)
  }

  /// `CIDs 0040 and 0041, MTU 247 and 517, MPS 64 and 64`: the source's first.
  func appendTerms(_ channel: CreditBasedChannel) {
    let source = channel.source
    let destination = channel.destination
    fields.decoded.text.append("CIDs ")
    fields.decoded.text.append(upperHex: UInt64(source.cid), digits: 4)
    fields.decoded.text.append(" and ")
    fields.decoded.text.append(upperHex: UInt64(destination.cid), digits: 4)
    fields.decoded.text.append(", MTU ")
    fields.decoded.text.append(decimal: UInt64(source.mtu))
    fields.decoded.text.append(" and ")
    fields.decoded.text.append(decimal: UInt64(destination.mtu))
    fields.decoded.text.append(", MPS ")
    fields.decoded.text.append(decimal: UInt64(source.mps))
    fields.decoded.text.append(" and ")
    fields.decoded.text.append(decimal: UInt64(destination.mps))
  }

  /// Tells the MTU of the ATT bearer on a channel.
  func tellMTU(
    _ channel: CreditBasedChannel, _ waiting: PendingSignal, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard let bearer = channel.bearer else { return }
    var event = begin(.mtu, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    answer(&event, waiting)
    fields.own.add("l2cap_channel", channel.number)
    fields.own.add("mtu", bearer.mtu, .octets)
    fields.own.add("client_mtu", channel.source.mtu, .octets)
    fields.own.add("server_mtu", channel.destination.mtu, .octets)
    fields.decoded.text.append(decimal: UInt64(bearer.mtu))
    fields.decoded.text.append(" on channel ")
    fields.decoded.text.append(decimal: channel.number)
    emit(event)
  }

  /// Ends a channel: what is under way on it, and its totals.
  func channelEnded(
    _ channel: CreditBasedChannel, _ action: StaticString, _ how: StaticString,
    _ connection: Connection, _ record: CaptureRecord, _ waiting: PendingSignal?, ending: Ending
  ) {
    for side in 0...1 { giveUpSDU(channel, side, connection, record) }
    if let bearer = channel.bearer { settle(bearer, connection, record, ending: ending) }
    channel.state = .closed
    var event = beginChannel(action, channel, connection, record)
    if let waiting {
      answer(&event, waiting)
    } else if action.isSame("ended") {
      event.direction = .unknown
      event.from = nil
    }
    fields.own.add("source_sdus", channel.destination.sdus)
    fields.own.add("source_octets", channel.destination.octets, .octets)
    fields.own.add("destination_sdus", channel.source.sdus)
    fields.own.add("destination_octets", channel.source.octets, .octets)
    fields.decoded.text.append(how)
    fields.decoded.text.append(": ")
    appendTotals(channel.ends[1], connection.link == nil ? "sent " : "central ")
    fields.decoded.text.append("; ")
    appendTotals(channel.ends[0], connection.link == nil ? "received " : "peripheral ")
    emit(event)
  }

  private func appendTotals(_ end: ChannelEnd, _ word: StaticString) {
    fields.decoded.text.append(word)
    fields.decoded.text.append(end.sdus, "SDU")
    fields.decoded.text.append(", ")
    fields.decoded.text.append(end.octets, "byte")
  }

  /// Tells a response whose request is not in the capture.
  func withoutRequest(
    _ signal: L2CAPSignal, _ connection: Connection, _ record: CaptureRecord
  ) {
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    fields.decoded.text.append(L2CAPSignalName.name(code: signal.code.rawValue) ?? "response")
    fields.decoded.text.append(" without its request")
    emit(event)
  }

  /// Tells a signalling command that was never answered.
  func unanswered(
    _ waiting: PendingSignal, _ connection: Connection, _ record: CaptureRecord, ending: Ending
  ) {
    var event = begin(.note, record, connection)
    event.subject = .channel
    event.direction = waiting.side == 0 ? .sent : .received
    event.from = sender(event.direction, connection)
    event.requestFrame = waiting.frame
    event.requestTime = waiting.time
    event.isProblem = ending != .captureEnds
    fields.own.add("action", word: "unanswered")
    switch waiting.content {
    case .connect(let request):
      fields.own.add("psm", request.spsm)
      for cid in request.sourceCIDs {
        fields.own.add("source_cids", .integer(Int64(cid)), .none, .element)
      }
      fields.decoded.text.append("request for ")
      fields.decoded.text.append(request.sourceCIDs.count, "channel")
      fields.decoded.text.append(", ")
      fields.decoded.text.append(L2CAPServicePSM(rawValue: request.spsm))
    case .disconnect(let ends):
      fields.own.add("source_cid", ends.sourceCID)
      fields.own.add("destination_cid", ends.destinationCID)
      fields.decoded.text.append("disconnection of a channel, ")
      fields.decoded.text.append(upperHex: UInt64(ends.sourceCID), digits: 4)
      fields.decoded.text.append(" and ")
      fields.decoded.text.append(upperHex: UInt64(ends.destinationCID), digits: 4)
    case .reconfigure(let request):
      fields.decoded.text.append("reconfiguration of ")
      fields.decoded.text.append(request.cids.count, "channel")
    }
    fields.decoded.text.append(": ")
    fields.decoded.text.append(ending.remark)
    emit(event)
  }

  /// Tells what a sender must not do: an event the first time, and a finding that counts.
  func fault(
    _ fault: ChannelFault, _ channel: CreditBasedChannel, _ receiver: Int,
    _ connection: Connection, _ record: CaptureRecord
  ) {
    if channel.ends[receiver].told.insert(fault).inserted {
      var event = beginChannel("fault", channel, connection, record)
      event.isProblem = true
      fields.decoded.text.append(": ")
      fields.decoded.text.append(fault.text)
      emit(event)
    }
    find(
      connection, record,
      key: "\(connection.ordinal) channel \(channel.number) \(receiver) \(fault.rawValue)"
    ) { text in
      text.append("L2CAP channel ")
      text.append(decimal: channel.number)
      text.append(", ")
      text.append(fault.text)
      text.append(", frame ")
      text.append(decimal: record.frame)
    }
  }

  /// Tells an SDU whose rest never came, and forgets it.
  func giveUpSDU(
    _ channel: CreditBasedChannel, _ receiver: Int, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard channel.ends[receiver].reassembler.isOpen else { return }
    let first = channel.ends[receiver].reassembler.startFrame
    let held = channel.ends[receiver].reassembler.reset()
    reassemblyOctets -= held
    var event = beginChannel("fault", channel, connection, record)
    event.direction = receiver == 1 ? .sent : .received
    event.from = sender(event.direction, connection)
    fields.decoded.text.append(": an SDU was never completed (frame ")
    fields.decoded.text.append(decimal: first)
    fields.decoded.text.append(")")
    emit(event)
  }
}
