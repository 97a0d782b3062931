import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// A server with 180D (0001-0006: 2A37 in 0003 with its configuration, 2A38 in 0006), 180F
/// (0007-000A: 2A19 in 0009) and 1801 (0010-0015: 2A05 in 0012, 2B2A in 0015).
extension SessionScene {
  fileprivate func discoverAll() {
    ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 0a00 0f18 1000 1500 0118")
    ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    ask("08 0700 0a00 0328", "09 07 0800 12 0900 192a")
    ask("08 1000 1500 0328", "09 07 1100 20 1200 052a 1400 02 1500 2a2b")
    ask("04 0400 0400", "05 01 0400 0229")
  }

  fileprivate func serviceChanged(_ range: String) {
    att(.received, "1d 1200" + range)
    att(.sent, "1e")
  }

  fileprivate func readHash(_ octet: String) {
    ask("08 0100 ffff 2a2b", "09 12 1500" + String(repeating: octet, count: 16))
  }

  fileprivate func pushed(_ handle: String) -> String? {
    att(.received, "1b \(handle) 0648")
    return last?.characteristic ?? last?.service
  }

  fileprivate var stale: [UInt16] {
    guard let database = peers.first?.database else { return [] }
    return [
      database.services, database.characteristics, database.descriptors, database.unknowns,
    ].joined().filter(\.isStale).map(\.handle).sorted()
  }
}

