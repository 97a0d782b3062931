/// Writes of all kinds.
extension History {
  /// A value that may be written, with what to write.
  private func anyWrite(_ bearer: Bearer, _ client: Side, room: Int) -> (ModelValue, [UInt8])? {
    let all = bearer.server(of: client).characteristics
    let switches = all.flatMap(\.descriptors).filter { $0.uuid == .clientConfiguration }
    if draws.chance(40), let descriptor = draws.one(of: switches) {
      return (descriptor, [UInt8(draws.below(3)), 0])
    }
    // Values that mean something are not written at random.
    guard let value = draws.one(of: all.filter { $0.uuid.label == nil })?.value else { return nil }
    return (value, draws.bytes(draws.chance(90) ? draws.below(min(room, 30)) : room))
  }

  func write(_ bearer: Bearer, _ client: Side) {
    guard let (target, value) = anyWrite(bearer, client, room: bearer.mtu - 3) else { return }
    ask(
      bearer, client, [0x12] + little16(target.handle) + value, handle: target.handle, value: value,
      answer: { [self] in
        guard !draws.chance(8) else { return anyRefusal(0x12, target.handle) }
        target.bytes = value
        return [0x13]
      },
      done: { [self] exchange in
        if exchange.isWhole, !exchange.isRefused {
          count("writes")
          let shown = bearer.shown(to: client)
          shown.use(target.handle)
          shown.noteAccepted(value, target)
          var event = line("write", exchange.answer, bearer, from: client)
          event.request = exchange.request
          event.response = exchange.microseconds
          event.handle = target.handle
          event.path = shown.path(of: target.handle)
          setValue(&event, value, target.handle, bearer, client)
          story.tell(event)
          shown.note(value, of: target.handle, at: exchange.answer)
        }
        free(bearer, client)
      })
  }

  /// Write Command, at times signed.
  func writeCommand(_ bearer: Bearer, _ client: Side) {
    // Enhanced bearers have no signed writes.
    let isSigned = bearer.channel == nil && draws.chance(30)
    guard let (target, value) = anyWrite(bearer, client, room: bearer.mtu - (isSigned ? 15 : 3))
    else {
      return
    }
    let signature = isSigned ? draws.bytes(12) : []
    let pdu = [isSigned ? 0xD2 : 0x52] + little16(target.handle) + value + signature
    send(bearer, client, pdu) { [self] moment in
      target.bytes = value
      guard moment.isRecorded else { return }
      count(isSigned ? "signed writes" : "write commands")
      let shown = bearer.shown(to: client)
      shown.use(target.handle)
      var event = line("write_command", moment, bearer, from: client)
      event.handle = target.handle
      event.path = shown.path(of: target.handle)
      event.isNoted = isSigned
      setValue(&event, value, target.handle, bearer, client)
      story.tell(event)
      shown.note(value, of: target.handle, at: moment)
    }
  }

  // MARK: Queued writes

  /// Prepare Write for each part of one value or of several, then Execute Write.
  func queuedWrite(_ bearer: Bearer, _ client: Side) {
    let targets = bearer.server(of: client).characteristics.filter { $0.uuid.label == nil }
    var parts: [(target: ModelValue, offset: Int, bytes: [UInt8])] = []
    var written: Set<Int> = []
    for _ in 0..<draws.draw(1...2) {
      guard let target = draws.one(of: targets)?.value, written.insert(target.handle).inserted
      else { continue }
      let value = draws.bytes(draws.draw(1...90))
      var offset = 0
      while offset < value.count {
        let part = Array(value.dropFirst(offset).prefix(bearer.mtu - 5))
        parts.append((target, offset, part))
        offset += part.count
      }
    }
    if draws.chance(50) { parts = mixed(parts) }
    guard !parts.isEmpty, !bearer.link.isQueueing[client.rawValue] else { return }
    // A server keeps one queue for each client, whichever bearers it uses.
    bearer.link.isQueueing[client.rawValue] = true
    prepare(parts[...], parts, bearer, client)
  }

