/// Two devices' features for pairing, and the method that follows from them (Vol 3, Part H, Table
/// 2.8): chosen cases, written out.
private struct PairingCase {
  /// IO capability, out-of-band data, requirements of initiator and responder.
  let initiator: [UInt8]
  let responder: [UInt8]
  let method: String
  let isSecure: Bool
  let isBonding: Bool

  static let all = [
    PairingCase([3, 0, 0x01], [3, 0, 0x01], "Just Works", secure: false, bonding: true),
    PairingCase([3, 0, 0x09], [3, 0, 0x09], "Just Works", secure: true, bonding: true),
    PairingCase([3, 0, 0x09], [3, 0, 0x00], "Just Works", secure: false, bonding: false),
    PairingCase([4, 0, 0x05], [0, 0, 0x05], "Passkey Entry", secure: false, bonding: true),
    PairingCase([2, 0, 0x0D], [1, 0, 0x09], "Passkey Entry", secure: true, bonding: true),
    PairingCase([1, 0, 0x0D], [1, 0, 0x0D], "Numeric Comparison", secure: true, bonding: true),
    PairingCase([4, 0, 0x0C], [1, 0, 0x0C], "Numeric Comparison", secure: true, bonding: false),
    PairingCase([1, 0, 0x05], [1, 0, 0x05], "Just Works", secure: false, bonding: true),
    PairingCase([1, 1, 0x05], [1, 1, 0x05], "Out of Band", secure: false, bonding: true),
    PairingCase([1, 0, 0x0D], [1, 1, 0x0D], "Out of Band", secure: true, bonding: true),
  ]

  private init(
    _ initiator: [UInt8], _ responder: [UInt8], _ method: String, secure: Bool, bonding: Bool
  ) {
    self.initiator = initiator
    self.responder = responder
    self.method = method
    isSecure = secure
    isBonding = bonding
  }
}

/// Pairing and encryption.
extension History {
  func secure(_ link: Link) {
    guard !link.isSecuring else { return }
    link.isSecuring = true
    if draws.chance(60) { pair(link) } else { encrypt(link) }
  }

  /// With a key from before, or a new one: no pairing goes before it.
  func encrypt(_ link: Link) {
    link.host.script.append { [self] in
      guard link.isOpen else { return }
      let isRefresh = link.isEncrypted
      let isV2 = draws.chance(30) && !isRefresh
      let status = draws.chance(15) ? 0x06 : 0
      let code: UInt8 = isRefresh ? 0x30 : isV2 ? 0x59 : 0x08
      let moment = event(
        link.host,
        HCIPackets.event(
          code,
          [UInt8(status)] + little16(link.handle) + (isRefresh ? [] : [1]) + (isV2 ? [16] : [])))
      link.isSecuring = false
      guard link.ordinal != nil else { return }
      touch(link, moment)
      count("encryptions without pairing")
      var told = line("security", moment, link)
      if status == 0 {
        if link.host.bonds.contains(ObjectIdentifier(link.device)), !link.isEncrypted {
          link.isBondedReconnect = true
        }
        link.isEncrypted = true
        told.add("step", isRefresh ? "key_refreshed" : "encrypted")
        told.add("encrypted", true)
        if isV2 { told.add("key_size", 16) }
      } else {
        told.add("step", "encryption_failed")
        told.add("reason", "PIN or Key Missing")
        told.add("reason_code", status)
      }
      story.tell(told)
    }
  }

  // MARK: Pairing

  private func pair(_ link: Link) {
    let choice = PairingCase.all[draws.below(PairingCase.all.count)]
    let central: Side = link.hostIsCentral ? .host : .peer
    let sizes = [draws.draw(7...16), 16]
    // Keys of initiator and responder: encryption keys, and identities.
    let isPrivate = choice.isBonding && link.device.identityKey != nil
    let keys: [UInt8] = [isPrivate ? 2 : 0, (choice.isSecure ? 0 : 1) | (isPrivate ? 2 : 0)]
    let request = [0x01] + choice.initiator + [UInt8(sizes[0])] + keys
    let response = [0x02] + choice.responder + [UInt8(sizes[1])] + keys
    let start = { [self] in
      send(link, central, channel: 6, request) { [self] moment in
        learnRoles(link, moment)
        if moment.isRecorded { link.pairing = Pairing(request: moment) }
        guard !draws.chance(8) else { return failPairing(link, central.other, 0x05) }
        send(link, central.other, channel: 6, response) { [self] answered in
          learnRoles(link, answered)
          if answered.isRecorded, link.pairing?.request != nil {
            link.pairing?.method = choice.method
            link.pairing?.isSecure = choice.isSecure
            link.pairing?.isBonding = choice.isBonding
            link.pairing?.keySize = min(sizes[0], sizes[1])
          }
          exchangeKeys(choice, link, central)
        }
      }
    }
    if draws.chance(30) {
      send(link, central.other, channel: 6, [0x0B, 0x09]) { [self] moment in
        learnRoles(link, moment)
        count("security requests")
        var event = line("security", moment, link, from: central.other)
        event.add("step", "security_request")
        event.add("pairing", "secure_connections")
        event.add("bonding", true)
        event.add("mitm_protection", false)
        story.tell(event)
        start()
      }
    } else {
      start()
    }
  }

