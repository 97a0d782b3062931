import ATTDissector
import BTSnoop
import Bytes
import Redaction
import TestSupport
import Testing

@testable import Cryptography

/// Links that keys open: encrypted anew, with what the keys and random numbers become.
@Suite struct EncryptedLinkTests {
  private static let key: UInt128 = 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF
  private static let seed = LinkSeed(
    centralDiversifier: 0xACBD_CEDF_E0F1_0213, peripheralDiversifier: 0x0213_2435_4657_6879,
    centralVector: 0xBADC_AB24, peripheralVector: 0xDEAF_BABE)
  private static let crcStart: UInt32 = 0x12_3456
  private static let address: UInt32 = 0x8E45_7A31
  /// A Read Blob Response is masked, a Read By Type Response of Device Name has a name.
  private static let name = Array("Strap of Ann".utf8)

  private static func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func packet(
    _ header: UInt8, _ payload: [UInt8], _ address: UInt32 = address, start: UInt32 = crcStart
  ) -> [UInt8] {
    let pdu = [header, UInt8(payload.count)] + payload
    let crc = LinkLayerCRC.value(of: pdu.rawBytes, start: start)
    return octets(UInt64(address), 4) + pdu + octets(UInt64(crc), 3)
  }

  private static let connect: [UInt8] = {
    let addresses: [UInt8] = [
      0x9A, 0x8B, 0x7C, 0x6D, 0x5E, 0xC1, 0x55, 0x44, 0x33, 0x22, 0x11, 0xD0,
    ]
    let terms: [UInt8] = [1, 0, 0, 24, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x25]
    return packet(
      0xC5, addresses + octets(UInt64(address), 4) + octets(UInt64(crcStart), 3) + terms,
      LinkLayerPacket.advertisingAccessAddress, start: LinkLayerCRC.advertisingStart)
  }()

  private static let start: [[UInt8]] = [
    connect,
    packet(
      0x03,
      [3] + octets(0x1122_3344_5566_7788, 8) + octets(0x99AA, 2)
        + octets(seed.centralDiversifier, 8) + octets(UInt64(seed.centralVector), 4)),
    packet(
      0x07,
      [4] + octets(seed.peripheralDiversifier, 8) + octets(UInt64(seed.peripheralVector), 4)),
    packet(0x0B, [5]),
  ]

  /// Who sends, the header, and what it says.
  private static let story: [(side: Int, header: UInt8, text: [UInt8])] = [
    (0, 0x0F, [6]), (1, 0x07, [6]),
    // Read By Type Request for Device Name, and its response.
    (0, 0x0E, [7, 0, 4, 0, 8, 1, 0, 0xFF, 0xFF, 0x00, 0x2A]),
    (1, 0x06, [16 + 2, 0, 4, 0, 9, 14, 3, 0] + name.prefix(12)),
    // An error, and the end.
    (0, 0x02, [3, 0, 4, 0, 0x0A, 9, 0]), (1, 0x0A, [5, 0, 4, 0, 1, 0x0A, 9, 0, 5]),
    (0, 0x0F, [2, 0x13]),
  ]

  private func sealed() throws -> [[UInt8]] {
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    return Self.story.map {
      Self.packet($0.header, sender.seal($0.text, header: $0.header, side: $0.side))
    }
  }

  private func redacted(
    _ packets: [[UInt8]], keys: [UInt128]
  ) throws -> (capture: RedactedCapture, packets: [[UInt8]]) {
    let air = try RedactedAir(packets, keys: keys)
    return (air.capture, air.packets)
  }

