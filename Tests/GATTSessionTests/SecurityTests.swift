import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
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
    expect(told.count, equals: 1)
    let paired = try #require(told.first)
    expect(paired.frame, equals: done)
    expect(paired.requestFrame, equals: request)
    expect(
      paired.own,
      equals: [
        "step": "paired", "method": "Just Works", "pairing": "legacy", "bonded": "true",
        "encrypted": "true", "key_size": "14",
      ])
    expect(scene.session.connections.first?.encryption.isOn, equals: true)
    expect(scene.session.connectedPeers.first?.isBonded, equals: true)
  }

  @Test func secureConnections() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.received, "0b 0d")
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 01 00 0c 10 01 01")
    scene.event(0x59, [0] + le16(1) + [1, 16])
    let asked = try #require(scene.told(.security).first)
    expect(
      asked.own,
      equals: [
        "step": "security_request", "pairing": "secure_connections", "bonding": "true",
        "mitm_protection": "true",
      ])
    expect(asked.from, equals: .peripheral)
    let paired = try #require(scene.told(.security).last)
    expect(paired.own["method"], equals: "Numeric Comparison")
    expect(paired.own["pairing"], equals: "secure_connections")
    expect(paired.own["bonded"], equals: "false")
    expect(paired.own["key_size"], equals: "16")
  }

  @Test func failure() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 04 00 0d 10 01 01")
    scene.smp(.received, "05 04")
    let told = try #require(scene.told(.security).first)
    expect(told.own["step"], equals: "pairing_failed")
    expect(told.own["reason"], equals: "Confirm Value Failed")
    expect(told.own["reason_code"], equals: "4")
    expect(told.isProblem)
    expect(
      scene.findings, equals: ["pairing failed by the peer: Confirm Value Failed (04), frame 4"])
    expect(scene.told(.security).count, equals: 1)
  }

  /// An app that tries again and again has one finding for each way in which it fails.
  @Test func failuresAreCounted() {
    let scene = SessionScene()
    scene.connect()
    for reason in ["04", "08", "04", "04"] {
      scene.smp(.sent, "01 04 00 0d 10 07 07")
      scene.smp(.received, "02 04 00 0d 10 01 01")
      scene.smp(.received, "05 " + reason)
    }
    // By this host is another matter.
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 04 00 0d 10 01 01")
    scene.smp(.sent, "05 04")
    expect(scene.session.findings.list.map(\.count), equals: [3, 1, 1])
    expect(
      scene.findings,
      equals: [
        "pairing failed by the peer: Confirm Value Failed (04), frame 4",
        "pairing failed by the peer: Unspecified Reason (08), frame 7",
        "pairing failed by this host: Confirm Value Failed (04), frame 16",
      ])
  }

  /// The time-out of 30 s ends it, without a PDU: the next request, or the end, shows it.
  @Test(arguments: [true, false]) func aPairingThatTimesOut(_ isRepeated: Bool) throws {
    for wait in [29_000, 30_000] as [Int64] {
      let scene = SessionScene()
      scene.connect()
      scene.smp(.sent, "01 04 00 0d 10 07 07")
      let last = scene.smp(.received, "02 04 00 0d 10 01 01")
      scene.wait(wait)
      if isRepeated { scene.smp(.sent, "01 04 00 0d 10 07 07") }
      scene.disconnect()
      let timedOut =
        "pairing timed out: nothing of it for 30 s after its last PDU; this host owed Pairing Public Key, "
        + "frame \(last)"
      let step = isRepeated ? "Pairing Request of this host" : "Pairing Response of the peer"
      let ended =
        "the peer disconnected while pairing; the last step is the \(step), frame \(isRepeated ? 4 : 2)"
      let isOver = wait == 30_000
      expect(
        scene.findings,
        equals: (isRepeated ? (isOver ? [timedOut, ended] : [ended]) : [isOver ? timedOut : ended]))
    }
  }

  /// What encrypts after that is an earlier key, where that has a number.
  @Test func encryptionAfterAPairingThatTimedOut() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    let last = scene.smp(.received, "02 04 00 0d 10 01 01")
    scene.wait(31_000)
    scene.command(0x2019, le16(1) + [UInt8](repeating: 1, count: 26))
    scene.event(0x08, [0] + le16(1) + [1])
    expect(
      scene.findings,
      equals: [
        "pairing timed out: nothing of it for 30 s after its last PDU; this host owed Pairing Public Key, "
          + "frame \(last)"
      ])
    expect(scene.told(.security).last?.own["step"], equals: "encrypted")
  }

  /// A controller says how long the key is that was made before.
  @Test func aShortKeyOfAnEarlierPairing() throws {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x59, [0] + le16(1) + [1, 16])
    expect(scene.session.connections.first?.encryption.shortKey == nil)
    let frame = scene.event(0x59, [0] + le16(1) + [1, 7])
    let key = try #require(scene.session.connections.first?.encryption.shortKey)
    expect(key.octets, equals: 7)
    expect(key.frame, equals: frame)
  }

  /// Two that wait for each other give up without a PDU: the next request shows it.
  @Test func aPairingThatNobodyFinishes() throws {
    let scene = SessionScene()
    scene.connect()
    let first = scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 04 00 0d 10 01 01")
    let second = scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.smp(.received, "02 04 00 0d 10 01 01")
    scene.event(0x08, [0] + le16(1) + [1])
    let told = scene.told(.security)
    expect(told.map { $0.own["step"] }, equals: ["pairing_incomplete", "paired"])
    expect(told.map(\.requestFrame), equals: [first, second])
    expect(told.map(\.isProblem), equals: [true, false])
    expect(told.first?.frame, equals: second)
  }

  /// The packets of a host are the same with and without encryption.
  @Test func whatIsKnownOfEncryption() {
    let known = SessionScene()
    known.connect()
    expect(known.session.connections.first?.wasEncrypted, equals: false)
    known.event(0x08, [0] + le16(1) + [1])
    known.event(0x08, [0] + le16(1) + [0])
    expect(known.session.connections.first?.wasEncrypted, equals: true)
    let unknown = SessionScene()
    unknown.att(.sent, "0a 03 00")
    expect(unknown.session.connections.first?.wasEncrypted, equals: .some(nil))
    unknown.event(0x30, [0] + le16(1))
    unknown.event(0x08, [0] + le16(1) + [1])
    expect(unknown.session.connections.first?.wasEncrypted, equals: true)
  }

  @Test func aStoredKey() throws {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.last?.own, equals: ["step": "encrypted", "encrypted": "true"])
    expect(scene.last?.text, equals: "with an existing key")
    scene.event(0x30, [0] + le16(1))
    expect(scene.last?.own["step"], equals: "key_refreshed")
    scene.event(0x08, [0] + le16(1) + [0])
    expect(scene.last?.own, equals: ["step": "unencrypted", "encrypted": "false"])
    expect(scene.session.connections.first?.encryption.wasOn, equals: true)
  }

  @Test func aBondedDeviceIsKnownByItsIdentity() throws {
    let scene = SessionScene()
    scene.connect(1, "5B:83:B4:EC:1C:40")
    scene.discoverHeartRate()
    scene.smp(.sent, "09 00 0605 0403 0201")
    scene.smp(.received, "09 00 0000 00ee ffc0")
    scene.disconnect(1)
    scene.connect(1, "C0:FF:EE:00:00:00", type: 2)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.session.connectedPeers.count, equals: 1)
    let peer = try #require(scene.session.connectedPeers.first)
    expect(peer.addresses.map(\.description), equals: ["C0:FF:EE:00:00:00", "5B:83:B4:EC:1C:40"])
    expect(peer.address.kind, equals: .publicIdentity)
  }

  @Test func aMissingKey() throws {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x08, [6] + le16(1) + [0])
    expect(scene.last?.own["step"], equals: "encryption_failed")
    expect(scene.last?.own["reason_code"], equals: "6")
    expect(scene.last?.isProblem, equals: true)
    expect(scene.findings.count, equals: 1)
  }

  @Test func pairingThatADisconnectionEnds() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 04 00 0d 10 07 07")
    scene.disconnect()
    expect(scene.told(.security).map { $0.own["step"] }, equals: ["pairing_incomplete"])
    expect(
      scene.findings,
      equals: [
        "the peer disconnected while pairing; the last step is the Pairing Request of this host, frame 2"
      ])
  }

  /// Keys are distributed once the link is encrypted: an excerpt has no event that says so.
  @Test func keysShowThatAPairingSucceeded() throws {
    let key = String(repeating: "5a", count: 16)
    for isWhole in [false, true] {
      let scene = SessionScene()
      if isWhole { scene.event(0x13, [0]) }
      for _ in 0..<2 {
        scene.smp(.sent, "01 04 00 0d 10 07 07")
        scene.smp(.received, "02 03 00 01 10 07 07")
        scene.smp(.received, "06" + key)
        scene.wait(31_000)
      }
      scene.end()
      expect(
        scene.told(.security).map { $0.own["step"] },
        equals: [String](repeating: isWhole ? "pairing_incomplete" : "paired", count: 2))
      expect(scene.findings.isEmpty != isWhole)
      let connection = try #require(scene.session.connections.first)
      expect(connection.wasEncrypted, equals: (isWhole ? nil : true))
    }
  }

  /// A log that begins in the middle of a pairing, or lacks the request of a second one.
  @Test func aPairingWhoseRequestIsNotThere() {
    let value = String(repeating: "5a", count: 16)
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "04" + value)
    scene.smp(.received, "04" + value)
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.last?.own["step"] == "paired" && scene.last?.own["method"] == nil)
    expect(scene.last?.text, equals: "a part of the pairing is not in the capture")
    // Keys that are distributed after that are no pairing.
    scene.smp(.received, "06" + value)
    scene.event(0x08, [0] + le16(1) + [0])
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.last?.own["step"], equals: "encrypted")

    let broken = SessionScene()
    broken.connect()
    broken.smp(.sent, "04" + value)
    broken.disconnect()
    expect(broken.told(.security).map { $0.own["step"] }, equals: ["pairing_incomplete"])
    expect(broken.findings, equals: [])

    let second = SessionScene()
    second.connect()
    second.smp(.sent, "01 03 00 01 10 07 07")
    second.smp(.received, "02 03 00 01 10 07 07")
    second.smp(.received, "05 04")
    // It may have crossed the failure.
    second.smp(.sent, "04" + value)
    second.event(0x08, [0] + le16(1) + [1])
    expect(second.last?.own["step"], equals: "encrypted")
    second.smp(.sent, "03" + value)
    second.event(0x08, [0] + le16(1) + [1])
    expect(second.last?.own["step"], equals: "paired")
  }

  @Test func encryptionOfUnknownConnectionsIsLeftAlone() {
    let scene = SessionScene()
    scene.event(0x08, [0] + le16(0x0B) + [1])
    expect(scene.events.isEmpty)
  }

  @Test func cutAndEmptyPDUs() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "")
    expect(scene.last?.kind, equals: .malformed)
    scene.smp(.sent, "01 04")
    expect(scene.last?.kind, equals: .malformed)
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.last?.own["step"], equals: "paired")
    expect(scene.last?.own["method"] == nil)
  }

  /// No key may reach an event.
  @Test func keysStayInside() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "06" + String(repeating: "5a", count: 16))
    scene.smp(.sent, "08" + String(repeating: "5a", count: 16))
    scene.smp(.sent, "0a" + String(repeating: "5a", count: 16))
    scene.smp(.received, "08" + String(repeating: "5a", count: 16))
    scene.smp(.received, "09 00 0100 00ee ffc0")
    scene.command(0x2019, le16(1) + Array(repeating: 0x5A, count: 26))
    scene.command(
      0x2027, [0] + wireAddress("00:11:22:33:44:55") + Array(repeating: 0x5A, count: 32))
    scene.end()
    expect(!scene.events.contains { "\($0)".contains("5a5a") })
  }
}
