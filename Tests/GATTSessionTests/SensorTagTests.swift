import BTSnoop
import GATTSession
import TestSupport
import Testing

struct SensorTagTests {
  private func scene() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    return scene
  }

  private static func uuid(_ number: String) -> String {
    "0000 0000 0000 00b0 0040 5104" + number + "00f0"
  }

  private static func describe(_ scene: SessionScene) {
    scene.ask("10 0100 ffff 0028", "11 14 0100 1000" + uuid("80aa"))
    scene.ask("08 0100 1000 0328", "09 15 0200 12 0300" + uuid("81aa"))
    scene.ask("08 0400 1000 0328", "09 15 0500 0a 0600" + uuid("82aa"))
  }

  private static let moved = "8300fafe8f02000000f8001088ff23009001"

  @Test func theRangeThatIsReadBackCounts() {
    let scene = scene()
    Self.describe(scene)
    scene.att(.received, "1b 0300" + Self.moved)
    expect(scene.last?.decoded["range_source"], equals: "assumed")
    scene.ask("12 0600 7f00", "13")
    scene.att(.received, "1b 0300" + Self.moved)
    expect(scene.last?.decoded["range_source"], equals: "written")
    expect(scene.last?.decoded["range_g"], equals: "2")
    scene.ask("0a 0600", "0b 7f02")
    scene.att(.received, "1b 0300" + Self.moved)
    expect(scene.last?.decoded["range_source"], equals: "read")
    expect(scene.last?.decoded["range_g"], equals: "8")
    expect(scene.last?.decoded["accelerometer_g"], equals: "0,-0.5,1")
  }

  /// Its text is decoded when it is asked for.
  @Test func theLastTextIsOfWhatWasKnownThen() throws {
    let scene = scene()
    Self.describe(scene)
    scene.ask("12 0600 7f00", "13")
    scene.att(.received, "1b 0300" + Self.moved)
    // Another range than that of the last value.
    scene.ask("12 0600 7f02", "13")
    scene.disconnect()
    let peer = try #require(scene.session.connectedPeers.first)
    let last = try #require(peer.database.attribute(at: 3)?.values.lastText)
    let text = String(decoding: last, as: UTF8.self)
    expect(text, equals: "1.0 -2.0 5.0 dps  0.00 -0.13 0.25 g  -120 35 400 uT")
  }

  @Test func aRefusedWriteIsNotBelieved() {
    let scene = scene()
    Self.describe(scene)
    scene.ask("12 0600 7f00", "01 12 0600 03")
    scene.att(.received, "1b 0300" + Self.moved)
    expect(scene.last?.decoded["range_source"], equals: "assumed")
  }

  @Test func theCalibrationServesLaterConnections() {
    let scene = scene()
    scene.ask("10 0100 ffff 0028", "11 14 0100 1000" + Self.uuid("40aa"))
    scene.ask("10 1100 ffff 0028", "11 14 1100 1f00" + Self.uuid("10aa"))
    scene.ask("08 0100 1000 0328", "09 15 0200 12 0300" + Self.uuid("41aa"))
    scene.ask("08 0400 1000 0328", "09 15 0500 0a 0600" + Self.uuid("43aa"))
    scene.att(.received, "1b 0300 30f81879")
    expect(scene.last?.decoded["calibration_source"], equals: "missing")
    scene.ask("0a 0600", "0b 81b2f863febe4e8df2e7fdff79f7c6f2")
    scene.disconnect()
    scene.connect()
    scene.att(.received, "1b 0300 30f81879")
    expect(scene.last?.decoded["temperature_celsius"]?.hasPrefix("19.544"), equals: true)
    expect(scene.last?.decoded["pressure_hpa"]?.hasPrefix("914.934"), equals: true)
  }

  /// Without the peer's address the connection itself remembers.
  @Test func aConnectionFromBeforeTheCaptureLearnsToo() {
    let scene = SessionScene()
    scene.ask("10 0100 ffff 0028", "11 14 0100 1000" + Self.uuid("80aa"))
    scene.ask("08 0100 1000 0328", "09 15 0200 12 0300" + Self.uuid("01aa"))
    scene.att(.received, "1b 0300 d00bd00c")
    expect(scene.last?.decoded["sensor"], equals: "tmp007")
  }
}
