import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Client Characteristic Configurations that nothing discovers: what notifies, and what is written
/// to the handle after it.
struct InferredConfigurationTests {
  private func scene() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    return scene
  }

  private func attribute(_ scene: SessionScene, _ handle: UInt16) -> Attribute? {
    scene.session.connectedPeers.first?.database.attribute(at: handle)
  }

  @Test func writtenBeforeItNotifies() {
    let scene = scene()
    scene.ask("12 1300 0100", "13")
    // Anything may be written to anything.
    expect(scene.last?.descriptor == nil)
    expect(scene.last?.own, equals: [:])
    scene.att(.received, "1b 1200 0648")
    expect(scene.last?.characteristic == nil)
    expect(scene.last?.own, equals: [:])
    scene.ask("12 1300 0000", "13")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.own, equals: ["attribute_source": "inferred"])
    expect(scene.last?.decoded, equals: ["notifications": "false", "indications": "false"])
    expect(attribute(scene, 0x13)?.values.count, equals: 2)
    expect(attribute(scene, 0x13)?.characteristic === attribute(scene, 0x12))
    expect(attribute(scene, 0x12)?.use.wasSubscribed, equals: true)
    expect(scene.told([.descriptor]).isEmpty)
  }

  @Test(arguments: [("1b", "01"), ("1d", "02"), ("1b", "03"), ("1d", "03")])
  func writtenAfterItSends(opcode: String, bits: String) {
    let scene = scene()
    scene.att(.received, opcode + " 1200 0648")
    if opcode == "1d" { scene.att(.sent, "1e") }
    scene.ask("12 1300 \(bits)00", "13")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.own, equals: ["attribute_source": "inferred"])
    expect(
      scene.last?.decoded,
      equals: [
        "notifications": bits == "02" ? "false" : "true",
        "indications": bits == "01" ? "false" : "true",
      ])
  }

  /// The device keeps what was inferred.
  @Test func theNextConnection() {
    let scene = scene()
    scene.ask("12 1300 0100", "13")
    scene.att(.received, "1b 1200 0648")
    scene.connect(2)
    scene.ask("12 1300 0100", "13", on: 2)
    expect(scene.last?.descriptor, equals: "2902")
    expect(attribute(scene, 0x12)?.use.wasSubscribed, equals: true)
  }

  @Test(arguments: [
    ["12 1300 0400 / 13", "1b 1200 01"],
    ["12 1300 01 / 13", "1b 1200 01"],
    ["12 1300 010000 / 13", "1b 1200 01"],
    ["12 1300 0001 / 13", "1b 1200 01"],
    // Both times a value that it may have, and another one before.
    ["12 1300 41 / 13", "12 1300 0100 / 13", "1b 1200 01"],
    ["0a 1300 / 0b 41", "12 1300 0100 / 13", "1b 1200 01"],
    // Not the next handle.
    ["12 1400 0100 / 13", "1b 1200 01"],
    ["12 1100 0100 / 13", "1b 1200 01"],
    // The other way, or none.
    ["12 1300 0200 / 13", "1b 1200 01"],
    ["12 1300 0000 / 13", "1b 1200 01"],
    ["0a 1300 / 0b 0004", "12 1300 0100 / 13", "1b 1200 01"],
    ["52 1300 0700", "12 1300 0100 / 13", "1b 1200 01"],
    // It was not accepted, or nobody knows.
    ["12 1300 0100 / 01 12 1300 03", "1b 1200 01"],
    ["52 1300 0100", "1b 1200 01"],
    // It notifies itself.
    ["12 1300 0100 / 13", "1b 1300 01", "1b 1200 01"],
    // Nothing notifies.
    ["12 1300 0100 / 13", "0a 1200 / 0b 01"],
  ]) func whatIsNone(exchanges: [String]) {
    let scene = scene()
    for exchange in exchanges {
      let parts = exchange.split(separator: "/").map(String.init)
      if parts.count == 2 {
        scene.ask(parts[0], parts[1])
      } else {
        scene.att(parts[0].hasPrefix("52") ? .sent : .received, parts[0])
      }
    }
    for handle in [0x11, 0x13, 0x14] as [UInt16] {
      expect(attribute(scene, handle)?.uuid == nil)
      expect(attribute(scene, handle)?.kind ?? .unknown, equals: .unknown)
    }
    scene.end()
  }

  /// What the capture discovers counts, and what it has discovered is inferred from nothing.
  @Test func aDiscoveryCountsMore() {
    let scene = scene()
    scene.ask("12 0400 0100", "13")
    scene.att(.received, "1b 0300 0648")
    expect(attribute(scene, 4)?.source, equals: .inferred)
    scene.discoverHeartRate()
    expect(attribute(scene, 4)?.source, equals: .capture)
    expect(attribute(scene, 4)?.characteristic?.uuid, equals: 0x2A37)
    scene.ask("12 0400 0100", "13")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.own, equals: [:])
    expect(attribute(scene, 4)?.values.count, equals: 2)
  }

  @Test func theServerHasChanged() {
    let scene = scene()
    scene.ask("08 0100 ffff 0328", "09 07 2000 20 2100 052a")
    scene.ask("12 1300 0100", "13")
    scene.att(.received, "1d 2100 0100 ffff")
    scene.att(.sent, "1e")
    scene.att(.received, "1b 1200 01")
    expect(attribute(scene, 0x13)?.uuid == nil)
    scene.ask("12 1300 0100", "13")
    expect(attribute(scene, 0x13)?.uuid, equals: 0x2902)
  }

  /// The peer of a connection is known later: what was inferred goes to it.
  @Test func thePeerIsKnownLater() {
    let scene = SessionScene()
    scene.ask("12 1300 0100", "13")
    scene.att(.received, "1b 1200 01")
    scene.smp(.received, "09 01 0100000000c0")
    expect(attribute(scene, 0x13)?.source, equals: .inferred)
    expect(attribute(scene, 0x13)?.characteristic === attribute(scene, 0x12))
    scene.ask("12 1300 0000", "13")
    expect(scene.last?.descriptor, equals: "2902")
  }

  /// What contradicts it later ends it, for good.
  @Test(arguments: [
    ["12 1300 4142 / 13"], ["12 1300 01 / 13"], ["52 1300 010203"], ["0a 1300 / 0b 0500"],
    ["1b 1300 01"],
  ]) func whatContradictsItLater(exchanges: [String]) {
    let scene = scene()
    scene.ask("12 1300 0100", "13")
    scene.att(.received, "1b 1200 0648")
    expect(attribute(scene, 0x13)?.uuid, equals: 0x2902)
    for exchange in exchanges {
      let parts = exchange.split(separator: "/").map(String.init)
      if parts.count == 2 {
        scene.ask(parts[0], parts[1])
      } else {
        scene.att(parts[0].hasPrefix("52") ? .sent : .received, parts[0])
      }
      expect(scene.last?.descriptor == nil)
      expect(scene.last?.own["attribute_source"] == nil)
    }
    scene.ask("12 1300 0100", "13")
    expect(scene.last?.descriptor == nil)
    expect(attribute(scene, 0x13)?.kind, equals: .unknown)
    expect((attribute(scene, 0x13)?.values.count ?? 0) >= 2)
  }

  /// A discovery that finds something else there.
  @Test func aDiscoveryContradicts() {
    let scene = scene()
    scene.ask("12 0300 0100", "13")
    scene.att(.received, "1b 0200 0648")
    expect(attribute(scene, 3)?.source, equals: .inferred)
    scene.discoverHeartRate()
    expect(attribute(scene, 3)?.uuid, equals: 0x2A37)
    expect(attribute(scene, 3)?.kind, equals: .characteristic)
    expect(attribute(scene, 3)?.values.count, equals: 1)
  }

  /// A discovered characteristic whose descriptors nobody asked for.
  @Test func ofADiscoveredCharacteristic() {
    let scene = scene()
    scene.ask("10 0100 ffff 0028", "11 06 1000 2000 f0ff")
    scene.ask("08 1000 2000 0328", "09 07 1100 10 1200 f1ff 1500 10 1600 f2ff")
    scene.ask("12 1300 0100", "13")
    // There are two descriptors.
    expect(scene.last?.descriptor == nil)
    scene.att(.received, "1b 1200 0648")
    scene.ask("12 1300 0000", "13")
    expect(scene.last?.characteristic, equals: "FFF1")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.own, equals: ["attribute_source": "inferred"])
    scene.ask("12 1700 0200", "13")
    scene.att(.received, "1d 1600 0648")
    scene.att(.sent, "1e")
    // It indicates without the property.
    expect(attribute(scene, 0x17)?.uuid == nil)
  }

  @Test func theLastHandle() {
    let scene = scene()
    scene.att(.received, "1b ffff 01")
    scene.ask("12 0100 0100", "13")
    expect(attribute(scene, 1)?.uuid == nil)
    scene.ask("12 ffff 0100", "13")
    expect(attribute(scene, 0xFFFF)?.uuid == nil)
  }
}
