import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTSession
import GATTValues
import PacketList

/// Redacts the records of a capture, one after the other; those that wait for the rest of a PDU are held.
final class RecordRedactor {
  let session: GATTSession
  private let packet: PacketDescription
  let parts: PartRedactor
  private let output: (CaptureRecord, [UInt8], [[UInt8]]) -> Void
  private var queue = RecordQueue()
  private var contents = PacketContents()
  private var chains = AdvertisingChains()
  private var assemblies: [Sender: Assembly] = [:]
  /// The last payload of each sender on the air, for its repetitions.
  private var lastPayloads: [Sender: (original: [UInt8], redacted: [UInt8])] = [:]
  private static let senderLimit = 4096
  private var sealing: LinkSealing

  /// - options: of the session.
  /// - output: takes the redacted records and their comments.
  init(
    _ options: GATTSession.Options, _ parts: PartRedactor,
    output: @escaping (CaptureRecord, [UInt8], [[UInt8]]) -> Void
  ) {
    self.output = output
    var described = PacketDescription.Options()
    described.keepsDecoder = true
    described.writesPlain = true
    packet = PacketDescription(described)
    sealing = LinkSealing(parts.originals)
    session = GATTSession(options: options, sink: SilentSink(), observer: packet)
    self.parts = parts
  }

  /// - comments: on the record, redacted.
  func process(_ record: CaptureRecord, bytes: RawSpan, comments: [[UInt8]]) {
    session.process(record, bytes: bytes)
    parts.tally.records += 1
    contents.removeAll()
    switch record.kind {
    case .acl: acl(record, bytes: bytes, comments: comments)
    case .linkLayer: air(record, bytes: bytes, comments: comments)
    default:
      var octets = RedactedOctets(bytes.copy())
      whole(record, bytes: bytes, in: &octets)
      emit(record, octets: octets, comments: comments)
    }
    release()
    while queue.isFull { giveUpFirst() }
  }

  /// Ends what waits for more.
  func finish() {
    for sender in assemblies.keys { giveUp(sender) }
    release()
  }

  private func release() {
    queue.release({ [parts] in parts.withoutCopies($0, after: $1) }, output)
  }

  private func emit(
    _ record: CaptureRecord, octets: RedactedOctets, comments: [[UInt8]],
    seal: RecordQueue.Seal? = nil
  ) {
    _ = queue.append(record, octets: octets.octets, comments: comments, seal: seal)
  }

  // MARK: Records that are read alone

  private func whole(_ record: CaptureRecord, bytes: RawSpan, in octets: inout RedactedOctets) {
    switch record.kind {
    case .command:
      contents.command(bytes)
      let isFragment = AdvertisingChains.isFragment(command: bytes)
      parts.apply(contents, to: &octets) { _ in isFragment }
      let isVendor =
        bytes.byteCount >= 2 && bytes.uint16LittleEndian(at: 0) >> 10 == HCIOpcode.vendorGroup
      parts.finish(&octets, rest: isVendor ? .vendorCommands : .otherHCI, mayStay: isVendor)
    case .event:
      contents.event(bytes)
      let fragments = chains.fragments(inEvent: bytes, adapter: record.adapter)
      // Responses to periodic advertising are not followed.
      let isResponse =
        bytes.byteCount > 2 && bytes.uint8(at: 0) == 0x3E && bytes.uint8(at: 2) == 0x28
      parts.apply(contents, to: &octets) { isResponse || fragments.contains($0) }
      let isVendor = Self.isVendor(event: bytes)
      parts.finish(&octets, rest: isVendor ? .vendorEvents : .otherHCI, mayStay: isVendor)
    case .sco:
      octets.keep(0..<min(3, bytes.byteCount))
      parts.finish(&octets, rest: .audio)
    case .iso:
      octets.keep(0..<min(Self.isochronousHeader(bytes), bytes.byteCount))
      parts.finish(&octets, rest: .audio)
    case .system:
      if case .monitor(let opcode) = SystemCode.source(record.code),
        [MonitorOpcode.newIndex, MonitorOpcode.indexInfo].contains(opcode)
      {
        contents.monitor(opcode: opcode, bytes: bytes)
        parts.apply(contents, to: &octets)
      }
      parts.finish(&octets, rest: .messages, mayStay: true)
    case .unknown, .acl, .linkLayer: parts.finish(&octets, rest: .unknownRecords, mayStay: true)
    }
  }

