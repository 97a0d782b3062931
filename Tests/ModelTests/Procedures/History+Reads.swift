/// Reads of all kinds.
extension History {
  /// A value that the server has, known to the capture or not.
  func anyValue(_ bearer: Bearer, _ client: Side) -> ModelValue? {
    let all = bearer.server(of: client).characteristics.filter { $0.uuid != .serviceChanged }
    guard let characteristic = draws.one(of: all) else { return nil }
    if draws.chance(25), let descriptor = draws.one(of: characteristic.descriptors) {
      return descriptor
    }
    return characteristic.value
  }

  func read(_ bearer: Bearer, _ client: Side) {
    let room = bearer.mtu - 1
    let long = bearer.server(of: client).characteristics.map(\.value)
      .filter { $0.bytes.count >= room }
    let wanted = draws.chance(60) ? draws.one(of: long) : nil
    guard let target = wanted ?? anyValue(bearer, client) else { return }
    ask(
      bearer, client, [0x0A] + little16(target.handle), handle: target.handle,
      answer: { [self] in
        draws.chance(5)
          ? anyRefusal(0x0A, target.handle) : [0x0B] + target.bytes.prefix(room)
      },
      done: { [self] exchange in
        guard !exchange.isRefused else { return free(bearer, client) }
        let part = Array(exchange.pdu.dropFirst())
        let goesOn = part.count == room && draws.chance(80)
        if exchange.isWhole {
          beginLongRead(target, part, exchange, bearer, client)
          if !goesOn { endLongRead(bearer, client) }
          followHash(target.handle, part, exchange, bearer, client)
        }
        if goesOn {
          readOn(target, part.count, bearer, client)
        } else {
          free(bearer, client)
        }
      })
  }

  /// Read Blob, part after part (Vol 3, Part G, 4.8.3).
  private func readOn(_ target: ModelValue, _ offset: Int, _ bearer: Bearer, _ client: Side) {
    let room = bearer.mtu - 1
    ask(
      bearer, client, [0x0C] + little16(target.handle) + little16(offset), handle: target.handle,
      answer: { [self] in
        // The value has just ended: some servers answer with nothing, others refuse.
        if target.bytes.count <= offset, draws.chance(50) {
          return Self.refusal(0x0C, target.handle, draws.chance(50) ? 0x07 : 0x0B)
        }
        return [0x0D] + target.bytes.dropFirst(offset).prefix(room)
      },
      done: { [self] exchange in
        guard !exchange.isRefused else {
          endLongRead(bearer, client)
          return free(bearer, client)
        }
        let part = Array(exchange.pdu.dropFirst())
        if exchange.isWhole { goOn(target, part, exchange, bearer, client) }
        if part.count == room {
          readOn(target, offset + part.count, bearer, client)
        } else {
          endLongRead(bearer, client)
          free(bearer, client)
        }
      })
  }

  // MARK: What is reported of a read

  private func beginLongRead(
    _ target: ModelValue, _ part: [UInt8], _ exchange: Exchange, _ bearer: Bearer, _ client: Side
  ) {
    let event = readLine(target.handle, part, exchange, bearer, client)
    bearer[client].longRead = (story.reserve(), event)
  }

  private func goOn(
    _ target: ModelValue, _ part: [UInt8], _ exchange: Exchange, _ bearer: Bearer, _ client: Side
  ) {
    guard let (_, before) = bearer[client].longRead else {
      // What comes before is not in the capture.
      var event = readLine(target.handle, part, exchange, bearer, client)
      event.isNoted = true
      story.tell(event)
      bearer.shown(to: client).note(part, of: target.handle, at: exchange.answer)
      return
    }
    // One read, told at the record of its last part.
    count("long reads")
    if bearer.mtu > 23 { count("long reads above the least MTU") }
    var event = readLine(
      target.handle, (before.value ?? []) + part, exchange, bearer, client)
    event.request = before.request
    event.response = before.request.map { exchange.answer.time - $0.time }
    event.isNoted = true
    bearer[client].longRead = (story.reserve(), event)
  }

  /// The read is over, whatever comes: its event takes the place of its last part.
  func endLongRead(_ bearer: Bearer, _ client: Side) {
    guard let (place, event) = bearer[client].longRead else { return }
    bearer[client].longRead = nil
    if let place { story.fill(place, event) }
    guard let handle = event.handle else { return }
    bearer.shown(to: client).note(event.value ?? [], of: handle, at: event.moment)
    count("reads")
  }

