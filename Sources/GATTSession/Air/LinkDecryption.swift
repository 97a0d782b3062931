import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// Decrypts links with keys that were given, or that the capture shows.
final class LinkDecryption {
  let reporter: Reporter
  let clock: CaptureClock
  let keys: LinkKeys

  init(_ session: SessionContext) {
    reporter = session.reporter
    clock = session.clock
    keys = session.keys
  }
}

extension LinkKey.Name {
  /// The key that the central asks for.
  init(_ request: EncReq) {
    self.init(random: request.random, diversifier: request.diversifier)
  }
}

/// Decryption of links, with keys that were given or that the capture shows.
extension LinkDecryption {
  /// LL_ENC_RSP.
  func encryptionAnswered(_ response: EncRsp, on connection: Connection, link: LinkLayerLink) {
    guard let request = link.encryption.request else { return link.encryption.missStart() }
    let name = LinkKey.Name(request)
    let keys = candidates(name, on: connection, link: link)
    // Other keys are tried, too, but what is missing is the one that the pairing has made.
    let isUnknown = name.isZero && link.encryption.pairingKeys.isEmpty
    let reason: ClosedLink =
      if name.isZero, link.encryption.isProven == true {
        connection.pairing.method?.association == .passkeyEntry ? .provenPasskey : .provenKey
      } else if keys.isEmpty || isUnknown && connection.security.secrets != nil {
        reasonWithoutKeys(on: connection, link: link)
      } else {
        .wrongKeys
      }
    link.encryption.start(response, keys: keys, reason: reason, budget: self.keys.budget)
  }

  /// - tag: that of a key that opens something: an index of all keys, or below 0 of the pairing's own.
  func noteUse(_ tag: Int, on link: LinkLayerLink) {
    let own = link.encryption.pairingKeys
    if tag >= 0 {
      keys.noteUse(keys.list[tag].origin)
    } else if own.indices.contains(-1 - tag) {
      keys.noteUse(own[-1 - tag].origin)
    }
  }

  // MARK: Keys to try

  private func candidates(
    _ name: LinkKey.Name, on connection: Connection, link: LinkLayerLink
  ) -> [LinkDecryptor.Key] {
    // The pairing's own key has no name. It goes on serving where pairing is not repeated.
    var own: [LinkDecryptor.Key] = []
    if name.isZero {
      learnPairingKeys(on: connection, link: link)
      own = link.encryption.pairingKeys.enumerated().reversed().map {
        LinkDecryptor.Key($1.value, tag: -1 - $0)
      }
    }
    let given = keys.candidates(name) { address in
      let isOfSide = [connection.peer, link.central].map { side in
        side.map { $0.hasAddress(address) }
      }
      if isOfSide.contains(true) { return true }
      // An address that changes may be anybody's.
      let isCertain = [connection.peer, link.central].allSatisfy {
        $0.map { $0.isIdentified || !$0.address.isResolvable } ?? false
      }
      return isCertain ? false : nil
    }
    return own + given
  }

  /// The keys that the link's pairing has made so far.
  private func learnPairingKeys(on connection: Connection, link: LinkLayerLink) {
    guard let secrets = connection.security.secrets else { return }
    let addresses = pairingAddresses(on: connection, link: link)
    if secrets.isSecureConnections {
      let association = connection.pairing.method?.association
      guard let key = secrets.longTermKey(addresses, association: association) else { return }
      link.encryption.add(PairingKey(value: key, origin: .heard))
      var known = LinkKey(key, origin: .heard)
      known.addresses = linkAddresses(on: connection)
      learn(known)
      return
    }
    let found = secrets.shortTermKeys(keys.temporaryKeys.map(\.key), addresses: addresses)
    link.encryption.isProven = found.isProven
    for key in found.keys {
      let (temporaryKey, origin) = keys.temporaryKeys[key.index]
      if found.isProven == true { keys.noteProof(origin) }
      link.encryption.add(
        PairingKey(value: key.key, origin: origin, temporaryKey: temporaryKey))
    }
    guard found.isProven == false,
      let passkey = searched(secrets, on: connection, addresses: addresses)
    else {
      return
    }
    link.encryption.isProven = true
    keys.noteProof(.searched)
    for key in secrets.shortTermKeys([UInt128(passkey)], addresses: addresses).keys {
      link.encryption.add(
        PairingKey(value: key.key, origin: .searched, temporaryKey: UInt128(passkey)))
    }
  }