  /// A vendor event, or the answer to a vendor command.
  private static func isVendor(event bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= 5 else { return bytes.byteCount > 0 && bytes.uint8(at: 0) == 0xFF }
    let code = bytes.uint8(at: 0)
    return code == 0xFF
      || code == HCIEventCode.commandComplete.rawValue
        && bytes.uint16LittleEndian(at: 3) >> 10 == HCIOpcode.vendorGroup
  }

  /// Handle and length; the first part of an SDU has a number and a length of its own, perhaps a time.
  private static func isochronousHeader(_ bytes: RawSpan) -> Int {
    guard bytes.byteCount >= 4 else { return 4 }
    let word = bytes.uint16LittleEndian(at: 0)
    guard word >> 12 & 1 == 0 else { return 4 }
    return 4 + (word >> 14 & 1 == 1 ? 4 : 0) + 4
  }

  // MARK: ACL

  private func acl(_ record: CaptureRecord, bytes: RawSpan, comments: [[UInt8]]) {
    var octets = RedactedOctets(bytes.copy())
    octets.keep(0..<min(ACLHeader.size, bytes.byteCount))
    guard bytes.byteCount >= ACLHeader.size, !packet.isDiagnostic else {
      parts.finish(&octets, rest: .otherChannels, mayStay: true)
      return emit(record, octets: octets, comments: comments)
    }
    let word = bytes.uint16LittleEndian(at: 0)
    let sender = Sender(
      adapter: record.adapter, link: UInt32(word & 0x0FFF), side: record.direction.rawValue)
    let length = Int(bytes.uint16LittleEndian(at: 2))
    join(
      bytes.clamped(ACLHeader.size, count: length).copy(), at: ACLHeader.size, sender: sender,
      isStart: word >> 12 & 3 != 1, isCut: bytes.byteCount < ACLHeader.size + length,
      record: record, octets: octets, comments: comments, seal: nil)
  }

  /// Adds a part to its PDU, which is redacted when it is whole.
  /// - isCut: the capture has only a part of it.
  private func join(
    _ data: [UInt8], at offset: Int, sender: Sender, isStart: Bool, isCut: Bool,
    record: CaptureRecord, octets: RedactedOctets, comments: [[UInt8]],
    seal: RecordQueue.Seal?
  ) {
    if isStart { giveUp(sender) }
    guard isStart || assemblies[sender] != nil, assemblies.count < Self.senderLimit else {
      var octets = octets
      parts.finish(&octets, rest: .fragments)
      return emit(record, octets: octets, comments: comments, seal: seal)
    }
    let number = queue.append(
      record, octets: octets.octets, comments: comments, seal: seal,
      waitingFor: RecordQueue.Part(sender: sender, offset: offset))
    assemblies[sender, default: Assembly()].add(data, record: number, offset: offset)
    guard isCut || assemblies[sender]?.isWhole == true else { return }
    complete(sender, facts: PDUFacts(packet))
  }

  private func giveUp(_ sender: Sender) { complete(sender, facts: PDUFacts()) }

  /// Makes room: the PDU for which the first record waits is redacted as far as it has come.
  private func giveUpFirst() {
    if let sender = queue.firstSender { giveUp(sender) }
    queue.giveUpFirst()
    release()
  }

  private func complete(_ sender: Sender, facts: PDUFacts) {
    guard let assembly = assemblies.removeValue(forKey: sender) else { return }
    var octets = RedactedOctets(assembly.octets)
    contents.removeAll()
    l2cap(&octets, facts: facts)
    for piece in assembly.pieces {
      queue.fill(piece.record, at: piece.offset, with: octets.octets[piece.source])
    }
    guard let last = assembly.pieces.last, sender.link > 0x0FFF else { return }
    if lastPayloads.count >= Self.senderLimit { lastPayloads.removeAll() }
    lastPayloads[sender] = (octets[last.source], Array(octets.octets[last.source]))
  }