  /// What goes to and fro before the link is encrypted; its bytes mean nothing to anyone else.
  private func exchangeKeys(_ choice: PairingCase, _ link: Link, _ central: Side) {
    let turns: [(Side, [UInt8])] =
      choice.isSecure
      ? [
        (central, [0x0C] + draws.bytes(64)), (central.other, [0x0C] + draws.bytes(64)),
        (central.other, [0x03] + draws.bytes(16)), (central, [0x04] + draws.bytes(16)),
        (central.other, [0x04] + draws.bytes(16)), (central, [0x0D] + draws.bytes(16)),
        (central.other, [0x0D] + draws.bytes(16)),
      ]
      : [
        (central, [0x03] + draws.bytes(16)), (central.other, [0x03] + draws.bytes(16)),
        (central, [0x04] + draws.bytes(16)), (central.other, [0x04] + draws.bytes(16)),
      ]
    takeTurns(turns[...], link) { [self] in
      if draws.chance(12) {
        failPairing(link, draws.chance(50) ? .host : .peer, 0x04)
      } else {
        link.host.script.append { [self] in finishPairing(choice, link) }
      }
    }
  }

  private func takeTurns(
    _ turns: ArraySlice<(Side, [UInt8])>, _ link: Link, _ then: @escaping () -> Void
  ) {
    guard let (side, pdu) = turns.first else { return then() }
    send(link, side, channel: 6, pdu) { [self] moment in
      // A pairing, even where its beginning is not in the capture.
      if moment.isRecorded, link.pairing == nil { link.pairing = Pairing(request: nil) }
      takeTurns(turns.dropFirst(), link, then)
    }
  }

  private func failPairing(_ link: Link, _ side: Side, _ reason: UInt8) {
    send(link, side, channel: 6, [0x05, reason]) { [self] moment in
      link.isSecuring = false
      let pairing = link.pairing
      link.pairing = nil
      guard moment.isRecorded else { return }
      count("failed pairings")
      var event = line("security", moment, link, from: side)
      addPairing(&event, "pairing_failed", pairing, moment)
      event.add("reason", reason == 5 ? "Pairing Not Supported" : "Confirm Value Failed")
      event.add("reason_code", Int(reason))
      story.tell(event)
    }
  }

  private func finishPairing(_ choice: PairingCase, _ link: Link) {
    guard link.isOpen else { return }
    let moment = event(link.host, HCIPackets.event(0x08, [0] + little16(link.handle) + [1]))
    let pairing = link.pairing
    link.pairing = nil
    link.isSecuring = false
    link.isEncrypted = true
    link.isBondedReconnect = false
    defer { distributeKeys(choice, link) }
    guard moment.isRecorded, link.ordinal != nil else { return }
    touch(link, moment)
    var event = line("security", moment, link)
    guard let pairing else {
      // Nothing of it is in the capture: only the encryption is certain.
      event.add("step", "encrypted")
      event.add("encrypted", true)
      story.tell(event)
      return
    }
    count("pairings")
    addPairing(&event, "paired", pairing, moment)
    if pairing.request != nil, pairing.method != nil {
      event.add("bonded", pairing.isBonding)
    }
    event.add("encrypted", true)
    if pairing.request != nil { event.add("key_size", pairing.keySize) }
    story.tell(event)
  }

  private func addPairing(
    _ event: inout ExpectedEvent, _ step: String, _ pairing: Pairing?, _ moment: Moment
  ) {
    event.add("step", step)
    guard let pairing, let request = pairing.request else { return }
    event.request = request
    event.response = moment.time - request.time
    guard let method = pairing.method else { return }
    event.add("method", method)
    event.add("pairing", pairing.isSecure ? "secure_connections" : "legacy")
  }

  /// The peripheral's keys, then the central's; nothing of them may be told but an identity.
  private func distributeKeys(_ choice: PairingCase, _ link: Link) {
    let peripheral: Side = link.hostIsCentral ? .peer : .host
    if !choice.isSecure {
      send(link, peripheral, channel: 6, [0x06] + draws.bytes(16)) { _ in }
      send(link, peripheral, channel: 6, [0x07] + draws.bytes(10)) { _ in }
    }
    guard choice.isBonding else { return }
    link.host.bonds.insert(ObjectIdentifier(link.device))
    guard link.device.identityKey != nil else { return }
    // The pairing is over when all keys are there.
    link.isSecuring = true
    sendIdentity(link, peripheral) { [self] in
      sendIdentity(link, peripheral.other) { link.isSecuring = false }
    }
  }
}
