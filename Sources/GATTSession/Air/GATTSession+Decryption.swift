import ATTDissector
import Bytes
import Cryptography

/// Why an encrypted link was not decrypted.
package enum ClosedLink: Sendable {
  /// LL_ENC_REQ or LL_ENC_RSP is not in the capture: the session key depends on both.
  case startMissing
  /// Its pairing is LE Secure Connections, and no side uses the key for debugging.
  case secureConnections
  /// Its pairing is legacy, with a temporary key that is not known.
  case temporaryKey
  /// Its pairing is legacy, and a random number of it was not heard.
  case pairingCut
  case noKey
  case wrongKeys
  /// The confirm values of its pairing are of another passkey, or temporary key, than those that were given.
  case wrongPasskey
  /// They are of no passkey.
  case noPasskey
  /// They prove the passkey, or the temporary key: what hides is damaged, or too much before it is missing.
  case provenPasskey, provenKey
  /// Other links have used up what may be tried.
  case tooManyLinks
  /// libcrypto is not installed.
  case noLibrary

  /// Whether a key would open the link.
  package var isLackOfKeys: Bool {
    switch self {
    case .secureConnections, .temporaryKey, .noKey: true
    case .startMissing, .pairingCut, .wrongKeys, .wrongPasskey, .noPasskey, .provenPasskey,
      .provenKey, .tooManyLinks, .noLibrary:
      false
    }
  }

  package var words: StaticString {
    switch self {
    case .startMissing: "the start of encryption is not in the capture"
    case .secureConnections: "LE Secure Connections without debug keys: only the key opens it"
    case .temporaryKey:
      "legacy pairing with a passkey or out of band: needs --tk or the key (--tk-search tries all passkeys)"
    case .wrongPasskey:
      "its pairing is of another passkey or temporary key (--tk-search tries all passkeys)"
    case .noPasskey: "no passkey fits its pairing: a key out of band, or a part of it is damaged"
    case .provenPasskey:
      "the passkey is right, as the pairing proves, but opens nothing: packets are damaged, or many missing"
    case .provenKey:
      "its pairing proves the key, but it opens nothing: packets are damaged, or many missing"
    case .pairingCut: "a part of its pairing is not in the capture"
    case .noKey: "no key"
    case .wrongKeys: "no key fits"
    case .tooManyLinks: "too many links and keys to try them all"
    case .noLibrary: "libcrypto is not installed"
    }
  }
}

extension LinkKey.Name {
  /// The key that the central asks for.
  init(_ request: EncReq) {
    self.init(random: request.random, diversifier: request.diversifier)
  }
}

/// A key that a pairing has made.
struct PairingKey {
  let value: UInt128
  let origin: LinkKey.Origin
  /// What legacy pairing has made it of.
  var temporaryKey: UInt128?
}

/// What decryption knows about a link.
package struct LinkSecurity {
  /// The last LL_ENC_REQ.
  var request: EncReq?
  var decryptor: LinkDecryptor?
  /// The keys that pairing has made on this link.
  var pairingKeys: [PairingKey] = []
  /// Whether the confirm values of its legacy pairing prove a temporary key; `nil` where they do not say.
  var isProven: Bool?
  /// New PDUs that were opened.
  package internal(set) var opened = 0
  /// Why the last start of encryption leads nowhere, unless something is opened.
  package internal(set) var closed: ClosedLink?

  /// Why PDUs are not readable.
  package var reason: ClosedLink? {
    closed ?? (opened == 0 && request == nil ? .startMissing : nil)
  }

  /// A new PDU that the recorder has decrypted.
  func skip(_ side: Side) { decryptor?.skip(side: side) }
}

/// Decryption of links, with keys that were given or that the capture shows.
extension GATTSession {
  /// LL_ENC_REQ.
  func encryptionRequested(_ request: EncReq?, on link: LinkLayerLink) {
    link.security.request = request
    link.security.decryptor?.stop()
  }

  /// LL_ENC_RSP: from here on everything but LL_START_ENC_REQ may be encrypted.
  func encryptionAnswered(_ response: EncRsp, on connection: Connection, link: LinkLayerLink) {
    guard let request = link.security.request else {
      link.security.closed = .startMissing
      return
    }
    let keys = candidates(request, on: connection, link: link)
    // Other keys are tried, too, but what is missing is the one that the pairing has made.
    let isUnknown = LinkKey.Name(request).isZero && link.security.pairingKeys.isEmpty
    link.security.closed =
      if LinkKey.Name(request).isZero, link.security.isProven == true {
        connection.pairing.method?.association == .passkeyEntry ? .provenPasskey : .provenKey
      } else if keys.isEmpty || isUnknown && connection.secrets != nil {
        reasonWithoutKeys(on: connection, link: link)
      } else {
        .wrongKeys
      }
    guard !keys.isEmpty else { return }
    let decryptor = link.security.decryptor ?? LinkDecryptor(self.keys.budget)
    link.security.decryptor = decryptor
    decryptor.start(
      LinkSeed(
        centralDiversifier: request.sessionKeyDiversifier,
        peripheralDiversifier: response.sessionKeyDiversifier,
        centralVector: request.vector, peripheralVector: response.vector), keys: keys)
    if !decryptor.isActive { link.security.closed = .noLibrary }
  }

