import BTSnoop
import Bytes
import TestSupport
import Testing

/// What stands before link-layer packets: link types 251, 256, 272, 157 and 192.
@Suite struct LinkLayerFramingTests {
  private static let advertising: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E, 0x00, 0x06]
  private static let data: [UInt8] = [0x27, 0x4A, 0x65, 0x50, 0x01, 0x00]

  private func framing(_ linkType: LinkType, _ bytes: [UInt8]) throws -> PacketFraming {
    let framing = linkType.framing(of: bytes.rawBytes)
    return try #require(framing)
  }

  @Test func nothingBeforeIt() throws {
    let framing = try framing(.linkLayer, Self.advertising)
    expect(framing.kind == .linkLayer && framing.headerLength == 0)
    expect(framing.direction == .unknown && framing.radio == RadioInfo())
  }

  // MARK: 256

  /// RF channel, signal, noise, offenses, reference access address, flags.
  private func radio(
    channel: UInt8 = 0, signal: Int8 = -50, reference: UInt32 = 0x5065_4A27, flags: UInt16
  ) throws -> RadioInfo {
    var bytes = OrderedBytes(isBig: false)
    for byte in [channel, UInt8(bitPattern: signal), 0x80, 0] as [UInt8] { bytes.add(byte) }
    bytes.add(reference)
    bytes.add(flags)
    bytes.add(Self.data)
    let framing = try framing(.linkLayerWithRadio, bytes.bytes)
    expect(framing.kind == .linkLayer && framing.headerLength == 10)
    return try #require(framing.radio)
  }

  @Test func radioHeaderWithoutAnyFlag() throws {
    let radio = try radio(flags: 0)
    expect(radio.channel == 37 && radio.rssi == nil && radio.crcOK == nil)
    expect(radio.sender == nil && radio.referenceAccessAddress == nil && radio.phy == .le1M)
    expect(!radio.wasEncrypted && !radio.isDecrypted && radio.micOK == nil)
  }

  @Test func radioHeaderWithFlags() throws {
    let central = try radio(channel: 1, signal: -39, flags: 0x0D13)
    expect(central.channel == 0 && central.rssi == -39 && central.crcOK == true)
    expect(central.sender == .central && central.physicalChannel == .data)
    expect(central.referenceAccessAddress, equals: 0x5065_4A27)
    let peripheral = try radio(flags: 0x0583)
    expect(peripheral.crcOK == false && peripheral.sender == .peripheral)
    try expect(radio(flags: 0x0200).physicalChannel, equals: .connectedIsochronous)
    try expect(radio(flags: 0x0280).sender, equals: .peripheral)
    try expect(radio(flags: 0x0300).physicalChannel, equals: .broadcastIsochronous)
    try expect(radio(flags: 0x4000).phy, equals: .le2M)
    try expect(radio(flags: 0x8000).phy, equals: .coded)
    try expect(radio(flags: 0xC000).phy, equals: .le1M)
  }

  @Test func theBitsOfTheMICTellAnAuxiliaryPDU() throws {
    let types: [RadioInfo.AuxiliaryType] = [.advertising, .chain, .periodic, .scanResponse]
    for (number, type) in types.enumerated() {
      let radio = try radio(channel: 5, flags: 0x0080 | UInt16(number) << 12)
      expect(radio.auxiliaryType == type && radio.physicalChannel == .auxiliaryAdvertising)
      expect(radio.micOK == nil && !radio.wasEncrypted)
    }
  }

  @Test func encryption() throws {
    let readable = try radio(flags: 0x3108)
    expect(readable.isDecrypted && readable.wasEncrypted && readable.micOK == true)
    let wrongKey = try radio(flags: 0x1108)
    expect(!wrongKey.isDecrypted && wrongKey.wasEncrypted && wrongKey.micOK == false)
    try expect(radio(flags: 0x0108).isDecrypted)
  }

  @Test func everyChannel() {
    expect(
      (0...39).map { RadioInfo.channelIndex(rf: $0) },
      equals: [37] + (0...10).map { $0 } + [38]
        + (11...36).map { $0 } + [39])
    expect(RadioInfo.channelIndex(rf: 40) == nil)
    expect(RadioInfo.channelIndex(megahertz: 2402), equals: 37)
    expect(RadioInfo.channelIndex(megahertz: 2426), equals: 38)
    expect(RadioInfo.channelIndex(megahertz: 2480), equals: 39)
    expect(RadioInfo.channelIndex(megahertz: 2446), equals: 20)
    for wrong in [0, 2400, 2403, 2482, 65535] as [UInt16] {
      expect(RadioInfo.channelIndex(megahertz: wrong) == nil)
    }
  }

  // MARK: nRF Sniffer

  /// - lengths: the two bytes after the board's number.
  private func nordic(
    version: UInt8, id: UInt8 = 6, flags: UInt8, channel: UInt8 = 10, rssi: UInt8 = 60,
    lengths: [UInt8]? = nil, _ packet: [UInt8] = data
  ) -> [UInt8] {
    let length = UInt8(10 + packet.count)
    return [1] + (lengths ?? (version == 1 ? [6, length] : [length, 0]))
      + [version, 0x34, 0x12, id, 10, flags, channel, rssi, 0x02, 0x01, 9, 0, 0, 0] + packet
  }

  @Test(arguments: [1, 2, 3] as [UInt8]) func nordicData(version: UInt8) throws {
    let bytes = nordic(version: version, flags: 0x03)
    let framing = try framing(.nordic, bytes)
    let radio = try #require(framing.radio)
    expect(framing.kind == .linkLayer && framing.headerLength == 17)
    expect(radio.channel == 10 && radio.rssi == -60 && radio.crcOK == true)
    expect(radio.sender == .central && radio.physicalChannel == .data)
    expect(radio.eventCounter == 0x0102 && radio.snifferVersion == version)
    let other = try self.framing(.nordic, nordic(version: version, flags: 0x00))
    expect(other.radio?.sender == .peripheral && other.radio?.crcOK == false)
  }

  @Test func nordicAdvertising() throws {
    let primary = nordic(version: 3, id: 2, flags: 0x01, channel: 38, Self.advertising)
    let radio = try #require(try framing(.nordic, primary).radio)
    expect(radio.channel == 38 && radio.sender == nil && radio.eventCounter == nil)
    expect(radio.physicalChannel == .unknown && radio.auxiliaryType == nil)
    let auxiliary = nordic(version: 3, id: 2, flags: 0x2F, channel: 7, Self.advertising)
    let other = try #require(try framing(.nordic, auxiliary).radio)
    expect(other.physicalChannel == .auxiliaryAdvertising && other.auxiliaryType == .scanResponse)
    expect(other.phy == .coded && !other.wasEncrypted && other.sender == nil)
    // Before version 3 there is one ID for both, and the access address tells.
    let old = nordic(version: 1, flags: 0x01, channel: 37, Self.advertising)
    try expect(framing(.nordic, old).radio?.sender == nil)
  }

  @Test func nordicEncryption() throws {
    let good = try #require(try framing(.nordic, nordic(version: 2, flags: 0x0D)).radio)
    expect(good.wasEncrypted && good.isDecrypted && good.micOK == true)
    let bad = try #require(try framing(.nordic, nordic(version: 2, flags: 0x05)).radio)
    expect(bad.wasEncrypted && !bad.isDecrypted && bad.micOK == false)
    try expect(framing(.nordic, nordic(version: 2, flags: 0x11)).radio?.phy, equals: .le2M)
    try expect(framing(.nordic, nordic(version: 1, flags: 0x11)).radio?.phy, equals: .le1M)
  }

  /// The header of version 0.9.7, in hex: marker, ID, counter, reserved, length, flags, channel, RSSI,
  /// event counter, time.
  @Test func firstNordicHeader() throws {
    let bytes: [UInt8] =
      [0xBE, 0xEF, 6, 1, 0, 0, 0, 26, 0x03, 22, 70, 0x07, 0x00, 1, 2, 3, 4] + Self.data
    for linkType in [LinkType.nordic, .nordicUser] {
      let framing = try framing(linkType, bytes)
      expect(framing.headerLength, equals: 17)
      let radio = try #require(framing.radio)
      expect(radio.channel == 22 && radio.rssi == -70 && radio.sender == .central)
      expect(radio.eventCounter == 7 && radio.snifferVersion == 0)
    }
  }

  /// As Scapy writes it: the access address distinguishes advertising and data.
  @Test(arguments: [1, 2, 3] as [UInt8]) func nordicWithoutAnID(version: UInt8) throws {
    let data = try framing(.nordic, nordic(version: version, id: 0, flags: 0x03))
    expect(data.kind == .linkLayer && data.headerLength == 17)
    expect(data.radio?.physicalChannel == .data && data.radio?.sender == .central)
    let primary = nordic(version: version, id: 0, flags: 0x01, channel: 38, Self.advertising)
    let advertising = try framing(.nordic, primary)
    expect(advertising.radio?.physicalChannel == .unknown && advertising.radio?.sender == nil)
    // What the tool does not know is 0.
    var unknown = nordic(version: version, id: 0, flags: 0x03)
    (unknown[10], unknown[11], unknown[12]) = (0, 0, 0)
    let radio = try framing(.nordic, unknown).radio
    expect(radio?.rssi == nil && radio?.eventCounter == nil && radio?.crcOK == true)
    let anywhere = nordic(version: version, id: 0, flags: 0x01, channel: 0, Self.advertising)
    let nowhere = try framing(.nordic, anywhere).radio
    expect(nowhere?.channel == nil && nowhere?.physicalChannel == .unknown)
    expect(nowhere?.auxiliaryType == nil)
  }

  @Test func nordicThatIsNoPacketFromTheAir() throws {
    let ping = try framing(
      .nordic, [1, 2, 0, 3, 0, 0, 0x0E, 1, 0] + [UInt8](repeating: 0, count: 9))
    expect(ping.kind == .unknown && ping.code == 0x0E && ping.unknown == .nordicID)
    for count in 0..<17 {
      let bytes = [UInt8](nordic(version: 3, flags: 1).prefix(count))
      try expect(framing(.nordic, bytes).kind, equals: .unknown, "\(count) bytes")
    }
    try expect(framing(.nordic, [0xBE, 0xEF, 6]).kind, equals: .unknown)
  }

  @Test func theUsersLinkTypeIsNordicsByItsContent() throws {
    try expect(framing(.nordicUser, nordic(version: 2, flags: 3)).kind, equals: .linkLayer)
    try expect(framing(.nordicUser, [1, 2, 3]).kind, equals: .unknown)
    try expect(framing(.nordicUser, [UInt8](repeating: 0x45, count: 40)).kind, equals: .unknown)
  }

  // MARK: PPI

  private func ppi(_ inner: UInt32, fields: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    var bytes = OrderedBytes(isBig: false)
    bytes.add([0, flags])
    bytes.add(UInt16(8 + fields.count))
    bytes.add(inner)
    bytes.add(fields)
    bytes.add(Self.data)
    return bytes.bytes
  }

  /// Type 30006: version, MHz, clock, RSSI maximum, minimum, mean, count.
  private static let ubertooth: [UInt8] = [
    0x36, 0x75, 12, 0, 0, 0x7A, 0x09, 0, 1, 2, 3, 4, 0xE4, 0xDB, 0xE2, 61,
  ]

  @Test(arguments: [147, 251] as [UInt32]) func ubertoothsField(inner: UInt32) throws {
    let framing = try framing(.ppi, ppi(inner, fields: Self.ubertooth))
    expect(framing.kind == .linkLayer && framing.headerLength == 24)
    // 2426 MHz, and a mean of -30 that is -84 dBm.
    expect(framing.radio?.channel == 38 && framing.radio?.rssi == -84)
    expect(framing.radio?.crcOK == nil)
    expect(framing.radio?.boardTime, equals: .ubertooth(0x0403_0201))
  }

  @Test func otherFieldsBeforeUbertooths() throws {
    let odd: [UInt8] = [2, 0, 3, 0, 9, 9, 9]
    let plain = try framing(.ppi, ppi(147, fields: odd + Self.ubertooth))
    expect(plain.radio?.channel == 38 && plain.headerLength == 31)
    let padded = try framing(.ppi, ppi(147, fields: odd + [0] + Self.ubertooth, flags: 1))
    expect(padded.radio?.channel, equals: 38)
  }

  @Test func ppiAroundOthers() throws {
    try expect(framing(.ppi, ppi(251, fields: [])).kind, equals: .linkLayer)
    // A user's type without Ubertooth's field may be anything.
    try expect(framing(.ppi, ppi(147, fields: [])).kind, equals: .unknown)
    let wifi = try framing(.ppi, ppi(105, fields: []))
    expect(wifi.kind == .unknown && wifi.code == 105)
    let radio = try framing(.ppi, [0, 0, 8, 0, 0, 1, 0, 0, 39, 0xC0, 0, 0, 0, 0, 0, 0, 2, 0])
    expect(radio.kind == .linkLayer && radio.headerLength == 18 && radio.radio?.channel == 39)
  }

  @Test func ppiWithLengthsThatLie() throws {
    for bytes in [
      [], [0, 0, 8], [0, 0, 0, 0, 147, 0, 0, 0], [0, 0, 0xFF, 0xFF, 251, 0, 0, 0],
      [0, 0, 20, 0, 147, 0, 0, 0, 0x36, 0x75, 0xFF, 0xFF, 1],
      [0, 1, 12, 0, 147, 0, 0, 0, 1, 0, 0, 0],
    ] as [[UInt8]] {
      let framing = try framing(.ppi, bytes)
      expect(framing.headerLength >= 8)
    }
  }

  // MARK: In files

  @Test func recordsBeginAtTheAccessAddress() {
    var file = PcapBytes(linkType: 256)
    file.add([0, 0xCE, 0, 0, 0, 0, 0, 0, 0x02, 0x0C] + Self.advertising)
    file.add([0, 0, 0])
    let outcome = read(file.bytes)
    expect(outcome.error == nil && outcome.notes.isEmpty)
    expect(outcome.records.map(\.kind), equals: [.linkLayer, .linkLayer])
    expect(outcome.records.first?.bytes, equals: Self.advertising)
    expect(outcome.records.first?.originalLength, equals: 6)
    expect(outcome.records.last?.bytes, equals: [])
    expect(outcome.infos.first?.linkType, equals: "le_ll_with_phdr")
  }

  @Test func eachLinkTypeHasItsWords() {
    let names = [LinkType.linkLayer, .linkLayerWithRadio, .nordic, .nordicUser, .ppi].map(\.name)
    expect(names, equals: ["le_ll", "le_ll_with_phdr", "nordic_ble", "nordic_ble", "ppi_le_ll"])
    for linkType in [LinkType.linkLayer, .linkLayerWithRadio, .nordic, .nordicUser, .ppi] {
      expect(linkType.isRead && linkType.isLinkLayer)
      expect(linkType.title.contains("LE link layer"))
      expect(linkType.title.contains("\(linkType.rawValue)"))
    }
  }

  @Test func anyBytesAreFramed() {
    // A linear congruential generator: the same bytes in every run.
    var state: UInt64 = 1
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for _ in 0..<20_000 {
      let bytes = (0..<Int(next() % 48)).map { _ in next() }
      for linkType in [LinkType.linkLayer, .linkLayerWithRadio, .nordic, .nordicUser, .ppi] {
        let framing = linkType.framing(of: bytes.rawBytes)
        expect(framing != nil)
      }
    }
  }
}
