import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// The IRK of the Core Specification's sample data, other keys, and addresses made with them.
enum Keys {
  static let sample: UInt128 = 0xec0234a3_57c8ad05_341010a6_0a397d9b
  static let other: UInt128 = 0x00112233_44556677_8899aabb_ccddeeff

  /// The prand's highest bits are made 01.
  static func address(_ prand: UInt32, _ key: UInt128 = sample) -> String {
    let prand = prand & 0x3FFFFF | 0x400000
    let hash = IdentityResolvingKey(key)?.hash(prand) ?? 0
    return BluetoothAddress(UInt64(prand) << 24 | UInt64(hash), kind: .random).description
  }

  static func wire(_ key: UInt128) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: key >> UInt128(8 * $0)) }
  }
}

extension SessionScene {
  static let identity = "C0:FF:EE:00:00:01"

  /// The identity exchange of pairing; the peer's unless `direction` says otherwise.
  func exchangeIdentity(
    _ address: String = identity, key: UInt128 = Keys.sample, type: UInt8 = 1, on handle: Int = 1,
    _ direction: PacketDirection = .received
  ) {
    smp(direction, "08" + hex(Keys.wire(key)), on: handle)
    smp(direction, "09" + hex([type] + wireAddress(address)), on: handle)
  }

  func addToResolvingList(_ address: String = identity, key: UInt128 = Keys.sample, type: UInt8 = 1)
  {
    command(
      0x2027, [type] + wireAddress(address) + Keys.wire(key) + Array(repeating: 0x77, count: 16))
  }

  /// LE Enhanced Connection Complete.
  func connectEnhanced(_ handle: Int = 1, _ address: String, type: UInt8, resolvable: String) {
    leEvent(
      0x0A,
      [0] + le16(handle) + [0, type] + wireAddress(address) + [0, 0, 0, 0, 0, 0]
        + wireAddress(resolvable) + le16(24) + le16(0) + le16(72) + [0])
  }

  var peers: [Peer] { session.peerList }
}

struct IdentityTests {
  private let first = Keys.address(1)
  private let second = Keys.address(2)
  private let name = "0509 61626364"

  @Test func sampleAddress() { expect(Keys.address(0x708194), equals: "70:81:94:0D:FB:AA") }

  // MARK: Order of knowledge