  /// The seed that LL_ENC_REQ and LL_ENC_RSP of the output carry.
  private func seed(_ packets: [[UInt8]]) -> LinkSeed {
    func number(_ octets: ArraySlice<UInt8>) -> UInt64 {
      octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    return LinkSeed(
      centralDiversifier: number(packets[1][17..<25]),
      peripheralDiversifier: number(packets[2][7..<15]),
      centralVector: UInt32(number(packets[1][25..<29])),
      peripheralVector: UInt32(number(packets[2][15..<19])))
  }

  @Test func whatTheKeyOpensIsTheSameStory() throws {
    let (capture, packets) = try redacted(Self.start + sealed(), keys: [Self.key])
    expect(capture.tally.encryptedAnew, equals: Self.story.count)
    expect(capture.tally.encrypted, equals: 0)
    expect(capture.opened, equals: Self.story.count)
    let key = try #require(capture.links.keys.first)
    expect(key != Self.key)
    let seed = seed(packets)
    expect(seed.centralDiversifier != Self.seed.centralDiversifier)
    expect(seed.peripheralVector != Self.seed.peripheralVector)
    let budget = DecryptionBudget()
    let decryptor = LinkDecryptor(budget)
    decryptor.start(seed, keys: [LinkDecryptor.Key(key, tag: 0)])
    for (packet, told) in zip(packets.dropFirst(Self.start.count), Self.story) {
      let payload = packet[6..<packet.count - 3]
      var text: [UInt8] = []
      let outcome = decryptor.open(
        Array(payload).rawBytes, header: packet[4],
        side: told.side == 0 ? .central : .peripheral, isRepeated: false, into: &text)
      expect(outcome, equals: .opened(tag: 0, lost: 0))
      expect(text.count, equals: told.text.count)
      let isName = told.text.count == 20
      expect(isName || text == told.text)
      if isName {
        expect(Array(text.prefix(8)), equals: Array(told.text.prefix(8)))
        expect(Array(text.dropFirst(8)) != Array(told.text.dropFirst(8)))
      }
      expect(
        LinkLayerCRC.isValid(
          packet.rawBytes.clamped(4..<packet.count - 3),
          crc: packet.rawBytes.clamped(packet.count - 3), start: Self.crcStart))
    }
    // The key of the map is the one that opens.
    let entry = capture.entries.first { $0.opensLinks }
    expect(
      entry?.standIn ?? [],
      equals: (0..<16).map { UInt8(truncatingIfNeeded: key >> UInt128(8 * $0)) })
  }

  @Test func aRepetitionStaysOne() throws {
    var packets = try sealed()
    packets.insert(packets[3], at: 4)
    let (capture, redacted) = try redacted(Self.start + packets, keys: [Self.key])
    expect(capture.opened, equals: Self.story.count + 1)
    expect(redacted[Self.start.count + 3], equals: redacted[Self.start.count + 4])
    expect(redacted[Self.start.count + 3] != packets[3])
  }

  /// Any PDUs, some of them lost, repeated or damaged: all that opens before opens after, and keeps its length.
  @Test func anyPDUsThatOpenOpenAgain() throws {
    var random = SplitMix(seed: 42)
    func number(_ most: Int) -> Int { Int(random.next() % UInt64(most)) }
    for _ in 0..<60 {
      var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
      var packets = try Array(sealed().prefix(2))
      sender.next = [1, 1]
      var sequence = [1, 1]
      for _ in 0..<number(40) {
        let side = number(2)
        let header = [1, 2, 3][number(3)] | UInt8(sequence[side] << 3)
        sequence[side] ^= 1
        var text = (0..<1 + number(60)).map { _ in UInt8(number(256)) }
        if header & 3 == 2, text.count > 4 {
          text.replaceSubrange(0..<4, with: [UInt8(text.count - 4), 0, [4, 5, 6][number(3)], 0])
        }
        if number(8) == 0 { sender.next[side] += UInt64(number(20)) }
        let packet = Self.packet(header, sender.seal(text, header: header, side: side))
        packets.append(packet)
        if number(6) == 0 { packets.append(packet) }
        if number(10) == 0 {
          var damaged = packet
          damaged[7] ^= 1
          packets.append(damaged)
        }
      }
      let (capture, redacted) = try redacted(Self.start + packets, keys: [Self.key])
      expect(capture.opened, equals: capture.tally.encryptedAnew)
      expect(capture.opened >= 2)
      expect(redacted.map(\.count), equals: (Self.start + packets).map(\.count))
    }
  }

  @Test func whatNoKeyOpensStaysClosed() throws {
    var packets = try sealed()
    let stranger = Self.packet(0x06, [9, 8, 7, 6, 5, 4, 3, 2, 1])
    packets.insert(stranger, at: 4)
    let (capture, redacted) = try redacted(Self.start + packets, keys: [Self.key])
    expect(capture.tally.encrypted, equals: 1)
    expect(capture.opened, equals: Self.story.count)
    expect(redacted[Self.start.count + 4] != stranger)
    // With another key, all of them.
    for keys in [[], [5]] as [[UInt128]] {
      let closed = try self.redacted(Self.start + sealed(), keys: keys).capture
      expect(closed.tally.encrypted, equals: Self.story.count)
      expect(closed.tally.encryptedAnew, equals: 0)
      expect(closed.links.keys.isEmpty)
    }
  }
}
