import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Attributes that are known from outside the capture, and what the capture says of them.
struct KnownAttributesTests {
  private func scene(_ known: KnownDevice...) -> SessionScene {
    var options = GATTSession.Options()
    options.knownDevices = known
    return SessionScene(options)
  }

  private func strap(
    _ address: String? = SessionScene.peerA, name: String? = nil,
    _ change: (inout KnownAttributes) -> Void = { _ in }
  ) -> KnownDevice {
    let value = address.flatMap { BluetoothAddress.value(of: $0) }
    var device = KnownDevice(
      address: value.map { BluetoothAddress($0, kind: .random) }, name: name)
    device.attributes = heartRateAttributes()
    change(&device.attributes)
    return device
  }

  /// What a notification on a handle is taken for.
  private func meaning(_ scene: SessionScene, _ handle: String, on connection: Int = 1) -> String? {
    scene.att(.received, "1b \(handle) 0648", on: connection)
    return scene.last?.characteristic ?? scene.last?.descriptor
  }

  private func known(_ scene: SessionScene) -> [UInt16] {
    guard let database = scene.session.connectedPeers.first?.database else { return [] }
    return [
      database.services, database.includes, database.characteristics, database.descriptors,
      database.unknowns,
    ].joined().filter(\.isKnown).map(\.handle).sorted()
  }