struct ServerChangeTests {
  private func discovered() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.discoverAll()
    return scene
  }

  @Test func theRangeThatChanged() throws {
    let scene = discovered()
    expect(scene.pushed("0300"), equals: "2A37")
    scene.serviceChanged("0700 0a00")
    let note = try #require(scene.last)
    expect(note.kind, equals: .note)
    expect(note.own, equals: ["count": "2"])
    expect(
      note.text,
      equals: "Service Changed 0007-000A: 2 known attributes are not used until discovered again")
    expect(note.frame, equals: scene.told(.indication).last?.frame)
    expect(scene.stale, equals: [7, 9])
    expect(scene.pushed("0300"), equals: "2A37")
    expect(scene.pushed("0900") == nil)
    expect(scene.last?.label == nil)
    expect(scene.last?.decoded, equals: [:])
    // The rest of the server stays, and what was used meanwhile counts once it is found.
    scene.ask("10 0700 ffff 0028", "11 06 0700 0a00 0f18")
    scene.ask("08 0700 0a00 0328", "09 07 0800 12 0900 192a")
    expect(scene.stale, equals: [])
    expect(scene.pushed("0900"), equals: "2A19")
    expect(scene.peers.first?.database.attribute(at: 9)?.values.count, equals: 2)
    expect(scene.peers.first?.database.unknowns.isEmpty, equals: true)
  }

  @Test func otherAttributesInTheRange() throws {
    let scene = discovered()
    scene.serviceChanged("0700 0a00")
    scene.ask("10 0700 0f00 0028", "11 06 0700 0a00 1a18")
    scene.ask("08 0700 0a00 0328", "09 07 0800 12 0900 6e2a")
    expect(scene.pushed("0900"), equals: "2A6E")
    let database = try #require(scene.peers.first?.database)
    expect(scene.stale, equals: [])
    expect(database.services.map(\.uuid?.short), equals: [0x180D, 0x181A, 0x1801])
    expect(database.characteristics.map(\.handle), equals: [3, 6, 9, 0x12, 0x15])
  }

  /// The new service begins elsewhere: what was used since the change is of it, and the one before
  /// is no second one of its kind.
  @Test func anotherLayoutAroundAValueThatWasUsed() throws {
    let scene = discovered()
    scene.serviceChanged("0700 0a00")
    expect(scene.pushed("0a00") == nil)
    scene.ask("10 0700 0f00 0028", "11 06 0800 0c00 0f18")
    expect(scene.last?.instance, equals: 0)
    scene.ask("08 0800 0c00 0328", "09 07 0900 12 0a00 192a")
    expect(scene.last?.instance, equals: 0)
    let database = try #require(scene.peers.first?.database)
    expect(database.attribute(at: 0x0A)?.values.count, equals: 1)
    expect(database.services.map(\.handle), equals: [1, 8, 0x10])
  }

  /// One that is doubtful is not counted among those of its kind, until it is there again.
  @Test func instancesAfterAChange() throws {
    let scene = discovered()
    scene.ask("10 1600 ffff 0028", "11 06 1600 2000 0d18")
    let database = try #require(scene.peers.first?.database)
    expect(database.services.map(\.instance), equals: [1, 0, 0, 2])
    scene.serviceChanged("1600 ffff")
    expect(database.services.map(\.instance), equals: [0, 0, 0, 0])
    scene.ask("10 1600 ffff 0028", "11 06 1600 2000 0d18")
    expect(database.services.map(\.instance), equals: [1, 0, 0, 2])
  }

  /// The new service is shorter: what stood after it is not of it.
  @Test func aServiceThatShrank() throws {
    let scene = discovered()
    scene.serviceChanged("0100 0a00")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0400 0d18")
    scene.ask("08 0100 0400 0328", "09 07 0200 10 0300 372a")
    expect(scene.pushed("0300"), equals: "2A37")
    expect(scene.pushed("0600") == nil)
    expect(scene.last?.service == nil)
  }

  @Test(arguments: ["0a00 0700", "0700", "0700 0a00 00", "0000 0000"])
  func changesThatAreNone(range: String) {
    let scene = discovered()
    scene.serviceChanged(range)
    expect(scene.stale, equals: [])
    expect(scene.last?.kind, equals: .indication)
  }

  @Test func aDescriptorAndItsCharacteristic() throws {
    let scene = discovered()
    scene.serviceChanged("0400 0400")
    expect(scene.stale, equals: [4])
    scene.ask("12 0400 0100", "13")
    expect(scene.last?.descriptor == nil)
    expect(scene.last?.characteristic == nil)
    scene.ask("04 0400 0400", "05 01 0400 0229")
    expect(scene.last?.kind, equals: .descriptor)
    scene.ask("12 0400 0100", "13")
    expect(scene.last?.descriptor, equals: "2902")
    expect(scene.last?.characteristic, equals: "2A37")
  }

  @Test func theHostsOwnServer() {
    let scene = SessionScene()
    scene.connect(1, role: 1)
    scene.serve("10 0100 ffff 0028", "11 06 0100 0600 0d18 1000 1500 0118")
    scene.serve("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    scene.serve("08 1000 1500 0328", "09 07 1100 20 1200 052a")
    scene.att(.sent, "1d 1200 0100 0600")
    scene.att(.received, "1e")
    expect(scene.last?.direction, equals: .sent)
    scene.att(.sent, "1b 0300 0648")
    expect(scene.last?.characteristic == nil)
  }

  // MARK: Database Hash

  @Test func theSameHash() throws {
    let scene = discovered()
    scene.readHash("a1")
    expect(scene.last?.kind, equals: .read)
    scene.disconnect()
    scene.connect()
    scene.readHash("a1")
    expect(
      scene.last?.text, equals: "Database Hash as in frame 13: the known attributes are valid")
    scene.serviceChanged("0100 ffff")
    expect(scene.pushed("0300") == nil)
    scene.readHash("a1")
    expect(
      scene.last?.text.hasSuffix("the known attributes are valid, 8 attributes again"),
      equals: true)
    expect(scene.stale, equals: [])
    expect(scene.pushed("0300"), equals: "2A37")
    expect(scene.peers.first?.database.unknowns.isEmpty, equals: true)
    expect(scene.told(.characteristic).allSatisfy { $0.connection == 1 })
  }

  @Test func anotherHash() throws {
    let scene = discovered()
    scene.readHash("a1")
    scene.disconnect()
    scene.connect()
    // What was found on this connection before the hash was read is of the server as it is.
    scene.ask("10 0100 0600 0028", "11 06 0100 0600 0d18")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    scene.readHash("a2")
    expect(scene.last?.text.hasPrefix("Database Hash differs from frame 13: "), equals: true)
    expect(scene.stale, equals: [4, 6, 7, 9, 0x10, 0x12])
    expect(scene.pushed("0300"), equals: "2A37")
    expect(scene.pushed("0900") == nil)
    // The first hash again does not bring back what the second one undid.
    scene.readHash("a1")
    expect(scene.pushed("0900") == nil)
  }

  @Test func theFirstHashSaysNothing() {
    let scene = discovered()
    scene.readHash("a1")
    scene.readHash("a1")
    expect(scene.told(.note).filter { $0.text.hasPrefix("Database") }.isEmpty)
    expect(scene.stale, equals: [])
  }

  @Test func outOfSync() throws {
    let scene = discovered()
    scene.ask("0a 0300", "01 0a 0300 12")
    let error = try #require(scene.told(.attError).last)
    expect(error.own["error"], equals: "Database Out Of Sync")
    expect(error.characteristic, equals: "2A37")
    expect(scene.last?.text.hasPrefix("Database Out Of Sync: 9 known attributes"), equals: true)
    expect(scene.pushed("0300") == nil)
    scene.discoverAll()
    expect(scene.pushed("0300"), equals: "2A37")
  }

  // MARK: Bonds

  /// A bonded server keeps what the client has turned on.
  @Test func subscriptionsOfABond() {
    let scene = SessionScene()
    scene.connect(1, Keys.address(1))
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.att(.received, "1b 0300 0648")
    scene.exchangeIdentity()
    scene.disconnect()
    scene.wait(60_000)
    scene.connect(1, Keys.address(2))
    scene.event(0x08, [0] + le16(1) + [1])
    for _ in 0..<5 {
      scene.att(.received, "1b 0300 0648")
      expect(scene.last?.characteristic, equals: "2A37")
      expect(scene.last?.isProblem, equals: false)
    }
    scene.wait(60_000)
    scene.disconnect()
    scene.end()
    expect(scene.findings, equals: [])
    expect(scene.told(.malformed).isEmpty)
  }

  // MARK: Two trees that are one

  /// - Parameter isLater: whether the device with the identity is the one that is met later.
  @Test(arguments: [false, true])
  func treesMerge(isLater: Bool) throws {
    let scene = SessionScene()
    let addresses =
      isLater ? [Keys.address(1), "C0:FF:EE:00:00:01"] : ["C0:FF:EE:00:00:01", Keys.address(1)]
    scene.connect(1, addresses[0])
    scene.discoverAll()
    scene.att(.received, "1b 0300 0648")
    scene.att(.received, "1b 0900 10")
    scene.disconnect()
    scene.connect(1, addresses[1])
    // Another firmware: the battery has moved.
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 2000 2900 0f18")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    scene.ask("08 2000 2900 0328", "09 07 2100 12 2200 192a")
    scene.ask("12 0400 0100", "13")
    scene.att(.received, "1b 0300 0650")
    scene.att(.received, "1b 2200 11")
    scene.addToResolvingList()
    expect(scene.peers.count, equals: 1)
    let database = try #require(scene.peers.first?.database)
    expect(database.attribute(at: 3)?.values.count, equals: 2)
    expect(database.attribute(at: 3)?.values.last, equals: [6, 0x50])
    expect(database.attribute(at: 0x22)?.uuid?.short, equals: 0x2A19)
    expect(database.attribute(at: 4)?.uuid?.short, equals: 0x2902)
    let remote = try #require(scene.session.connections.last?.remote)
    expect(remote === database)
    expect(scene.session.connections.first?.remote === database)
    scene.att(.received, "1b 0300 0651")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(database.attribute(at: 3)?.values.count, equals: 3)
    for handle in 1...0x30 as ClosedRange<UInt16> {
      guard let attribute = database.attribute(at: handle) else { continue }
      expect(attribute.handle, equals: handle)
      if let service = attribute.service { expect(database.services.contains { $0 === service }) }
    }
  }

  /// Values that came before the device was known to be an old one.
  @Test func valuesWithoutNamesGetThem() throws {
    let scene = SessionScene()
    scene.connect(1, Keys.address(1))
    scene.discoverHeartRate()
    scene.disconnect()
    scene.connect(1, Keys.address(2))
    expect(scene.pushed("0300") == nil)
    scene.addToResolvingList()
    let database = try #require(scene.peers.first?.database)
    expect(database.attribute(at: 3)?.uuid?.short, equals: 0x2A37)
    expect(database.attribute(at: 3)?.values.count, equals: 1)
    expect(database.unknowns.isEmpty)
    expect(scene.pushed("0300"), equals: "2A37")
  }

  /// Attributes are given back to the budget: merging again and again does not use it up.
  @Test func mergingKeepsTheBudget() throws {
    let scene = SessionScene()
    scene.addToResolvingList()
    for index in 0..<2000 {
      let address = BluetoothAddress(0x0011_0000_0000 + UInt64(index), kind: .public).description
      scene.connect(1, address, type: 0)
      for service in 0..<4 {
        let first = String(hex(le16(0x1000 + service * 16)))
        let last = String(hex(le16(0x100F + service * 16)))
        scene.ask("10 0100 ffff 0028", "11 06 \(first) \(last) 0d18")
        scene.att(.received, "1b \(last) 00")
      }
      scene.exchangeIdentity()
      scene.disconnect()
    }
    expect(scene.peers.count, equals: 1)
    let database = try #require(scene.peers.first?.database)
    expect(database.services.count, equals: 4)
    expect(database.unknowns.count, equals: 4)
    expect(database.unknowns.first?.values.count, equals: 2000)
    // Every other device still has room for its own.
    for index in 0..<500 {
      let address = BluetoothAddress(0x0022_0000_0000 + UInt64(index), kind: .public).description
      scene.connect(1, address, type: 0)
      scene.discoverHeartRate()
      scene.disconnect()
    }
    scene.end()
    expect(
      scene.told(.note).filter { $0.text.contains("attributes") && $0.text.contains("more than") },
      equals: [])
    expect(scene.peers.dropFirst().allSatisfy { $0.database.characteristics.count == 3 })
  }

  /// A characteristic of the old layout is gone once a value is where its declaration was: it is not
  /// in the way of what follows that value.
  @Test func aDeclarationWhereAValueIsNow() throws {
    let scene = discovered()
    scene.serviceChanged("0100 0600")
    scene.ask("12 0600 0100", "13")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 0a00 0f18 1000 1500 0118")
    scene.ask("08 0100 0600 0328", "09 07 0400 10 0500 372a")
    let database = try #require(scene.peers.first?.database)
    expect(database.characteristics.map(\.handle).filter { $0 < 7 }, equals: [3, 5])
    expect(scene.stale, equals: [3])
    expect(database.attribute(at: 6)?.isClientConfiguration, equals: true)
    scene.ask("12 0600 0000", "13")
    expect(scene.told(.write).last?.characteristic, equals: "2A37")
    expect(scene.told(.write).last?.descriptor, equals: "2902")
  }

  @Test func changesWithoutEnd() throws {
    let scene = discovered()
    for _ in 0..<5000 { scene.serviceChanged("0100 ffff") }
    scene.end()
    expect(scene.told(.note).last?.text.contains("changes of a server's attributes"), equals: true)
  }
}
