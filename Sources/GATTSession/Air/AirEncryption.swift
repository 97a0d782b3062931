import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// A key that a pairing has made.
struct PairingKey {
  let value: UInt128
  let origin: LinkKey.Origin
  /// What legacy pairing has made it of.
  var temporaryKey: UInt128?
}

/// How much of a data PDU can be read.
package enum DataAccess: Equatable {
  /// It was sent in the clear.
  case plain
  /// It was sent encrypted, and the record has it decrypted, followed by a number of octets of the MIC.
  case decrypted(mic: Int)
  /// It was sent encrypted, and a key opens it.
  ///
  /// It may turn out to be a retransmission. `lost`: the PDUs lost before it.
  case opened(isRepeated: Bool, lost: UInt64)
  /// It was sent encrypted, and nothing has decrypted it.
  case unreadable
}

/// Where encryption of a link starts and stops, and how much of each of its data PDUs can be read.
///
/// Recorders disagree about how they mark a decrypted PDU: nRF Sniffers set two flags, others the
/// flags of link type 256 in their own ways, or none at all. So on an encrypted link each PDU is
/// judged by its content, for which ciphertext leaves next to no chance, and a flag only adds to it.
package struct AirEncryption {
  /// The progress of encryption.
  enum State {
    case off
    /// LL_ENC_REQ was seen, LL_ENC_RSP not yet.
    case requested
    /// LL_ENC_RSP was seen: only LL_START_ENC_REQ follows in the clear.
    case answered
    case on
  }

  private(set) var state = State.off
  /// Nothing but empty PDUs was heard of a connection that began before: whether it is encrypted is not known.
  private(set) var isUnjudged = false
  /// What was last read of the encrypted link was decrypted by the recorder.
  private(set) var isDecrypted = false
  /// Decrypted packets still have their MIC.
  private var keepsMIC = false
  /// That it is encrypted has been reported.
  private var isReported = false
  /// New encrypted packets of each side with one key, readable or not.
  private var packets: PerSide<Int> = PerSide(both: 0)
  /// Encrypted packets of this connection that no key opened, per sender.
  package private(set) var unreadable: PerSide<Int> = PerSide(both: 0)
  /// The frame of each sender's last packet that no key opened.
  private(set) var lastUnreadable: PerSide<UInt64> = PerSide(both: 0)
  /// PDUs of the encrypted link that the recorder had decrypted.
  private var decryptedBefore = 0
  /// New PDUs that were opened.
  private(set) var opened = 0
  /// The last LL_ENC_REQ.
  private(set) var request: EncReq?
  private var decryptor: LinkDecryptor?
  /// The keys that pairing has made on this link.
  private(set) var pairingKeys: [PairingKey] = []
  /// Whether the confirm values of its legacy pairing prove a temporary key; `nil` where they do not say.
  var isProven: Bool?
  /// Why the last start of encryption leads nowhere, unless something is opened.
  private(set) var closed: ClosedLink?

  /// Whether something of the connection cannot be read: what was not seen may have happened.
  package var hides: Bool { hiddenPDUs > 0 }
  package var hiddenPDUs: Int { unreadable.host + unreadable.peer }

  /// How much of an encrypted link that hides something was decrypted.
  package var extent: StaticString {
    if opened > 0 { return "decrypted only in part" }
    return decryptedBefore > 0 ? "decrypted only in part, by the recorder" : "not decrypted"
  }

  /// Why PDUs are not readable.
  package var reason: ClosedLink? {
    closed ?? (opened == 0 && request == nil ? .startMissing : nil)
  }

  /// What the PDU that was opened last is encrypted with.
  var lastSeal: PacketSeal? { decryptor?.lastSeal }
  /// The CRC may be one of an encrypted PDU, or none.
  var mayBeOn: Bool { state == .answered || state == .on }
  /// PDUs with a payload cannot be read by what they are.
  var isOpaque: Bool { state == .on && !isDecrypted }

  // MARK: A beginning that was not heard

  /// The first PDU that is heard of a connection, which began before, is empty.
  mutating func beginUnjudged() { isUnjudged = true }

  /// The first PDU with a payload.
  /// - isPlausible: it looks like one that is not encrypted.
  mutating func judge(isPlausible: Bool) {
    if !isPlausible { state = .on }
    isUnjudged = false
  }

  // MARK: Procedures

  /// LL_ENC_REQ; `nil` where it is cut.
  mutating func ask(_ request: EncReq?) {
    state = .requested
    self.request = request
    decryptor?.stop()
  }

  /// LL_ENC_RSP: from here on everything but LL_START_ENC_REQ may be encrypted.
  mutating func answer() { state = .answered }

  /// - response: LL_ENC_RSP; its request is there.
  /// - keys: those to try.
  /// - reason: why nothing can be read, unless one of them fits.
  mutating func start(
    _ response: EncRsp, keys: [LinkDecryptor.Key], reason: ClosedLink, budget: DecryptionBudget
  ) {
    closed = reason
    guard let request, !keys.isEmpty else { return }
    let decryptor = decryptor ?? LinkDecryptor(budget)
    self.decryptor = decryptor
    decryptor.start(
      LinkSeed(
        centralDiversifier: request.sessionKeyDiversifier,
        peripheralDiversifier: response.sessionKeyDiversifier,
        centralVector: request.vector, peripheralVector: response.vector), keys: keys)
    if !decryptor.isActive { closed = .noLibrary }
  }

  /// LL_ENC_RSP, whose request is not there.
  mutating func missStart() { closed = .startMissing }

  /// LL_START_ENC_REQ.
  mutating func turnOn() { state = .on }

  /// LL_PAUSE_ENC_RSP in the clear, which is the central's: encryption is off until the next LL_ENC_REQ.
  mutating func pause() {
    state = .off
    isReported = false
    packets = PerSide(both: 0)
  }

  /// Encryption is refused.
  mutating func turnOff() { state = .off }

  /// Whether a refusal that does not say what it refuses may be one of encryption: nothing else is under way while
  /// that starts.
  func isStarting(refusedBy error: HCIStatus) -> Bool {
    switch state {
    case .off: false
    case .requested, .answered: true
    // The PDU is in the clear, or its error can only be about encryption: the link was not encrypted.
    case .on: !isDecrypted && opened == 0 || error == .pinOrKeyMissing
    }
  }

  /// A pairing has made a key.
  mutating func add(_ key: PairingKey) {
    guard !pairingKeys.contains(where: { $0.value == key.value }) else { return }
    // Only the last pairing matters.
    if pairingKeys.count >= LinkDecryptor.maximumKeys { pairingKeys.removeAll() }
    pairingKeys.append(key)
  }

  // MARK: Data PDUs

  /// How much of a data PDU can be read, and the tag of its key, if that has opened nothing since encryption
  /// started. The only place that decides: to be called once for each PDU with a good CRC, in their order.
  ///
  /// - payload: as far as captured.
  /// - radio: the recorder's flags.
  /// - isJoining: a fragment of the side waits for its rest.
  /// - text: gets the payload of a PDU that a key opens.
  mutating func access(
    _ header: DataChannelPDUHeader, payload: RawSpan, radio: RadioInfo, from side: Side,
    isRepeated: Bool, isJoining: @autoclosure () -> Bool, into text: inout [UInt8]
  ) -> (access: DataAccess, tag: Int?) {
    // Empty PDUs are never encrypted.
    guard header.length > 0 else { return (.plain, nil) }
    if radio.isDecrypted {
      state = .on
      isDecrypted = true
      if !isRepeated { decryptor?.skip(side: side) }
      return (.decrypted(mic: micOctets(of: header, payload: payload)), nil)
    }
    switch state {
    case .off:
      guard radio.wasEncrypted,
        verdict(header, payload: payload, radio: radio, isJoining: isJoining()) == .cipher
      else { return (.plain, nil) }
    case .requested:
      // The response, and what follows it, may not have been heard.
      guard verdict(header, payload: payload, radio: radio, isJoining: isJoining()) == .cipher
      else { return (.plain, nil) }
    case .answered:
      // Until LL_START_ENC_REQ, which may not have been heard, nothing else is sent in the clear.
      switch header.opcode(payload) {
      case .startEncReq?, .encReq?, .encRsp?, .rejectInd?, .rejectExtInd?, .terminateInd?,
        .unknownRsp?:
        if header.isWholeControl(payload) { return (.plain, nil) }
      default: break
      }
    case .on:
      // The central's response to a pause is in the clear, and nothing encrypted is as short.
      if header.opcode(payload) == .pauseEncRsp, header.length == 1, !isDecrypted {
        return (.plain, nil)
      }
    }
    state = .on
    if let opened = open(
      header, payload: payload, from: side, isRepeated: isRepeated, into: &text)
    {
      return opened
    }
    switch verdict(header, payload: payload, radio: radio, isJoining: isJoining()) {
    case .plain: isDecrypted = true
    case .cipher: isDecrypted = false
    // Whoever decrypts says so of what it could not open.
    case .unknown: if radio.micOK == false { return (.unreadable, nil) }
    }
    guard isDecrypted else { return (.unreadable, nil) }
    if !isRepeated { decryptor?.skip(side: side) }
    return (.decrypted(mic: micOctets(of: header, payload: payload)), nil)
  }

  /// Opens an encrypted PDU; `nil` where no key does.
  private mutating func open(
    _ header: DataChannelPDUHeader, payload: RawSpan, from side: Side, isRepeated: Bool,
    into text: inout [UInt8]
  ) -> (access: DataAccess, tag: Int?)? {
    guard let decryptor, payload.byteCount == header.length else { return nil }
    defer {
      if decryptor.isLimited, closed == nil || closed?.mayBeForLimit == true {
        closed = .tooManyLinks
      }
    }
    guard decryptor.isActive else { return nil }
    text.removeAll(keepingCapacity: true)
    let outcome = decryptor.open(
      payload, header: header.authenticated, side: side, isRepeated: isRepeated, into: &text)
    switch outcome {
    case .closed: return nil
    case .repeated: return (.opened(isRepeated: true, lost: 0), nil)
    case .opened(let tag, let lost):
      let isFirst = opened == 0 || closed != nil
      closed = nil
      opened &+= 1
      return (.opened(isRepeated: false, lost: lost), isFirst ? tag : nil)
    }
  }

  private enum Verdict {
    case plain, cipher
    /// Such content may be either.
    case unknown
  }

  /// What the content shows.
  private func verdict(
    _ header: DataChannelPDUHeader, payload: RawSpan, radio: RadioInfo, isJoining: Bool
  ) -> Verdict {
    // Too short for a MIC. A recorder whose key did not fit may have removed that all the same.
    guard header.length > DataChannelPDUHeader.micSize else {
      guard radio.micOK == false else { return .plain }
      return header.isWholeControl(payload) || header.beginsPDU(payload) ? .plain : .cipher
    }
    switch header.content {
    case .control: return header.isWholeControl(payload) ? .unknown : .cipher
    case .start: return header.beginsPDU(payload) ? .plain : .cipher
    case .continuation: return isJoining && isDecrypted ? .plain : .unknown
    case .reserved: return .unknown
    }
  }

  /// Octets of the MIC that a decrypted PDU still ends with.
  private mutating func micOctets(of header: DataChannelPDUHeader, payload: RawSpan) -> Int {
    if header.content == .start, payload.byteCount >= L2CAPHeader.size {
      // A PDU that is complete in one packet shows whether the MIC was removed.
      let whole = L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
      if whole + DataChannelPDUHeader.micSize == payload.byteCount { keepsMIC = true }
      if whole == payload.byteCount { keepsMIC = false }
    }
    return keepsMIC ? min(DataChannelPDUHeader.micSize, payload.byteCount) : 0
  }

  /// Counts what a new PDU of the encrypted link shows or hides.
  /// - isSideKnown: who sends is certain; otherwise what cannot be read may as well be the other side's.
  /// - Returns: whether it shows for the first time that the link is encrypted. It does once the peripheral uses the
  ///   key: by then both have it. Where only the central is heard, its second encrypted PDU shows the same.
  mutating func count(
    _ access: DataAccess, from side: Side, frame: UInt64, isSideKnown: Bool
  ) -> Bool {
    switch access {
    case .plain: return false
    case .decrypted: decryptedBefore += 1
    case .opened: break
    case .unreadable:
      unreadable[side] += 1
      lastUnreadable[side] = frame
      if !isSideKnown { lastUnreadable[side.other] = frame }
    }
    packets[side] += 1
    guard !isReported, side == .peripheral || packets[.central] > 1 else { return false }
    isReported = true
    return true
  }

  // MARK: Senders

  /// The sender of a PDU with a payload, if it is the side whose packet counter the MIC fits.
  /// - told: the sender that the sniffer tells; then only few keys are tried.
  func sender(
    of header: DataChannelPDUHeader, payload: RawSpan, told: Side?
  ) -> Side? {
    guard let decryptor, payload.byteCount == header.length, told == nil || decryptor.hasFewKeys
    else { return nil }
    return decryptor.side(
      of: payload, header: header.authenticated, first: told ?? .central)
  }
}

