/// What the controllers tell of a connection, and what peripherals ask for.
extension History {
  func control(_ link: Link) {
    switch draws.below(7) {
    case 0: updateConnection(link)
    case 1: updatePHY(link)
    case 2: changeDataLength(link)
    case 3: readVersion(link)
    case 4, 5: askForParameters(link)
    default: remoteAsksForParameters(link)
    }
  }

  private func updateConnection(_ link: Link) {
    let parameters = linkParameters()
    let status = draws.chance(10) ? 0x0C : 0
    let moment = event(
      link.host,
      HCIPackets.leEvent(
        0x03, [UInt8(status)] + little16(link.handle) + parameters.flatMap { little16($0) }))
    if status == 0 { see(link, moment) }
    touch(link, moment)
    endControllerRequest(link, accepted: nil, at: moment)
    guard link.ordinal != nil else { return }
    count("connection updates")
    var told = line("connection_updated", moment, link)
    if status == 0 { addLink(&told, parameters) } else { addReason(&told, status) }
    story.tell(told)
  }

  private func updatePHY(_ link: Link) {
    let tx = draws.draw(1...3)
    let rx = draws.draw(1...3)
    let moment = event(
      link.host,
      HCIPackets.leEvent(0x0C, [0] + little16(link.handle) + [UInt8(tx), UInt8(rx)]))
    see(link, moment)
    touch(link, moment)
    count("PHY updates")
    let names = ["1M", "2M", "Coded"]
    var told = line("phy_updated", moment, link)
    told.add("tx_phy", names[tx - 1])
    told.add("rx_phy", names[rx - 1])
    story.tell(told)
  }

  private func changeDataLength(_ link: Link) {
    let values = [draws.draw(27...251), draws.draw(328...2120), draws.draw(27...251), 2120]
    let moment = event(
      link.host,
      HCIPackets.leEvent(0x07, little16(link.handle) + values.flatMap { little16($0) }))
    see(link, moment)
    touch(link, moment)
    count("data lengths")
    var told = line("data_length", moment, link)
    for (key, value) in zip(["tx_octets", "tx_time_us", "rx_octets", "rx_time_us"], values) {
      told.add(key, value)
    }
    story.tell(told)
  }

  private func readVersion(_ link: Link) {
    let version = draws.draw(6...13)
    let company = draws.draw(0...100)
    let subversion = draws.below(0x10000)
    let moment = event(
      link.host,
      HCIPackets.event(
        0x0C,
        [0] + little16(link.handle) + [UInt8(version)] + little16(company)
          + little16(subversion)))
    // A classic connection has a version, too: by this alone nobody knows one of LE.
    guard link.ordinal != nil else { return }
    touch(link, moment)
    count("versions")
    var told = line("note", moment, link)
    told.add("version_code", version)
    told.add("company_code", company)
    told.add("subversion", subversion)
    story.tell(told)
  }

  // MARK: Connection parameters

  /// Minimum, maximum, latency, time-out, as the peripheral wants them.
  private func wishedParameters() -> [Int] {
    let least = draws.draw(6...100)
    return [least, least + draws.below(3) * 10, draws.below(5), draws.draw(50...600)]
  }

  private func addWish(_ event: inout ExpectedEvent, _ values: [Int]) {
    event.add("interval_min_ms", values[0], unit: 1250)
    event.add("interval_max_ms", values[1], unit: 1250)
    event.add("peripheral_latency", values[2])
    event.add("supervision_timeout_ms", values[3], unit: 10_000)
  }

  /// On the signalling channel (Vol 3, Part A, 4.20).
  private func askForParameters(_ link: Link) {
    let values = wishedParameters()
    let side: Side = link.hostIsCentral ? .peer : .host
    guard !link.isAskingForParameters else { return }
    link.isAskingForParameters = true
    link.signal = link.signal % 255 + 1
    let identifier = UInt8(link.signal)
    let accepted = draws.chance(70)
    let request = [0x12, identifier] + little16(8) + values.flatMap { little16($0) }
    send(link, side, channel: 5, request) { [self] moment in
      if moment.isRecorded { link.parameterRequest = (moment, values) }
      learnRoles(link, moment)
      guard !draws.chance(5) else { return }
      let answer = [0x13, identifier] + little16(2) + little16(accepted ? 0 : 1)
      send(link, side.other, channel: 5, answer) { [self] answered in
        learnRoles(link, answered)
        endParameterRequest(link, accepted: accepted, at: answered)
        link.isAskingForParameters = false
      }
    }
  }

  func endParameterRequest(_ link: Link, accepted: Bool?, at moment: Moment) {
    guard let (request, values) = link.parameterRequest else { return }
    link.parameterRequest = nil
    count("parameter requests")
    let side: Side = link.hostIsCentral ? .peer : .host
    tellWish(request, values, of: side, link, accepted: accepted, at: moment)
  }

  /// What the controller has asked the host about.
  func endControllerRequest(_ link: Link, accepted: Bool?, at moment: Moment) {
    guard let (request, values) = link.controllerRequest else { return }
    link.controllerRequest = nil
    count("parameter requests of the link layer")
    tellWish(request, values, of: .peer, link, accepted: accepted, at: moment)
  }

  private func tellWish(
    _ request: Moment, _ values: [Int], of side: Side, _ link: Link, accepted: Bool?,
    at moment: Moment
  ) {
    var event = line("note", moment, link, from: side)
    event.request = request
    addWish(&event, values)
    if let accepted {
      event.response = moment.time - request.time
      event.add("accepted", accepted)
    }
    story.tell(event)
  }

  /// The link layer's own procedure, told by the controller.
  private func remoteAsksForParameters(_ link: Link) {
    let values = wishedParameters()
    let moment = event(
      link.host,
      HCIPackets.leEvent(0x06, little16(link.handle) + values.flatMap { little16($0) }))
    see(link, moment)
    touch(link, moment)
    endControllerRequest(link, accepted: nil, at: moment)
    if moment.isRecorded { link.controllerRequest = (moment, values) }
  }
}