  // MARK: L2CAP

  /// Read Blob Response, Prepare Write Request and Response, Execute Write Request: pieces of values.
  private static let pieces: Set<UInt8> = [0x0D, 0x16, 0x17, 0x18]

  private func l2cap(_ octets: inout RedactedOctets, facts: PDUFacts) {
    let bytes = octets.original
    octets.keep(0..<min(4, bytes.count))
    guard bytes.count > 4 else { return }
    let end = min(4 + Int(bytes[0]) + Int(bytes[1]) << 8, bytes.count)
    let channel = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    let payload = bytes.rawBytes.clamped(4..<end)
    var named = NamedAttribute()
    func attribute(_ pdu: RawSpan, at base: Int) {
      named = facts.attribute(of: pdu)
      named.isPiece = pdu.byteCount > 0 && Self.pieces.contains(pdu.uint8(at: 0))
      contents.attribute(pdu, at: base, asked: facts.asked)
    }
    switch (facts.channel?.frame, channel) {
    case (.credited(let startsSDU)?, _):
      let start = startsSDU ? min(6, end) : 4
      contents.add(.plain, at: 4..<start)
      if start == 6, facts.channel?.psm == .enhancedATT {
        // Of an SDU in several K-frames, the first has the opcode; its value is of a type that is not known yet.
        attribute(payload.clamped(2, count: Int(payload.uint16LittleEndian(at: 0))), at: start)
      } else {
        contents.add(.value, at: start..<end)
      }
    case (.basic?, _) where facts.channel?.psm == .att: attribute(payload, at: 4)
    case (_, 0x0004): attribute(payload, at: 4)
    case (_, 0x0001), (_, 0x0005): contents.signals(payload, at: 4)
    case (_, 0x0006), (_, 0x0007): contents.security(payload, at: 4)
    default: break
    }
    parts.apply(contents, to: &octets, attribute: named)
    parts.finish(&octets, rest: .otherChannels, mayStay: true)
  }

  // MARK: Air

  private func air(_ record: CaptureRecord, bytes: RawSpan, comments: [[UInt8]]) {
    var octets = RedactedOctets(bytes.copy())
    octets.keep(0..<min(4, bytes.byteCount))
    guard let link = packet.link, bytes.byteCount >= 4 else {
      parts.finish(&octets, rest: .damagedPackets)
      return emit(record, octets: octets, comments: comments)
    }
    let view = link.view
    let start = 4 + (view.isCoded ? 1 : 0)
    octets.keep(4..<min(start + 2, bytes.byteCount))
    let pdu = bytes.clamped(start)
    let isData = !view.isAdvertising && view.isochronous == nil
    let hasThird = isData && pdu.byteCount > 0 && pdu.uint8(at: 0) & 0x20 != 0
    let header = hasThird ? 3 : 2
    let length = header + (pdu.byteCount > 1 ? Int(pdu.uint8(at: 1)) : 0)
    let seal = Self.seal(pdu, length: length, at: start)
    // The CRC is made anew.
    octets.clear(start + length..<start + length + LinkLayerPacket.crcSize)
    let payload = (start + header)..<max(start + header, min(start + length, bytes.byteCount))
    guard link.crcOK != false, pdu.byteCount >= header else {
      if isData { keepBeginning(ofDamaged: pdu.clamped(header), at: payload, in: &octets) }
      parts.finish(&octets, rest: .damagedPackets)
      return emit(record, octets: octets, comments: comments, seal: seal)
    }
    octets.keep(start..<start + header)
    if view.isochronous != nil {
      parts.finish(&octets, rest: .audio)
      return emit(record, octets: octets, comments: comments, seal: seal)
    }
    if view.isAdvertising {
      contents.advertisingPDU(
        pdu.clamped(0, count: length), at: start, isAuxiliary: view.isAuxiliary)
      let isChain = Self.continues(pdu, view: view)
      parts.apply(contents, to: &octets) { _ in isChain }
      parts.finish(&octets, rest: .damagedPackets)
      return emit(record, octets: octets, comments: comments, seal: seal)
    }
    data(
      record, payload: payload, content: Int(pdu.uint8(at: 0) & 3), view: view, redacted: octets,
      comments: comments, crc: seal)
  }

