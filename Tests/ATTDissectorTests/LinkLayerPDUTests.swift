import ATTDissector
import Bytes
import TestSupport
import Testing

/// The PDUs of the link layer, typed.
@Suite struct LinkLayerPDUTests {
  // MARK: Packet and CRC

  @Test func packet() throws {
    let packet = try parse("d6be898e") { cursor throws(ByteError) in
      try LinkLayerPacket(&cursor, isCoded: false)
    }
    expect(packet.accessAddress, equals: LinkLayerPacket.advertisingAccessAddress)
    expect(packet.codingIndicator == nil && packet.pduOffset == 4)
    let coded = try parse("274a6550 01") { cursor throws(ByteError) in
      try LinkLayerPacket(&cursor, isCoded: true)
    }
    expect(coded.accessAddress, equals: 0x5065_4A27)
    expect(coded.codingIndicator == 1 && coded.pduOffset == 5)
  }

  /// An ADV_IND, and an LL_VERSION_IND under the CRCInit of its connection.
  @Test(arguments: [
    ("0017070600d0220002010603030d18020a0006ff6b00030358", "331d22", UInt32(0x555555)),
    ("0f060c0c0f000641", "e66f6d", 0x0B7D31),
  ])
  func crc(pdu: String, crc: String, start: UInt32) {
    func isValid(_ octets: [UInt8], _ sent: [UInt8], _ start: UInt32) -> Bool {
      LinkLayerCRC.isValid(octets.rawBytes, crc: sent.rawBytes, start: start)
    }
    let octets = wire(pdu)
    let sent = wire(crc)
    expect(isValid(octets, sent, start))
    expect(!isValid(octets, sent, start ^ 1))
    expect(!isValid(octets, Array(sent.prefix(2)), start))
    for index in octets.indices {
      var damaged = octets
      damaged[index] ^= 0x08
      expect(!isValid(damaged, sent, start))
    }
  }

  // MARK: Advertising

  private func header(_ hex: String) throws -> AdvertisingPDUHeader {
    try parse(hex) { cursor throws(ByteError) in try AdvertisingPDUHeader(&cursor) }
  }

  @Test func advertisingHeader() throws {
    let header = try header("c522")
    expect(header.kind == .connectRequest && header.length == 34)
    expect(header.isSenderRandom && header.isTargetRandom && !header.selectsChannelsByAlgorithm2)
    try expect(self.header("2006").selectsChannelsByAlgorithm2)
    try expect(self.header("0f00").kind.rawValue, equals: 15)
  }

  private func legacy(_ head: String, _ payload: String) throws -> LegacyAdvertising {
    let header = try header(head)
    let octets = wire(payload)
    var cursor = ByteCursor(octets.rawBytes)
    return try LegacyAdvertising(&cursor, header)
  }

  @Test func legacyAdvertising() throws {
    let indication = try legacy("0009", "070600d02200 020106")
    expect(indication.sender.description, equals: "00:22:D0:00:06:07")
    expect(indication.sender.kind == .public && indication.target == nil)
    expect(indication.data, equals: 6..<9)
    let direct = try legacy("c10c", "0730215e8ac4 070600d02200")
    expect(direct.sender.kind == .random && direct.target?.kind == .random)
    expect(direct.target?.description == "00:22:D0:00:06:07" && direct.data.isEmpty)
    let request = try legacy("430c", "0730215e8ac4 070600d02200")
    expect(request.sender.kind == .random && request.target?.kind == .public)
    for (head, payload) in [
      ("0005", "070600d022"), ("010b", "0730215e8ac4 070600d022"), ("0300", ""),
    ] {
      #expect(throws: ByteError.self) { try legacy(head, payload) }
    }
  }