  /// The passkey of a legacy pairing, if it may be searched for.
  private func searched(
    _ secrets: PairingSecrets, on connection: Connection,
    addresses: (PairingAddress, PairingAddress)?
  ) -> UInt32? {
    guard keys.searches, connection.pairing.method?.association == .passkeyEntry else { return nil }
    if let known = secrets.searched { return known }
    let found = secrets.passkeyProof(initiator: .central, addresses: addresses).flatMap {
      keys.search($0)
    }
    secrets.searched = .some(found)
    return found
  }

  func pairingAddresses(
    on connection: Connection, link: LinkLayerLink
  ) -> (PairingAddress, PairingAddress)? {
    guard let central = link.centralAddress, let peripheral = connection.airAddress else {
      return nil
    }
    func plain(_ address: BluetoothAddress) -> PairingAddress {
      PairingAddress(address.value, isRandom: address.kind.rawValue & 1 == 1)
    }
    return (plain(central), plain(peripheral))
  }

  private func reasonWithoutKeys(on connection: Connection, link: LinkLayerLink) -> ClosedLink {
    guard let secrets = connection.security.secrets else { return .noKey }
    if secrets.isSecureConnections { return .secureConnections }
    if secrets.randoms[.central] == nil || secrets.randoms[.peripheral] == nil {
      return .pairingCut
    }
    let isDisproved = link.encryption.isProven == false
    if secrets.searched != nil { return .noPasskey }
    guard keys.temporaryKeys.contains(where: { $0.origin != .heard }) else { return .temporaryKey }
    return isDisproved ? .wrongPasskey : .wrongKeys
  }

  // MARK: Keys that the capture shows

  /// A PDU of the Security Manager, which may show a key, or what one is made from.
  func learnKeys(
    _ code: SMPCode, payload: RawSpan, on connection: Connection, side: Side
  ) {
    switch code {
    case .pairingRequest: connection.security.secrets = PairingSecrets()
    case .pairingResponse, .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck,
      .encryptionInformation, .centralIdentification:
      if connection.security.secrets == nil { connection.security.secrets = PairingSecrets() }
    case .identityInformation, .identityAddressInformation: break
    default: return
    }
    guard let secrets = connection.security.secrets else { return }
    secrets.take(code, payload: payload, side: side)
    if code == .pairingRandom, connection.pairing.method?.association == .passkeyEntry {
      secrets.openRound(side)
    }
    // Whether what was given is right does not depend on what follows.
    if code == .pairingRandom, keys.hasGiven, let link = connection.link, secrets.mayJudge() {
      learnPairingKeys(on: connection, link: link)
    }
    var cursor = ByteCursor(payload)
    guard (try? cursor.skip(1)) != nil else { return }
    if code == .encryptionInformation, let value = try? cursor.uint128LittleEndian() {
      var key = LinkKey(value, origin: .heard)
      key.addresses = linkAddresses(on: connection)
      secrets.distributed[side] = learn(key)
    } else if code == .centralIdentification, let index = secrets.distributed[side],
      let diversifier = try? cursor.uint16LittleEndian(),
      let random = try? cursor.uint64LittleEndian()
    {
      let name = LinkKey.Name(random: random, diversifier: diversifier)
      keys.name(index, as: name)
      keys.history.note(keys.list[index].value, name: name, on: connection, hasWorked: false)
    }
  }

  /// A key in a command of the host: LE Enable Encryption, or the reply to a request for it.
  func learnKey(
    _ value: UInt128, name: LinkKey.Name, on connection: Connection?
  ) {
    var key = LinkKey(value, origin: .heard)
    key.name = name
    if let connection {
      key.addresses = linkAddresses(on: connection)
      if name.isZero, connection.pairing.outcome == .underWay {
        connection.security.secrets?.shortTermKey = value
      }
    }
    learn(key)
  }

  @discardableResult
  private func learn(_ key: LinkKey) -> Int? {
    let index = keys.learn(key)
    if keys.isFull, let record = clock.last { reporter.full(.linkKeys, at: record) }
    return index
  }

  private func linkAddresses(on connection: Connection) -> [UInt64] {
    var addresses: [UInt64] = []
    for address in [
      connection.airAddress, connection.peer?.address, connection.link?.centralAddress,
      connection.link?.central?.address,
    ] {
      if let value = address?.value, !addresses.contains(value) { addresses.append(value) }
    }
    return addresses
  }

  // MARK: For others
}