  @Test func pairingGivesTheIdentity() throws {
    let scene = SessionScene()
    scene.advertise(first, name)
    scene.connect(1, first)
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address, equals: first)
    expect(scene.last?.overAir == nil)
    scene.exchangeIdentity()
    let told = try #require(scene.told(.security).last)
    expect(told.own, equals: ["step": "identity"])
    expect(told.text, equals: "identity C0:FF:EE:00:00:01")
    scene.att(.received, "1b 0300 0649")
    scene.disconnect()
    for event in scene.events.suffix(3) as ArraySlice<Told> {
      expect(event.address, equals: SessionScene.identity)
      expect(event.overAir, equals: first)
    }
    expect(scene.told(.connected).first?.address, equals: first)
    // The same by another address: no discovery, and all is known.
    scene.advertise(second, name)
    expect(scene.last?.address, equals: SessionScene.identity)
    expect(scene.last?.overAir, equals: second)
    scene.connect(2, second)
    expect(scene.last?.overAir, equals: second)
    scene.att(.received, "1b 0300 0650", on: 2)
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "80")
    expect(scene.last?.overAir, equals: second)
    scene.end()
    expect(scene.peers.count, equals: 1)
    let peer = try #require(scene.peers.first)
    expect(peer.address.kind, equals: .randomIdentity)
    expect(
      peer.addresses.map(\.description), equals: [SessionScene.identity, first, second])
    expect(peer.advertisements, equals: 2)
    expect(peer.connectionCount, equals: 2)
    expect(peer.database.attribute(at: 3)?.values.count, equals: 3)
    expect(scene.session.connections.allSatisfy { $0.peer === peer })
  }

  @Test func aKeyMergesBackwards() throws {
    let scene = SessionScene()
    scene.advertise(second, "0303 0d18", rssi: -70)
    scene.connect(1, first)
    scene.discoverHeartRate()
    scene.disconnect()
    scene.advertise(first, name, rssi: -50)
    scene.advertise("D0:11:22:33:44:55", "0509 71717171")
    expect(scene.peers.count, equals: 3)
    let count = scene.events.count
    scene.addToResolvingList()
    expect(scene.events.count, equals: count)
    expect(scene.peers.count, equals: 2)
    let peer = try #require(scene.peers.first)
    expect(peer.address.description, equals: SessionScene.identity)
    expect(peer.ordinal, equals: 1)
    expect(peer.advertisements, equals: 2)
    expect(peer.rssi, equals: -70 ... -50)
    expect(peer.name, equals: "abcd")
    expect(peer.advertisedServices.map(\.description), equals: ["180D"])
    expect(peer.firstFrame, equals: 1)
    expect(peer.database.characteristics.count, equals: 3)
    // The controller forgets; who has read the key does not.
    scene.command(0x2028, [1] + wireAddress(SessionScene.identity))
    scene.command(0x2029)
    scene.advertise(Keys.address(3), name)
    expect(scene.last?.address, equals: SessionScene.identity)
  }

  @Test func mergedDevicesKeepTheLowerNumber() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, first)
    scene.connect(3, second)
    expect(scene.session.connectedPeers.map(\.ordinal), equals: [1, 2, 3])
    scene.disconnect(2, reason: 0x08)
    scene.disconnect(3, reason: 0x08)
    scene.addToResolvingList()
    expect(scene.last?.text, equals: "devices #2 and #3 are the same device")
    expect(scene.session.connectedPeers.map(\.ordinal), equals: [1, 2])
    let peer = try #require(scene.session.connectedPeers.last)
    expect(peer.hasOrdinal(2))
    expect(peer.hasOrdinal(3))
    expect(scene.session.findings.list.map(\.device), equals: [2, 2])
    scene.connect(4, SessionScene.peerB)
    expect(scene.session.connectedPeers.map(\.ordinal), equals: [1, 2, 4])
  }

  @Test func aFailedAttemptTellsTheAddressOnTheAir() throws {
    let scene = SessionScene()
    scene.addToResolvingList()
    scene.connect(1, first, status: 0x3E)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.address, equals: SessionScene.identity)
    expect(told.overAir, equals: first)
  }

  @Test func aReadThatWaitedTellsTheAddressThatWasKnown() throws {
    let scene = SessionScene()
    scene.connect(1, first)
    // As long as there is room: it may go on.
    scene.ask("0a 1400", "0b" + ReadTests.first22)
    scene.exchangeIdentity()
    scene.disconnect()
    let told = try #require(scene.told(.read).first)
    expect(told.address, equals: first)
    expect(told.overAir == nil)
  }

  @Test func oneThatIsTwoAtTheSameTimeKeepsTheLastValueAndWhatWasUsed() throws {
    let scene = SessionScene()
    scene.connect(1, first)
    scene.connect(2, second)
    // Under the one address used only, under the other discovered: that is the newer tree.
    scene.att(.received, "1b 2200 aa", on: 1)
    scene.att(.received, "1b 0300 0640", on: 2)
    scene.discoverHeartRate(on: 2)
    scene.att(.received, "1b 0300 0648", on: 1)
    scene.addToResolvingList()
    expect(scene.peers.count, equals: 1)
    let database = try #require(scene.peers.first).database
    expect(database.attribute(at: 3)?.values.count, equals: 2)
    expect(database.attribute(at: 3)?.values.last, equals: [0x06, 0x48])
    expect(database.attribute(at: 0x22)?.values.count, equals: 1)
  }

  // MARK: Keys from outside

  @Test(arguments: [false, true], [false, true])
  func givenKeys(isReversed: Bool, hasIdentity: Bool) throws {
    var options = GATTSession.Options()
    let key =
      isReversed
      ? Keys.wire(Keys.sample).reduce(0 as UInt128) { $0 << 8 | UInt128($1) } : Keys.sample
    let identity = BluetoothAddress(0xC0FF_EE00_0001, kind: .randomIdentity)
    options.identityKeys = [
      GivenIdentityKey(key: Keys.other),
      GivenIdentityKey(key: key, identity: hasIdentity ? identity : nil),
    ]
    let scene = SessionScene(options)
    scene.advertise(first, name)
    expect(scene.last?.address, equals: (hasIdentity ? SessionScene.identity : first))
    expect(scene.last?.overAir, equals: (hasIdentity ? first : nil))
    scene.advertise(second, name)
    expect(scene.last?.address, equals: (hasIdentity ? SessionScene.identity : first))
    expect(scene.last?.overAir, equals: second)
    expect(scene.peers.count, equals: 1)
    // The identity that the capture tells belongs to the same key.
    scene.connect(1, Keys.address(4))
    scene.exchangeIdentity()
    expect(scene.last?.address, equals: SessionScene.identity)
    expect(scene.peers.count, equals: 1)
    scene.advertise(Keys.address(5, Keys.other), name)
    expect(scene.peers.count, equals: 2)
  }

  // MARK: The controller

  @Test func theControllerResolves() throws {
    let scene = SessionScene()
    scene.advertise(first, name)
    scene.connectEnhanced(1, SessionScene.identity, type: 3, resolvable: first)
    let told = try #require(scene.last)
    expect(told.address, equals: SessionScene.identity)
    expect(told.overAir, equals: first)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.overAir, equals: first)
    scene.disconnect()
    // Its own identity, in reports of identity addresses, and by our key: all one device.
    scene.leEvent(0x02, [1, 0, 3] + wireAddress(SessionScene.identity) + [0, 0xC4])
    expect(scene.last?.address, equals: SessionScene.identity)
    expect(scene.last?.overAir == nil)
    scene.addToResolvingList()
    scene.advertise(second, name)
    scene.leEvent(
      0x0B, [1, 1, 3] + wireAddress(SessionScene.identity) + [1] + wireAddress(first) + [0xC4])
    expect(scene.last?.address, equals: SessionScene.identity)
    expect(scene.peers.count, equals: 1)
    expect(scene.peers.first?.advertisements, equals: 4)
    expect(scene.peers.first?.hasAddress(BluetoothAddress.value(of: first) ?? 0), equals: true)
  }

  @Test func aStaticAddressIsAnIdentity() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.identity)
    scene.exchangeIdentity(key: 0)
    expect(scene.last?.own["step"], equals: "identity")
    expect(scene.last?.overAir == nil)
    expect(scene.peers.first?.address.kind, equals: .randomIdentity)
    // Nothing is resolved by a key of zeros.
    scene.advertise(Keys.address(7, 0), name)
    expect(scene.last?.address, equals: Keys.address(7, 0))
    // A list may hold a device before it is met.
    scene.addToResolvingList("00:11:22:33:44:55", key: 0, type: 0)
    scene.connect(2, "00:11:22:33:44:55", type: 0)
    expect(scene.peers.last?.address.kind, equals: .publicIdentity)
  }

  // MARK: Not the peer's

  @Test func theHostsOwnKeyIsNoPeers() throws {
    let scene = SessionScene()
    scene.connect(1, first)
    scene.exchangeIdentity("00:11:22:33:44:55", key: Keys.other, type: 0, .sent)
    expect(scene.last?.kind, equals: .connected)
    expect(scene.peers.map(\.address.description), equals: [first])
    scene.advertise(Keys.address(9, Keys.other), name)
    expect(scene.last?.address, equals: Keys.address(9, Keys.other))
    scene.exchangeIdentity()
    expect(scene.last?.address, equals: SessionScene.identity)
  }

  @Test func aPeerThatWasNotKnown() throws {
    let scene = SessionScene()
    scene.ask("0a 0300", "0b 0648")
    expect(scene.last?.address == nil)
    scene.exchangeIdentity()
    expect(scene.last?.address, equals: SessionScene.identity)
    expect(scene.last?.overAir == nil)
    scene.discoverHeartRate()
    scene.disconnect()
    scene.connect(1, first)
    scene.att(.received, "1b 0300 0650")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.session.connectedPeers.count, equals: 1)
    expect(scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.count, equals: 2)
  }

  // MARK: Hostile

  @Test func oneKeyOfTwoIdentities() {
    let scene = SessionScene()
    scene.addToResolvingList("C0:FF:EE:00:00:01")
    scene.addToResolvingList("C0:FF:EE:00:00:02")
    scene.advertise(first, name)
    scene.advertise(second, name)
    expect(scene.told(.advertisement).map(\.address), equals: [first, second])
    expect(scene.told(.note).count, equals: 1)
    expect(scene.peers.count, equals: 2)
  }

  @Test func anIdentityThatIsConnectedElsewhere() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.identity)
    scene.connect(2, first)
    scene.exchangeIdentity(on: 2)
    expect(scene.last?.kind, equals: .note)
    expect(scene.last?.text.contains("is not used"), equals: true)
    scene.att(.received, "1b 0300 0650", on: 2)
    expect(scene.last?.address, equals: first)
    expect(scene.peers.count, equals: 2)
  }

  @Test func tenThousandIdentities() throws {
    let scene = SessionScene()
    scene.connect(1, first)
    scene.exchangeIdentity()
    for index in 0..<10_000 {
      let address = BluetoothAddress(0xC100_0000_0000 + UInt64(index), kind: .random)
      scene.exchangeIdentity(address.description, key: UInt128(index) + 1)
    }
    expect(scene.peers.count, equals: 1)
    expect(scene.peers.first?.addresses.count, equals: 2)
    expect(scene.told(.note).count, equals: 1)
    expect(scene.told(.security).count, equals: 1)
    expect(scene.peers.first?.address.description, equals: SessionScene.identity)
  }

  /// Each on a connection of its own: keys are capped, devices go on having their identity.
  @Test func manyKeys() throws {
    let scene = SessionScene()
    for index in 0..<200 {
      let key = UInt128(index) + 1
      let identity = BluetoothAddress(0xC100_0000_0000 + UInt64(index), kind: .random)
      scene.connect(1, Keys.address(1, key))
      scene.exchangeIdentity(identity.description, key: key)
      scene.disconnect()
    }
    expect(scene.peers.count, equals: 200)
    expect(scene.peers.allSatisfy { $0.isIdentified })
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "more than 32 identities: later ones are read, not remembered"
      ])
  }

  @Test func everyAddressIsAnother() {
    let scene = SessionScene()
    scene.addToResolvingList()
    for index in 0..<20_000 as Range<UInt32> { scene.advertise(Keys.address(index), name) }
    expect(scene.peers.count, equals: 1)
    expect(scene.peers.first?.advertisements, equals: 20_000)
    expect(scene.peers.first?.addresses.count, equals: SessionLimits.addressesOfDevice)
  }

  @Test func cutKeysAreNone() {
    let scene = SessionScene()
    scene.connect(1, first)
    scene.smp(.received, "08 0102")
    expect(scene.last?.kind, equals: .malformed)
    scene.smp(.received, "09 01 0100 00ee ffc0")
    expect(scene.last?.address, equals: SessionScene.identity)
    scene.smp(.received, "09 01 0100")
    expect(scene.last?.kind, equals: .malformed)
    scene.advertise(second, name)
    expect(scene.last?.address, equals: second)
  }

  // MARK: Link layer

  @Test func onTheLinkLayer() throws {
    var options = GATTSession.Options()
    let identity = BluetoothAddress(0xC0FF_EE00_0001, kind: .randomIdentity)
    options.identityKeys = [GivenIdentityKey(key: Keys.sample, identity: identity)]
    let scene = AirScene(options)
    for address in [first, second] {
      scene.advertise(0, wireAddress(address) + [2, 1, 6], flags: 0x40)
    }
    let told = scene.told(.advertisement)
    expect(told.map(\.address), equals: [SessionScene.identity, SessionScene.identity])
    expect(told.map(\.overAir), equals: [first, second])
    scene.connect()
    scene.event(.smp("08" + hex(Keys.wire(Keys.other))), .empty)
    scene.event(.smp("09 01 0200 00ee ffc0"), .empty)
    // On the air the central is a device like others.
    let central = try #require(scene.session.connections.first?.link?.central)
    expect(central.address.description, equals: "C0:FF:EE:00:00:02")
    expect(central.hasAddress(BluetoothAddress.value(of: AirScene.central) ?? 0))
    scene.advertise(0, wireAddress(Keys.address(3, Keys.other)) + [2, 1, 6], flags: 0x40)
    expect(scene.told(.advertisement).last?.address, equals: "C0:FF:EE:00:00:02")
    expect(scene.session.peerList.count, equals: 3)
  }
}
