/// The ways in which clients discover servers, each step of them a request of its own.
extension History {
  /// Discovers all or a part, as one of the clients that there are.
  func discover(_ link: Link, _ client: Side) {
    switch draws.below(6) {
    case 0, 1:
      services(link, client, from: 1) { [self] found in
        discoverInside(found, link, client)
      }
    case 2:
      services(link, client, from: 1) { [self] _ in
        characteristics(link, client, 1...0xFFFF) { [self] in free(link, client) }
      }
    case 3:
      guard let wanted = draws.one(of: link.server(of: client).services.filter(\.isPrimary)) else {
        return
      }
      find(link, client, wanted.uuid, from: 1, found: []) { [self] found in
        discoverInside(found, link, client)
      }
    case 4:
      // All characteristics without their services: what stands where comes to light later.
      characteristics(link, client, 1...0xFFFF) { [self] in free(link, client) }
    default: services(link, client, from: 1) { [self] _ in free(link, client) }
    }
    count("discoveries")
  }

  /// Goes on with one service after the other, or leaves some out.
  private func discoverInside(_ found: [ModelService], _ link: Link, _ client: Side) {
    guard let service = found.first else { return free(link, client) }
    let rest = Array(found.dropFirst())
    guard !draws.chance(15) else { return discoverInside(rest, link, client) }
    let next = { [self] in
      characteristics(link, client, service.handle...service.end) { [self] in
        descriptors(service.characteristics, of: service, link, client) { [self] in
          discoverInside(rest, link, client)
        }
      }
    }
    if draws.chance(50) {
      includes(link, client, service.handle...service.end, next)
    } else {
      next()
    }
  }

  // MARK: Services

  /// By Read By Group Type, to the end.
  private func services(
    _ link: Link, _ client: Side, from first: Int, primary: Bool = true,
    found: [ModelService] = [], then: @escaping ([ModelService]) -> Void
  ) {
    let server = ServerAnswers(server: link.server(of: client), mtu: link.mtu)
    let type = primary ? 0x2800 : 0x2801
    var list: [ModelService] = []
    ask(
      link, client, [0x10] + little16(first) + little16(0xFFFF) + little16(type),
      answer: {
        list = server.services(from: first, primary: primary)
        guard let one = list.first else { return Self.refusal(0x10, first, 0x0A) }
        return [0x11, UInt8(4 + one.uuid.wire.count)]
          + list.flatMap { little16($0.handle) + little16($0.end) + $0.uuid.wire }
      },
      done: { [self] exchange in
        if exchange.isWhole { for service in list { tell(service, exchange, link, client) } }
        let all = found + list
        if let last = list.last, last.end < 0xFFFF {
          services(
            link, client, from: last.end + 1, primary: primary, found: all, then: then)
        } else if primary, draws.chance(25) {
          services(link, client, from: 1, primary: false, found: all, then: then)
        } else {
          then(all)
        }
      })
  }

  /// By Find By Type Value: the services of one UUID.
  private func find(
    _ link: Link, _ client: Side, _ uuid: ModelUUID, from first: Int, found: [ModelService],
    then: @escaping ([ModelService]) -> Void
  ) {
    let server = ServerAnswers(server: link.server(of: client), mtu: link.mtu)
    var list: [ModelService] = []
    ask(
      link, client, [0x06] + little16(first) + little16(0xFFFF) + little16(0x2800) + uuid.wire,
      answer: {
        list = server.services(from: first, uuid)
        return list.isEmpty
          ? Self.refusal(0x06, first, 0x0A)
          : [0x07] + list.flatMap { little16($0.handle) + little16($0.end) }
      },
      done: { [self] exchange in
        if exchange.isWhole {
          count("services found by their type")
          for service in list { tell(service, exchange, link, client) }
        }
        if let last = list.last, last.end < 0xFFFF {
          find(link, client, uuid, from: last.end + 1, found: found + list, then: then)
        } else {
          then(found + list)
        }
      })
  }

  private func tell(_ service: ModelService, _ exchange: Exchange, _ link: Link, _ client: Side) {
    let shown = link.shown(to: client)
    shown.show(service)
    guard isNews("service", service.handle, link, client) else { return }
    var event = line("service", exchange.answer, link, from: client.other)
    event.handle = service.handle
    event.path = shown.path(of: service)
    event.add("end_handle", service.end)
    event.add("primary", service.isPrimary)
    story.tell(event)
  }

  /// Each attribute is told once on a connection.
  private func isNews(_ kind: String, _ handle: Int, _ link: Link, _ client: Side) -> Bool {
    link.told.insert("\(client.rawValue) \(kind) \(handle)").inserted
  }

  // MARK: Inside a service

  private func includes(
    _ link: Link, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    readByType(link, client, range, 0x2802) { [self] exchange, list in
      let server = link.server(of: client)
      for attribute in list {
        for owner in server.services {
          for (handle, service) in owner.includes where handle == attribute.handle {
            tell(handle, in: owner, service, exchange, link, client)
          }
        }
      }
    } then: {
      then()
    }
  }