  /// Opens an encrypted PDU, into `opened`.
  /// - payload: as far as captured.
  /// - Returns: `nil` where no key opens it.
  func open(
    _ header: DataChannelPDUHeader, payload: RawSpan, isRepeated: Bool, on link: LinkLayerLink,
    side: Side
  ) -> DataAccess? {
    guard let decryptor = link.security.decryptor, payload.byteCount == header.length else {
      return nil
    }
    defer {
      if decryptor.isLimited,
        [nil, .wrongKeys, .provenKey, .provenPasskey].contains(link.security.closed)
      {
        link.security.closed = .tooManyLinks
      }
    }
    guard decryptor.isActive else { return nil }
    opened.removeAll(keepingCapacity: true)
    let outcome = decryptor.open(
      payload, header: header.authenticated, side: side, isRepeated: isRepeated, into: &opened)
    switch outcome {
    case .closed: return nil
    case .repeated: return .opened(isRepeated: true, lost: 0)
    case .opened(let tag, let lost):
      if link.security.opened == 0 || link.security.closed != nil { noteUse(tag, on: link) }
      link.security.closed = nil
      link.security.opened &+= 1
      return .opened(isRepeated: false, lost: lost)
    }
  }

  private func noteUse(_ tag: Int, on link: LinkLayerLink) {
    if tag >= 0 {
      keys.noteUse(keys.list[tag].origin)
    } else if link.security.pairingKeys.indices.contains(-1 - tag) {
      keys.noteUse(link.security.pairingKeys[-1 - tag].origin)
    }
  }

  // MARK: Keys to try

  private func candidates(
    _ request: EncReq, on connection: Connection, link: LinkLayerLink
  ) -> [LinkDecryptor.Key] {
    // The pairing's own key has no name. It goes on serving where pairing is not repeated.
    var own: [LinkDecryptor.Key] = []
    let name = LinkKey.Name(request)
    if name.isZero {
      learnPairingKeys(on: connection, link: link)
      own = link.security.pairingKeys.enumerated().reversed().map {
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
    guard let secrets = connection.secrets else { return }
    let addresses = pairingAddresses(on: connection, link: link)
    if secrets.isSecureConnections {
      let association = connection.pairing.method?.association
      guard let key = secrets.longTermKey(addresses, association: association) else { return }
      add(key, origin: .heard, on: link)
      var known = LinkKey(key, origin: .heard)
      known.addresses = linkAddresses(on: connection)
      learn(known)
      return
    }
    let found = secrets.shortTermKeys(keys.temporaryKeys.map(\.key), addresses: addresses)
    link.security.isProven = found.isProven
    for key in found.keys {
      let origin = keys.temporaryKeys[key.index].origin
      if found.isProven == true { keys.noteProof(origin) }
      add(
        key.key, origin: origin, temporaryKey: keys.temporaryKeys[key.index].key, on: link)
    }
    guard found.isProven == false,
      let passkey = searched(secrets, on: connection, addresses: addresses)
    else {
      return
    }
    link.security.isProven = true
    keys.noteProof(.searched)
    for key in secrets.shortTermKeys([UInt128(passkey)], addresses: addresses).keys {
      add(key.key, origin: .searched, temporaryKey: UInt128(passkey), on: link)
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

  private func add(
    _ key: UInt128, origin: LinkKey.Origin, temporaryKey: UInt128? = nil, on link: LinkLayerLink
  ) {
    guard !link.security.pairingKeys.contains(where: { $0.value == key }) else { return }
    // Only the last pairing matters.
    if link.security.pairingKeys.count >= LinkDecryptor.maximumKeys {
      link.security.pairingKeys.removeAll()
    }
    link.security.pairingKeys.append(
      PairingKey(value: key, origin: origin, temporaryKey: temporaryKey))
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
    guard let secrets = connection.secrets else { return .noKey }
    if secrets.isSecureConnections { return .secureConnections }
    if secrets.randoms[.central] == nil || secrets.randoms[.peripheral] == nil {
      return .pairingCut
    }
    let isDisproved = link.security.isProven == false
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
    case .pairingRequest: connection.secrets = PairingSecrets()
    case .pairingResponse, .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck,
      .encryptionInformation, .centralIdentification:
      if connection.secrets == nil { connection.secrets = PairingSecrets() }
    case .identityInformation, .identityAddressInformation: break
    default: return
    }
    guard let secrets = connection.secrets else { return }
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
        connection.secrets?.shortTermKey = value
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

  /// The keys that the capture has shown, for decrypting another.
  package var shownKeys: [LinkKey] { keys.list.filter { $0.origin == .heard } }

  package var decryption: DecryptionReport {
    var report = DecryptionReport()
    report.hasKeys = keys.hasGiven
    report.unused = keys.unused
    report.proven = keys.proven
    for connection in links.connections {
      guard let link = connection.link else { continue }
      let security = link.security
      report.hiddenPDUs += link.unreadable[.central] + link.unreadable[.peripheral]
      if link.hides, security.reason?.isLackOfKeys == true { report.needsKeys = true }
      if security.opened > 0 { report.opened += 1 }
      guard let closed = security.closed else { continue }
      report.startsEncryption = true
      if link.hides {
        report.closed.append((connection.ordinal, closed, link.decryptionExtent))
      }
    }
    return report
  }
}
