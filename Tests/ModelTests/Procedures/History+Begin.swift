/// What may happen next, and how likely it is.
extension History {
  func begin() {
    let present = hosts.filter(\.isPresent)
    guard let host = draws.one(of: present) else {
      if let gone = draws.one(of: hosts) { appear(gone) }
      return
    }
    let link = draws.one(of: links.filter { !$0.isEnding })
    guard let link, !draws.chance(20) else { return beginOnAdapter(host) }
    let client: Side = draws.chance(70) ? .host : .peer
    guard !link.isChanging else { return }
    if draws.chance(10) { return changeServer(link, client) }
    if draws.chance(12) { return control(link) }
    if draws.chance(5) { return secure(link) }
    let isInsideSDU = link.bearers.contains { $0.channel?.isInsideSDU.contains(true) == true }
    if draws.chance(isInsideSDU ? 70 : 4) { return end(link) }
    if draws.chance(5) { return changeChannels(link) }
    let open = link.bearers.filter { $0.channel?.isClosing != true }
    guard let bearer = draws.one(of: open) else { return }
    switch draws.below(10) {
    case 0: return notify(bearer, client)
    case 1: return indicate(bearer, client)
    case 2: return notifySeveral(bearer, client)
    case 3: return writeCommand(bearer, client)
    default: break
    }
    guard !bearer[client].isBusy else { return }
    switch draws.below(20) {
    case 0...2: exchangeMTU(bearer, client)
    case 3...6: discover(bearer, client)
    case 7...9: read(bearer, client)
    case 10, 11: readByType(bearer, client)
    case 12, 13: readMultiple(bearer, client)
    case 14...16: write(bearer, client)
    default: queuedWrite(bearer, client)
    }
  }

  private func beginOnAdapter(_ host: Host) {
    switch draws.below(46) {
    case 0...13: hear(host)
    case 14...16: switchScanning(host)
    case 17...19: switchAdvertising(host)
    case 20...31: connect(host)
    case 32, 33: failToConnect(host)
    case 34 where form.hasAdapters: vanish(host)
    case 35 where form.hasAdapters:
      if let gone = hosts.first(where: { !$0.isPresent }) { appear(gone) }
    case 36 where draws.chance(40): reset(host)
    case 37...41: changeAddress()
    case 42: addToResolvingList(host)
    default: hear(host)
    }
  }

  // MARK: Connections

  private func connect(_ host: Host) {
    guard host.links.count < 4, !host.isConnecting, !links.contains(where: \.isChanging) else {
      return
    }
    let free = devices.filter { device in !host.links.contains { $0.device === device } }
    guard let device = draws.one(of: free) else { return }
    let asCentral = draws.chance(65)
    let handles = Array(1...5) + [0x40]
    let used = Set(host.links.map(\.handle))
    let unused = handles.filter { !used.contains($0) }
    let handle =
      draws.chance(25) ? handles[draws.below(6)] : unused[draws.below(unused.count)]
    guard asCentral else { return connect(host, device, asCentral: false, handle: handle) }
    host.isConnecting = true
    create(host, device)
    host.script.append { [self] in
      host.isConnecting = false
      // Somebody else may have taken the handle, or connected first.
      guard !host.links.contains(where: { $0.device === device }) else { return }
      let taken = host.links.first { $0.handle == handle }
      guard taken == nil || used.contains(handle) else { return }
      connect(host, device, asCentral: true, handle: handle)
    }
  }

  private func create(_ host: Host, _ device: Device) {
    host.script.append { [self] in
      let moment = command(
        host, 0x200D,
        little16(96) + little16(48) + [0, UInt8(device.air.kind)] + device.air.wire + [0]
          + little16(24) + little16(40) + little16(0) + little16(42) + little16(0) + little16(0))
      if moment.isRecorded { host.attempt = (device, device.air, moment) }
    }
    host.script.append { [self] in event(host, HCIPackets.commandStatus(0x200D, 0)) }
  }

  /// An attempt that the host gives up, or that comes to nothing.
  private func failToConnect(_ host: Host) {
    guard !host.isConnecting, let device = draws.one(of: devices) else { return }
    host.isConnecting = true
    if draws.chance(20) {
      var earlier: (device: Device, air: ModelAddress, moment: Moment)?
      host.script.append { [self] in
        let moment = command(host, 0x200D, [UInt8](repeating: 0, count: 25))
        // Until it is refused, nobody knows that the one before it goes on.
        earlier = host.attempt
        if moment.isRecorded { host.attempt = nil }
      }
      host.script.append { [self] in
        host.isConnecting = false
        host.attempt = earlier
        tellFailure(0x0C, event(host, HCIPackets.commandStatus(0x200D, 0x0C)), host)
      }
      return
    }
    let isCancelled = draws.chance(50)
    create(host, device)
    if isCancelled {
      host.script.append { [self] in command(host, 0x200E, []) }
      host.script.append { [self] in event(host, HCIPackets.commandComplete(0x200E, 0)) }
    }
    host.script.append { [self] in
      host.isConnecting = false
      let status = isCancelled ? 0x02 : 0x3E
      let moment = event(
        host,
        HCIPackets.leEvent(
          0x01,
          [UInt8(status)] + little16(0) + [0, UInt8(device.air.kind)] + device.air.wire
            + [UInt8](repeating: 0, count: 7)))
      count(isCancelled ? "cancelled attempts" : "failed attempts")
      var told = line("disconnected", moment, host, device.meet(device.air, moment), device.air)
      addReason(&told, status)
      told.add("by", isCancelled ? "local" : "unknown")
      answer(&told, host)
      story.tell(told)
    }
  }

  /// An event that ends the attempt to connect.
  private func answer(_ told: inout ExpectedEvent, _ host: Host) {
    guard told.moment.isRecorded, let attempt = host.attempt else { return }
    host.attempt = nil
    told.request = attempt.moment
    told.response = told.moment.time - attempt.moment.time
  }

  /// The attempt to connect is still under way: at the end of the capture, or at what ends it.
  func tellAttempt(_ host: Host, _ kind: String, by side: String?, at moment: Moment) {
    guard moment.isRecorded, let (device, air, _) = host.attempt else { return }
    var told = line(kind, moment, host, device.meet(air, moment), air)
    if let side { told.add("by", side) }
    answer(&told, host)
    story.tell(told)
    count("attempts without an answer")
  }

  /// One side ends the connection, or it breaks.
  private func end(_ link: Link) {
    link.isEnding = true
    guard draws.chance(50) else {
      let reason = [0x13, 0x13, 0x15, 0x08, 0x3D][draws.below(5)]
      link.host.script.append { [self] in disconnected(link, reason: reason) }
      return
    }
    link.host.script.append { [self] in
      guard link.isOpen else { return }
      let moment = command(link.host, 0x0406, little16(link.handle) + [0x13])
      if moment.isRecorded { link.askedEnd = moment }
      guard link.ordinal != nil else { return }
      touch(link, moment)
      link.disconnectRequest = moment
      var event = line("note", moment, link)
      event.sender = .host
      event.add("reason_code", 0x13)
      story.tell(event)
    }
    link.host.script.append { [self] in
      event(link.host, HCIPackets.commandStatus(0x0406, 0))
      // The connection may have been seen only since the command.
      if link.ordinal != nil, let asked = link.askedEnd { link.disconnectRequest = asked }
      link.isEndAccepted = link.disconnectRequest != nil
    }
    link.host.script.append { [self] in disconnected(link, reason: 0x16) }
  }
}