  private func tell(
    _ handle: Int, in owner: ModelService, _ service: ModelService, _ exchange: Exchange,
    _ link: Link, _ client: Side
  ) {
    let shown = link.shown(to: client)
    shown.show(include: handle, in: owner, service)
    guard isNews("include", handle, link, client) else { return }
    count("includes")
    let isNamed = shown.includes.first { $0.handle == handle }?.named == true
    var event = line("include", exchange.answer, link, from: client.other)
    event.handle = handle
    event.path =
      isNamed ? ExpectedPath(service: service.uuid, label: service.uuid.label) : ExpectedPath()
    event.add("included_handle", service.handle)
    story.tell(event)
  }

  private func characteristics(
    _ link: Link, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    readByType(link, client, range, 0x2803) { [self] exchange, list in
      let all = link.server(of: client).characteristics
      for attribute in list {
        guard let made = all.first(where: { $0.handle == attribute.handle }) else { continue }
        tell(made, exchange, link, client)
      }
    } then: {
      then()
    }
  }

  private func tell(
    _ characteristic: ModelCharacteristic, _ exchange: Exchange, _ link: Link, _ client: Side
  ) {
    let shown = link.shown(to: client)
    shown.show(characteristic)
    guard isNews("characteristic", characteristic.handle, link, client) else { return }
    var event = line("characteristic", exchange.answer, link, from: client.other)
    event.handle = characteristic.handle
    event.path = shown.path(of: characteristic)
    event.add("value_handle", characteristic.value.handle)
    let words = Tree.words(characteristic.properties).map { ExpectedEvent.quoted($0) }
    if !words.isEmpty { event.own.append(("properties", "[\(words.joined(separator: ","))]")) }
    story.tell(event)
  }

  /// Read By Type over and over, until the range is through.
  private func readByType(
    _ link: Link, _ client: Side, _ range: ClosedRange<Int>, _ type: Int,
    _ found: @escaping (Exchange, [ModelAttribute]) -> Void, then: @escaping () -> Void
  ) {
    let server = ServerAnswers(server: link.server(of: client), mtu: link.mtu)
    var list: [ModelAttribute] = []
    let first = range.lowerBound
    ask(
      link, client, [0x08] + little16(first) + little16(range.upperBound) + little16(type),
      answer: {
        list = server.attributes(range, type: ModelUUID(type))
        guard let one = list.first else { return Self.refusal(0x08, first, 0x0A) }
        return [0x09, UInt8(2 + one.value.count)]
          + list.flatMap { little16($0.handle) + $0.value }
      },
      done: { [self] exchange in
        if exchange.isWhole { found(exchange, list) }
        if let last = list.last, last.handle < range.upperBound {
          readByType(link, client, last.handle + 1...range.upperBound, type, found, then: then)
        } else {
          then()
        }
      })
  }

  /// Find Information behind the value of each characteristic.
  private func descriptors(
    _ characteristics: [ModelCharacteristic], of service: ModelService, _ link: Link,
    _ client: Side, _ then: @escaping () -> Void
  ) {
    guard let characteristic = characteristics.first else { return then() }
    let rest = Array(characteristics.dropFirst())
    let end = (rest.first?.handle ?? service.end + 1) - 1
    let start = characteristic.value.handle + 1
    let next = { [self] in descriptors(rest, of: service, link, client, then) }
    guard start <= end, !draws.chance(15) else { return next() }
    information(link, client, start...end, next)
  }

  private func information(
    _ link: Link, _ client: Side, _ range: ClosedRange<Int>, _ then: @escaping () -> Void
  ) {
    let server = ServerAnswers(server: link.server(of: client), mtu: link.mtu)
    var list: [ModelAttribute] = []
    let first = range.lowerBound
    ask(
      link, client, [0x04] + little16(first) + little16(range.upperBound),
      answer: {
        list = server.information(range)
        guard let one = list.first else { return Self.refusal(0x04, first, 0x0A) }
        return [0x05, one.type.isShort ? 1 : 2]
          + list.flatMap { little16($0.handle) + $0.type.wire }
      },
      done: { [self] exchange in
        if exchange.isWhole {
          for attribute in list { tellDescriptor(attribute.handle, exchange, link, client) }
        }
        if let last = list.last, last.handle < range.upperBound {
          information(link, client, last.handle + 1...range.upperBound, then)
        } else {
          then()
        }
      })
  }

  private func tellDescriptor(
    _ handle: Int, _ exchange: Exchange, _ link: Link, _ client: Side
  ) {
    for characteristic in link.server(of: client).characteristics {
      for descriptor in characteristic.descriptors where descriptor.handle == handle {
        let shown = link.shown(to: client)
        shown.show(descriptor, of: characteristic)
        guard isNews("descriptor", handle, link, client) else { return }
        var event = line("descriptor", exchange.answer, link, from: client.other)
        event.handle = handle
        event.path = shown.path(of: descriptor)
        story.tell(event)
      }
    }
  }
}