  /// What kind of PDU it would have been tells that an answer was damaged, and not missing.
  private func keepBeginning(
    ofDamaged payload: RawSpan, at place: Range<Int>, in octets: inout RedactedOctets
  ) {
    guard payload.byteCount > 4, place.count > 4,
      (4...6).contains(payload.uint16LittleEndian(at: 2))
    else { return }
    octets.keep(place.lowerBound..<place.lowerBound + 5)
  }

  /// A PDU of a connection.
  /// - content: LLID: 3 is a control PDU, 2 the start of an L2CAP PDU.
  private func data(
    _ record: CaptureRecord, payload: Range<Int>, content: Int, view: LinkLayerView,
    redacted: RedactedOctets, comments: [[UInt8]], crc: RecordQueue.Seal
  ) {
    var octets = redacted
    var seal = crc
    var plain = payload
    var isSealed = view.isEncrypted
    switch view.decryption {
    case .byKey?:
      if let key = packet.seal, let opened = opened(octets.original, payload: payload) {
        octets = opened
        plain = payload.dropLast(LinkCipher.macSize)
        seal.encryption = encryption(
          key, header: octets.original[crc.pdu.lowerBound], payload: payload)
      } else {
        isSealed = true
      }
    case .byRecorder(let mic)?:
      plain = payload.lowerBound..<max(payload.lowerBound, payload.upperBound - mic)
      parts.seal(plain.upperBound..<payload.upperBound, in: &octets)
    case nil: break
    }
    if isSealed {
      parts.seal(payload, in: &octets)
    } else if content == 3 {
      contents.control(octets.original.rawBytes.clamped(plain), at: plain.lowerBound)
      parts.apply(contents, to: &octets)
      parts.finish(&octets, rest: .otherHCI)
    } else if !plain.isEmpty {
      let sender = Sender(
        adapter: nil, link: octets.original.rawBytes.uint32LittleEndian(at: 0),
        side: packet.from?.rawValue ?? 2)
      let data = octets[plain]
      if packet.link?.isRetransmission == true {
        return again(
          data, at: plain, sender: sender, record: record, redacted: octets, comments: comments,
          seal: seal)
      }
      return join(
        data, at: plain.lowerBound, sender: sender, isStart: content == 2,
        isCut: false, record: record, octets: octets, comments: comments, seal: seal)
    }
    emit(record, octets: octets, comments: comments, seal: seal)
  }

  /// A packet with what a key has opened in place of what was encrypted; its header stays.
  private func opened(_ original: [UInt8], payload: Range<Int>) -> RedactedOctets? {
    let text = packet.plain.copy(payload.dropLast(LinkCipher.macSize))
    guard !text.isEmpty, text.count + LinkCipher.macSize == payload.count else { return nil }
    var plain = original
    let mic = [UInt8](repeating: 0, count: LinkCipher.macSize)
    plain.replaceSubrange(payload, with: text + mic)
    var octets = RedactedOctets(plain)
    octets.keep(0..<payload.lowerBound)
    // Both are made anew.
    octets.clear(payload.upperBound - LinkCipher.macSize..<payload.upperBound)
    octets.clear(payload.upperBound..<payload.upperBound + LinkLayerPacket.crcSize)
    return octets
  }

  /// How what was opened is encrypted anew; `nil` in the first reading, which collects the key.
  private func encryption(
    _ seal: PacketSeal, header: UInt8, payload: Range<Int>
  ) -> RecordQueue.Encryption? {
    if parts.isCollecting {
      if parts.originals.collect(linkKey: seal.longTermKey), let connection = packet.connection,
        let pairing = session.pairing(of: seal.longTermKey, on: connection)
      {
        parts.originals.collect(pairing: pairing)
      }
      return nil
    }
    parts.tally.encryptedAnew += 1
    return sealing.encryption(seal, header: header, payload: payload)
  }

