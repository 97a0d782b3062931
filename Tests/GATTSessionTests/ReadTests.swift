import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct ReadTests {
  @Test func requestAndAnswerAreOneEvent() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    let request = scene.att(.sent, "0a 0900")
    let answer = scene.att(.received, "0b 5c")
    let told = try #require(scene.told(.read).first)
    expect(told.frame, equals: answer)
    expect(told.requestFrame, equals: request)
    expect(told.response, equals: 10)
    expect(told.direction, equals: .received)
    expect(told.from, equals: .peripheral)
    expect(told.handle, equals: 9)
    expect(told.service, equals: "180F")
    expect(told.characteristic, equals: "2A19")
    expect(told.descriptor == nil)
    expect(told.label, equals: "Battery Level")
    expect(told.value, equals: "5c")
    expect(told.decoded, equals: ["battery_level_percent": "92"])
    expect(told.text, equals: "92 %")
    expect(told.note, equals: "")
  }

  static let first22 = "000102030405060708090a0b0c0d0e0f101112131415"
  static let second22 = "202122232425262728292a2b2c2d2e2f303132333435"

  @Test func aLongReadIsOneEventAtItsLastAnswer() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "0a 1400")
    scene.att(.received, "0b" + Self.first22)
    scene.att(.sent, "0c 1400 1600")
    scene.att(.received, "0d" + Self.second22)
    scene.att(.sent, "0c 1400 2c00")
    let answer = scene.att(.received, "0d aabb")
    expect(scene.told(.read).count, equals: 1)
    let told = try #require(scene.told(.read).first)
    expect(told.value, equals: Self.first22 + Self.second22 + "aabb")
    expect(told.requestFrame, equals: request)
    expect(told.frame, equals: answer)
    expect(told.response, equals: 50)
    expect(told.note, equals: "long read, 3 requests")
  }

  /// A name is often asked for by its type: the rest of a long one is read by its handle.
  @Test func aReadByTypeGoesOn() throws {
    let scene = SessionScene()
    scene.connect()
    let name = "A name of thirty-odd octets, read in two"
    let octets = name.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let request = scene.att(.sent, "08 0100 ffff 002a")
    scene.att(.received, "09 15 0300" + octets.prefix(19).joined())
    scene.att(.sent, "0c 0300 1300")
    scene.att(.received, "0d" + octets.dropFirst(19).joined())
    expect(scene.told(.read).map(\.value), equals: [octets.joined()])
    let told = try #require(scene.told(.read).first)
    expect(told.requestFrame == request && told.note == "long read, 2 requests")
    expect(told.characteristic, equals: "2A00")
    expect(scene.session.connections[0].peer?.name, equals: name)
  }

  /// Two values of a list are whole, and so is a short one.
  @Test func aReadByTypeThatIsWhole() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 192a", "09 03 0300 64 0600 63")
    scene.ask("08 0100 ffff 192a", "09 03 0300 62")
    expect(scene.told(.read).map(\.value), equals: ["64", "63", "62"])
  }

  /// The end of a name is no name.
  @Test func theRestOfANameIsNoName() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 002a", "09 05 0300 414243")
    scene.ask("0c 0300 1300", "0d 444546")
    expect(scene.session.connections[0].peer?.name, equals: "ABC")
  }

  @Test func anExactLengthEndsWithAnEmptyPart() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 1400", "0b" + Self.first22)
    scene.ask("0c 1400 1600", "0d" + Self.second22)
    scene.ask("0c 1400 2c00", "0d")
    expect(scene.told(.read).map(\.value), equals: [Self.first22 + Self.second22])
  }

  @Test(arguments: ["0b", "07"]) func attributeNotLongEndsTheReadAndIsNoFinding(code: String) {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 1400", "0b" + Self.first22)
    scene.ask("0c 1400 1600", "01 0c 1400" + code)
    expect(scene.told([.read, .attError]).map(\.kind), equals: [.read, .attError])
    expect(scene.told(.read).map(\.value), equals: [Self.first22])
    expect(scene.told(.attError).first?.isProblem, equals: false)
    expect(scene.findings.isEmpty)
    expect(scene.session.connections.first?.counts.errors, equals: 0)
  }

  @Test func aWholeMTUThatIsNotContinuedIsReportedWhenItIsOver() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 1400")
    let answer = scene.att(.received, "0b" + Self.first22)
    expect(scene.told(.read).isEmpty)
    scene.att(.received, "1b 0300 01")
    expect(scene.told(.notification).isEmpty)
    scene.wait(2000)
    scene.att(.received, "1b 0300 02")
    expect(scene.told(.read).map(\.value), equals: [Self.first22])
    expect(scene.told(.read).first?.frame, equals: answer)
    expect(scene.told(.read).first?.note, equals: "")
    let frames = scene.events.map(\.frame)
    expect(frames, equals: frames.sorted())
  }

  @Test func aWholeMTUIsOverWhenItIsReadAnew() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 1400", "0b" + Self.first22)
    scene.ask("0a 1400", "0b" + Self.second22)
    expect(scene.told(.read).map(\.value), equals: [Self.first22])
    scene.disconnect()
    expect(scene.told(.read).map(\.value), equals: [Self.first22, Self.second22])
  }

  @Test func longReadsMayTakeTurns() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 1400", "0b" + Self.first22)
    scene.ask("0a 1600", "0b" + Self.second22)
    scene.ask("0c 1400 1600", "0d aa")
    scene.att(.received, "1b 0300 01")
    scene.ask("0c 1600 1600", "0d bb")
    scene.ask("0a 0300", "0b 02")
    expect(
      scene.told([.read, .notification]).map(\.value),
      equals: [Self.first22 + "aa", "01", Self.second22 + "bb", "02"])
    let frames = scene.events.map(\.frame)
    expect(frames, equals: frames.sorted())
  }

  @Test func eventsKeepTheOrderOfTheirFrames() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.sent, "0a 1400")
    scene.att(.received, "1b 0300 0001")
    scene.att(.received, "0b" + Self.first22)
    scene.att(.received, "1b 0300 0002")
    scene.att(.sent, "0c 1400 1600")
    scene.att(.received, "1b 0300 0003")
    scene.att(.received, "0d 99")
    scene.att(.received, "1b 0300 0004")
    let frames = scene.events.map(\.frame)
    expect(frames, equals: frames.sorted())
    let values = scene.told([.read, .notification]).map(\.value)
    expect(values, equals: ["0001", "0002", "0003", Self.first22 + "99", "0004"])
  }

  /// The discovery's own line may not come after an event that is held.
  @Test func aDiscoveryIsReportedBeforeWhatIsHeldAfterIt() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("0a 1400", "0b" + Self.first22)
    scene.att(.received, "1b 0300 0001")
    scene.att(.sent, "0a 0900")
    let frames = scene.events.map(\.frame)
    expect(frames, equals: frames.sorted())
  }

  @Test func aBlobFromTheMiddle() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0c 1400 1600", "0d 0102")
    expect(scene.last?.value, equals: "0102")
    expect(scene.last?.note, equals: "from an offset: the part before it is not in the capture")
  }

  @Test func readMultiple() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0e 0300 0600", "0f 0102")
    expect(scene.last?.handle == nil)
    expect(scene.last?.value, equals: "0102")
    expect(scene.last?.note, equals: "values of 2 attributes one after the other: 0003 0006")
    scene.ask("20 0300 0600", "21 0100 aa 0200 bbcc")
    let told = scene.told(.read).suffix(2)
    expect(told.map(\.handle), equals: [3, 6])
    expect(told.map(\.value), equals: ["aa", "bbcc"])
  }

  /// 0x21 has no handles, 0x23 has.
  @Test func theTwoListsOfValuesAreNotTheSame() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "23 0300 0100 aa 0600 0200 bbcc")
    let told = scene.told(.notification)
    expect(told.map(\.handle), equals: [3, 6])
    expect(told.map(\.value), equals: ["aa", "bbcc"])
    expect(scene.session.connections.first?.counts.notifications, equals: 2)
  }

  /// Only what is nothing but values is shown as a value.
  @Test func responsesWithoutTheirRequests() {
    let scene = SessionScene()
    scene.connect()
    for pdu in ["0b aa", "0d aa", "0f aabb"] {
      scene.att(.received, pdu)
      expect(scene.last?.kind, equals: .read)
      expect(scene.last?.note, equals: "the request is not in the capture")
    }
    for (pdu, name) in [
      ("09 04 0300 aabb", "Read By Type"), ("21 0100 aa", "Read Multiple Variable"),
    ] {
      scene.att(.received, pdu)
      expect(scene.last?.kind, equals: .note)
      expect(scene.last?.text, equals: "\(name) Response without its request")
    }
    expect(scene.told(.read).count, equals: 3)
  }

  @Test func readByTypeOfAValueNamesTheDevice() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 002a", "09 07 0300 506f6c6172")
    let told = try #require(scene.told(.read).first)
    expect(told.handle, equals: 3)
    expect(told.characteristic, equals: "2A00")
    expect(told.decoded, equals: ["device_name": "Polar"])
    expect(told.name, equals: "Polar")
    scene.ask("08 0400 ffff 002a", "01 08 0400 0a")
    expect(scene.told(.attError).isEmpty)
    expect(scene.last?.text, equals: "no attribute of type 2A00")
  }

  @Test func aDeviceNameReadNamesThePeerWithoutItsNULs() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 02 0300 002a")
    scene.ask("0a 0300", "0b 506f6c61720000")
    expect(scene.session.connectedPeers.first?.name, equals: "Polar")
    scene.att(.received, "1b 0300 41")
    expect(scene.last?.name, equals: "Polar")
  }
}
