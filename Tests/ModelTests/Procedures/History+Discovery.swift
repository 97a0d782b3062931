/// The ways in which clients discover servers, each step of them a request of its own.
extension History {
  /// Discovers all or a part, as one of the clients that there are.
  func discover(_ bearer: Bearer, _ client: Side) {
    switch draws.below(6) {
    case 0, 1:
      services(bearer, client, from: 1) { [self] found in
        discoverInside(found, bearer, client)
      }
    case 2:
      services(bearer, client, from: 1) { [self] _ in
        characteristics(bearer, client, 1...0xFFFF) { [self] in free(bearer, client) }
      }
    case 3:
      guard let wanted = draws.one(of: bearer.server(of: client).services.filter(\.isPrimary))
      else {
        return
      }
      find(bearer, client, wanted.uuid, from: 1, found: []) { [self] found in
        discoverInside(found, bearer, client)
      }
    case 4:
      // All characteristics without their services: what stands where comes to light later.
      characteristics(bearer, client, 1...0xFFFF) { [self] in free(bearer, client) }
    default: services(bearer, client, from: 1) { [self] _ in free(bearer, client) }
    }
    count("discoveries")
  }

  /// Goes on with one service after the other, or leaves some out.
  private func discoverInside(_ found: [ModelService], _ bearer: Bearer, _ client: Side) {
    guard let service = found.first else { return free(bearer, client) }
    let rest = Array(found.dropFirst())
    guard !draws.chance(15) else { return discoverInside(rest, bearer, client) }
    let next = { [self] in
      characteristics(bearer, client, service.handle...service.end) { [self] in
        descriptors(service.characteristics, of: service, bearer, client) { [self] in
          discoverInside(rest, bearer, client)
        }
      }
    }
    if draws.chance(50) {
      includes(bearer, client, service.handle...service.end, next)
    } else {
      next()
    }
  }

  // MARK: Services

  /// By Read By Group Type, to the end.
  private func services(
    _ bearer: Bearer, _ client: Side, from first: Int, primary: Bool = true,
    found: [ModelService] = [], then: @escaping ([ModelService]) -> Void
  ) {
    let server = ServerAnswers(server: bearer.server(of: client), mtu: bearer.mtu)
    let type = primary ? 0x2800 : 0x2801
    var list: [ModelService] = []
    ask(
      bearer, client, [0x10] + little16(first) + little16(0xFFFF) + little16(type),
      answer: {
        list = server.services(from: first, primary: primary)
        guard let one = list.first else { return Self.refusal(0x10, first, 0x0A) }
        let entries = list.flatMap { service -> [UInt8] in
          little16(service.handle) + little16(service.end) + service.uuid.wire
        }
        return [0x11, UInt8(4 + one.uuid.wire.count)] + entries
      },
      done: { [self] exchange in
        if exchange.isWhole { for service in list { tell(service, exchange, bearer, client) } }
        let all = found + list
        if let last = list.last, last.end < 0xFFFF {
          services(
            bearer, client, from: last.end + 1, primary: primary, found: all, then: then)
        } else if primary, draws.chance(25) {
          services(bearer, client, from: 1, primary: false, found: all, then: then)
        } else {
          then(all)
        }
      })
  }

  /// By Find By Type Value: the services of one UUID.
  private func find(
    _ bearer: Bearer, _ client: Side, _ uuid: ModelUUID, from first: Int, found: [ModelService],
    then: @escaping ([ModelService]) -> Void
  ) {
    let server = ServerAnswers(server: bearer.server(of: client), mtu: bearer.mtu)
    var list: [ModelService] = []
    ask(
      bearer, client, [0x06] + little16(first) + little16(0xFFFF) + little16(0x2800) + uuid.wire,
      answer: {
        list = server.services(from: first, uuid)
        return list.isEmpty
          ? Self.refusal(0x06, first, 0x0A)
          : [0x07] + list.flatMap { little16($0.handle) + little16($0.end) }
      },
      done: { [self] exchange in
        if exchange.isWhole {
          count("services found by their type")
          for service in list { tell(service, exchange, bearer, client) }
        }
        if let last = list.last, last.end < 0xFFFF {
          find(bearer, client, uuid, from: last.end + 1, found: found + list, then: then)
        } else {
          then(found + list)
        }
      })
  }

  private func tell(_ service: ModelService, _ exchange: Exchange, _ bearer: Bearer, _ client: Side)
  {
    let shown = bearer.shown(to: client)
    shown.show(service)
    guard isNews("service", service.handle, bearer, client) else { return }
    var event = line("service", exchange.answer, bearer, from: client.other)
    event.handle = service.handle
    event.path = shown.path(of: service)
    event.add("end_handle", service.end)
    event.add("primary", service.isPrimary)
    story.tell(event)
  }

  /// Each attribute is reported once on a connection.
  private func isNews(_ kind: String, _ handle: Int, _ bearer: Bearer, _ client: Side) -> Bool {
    if client == .host { bearer.link.face?.discoveredUnder.insert(bearer.link.air) }
    return bearer.told.insert("\(client.rawValue) \(kind) \(handle)").inserted
  }

  // MARK: Inside a service

