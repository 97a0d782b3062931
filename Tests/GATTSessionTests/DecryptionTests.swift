import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTSession
import PacketList
import TestSupport
import Testing

/// Links that are encrypted on the air, and the keys that open them.
@Suite struct DecryptionTests {
  private static let key: UInt128 = 0x4C683841_39F574D8_36BCF34E_9DFB01BF

  /// LL_REJECT_IND refuses what is under way, which on an encrypted link is not encryption.
  @Test func whatIsRefusedLaterIsNotEncryption() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    link.ask("0a 0300", "0b 0661")
    link.scene.event(
      .empty,
      link.seal(.control("0f 0600 0c00 0000 f401 00 0000 0000 0000 0000 0000 0000 0000"), 1))
    link.scene.event(link.seal(.control("0d 3b"), 0))
    link.ask("0a 0500", "0b 0662")
    link.scene.event(link.seal(.control("02 13"), 0))
    expect(link.scene.told(.read).map(\.note), equals: ["", ""])
    expect(link.scene.told(.disconnected).count, equals: 1)
    expect(link.scene.findings.isEmpty)
    expect(link.scene.told(.security).map { $0.own["step"] }, equals: ["encrypted"])
  }

  /// Encrypts what a scene sends.
  private final class Link {
    let scene: AirScene
    private var encryptor: LinkEncryptor?
    private var starts: UInt64 = 0

    init(_ keys: [GivenLinkKey] = [], temporary: [UInt128] = [], connects: Bool = true) {
      var options = GATTSession.Options()
      options.linkKeys = keys
      options.temporaryKeys = temporary
      var described = PacketDescription.Options()
      described.writesPlain = true
      scene = AirScene(options, packet: PacketDescription(described))
      if connects { scene.connect() }
    }

    private func octets(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// - isShown: the sniffer hears how encryption starts.
    func start(
      _ key: UInt128, random: UInt64 = 0, diversifier: UInt64 = 0, isShown: Bool = true
    ) {
      starts += 1
      let seed = LinkSeed(
        centralDiversifier: 0x0102_0304_0506_0708 &* starts,
        peripheralDiversifier: 0xF1F2_F3F4_F5F6_F7F8 &- starts,
        centralVector: 0xA1A2_A3A4 &+ UInt32(starts), peripheralVector: 0xB1B2_B3B4)
      encryptor = LinkEncryptor(seed, key: key)
      func control(_ payload: [UInt8]) -> AirScene.Sent {
        let sent = AirScene.Sent(content: 3, payload: payload)
        return isShown ? sent : sent.unheard
      }
      scene.event(
        control(
          [3] + octets(random, 8) + octets(diversifier, 2) + octets(seed.centralDiversifier, 8)
            + octets(UInt64(seed.centralVector), 4)))
      scene.event(
        .empty,
        control(
          [4] + octets(seed.peripheralDiversifier, 8) + octets(UInt64(seed.peripheralVector), 4)))
      scene.event(.empty, .control("05"))
      scene.event(seal(.control("06"), 0))
      scene.event(.empty, seal(.control("06"), 1))
    }

    func seal(_ sent: AirScene.Sent, _ side: Int) -> AirScene.Sent {
      var sealed = sent
      sealed.payload =
        encryptor?.seal(sent.payload, header: sent.content, side: side) ?? sent.payload
      return sealed
    }

    func ask(_ request: String, _ answer: String) {
      scene.event(seal(.att(request), 0))
      scene.event(.empty, seal(.att(answer), 1))
    }

    /// Sends PDUs that the sniffer does not hear.
    func lose(_ count: Int, _ side: Int) {
      for _ in 0..<count { _ = seal(.att("0a 0300"), side) }
    }

    func smp(_ pdu: [UInt8], _ side: Int, isSealed: Bool = false) {
      let payload = le16(pdu.count) + le16(6) + pdu
      let sent = AirScene.Sent(content: 2, payload: payload)
      let sealed = isSealed ? seal(sent, side) : sent
      if side == 0 { scene.event(sealed) } else { scene.event(.empty, sealed) }
    }

    var reads: [String] { scene.told(.read).map { $0.value ?? "" } }
    var messages: [String] { scene.session.decryption.messages }
  }

  private static func little(_ value: UInt128) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(8 * $0)) }
  }

  private func read(_ link: Link) {
    link.ask("0a 0300", "0b 0102")
    link.scene.end()
  }

  // MARK: Senders

  /// Some sniffers, once they miss a central's packet, take each side for the other for minutes.
  @Test func sidesThatTheSnifferSwaps() {
    func swapped(_ sent: AirScene.Sent) -> AirScene.Sent {
      sent.with { $0.sender = $0.sender == .central ? .peripheral : .central }
    }
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    link.ask("0a 0300", "0b 0101")
    link.scene.event(.empty.unheard, swapped(.empty))
    for answer in ["0b 0102", "0b 0103"] {
      link.scene.event(swapped(link.seal(.att("0a 0300"), 0)), swapped(.empty))
      link.scene.event(swapped(.empty), swapped(link.seal(.att(answer), 1)))
    }
    // It has missed a packet of each side, and goes on as it should.
    link.lose(6, 0)
    link.lose(6, 1)
    link.ask("0a 0300", "0b 0104")
    link.scene.end()
    expect(link.reads, equals: ["0101", "0102", "0103", "0104"])
    expect(link.scene.told(.read).allSatisfy { $0.direction == .received })
    expect(link.scene.told(.note).allSatisfy { $0.text.hasPrefix(AirScene.unheard) })
    expect(link.messages.isEmpty)
  }

  // MARK: Given keys

  @Test(arguments: [key, key.byteSwapped]) func aGivenKeyInEitherOrder(key: UInt128) {
    let link = Link([GivenLinkKey(key: key)])
    link.start(Self.key)
    read(link)
    expect(link.reads, equals: ["0102"])
    expect(link.messages.isEmpty)
    expect(link.scene.told(.security).count, equals: 1)
  }

  @Test func withoutAKeyNothingIsRead() {
    let link = Link()
    link.start(Self.key)
    read(link)
    expect(link.reads.isEmpty)
    expect(link.messages.isEmpty)
  }

  @Test func aWrongKeyIsReported() {
    let link = Link([GivenLinkKey(key: Self.key + 1), GivenLinkKey(key: 7)])
    link.start(Self.key)
    read(link)
    expect(link.reads.isEmpty)
    expect(
      link.messages,
      equals: [
        "--ltk: key 1 opens nothing", "--ltk: key 2 opens nothing",
        "connection 1 is not decrypted: no key fits",
      ])
  }

  @Test func aKeyWithoutAnEncryptedLink() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.scene.ask("0a 0300", "0b 0102")
    link.scene.end()
    expect(
      link.messages,
      equals: [
        "--ltk: key 1 opens nothing: no connection starts encryption on the link layer"
      ])
  }

  @Test func aKeyForOneDevice() {
    for (address, isRight) in [
      (0x0022_D000_0607 as UInt64, true), (0xC48A_5E21_3007, true), (0x0022_D000_0608, false),
    ] {
      let given = GivenLinkKey(key: Self.key, address: BluetoothAddress(address, kind: .unknown))
      let link = Link([given])
      link.start(Self.key)
      read(link)
      expect(link.reads, equals: (isRight ? ["0102"] : []))
    }
  }

  @Test func withoutItsStartALinkStaysClosed() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key, isShown: false)
    read(link)
    expect(link.reads.isEmpty)
    expect(link.messages.first?.hasPrefix("--ltk: key 1 opens nothing"), equals: true)
  }

  // MARK: What happens to packets

  @Test func lostPackets() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    link.ask("0a 0300", "0b 0102")
    link.lose(1_024, 0)
    link.lose(1_500, 1)
    link.ask("0a 0500", "0b 0304")
    link.scene.end()
    expect(link.reads, equals: ["0102", "0304"])
  }

  @Test func retransmissions() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    let request = link.seal(.att("0a 0300"), 0)
    link.scene.event(request.lost)
    link.scene.event(request)
    let answer = link.seal(.att("0b 0102"), 1)
    link.scene.event(.empty, answer.lost)
    link.scene.event(.empty, answer)
    link.ask("0a 0500", "0b 03")
    link.scene.end()
    expect(link.reads, equals: ["0102", "03"])
    expect(link.scene.told(.read).allSatisfy { !$0.isProblem })
  }

  @Test func aDamagedPacketDisablesNothing() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    link.scene.event(link.seal(.att("0a 0300"), 0))
    link.scene.event(.empty, link.seal(.att("0b 0102"), 1).damaged)
    link.ask("0a 0500", "0b 0304")
    link.scene.end()
    expect(link.reads.contains("0304"))
  }

  /// Pausing: the request and the peripheral's response are encrypted, the central's is not.
  @Test func aPauseAndANewKey() {
    let link = Link([GivenLinkKey(key: Self.key), GivenLinkKey(key: 5)])
    link.start(Self.key)
    link.ask("0a 0300", "0b 0102")
    link.scene.event(link.seal(.control("0a"), 0))
    link.scene.event(.empty, link.seal(.control("0b"), 1))
    link.scene.event(.control("0b"))
    link.start(5)
    link.ask("0a 0500", "0b 0304")
    link.scene.end()
    expect(link.reads, equals: ["0102", "0304"])
    expect(link.messages.isEmpty)
  }

  @Test func aPlainPacketWithItsCRC() {
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(Self.key)
    link.scene.event(link.seal(.att("0a 0300"), 0), .empty.unheard)
    let bytes = link.scene.packet.plain.copy(0..<link.scene.packet.plain.count)
    expect(bytes.count, equals: 4 + 2 + 7 + 3)
    expect(Array(bytes[5...].prefix(8)), equals: [7, 3, 0, 4, 0, 0x0A, 3, 0])
    let pdu = Array(bytes[4..<13])
    let crc = LinkLayerCRC.value(of: pdu.rawBytes, start: AirScene.crcStart)
    expect(
      bytes[13...], equals: [crc, crc >> 8, crc >> 16].map { UInt8(truncatingIfNeeded: $0) }[...])
    link.scene.event()
    expect(link.scene.packet.plain.isEmpty)
  }

  @Test(arguments: [0, 0x55_5555, 0xABCDEF as UInt32]) func theStartOfACRC(start: UInt32) {
    let pdu: [UInt8] = [0x0E, 3, 1, 2, 0xFF]
    let value = LinkLayerCRC.value(of: pdu.rawBytes, start: start)
    let found = LinkLayerCRC.start(of: pdu.rawBytes, crc: value)
    expect(found, equals: start)
  }

  // MARK: Pairing

  private static let request: [UInt8] = [1, 3, 0, 1, 16, 7, 7]
  private static let response: [UInt8] = [2, 3, 0, 1, 16, 7, 7]

  private static func number(_ octets: [UInt8]) -> UInt64 {
    octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Legacy pairing, in the clear.
  /// - Returns: the short term key.
  private func pair(
    _ link: Link, temporaryKey: UInt128, request: [UInt8] = request,
    response: [UInt8] = response, isConfirmed: Bool = true
  ) throws -> UInt128 {
    let (first, second): (UInt128, UInt128) = (0x1111_2222_3333, 0x7777_8888_9999_AAAA)
    let central = PairingAddress(0xC48A_5E21_3007, isRandom: true)
    let peripheral = PairingAddress(0x0022_D000_0607, isRandom: false)
    link.smp(request, 0)
    link.smp(response, 1)
    for (side, random) in [first, second].enumerated() where isConfirmed {
      let confirm = try #require(
        PairingFunctions.confirm(
          temporaryKey: temporaryKey, random: random, request: Self.number(request),
          response: Self.number(response), initiator: central, responder: peripheral))
      link.smp([3] + Self.little(confirm), side)
    }
    for (side, random) in [first, second].enumerated() {
      link.smp([4] + Self.little(random), side)
    }
    return try #require(
      PairingFunctions.shortTermKey(
        temporaryKey: temporaryKey, responderRandom: second, initiatorRandom: first))
  }

  @Test func justWorksOpensItself() throws {
    let link = Link()
    let key = try pair(link, temporaryKey: 0)
    link.start(key)
    link.ask("0a 0300", "0b 0102")
    // The key that the peripheral distributes, and its name, open the next connection.
    link.smp([6] + Self.little(Self.key), 1, isSealed: true)
    link.smp([7, 0x34, 0x12, 1, 2, 3, 4, 5, 6, 7, 8], 1, isSealed: true)
    link.scene.event(link.seal(.control("02 13"), 0))
    link.scene.connect(to: 0x1234_5678)
    expect(link.reads, equals: ["0102"])
    expect(link.scene.session.shownKeys.map(\.value), equals: [Self.key])
    expect(
      link.scene.session.shownKeys.map(\.name),
      equals: [LinkKey.Name(random: 0x0807_0605_0403_0201, diversifier: 0x1234)])
  }

  /// Nothing but the packets themselves shows who sent them.
  @Test func justWorksWithoutSenders() throws {
    let link = Link()
    link.scene.tellsSender = false
    link.scene.tellsChannel = false
    link.scene.hearsEmptyPackets = false
    link.start(try pair(link, temporaryKey: 0))
    link.smp([6] + Self.little(Self.key), 1, isSealed: true)
    link.smp([7, 0x34, 0x12, 1, 2, 3, 4, 5, 6, 7, 8], 1, isSealed: true)
    link.smp([6] + Self.little(Self.key + 1), 0, isSealed: true)
    // Of the peripheral, as one that asks.
    link.scene.event(.empty, link.seal(.att("0a 0300"), 1))
    link.scene.event(link.seal(.att("0b 0102"), 0))
    link.scene.event(.empty, link.seal(.control("02 13"), 1))
    expect(link.reads, equals: ["0102"])
    expect(link.scene.told(.read).map(\.from), equals: [.central])
    expect(link.scene.told(.disconnected).map(\.from), equals: [.peripheral])
    expect(link.messages.isEmpty)
  }

  @Test func aDistributedKeyOpensTheNextConnection() throws {
    let link = Link()
    link.start(try pair(link, temporaryKey: 0))
    link.smp([6] + Self.little(Self.key), 1, isSealed: true)
    link.scene.event(link.seal(.control("02 13"), 0))
    link.scene.connect()
    link.start(Self.key, random: 9, diversifier: 8)
    read(link)
    expect(link.reads, equals: ["0102"])
  }

  @Test(arguments: [true, false]) func aPasskey(isConfirmed: Bool) throws {
    let link = Link(temporary: [111, 123_456])
    let key = try pair(link, temporaryKey: 123_456, isConfirmed: isConfirmed)
    link.start(key)
    read(link)
    expect(link.reads, equals: ["0102"])
    expect(link.messages, equals: ["--tk: key 1 opens nothing"])
  }

  @Test func aTemporaryKeyInEitherOrder() throws {
    let link = Link(temporary: [Self.key.byteSwapped])
    link.start(try pair(link, temporaryKey: Self.key))
    read(link)
    expect(link.reads, equals: ["0102"])
  }

  @Test func aPasskeyThatIsNotKnown() throws {
    let link = Link(temporary: [1])
    link.start(try pair(link, temporaryKey: 123_456))
    read(link)
    expect(link.reads.isEmpty)
    expect(
      link.messages,
      equals: [
        "--tk: key 1 opens nothing",
        "connection 1 is not decrypted: its pairing is of another passkey or temporary key "
          + "(--tk-search tries all passkeys)",
      ])
  }

  @Test func shortKeys() throws {
    let link = Link()
    let key = try pair(
      link, temporaryKey: 0, request: [1, 3, 0, 1, 9, 7, 7], response: [2, 3, 0, 1, 7, 7, 7])
    link.start(PairingFunctions.masked(key, octets: 7))
    read(link)
    expect(link.reads, equals: ["0102"])
  }

  // MARK: LE Secure Connections

  private func pairSecurely(
    _ link: Link, _ keys: [PairingPublicKey], check: UInt128? = nil
  ) throws -> UInt128 {
    let central = PairingAddress(0xC48A_5E21_3007, isRandom: true)
    let peripheral = PairingAddress(0x0022_D000_0607, isRandom: false)
    let (first, second): (UInt128, UInt128) = (0xABCD << 90, 0x1234_5678_9ABC)
    link.smp([1, 3, 0, 9, 16, 0, 0], 0)
    link.smp([2, 3, 0, 9, 16, 0, 0], 1)
    for (side, key) in keys.enumerated() {
      link.smp([12] + key.x.reversed() + key.y.reversed(), side)
    }
    link.smp([3] + Self.little(99), 1)
    for (side, random) in [first, second].enumerated() {
      link.smp([4] + Self.little(random), side)
    }
    let secret = PairingPublicKey.secret(keys[0], keys[1]) ?? [UInt8](repeating: 1, count: 32)
    let made = try #require(
      PairingFunctions.keys(
        secret: secret, initiatorRandom: first, responderRandom: second, initiator: central,
        responder: peripheral))
    let right = try #require(
      PairingFunctions.check(
        macKey: made.macKey, first: first, second: second, random: 0, features: 0x09_0003,
        sender: central, receiver: peripheral))
    link.smp([13] + Self.little(check ?? right), 0)
    return made.longTermKey
  }

  @Test func theDebugKey() throws {
    let link = Link()
    link.start(try pairSecurely(link, [.debug, .debug]))
    read(link)
    expect(link.reads, equals: ["0102"])
  }

  @Test func aWrongCheckIsAPairingThatFails() throws {
    let link = Link()
    link.start(try pairSecurely(link, [.debug, .debug], check: 5))
    read(link)
    expect(link.reads.isEmpty)
  }

  @Test func withoutDebugKeysItStaysClosed() throws {
    let foreign = PairingPublicKey(
      x: [UInt8](repeating: 3, count: 32), y: [UInt8](repeating: 4, count: 32))
    let link = Link([GivenLinkKey(key: Self.key)])
    link.start(try pairSecurely(link, [foreign, foreign]))
    read(link)
    expect(link.reads.isEmpty)
    expect(link.messages.count, equals: 2)
  }
}