  @Test func connectIndication() throws {
    let header = try header("4522")
    let told = try parse(
      "0730215e8ac4 070600d02200 e7a9c250 317d0b 02 0100 1800 0300 4800 ffffffff1f 27"
    ) { cursor throws(ByteError) in try ConnectIndication(&cursor, header) }
    expect(told.initiator.description == "C4:8A:5E:21:30:07" && told.initiator.kind == .random)
    expect(told.advertiser.description == "00:22:D0:00:06:07" && told.advertiser.kind == .public)
    expect(told.accessAddress == 0x50C2_A9E7 && told.crcStart == 0x0B7D31)
    expect(told.windowSize == 2 && told.windowOffset == 1 && told.interval == 24)
    expect(told.latency == 3 && told.timeout == 72)
    expect(told.channelMap == 0x1F_FFFF_FFFF && told.hop == 7 && told.sleepClockAccuracy == 1)
  }

  // MARK: Extended advertising

  private func extended(_ payload: String) throws -> ExtendedAdvertising {
    let header = try header("c700")
    let octets = wire(payload)
    var cursor = ByteCursor(octets.rawBytes)
    return try ExtendedAdvertising(&cursor, header)
  }

  @Test func extendedHeaderWithAllFields() throws {
    let told = try extended(
      "68 7f 5a4b3c2d0ef1 0730215e8ac4 14 3412 950a40"
        + "0000 5000 ffffffff1f 11223344 aabbcc 0900 f4 beef 0201 06")
    expect(told.mode, equals: 1)
    expect(told.advertiser?.description, equals: "F1:0E:2D:3C:4B:5A")
    expect(told.target?.description, equals: "C4:8A:5E:21:30:07")
    expect(told.cteInformation, equals: 0x14)
    expect(told.dataInformation?.set == 1 && told.dataInformation?.dataID == 0x234)
    expect(told.auxiliaryPointer, equals: pointer(channel: 21, offset: 3000, phy: 2))
    let sync = try #require(told.syncInformation)
    expect(sync.interval == 0x50 && sync.accessAddress == 0x4433_2211 && sync.crcStart == 0xCCBBAA)
    expect(sync.eventCounter == 9 && sync.channelMap == 0x1F_FFFF_FFFF)
    expect(told.transmitPower, equals: -12)
    expect(told.controllerData.count == 2 && told.data.count == 3)
  }

  private func pointer(channel: UInt8, offset: UInt32, phy: UInt8) -> AuxiliaryPointer? {
    let word = UInt32(channel) | 0x80 | (offset / 300) << 8 | UInt32(phy) << 21
    let octets = (0..<3).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    let payload = [0x04, 0x10] + octets
    var cursor = ByteCursor(payload.rawBytes)
    guard let header = try? self.header("0700") else { return nil }
    return (try? ExtendedAdvertising(&cursor, header))?.auxiliaryPointer
  }

  @Test func extendedHeaderWithoutFields() throws {
    let nothing = try extended("00")
    expect(nothing.advertiser == nil && nothing.data.isEmpty && nothing.auxiliaryPointer == nil)
    let data = try extended("80 020106")
    expect(data.mode == 2 && data.data == 1..<4)
    let small = try extended("04 10 950a00")
    expect(small.auxiliaryPointer?.channel == 21 && small.auxiliaryPointer?.offset == 3000)
  }

  @Test(arguments: ["", "05 01", "3f 7f", "02 01 5a", "07 01 5a4b3c2d0e", "04 20 950a00"])
  func extendedHeaderThatIsCut(payload: String) {
    #expect(throws: ByteError.self) { try extended(payload) }
  }

  /// A header length that is smaller than what its flags stand for.
  @Test func extendedHeaderThatSaysLessThanItHas() throws {
    let told = try extended("01 01 5a4b3c2d0ef1 020106")
    expect(told.advertiser != nil && told.data == 8..<11 && told.controllerData.isEmpty)
  }

  // MARK: Data