  /// A repetition has the octets of what it repeats.
  private func again(
    _ data: [UInt8], at place: Range<Int>, sender: Sender, record: CaptureRecord,
    redacted: RedactedOctets, comments: [[UInt8]], seal: RecordQueue.Seal?
  ) {
    var octets = redacted
    if let last = lastPayloads[sender], assemblies[sender] == nil, last.original == data {
      octets.replace(place, with: last.redacted)
      return emit(record, octets: octets, comments: comments, seal: seal)
    }
    let number = queue.append(
      record, octets: octets.octets, comments: comments, seal: seal,
      waitingFor: RecordQueue.Part(sender: sender, offset: place.lowerBound))
    let isKnown =
      assemblies[sender]?.repeatLast(data, record: number, offset: place.lowerBound) == true
    if isKnown { return }
    parts.tally.count(.fragments)
    queue.fill(number, at: 0, with: [])
  }

  /// Whether advertising data begin within a structure that another PDU has begun.
  private static func continues(_ pdu: RawSpan, view: LinkLayerView) -> Bool {
    guard AdvertisingPDUHeader.Kind(rawValue: pdu.uint8(at: 0) & 0x0F) == .extended,
      view.isAuxiliary
    else { return false }
    if let name = view.name { return name.isSame("AUX_CHAIN_IND") }
    // Without a name and without the sender's address, it may be one.
    return pdu.byteCount < 4 || pdu.uint8(at: 2) & 0x3F == 0 || pdu.uint8(at: 3) & 1 == 0
  }

  /// The CRC to make; none where there is none, or zeros instead of one.
  private static func seal(_ pdu: RawSpan, length: Int, at start: Int) -> RecordQueue.Seal {
    let crc = pdu.clamped(length, count: LinkLayerPacket.crcSize)
    var value: UInt32 = 0
    if crc.byteCount == LinkLayerPacket.crcSize {
      value = UInt32(crc.uint16LittleEndian(at: 0)) | UInt32(crc.uint8(at: 2)) << 16
    }
    return RecordQueue.Seal(
      pdu: start..<start + length,
      start: value == 0 ? nil : LinkLayerCRC.start(of: pdu.clamped(0, count: length), crc: value))
  }
}

/// What the session knows of the PDU that ends in the last record.
private struct PDUFacts {
  var asked: BluetoothUUID?
  var channel: L2CAPChannelView?
  private var named: (opcode: UInt8, attribute: NamedAttribute)?
  private static let readMultipleResponse: UInt8 = 0x0F

  /// Of a PDU that the session has not read to its end.
  init() {}

  init(_ packet: PacketDescription) {
    asked = packet.asked
    channel = packet.channel
    let count = packet.att.count
    if count > 0 {
      let info = packet.att[count - 1]
      let opcode = info.opcode.rawValue
      var attribute = NamedAttribute(
        type: info.uuid, decoder: packet.decoder,
        state: packet.connection?.peer?.state ?? DeviceState(),
        isWrite: Self.writes.contains(opcode))
      attribute.several = packet.several.map {
        NamedAttribute(type: $0.uuid, decoder: $0.decoder, state: attribute.state)
      }
      attribute.isMixed = opcode == Self.readMultipleResponse
      named = (opcode, attribute)
    }
  }

  /// Write Request, Write Command, Signed Write Command.
  private static let writes: Set<UInt8> = [0x12, 0x52, 0xD2]

  /// The attribute that an ATT PDU is about, or those whose values it has.
  func attribute(of pdu: RawSpan) -> NamedAttribute {
    guard pdu.byteCount > 0 else { return NamedAttribute() }
    if let named, named.opcode == pdu.uint8(at: 0) { return named.attribute }
    var unknown = NamedAttribute()
    unknown.isMixed = pdu.uint8(at: 0) == Self.readMultipleResponse
    return unknown
  }
}
