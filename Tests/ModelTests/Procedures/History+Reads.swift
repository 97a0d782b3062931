/// Reads of all kinds.
extension History {
  /// A value that the server has, known to the capture or not.
  func anyValue(_ link: Link, _ client: Side) -> ModelValue? {
    let all = link.server(of: client).characteristics
    guard let characteristic = draws.one(of: all) else { return nil }
    if draws.chance(25), let descriptor = draws.one(of: characteristic.descriptors) {
      return descriptor
    }
    return characteristic.value
  }

  func read(_ link: Link, _ client: Side) {
    guard let target = anyValue(link, client) else { return }
    let room = link.mtu - 1
    ask(
      link, client, [0x0A] + little16(target.handle), handle: target.handle,
      answer: { [self] in
        draws.chance(5)
          ? anyRefusal(0x0A, target.handle) : [0x0B] + target.bytes.prefix(room)
      },
      done: { [self] exchange in
        guard !exchange.isRefused else { return free(link, client) }
        let part = Array(exchange.pdu.dropFirst())
        let goesOn = part.count == room && draws.chance(80)
        if exchange.isWhole {
          beginLongRead(target, part, exchange, link, client)
          if !goesOn { endLongRead(link, client) }
        }
        if goesOn {
          readOn(target, part.count, link, client)
        } else {
          free(link, client)
        }
      })
  }

  /// Read Blob, part after part (Vol 3, Part G, 4.8.3).
  private func readOn(_ target: ModelValue, _ offset: Int, _ link: Link, _ client: Side) {
    let room = link.mtu - 1
    ask(
      link, client, [0x0C] + little16(target.handle) + little16(offset), handle: target.handle,
      answer: { [self] in
        // The value has just ended: some servers answer with nothing, others refuse.
        if target.bytes.count <= offset, draws.chance(50) {
          return Self.refusal(0x0C, target.handle, draws.chance(50) ? 0x07 : 0x0B)
        }
        return [0x0D] + target.bytes.dropFirst(offset).prefix(room)
      },
      done: { [self] exchange in
        guard !exchange.isRefused else {
          endLongRead(link, client)
          return free(link, client)
        }
        let part = Array(exchange.pdu.dropFirst())
        if exchange.isWhole { goOn(target, part, exchange, link, client) }
        if part.count == room {
          readOn(target, offset + part.count, link, client)
        } else {
          endLongRead(link, client)
          free(link, client)
        }
      })
  }

  // MARK: What is told of a read

  private func beginLongRead(
    _ target: ModelValue, _ part: [UInt8], _ exchange: Exchange, _ link: Link, _ client: Side
  ) {
    let event = readLine(target.handle, part, exchange, link, client)
    link[client].longRead = (story.reserve(), event)
  }

  private func goOn(
    _ target: ModelValue, _ part: [UInt8], _ exchange: Exchange, _ link: Link, _ client: Side
  ) {
    guard let (_, before) = link[client].longRead else {
      // What comes before is not in the capture.
      var event = readLine(target.handle, part, exchange, link, client)
      event.isNoted = true
      story.tell(event)
      link.shown(to: client).note(part, of: target.handle, at: exchange.answer)
      return
    }
    // One read, told at the record of its last part.
    count("long reads")
    var event = readLine(
      target.handle, (before.value ?? []) + part, exchange, link, client)
    event.request = before.request
    event.response = before.request.map { exchange.answer.time - $0.time }
    event.isNoted = true
    link[client].longRead = (story.reserve(), event)
  }

  /// The read is over, whatever comes: its event takes the place of its last part.
  func endLongRead(_ link: Link, _ client: Side) {
    guard let (place, event) = link[client].longRead else { return }
    link[client].longRead = nil
    if let place { story.fill(place, event) }
    guard let handle = event.handle else { return }
    link.shown(to: client).note(event.value ?? [], of: handle, at: event.moment)
    count("reads")
  }

  /// - type: what a read by type asked for.
  private func readLine(
    _ handle: Int, _ value: [UInt8], _ exchange: Exchange, _ link: Link, _ client: Side,
    type: ModelUUID? = nil
  ) -> ExpectedEvent {
    let shown = link.shown(to: client)
    shown.use(handle, type: type)
    shown.noteRead(value, of: handle)
    if shown.type(of: handle) == .deviceName, client == .host, link.isKnown {
      link.device.shownName = String(decoding: value, as: UTF8.self)
      count("names read")
    }
    var event = line("read", exchange.answer, link, from: client.other)
    event.request = exchange.request
    event.response = exchange.microseconds
    event.handle = handle
    event.path = shown.path(of: handle)
    setValue(&event, value, handle, link, client)
    return event
  }

  // MARK: Several at once

  /// Read By Type, for values: what has the type is told with it.
  func readByType(_ link: Link, _ client: Side) {
    let all = link.server(of: client).characteristics
    let present = draws.one(of: all)?.uuid ?? .deviceName
    let type = draws.chance(60) ? .deviceName : draws.chance(85) ? present : ModelUUID(0x2A05)
    let range = 1...0xFFFF
    let server = ServerAnswers(server: link.server(of: client), mtu: link.mtu)
    let room = min(link.mtu - 4, 253)
    var list: [ModelAttribute] = []
    ask(
      link, client, [0x08] + little16(1) + little16(0xFFFF) + type.wire, readsValues: true,
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
              readLine(attribute.handle, value, exchange, link, client, type: type))
            link.shown(to: client).note(value, of: attribute.handle, at: exchange.answer)
          }
        }
        free(link, client)
      })
  }

  /// Read Multiple, and its successor whose answer has lengths.
  func readMultiple(_ link: Link, _ client: Side) {
    let isVariable = draws.chance(50)
    var targets: [ModelValue] = []
    var octets = 0
    for _ in 0..<draws.draw(2...4) {
      guard let value = anyValue(link, client) else { return }
      guard octets + value.bytes.count + 2 <= link.mtu - 1 else { continue }
      octets += value.bytes.count + 2
      targets.append(value)
    }
    guard targets.count > 1 else { return }
    let opcode: UInt8 = isVariable ? 0x20 : 0x0E
    var values: [[UInt8]] = []
    ask(
      link, client, [opcode] + targets.flatMap { little16($0.handle) },
      answer: {
        values = targets.map(\.bytes)
        return [opcode + 1]
          + values.flatMap { isVariable ? little16($0.count) + $0 : $0 }
      },
      done: { [self] exchange in
        defer { free(link, client) }
        guard exchange.isWhole else { return }
        count(isVariable ? "reads of several with lengths" : "reads of several")
        guard isVariable else {
          var event = line("read", exchange.answer, link, from: client.other)
          event.request = exchange.request
          event.response = exchange.microseconds
          event.value = values.flatMap { $0 }
          event.isNoted = true
          story.tell(event)
          return
        }
        for (target, value) in zip(targets, values) {
          story.tell(readLine(target.handle, value, exchange, link, client))
          link.shown(to: client).note(value, of: target.handle, at: exchange.answer)
        }
      })
  }
}