extension DataChannelPDUHeader {
  /// Octets of the MIC, which every encrypted PDU with a payload ends with.
  package static var micSize: Int { LinkCipher.macSize }

  fileprivate func opcode(_ payload: RawSpan) -> ControlOpcode? {
    content == .control && payload.byteCount > 0
      ? ControlOpcode(rawValue: payload.uint8(at: 0)) : nil
  }

  /// Whether it is an LL Control PDU of its opcode's length: so is one in 256 of encrypted ones.
  fileprivate func isWholeControl(_ payload: RawSpan) -> Bool {
    guard content == .control, payload.byteCount > 0 else { return false }
    return ControlOpcodeName.length(payload.uint8(at: 0)) == length - 1
  }

  /// Whether it is the start of an L2CAP PDU, and begins with its header.
  fileprivate func beginsPDU(_ payload: RawSpan) -> Bool {
    guard content == .start, payload.byteCount >= L2CAPHeader.size else { return false }
    let whole = L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
    let channel = payload.uint16LittleEndian(at: 2)
    let isFixed = L2CAPChannel.fixedLE.contains(channel)
    if whole == length || whole + DataChannelPDUHeader.micSize == length {
      return isFixed || L2CAPChannel.dynamic.contains(channel)
    }
    return whole > length && isFixed && whole <= 0x0FFF
  }
}