  /// - type: what a read by type asked for.
  private func readLine(
    _ handle: Int, _ value: [UInt8], _ exchange: Exchange, _ bearer: Bearer, _ client: Side,
    type: ModelUUID? = nil
  ) -> ExpectedEvent {
    let shown = bearer.shown(to: client)
    shown.use(handle, type: type)
    shown.noteRead(value, of: handle)
    if shown.type(of: handle) == .deviceName, client == .host, let face = bearer.link.face {
      face.name = String(decoding: value, as: UTF8.self)
      count("names read")
    }
    var event = line("read", exchange.answer, bearer, from: client.other)
    event.request = exchange.request
    event.response = exchange.microseconds
    event.handle = handle
    event.path = shown.path(of: handle)
    countNamed(handle, bearer, client)
    setValue(&event, value, handle, bearer, client)
    return event
  }

  // MARK: Several at once

  /// Read By Type, for values: what has the type is reported with it.
  func readByType(_ bearer: Bearer, _ client: Side) {
    let all = bearer.server(of: client).characteristics
    let present = draws.one(of: all)?.uuid ?? .deviceName
    let hasHash = all.contains { $0.uuid == .databaseHash }
    let type =
      hasHash && draws.chance(70)
      ? .databaseHash
      : draws.chance(60) ? .deviceName : draws.chance(85) ? present : ModelUUID(0x2A05)
    let range = 1...0xFFFF
    let server = ServerAnswers(server: bearer.server(of: client), mtu: bearer.mtu)
    let room = min(bearer.mtu - 4, 253)
    var list: [ModelAttribute] = []
    ask(
      bearer, client, [0x08] + little16(1) + little16(0xFFFF) + type.wire, readsValues: true,
      answer: {
        list = server.attributes(range, type: type)
        guard let one = list.first else { return Self.refusal(0x08, 1, 0x0A) }
        return [0x09, UInt8(2 + min(one.value.count, room))]
          + list.flatMap { little16($0.handle) + $0.value.prefix(room) }
      },
      done: { [self] exchange in
        if exchange.isWhole {
          for attribute in list {
            count("reads by type")
            let value = Array(attribute.value.prefix(room))
            story.tell(
              readLine(attribute.handle, value, exchange, bearer, client, type: type))
            bearer.shown(to: client).note(value, of: attribute.handle, at: exchange.answer)
            followHash(attribute.handle, value, exchange, bearer, client)
          }
        }
        free(bearer, client)
      })
  }

  /// Read Multiple, and its successor whose answer has lengths.
  func readMultiple(_ bearer: Bearer, _ client: Side) {
    let isVariable = draws.chance(50)
    var targets: [ModelValue] = []
    var octets = 0
    for _ in 0..<draws.draw(2...4) {
      guard let value = anyValue(bearer, client) else { return }
      // Without lengths, it is for values whose length is fixed.
      guard isVariable || value.uuid.label != nil else { continue }
      guard octets + value.bytes.count + 2 <= bearer.mtu - 1 else { continue }
      octets += value.bytes.count + 2
      targets.append(value)
    }
    guard targets.count > 1 else { return }
    let opcode: UInt8 = isVariable ? 0x20 : 0x0E
    let values = targets.map(\.bytes)
    ask(
      bearer, client, [opcode] + targets.flatMap { little16($0.handle) },
      answer: {
        [opcode + 1]
          + values.flatMap { isVariable ? little16($0.count) + $0 : $0 }
      },
      done: { [self] exchange in
        defer { free(bearer, client) }
        guard exchange.isWhole else { return }
        count(isVariable ? "reads of several with lengths" : "reads of several")
        let shown = bearer.shown(to: client)
        let areKnown = targets.dropLast().allSatisfy { shown.values[$0.handle] != nil }
        guard isVariable || areKnown else {
          var event = line("read", exchange.answer, bearer, from: client.other)
          event.request = exchange.request
          event.response = exchange.microseconds
          event.value = values.flatMap { $0 }
          event.isNoted = true
          story.tell(event)
          return
        }
        for (target, value) in zip(targets, values) {
          var event = readLine(target.handle, value, exchange, bearer, client)
          event.isNoted = !isVariable
          story.tell(event)
          bearer.shown(to: client).note(value, of: target.handle, at: exchange.answer)
          followHash(target.handle, value, exchange, bearer, client)
        }
      })
  }
}
