/// One history of Bluetooth hosts: a simulation that writes what a recorder would see, and tells what
/// must come out of it.
///
/// A history is lawful: devices keep to the specification. What goes over a connection waits in
/// queues of fragments, one for each side, and random draws decide whose fragment comes next: so
/// connections, directions, commands and events interleave in every way that they can.
final class History {
  let seed: UInt64
  var draws: Draws
  let form: CaptureForm
  private(set) var file: CaptureFile
  let story = Story()
  /// How often each thing was done, to prove that histories show them all.
  private(set) var done: [String: Int] = [:]

  private(set) var hosts: [Host] = []
  /// Those that the capture shows, in the order of their first records.
  private(set) var seen: [Host] = []
  private(set) var devices: [Device] = []
  /// The servers of peers that the capture does not name, by connection.
  private(set) var strangers: [Shown] = []
  /// Microseconds since 1970.
  private(set) var now = (ExpectedEvent.firstDay + 9 * 3600) * 1_000_000
  private var frame = 0
  private(set) var isRecording = false
  private(set) var origin: Int?
  private(set) var last = Moment(frame: 0, time: 0)
  private var lastAdapter = 0
  /// There is a command or an event: the capture is no excerpt with nothing but data.
  private(set) var hasControl = false
  private var connections = 0
  private var connectedDevices = 0
  private var falls: (count: Int, largest: Int) = (0, 0)
  /// All advertisements are reported, not only those that differ.
  let tellsAllAdvertisements: Bool
  /// Every so many steps the world stands still for long.
  private let pace: Int

  var links: [Link] { hosts.flatMap(\.links) }

  /// - steps: how many things happen, at most.
  init(seed: UInt64, steps limit: Int = .max) {
    self.seed = seed
    draws = Draws(seed: seed)
    form = CaptureForm.allCases[draws.below(4)]
    file = CaptureFile(form)
    tellsAllAdvertisements = draws.chance(30)
    pace = draws.weighted([(3, 0), (2, 1), (1, 4)])
    for index in 0..<(form.hasAdapters ? draws.draw(1...3) : 1) {
      hosts.append(Host(&draws, index: index))
    }
    for index in 0..<draws.draw(2...4) { devices.append(Device(&draws, index: index)) }
    for host in hosts {
      for device in devices where device.identityKey != nil && draws.chance(30) {
        host.bonds.insert(ObjectIdentifier(device))
      }
    }
    let unseen = draws.chance(30) ? draws.draw(20...200) : 0
    run(steps: min(unseen, limit))
    beginCapture()
    run(steps: min(draws.draw(40...500), limit))
    endCapture()
  }

  private func run(steps: Int) {
    for _ in 0..<steps { step() }
  }

  func count(_ thing: String) { if isRecording { done[thing, default: 0] += 1 } }

  // MARK: Time and records

  /// Time goes on by itself between records, mostly by little.
  private func pass() {
    let before = now
    defer { if let limit, now > limit { now = max(before, limit) + 1 } }
    let jump = draws.weighted([
      (60, 0), (30, 1), (8, 2), (1 + pace, 3), (pace, 4), (1, 5),
    ])
    switch jump {
    case 0: now += draws.draw(1...999)
    case 1: now += draws.draw(1_000...60_000)
    case 2: now += draws.draw(60_000...900_000)
    case 3: wait(draws.draw(1_000_000...9_000_000))
    case 4: wait(draws.draw(9_000_000...29_000_000))
    // The clock is set back.
    default: if let origin, now - origin > 2_000_000 { now -= draws.draw(1...500_000) }
    }
  }

  /// A client that reads on does so soon: what is read later is a read of its own.
  /// No transaction that is to be answered lasts for 30 s.
  private var limit: Int? {
    var limit: Int?
    // Asked with every record: without lists in between.
    for host in hosts {
      for link in host.links {
        for bearer in link.bearers {
          for client in bearer.clients {
            guard let end = Self.limit(of: client) else { continue }
            limit = min(limit ?? end, end)
          }
        }
      }
    }
    return limit
  }