  @Test func dataHeader() throws {
    let header = try parse("1e 05") { cursor throws(ByteError) in
      try DataChannelPDUHeader(&cursor)
    }
    expect(header.content == .start && header.acknowledges && header.sequenceNumber)
    expect(header.moreData && header.length == 5 && header.size == 2 && !header.isEmpty)
    let empty = try parse("01 00") { cursor throws(ByteError) in
      try DataChannelPDUHeader(&cursor)
    }
    expect(empty.isEmpty && !empty.acknowledges && !empty.sequenceNumber)
    let extended = try parse("23 02 14") { cursor throws(ByteError) in
      try DataChannelPDUHeader(&cursor)
    }
    expect(extended.content == .control && extended.cteInformation == 0x14 && extended.size == 3)
    let reserved = try parse("00 00") { cursor throws(ByteError) in
      try DataChannelPDUHeader(&cursor)
    }
    expect(reserved.content, equals: .reserved)
  }

  @Test func controlPDUs() throws {
    let update = try parse("01 0200 3000 0100 c800 1e01") { cursor throws(ByteError) in
      try ConnectionUpdateInd(&cursor)
    }
    expect(update.windowSize == 1 && update.windowOffset == 2 && update.interval == 48)
    expect(update.latency == 1 && update.timeout == 200 && update.instant == 286)
    let version = try parse("0c 0f00 0641") { cursor throws(ByteError) in
      try VersionInd(&cursor)
    }
    expect(version.version == 12 && version.company == 15 && version.subversion == 0x4106)
    let length = try parse("fb00 4808 1b00 4801") { cursor throws(ByteError) in
      try LengthPDU(&cursor)
    }
    expect(length.maxRxOctets == 251 && length.maxRxTime == 2120)
    expect(length.maxTxOctets == 27 && length.maxTxTime == 328)
    let phy = try parse("02 00 0a00") { cursor throws(ByteError) in try PHYUpdateInd(&cursor) }
    expect(phy.centralToPeripheral == 2 && phy.peripheralToCentral == 0 && phy.instant == 10)
    let reject = try parse("03 06") { cursor throws(ByteError) in
      try RejectInd(&cursor, isExtended: true)
    }
    expect(reject.opcode == .encReq && reject.error.rawValue == 0x06)
    let old = try parse("06") { cursor throws(ByteError) in
      try RejectInd(&cursor, isExtended: false)
    }
    expect(old.opcode == nil && old.error.rawValue == 0x06)
  }

  // MARK: Names

  @Test func everyOpcodeHasANameAndALength() {
    var names: Set<String> = []
    for opcode in UInt8.min...UInt8.max {
      let name = ControlOpcodeName.name(of: opcode)
      expect((name != nil), equals: (ControlOpcodeName.length(opcode) != nil))
      expect((name != nil), equals: (opcode <= 0x3C))
      if let name {
        expect(name.description.hasPrefix("LL_"))
        names.insert(name.description)
      }
    }
    expect(names.count, equals: 0x3D)
    expect(ControlOpcode.versionInd.name?.description, equals: "LL_VERSION_IND")
    expect(ControlOpcode.lengthReq.name?.description, equals: "LL_LENGTH_REQ")
    expect(ControlOpcode.phyUpdateInd.name?.description, equals: "LL_PHY_UPDATE_IND")
    expect(ControlOpcode.subrateInd.name?.description, equals: "LL_SUBRATE_IND")
    expect(ControlOpcodeName.name(of: 0x3C)?.description, equals: "LL_FRAME_SPACE_RSP")
  }

  @Test func advertisingNames() {
    expect(AdvertisingPDUName.name(of: 5, isAuxiliary: false)?.description, equals: "CONNECT_IND")
    expect(
      AdvertisingPDUName.name(of: 5, isAuxiliary: true)?.description, equals: "AUX_CONNECT_REQ")
    expect(AdvertisingPDUName.name(of: 7, isAuxiliary: false)?.description, equals: "ADV_EXT_IND")
    for type in UInt8(10)...15 {
      expect(AdvertisingPDUName.name(of: type, isAuxiliary: true) == nil)
    }
  }
}
