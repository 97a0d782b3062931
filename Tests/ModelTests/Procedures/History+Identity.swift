/// Devices whose addresses change, and what tells whose they are.
extension History {
  func changeAddress() {
    if let device = draws.one(of: devices) { changeAddress(device) }
  }

  /// A device takes another address, unless somebody speaks to it under this one.
  func changeAddress(_ device: Device) {
    guard device.identityKey != nil else { return }
    let isHeard = hosts.contains { host in
      host.isConnecting || host.chains.contains { $0.device === device }
    }
    guard !isHeard else { return }
    device.changeAddress(&draws)
    count("addresses changed")
  }

  /// LE Add Device To Resolving List, of a device that is bonded.
  func addToResolvingList(_ host: Host) {
    guard let device = draws.one(of: devices.filter { host.bonds.contains(ObjectIdentifier($0)) }),
      let key = device.identityKey
    else { return }
    host.script.append { [self] in
      let moment = command(
        host, 0x2027,
        [UInt8(device.identity.kind)] + device.identity.wire + key + draws.bytes(16))
      if moment.isRecorded, !device.isIdentified { count("identities in resolving lists") }
      learn(device, host, moment)
    }
    host.script.append { [self] in event(host, HCIPackets.commandComplete(0x2027, 0)) }
  }

  /// Counts a value that has its name by a discovery on a connection before.
  func countNamed(_ handle: Int, _ bearer: Bearer, _ client: Side) {
    let link = bearer.link
    guard client == .host, let face = link.face, face.shown.isDiscovered(handle),
      !link.told.contains(where: { $0.hasPrefix("\(client.rawValue) ") })
    else { return }
    if link.isBondedReconnect { count("values named after a bonded reconnect") }
    if face.address != link.air, !face.discoveredUnder.contains(link.air) {
      count("values named by another address's discovery")
    }
  }

  /// The capture tells whose a device's addresses are.
  private func learn(_ device: Device, _ host: Host, _ moment: Moment) {
    guard moment.isRecorded, !device.isIdentified else { return }
    if device.faces.count > 1 { count("devices met under several addresses before") }
    device.identify { kept, numbers in
      guard numbers.count > 1 else { return }
      count("devices with two numbers")
      story.tell(line("note", moment, host, kept))
    }
  }

  /// Identity Information and Identity Address Information (Vol 3, Part H, 3.6.4 and 3.6.5).
  func sendIdentity(_ link: Link, _ side: Side, _ sent: @escaping () -> Void) {
    let device = link.device
    let key = side == .peer ? device.identityKey : draws.bytes(16)
    guard let key else { return }
    let identity = side == .peer ? device.identity : link.host.address
    send(link, side, channel: 6, [0x08] + key) { _ in link.isTellingIdentity = side == .peer }
    send(link, side, channel: 6, [0x09, UInt8(identity.kind)] + identity.wire) { [self] moment in
      sent()
      guard side == .peer else { return }
      link.isTellingIdentity = false
      guard moment.isRecorded, !device.isIdentified || !link.isKnown else { return }
      learn(device, link.host, moment)
      if !link.isKnown { name(link, moment) }
      count("identities by pairing")
      var event = line("security", moment, link, from: .peer)
      event.add("step", "identity")
      story.tell(event)
    }
  }
}
