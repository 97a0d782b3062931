/// Values that servers send on their own, and the exchange of the MTU.
extension History {
  /// A value as the characteristic has them, no longer than a PDU takes.
  private func anyPush(_ bearer: Bearer, _ client: Side, _ property: Int, room: Int)
    -> (ModelCharacteristic, [UInt8])?
  {
    let all = bearer.server(of: client).characteristics.filter {
      $0.allows(property) && $0.uuid != .serviceChanged
    }
    guard let one = draws.one(of: all) else { return nil }
    let value: [UInt8] =
      switch one.uuid.text {
      case "2A19": [UInt8(draws.below(101))]
      case "2A37": [0, UInt8(draws.draw(40...200))]
      default: draws.bytes(draws.chance(75) ? draws.below(20) : room)
      }
    return value.count <= room ? (one, value) : nil
  }

  func notify(_ bearer: Bearer, _ client: Side) {
    guard
      let (one, value) = anyPush(bearer, client, ModelCharacteristic.notify, room: bearer.mtu - 3)
    else { return }
    send(bearer, client.other, [0x1B] + little16(one.value.handle) + value) { [self] moment in
      tellPush("notification", one, value, moment, bearer, client)
    }
  }

  /// Several values in one PDU (Vol 3, Part F, 3.4.7.4).
  func notifySeveral(_ bearer: Bearer, _ client: Side) {
    var list: [(ModelCharacteristic, [UInt8])] = []
    var room = bearer.mtu - 1
    for _ in 0..<draws.draw(2...3) {
      guard room > 4,
        let found = anyPush(bearer, client, ModelCharacteristic.notify, room: room - 4)
      else { continue }
      room -= 4 + found.1.count
      list.append(found)
    }
    guard list.count > 1 else { return }
    var pdu: [UInt8] = [0x23]
    for (one, value) in list { pdu += little16(one.value.handle) + little16(value.count) + value }
    send(bearer, client.other, pdu) { [self] moment in
      for (one, value) in list {
        tellPush("notification", one, value, moment, bearer, client, isNoted: true)
      }
      count("notifications of several values")
    }
  }

  private func tellPush(
    _ kind: String, _ one: ModelCharacteristic, _ value: [UInt8], _ moment: Moment,
    _ bearer: Bearer, _ client: Side, isNoted: Bool = false
  ) {
    guard moment.isRecorded else { return }
    count("\(kind)s")
    var event = pushLine(kind, one, value, moment, bearer, client)
    event.isNoted = isNoted
    story.tell(event)
  }

  private func pushLine(
    _ kind: String, _ one: ModelCharacteristic, _ value: [UInt8], _ moment: Moment,
    _ bearer: Bearer, _ client: Side
  ) -> ExpectedEvent {
    let shown = bearer.shown(to: client)
    shown.use(one.value.handle)
    shown.noteSent(one.value.handle, kind == "notification" ? 1 : 2)
    shown.note(value, of: one.value.handle, at: moment)
    var event = line(kind, moment, bearer, from: client.other)
    event.handle = one.value.handle
    countNamed(one.value.handle, bearer, client)
    event.path = shown.path(of: one.value.handle)
    setValue(&event, value, one.value.handle, bearer, client)
    return event
  }

  // MARK: Indications

  /// One at a time; told at its own record, with the time to its confirmation.
  func indicate(_ bearer: Bearer, _ client: Side) {
    guard bearer[client].indication == nil,
      let (one, value) = anyPush(bearer, client, ModelCharacteristic.indicate, room: bearer.mtu - 3)
    else { return }
    // Taken, until it is confirmed.
    bearer[client].indication = (nil, ExpectedEvent("indication", last))
    send(bearer, client.other, [0x1D] + little16(one.value.handle) + value) { [self] moment in
      if moment.isRecorded {
        count("indications")
        bearer[client].indication = (
          story.reserve(), pushLine("indication", one, value, moment, bearer, client)
        )
      }
      guard !draws.chance(2) else { return }
      if draws.chance(8) { wait(31_000_000) }
      send(bearer, client, [0x1E]) { [self] confirmed in
        endIndication(bearer, client, confirmed: confirmed)
      }
    }
  }

  func endIndication(_ bearer: Bearer, _ client: Side, confirmed: Moment?) {
    guard let (place, told) = bearer[client].indication else { return }
    bearer[client].indication = nil
    guard let place else {
      guard let confirmed else { return }
      var event = line("note", confirmed, bearer, from: client)
      // Without a handle, its indication is not in the capture; else its time was over.
      if let handle = told.handle {
        event.handle = handle
        event.path = bearer.shown(to: client).path(of: handle)
        event.request = told.moment
        event.response = confirmed.time - told.moment.time
        count("indications confirmed too late")
      }
      story.tell(event)
      return
    }
    var event = told
    if let confirmed {
      event.response = confirmed.time - told.moment.time
    } else {
      event.isNoted = true
      count("indications not confirmed")
    }
    story.fill(place, event)
  }

  // MARK: MTU

  /// Once for each client; both sides have one size each, and the smaller one holds.
  func exchangeMTU(_ bearer: Bearer, _ client: Side) {
    // What is on its way the other way about would have the old size; stacks ask early, when
    // nothing is.
    guard bearer.channel == nil, !bearer.link.mtuAsked[client.rawValue],
      !bearer[client.other].isBusy
    else { return }
    bearer[client.other].isBusy = true
    bearer.link.mtuAsked[client.rawValue] = true
    let asked = bearer.link.receiveMTU[client.rawValue]
    let given = bearer.link.receiveMTU[client.other.rawValue]
    ask(
      bearer, client, [0x02] + little16(asked),
      answer: { [0x03] + little16(given) },
      done: { [self] exchange in
        bearer.mtu = max(23, min(asked, given))
        if exchange.isWhole {
          count("MTU exchanges")
          var event = line("mtu", exchange.answer, bearer, from: client.other)
          event.request = exchange.request
          event.response = exchange.microseconds
          event.add("mtu", bearer.mtu)
          event.add("client_mtu", asked)
          event.add("server_mtu", given)
          story.tell(event)
        }
        free(bearer, client)
        free(bearer, client.other)
      })
  }
}
