import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct AdvertisingTests {
  /// ThermoPro sends its readings where a company's code is.
  @Test func dataWithoutACompany() throws {
    let scene = SessionScene()
    scene.advertise("C3:11:22:33:44:01", "07ffc2e7002d022c")
    let told = try #require(scene.last)
    expect(told.decoded["company"] == nil && told.decoded["company_code"] == nil)
    expect(told.decoded["manufacturer_data"], equals: "c2e7002d022c")
    expect(told.text.hasPrefix("ThermoPro TP357, TP359, ") && told.text.contains("23.1"))
  }

  @Test func aLegacyReport() throws {
    let scene = SessionScene()
    scene.advertise(
      SessionScene.peerA, "020106 0303 0d18 0509 506f6c61 04ff 6b00 03 020a04", rssi: -71)
    let told = try #require(scene.last)
    expect(told.kind, equals: .advertisement)
    expect(told.address, equals: SessionScene.peerA)
    expect(told.name, equals: "Pola")
    expect(
      told.own, equals: ["rssi_dbm": "-71", "advertising_type": "ADV_IND", "connectable": "true"])
    expect(told.decoded["local_name"], equals: "Pola")
    expect(told.decoded["service_uuids"], equals: "180D")
    expect(told.decoded["company_code"], equals: "107")
    expect(told.decoded["manufacturer_data"], equals: "03")
    expect(told.decoded["tx_power_level_dbm"], equals: "4")
    expect(told.value, equals: "0201060303" + "0d18" + "0509506f6c61" + "04ff6b0003" + "020a04")
  }

  /// A structure with the type of the name, before the name.
  @Test func theNameIsTheOneThatIsText() {
    let scene = SessionScene()
    scene.advertise(SessionScene.peerA, "03 09 8001 07 09 424a5f4c4544")
    expect(scene.last?.name == "BJ_LED" && scene.last?.decoded["local_name"] == "BJ_LED")
    expect(
      scene.last?.decoded["other_data.0"] == "8001" || scene.last?.decoded["other_data"] != nil)
    // Alone it is the name, whatever it holds.
    scene.advertise(SessionScene.peerB, "03 09 8001")
    expect(scene.last?.decoded["local_name"] != nil)
  }

  @Test func severalReportsInOneEvent() {
    let scene = SessionScene()
    let report: (String, UInt8) -> [UInt8] = { address, type in
      [type, 1] + wireAddress(address) + [3, 2, 1, 6] + [0xC4]
    }
    scene.leEvent(0x02, [2] + report(SessionScene.peerA, 0) + report(SessionScene.peerB, 4))
    expect(scene.events.map(\.address), equals: [SessionScene.peerA, SessionScene.peerB])
    expect(scene.events.map { $0.own["advertising_type"] }, equals: ["ADV_IND", "SCAN_RSP"])
    // One more is promised than there is.
    scene.leEvent(0x02, [2] + report(SessionScene.peerA, 0))
    expect(scene.events.suffix(2).map(\.kind), equals: [.advertisement, .malformed])
  }

  @Test func repeatsAreMarked() {
    let scene = SessionScene()
    scene.advertise(SessionScene.peerA, "020106")
    scene.advertise(SessionScene.peerA, "0209 41", type: 4)
    scene.advertise(SessionScene.peerA, "020106", rssi: -20)
    scene.advertise(SessionScene.peerA, "0209 41", type: 4)
    scene.advertise(SessionScene.peerA, "020105")
    expect(scene.events.map(\.isRepeat), equals: [false, false, true, true, false])
    expect(scene.session.peerList.first?.rssi, equals: -60 ... -20)
    expect(scene.session.peerList.first?.advertisements, equals: 5)
  }

  /// Manufacturer data without even a company (a case that other tools stumble over).
  @Test(arguments: ["01ff", "02ff4c", "0201 06 01ff"]) func emptyManufacturerData(data: String) {
    let scene = SessionScene()
    scene.advertise(SessionScene.peerA, data)
    expect(scene.last?.kind, equals: .advertisement)
    expect(scene.last?.decoded["company_code"] == nil)
    expect(scene.last?.decoded["manufacturer_data"] != nil)
  }

  /// Nothing follows a colon where there is nothing to say.
  @Test func aCompanyOrAServiceWithoutData() {
    let scene = SessionScene()
    scene.advertise(SessionScene.peerA, "03ff 4c00")
    expect(scene.last?.text, equals: "Apple, Inc.")
    scene.advertise(SessionScene.peerA, "0316 0d18")
    expect(scene.last?.text, equals: "Heart Rate 180D")
    scene.advertise(SessionScene.peerA, "0316 0d18 0103")
    expect(scene.last?.text, equals: "Heart Rate 180D")
    scene.advertise(SessionScene.peerA, "0103 0316 0d18")
    expect(scene.last?.text, equals: "Heart Rate 180D")
  }

  @Test func cutAndPaddedStructures() {
    let scene = SessionScene()
    scene.advertise(SessionScene.peerA, "020106 0a09 4142")
    expect(scene.last?.decoded["local_name"], equals: "AB")
    expect(scene.last?.note, equals: "the last AD structure is longer than the rest of the data")
    scene.advertise(SessionScene.peerB, "020106 00 0209 41")
    expect(scene.last?.decoded["local_name"] == nil)
    expect(scene.last?.note, equals: "")
  }

  private func extended(
    _ address: String, _ data: [UInt8], status: Int, bits: Int = 0, set: UInt8 = 1
  ) -> [UInt8] {
    [1] + le16(bits | status << 5) + [1] + wireAddress(address) + [1, 2, set, 0x7F, 0xC4]
      + le16(0) + [0] + [0, 0, 0, 0, 0, 0] + [UInt8(data.count)] + data
  }

  @Test func extendedDataInSeveralReports() throws {
    let scene = SessionScene()
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("0509 4142"), status: 1))
    scene.leEvent(0x0D, extended(SessionScene.peerB, bytes("0209 58"), status: 0))
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("4344"), status: 0))
    expect(scene.events.map(\.name), equals: ["X", "ABCD"])
    expect(scene.last?.value, equals: "050941424344")
    expect(scene.last?.isTruncated, equals: false)
    expect(scene.last?.own["advertising_type"], equals: "AUX_ADV_IND")
  }

  /// Fragments belong to one advertisement: a scan that ends has no more of it.
  @Test func aScanThatEndsEndsWhatIsNotComplete() throws {
    let scene = SessionScene()
    scene.done(0x2042, [1, 0, 0, 0, 0, 0])
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("0509 4142"), status: 1))
    scene.done(0x2042, [0, 0, 0, 0, 0, 0])
    scene.done(0x2042, [1, 0, 0, 0, 0, 0])
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("0409 4344 45"), status: 0))
    let told = scene.told(.advertisement)
    expect(told.map(\.value), equals: ["05094142", "0409434445"])
  }

  @Test func truncatedExtendedData() {
    let scene = SessionScene()
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("0509 4142"), status: 1))
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("43"), status: 2))
    expect(scene.last?.isTruncated, equals: true)
    expect(scene.last?.value, equals: "0509414243")
  }

  @Test func aChainWithoutItsEndIsReportedAtTheEnd() {
    let scene = SessionScene()
    scene.leEvent(0x0D, extended(SessionScene.peerA, bytes("0509 4142"), status: 1))
    expect(scene.events.isEmpty)
    scene.end()
    expect(scene.events.map(\.isTruncated), equals: [true])
    expect(scene.last?.value, equals: "05094142")
  }

  @Test func anEndlessChainIsBounded() {
    let scene = SessionScene()
    let data = [UInt8](repeating: 0x41, count: 200)
    for _ in 0..<1000 {
      scene.leEvent(0x0D, extended(SessionScene.peerA, data, status: 1))
    }
    expect(!scene.events.isEmpty)
    for told in scene.events {
      expect((told.value?.count ?? 0) <= 2 * SessionLimits.chainedAdvertisingOctets)
      expect(told.isTruncated)
    }
  }

  @Test func manyOpenChainsAreBounded() {
    let scene = SessionScene()
    for index in 0..<(SessionLimits.openChains * 3) {
      scene.leEvent(
        0x0D,
        extended(SessionScene.peerA, [0x41], status: 1, set: UInt8(truncatingIfNeeded: index)))
    }
    expect(scene.events.count, equals: SessionLimits.openChains * 2)
  }

  @Test func legacyPDUsInExtendedReports() {
    let scene = SessionScene()
    scene.leEvent(0x0D, extended(SessionScene.peerA, [2, 1, 6], status: 0, bits: 0x13))
    scene.leEvent(0x0D, extended(SessionScene.peerA, [2, 9, 65], status: 0, bits: 0x1B))
    expect(scene.events.map { $0.own["advertising_type"] }, equals: ["ADV_IND", "SCAN_RSP"])
  }

  @Test func anonymousAdvertisers() {
    let scene = SessionScene()
    var report = extended(SessionScene.peerA, [2, 1, 6], status: 0)
    report[3] = 0xFF
    scene.leEvent(0x0D, report)
    expect(scene.last?.kind, equals: .advertisement)
    expect(scene.last?.address == nil)
    expect(scene.session.peerList.isEmpty)
  }

  @Test func directedReports() {
    let scene = SessionScene()
    scene.leEvent(
      0x0B,
      [1, 1, 1] + wireAddress(SessionScene.peerA) + [0xFE] + wireAddress(SessionScene.peerB)
        + [0xC4])
    expect(scene.last?.own["advertising_type"], equals: "ADV_DIRECT_IND")
    expect(scene.last?.value, equals: "")
    expect(scene.last?.own["rssi_dbm"], equals: "-60")
  }

  @Test func devicesAreCapped() {
    let scene = SessionScene()
    for index in 0..<(SessionLimits.devices + 100) {
      let low = String(format2(index & 0xFF)), high = String(format2(index >> 8))
      scene.advertise("C0:00:00:00:\(high):\(low)", "020106")
    }
    expect(scene.session.peerList.count, equals: SessionLimits.devices)
    expect(scene.told(.advertisement).count, equals: SessionLimits.devices + 100)
    expect(scene.told(.note).count, equals: 1)
    // What the note says is of the note alone.
    expect(scene.told(.advertisement).allSatisfy { !$0.text.contains("more than") })
    expect(scene.last?.overAir?.hasPrefix("C0:00:00:00:40"), equals: true)
    expect(Set(scene.told(.advertisement).map(\.text)), equals: [""], "the note's text is its own")
  }

  private func format2(_ value: Int) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
