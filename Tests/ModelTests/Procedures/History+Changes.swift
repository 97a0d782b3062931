/// Servers whose attributes change while a client is connected (Vol 3, Part G, 2.5.2 and 7.1).
extension History {
  /// The server gets another layout from some service on, and indicates that: Service Changed.
  func changeServer(_ link: Link, _ client: Side) {
    guard isRecording, link.isKnown, isSettled(link, client) else { return }
    let bearer = link.bearers[0]
    let shown = link.shown(to: client)
    let server = link.server(of: client)
    // Who does not know the characteristic cannot read its indication.
    guard
      let speaker = server.characteristics.first(where: { $0.uuid == .serviceChanged })?.value,
      shown.type(of: speaker.handle) == .serviceChanged,
      let (services, range) = anotherLayout(of: server, behind: speaker.handle)
    else { return }
    link.isChanging = true
    bearer[client].indication = (nil, ExpectedEvent("indication", last))
    let value = little16(range.lowerBound) + little16(range.upperBound)
    send(bearer, client.other, [0x1D] + little16(speaker.handle) + value) { [self] moment in
      link.isChanging = false
      count("servers changed")
      shown.use(speaker.handle)
      shown.noteSent(speaker.handle, 2)
      shown.note(value, of: speaker.handle, at: moment)
      var event = line("indication", moment, bearer, from: client.other)
      event.handle = speaker.handle
      event.path = shown.path(of: speaker.handle)
      setValue(&event, value, speaker.handle, bearer, client)
      bearer[client].indication = (story.reserve(), event)
      server.services = services
      let doubtful = shown.invalidate(range)
      link.forgetTold(range, client)
      if doubtful > 0 {
        count("changes of what was known")
        var note = line("note", moment, bearer.link, from: client.other)
        note.add("count", doubtful)
        story.tell(note)
      }
      send(bearer, client, [0x1E]) { [self] confirmed in
        endIndication(bearer, client, confirmed: confirmed)
      }
    }
  }

  /// A Database Hash was read: what is known from a connection before holds, which is reported.
  func followHash(
    _ handle: Int, _ value: [UInt8], _ exchange: Exchange, _ bearer: Bearer, _ client: Side
  ) {
    let shown = bearer.shown(to: client)
    guard exchange.answer.isRecorded, shown.type(of: handle) == .databaseHash, value.count == 16
    else { return }
    let before = shown.hashFrame
    shown.hashFrame = exchange.answer.frame
    guard let before, before < bearer.link.startFrame else { return }
    count("hashes as before")
    story.tell(line("note", exchange.answer, bearer.link, from: client.other))
  }

  /// Nobody else knows the server, and nothing is under way that goes by the layout that it has.
  private func isSettled(_ link: Link, _ client: Side) -> Bool {
    let others = links.filter { other in
      other !== link
        && (client == .host ? other.device === link.device : other.host === link.host)
    }
    // What was met under several addresses is not known to be one server.
    let isOne = client == .peer || link.device.identityKey == nil || link.device.isIdentified
    return isOne && others.isEmpty && !hosts.contains(where: \.isConnecting)
      && link.outgoing.allSatisfy(\.isEmpty) && !link.isQueueing.contains(true)
      && link.bearers.allSatisfy(\.isIdle)
  }

  /// Other services from one on, and the range that they take or took; no attribute of it is what
  /// it was.
  private func anotherLayout(
    of server: Server, behind handle: Int
  ) -> (services: [ModelService], range: ClosedRange<Int>)? {
    let old = server.services
    let candidates = old.indices.filter { old[$0].handle > handle }
    guard let first = draws.one(of: candidates) else { return nil }
    let start = old[first].handle
    let services = ServerPlan.services(&draws, behind: Array(old[..<first]), from: start)
    let before = Set(server.attributes.map { "\($0.handle) \($0.type.text)" })
    let after = Server(services).attributes.filter { $0.handle >= start }
    let isNew = after.allSatisfy { attribute in
      ["2800", "2801", "2802", "2803"].contains(attribute.type.text)
        || !before.contains("\(attribute.handle) \(attribute.type.text)")
    }
    guard isNew, let last = services.last, last.end <= 0xFFFF else { return nil }
    let end = draws.chance(50) ? 0xFFFF : max(last.end, old.map(\.end).max() ?? 0)
    return (services, start...end)
  }
}

extension Link {
  /// What lies in the range is news when it is discovered again.
  func forgetTold(_ range: ClosedRange<Int>, _ client: Side) {
    told = told.filter { entry in
      let parts = entry.split(separator: " ")
      guard parts.count == 3, let handle = Int(parts[2]) else { return true }
      return parts[0] != String(client.rawValue) || !range.contains(handle)
    }
  }
}

extension Shown {
  /// Attributes are doubtful from now on: nothing is named by them.
  /// - Returns: how many.
  func invalidate(_ range: ClosedRange<Int>) -> Int {
    // What was used before anything was known around it has no name that it could lose.
    let named = looseHandles.filter {
      range.contains($0) && (service(around: $0) != nil || type(of: $0) != nil)
    }
    let count = drop(range, named)
    forgetUse(range)
    return count
  }
}
