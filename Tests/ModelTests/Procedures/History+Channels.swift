/// L2CAP channels with credits, for enhanced ATT.
extension History {
  // MARK: Data

  /// Sends an SDU on a channel, in frames: as many at once as there are credits.
  func send(
    _ bearer: Bearer, _ side: Side, _ payload: [UInt8], _ delivered: @escaping (Moment) -> Void
  ) {
    guard let channel = bearer.channel else { return send(bearer.link, side, payload, delivered) }
    var rest = (little16(payload.count) + payload)[...]
    while !rest.isEmpty {
      let frame = Array(rest.prefix(channel.sizes[side.other.rawValue]))
      rest = rest.dropFirst(frame.count)
      let isLast = rest.isEmpty
      if !isLast { count("frames of SDUs in several") }
      channel.waiting[side.rawValue].append(
        (
          frame,
          { moment in
            channel.isInsideSDU[side.rawValue] = !isLast
            guard isLast else { return }
            channel.sent[side.rawValue].sdus += 1
            channel.sent[side.rawValue].octets += payload.count
            delivered(moment)
          }
        ))
    }
    pump(bearer.link, channel, side)
  }

  private func pump(_ link: Link, _ channel: Channel, _ side: Side) {
    while channel.credits[side.rawValue] > 0, !channel.waiting[side.rawValue].isEmpty {
      channel.credits[side.rawValue] -= 1
      let (frame, delivered) = channel.waiting[side.rawValue].removeFirst()
      send(link, side, channel: channel.cids[side.other.rawValue], frame) { [self] moment in
        delivered(moment)
        if channel.credits[side.rawValue] == 0 || draws.chance(30) { credit(link, channel, side) }
      }
    }
  }

  /// The receiver gives a side further credits.
  private func credit(_ link: Link, _ channel: Channel, _ side: Side) {
    guard !channel.isCredited[side.rawValue], !channel.isClosing else { return }
    channel.isCredited[side.rawValue] = true
    let credits = draws.draw(1...4)
    let body = little16(channel.cids[side.other.rawValue]) + little16(credits)
    signal(link, side.other, 0x16, body) { [self] _ in
      channel.isCredited[side.rawValue] = false
      channel.credits[side.rawValue] += credits
      count("credits")
      pump(link, channel, side)
    }
  }

  /// - identifier: that of the request that is answered.
  /// - Returns: the identifier.
  @discardableResult
  private func signal(
    _ link: Link, _ side: Side, _ code: UInt8, identifier: Int? = nil, _ body: [UInt8],
    _ delivered: @escaping (Moment) -> Void
  ) -> Int {
    if identifier == nil { link.signal = link.signal % 255 + 1 }
    let identifier = identifier ?? link.signal
    let pdu = [code, UInt8(identifier)] + little16(body.count) + body
    send(link, side, channel: 5, pdu, delivered)
    return identifier
  }

  // MARK: Opening and closing

  /// Channels open and close only within the capture: what runs over one whose opening it does not
  /// show is not decoded.
  func changeChannels(_ link: Link) {
    guard isRecording, !link.isSettingUpChannels else { return }
    let idle = link.bearers.filter { $0.channel != nil && $0.isIdle }
    if let bearer = draws.one(of: idle), let channel = bearer.channel, draws.chance(35) {
      closeChannel(channel, link)
    } else if link.bearers.count < 4 {
      openChannels(link)
    }
  }

  private func openChannels(_ link: Link) {
    link.isSettingUpChannels = true
    let asker: Side = draws.chance(50) ? .host : .peer
    let mtus = [draws.draw(64...400), draws.draw(64...400)]
    let sizes = [draws.draw(64...80), draws.draw(64...80)]
    let credits = [draws.draw(1...5), draws.draw(1...5)]
    let count = draws.draw(1...2)
    // Some are refused: all of them, or the last one.
    let given = draws.weighted([(8, count), (1, count - 1), (1, 0)])
    func take(_ side: Side, _ count: Int) -> [Int] {
      link.nextCID[side.rawValue] += count
      return Array(link.nextCID[side.rawValue] - count..<link.nextCID[side.rawValue])
    }
    let sources = take(asker, count)
    let destinations = take(asker.other, given)
    func terms(_ side: Side) -> [UInt8] {
      little16(mtus[side.rawValue]) + little16(sizes[side.rawValue])
        + little16(credits[side.rawValue])
    }
    let request = little16(0x27) + terms(asker) + sources.flatMap { little16($0) }
    let result = given == count ? 0 : 4
    let ids = destinations + [Int](repeating: 0, count: count - given)
    let response = terms(asker.other) + little16(result) + ids.flatMap { little16($0) }
    var identifier = 0
    identifier = signal(link, asker, 0x17, request) { [self] moment in
      let list = sources.map { String($0) }.joined(separator: ",")
      link.channelSignal = (moment, asker, [("psm", "39"), ("source_cids", "[\(list)]")])
      signal(link, asker.other, 0x18, identifier: identifier, response) { [self] answered in
        link.channelSignal = nil
        link.isSettingUpChannels = false
        for (index, source) in sources.enumerated() {
          guard index < given else {
            tellRefused(source, link, asker, moment, answered)
            continue
          }
          link.openedChannels += 1
          let ends = [source, destinations[index]]
          let channel = Channel(
            number: link.openedChannels, asker: asker,
            cids: asker == .host ? ends : ends.reversed(),
            mtus: mtus, sizes: sizes, credits: credits.reversed())
          link.open(channel)
          tellOpened(channel, link, credits, moment, answered)
        }
      }
    }
  }