  /// Parts of two values may take turns, in any way.
  private func mixed(_ parts: [Part]) -> [Part] {
    var left = [parts.filter { $0.target === parts[0].target }]
    left.append(parts.filter { $0.target !== parts[0].target })
    var all: [Part] = []
    while all.count < parts.count {
      let next = left[0].isEmpty ? 1 : left[1].isEmpty ? 0 : draws.below(2)
      all.append(left[next].removeFirst())
    }
    return all
  }

  private typealias Part = (target: ModelValue, offset: Int, bytes: [UInt8])

  private func prepare(
    _ left: ArraySlice<Part>, _ all: [Part], _ bearer: Bearer, _ client: Side
  ) {
    guard let part = left.first else {
      return execute(all, bearer, client, commits: !draws.chance(15))
    }
    let body = little16(part.target.handle) + little16(part.offset) + part.bytes
    ask(
      bearer, client, [0x16] + body, handle: part.target.handle, value: part.bytes,
      answer: { [self] in
        draws.chance(3) ? Self.refusal(0x16, part.target.handle, 0x11) : [0x17] + body
      },
      done: { [self] exchange in
        if exchange.isRefused { return execute(all, bearer, client, commits: false) }
        if exchange.isWhole { queue(part, exchange, bearer, client) }
        prepare(left.dropFirst(), all, bearer, client)
      })
  }

  private func queue(_ part: Part, _ exchange: Exchange, _ bearer: Bearer, _ client: Side) {
    if let index = bearer.link.queues[client.rawValue].firstIndex(where: {
      $0.handle == part.target.handle && $0.offset + $0.bytes.count == part.offset
    }) {
      bearer.link.queues[client.rawValue][index].bytes += part.bytes
      bearer.link.queues[client.rawValue][index].parts += 1
    } else {
      bearer.link.queues[client.rawValue].append(
        QueuedWrite(
          handle: part.target.handle, first: exchange.request, offset: part.offset,
          bytes: part.bytes, parts: 1))
    }
  }

  private func execute(_ all: [Part], _ bearer: Bearer, _ client: Side, commits: Bool) {
    ask(
      bearer, client, [0x18, commits ? 1 : 0], value: commits ? [1] : [],
      answer: { [self] in
        guard !draws.chance(5) else { return Self.refusal(0x18, all[0].target.handle, 0x0E) }
        if commits {
          for part in all {
            part.target.bytes = Array(part.target.bytes.prefix(part.offset)) + part.bytes
          }
        }
        return [0x19]
      },
      done: { [self] exchange in
        defer {
          bearer.link.queues[client.rawValue].removeAll()
          bearer.link.isQueueing[client.rawValue] = false
          free(bearer, client)
        }
        guard exchange.isWhole, !exchange.isRefused else { return }
        guard commits else {
          var event = line("note", exchange.answer, bearer, from: client)
          event.request = exchange.request
          event.response = exchange.microseconds
          story.tell(event)
          count("queued writes cancelled")
          return
        }
        for write in bearer.link.queues[client.rawValue] {
          count("queued writes")
          var event = queuedWrite(write, bearer, client, at: exchange.answer)
          event.response = exchange.answer.time - write.first.time
          story.tell(event)
          bearer.shown(to: client).note(write.bytes, of: write.handle, at: exchange.answer)
        }
      })
  }

  /// The event of a queued write, as far as it is the same with and without an answer.
  func queuedWrite(_ write: QueuedWrite, _ bearer: Bearer, _ client: Side, at moment: Moment)
    -> ExpectedEvent
  {
    let shown = bearer.shown(to: client)
    shown.use(write.handle)
    var event = line("write", moment, bearer, from: client)
    event.request = write.first
    event.handle = write.handle
    event.path = shown.path(of: write.handle)
    event.isNoted = true
    setValue(&event, write.bytes, write.handle, bearer, client)
    return event
  }
}
