import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// `service 0001 180D`: an attribute that was reported, by kind, handle and UUIDs.
private func line(_ told: Told) -> String {
  let handle = String(told.handle ?? 0, radix: 16)
  let uuid = told.descriptor ?? told.characteristic ?? told.service ?? "-"
  let instance = told.instance > 0 ? " #\(told.instance)" : ""
  return "\(told.kind.name) \(handle) \(uuid)\(instance)"
}

private func discovered(_ scene: SessionScene) -> [String] {
  scene.told([.service, .include, .characteristic, .descriptor]).map(line)
}

private let long = "f0de bc9a 7856 3412 f0de bc9a 7856 3412"
private let longText = "12345678-9ABC-DEF0-1234-56789ABCDEF0"

struct DiscoveryTests {
  @Test func primaryServicesByGroupType() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 0900 0f18")
    scene.ask("10 0a00 ffff 0028", "11 14 0a00 ffff" + long)
    expect(
      discovered(scene), equals: ["service 1 180D", "service 7 180F", "service a \(longText)"])
    let services = scene.told(.service)
    expect(services.map { $0.own["end_handle"] }, equals: ["6", "9", "65535"])
    expect(services.map { $0.own["primary"] }, equals: ["true", "true", "true"])
    expect(services.first?.label, equals: "Heart Rate")
    expect(services.first?.direction, equals: .received)
  }

  /// Find Information says where declarations are, and each is read.
  @Test func declarationsReadOneByOne() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    scene.ask("04 0100 0600", "05 01 0100 0028 0200 0328 0300 372a 0400 0229 0500 0228")
    scene.ask("0a 0200", "0b 10 0300 372a")
    expect(discovered(scene).last, equals: "characteristic 2 2A37")
    expect(scene.told(.characteristic).last?.own["properties"], equals: "notify")
    expect(scene.told(.read).isEmpty)
    // What is no declaration remains a value.
    scene.ask("0a 0500", "0b 01")
    expect(scene.told(.read).map(\.handle), equals: [5])
    scene.ask("0a 0300", "0b 00 48")
    expect(scene.told(.read).last?.characteristic, equals: "2A37")
  }

  @Test func secondaryServices() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0128", "11 06 0100 0600 0d18")
    expect(scene.told(.service).first?.own["primary"], equals: "false")
  }

  @Test func servicesByTypeValue() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("06 0100 ffff 0028 0f18", "07 0700 0900 2000 2400")
    expect(discovered(scene), equals: ["service 7 180F", "service 20 180F #2"])
    scene.ask("06 0100 ffff 0028" + long, "07 3000 3900")
    expect(discovered(scene).last, equals: "service 30 \(longText)")
    scene.ask("06 2500 ffff 0028 0f18", "01 06 2500 0a")
    expect(scene.told(.attError).isEmpty)
  }

  @Test func includesAndCharacteristicsByType() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0a00 0d18 2000 2900 0f18")
    scene.ask("08 0100 0a00 0228", "09 08 0200 2000 2900 0f18")
    scene.ask("08 0300 0a00 0328", "09 15 0300 1a 0400" + long)
    scene.ask("08 0500 0a00 0328", "09 07 0600 02 0700 382a")
    expect(
      discovered(scene),
      equals: [
        "service 1 180D", "service 20 180F", "include 2 180F", "characteristic 3 \(longText)",
        "characteristic 6 2A38",
      ])
    expect(scene.told(.include).first?.own, equals: ["included_handle": "32"])
    expect(
      scene.told(.characteristic).map(\.own),
      equals: [
        ["value_handle": "4", "properties": "read,write,notify"],
        ["value_handle": "7", "properties": "read"],
      ])
  }

  /// Its declaration has no room for it: the client reads the declaration of the service that is included.
  @Test func theLongUUIDOfAnIncludedService() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 3000 3900 0d18")
    scene.ask("08 3000 3900 0228", "09 06 3100 5000 5500 3200 6000 6500")
    let includes = {
      scene.session.connectedPeers.first?.database.includes.map { $0.uuid?.description }
    }
    expect(includes(), equals: [nil, nil])
    scene.ask("0a 5000", "0b" + long)
    expect(includes(), equals: [longText, nil])
    // Another value is no service.
    scene.ask("0a 6000", "0b 0102")
    expect(includes(), equals: [longText, nil])
    scene.ask("10 4000 ffff 0128", "11 14 6000 6500" + long)
    expect(includes(), equals: [longText, longText])
  }

  @Test func descriptorsInBothFormats() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("04 0a00 ffff", "05 02 0a00" + long)
    scene.ask("04 0500 0500", "05 01 0500 0328 0600 382a")
    expect(discovered(scene).suffix(2), equals: ["descriptor 4 2902", "descriptor a \(longText)"])
    let told = scene.told(.descriptor)
    expect(told.map(\.characteristic), equals: ["2A37", "2A19"])
    expect(told.map(\.service), equals: ["180D", "180F"])
  }

  @Test func descriptorsBelongToTheCharacteristicBeforeThemInTheirService() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0900 0d18 0a00 ffff 0f18")
    // Descriptors first, then the characteristics around them.
    scene.ask("04 0400 0400", "05 01 0400 0229")
    scene.ask("04 0800 0800", "05 01 0800 0229")
    scene.ask("04 0b00 0b00", "05 01 0b00 0129")
    scene.ask("08 0100 0900 0328", "09 07 0200 10 0300 372a 0600 10 0700 382a")
    let peer = scene.session.connectedPeers.first
    let owners = peer?.database.descriptors.map { $0.characteristic?.uuid?.description }
    expect(owners, equals: ["2A37", "2A38", nil])
  }

  /// A service ends where it says: what a Find Information finds after it is of another one.
  @Test func descriptorsAfterTheEndOfAServiceAreNotItsOwn() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 1000 1400 0f18")
    scene.ask("08 1000 1400 0328", "09 07 1100 12 1200 192a")
    scene.ask("04 1300 ffff", "05 01 1300 0229 2000 0028 2100 0328 2200 01ff 2300 0229")
    scene.ask("12 2300 0100", "13")
    scene.ask("04 3000 ffff", "05 01 3000 0028 3100 0229")
    expect(
      discovered(scene).suffix(3),
      equals: [
        "descriptor 13 2902", "descriptor 23 2902", "descriptor 31 2902",
      ])
    expect(scene.told(.descriptor).map(\.characteristic), equals: ["2A19", "FF01", nil])
    expect(scene.told(.descriptor).map(\.service), equals: ["180F", nil, nil])
    expect(scene.told(.write).map(\.characteristic), equals: ["FF01"])
    let database = scene.session.connectedPeers.first?.database
    expect(database?.characteristics.map(\.use.wasSubscribed), equals: [false])
    expect(database?.attribute(at: 0x22)?.use.wasSubscribed, equals: true)
  }

  /// Without services, declarations say where a characteristic ends.
  @Test func declarationsThatAreFoundEndTheCharacteristicBeforeThem() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 0400 0328", "09 07 0200 10 0300 372a")
    scene.ask("04 0400 ffff", "05 01 0400 0229 0500 0028 0600 0229")
    expect(scene.told(.descriptor).map(\.characteristic), equals: ["2A37", nil])
    // The value follows its declaration at once; another attribute is a descriptor.
    scene.ask("04 0700 ffff", "05 01 0700 0328 0900 02ff")
    expect(discovered(scene).last, equals: "descriptor 9 FF02")
    expect(scene.told(.descriptor).last?.characteristic == nil)
    // Once the declarations are read, all is in its place.
    scene.ask("10 0500 ffff 0028", "11 06 0500 0900 0d18")
    scene.ask("08 0500 0900 0328", "09 07 0700 10 0800 382a")
    let database = scene.session.connectedPeers.first?.database
    let owners = database?.descriptors.map { $0.characteristic?.uuid?.description }
    expect(owners, equals: ["2A37", nil, "2A38"])
  }

  @Test func repeatedUUIDsAreNumbered() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0900 0f18 0a00 ffff 0f18")
    scene.ask("08 0100 ffff 0328", "09 07 0200 02 0300 192a 0b00 02 0c00 192a")
    scene.ask("0a 0300", "0b 01")
    scene.ask("0a 0c00", "0b 02")
    expect(scene.told(.read).map(\.instance), equals: [1, 2])
    expect(scene.told(.read).map(\.service), equals: ["180F", "180F"])
  }

  @Test func theWholeIsOneLineForAReader() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("0a 0900", "0b 5c")
    let note = try #require(scene.told(.note).first)
    expect(note.subject, equals: .discovery)
    expect(note.text, equals: "5 requests, 2 services, 3 characteristics, 1 descriptor")
    expect(note.requestFrame.map { $0 < scene.told(.read)[0].frame }, equals: true)
    expect(scene.told(.attError).isEmpty)
    expect(scene.session.connections.first?.counts.errors, equals: 0)
  }

  @Test func attributeNotFoundIsAnErrorElsewhere() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "01 0a 0300 0a")
    expect(scene.told(.attError).count, equals: 1)
  }

  @Test func otherErrorsOfADiscoveryAreErrors() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "01 10 0100 01")
    expect(scene.told(.attError).first?.own["opcode"], equals: "16")
  }

  @Test func bothSidesAtOnce() throws {
    let scene = SessionScene()
    scene.connect(1, role: 1)
    scene.att(.sent, "10 0100 ffff 0028")
    scene.att(.received, "10 0100 ffff 0028")
    scene.att(.sent, "11 06 0100 ffff 0d18")
    scene.att(.received, "11 06 0100 ffff 0f18")
    scene.att(.sent, "08 0100 ffff 0328")
    scene.att(.received, "08 0100 ffff 0328")
    scene.att(.received, "09 07 0200 10 0300 192a")
    scene.att(.sent, "09 07 0200 10 0300 372a")
    let told = scene.told([.service, .characteristic])
    expect(told.map(\.direction), equals: [.sent, .received, .received, .sent])
    expect(told.map(\.from), equals: [.peripheral, .central, .central, .peripheral])
    // One handle, two servers.
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
    scene.att(.received, "1b 0300 48")
    expect(scene.last?.characteristic, equals: "2A19")
    let connection = try #require(scene.session.connections.first)
    expect(connection.local === scene.session.adapters.first?.database)
    expect(connection.remote === connection.peer?.database)
  }

  @Test func twoPeersMayUseOneHandleForTwoThings() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a", on: 1)
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 192a", on: 2)
    scene.att(.received, "1b 0300 0648", on: 1)
    scene.att(.received, "1b 0300 48", on: 2)
    let told = scene.told(.notification)
    expect(told.map(\.characteristic), equals: ["2A37", "2A19"])
    expect(told.map(\.text), equals: ["72 bpm  contact", "72 %"])
  }

  @Test func aLaterConnectionKnowsTheTreeWithoutDiscovery() {
    let scene = SessionScene()
    scene.connect(1)
    scene.discoverHeartRate()
    scene.disconnect(1)
    scene.connect(5)
    scene.att(.received, "1b 0300 0648", on: 5)
    expect(scene.last?.connection, equals: 2)
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.label, equals: "Heart Rate Measurement")
  }

  @Test func whatIsFoundAgainIsReportedOnceOnEachConnection() {
    let scene = SessionScene()
    scene.connect(1)
    scene.discoverHeartRate()
    scene.discoverHeartRate()
    scene.disconnect(1)
    let first = discovered(scene)
    expect(first.count, equals: 6)
    scene.connect(1)
    scene.discoverHeartRate()
    expect(discovered(scene), equals: first + first)
    expect(scene.session.connectedPeers.first?.database.characteristics.count, equals: 3)
  }

  @Test func anotherLayoutReplacesTheOldOne() throws {
    let scene = SessionScene()
    scene.connect(1)
    scene.discoverHeartRate()
    scene.disconnect(1)
    scene.connect(1)
    scene.ask("10 0100 ffff 0028", "11 06 0100 0400 0f18 0500 ffff 0d18")
    scene.ask("08 0100 0400 0328", "09 07 0200 12 0300 192a")
    scene.ask("08 0500 ffff 0328", "09 07 0600 10 0700 372a")
    scene.att(.received, "1b 0300 48")
    expect(scene.last?.service, equals: "180F")
    expect(scene.last?.characteristic, equals: "2A19")
    scene.att(.received, "1b 0700 0648")
    expect(scene.last?.service, equals: "180D")
    let database = try #require(scene.session.connectedPeers.first?.database)
    expect(database.services.map(\.handle), equals: [1, 5])
    expect(database.characteristics.map(\.handle), equals: [3, 7])
    expect(database.descriptors.isEmpty)
  }

  /// A value of the old layout stands where the new one has a declaration.
  @Test func aDeclarationTakesThePlaceOfAValue() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 ffff 0d18")
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a 0400 02 0500 382a")
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    let database = try #require(scene.session.connectedPeers.first?.database)
    expect(database.characteristics.map(\.handle), equals: [3, 6])
  }

  /// Clients that list all attributes first get values among the descriptors.
  @Test func valuesListedByFindInformationAreNoDescriptors() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask(
      "04 0100 ffff", "05 01 0100 0028 0200 0328 0300 372a 0400 0229")
    expect(discovered(scene), equals: ["descriptor 4 2902"])
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.text, equals: "72 bpm  contact")
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a")
    let database = try #require(scene.session.connectedPeers.first?.database)
    expect(database.attribute(at: 3)?.values.count, equals: 1)
    expect(database.attribute(at: 4)?.characteristic === database.attribute(at: 3))
  }

  @Test func aServiceFoundLaterTakesInItsCharacteristics() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a")
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.service == nil)
    scene.ask("08 0100 ffff 0028", "09 04 0100 0d18")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.service, equals: "180D")
  }

  @Test func userDescriptionsNameTheNameless() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 15 0300 1a 0400" + long)
    scene.ask("04 0500 0500", "05 01 0500 0129")
    scene.ask("0a 0500", "0b 537065656400")
    scene.ask("0a 0400", "0b 01")
    expect(scene.last?.label?.hasPrefix("Speed"), equals: true)
    scene.ask("10 0100 ffff 0028", "11 06 0100 ffff 0d18")
    scene.ask("0a 0400", "0b 01")
    expect(scene.last?.label?.hasPrefix("Speed"), equals: true)
  }

  @Test func aPresentationFormatDecodesWhatNothingElseDoes() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 15 0300 1a 0400" + long)
    scene.ask("04 0500 0600", "05 01 0500 0429 0600 0429")
    scene.ask("0a 0400", "0b eb00")
    expect(scene.last?.decoded, equals: [:])
    // A signed number of 16 bits, in tenths of a degree Celsius.
    scene.ask("0a 0500", "0b 0e ff 2f27 01 0000")
    scene.ask("0a 0400", "0b eb00")
    expect(scene.last?.decoded["presented_value"], equals: "23.5")
    expect(scene.last?.decoded["presented_unit"], equals: "degree Celsius")
    expect(scene.last?.text, equals: "23.50 C")
    // A second one: the value has several parts.
    scene.ask("0a 0600", "0b 04 00 0027 01 0000")
    scene.ask("0a 0400", "0b eb00")
    expect(scene.last?.decoded, equals: [:])
  }

  @Test func listsWithACutEntryAreMalformed() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 09")
    expect(discovered(scene), equals: ["service 1 180D"])
    expect(scene.told(.malformed).count, equals: 1)
    scene.ask("04 0100 ffff", "05 03 0100 0028")
    scene.ask("08 0100 ffff 0328", "09 00 0100")
    scene.ask("08 0100 ffff 0328", "09 07")
    expect(scene.told(.malformed).count, equals: 3)
  }

  @Test func endHandlesThatLieAreNotBelieved() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0900 0100 0d18")
    expect(scene.told(.service).isEmpty)
  }
}