  private func includes(
    _ bearer: Bearer, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    readByType(bearer, client, range, 0x2802) { [self] exchange, list in
      let server = bearer.server(of: client)
      for attribute in list {
        for owner in server.services {
          for (handle, service) in owner.includes where handle == attribute.handle {
            tell(handle, in: owner, service, exchange, bearer, client)
          }
        }
      }
    } then: {
      then()
    }
  }

  private func tell(
    _ handle: Int, in owner: ModelService, _ service: ModelService, _ exchange: Exchange,
    _ bearer: Bearer, _ client: Side
  ) {
    let shown = bearer.shown(to: client)
    shown.show(include: handle, in: owner, service)
    guard isNews("include", handle, bearer, client) else { return }
    count("includes")
    let isNamed = shown.includes.first { $0.handle == handle }?.named == true
    var event = line("include", exchange.answer, bearer, from: client.other)
    event.handle = handle
    event.path =
      isNamed ? ExpectedPath(service: service.uuid, label: service.uuid.label) : ExpectedPath()
    event.add("included_handle", service.handle)
    story.tell(event)
  }

  private func characteristics(
    _ bearer: Bearer, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    readByType(bearer, client, range, 0x2803) { [self] exchange, list in
      let all = bearer.server(of: client).characteristics
      for attribute in list {
        guard let made = all.first(where: { $0.handle == attribute.handle }) else { continue }
        tell(made, exchange, bearer, client)
      }
    } then: {
      then()
    }
  }

  private func tell(
    _ characteristic: ModelCharacteristic, _ exchange: Exchange, _ bearer: Bearer, _ client: Side
  ) {
    let shown = bearer.shown(to: client)
    shown.show(characteristic)
    guard isNews("characteristic", characteristic.handle, bearer, client) else { return }
    var event = line("characteristic", exchange.answer, bearer, from: client.other)
    event.handle = characteristic.handle
    event.path = shown.path(of: characteristic)
    event.add("value_handle", characteristic.value.handle)
    let words = Tree.words(characteristic.properties).map { ExpectedEvent.quoted($0) }
    if !words.isEmpty { event.own.append(("properties", "[\(words.joined(separator: ","))]")) }
    story.tell(event)
  }

  /// Read By Type over and over, until the range is through.
  private func readByType(
    _ bearer: Bearer, _ client: Side, _ range: ClosedRange<Int>, _ type: Int,
    _ found: @escaping (Exchange, [ModelAttribute]) -> Void, then: @escaping () -> Void
  ) {
    let server = ServerAnswers(server: bearer.server(of: client), mtu: bearer.mtu)
    var list: [ModelAttribute] = []
    let first = range.lowerBound
    ask(
      bearer, client, [0x08] + little16(first) + little16(range.upperBound) + little16(type),
      answer: {
        list = server.attributes(range, type: ModelUUID(type))
        guard let one = list.first else { return Self.refusal(0x08, first, 0x0A) }
        return [0x09, UInt8(2 + one.value.count)]
          + list.flatMap { little16($0.handle) + $0.value }
      },
      done: { [self] exchange in
        if exchange.isWhole { found(exchange, list) }
        if let last = list.last, last.handle < range.upperBound {
          readByType(bearer, client, last.handle + 1...range.upperBound, type, found, then: then)
        } else {
          then()
        }
      })
  }

  /// Find Information after the value of each characteristic.
  private func descriptors(
    _ characteristics: [ModelCharacteristic], of service: ModelService, _ bearer: Bearer,
    _ client: Side, _ then: @escaping () -> Void
  ) {
    guard let characteristic = characteristics.first else { return then() }
    let rest = Array(characteristics.dropFirst())
    let end = (rest.first?.handle ?? service.end + 1) - 1
    let start = characteristic.value.handle + 1
    let next = { [self] in descriptors(rest, of: service, bearer, client, then) }
    guard start <= end, !draws.chance(15) else { return next() }
    information(bearer, client, start...end, next)
  }

  private func information(
    _ bearer: Bearer, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    let server = ServerAnswers(server: bearer.server(of: client), mtu: bearer.mtu)
    var list: [ModelAttribute] = []
    let first = range.lowerBound
    ask(
      bearer, client, [0x04] + little16(first) + little16(range.upperBound),
      answer: {
        list = server.information(range)
        guard let one = list.first else { return Self.refusal(0x04, first, 0x0A) }
        return [0x05, one.type.isShort ? 1 : 2]
          + list.flatMap { little16($0.handle) + $0.type.wire }
      },
      done: { [self] exchange in
        if exchange.isWhole {
          for attribute in list { tellDescriptor(attribute.handle, exchange, bearer, client) }
        }
        if let last = list.last, last.handle < range.upperBound {
          information(bearer, client, last.handle + 1...range.upperBound, then)
        } else {
          then()
        }
      })
  }

  private func tellDescriptor(
    _ handle: Int, _ exchange: Exchange, _ bearer: Bearer, _ client: Side
  ) {
    for characteristic in bearer.server(of: client).characteristics {
      for descriptor in characteristic.descriptors where descriptor.handle == handle {
        let shown = bearer.shown(to: client)
        shown.show(descriptor, of: characteristic)
        guard isNews("descriptor", handle, bearer, client) else { return }
        var event = line("descriptor", exchange.answer, bearer, from: client.other)
        event.handle = handle
        event.path = shown.path(of: descriptor)
        story.tell(event)
      }
    }
  }
}
