import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// 180D (0001-0006: 2A37 in 0003 with its configuration, 2A38 in 0006), 180F (0007-FFFF: 2A19 in
/// 0009), as `discoverHeartRate` finds them.
func heartRateAttributes(end: UInt16 = 0xFFFF) -> KnownAttributes {
  var known = KnownAttributes()
  known.add(KnownAttribute(1, 0x180D, .service(end: 6, isPrimary: true)))
  known.add(KnownAttribute(3, 0x2A37, .characteristic(declaration: 2, properties: .notify)))
  known.add(KnownAttribute(4, 0x2902, .descriptor))
  known.add(KnownAttribute(6, 0x2A38, .characteristic(declaration: 5, properties: .read)))
  known.add(KnownAttribute(7, 0x180F, .service(end: end, isPrimary: true)))
  known.add(
    KnownAttribute(9, 0x2A19, .characteristic(declaration: 8, properties: [.read, .notify])))
  return known
}

/// Connections that stand before the first record.
struct StandingTests {
  private let peerA = BluetoothAddress(0xD85A_6B7C_8D01, kind: .random)
  private let peerB = BluetoothAddress(0xD85A_6B7C_8D02, kind: .random)

  private func scene(
    _ standing: [StandingConnection], _ known: [KnownDevice] = []
  ) -> SessionScene {
    var options = GATTSession.Options()
    options.standing = standing
    options.knownDevices = known
    return SessionScene(options)
  }

  private func strap(_ address: BluetoothAddress? = nil) -> KnownDevice {
    var device = KnownDevice(address: address ?? peerA, name: "Polar H7")
    device.attributes = heartRateAttributes()
    return device
  }

  private func standing(_ handle: UInt16 = 1, _ role: LinkRole? = .central) -> StandingConnection {
    StandingConnection(adapter: nil, handle: handle, address: peerA, role: role)
  }

  @Test func theFirstDataTellsWhatIsKnown() throws {
    let scene = scene([standing()], [strap()])
    expect(
      scene.session.connectedDevices,
      equals: [
        ConnectedDevice(adapter: nil, handle: 1, connection: 0, address: peerA, name: "Polar H7")
      ])
    expect(scene.session.connections.isEmpty)
    scene.att(.received, "1b 0300 0648")
    let value = try #require(scene.last)
    expect(scene.events.count, equals: 1)
    expect(value.kind, equals: .notification)
    expect(value.connection, equals: 1)
    expect(value.address, equals: SessionScene.peerA)
    expect(value.overAir == nil)
    expect(value.name, equals: "Polar H7")
    expect(value.from, equals: .peripheral)
    expect(value.service, equals: "180D")
    expect(value.characteristic, equals: "2A37")
    expect(value.label, equals: "Heart Rate Measurement")
    expect(value.decoded["heart_rate_bpm"], equals: "72")
    let connection = try #require(scene.session.connections.first)
    expect(!connection.beginsInCapture)
    expect(connection.role, equals: .central)
    expect(
      scene.session.connectedDevices,
      equals: [
        ConnectedDevice(adapter: nil, handle: 1, connection: 1, address: peerA, name: "Polar H7")
      ])
    scene.disconnect()
    expect(scene.session.connectedDevices.isEmpty)
    expect(scene.last?.address, equals: SessionScene.peerA)
  }

