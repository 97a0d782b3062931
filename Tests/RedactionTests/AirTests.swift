import ATTDissector
import BTSnoop
import Bytes
import Redaction
import TestSupport
import Testing

/// Packets from the air: addresses, CRCs, what is encrypted.
@Suite struct AirTests {
  private static let advertiser: [UInt8] = [0x55, 0x44, 0x33, 0x22, 0x11, 0xD0]
  private static let scanner: [UInt8] = [0x9A, 0x8B, 0x7C, 0x6D, 0x5E, 0x41]
  private static let crcStart: UInt32 = 0x12_3456

  private static func packet(
    _ address: UInt32, _ pdu: [UInt8], start: UInt32, error: UInt32 = 0
  ) -> [UInt8] {
    let crc = LinkLayerCRC.value(of: pdu.rawBytes, start: start) ^ error
    let octets = (0..<4 as Range<UInt32>).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
    return octets + pdu
      + (0..<3 as Range<UInt32>).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
  }

  private static func advertising(
    _ header: UInt8, _ payload: [UInt8], error: UInt32 = 0
  ) -> [UInt8] {
    packet(
      LinkLayerPacket.advertisingAccessAddress, [header, UInt8(payload.count)] + payload,
      start: LinkLayerCRC.advertisingStart, error: error)
  }

  private static func data(_ header: UInt8, _ payload: [UInt8]) -> [UInt8] {
    packet(0x8E45_7A31, [header, UInt8(payload.count)] + payload, start: crcStart)
  }

  private static let connect: [UInt8] = advertising(
    0xC5,
    scanner + advertiser + [0x31, 0x7A, 0x45, 0x8E, 0x56, 0x34, 0x12, 1, 0, 0, 24, 0, 0, 0, 72, 0]
      + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x25])

  private func redacted(_ packets: [[UInt8]]) throws -> [[UInt8]] {
    try RedactedAir(packets).packets
  }

  private func isValid(_ packet: [UInt8], start: UInt32) -> Bool {
    LinkLayerCRC.isValid(
      packet.rawBytes.clamped(4..<packet.count - 3), crc: packet.rawBytes.clamped(packet.count - 3),
      start: start)
  }

  @Test func advertisingPDUs() throws {
    let name: [UInt8] = [2, 1, 6, 9, 9] + Array("Polar H7".utf8)
    let all = try redacted([
      Self.advertising(0x40, Self.advertiser + name),
      Self.advertising(0xC3, Self.scanner + Self.advertiser),
      Self.advertising(0x44, Self.advertiser + name), Self.connect,
    ])
    for packet in all { expect(isValid(packet, start: LinkLayerCRC.advertisingStart)) }
    let advertiser = Array(all[0][6..<12])
    expect(advertiser != Self.advertiser)
    expect(advertiser[5] >> 6, equals: 3, "still static")
    expect(Array(all[1][12..<18]), equals: advertiser)
    expect(Array(all[3][12..<18]), equals: advertiser)
    expect(Array(all[3][6..<12]), equals: Array(all[1][6..<12]))
    expect(all[1][11] >> 6, equals: 1, "still resolvable")
    expect(Array(all[3][18..<40]), equals: Array(Self.connect[18..<40]))
    expect(Array(all[0][12..<17]), equals: Array(name.prefix(5)))
    expect(Array(all[2][12...].dropLast(3)), equals: Array(all[0][12...].dropLast(3)))
  }

  @Test func aBadCRCStaysBadAndItsPacketIsClosed() throws {
    let bad = Self.advertising(0x40, Self.advertiser + [2, 1, 6], error: 0x40)
    let all = try redacted([Self.advertising(0x40, Self.advertiser), bad])
    expect(!isValid(all[1], start: LinkLayerCRC.advertisingStart))
    expect(Array(all[1][6..<15]), equals: [UInt8](repeating: 0, count: 9))
  }

  @Test func connectionsAndTheirEncryption() throws {
    let sealed: [UInt8] = [0x99, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22]
    let request: [UInt8] = [3] + (1...22).map { UInt8($0) }
    let all = try redacted([
      Self.connect, Self.data(0x02, [3, 0, 4, 0, 0x0A, 3, 0]),
      // The same again, and a control PDU that is no secret.
      Self.data(0x02, [3, 0, 4, 0, 0x0A, 3, 0]), Self.data(0x0F, [2, 0x13]),
      Self.data(0x03, request), Self.data(0x0B, [4] + (1...12).map { UInt8($0) }),
      Self.data(0x07, [5]), Self.data(0x0E, sealed),
    ])
    for packet in all.dropFirst() { expect(isValid(packet, start: Self.crcStart)) }
    expect(all[1], equals: Self.data(0x02, [3, 0, 4, 0, 0x0A, 3, 0]))
    expect(all[2], equals: all[1])
    expect(all[3], equals: Self.data(0x0F, [2, 0x13]))
    expect(Array(all[4][6..<7]), equals: [3])
    expect(Array(all[4][7..<15]) != Array(request[1..<9]))
    expect(Array(all[7][6..<14]) != sealed)
    expect(all[7].count, equals: 4 + 2 + 8 + 3)
  }

  /// Data that continue those of another PDU begin within a structure.
  @Test func aChainIsNotReadInItsMiddle() throws {
    let text = Array("a name that is long".utf8)
    // AUX_ADV_IND with AdvA and AuxPtr, then AUX_CHAIN_IND without an address.
    let first = Self.advertising(
      0x47, [0x0A, 0x11] + Self.advertiser + [5, 0x10, 0x20] + [30, 9] + text)
    let second = Self.advertising(0x07, [1, 0] + text)
    var file = PcapBytes(linkType: 256)
    for (index, packet) in [first, second].enumerated() {
      // RF channel 5, a valid CRC; auxiliary advertising, with the PDU's type in the bits of the MIC.
      let flags: UInt16 = 0x0001 | 0x0010 | 0x0400 | 0x0800 | 1 << 7 | UInt16(index) << 12
      file.add(
        [5, 0, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, UInt8(flags & 0xFF), UInt8(flags >> 8)] + packet,
        seconds: 1_772_355_600, fraction: UInt32(index) * 300)
    }
    var settings = RedactedCapture.Settings()
    settings.target = .pcap
    settings.values = .keep
    let capture = try RedactedCapture(file.bytes, settings)
    for start in 0...text.count - 4 {
      expect(!capture.contains(Array(text[start..<start + 4])), "from \(start)")
    }
  }
}
