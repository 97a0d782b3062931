import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList
import TestSupport
import Testing

/// Advertising PDUs give what a controller's reports give.
@Suite struct LinkLayerAdvertisingTests {
  private let strap = AirScene.peripheral
  private let beacon = "F1:0E:2D:3C:4B:5A"

  @Test func everyLegacyPDU() {
    let scene = AirScene()
    let address = wireAddress(strap)
    scene.advertise(0, address + bytes("020106"))
    scene.advertise(1, address + wireAddress(AirScene.central), flags: 0x80)
    scene.advertise(2, address)
    scene.advertise(6, address)
    scene.advertise(4, address + bytes("0309 4837"))
    let told = scene.told(.advertisement)
    expect(
      told.map { $0.own["advertising_type"] },
      equals: [
        "ADV_IND", "ADV_DIRECT_IND", "ADV_NONCONN_IND", "ADV_SCAN_IND", "SCAN_RSP",
      ])
    expect(
      told.map { $0.own["connectable"] }, equals: ["true", "true", "false", "false", "false"])
    expect(told.allSatisfy { $0.address == strap && $0.own["rssi_dbm"] == "-60" })
    expect(told.allSatisfy { $0.direction == .unknown })
    expect(told[0].value == "020106" && scene.session.peerList.map(\.name) == ["H7"])
    expect(scene.session.peerList[0].address.kind, equals: .public)
  }

  @Test func aRandomAddressAndNoPower() {
    let scene = AirScene()
    scene.advertise(0, wireAddress(beacon), flags: 0x40, rssi: nil)
    expect(scene.session.peerList.map(\.address.kind), equals: [.random])
    expect(scene.told(.advertisement)[0].own["rssi_dbm"] == nil)
    expect(scene.session.peerList[0].rssi == nil)
  }

  @Test func repeatsAreMarked() {
    let scene = AirScene()
    let address = wireAddress(strap)
    for data in ["020106", "020106", "020104"] { scene.advertise(0, address + bytes(data)) }
    expect(scene.told(.advertisement).map(\.isRepeat), equals: [false, true, false])
  }

  @Test func scanRequestsAreNoAdvertisement() {
    let scene = AirScene()
    scene.advertise(3, wireAddress(AirScene.central) + wireAddress(strap), flags: 0x40)
    expect(scene.events == [] && scene.session.peerList.isEmpty)
    scene.advertise(0, wireAddress(AirScene.central), flags: 0x40, rssi: -50)
    scene.advertise(3, wireAddress(AirScene.central) + wireAddress(strap), flags: 0x40, rssi: -40)
    // The power is the scanner's own.
    expect(scene.session.peerList[0].rssi, equals: -50 ... -40)
    expect(scene.session.peerList[0].advertisements, equals: 1)
  }

  @Test func aBadCRCIsLeftOut() {
    let scene = AirScene()
    scene.advertise(0, wireAddress(strap) + bytes("020106"), crcOK: false)
    expect(scene.events == [] && scene.session.counts.badCRC == 1)
  }

  @Test(arguments: ["", "5a4b", "5a4b3c2d0e"]) func cutPDUs(payload: String) {
    let scene = AirScene()
    scene.advertise(0, bytes(payload))
    expect(scene.told(.malformed).count == 1 && scene.told(.advertisement) == [])
  }

  @Test func aRecordThatIsCutInTheData() {
    let scene = AirScene()
    var radio = RadioInfo()
    radio.channel = 37
    scene.record(bytes("d6be898e 000c") + wireAddress(strap) + bytes("0201"), radio)
    let told = scene.told(.advertisement)
    expect(told.map(\.isTruncated) == [true] && told[0].value == "0201")
    scene.record(bytes("d6be"), radio)
    expect(scene.told(.malformed).count, equals: 1)
  }

  // MARK: Extended

  private let adi = "3412"
  /// Channel 20, 300 µs units.
  private let pointer = "940a00"

  @Test func auxiliaryChainsAreJoined() throws {
    let scene = AirScene()
    scene.advertise(7, bytes("06 18 \(adi) \(pointer)"))
    expect(scene.events, equals: [])
    scene.advertise(
      7, bytes("0c 19") + wireAddress(beacon) + bytes("\(adi) \(pointer) 0f09 4368"), flags: 0x40,
      channel: 20)
    scene.advertise(7, bytes("06 18 \(adi) \(pointer) 61696e6564 20"), channel: 20)
    expect(scene.events, equals: [])
    let last = scene.advertise(7, bytes("03 08 \(adi) 426561636f6e"), channel: 20)
    let told = try #require(scene.told(.advertisement).first)
    expect(told.frame == last && told.address == beacon && told.name == "Chained Beacon")
    expect(told.own["advertising_type"] == "AUX_ADV_IND" && !told.isTruncated)
    expect(scene.told(.advertisement).count, equals: 1)
  }

  @Test func theAddressMayStandInTheFirstPDU() {
    let scene = AirScene()
    scene.advertise(
      7, bytes("4c 19") + wireAddress(beacon) + bytes("\(adi) \(pointer)"), flags: 0x40)
    scene.advertise(7, bytes("43 08 \(adi) 020106"), channel: 20)
    let told = scene.told(.advertisement)
    expect(told.map(\.address) == [beacon] && told[0].own["connectable"] == "true")
  }