  /// The host is the peripheral: the peer's attributes are not its own.
  @Test func theOtherRole() throws {
    let scene = scene([standing(1, .peripheral)], [strap()])
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.from, equals: .peripheral)
    expect(scene.last?.address, equals: SessionScene.peerA)
    expect(scene.last?.characteristic == nil)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.from, equals: .central)
    expect(scene.last?.characteristic, equals: "2A37")
  }

  /// What proves a role without being told is reported with being told, too.
  @Test func evidenceOfTheRoleIsReportedAllTheSame() throws {
    for role in [LinkRole.central, nil, .peripheral] {
      let scene = scene([standing(1, role)])
      scene.smp(.sent, "01 04 00 0d 10 07 07")
      scene.smp(.received, "0b 01")
      expect(scene.told(.note).map { $0.own["role"] }, equals: ["central"])
      expect(scene.session.connections.first?.role, equals: .central)
    }
  }

  /// With the table nothing is reported that would not be told without, and in the same places.
  @Test func theSameEventsAsWithout() throws {
    func play(_ scene: SessionScene) {
      scene.att(.received, "1b 0300 0648")
      scene.ask("0a 0900", "0b 64")
      scene.att(.received, "1b 0900 63", on: 2)
      scene.leEvent(0x03, bytes("00 0100 1800 0000 4800"))
      scene.connect(3, SessionScene.peerB)
      scene.discoverHeartRate(on: 3)
      scene.ask("04 0900 ffff", "01 04 0900 0a")
      scene.disconnect(1)
      scene.att(.received, "1b 0300 0648", on: 3)
      scene.end()
    }
    let without = scene([])
    let with = scene([standing(), standing(2)], [strap()])
    play(without)
    play(with)
    expect(with.events.map(\.kind), equals: without.events.map(\.kind))
    expect(with.events.map(\.connection), equals: without.events.map(\.connection))
    expect(with.events.map(\.frame), equals: without.events.map(\.frame))
    expect(with.events.map(\.value), equals: without.events.map(\.value))
    expect(with.events.filter { $0.connection == 3 }.allSatisfy { $0.address != nil })
    expect(with.session.connectedPeers.map(\.connectionCount), equals: [2, 1])
  }

  @Test func itIsOfItsAdapterAndItsHandleOnly() {
    let known = StandingConnection(adapter: 1, handle: 1, address: peerA, role: .central)
    let scene = scene([known], [strap()])
    for (adapter, handle) in [(0, 1), (1, 2), (nil, 1)] as [(UInt16?, Int)] {
      scene.adapter = adapter
      scene.att(.received, "1b 0300 0648", on: handle)
      expect(scene.last?.address == nil)
      expect(scene.last?.characteristic == nil)
    }
    scene.adapter = 1
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address, equals: SessionScene.peerA)
  }

  @Test func aClassicConnectionHasTheHandleNow() {
    let scene = scene([standing()])
    // Connection Complete, of BR/EDR.
    scene.event(0x03, [0] + le16(1) + wireAddress(SessionScene.peerB) + [1, 0])
    expect(scene.session.connectedDevices.isEmpty)
    scene.event(0x05, [0] + le16(1) + [0x13])
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address == nil)
  }

  @Test func aNewConnectionHasTheHandleNow() {
    let scene = scene([standing()], [strap()])
    scene.connect(1, SessionScene.peerB)
    expect(scene.session.connectedDevices.map(\.address), equals: [peerB])
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address, equals: SessionScene.peerB)
    expect(scene.last?.characteristic == nil)
    scene.disconnect()
    scene.wait(2000)
    // Its end is known: what comes later on the handle is of no connection.
    scene.att(.received, "1b 0300 0648")
    expect(scene.told(.notification).count, equals: 1)
  }

  /// The end of one of which nothing else was met is reported, but gives no ordinal.
  @Test func itEndsUnseen() throws {
    let scene = scene([standing()], [strap()])
    scene.disconnect(1, reason: 0x08)
    let told = try #require(scene.last)
    expect(told.kind, equals: .disconnected)
    expect(told.connection == nil)
    expect(told.address, equals: SessionScene.peerA)
    expect(told.name, equals: "Polar H7")
    expect(told.own, equals: ["reason": "Connection Timeout", "reason_code": "8", "by": "unknown"])
    expect(told.note.hasPrefix("the connection was open before the first record"))
    expect(scene.session.connectedDevices.isEmpty)
    expect(scene.session.connectionCount, equals: 0)
    scene.wait(2000)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.connection, equals: 1)
    expect(scene.last?.address == nil)
  }

  @Test func theAdapterIsReset() {
    let scene = scene([standing(), standing(2)])
    scene.att(.received, "1b 0300 0648", on: 2)
    scene.done(0x0C03)
    expect(scene.told(.disconnected).map(\.connection), equals: [1, nil])
    expect(scene.told(.disconnected).allSatisfy { $0.address == SessionScene.peerA })
    expect(scene.told(.disconnected).allSatisfy { $0.own["by"] == "local" })
    expect(scene.session.connectedDevices.isEmpty)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address == nil)
  }

  /// The monitor tells of all adapters when it is opened: nothing ends by that.
  @Test func adaptersThatAreReportedOf() {
    let known = StandingConnection(adapter: 0, handle: 1, address: peerA, role: .central)
    let scene = scene([known])
    scene.adapter = 0
    let address = wireAddress("00:AA:01:00:00:00")
    scene.record(.system, .unknown, [0, 0] + address + Array("hci0\0\0\0\0".utf8), code: 0)
    scene.record(.system, .unknown, [], code: 8)
    scene.record(.system, .unknown, address + [2, 0], code: 10)
    expect(scene.session.connectedDevices.map(\.handle), equals: [1])
    scene.adapter = 1
    scene.record(.system, .unknown, [], code: 1)
    expect(scene.session.connectedDevices.map(\.handle), equals: [1])
    scene.adapter = 0
    scene.record(.system, .unknown, [], code: 1)
    expect(scene.session.connectedDevices.isEmpty)
    expect(scene.told(.disconnected).map(\.text), equals: ["the adapter was removed"])
    expect(scene.told(.disconnected).map(\.adapter), equals: [0])
  }

  @Test func tooMany() {
    let many = (0...SessionLimits.openConnections).map { number -> StandingConnection in
      StandingConnection(
        adapter: UInt16(number / 1000), handle: UInt16(number % 1000), address: peerA, role: nil)
    }
    let scene = scene(many)
    expect(scene.session.connectedDevices.count, equals: SessionLimits.openConnections)
  }

  // MARK: Addresses

  private let unknown = BluetoothAddress(0xD85A_6B7C_8D01, kind: .unknown)

  /// The kernel does not tell of which type an address is.
  @Test(arguments: [UInt8(0), 1]) func theTypeIsReportedLater(_ type: UInt8) throws {
    let scene = scene(
      [StandingConnection(adapter: nil, handle: 1, address: unknown, role: nil)],
      [strap(unknown)])
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address, equals: SessionScene.peerA)
    expect(scene.last?.characteristic, equals: "2A37")
    let peer = try #require(scene.session.peerList.first)
    expect(peer.address.kind.name == nil)
    scene.disconnect()
    scene.connect(1, SessionScene.peerA, type: type)
    expect(scene.session.peerList.map(\.connectionCount), equals: [2])
    expect(peer.addresses, equals: [BluetoothAddress(unknown.value, kind: .init(rawValue: type))])
    expect(peer.address.kind.name?.description, equals: (type == 0 ? "public" : "random"))
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.address, equals: SessionScene.peerA)
  }

  @Test func theTypeWasReportedBefore() {
    let scene = scene([StandingConnection(adapter: nil, handle: 1, address: unknown, role: nil)])
    scene.advertise(SessionScene.peerA, "020106 0409 413142")
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.name, equals: "A1B")
    expect(scene.session.peerList.map(\.address), equals: [peerA])
  }

  @Test func anIdentityOfTheSameValue() throws {
    for type in ["00", "01"] {
      let scene = scene([StandingConnection(adapter: nil, handle: 1, address: unknown, role: nil)])
      scene.smp(.received, "09 \(type) 018d7c6b5ad8")
      let peer = try #require(scene.session.peerList.first)
      expect(scene.session.peerList.count, equals: 1)
      expect(peer.addresses.map(\.value), equals: [unknown.value])
      expect(
        peer.address.kind.name?.description,
        equals: (type == "00" ? "public_identity" : "random_identity"))
    }
  }

  /// The system tells the identity; the key resolves what the device has on the air.
  @Test func aKeyThatIsKnown() throws {
    var device = strap(BluetoothAddress(0xC0FF_EE00_0001, kind: .randomIdentity))
    device.identityKey = 0xec02_34a3_57c8_ad05_3410_10a6_0a39_7d9b
    let scene = scene(
      [
        StandingConnection(
          adapter: nil, handle: 1,
          address: BluetoothAddress(0xC0FF_EE00_0001, kind: .randomIdentity),
          role: .central)
      ], [device])
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.address, equals: "C0:FF:EE:00:00:01")
    scene.disconnect()
    scene.connect(1, "70:81:94:0D:FB:AA")
    expect(scene.last?.address, equals: "C0:FF:EE:00:00:01")
    expect(scene.last?.overAir, equals: "70:81:94:0D:FB:AA")
    expect(scene.session.peerList.count, equals: 1)
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(!"\(device) \(String(reflecting: device))".lowercased().contains("7d9b"))
    var text = ""
    dump(device, to: &text)
    expect(!text.contains(String(device.identityKey)))
  }
}
