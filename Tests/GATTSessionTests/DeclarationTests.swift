import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Declarations that a client reads by their handles.
struct DeclarationTests {
  /// 180D, 0001 to 0006: 2A37 (value 0003) and 2A38 (value 0006); 180F, 0007 to 000A: 2A19.
  private func discovered() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 0a00 0f18")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    scene.ask("08 0700 0a00 0328", "09 07 0800 12 0900 192a")
    return scene
  }

  @Test func aCharacteristicsDeclarationIsNoValueOfIt() throws {
    let scene = discovered()
    scene.ask("0a 0500", "0b 02 0600 382a")
    let read = try #require(scene.told(.read).first)
    expect(read.service, equals: "180D")
    expect(read.characteristic, equals: "2803")
    expect(read.label, equals: "Characteristic")
    expect(
      read.decoded,
      equals: [
        "declared_properties": "read", "declared_properties_code": "2",
        "declared_value_handle": "6", "declared_uuid": "2A38",
      ])
    expect(read.text, equals: "2A38 at 0006: read")
    let database = scene.session.connections.first?.peer?.database
    expect(database?.attribute(at: 6)?.values.count, equals: 0)
    expect(database?.attribute(at: 5)?.isDeclaration, equals: true)
  }

  @Test func theDeclarationOfAService() throws {
    let scene = discovered()
    scene.ask("0a 0700", "0b 0f18")
    let read = try #require(scene.told(.read).first)
    expect(read.service, equals: "180F")
    expect(read.characteristic, equals: "2800")
    expect(read.decoded, equals: ["declared_uuid": "180F"])
  }

  @Test func theDeclarationOfAnInclude() throws {
    let scene = discovered()
    scene.ask("08 0100 0600 0228", "09 08 0200 0700 0a00 0f18")
    scene.ask("0a 0200", "0b 0700 0a00 0f18")
    let read = try #require(scene.told(.read).first)
    expect(read.characteristic, equals: "2802")
    expect(read.text, equals: "0007-000A 180F")
  }

  @Test func anErrorNamesItToo() {
    let scene = discovered()
    scene.ask("12 0500 00", "01 12 0500 03")
    expect(scene.told(.attError).map(\.characteristic), equals: ["2803"])
    expect(scene.session.connections.first?.peer?.database.unknowns.isEmpty, equals: true)
  }

  @Test func whereASearchBeganIsNoAttribute() {
    let scene = discovered()
    // Of no request in the capture, too.
    scene.att(.received, "01 08 0100 0a")
    scene.ask("08 0100 0600 032a", "01 08 0100 0a")
    expect(scene.told(.attError).allSatisfy { $0.characteristic == nil })
  }

  @Test func whatWasReadBeforeItsDiscoveryIsNamedAfterIt() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0200", "0b 10 0300 372a")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    scene.ask("0a 0200", "0b 10 0300 372a")
    expect(scene.told(.read).map(\.characteristic), equals: [nil, "2803"])
  }

  /// Some devices send values with a handle that is a declaration, as a later discovery shows.
  @Test func aSenderThatIsDiscoveredLater() {
    let scene = SessionScene()
    scene.connect()
    for _ in 0..<3 { scene.att(.received, "1b 0200 01") }
    scene.discoverHeartRate()
    scene.ask("0a 0200", "0b 10 0300 372a")
    expect(scene.told(.read).map(\.characteristic), equals: ["2803"])
  }

  @Test func anotherLayoutNamesItNoLonger() {
    let scene = discovered()
    scene.ask("0a 0500", "0b 02 0600 382a")
    // 0005 is the value of a characteristic now.
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0400 02 0500 382a")
    scene.ask("0a 0500", "0b 01")
    expect(scene.told(.read).map(\.characteristic), equals: ["2803", "2A38"])
    expect(scene.told(.read).last?.decoded["body_sensor_location"], equals: "Chest")
  }
}