  private static func limit(of client: ClientState) -> Int? {
    guard let open = client.open else {
      return client.longRead.map { $0.event.moment.time + 1_900_000 }
    }
    return open.isForgotten ? nil : open.moment.time + 29_900_000
  }

  /// Time passes, if nothing waits that has to come sooner.
  func wait(_ microseconds: Int) {
    if let limit, now + microseconds > limit { return }
    now += microseconds
  }

  /// - Returns: when it was recorded.
  @discardableResult
  func record(_ content: RecordContent, _ packet: [UInt8], _ host: Host) -> Moment {
    pass()
    guard isRecording else { return Moment(frame: 0, time: now) }
    frame += 1
    let moment = Moment(frame: frame, time: now)
    if !seen.contains(where: { $0 === host }) { seen.append(host) }
    file.add(content, packet, adapter: host.index, time: now)
    switch content {
    case .command, .event: hasControl = true
    default: break
    }
    if origin == nil { origin = now }
    if last.isRecorded, now < last.time {
      falls.count += 1
      falls.largest = max(falls.largest, last.time - now)
    }
    last = moment
    lastAdapter = host.index
    return moment
  }

  @discardableResult
  func command(_ host: Host, _ opcode: Int, _ parameters: [UInt8]) -> Moment {
    record(.command, HCIPackets.command(opcode, parameters), host)
  }

  @discardableResult
  func event(_ host: Host, _ packet: [UInt8]) -> Moment { record(.event, packet, host) }

  // MARK: The capture's ends

  /// From here on all is recorded: whatever stands, stands already.
  private func beginCapture() {
    // No PDU is cut in two by the beginning.
    for link in links {
      for side in [Side.host, .peer] where link.outgoing[side.rawValue].first?.begun == true {
        while link.outgoing[side.rawValue].first?.begun == true { transmit(link, side) }
      }
      // Nor an identity from its key: only one who knew that could tell the device by it.
      while link.isTellingIdentity { transmit(link, .peer) }
    }
    isRecording = true
    if !links.isEmpty { count("begins inside a connection") }
  }

  private func endCapture() {
    // Some captures end when all is quiet, others in the middle of things.
    if draws.chance(60) {
      for _ in 0..<2_000 where !isQuiet { step(startsNothing: true) }
    }
    defer { for host in hosts { host.script.removeAll() } }
    guard last.isRecorded else { return }
    story.loosen(last)
    for host in hosts {
      for link in host.links.sorted(by: { $0.ordinal ?? 0 < $1.ordinal ?? 0 })
      where link.ordinal != nil { settle(link, at: last) }
    }
    for host in hosts { tellAttempt(host, "note", by: nil, at: last) }
    for host in hosts { breakChains(host, last) }
    if falls.count > 0 {
      var event = ExpectedEvent("note", last)
      event.add("count", falls.count)
      event.own.append(("largest_step_s", Self.shortSeconds(falls.largest)))
      // It is about the capture, and told of its last record.
      event.adapter = form.hasAdapters ? lastAdapter : nil
      story.tell(event)
    }
  }

  private var isQuiet: Bool {
    for host in hosts {
      guard host.script.isEmpty else { return false }
      for link in host.links {
        for queue in link.outgoing where !queue.isEmpty { return false }
      }
    }
    return true
  }

