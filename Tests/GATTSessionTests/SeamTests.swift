import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Where one part of the session meets another: what waits, what changes meanwhile.
struct SeamTests {
  // MARK: Service Changed

  private func discovered() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("10 000a ffff 0028", "11 06 1000 1500 0118")
    scene.ask("08 1000 1500 0328", "09 07 1100 20 1200 052a")
    return scene
  }

  @Test func serviceChangedHoldsBeforeItIsConfirmed() throws {
    let scene = discovered()
    scene.att(.received, "1d 1200 0700 ffff")
    scene.att(.received, "1b 0900 63")
    scene.ask("10 0700 ffff 0028", "11 06 0700 0a00 0f18")
    scene.ask("08 0700 0a00 0328", "09 07 0800 12 0900 192a")
    scene.att(.sent, "1e")
    scene.att(.received, "1b 0900 62")
    let pushed = scene.told(.notification)
    expect(pushed.map(\.characteristic), equals: [nil, "2A19"])
    let indication = try #require(scene.told(.indication).first)
    expect(indication.characteristic, equals: "2A05")
    expect(indication.response, equals: 60)
    let notes = scene.events.filter { $0.text.contains("Service Changed 0007-FFFF") }
    expect(notes.map(\.frame), equals: [indication.frame])
    // What was found between the two is not doubted.
    expect(scene.peers.first?.database.attribute(at: 9)?.isStale, equals: false)
    expect(
      scene.events.map(\.frame), equals: scene.events.map(\.frame).sorted(),
      "in the order of records")
  }

  @Test func readsThatWaitAreReportedUnderTheirNames() throws {
    let scene = discovered()
    let value = String(repeating: "41", count: 22)
    scene.ask("0a 0900", "0b" + value)
    scene.att(.received, "1d 1200 0100 0a00")
    scene.att(.sent, "1e")
    scene.end()
    let read = try #require(scene.told(.read).last)
    expect(read.characteristic, equals: "2A19")
    expect(read.value, equals: value)
    expect(scene.peers.first?.database.unknowns.isEmpty, equals: true)
  }

  // MARK: Answers that name their attribute

  @Test func errorNamesTheRequestThatWasGivenUp() throws {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.sent, "0a 0300")
    scene.wait(2_000)
    let second = scene.att(.sent, "0a 0600")
    scene.att(.received, "01 0a 0300 02")
    let error = try #require(scene.told(.attError).first)
    expect(error.handle, equals: 3)
    expect(error.requestFrame, equals: first)
    expect(error.note, equals: "answered after the next request")
    scene.att(.received, "0b 01")
    let read = try #require(scene.told(.read).last)
    expect(read.handle, equals: 6)
    expect(read.requestFrame, equals: second)
  }

  @Test func errorOfTheOpenRequest() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    let second = scene.att(.sent, "0a 0600")
    scene.att(.received, "01 0a 0600 02")
    expect(scene.told(.attError).map(\.requestFrame), equals: [second])
    expect(scene.told(.attError).map(\.note), equals: [""])
  }

  // MARK: Parameter requests

  @Test func eachSideNumbersItsOwnSignals() throws {
    let scene = SessionScene()
    scene.connect()
    // The peripheral's wish and the central's request for a channel have one identifier.
    scene.signal(.received, 0x12, 1, le16(24) + le16(40) + le16(0) + le16(72))
    scene.signal(
      .sent, 0x14, 1, le16(0x80) + le16(0x40) + le16(64) + le16(64) + le16(1))
    scene.signal(.received, 0x01, 1, le16(0))
    expect(!scene.events.contains { $0.subject == .parameterRequest })
    scene.signal(.sent, 0x13, 1, le16(0))
    expect(
      scene.events.filter { $0.subject == .parameterRequest }.map { $0.own["accepted"] },
      equals: [
        "true"
      ])
  }

  // MARK: Connections

  @Test func whatCameBeforeTheConnectionIsOfItsPeer() throws {
    let scene = SessionScene()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    scene.att(.received, "1b 0300 0648")
    scene.connect()
    scene.att(.received, "1b 0300 0649")
    expect(scene.told(.notification).map(\.characteristic), equals: ["2A37", "2A37"])
    expect(scene.peers.first?.database.attribute(at: 3)?.values.count, equals: 2)
    expect(scene.session.connections.count, equals: 1)
  }

  @Test func lastDataOfSeveralConnections() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.disconnect(1)
    scene.disconnect(2)
    scene.att(.received, "1b 0300 01", on: 1)
    scene.att(.received, "1b 0300 02", on: 2)
    expect(scene.told(.notification).map(\.connection), equals: [1, 2])
    expect(scene.session.connections.count, equals: 2)
  }

  @Test func whatIsLeftIsReportedAfterTheLastData() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.disconnect()
    let last = scene.att(.received, "1b 0300 01")
    scene.done(0x0C03)
    expect(scene.told(.read).map(\.frame), equals: [last])
    expect(scene.told(.read).map(\.note), equals: ["no answer before the disconnection"])
    expect(scene.events.map(\.frame), equals: scene.events.map(\.frame).sorted())
  }

  @Test func lastDataAfterAReset() throws {
    let scene = SessionScene()
    scene.connect()
    scene.done(0x0C03)
    scene.att(.received, "1b 0300 01")
    expect(scene.told(.notification).map(\.connection), equals: [1])
    scene.wait(2_000)
    scene.att(.received, "1b 0300 01")
    expect(scene.told(.notification).map(\.connection), equals: [1, 2])
  }

  @Test func answerAfterAReset() throws {
    let scene = SessionScene()
    scene.connect()
    let asked = scene.att(.sent, "0a 0600")
    scene.done(0x0C03)
    scene.att(.received, "0b 01")
    let reads = scene.told(.read)
    expect(reads.map(\.requestFrame), equals: [asked, asked])
    expect(
      reads.map(\.note),
      equals: [
        "no answer before the disconnection", "answered after the end of the connection",
      ])
    expect(reads.last?.handle, equals: 6)
    expect(reads.last?.value, equals: "01")
  }

  @Test func dataOfANewConnectionOnTheHandle() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.disconnect(1)
    scene.connect(1, SessionScene.peerB)
    scene.att(.received, "1b 0300 01")
    expect(scene.told(.notification).map(\.connection), equals: [2])
    expect(scene.told(.notification).map(\.address), equals: [SessionScene.peerB])
  }

  @Test func encryptionThatTheEndForestalled() throws {
    let scene = SessionScene()
    scene.connect()
    scene.command(0x2019, le16(1) + Array(repeating: 0, count: 26))
    scene.disconnect()
    // A classic connection gets the handle.
    scene.event(0x03, [0] + le16(1) + wireAddress(SessionScene.peerB) + [1, 0])
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.session.connections.count, equals: 1)
    expect(scene.told(.security).isEmpty)
  }

  @Test func resetForgetsParameters() throws {
    let scene = SessionScene()
    scene.done(0x200B, [1] + le16(0x10) + le16(0x10) + [0, 0])
    scene.done(0x200C, [1, 0])
    expect(scene.told(.scan).last?.own["active"], equals: "true")
    scene.done(0x0C03)
    scene.done(0x200C, [1, 0])
    expect(scene.told(.scan).count, equals: 2)
    expect(scene.told(.scan).last?.own["active"] == nil)
  }

  // MARK: Identities

  @Test func mergedWhileAnEnhancedBearerWaits() throws {
    let scene = SessionScene()
    let address = Keys.address(7)
    scene.connect(1, SessionScene.identity)
    scene.discoverHeartRate()
    scene.disconnect(1)
    scene.connect(2, address)
    scene.openChannels(2, on: 2)
    scene.eatt(.sent, "0a 0600", 0, on: 2)
    scene.att(.received, "1d 0300 0648", on: 2)
    scene.exchangeIdentity(on: 2)
    scene.att(.sent, "1e", on: 2)
    scene.eatt(.received, "0b 01", 0, on: 2)
    let read = try #require(scene.told(.read).last)
    expect(read.characteristic, equals: "2A38")
    expect(read.address, equals: SessionScene.identity)
    expect(read.overAir, equals: address)
    // What waited for its confirmation tells what was known at its own record.
    let indication = try #require(scene.told(.indication).last)
    expect(indication.characteristic == nil)
    expect(indication.address, equals: address)
    expect(scene.peers.count, equals: 1)
    expect(scene.peers.first?.ordinal, equals: 1)
    expect(scene.peers.first?.formerOrdinals, equals: [2])
    scene.disconnect(2)
    scene.end()
    expect(scene.told(.disconnected).last?.address, equals: SessionScene.identity)
  }

  @Test func fieldThatHoldsNoResolvableAddress() throws {
    let scene = SessionScene()
    scene.advertise("D0:00:00:00:00:09", "0201 06")
    // A static address where a resolvable one should stand says nothing of the peer.
    scene.connectEnhanced(1, SessionScene.peerA, type: 1, resolvable: "D0:00:00:00:00:09")
    expect(scene.peers.count, equals: 2)
    expect(scene.told(.connected).first?.overAir == nil)
  }

  @Test func addressesThatAreUnitedDoNotPileUp() throws {
    let scene = SessionScene()
    for number in 0..<300 {
      let address = Keys.address(UInt32(number))
      scene.advertise(address, "0201 06")
      scene.connectEnhanced(1, SessionScene.identity, type: 3, resolvable: address)
    }
    let device = try #require(scene.peers.first)
    expect(scene.peers.count, equals: 1)
    expect(device.addresses.count, equals: SessionLimits.addressesOfDevice)
    // Known by one that is remembered; by another, only from the controller.
    expect(scene.session.knownPeer(at: BluetoothAddress(text: Keys.address(3))) === device)
    expect(scene.session.knownPeer(at: BluetoothAddress(text: Keys.address(299))) == nil)
  }
}

extension BluetoothAddress {
  fileprivate init(text: String) {
    let value = wireAddress(text).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    self.init(value, kind: .random)
  }
}
