import ATTDissector
import BTSnoop
import Bytes
import Redaction
import TestSupport
import Testing

@testable import Cryptography

/// A link whose pairing uses the key for debugging opens by itself, before and after.
@Suite struct DebugPairingTests {
  private static let central = PairingAddress(0xC15E_6D7C_8B9A, isRandom: true)
  private static let peripheral = PairingAddress(0xD011_2233_4455, isRandom: true)
  private static let randoms: [UInt128] = [
    0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF, 0xFEDC_BA98_7654_3210_0F1E_2D3C_4B5A_6978,
  ]
  private static let crcStart: UInt32 = 0x12_3456
  private static let address: UInt32 = 0x8E45_7A31
  private static let seed = LinkSeed(
    centralDiversifier: 0xACBD_CEDF_E0F1_0213, peripheralDiversifier: 0x0213_2435_4657_6879,
    centralVector: 0xBADC_AB24, peripheralVector: 0xDEAF_BABE)
  private static let name = Array("Strap of Ann".utf8)

  private static func octets(_ number: UInt128, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) }
  }

  private static func packet(
    _ header: UInt8, _ payload: [UInt8], _ address: UInt32 = address, start: UInt32 = crcStart
  ) -> [UInt8] {
    let pdu = [header, UInt8(payload.count)] + payload
    let crc = LinkLayerCRC.value(of: pdu.rawBytes, start: start)
    return octets(UInt128(address), 4) + pdu + octets(UInt128(crc), 3)
  }

  /// The packets of a connection that pairs and is then encrypted.
  private struct Link {
    var packets: [[UInt8]] = []
    private var sequence: [UInt8] = [0, 0]
    private var next = 0
    private(set) var key: UInt128 = 0

    /// The sides take turns: one that has nothing to say sends an empty PDU.
    private mutating func header(_ content: UInt8, _ side: Int) -> UInt8 {
      if side != next { packets.append(packet(header(1, next), [])) }
      next = 1 - side
      sequence[side] ^= 1
      return content | (sequence[side] ^ 1) << 3 | (sequence[1 - side]) << 2
    }

    mutating func add(_ content: UInt8, _ payload: [UInt8], _ side: Int) {
      packets.append(packet(header(content, side), payload))
    }

    mutating func smp(_ pdu: [UInt8], _ side: Int) {
      add(2, [UInt8(pdu.count), 0, 6, 0] + pdu, side)
    }

    /// - publicKeys: of central and peripheral.
    /// - bit: of a passkey.
    init(_ publicKeys: [PairingPublicKey], secret: [UInt8], bit: UInt8 = 0) throws {
      let addresses = octets(UInt128(central.value), 6) + octets(UInt128(peripheral.value), 6)
      let terms: [UInt8] = [1, 0, 0, 24, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x25]
      packets.append(
        packet(
          0xC5, addresses + octets(UInt128(address), 4) + octets(UInt128(crcStart), 3) + terms,
          LinkLayerPacket.advertisingAccessAddress, start: LinkLayerCRC.advertisingStart))
      smp([1, 3, 0, 9, 16, 0, 0], 0)
      smp([2, 3, 0, 9, 16, 0, 0], 1)
      for side in 0...1 {
        smp([12] + publicKeys[side].x.reversed() + publicKeys[side].y.reversed(), side)
      }
      let confirm = try #require(
        PairingFunctions.confirm(
          own: publicKeys[1].x, other: publicKeys[0].x, random: randoms[1], bit: bit))
      smp([3] + octets(confirm, 16), 1)
      for side in 0...1 { smp([4] + octets(randoms[side], 16), side) }
      let made = try #require(
        PairingFunctions.keys(
          secret: secret, initiatorRandom: randoms[0], responderRandom: randoms[1],
          initiator: central, responder: peripheral))
      key = made.longTermKey
      for side in 0...1 {
        let check = try #require(
          PairingFunctions.check(
            macKey: made.macKey, first: randoms[side], second: randoms[1 - side], random: 0,
            features: 0x09_0003, sender: side == 0 ? central : peripheral,
            receiver: side == 0 ? peripheral : central))
        smp([13] + octets(check, 16), side)
      }
      try encrypt()
    }

    private mutating func encrypt() throws {
      add(
        3,
        [3] + [UInt8](repeating: 0, count: 10) + octets(UInt128(seed.centralDiversifier), 8)
          + octets(UInt128(seed.centralVector), 4), 0)
      add(
        3,
        [4] + octets(UInt128(seed.peripheralDiversifier), 8)
          + octets(UInt128(seed.peripheralVector), 4), 1)
      add(3, [5], 1)
      var sender = try #require(LinkEncryptor(seed, key: key))
      let story: [(UInt8, [UInt8], Int)] = [
        (3, [6], 0), (3, [6], 1),
        (2, [7, 0, 4, 0, 8, 1, 0, 0xFF, 0xFF, 0x00, 0x2A], 0),
        (2, [16 + 2, 0, 4, 0, 9, 14, 3, 0] + name, 1), (3, [2, 0x13], 0),
      ]
      for (content, text, side) in story {
        let header = header(content, side)
        packets.append(packet(header, sender.seal(text, header: header, side: side)))
      }
    }
  }

  private func redacted(
    _ packets: [[UInt8]], keys: [UInt128] = []
  ) throws -> (capture: RedactedCapture, packets: [[UInt8]]) {
    let air = try RedactedAir(packets, keys: keys)
    return (air.capture, air.packets)
  }

  private static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
    octets.reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }

  private static func publicKey(_ packet: [UInt8]) -> PairingPublicKey {
    PairingPublicKey(x: packet[11..<43].reversed(), y: packet[43..<75].reversed())
  }

  /// The packets with a PDU of the Security Manager, in their order.
  private static func pairing(_ packets: [[UInt8]], _ code: UInt8) -> [[UInt8]] {
    packets.filter { $0[4] & 3 == 2 && $0.count > 13 && $0[8] == 6 && $0[10] == code }
  }

  private static let ownPrivateKey = [UInt8](repeating: 0x35, count: 32)

  /// Which sides use the key for debugging.
  @Test(arguments: [[true, true], [false, true], [true, false]])
  func itOpensByItself(sides: [Bool]) throws {
    let own = try #require(PairingPublicKey(privateKey: Self.ownPrivateKey))
    let keys = sides.map { $0 ? PairingPublicKey.debug : own }
    let secret = try #require(PairingPublicKey.secret(keys[0], keys[1]))
    let link = try Link(keys, secret: secret)
    let (capture, packets) = try redacted(link.packets)
    expect(capture.tally.encryptedAnew, equals: 5)
    expect(capture.opened, equals: 5)
    expect(capture.needed.keys.isEmpty)
    expect(capture.unproven, equals: 0)
    expect(!capture.contains(Self.octets(link.key, 16)))
    expect(!capture.contains(Self.name))
    // The key of the specification stays, the other becomes another point.
    let made = Self.pairing(packets, 12).map(Self.publicKey)
    expect(made.map { $0 == .debug }, equals: sides)
    expect(!made.contains(own))
    // All proofs of the pairing hold again.
    let randoms = Self.pairing(packets, 4).map { Self.number($0[11..<27]) }
    expect(randoms.count == 2 && randoms != Self.randoms)
    let again = try #require(PairingPublicKey.secret(made[0], made[1]))
    let addresses = [6, 12].map {
      PairingAddress(UInt64(Self.number(packets[0][$0..<$0 + 6])), isRandom: true)
    }
    let both = try #require(
      PairingFunctions.keys(
        secret: again, initiatorRandom: randoms[0], responderRandom: randoms[1],
        initiator: addresses[0], responder: addresses[1]))
    expect(
      Self.pairing(packets, 3).map { Self.number($0[11..<27]) },
      equals: [
        PairingFunctions.confirm(own: made[1].x, other: made[0].x, random: randoms[1]) ?? 0
      ])
    expect(
      Self.pairing(packets, 13).map { Self.number($0[11..<27]) },
      equals: (0...1).map { side in
        PairingFunctions.check(
          macKey: both.macKey, first: randoms[side], second: randoms[1 - side], random: 0,
          features: 0x09_0003, sender: addresses[side], receiver: addresses[1 - side]) ?? 0
      })
  }

  /// A confirm value that has a bit of a passkey in it becomes another one, which fits nothing.
  @Test func aPasskeyIsNotProvenAgain() throws {
    let secret = try #require(PairingPublicKey.secret(.debug, .debug))
    let link = try Link([.debug, .debug], secret: secret, bit: 0x81)
    let (capture, packets) = try redacted(link.packets)
    expect(capture.opened, equals: 5)
    expect(capture.unproven, equals: 1)
    let confirm = Self.pairing(link.packets, 3)[0]
    let other = Self.pairing(packets, 3)[0]
    expect(confirm[11..<27] != other[11..<27])
    expect(!capture.contains(Array(confirm[11..<27])))
  }

  /// Without a key for debugging the link stays closed, or needs the stand-in of the key that was given.
  @Test func othersStayClosed() throws {
    let own = try #require(PairingPublicKey(privateKey: Self.ownPrivateKey))
    let secret = try #require(own.secret(with: Self.ownPrivateKey))
    let link = try Link([own, own], secret: secret)
    let closed = try redacted(link.packets).capture
    expect(closed.tally.encryptedAnew, equals: 0)
    expect(closed.tally.encrypted, equals: 5)
    let opened = try redacted(link.packets, keys: [link.key]).capture
    expect(opened.tally.encryptedAnew, equals: 5)
    expect(opened.opened, equals: 5)
    expect(opened.needed.keys.count, equals: 1)
  }
}
