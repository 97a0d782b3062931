import ATTDissector
import BTSnoop
import GATTSession
import Testing

struct SecurityTests {
  @Test func legacyPairingIsOneEvent() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.smp(.sent, "01 03 00 01 10 07 07")
    scene.smp(.received, "02 03 00 01 0e 01 01")
    scene.smp(.sent, "03" + String(repeating: "11", count: 16))
    let done = scene.event(0x08, [0] + le16(1) + [1])
    let told = scene.told(.security)
    #expect(told.count == 1)
    let paired = try #require(told.first)
    #expect(paired.frame == done)
    #expect(paired.requestFrame == request)
    #expect(
      paired.own == [
        "step": "paired", "method": "Just Works", "pairing": "legacy", "bonded": "true",
        "encrypted": "true", "key_size": "14",
      ])
    #expect(scene.session.connections.first?.isEncrypted == true)
    #expect(scene.session.connectedPeers.first?.isBonded == true)
  }

  @Test func secureConnections() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.received, "0b 0d")
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 01 00 0c 10 01 01")
    scene.event(0x59, [0] + le16(1) + [1, 16])
    let paired = try #require(scene.told(.security).first)
    #expect(paired.own["method"] == "Numeric Comparison")
    #expect(paired.own["pairing"] == "secure_connections")
    #expect(paired.own["bonded"] == "false")
    #expect(paired.own["key_size"] == "16")
  }

  @Test func failure() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 04 00 0d 10 01 01")
    scene.smp(.received, "05 04")
    let told = try #require(scene.told(.security).first)
    #expect(told.own["step"] == "pairing_failed")
    #expect(told.own["reason"] == "Confirm Value Failed")
    #expect(told.own["reason_code"] == "4")
    #expect(told.isProblem)
    #expect(scene.findings == ["pairing failed: Confirm Value Failed (04), frame 4"])
    #expect(scene.told(.security).count == 1)
  }

  @Test func aStoredKey() throws {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x08, [0] + le16(1) + [1])
    #expect(scene.last?.own == ["step": "encrypted", "encrypted": "true"])
    #expect(scene.last?.text == "encrypted with a key from before")
    scene.event(0x30, [0] + le16(1))
    #expect(scene.last?.own["step"] == "key_refreshed")
    scene.event(0x08, [0] + le16(1) + [0])
    #expect(scene.last?.own == ["step": "unencrypted", "encrypted": "false"])
    #expect(scene.session.connections.first?.encryptionSeen == true)
  }

  @Test func aMissingKey() throws {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x08, [6] + le16(1) + [0])
    #expect(scene.last?.own["step"] == "encryption_failed")
    #expect(scene.last?.own["reason_code"] == "6")
    #expect(scene.last?.isProblem == true)
    #expect(scene.findings.count == 1)
  }

  @Test func pairingThatADisconnectionEnds() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.disconnect()
    #expect(scene.told(.security).map { $0.own["step"] } == ["pairing_incomplete"])
    #expect(scene.findings == ["disconnected while pairing, frame 2"])
  }

  @Test func encryptionOfUnknownConnectionsIsLeftAlone() {
    let scene = SessionScene()
    scene.event(0x08, [0] + le16(0x0B) + [1])
    #expect(scene.events.isEmpty)
  }

  @Test func cutAndEmptyPDUs() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "")
    #expect(scene.last?.kind == .malformed)
    scene.smp(.sent, "01 04")
    #expect(scene.last?.kind == .malformed)
    scene.event(0x08, [0] + le16(1) + [1])
    #expect(scene.last?.own["step"] == "paired")
    #expect(scene.last?.own["method"] == nil)
  }

  /// No key may reach an event.
  @Test func keysStayInside() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "06" + String(repeating: "5a", count: 16))
    scene.smp(.sent, "08" + String(repeating: "5a", count: 16))
    scene.smp(.sent, "0a" + String(repeating: "5a", count: 16))
    scene.command(0x2019, le16(1) + Array(repeating: 0x5A, count: 26))
    scene.end()
    #expect(!scene.events.contains { "\($0)".contains("5a5a") })
  }
}

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
    #expect(scene.last?.decoded["range_source"] == "assumed")
    scene.ask("12 0600 7f00", "13")
    scene.att(.received, "1b 0300" + Self.moved)
    #expect(scene.last?.decoded["range_source"] == "written")
    #expect(scene.last?.decoded["range_g"] == "2")
    scene.ask("0a 0600", "0b 7f02")
    scene.att(.received, "1b 0300" + Self.moved)
    #expect(scene.last?.decoded["range_source"] == "read")
    #expect(scene.last?.decoded["range_g"] == "8")
    #expect(scene.last?.decoded["accelerometer_g"] == "0,-0.5,1")
  }

  @Test func aRefusedWriteIsNotBelieved() {
    let scene = scene()
    Self.describe(scene)
    scene.ask("12 0600 7f00", "01 12 0600 03")
    scene.att(.received, "1b 0300" + Self.moved)
    #expect(scene.last?.decoded["range_source"] == "assumed")
  }

  @Test func theCalibrationServesLaterConnections() {
    let scene = scene()
    scene.ask("10 0100 ffff 0028", "11 14 0100 1000" + Self.uuid("40aa"))
    scene.ask("10 1100 ffff 0028", "11 14 1100 1f00" + Self.uuid("10aa"))
    scene.ask("08 0100 1000 0328", "09 15 0200 12 0300" + Self.uuid("41aa"))
    scene.ask("08 0400 1000 0328", "09 15 0500 0a 0600" + Self.uuid("43aa"))
    scene.att(.received, "1b 0300 30f81879")
    #expect(scene.last?.decoded["calibration_source"] == "missing")
    scene.ask("0a 0600", "0b 81b2f863febe4e8df2e7fdff79f7c6f2")
    scene.disconnect()
    scene.connect()
    scene.att(.received, "1b 0300 30f81879")
    #expect(scene.last?.decoded["temperature_celsius"]?.hasPrefix("19.544") == true)
    #expect(scene.last?.decoded["pressure_hpa"]?.hasPrefix("914.934") == true)
  }

  /// Without the peer's address the connection itself remembers.
  @Test func aConnectionFromBeforeTheCaptureLearnsToo() {
    let scene = SessionScene()
    scene.ask("10 0100 ffff 0028", "11 14 0100 1000" + Self.uuid("80aa"))
    scene.ask("08 0100 1000 0328", "09 15 0200 12 0300" + Self.uuid("01aa"))
    scene.att(.received, "1b 0300 d00bd00c")
    #expect(scene.last?.decoded["sensor"] == "tmp007")
  }
}