  @Test func theyNameWhatIsNotDiscovered() throws {
    let scene = scene(strap(name: "H7"))
    scene.connect()
    expect(scene.last?.name, equals: "H7")
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.last?.service, equals: "180D")
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
    scene.ask("12 0400 0100", "13")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.decoded, equals: ["notifications": "true", "indications": "false"])
    expect(
      scene.session.connectedPeers.first?.database.attribute(at: 3)?.use.wasSubscribed, equals: true
    )
    expect(known(scene), equals: [1, 3, 4, 6, 7, 9])
    expect(scene.told([.service, .characteristic, .descriptor]).isEmpty)
  }

  @Test func anotherDeviceHasNone() {
    let scene = scene(strap())
    scene.connect(1, SessionScene.peerB)
    expect(meaning(scene, "0300") == nil)
    scene.connect(2, SessionScene.peerA, type: 0)
    expect(meaning(scene, "0300", on: 2) == nil)
    scene.connect(3, SessionScene.peerA)
    expect(meaning(scene, "0300", on: 3), equals: "2A37")
  }

  /// A discovery tells all that it would tell without them.
  @Test func discoveryConfirms() {
    let with = scene(strap())
    let without = scene()
    for scene in [with, without] {
      scene.connect()
      scene.discoverHeartRate()
      expect(meaning(scene, "0300"), equals: "2A37")
      scene.end()
    }
    expect(with.events, equals: without.events)
    expect(known(with), equals: [])
  }

  /// A value that came before the discovery counts as of the same attribute.
  @Test func valuesBeforeTheDiscoveryStay() {
    let scene = scene(strap())
    scene.connect()
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.discoverHeartRate()
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.count, equals: 2)
  }

  @Test func whatADiscoveryDoesNotFindIsNoMore() {
    let scene = scene(
      strap {
        $0.add(KnownAttribute(0x0A, 0x2902, .descriptor))
        $0.add(KnownAttribute(0x0B, 0x2901, .descriptor))
        $0.add(KnownAttribute(0x0D, 0x2A1A, .characteristic(declaration: 0x0C, properties: .read)))
        $0.add(KnownAttribute(0x0E, 0x2904, .descriptor))
      })
    scene.connect()
    expect(known(scene), equals: [1, 3, 4, 6, 7, 9, 0x0A, 0x0B, 0x0D, 0x0E])
    // Of the first service only the first characteristic is found.
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    expect(known(scene), equals: [1, 4, 6, 7, 9, 0x0A, 0x0B, 0x0D, 0x0E])
    scene.ask("08 0300 0600 0328", "01 08 0300 0a")
    expect(known(scene), equals: [1, 4, 7, 9, 0x0A, 0x0B, 0x0D, 0x0E])
    expect(meaning(scene, "0600") == nil)
    expect(meaning(scene, "0900"), equals: "2A19")
    // Descriptors: one is found, up to it nothing else is there.
    scene.ask("04 0a00 0b00", "05 01 0b00 0129")
    expect(known(scene), equals: [1, 4, 7, 9, 0x0D, 0x0E])
    // The last characteristic is none: with it goes its descriptor.
    scene.ask("08 0700 ffff 0328", "09 07 0800 12 0900 192a")
    scene.ask("08 0900 ffff 0328", "01 08 0900 0a")
    expect(known(scene), equals: [1, 4, 7])
    expect(meaning(scene, "0d00") == nil)
    expect(meaning(scene, "0900"), equals: "2A19")
  }

  /// Services that are not found go with what stands in them; what was discovered stays.
  @Test func aServiceThatIsNotFound() {
    for answer in ["11 06 0100 0600 0d18", "01 10 0100 0a"] {
      let scene = scene(strap())
      scene.connect()
      scene.ask("04 0400 0400", "05 01 0400 0229")
      scene.ask("10 0100 ffff 0028", answer)
      if answer.hasPrefix("11") {
        expect(known(scene), equals: [3, 6, 7, 9])
        scene.ask("10 0700 ffff 0028", "01 10 0700 0a")
        expect(known(scene), equals: [3, 6])
        expect(meaning(scene, "0300"), equals: "2A37")
      } else {
        expect(known(scene), equals: [])
        expect(meaning(scene, "0300") == nil)
        let descriptor = scene.session.connectedPeers.first?.database.attribute(at: 4)
        expect(descriptor?.uuid, equals: 0x2902)
        expect(descriptor?.service == nil)
      }
      expect(meaning(scene, "0900") == nil)
    }
  }

  @Test func secondaryServicesAndIncludes() {
    let scene = scene(
      strap {
        $0.add(KnownAttribute(2, 0x180F, .include(of: 7, end: 0xFFFF)))
      },
      strap(SessionScene.peerB) {
        $0 = KnownAttributes()
        $0.add(KnownAttribute(1, 0x180D, .service(end: 6, isPrimary: false)))
      })
    scene.connect()
    expect(known(scene), equals: [1, 2, 3, 4, 6, 7, 9])
    // Primary services are none of the secondary ones.
    scene.ask("10 0100 ffff 0128", "01 10 0100 0a")
    scene.ask("08 0100 0600 0228", "01 08 0100 0a")
    expect(known(scene), equals: [1, 3, 4, 6, 7, 9])
    scene.connect(2, SessionScene.peerB)
    scene.ask("10 0100 ffff 0028", "01 10 0100 0a", on: 2)
    expect(scene.session.connectedPeers[1].database.services.map(\.handle), equals: [1])
    scene.ask("10 0100 ffff 0128", "01 10 0100 0a", on: 2)
    expect(scene.session.connectedPeers[1].database.services.isEmpty)
  }

  @Test func anotherLayoutWins() {
    let scene = scene(strap())
    scene.connect()
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0400 0f18 0500 ffff 0d18")
    scene.ask("08 0100 0400 0328", "09 07 0200 12 0300 192a")
    expect(meaning(scene, "0300"), equals: "2A19")
    expect(meaning(scene, "0600") == nil)
    expect(meaning(scene, "0900") == nil)
    expect(known(scene), equals: [])
  }

  @Test func oneAttributeIsAnother() {
    let scene = scene(strap())
    scene.connect()
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 6e2a")
    expect(meaning(scene, "0300"), equals: "2A6E")
    scene.ask("04 0600 0600", "05 01 0600 0229")
    scene.att(.sent, "12 0600 0100")
    scene.att(.received, "13")
    expect(scene.last?.descriptor, equals: "2902")
  }

  // MARK: What the server says

  private func changing(_ hash: UInt128?) -> KnownDevice {
    strap {
      $0 = heartRateAttributes(end: 9)
      $0.add(KnownAttribute(0x10, 0x1801, .service(end: 0x15, isPrimary: true)))
      $0.add(
        KnownAttribute(0x12, 0x2A05, .characteristic(declaration: 0x11, properties: .indicate)))
      $0.hash = hash
    }
  }

  @Test func theServerHasChanged() {
    let scene = scene(changing(nil))
    scene.connect()
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.att(.received, "1d 1200 0100 0600")
    scene.att(.sent, "1e")
    expect(
      scene.told(.note).last?.text,
      equals: "Service Changed 0001-0006: 4 known attributes are not used until discovered again")
    expect(meaning(scene, "0300") == nil)
    scene.discoverHeartRate()
    expect(meaning(scene, "0300"), equals: "2A37")
  }

  @Test(arguments: [true, false]) func theDatabaseHash(isSame: Bool) {
    let octets = (0..<16).map { UInt8($0) }
    let hash = octets.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let scene = scene(changing(isSame ? hash : hash + 1))
    scene.connect()
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets))
    expect(
      scene.told(.note).last?.text,
      equals: (isSame
        ? "Database Hash as known before the capture: the known attributes are valid"
        : "Database Hash differs from what was known before the capture: 8 known attributes"
          + " are not used until discovered again"))
    expect(meaning(scene, "0300"), equals: (isSame ? "2A37" : nil))
  }

  /// A device with another address, such as a private one, has the tree of the one with its hash.
  @Test func theHashOfAnotherDevice() {
    let octets = (0..<16).map { UInt8($0) }
    let hash = octets.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    var other = changing(hash)
    other.address = BluetoothAddress(0xC000_0000_0009, kind: .random)
    let scene = scene(other)
    scene.connect()
    expect(meaning(scene, "0300") == nil)
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets))
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "the attributes given for C0:00:00:00:00:09 are used: the Database Hash is the same"
      ])
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.last?.own, equals: ["attribute_source": "file"])
  }

  /// What a capture shows of a device names the attributes of another one with its hash in the next.
  @Test func theHashOfASeenDevice() {
    let octets = (0..<16).map { UInt8($0) }
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets))
    let isOfHash = { (told: Told) in told.text.contains("Hash is the same") }
    expect(!scene.told(.note).contains(where: isOfHash))
    scene.connect(4, "D8:5A:6B:7C:8D:04")
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets), on: 4)
    expect(meaning(scene, "0300", on: 4) == nil)
    scene.file = 1
    scene.connect(2, SessionScene.peerB)
    expect(meaning(scene, "0300", on: 2) == nil)
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets), on: 2)
    expect(
      scene.told(.note).filter(isOfHash).map(\.text),
      equals: [
        "the attributes of D8:5A:6B:7C:8D:01 are used: the Database Hash is the same"
      ])
    expect(meaning(scene, "0300", on: 2), equals: "2A37")
    expect(scene.last?.own, equals: ["attribute_source": "database_hash"])
    // Another hash on the third.
    scene.connect(3, "D8:5A:6B:7C:8D:03")
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets.reversed()), on: 3)
    expect(meaning(scene, "0300", on: 3) == nil)
  }

  /// A device whose hash is no longer that of the other one.
  @Test func theSeenDeviceHasChanged() {
    let octets = (0..<16).map { UInt8($0) }
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets))
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets.reversed()))
    scene.file = 1
    scene.connect(2, SessionScene.peerB)
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets), on: 2)
    expect(meaning(scene, "0300", on: 2) == nil)
  }

  /// Of two versions of one device, the first counts until the server says which it is.
  @Test func theHashOfAnotherVersion() {
    let octets = (0..<16).map { UInt8($0) }
    let hash = octets.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    var old = strap {
      $0 = KnownAttributes()
      $0.add(KnownAttribute(1, 0x180F, .service(end: 6, isPrimary: true)))
      $0.add(KnownAttribute(3, 0x2A19, .characteristic(declaration: 2, properties: .notify)))
    }
    old.attributes.hash = hash + 1
    let scene = scene(old, changing(hash))
    scene.connect()
    expect(scene.told(.note).isEmpty)
    expect(meaning(scene, "0300"), equals: "2A19")
    scene.ask("08 0100 ffff 2a2b", "09 12 1500" + hex(octets))
    expect(meaning(scene, "0300"), equals: "2A37")
  }

  @Test func outOfSync() {
    let scene = scene(strap())
    scene.connect()
    scene.ask("0a 0900", "01 0a 0900 12")
    expect(meaning(scene, "0300") == nil)
  }

  // MARK: By name, and of nobody

  @Test func theSameName() throws {
    let scene = scene(
      strap("C0:00:00:00:00:01", name: "A1B"), strap("C0:00:00:00:00:02", name: "C"))
    scene.advertise(SessionScene.peerA, "020106 0409 413142")
    scene.connect()
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "the attributes given for C0:00:00:00:00:01 are used for"
          + " D8:5A:6B:7C:8D:01, which has the same name"
      ])
    expect(scene.last?.name, equals: "A1B")
  }

  @Test func theNameIsReadLater() {
    let scene = scene(strap("C0:00:00:00:00:01", name: "A1B"))
    scene.connect()
    expect(meaning(scene, "0300") == nil)
    scene.ask("08 0100 ffff 002a", "09 05 2000 413142")
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.count, equals: 2)
  }

  @Test func aNameOfTwoIsNoName() {
    let scene = scene(
      strap("C0:00:00:00:00:01", name: "A1B"), strap("C0:00:00:00:00:02", name: "A1B"),
      strap("C0:00:00:00:00:03", name: "A1B"))
    scene.advertise(SessionScene.peerA, "020106 0409 413142")
    scene.connect()
    expect(meaning(scene, "0300") == nil)
  }

  @Test func ofAnUnknownPeer() throws {
    var device = strap("C0:00:00:00:00:01")
    let silent = scene(device)
    expect(meaning(silent, "0300") == nil)
    device.standsForUnknown = true
    let scene = scene(device)
    expect(meaning(scene, "0300"), equals: "2A37")
    let note = try #require(scene.events.first)
    expect(note.kind, equals: .note)
    expect(note.connection, equals: 1)
    expect(
      note.text, equals: "the peer is unknown: its attributes have the given names")
    expect(scene.last?.address == nil)
    // It turns out to be another one.
    scene.smp(.received, "09 01 0200000000c0")
    expect(meaning(scene, "0300") == nil)
    // A connection of which the beginning is there has a peer.
    scene.connect(2, SessionScene.peerB)
    expect(meaning(scene, "0300", on: 2) == nil)
  }

  @Test func theUnknownPeerIsThatOne() {
    var device = strap("C0:00:00:00:00:01")
    device.standsForUnknown = true
    let scene = scene(device)
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.smp(.received, "09 01 0100000000c0")
    expect(scene.last?.address, equals: "C0:00:00:00:00:01")
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.count, equals: 2)
  }

  // MARK: The host

  @Test func theHostsOwn() {
    var host = KnownDevice()
    host.isHost = true
    host.attributes = heartRateAttributes()
    let scene = scene(host)
    scene.connect(1, role: 1)
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(meaning(scene, "0300") == nil)
    scene.serve("10 0100 ffff 0028", "11 06 0100 0600 0f18")
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.characteristic == nil)
  }

  @Test func theHostIsAnotherOne() {
    var host = KnownDevice(address: BluetoothAddress(0x00AA_0100_0001, kind: .public))
    host.isHost = true
    host.attributes = heartRateAttributes()
    for (address, expected) in [("00:AA:01:00:00:01", "2A37"), ("00:AA:01:00:00:02", nil)] {
      let scene = scene(host)
      scene.event(0x0E, [1] + le16(0x1009) + [0] + wireAddress(address))
      scene.connect(1, role: 1)
      scene.att(.sent, "1b 0300 0648")
      expect(scene.last?.characteristic, equals: expected)
    }
    // Of several hosts, the one with the adapter's address.
    var second = KnownDevice(address: BluetoothAddress(0x00AA_0100_0002, kind: .public))
    second.isHost = true
    let scene = scene(second, host)
    scene.event(0x0E, [1] + le16(0x1009) + [0] + wireAddress("00:AA:01:00:00:01"))
    scene.connect(1, role: 1)
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.characteristic, equals: "2A37")
  }

  // MARK: Limits

  @Test func moreThanIsRemembered() {
    var many = KnownAttributes()
    for handle in 1...UInt16.max where !many.add(KnownAttribute(handle, 0x2902, .descriptor)) {
      expect(Int(handle), equals: SessionLimits.attributesPerDatabase + 1)
      break
    }
    let isTaken = many.add(KnownAttribute(0, 0x2902, .descriptor))
    expect(!isTaken)
    let devices = (0..<4).map {
      strap("C0:00:00:00:00:0\($0)") { $0 = many }
    }
    var options = GATTSession.Options()
    options.knownDevices = devices
    let scene = SessionScene(options)
    for index in 0..<4 { scene.connect(index, "C0:00:00:00:00:0\(index)") }
    expect(
      scene.session.connectedPeers.map(\.database.descriptors.count), equals: [8192, 8192, 0, 0])
    scene.end()
    expect(scene.last?.text.hasPrefix("more than 16384 attributes"), equals: true)
  }

  /// Trees that contradict themselves do no harm, and what is left of them holds together.
  @Test func nonsense() {
    let scene = scene(
      strap {
        for handle in 1...60 as ClosedRange<UInt16> {
          $0.add(KnownAttribute(handle, 0x1800, .service(end: 70 - handle, isPrimary: true)))
          $0.add(
            KnownAttribute(
              handle, 0x2A00, .characteristic(declaration: 61 - handle, properties: .read)))
          $0.add(KnownAttribute(handle, 0x2902, .descriptor))
          $0.add(KnownAttribute(handle, nil, .used))
          $0.add(KnownAttribute(handle, nil, .include(of: 1, end: 0)))
          $0.add(KnownAttribute(handle, nil, .characteristic(declaration: 0, properties: [])))
          $0.add(KnownAttribute(handle, nil, .service(end: 0, isPrimary: false)))
        }
      })
    scene.connect()
    for handle in 1...60 {
      scene.att(.received, "1b \(hex(le16(handle))) 00")
      scene.ask("08 \(hex(le16(handle))) ffff 0328", "01 08 \(hex(le16(handle))) 0a")
    }
    scene.ask("10 0100 ffff 0028", "01 10 0100 0a")
    scene.ask("04 0100 ffff", "01 04 0100 0a")
    expect(
      scene.session.connectedPeers.first?.database.services.filter { $0.isPrimary }.isEmpty,
      equals: true)
    scene.end()
  }
}
