import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Client Characteristic Configurations that no client asked for.
struct DeductionTests {
  /// 180D, 0001 to 0006: 2A37 (value 0003) and 2A38 (value 0006); 180F, 0007 to 000A: 2A19 (value
  /// 0009), which is the last.
  private func discovered(
    properties: String = "10", second: String = "0500 02 0600", battery: String = "12"
  ) -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 0a00 0f18")
    scene.ask("08 0100 0600 0328", "09 07 0200 \(properties) 0300 372a \(second) 382a")
    scene.ask("08 0700 0a00 0328", "09 07 0800 \(battery) 0900 192a")
    return scene
  }

  @Test func theOnlyHandleBeforeTheNextDeclaration() throws {
    let scene = discovered()
    scene.ask("12 0400 0100", "13")
    let write = try #require(scene.told(.write).first)
    expect(write.service, equals: "180D")
    expect(write.characteristic, equals: "2A37")
    expect(write.descriptor, equals: "2902")
    expect(write.decoded["notifications"], equals: "true")
    // A subscription is one, whoever has found its configuration.
    scene.att(.received, "1b 0300 06 48")
    let heartRate = scene.session.connections.first?.peer?.database.attribute(at: 3)
    expect(heartRate?.use.wasSubscribed, equals: true)
  }

  @Test func theLastHandleOfAService() {
    let scene = discovered()
    scene.ask("12 0a00 0100", "13")
    expect(scene.told(.write).map(\.descriptor), equals: ["2902"])
    expect(scene.told(.write).map(\.characteristic), equals: ["2A19"])
  }

  @Test func anErrorNamesItToo() {
    let scene = discovered()
    scene.ask("12 0400 0100", "01 12 0400 05")
    expect(scene.told(.attError).map(\.descriptor), equals: ["2902"])
    expect(scene.session.connections.first?.peer?.database.descriptors.isEmpty, equals: true)
  }

  @Test func aCharacteristicThatDoesNotNotifyHasNone() {
    let scene = discovered(properties: "02", battery: "02")
    scene.ask("12 0400 0100", "13")
    scene.ask("12 0a00 0100", "13")
    expect(scene.told(.write).map(\.descriptor), equals: [nil, nil])
  }

  @Test func oneOfSeveralHandlesMayBeAnything() {
    // 0004 and 0005 stand before the next declaration.
    let scene = discovered(second: "0600 02 0700")
    scene.ask("12 0400 0100", "13")
    scene.ask("12 0500 0100", "13")
    expect(scene.told(.write).map(\.descriptor), equals: [nil, nil])
  }

  @Test func anIndicationWillDo() {
    let scene = discovered(properties: "20")
    scene.ask("12 0400 0200", "13")
    expect(scene.told(.write).map { $0.decoded["indications"] }, equals: ["true"])
  }

  @Test func whatTheServerSaysCountsForMore() {
    let scene = discovered()
    scene.ask("12 0400 0100", "13")
    // A server that keeps to no rule.
    scene.ask("04 0400 0400", "05 01 0400 0129")
    scene.ask("0a 0400", "0b 41")
    expect(scene.told(.read).map(\.descriptor), equals: ["2901"])
  }

  @Test func whatWasUsedBeforeIsKnownAfterwards() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("12 0400 0100", "13")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    let database = scene.session.connections.first?.peer?.database
    expect(database?.unknowns.isEmpty, equals: true)
    expect(database?.attribute(at: 4)?.isClientConfiguration, equals: true)
    scene.ask("12 0400 0000", "13")
    expect(scene.told(.write).map(\.descriptor), equals: [nil, "2902"])
    expect(database?.attribute(at: 4)?.values.count, equals: 2)
  }
}
