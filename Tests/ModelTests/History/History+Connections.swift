/// How connections begin and end.
extension History {
  /// A connection stands: its Connection Complete.
  func connect(_ host: Host, _ device: Device, asCentral: Bool, handle: Int) {
    // Data may come before its Connection Complete: a stranger that was met by its data a moment ago
    // would be taken for the new connection.
    let old = host.links.first { $0.handle == handle }
    if let old, !old.isKnown, old.ordinal != nil, now - old.seen < 2_000_000 { return }
    let parameters = linkParameters()
    let enhanced = draws.chance(40)
    let role: UInt8 = asCentral ? 0 : 1
    let moment = event(
      host,
      HCIPackets.leEvent(
        enhanced ? 0x0A : 0x01,
        [0] + little16(handle) + [role, UInt8(device.air.kind)] + device.air.wire
          + (enhanced ? [UInt8](repeating: 0, count: 12) : [])
          + parameters.flatMap { little16($0) } + [0]))
    if let old {
      // The controller gives the handle out again: the old connection has gone unheard.
      count("handles used again")
      tellCut(old, by: "unknown", at: moment)
      lose(old, at: moment)
    }
    let mtus = [[23, 65, 185, 247, 517][draws.below(5)], [23, 48, 103, 247, 679][draws.below(5)]]
    let link = Link(host, device, handle: handle, hostIsCentral: asCentral, receiveMTU: mtus)
    host.links.append(link)
    if host.bonds.contains(ObjectIdentifier(device)), draws.chance(60) {
      link.isSecuring = true
      encrypt(link)
    }
    guard moment.isRecorded else { return }
    if asCentral { host.attempt = nil }
    link.isKnown = true
    link.beginsInCapture = true
    link.airIsShown = true
    link.knowsRoles = true
    number(device.meet(device.air, moment), moment)
    see(link, moment)
    var told = line("connected", moment, link)
    told.add("role", asCentral ? "central" : "peripheral")
    addLink(&told, parameters)
    story.tell(told)
    if !asCentral { endLegacyAdvertising(host, moment) }
    count(asCentral ? "connections as central" : "connections as peripheral")
  }

  /// Interval, latency, time-out.
  func linkParameters() -> [Int] {
    [draws.draw(6...800), draws.chance(70) ? 0 : draws.draw(1...30), draws.draw(50...600)]
  }

  func addLink(_ event: inout ExpectedEvent, _ parameters: [Int]) {
    event.add("interval_ms", parameters[0], unit: 1250)
    event.add("peripheral_latency", parameters[1])
    event.add("supervision_timeout_ms", parameters[2], unit: 10_000)
  }

  // MARK: Ends

  static let reasons: [Int: String] = [
    0x08: "Connection Timeout", 0x13: "Remote User Terminated Connection",
    0x15: "Remote Device Terminated Connection due to Power Off",
    0x16: "Connection Terminated By Local Host",
    0x3D: "Connection Terminated due to MIC Failure",
    0x3E: "Connection Failed to be Established",
    0x02: "Unknown Connection Identifier", 0x0C: "Command Disallowed",
  ]

  func addReason(_ event: inout ExpectedEvent, _ code: Int) {
    if let name = Self.reasons[code] { event.add("reason", name) }
    event.add("reason_code", code)
  }

  /// Disconnection Complete.
  func disconnected(_ link: Link, reason: Int) {
    guard link.isOpen else { return }
    let moment = event(
      link.host, HCIPackets.event(0x05, [0] + little16(link.handle) + [UInt8(reason)]))
    touch(link, moment)
    if link.ordinal != nil, moment.isRecorded {
      var told = line("disconnected", moment, link)
      if let request = link.disconnectRequest {
        told.request = request
        told.response = moment.time - request.time
      }
      addReason(&told, reason)
      told.add(
        "by",
        reason == 0x16
          ? "local"
          : (0x13...0x15).contains(reason)
            ? link.isEndAccepted && reason == 0x13 ? "unknown" : "remote"
            : link.isEndAccepted ? "local" : "unknown")
      story.tell(told)
      count("disconnections")
    }
    lose(link, at: moment)
    if draws.chance(40) { changeAddress(link.device) }
  }

  /// The connection ends without an event of its own.
  func tellCut(_ link: Link, by side: String, at moment: Moment) {
    guard link.ordinal != nil, moment.isRecorded else { return }
    var told = line("disconnected", moment, link)
    told.add("by", side)
    told.isNoted = true
    story.tell(told)
    count("connections cut off")
  }

  /// Something of the connection is in the capture: what has waited for 30 s by now is over.
  func touch(_ link: Link, _ moment: Moment) {
    guard link.ordinal != nil, moment.isRecorded else { return }
    for bearer in link.bearers {
      for client in [Side.host, .peer] {
        if let open = bearer[client].open, open.moment.isRecorded, isOver(open.moment, link, moment)
        {
          tellUnanswered(open, bearer, client, at: moment)
          bearer[client].open = nil
        }
        if let waiting = bearer[client].indication, waiting.place != nil,
          waiting.event.moment.isRecorded,
          moment.time - waiting.event.moment.time >= 30_000_000
        {
          endIndication(bearer, client, confirmed: nil)
          // No other one may follow.
          bearer[client].indication = (nil, waiting.event)
        }
      }
    }
  }

  /// The time of a request is over. Nobody knows that where the capture may be an excerpt.
  func isOver(_ start: Moment, _ link: Link, _ moment: Moment) -> Bool {
    (link.beginsInCapture || hasControl) && moment.time - start.time >= 30_000_000
  }

  /// The roles of a connection that began before the capture, by what only one side does.
  func learnRoles(_ link: Link, _ moment: Moment) {
    guard link.ordinal != nil, moment.isRecorded, !link.knowsRoles else { return }
    link.knowsRoles = true
    var event = line("note", moment, link)
    event.add("role", link.role(.host))
    story.tell(event)
    count("roles learned")
  }

  /// The connection is no more, whether or not an event said so.
  func lose(_ link: Link, at moment: Moment) {
    if link.ordinal != nil, moment.isRecorded {
      story.loosen(moment)
      settle(link, at: moment)
    }
    link.isOpen = false
    link.host.links.removeAll { $0 === link }
  }

  /// Tells whatever is under way on a connection whose end is here.
  func settle(_ link: Link, at moment: Moment) {
    for bearer in link.bearers {
      for client in [Side.host, .peer] {
        endLongRead(bearer, client)
        endIndication(bearer, client, confirmed: nil)
        if let open = bearer[client].open { tellUnanswered(open, bearer, client, at: moment) }
        bearer[client].open = nil
      }
    }
    for client in [Side.host, .peer] {
      if !link.queues[client.rawValue].isEmpty {
        link.queues[client.rawValue].removeAll()
        story.tell(line("note", moment, link, from: client))
        count("queued writes never executed")
      }
    }
    if let pairing = link.pairing {
      var event = line("security", moment, link)
      event.request = pairing.request
      event.add("step", "pairing_incomplete")
      story.tell(event)
      count("pairings broken off")
    }
    link.pairing = nil
    endParameterRequest(link, accepted: nil, at: moment)
    endControllerRequest(link, accepted: nil, at: moment)
    settleChannels(link, at: moment)
    for side in [Side.host, .peer] where link.outgoing[side.rawValue].first?.begun == true {
      story.tell(line("note", moment, link, from: side))
      count("PDUs never completed")
    }
    link.outgoing = [[], []]
  }
}