  private static func shortSeconds(_ microseconds: Int) -> String {
    var text = ExpectedEvent.seconds(microseconds)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  // MARK: What happens next

  private func step(startsNothing: Bool = false) {
    var sending: [(Link, Side)] = []
    for host in hosts {
      for link in host.links {
        if !link.outgoing[Side.host.rawValue].isEmpty { sending.append((link, .host)) }
        if !link.outgoing[Side.peer.rawValue].isEmpty { sending.append((link, .peer)) }
      }
    }
    let scripted = hosts.filter { !$0.script.isEmpty }
    let goesOn = startsNothing || draws.chance(70)
    if goesOn, let next = draws.one(of: scripted), sending.isEmpty || draws.chance(50) {
      let action = next.script.removeFirst()
      action()
    } else if goesOn, let (link, side) = draws.one(of: sending) {
      transmit(link, side)
    } else if !startsNothing {
      begin()
    }
  }

  // MARK: Connections

  /// The connection is seen in the capture: it has its number.
  func see(_ link: Link, _ moment: Moment) {
    guard moment.isRecorded, link.ordinal == nil else { return }
    connections += 1
    link.ordinal = connections
    link.seen = moment.time
    link.startFrame = moment.frame
    if !link.isKnown { strangers.append(link.strange) }
  }

  /// The capture tells whose a connection is that began before it.
  func name(_ link: Link, _ moment: Moment) {
    count("peers known by their identity only")
    let face = link.device.meet(link.device.identity, moment)
    number(face, moment)
    face.shown.absorb(link.strange)
    strangers.removeAll { $0 === link.strange }
    link.isKnown = true
  }

  func number(_ face: Face, _ moment: Moment) {
    guard moment.isRecorded, face.number == 0 else { return }
    connectedDevices += 1
    face.number = connectedDevices
  }

  /// Begins an event of a connection, with all that is known of it.
  func line(_ kind: String, _ moment: Moment, _ link: Link, from sender: Side? = nil)
    -> ExpectedEvent
  {
    var event = line(kind, moment, link.host, link.face, link.airIsShown ? link.air : nil)
    event.connection = link.ordinal
    event.sender = sender
    if link.knowsRoles, let sender { event.from = link.role(sender) }
    return event
  }

  func line(_ kind: String, _ moment: Moment, _ bearer: Bearer, from sender: Side? = nil)
    -> ExpectedEvent
  {
    var event = line(kind, moment, bearer.link, from: sender)
    event.channel = bearer.channel?.number
    return event
  }

  func line(
    _ kind: String, _ moment: Moment, _ host: Host, _ face: Face? = nil, _ air: ModelAddress? = nil
  )
    -> ExpectedEvent
  {
    var event = ExpectedEvent(kind, moment)
    if form.hasAdapters { event.adapter = host.index }
    event.address = face?.address
    event.name = face?.name
    if let face, let air, air.value != face.address.value { event.airAddress = air }
    return event
  }

  // MARK: Data

  /// Hands a PDU over to be sent; `delivered` is called when its last fragment has gone.
  func send(
    _ link: Link, _ side: Side, channel: Int = 4, _ payload: [UInt8],
    _ delivered: @escaping (Moment) -> Void
  ) {
    guard link.isOpen else { return }
    var rest = HCIPackets.l2cap(channel, payload)[...]
    var fragments: [[UInt8]] = []
    let style = draws.weighted([(5, 0), (3, 1), (2, 2)])
    while !rest.isEmpty {
      let size: Int =
        switch style {
        case 0: rest.count
        case 1: 27
        // The header of a first fragment is whole: else nobody could know an LE connection by it.
        default: fragments.isEmpty ? draws.draw(4...20) : draws.draw(1...40)
        }
      fragments.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    link.outgoing[side.rawValue].append(Outgoing(fragments: fragments, delivered: delivered))
  }

  private func transmit(_ link: Link, _ side: Side) {
    var pdu = link.outgoing[side.rawValue][0]
    let isFirst = !pdu.begun
    let boundary = isFirst ? (side == .host ? 0 : 2) : 1
    let fragment = pdu.fragments.removeFirst()
    pdu.begun = true
    link.outgoing[side.rawValue][0] = pdu
    let moment = record(
      .data(side), HCIPackets.acl(link.handle, boundary: boundary, fragment), link.host)
    if isFirst { see(link, moment) }
    if moment.isRecorded { link.isHeard[side.rawValue] = true }
    touch(link, moment)
    if !isFirst { count("fragments") }
    guard pdu.fragments.isEmpty else { return }
    link.outgoing[side.rawValue].removeFirst()
    pdu.delivered(moment)
  }
}