  @Test func aChainWhoseEndIsMissing() {
    let scene = AirScene()
    let first = bytes("0c 19") + wireAddress(beacon) + bytes("\(adi) \(pointer) 0201")
    scene.advertise(7, first, flags: 0x40, channel: 20)
    scene.advertise(7, first, flags: 0x40, channel: 20)
    expect(scene.told(.advertisement).map(\.isTruncated), equals: [true])
    scene.end()
    expect(scene.told(.advertisement).map(\.isTruncated), equals: [true, true])
    // A chain without its beginning is of nobody.
    scene.advertise(7, bytes("03 08 7856 0106"), channel: 22, auxiliary: .chain)
    expect(scene.told(.advertisement).count, equals: 2)
  }

  @Test func anExtendedPDUWithoutAuxiliary() {
    let scene = AirScene()
    scene.advertise(7, bytes("07 01") + wireAddress(beacon), flags: 0x40)
    let told = scene.told(.advertisement)
    expect(told.map(\.address), equals: [beacon])
    expect(told.map { $0.own["advertising_type"] }, equals: ["ADV_EXT_IND"])
  }

  @Test func scanResponsesOfExtendedAdvertising() {
    let scene = AirScene()
    let advertiser = bytes("87 01") + wireAddress(beacon)
    scene.advertise(7, advertiser, flags: 0x40, channel: 20)
    scene.advertise(
      3, wireAddress(AirScene.central) + wireAddress(beacon), flags: 0xC0, channel: 20)
    scene.now -= 9_600
    scene.advertise(
      7, bytes("07 01") + wireAddress(beacon) + bytes("0309 4837"), flags: 0x40, channel: 20)
    scene.advertise(
      7, bytes("07 01") + wireAddress(beacon), flags: 0x40, channel: 20, auxiliary: .scanResponse)
    expect(
      scene.told(.advertisement).map { $0.own["advertising_type"] },
      equals: [
        "AUX_ADV_IND", "AUX_SCAN_RSP", "AUX_SCAN_RSP",
      ])
  }

  @Test func periodicAdvertising() {
    let scene = AirScene()
    let train: UInt32 = 0x4433_2211
    scene.advertise(7, bytes("00 0201"), channel: 5, accessAddress: train)
    expect(scene.events, equals: [])
    scene.advertise(
      7,
      bytes("19 21") + wireAddress(beacon)
        + bytes("0000 5000 ffffffff1f 11223344 555555 0900"), flags: 0x40, channel: 20)
    scene.advertise(7, bytes("00 020106"), channel: 5, accessAddress: train)
    let told = scene.told(.advertisement)
    expect(told.map { $0.own["advertising_type"] }, equals: ["AUX_ADV_IND", "AUX_SYNC_IND"])
    expect(told.map(\.address) == [beacon, beacon] && told[1].value == "020106")
  }

  @Test func auxiliaryConnectRequest() {
    let scene = AirScene()
    scene.advertise(
      5,
      wireAddress(AirScene.central) + wireAddress(strap)
        + bytes("e7a9c250 317d0b 02 0000 1800 0000 4800 ffffffff1f 27"), channel: 20)
    expect(scene.told(.connected).count, equals: 1)
    scene.advertise(5, wireAddress(AirScene.central) + wireAddress(strap) + bytes("e7a9"))
    expect(scene.told(.malformed).count, equals: 1)
  }

  // MARK: Packet list

  @Test func thePacketListNamesThem() {
    let scene = AirScene()
    func summary(_ send: (AirScene) -> UInt64) -> String {
      _ = send(scene)
      return scene.summary
    }
    let address = wireAddress(strap)
    let phone = wireAddress(AirScene.central)
    expect(summary { $0.advertise(0, address) }, equals: "ADV_IND \(strap), -60 dBm")
    expect(
      summary { $0.advertise(3, phone + address, flags: 0x40) },
      equals: "SCAN_REQ \(AirScene.central) -> \(strap), -60 dBm")
    expect(
      summary { $0.connect() },
      equals: "CONNECT_IND \(AirScene.central) -> \(strap), access address 50C2A9E7, -47 dBm")
    expect(
      summary { $0.advertise(7, bytes("06 18 \(adi) \(pointer)")) }, equals: "ADV_EXT_IND, -60 dBm")
    expect(
      summary { $0.advertise(7, bytes("07 01") + wireAddress(beacon), channel: 20) },
      equals: "AUX_ADV_IND \(beacon), -60 dBm")
    expect(
      summary { $0.advertise(0, address, crcOK: false) },
      equals: "ADV_IND \(strap), -60 dBm, bad CRC")
    expect(scene.packet.link?.crcOK, equals: false)
    expect(summary { $0.event()[0] }, equals: "Empty PDU")
    expect(
      summary { $0.event(.empty, .control("0c 06 0d00 4001"))[0] }, equals: "LL_VERSION_IND: 4.0")
    expect(
      summary { $0.event(.empty, AirScene.Sent.control("0c 06 0d00 4001").damaged)[0] },
      equals: "Data PDU, bad CRC")
    expect(
      summary {
        $0.record(bytes("11223344 0102 0000"), self.isochronous)
      }, equals: "CIS PDU")
  }

  private var isochronous: RadioInfo {
    var radio = RadioInfo()
    radio.physicalChannel = .connectedIsochronous
    radio.sender = .central
    return radio
  }
}