  private func channelLine(
    _ kind: String, _ link: Link, _ side: Side, _ request: Moment, _ answer: Moment
  ) -> ExpectedEvent {
    var event = line(kind, answer, link, from: side)
    event.request = request
    event.response = answer.time - request.time
    return event
  }

  private func tellRefused(
    _ source: Int, _ link: Link, _ asker: Side, _ request: Moment, _ answer: Moment
  ) {
    count("refused channels")
    var event = channelLine("note", link, asker.other, request, answer)
    event.add("action", "refused")
    event.add("psm", 0x27)
    event.add("source_cid", source)
    event.add("result", "no resources available")
    event.add("result_code", 4)
    story.tell(event)
  }

  private func tellOpened(
    _ channel: Channel, _ link: Link, _ credits: [Int], _ request: Moment, _ answer: Moment
  ) {
    count("channels")
    let source = channel.asker.rawValue
    let destination = channel.asker.other.rawValue
    var event = channelLine("note", link, channel.asker.other, request, answer)
    event.channel = channel.number
    event.add("action", "opened")
    event.own += channel.own
    event.add("source_mtu", channel.mtus[source])
    event.add("destination_mtu", channel.mtus[destination])
    event.add("source_mps", channel.sizes[source])
    event.add("destination_mps", channel.sizes[destination])
    event.add("source_initial_credits", credits[source])
    event.add("destination_initial_credits", credits[destination])
    event.add("result", "successful")
    event.add("result_code", 0)
    story.tell(event)
    var mtu = channelLine("mtu", link, channel.asker.other, request, answer)
    mtu.channel = channel.number
    mtu.add("mtu", min(channel.mtus[0], channel.mtus[1]))
    mtu.add("client_mtu", channel.mtus[source])
    mtu.add("server_mtu", channel.mtus[destination])
    story.tell(mtu)
  }

  private func closeChannel(_ channel: Channel, _ link: Link) {
    link.isSettingUpChannels = true
    channel.isClosing = true
    let side: Side = draws.chance(50) ? .host : .peer
    let own = channel.cids[side.rawValue]
    let other = channel.cids[side.other.rawValue]
    let ends = little16(other) + little16(own)
    var identifier = 0
    identifier = signal(link, side, 0x06, ends) { [self] moment in
      link.channelSignal = (
        moment, side, [("source_cid", String(own)), ("destination_cid", String(other))]
      )
      signal(link, side.other, 0x07, identifier: identifier, ends) { [self] answered in
        link.channelSignal = nil
        link.isSettingUpChannels = false
        count("channels closed")
        var event = channelLine("note", link, side.other, moment, answered)
        addTotals(&event, channel, "closed")
        story.tell(event)
        link.close(channel)
      }
    }
  }

  private func addTotals(_ event: inout ExpectedEvent, _ channel: Channel, _ action: String) {
    event.channel = channel.number
    event.add("action", action)
    event.own += channel.own
    let source = channel.sent[channel.asker.rawValue]
    let destination = channel.sent[channel.asker.other.rawValue]
    event.add("source_sdus", source.sdus)
    event.add("source_octets", source.octets)
    event.add("destination_sdus", destination.sdus)
    event.add("destination_octets", destination.octets)
  }

  /// Tells what becomes of a connection's channels at its end.
  func settleChannels(_ link: Link, at moment: Moment) {
    if let (request, side, own) = link.channelSignal {
      link.channelSignal = nil
      var event = line("note", moment, link, from: side)
      event.request = request
      event.add("action", "unanswered")
      event.own += own
      story.tell(event)
    }
    for channel in link.bearers.compactMap(\.channel) {
      for side in [Side.host, .peer] where channel.isInsideSDU[side.rawValue] {
        count("SDUs never completed")
        var event = line("note", moment, link, from: side)
        event.channel = channel.number
        event.add("action", "fault")
        event.own += channel.own
        story.tell(event)
      }
      count("channels ended with their connection")
      var event = line("note", moment, link)
      addTotals(&event, channel, "ended")
      story.tell(event)
      link.close(channel)
    }
  }
}
