import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Attributes that are known from outside, and that the capture shows to be others: reported, and
/// not obeyed.
struct ContradictionTests {
  /// Service 0001-0006: 2A37 at 0003 (notify) with 2902 at 0004, 2A38 at 0006 (read); service
  /// 0007-FFFF: 2A19 at 0009.
  private func strap(
    _ change: (inout KnownAttributes) -> Void = { _ in }
  ) -> KnownDevice {
    let address = BluetoothAddress.value(of: SessionScene.peerA)
    var device = KnownDevice(address: address.map { BluetoothAddress($0, kind: .random) })
    device.origin = "strap.json"
    device.attributes = heartRateAttributes()
    change(&device.attributes)
    return device
  }

  private func scene(_ known: KnownDevice...) -> SessionScene {
    var options = GATTSession.Options()
    options.knownDevices = known
    let scene = SessionScene(options)
    scene.connect()
    return scene
  }

  private func contradictions(_ scene: SessionScene) -> [String] {
    scene.told(.note).filter { $0.own["contradicted"] != nil }.map(\.text)
  }

  /// What a notification on a handle is taken for.
  private func meaning(_ scene: SessionScene, _ handle: String) -> String? {
    scene.att(.received, "1b \(handle) 0648")
    let value = scene.told(.notification).last
    return value?.descriptor ?? value?.characteristic
  }

  @Test func theSourceIsReported() {
    let scene = scene(strap())
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.last?.own, equals: ["attribute_source": "file"])
    scene.ask("12 0400 0100", "13")
    expect(scene.last?.own, equals: ["attribute_source": "file"])
    // Within a service that is given, of a handle that is not.
    expect(meaning(scene, "0500") == nil)
    scene.discoverHeartRate()
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.last?.own, equals: [:])
  }

  @Test func theSystemIsAnotherSource() {
    var device = strap()
    device.source = .storage
    let scene = scene(device)
    expect(meaning(scene, "0300"), equals: "2A37")
    expect(scene.last?.own, equals: ["attribute_source": "storage"])
  }

  @Test func aDiscoveryThatAgreesContradictsNothing() {
    let scene = scene(strap())
    scene.discoverHeartRate()
    scene.ask("04 0100 ffff", "05 01 0100 0028 0200 0328 0300 372a 0400 0229 0500 0328 0600 382a")
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.ask("12 0400 0100", "13")
    scene.ask("0a 0600", "0b 01")
    expect(contradictions(scene), equals: [])
    expect(scene.session.connectedPeers.first?.database.contradicted, equals: 0)
  }

  @Test func aDiscoveryFindsAnotherCharacteristic() {
    let scene = scene(strap())
    scene.ask("08 0100 0600 0328", "09 07 0200 10 0300 6e2a")
    expect(
      contradictions(scene),
      equals: [
        "0003 is not the given Heart Rate Measurement 2A37: the capture shows something else there"
      ])
    expect(scene.told(.note).last?.own, equals: ["contradicted": "3", "count": "1"])
    expect(meaning(scene, "0300"), equals: "2A6E")
    expect(scene.last?.own["attribute_source"], equals: "file")
  }

  @Test func otherProperties() {
    let scene = scene(strap())
    scene.ask("08 0100 0600 0328", "09 07 0200 12 0300 372a")
    expect(
      contradictions(scene),
      equals: [
        "0003 is not the given Heart Rate Measurement 2A37: its declaration has another handle or"
          + " other properties"
      ])
    expect(meaning(scene, "0300"), equals: "2A37")
  }

  @Test func aDiscoveryFindsAnotherLayout() {
    let scene = scene(strap())
    scene.ask("10 0100 ffff 0028", "11 06 0100 0500 0f18 0600 ffff 0d18")
    expect(
      contradictions(scene),
      equals: [
        "0001 180D, 0003 2A37, 0004 2902 and 3 more are not as given: the capture shows something"
          + " else there"
      ])
    expect(meaning(scene, "0300") == nil)
  }

  @Test func aDiscoveryDoesNotFindIt() {
    let scene = scene(strap())
    scene.ask("08 0400 0600 0328", "01 08 0400 0a")
    expect(
      contradictions(scene),
      equals: [
        "0006 is not the given Body Sensor Location 2A38: a discovery did not find it"
      ])
    // An error about another range says nothing of this one.
    scene.ask("08 0100 0600 0328", "01 08 0300 0a")
    expect(contradictions(scene).count, equals: 1)
    expect(meaning(scene, "0300"), equals: "2A37")
  }

  @Test(arguments: [
    ("0100 0f18", "0001 is not the given Heart Rate 180D: the capture shows something else there"),
    (
      "0200 0229",
      "0001 180D and 0003 2A37 are not as given: the capture contradicts them"
    ),
    (
      "0100 0028 0200 0328 0300 6e2a",
      "0003 is not the given Heart Rate Measurement 2A37: the capture shows something else there"
    ),
    (
      "0100 0028 0200 0328 0300 372a 0400 0129",
      "0004 is not the given Client Characteristic Configuration 2902: the capture shows something"
        + " else there"
    ),
    (
      "0100 0028 0200 0328 0300 0328",
      "0003 is not the given Heart Rate Measurement 2A37: the capture shows something else there"
    ),
    (
      "0100 0028 0200 0328 0400 0229",
      "0003 is not the given Heart Rate Measurement 2A37: a discovery did not find it"
    ),
  ]) func findInformation(types: String, text: String) {
    let scene = scene(strap())
    scene.ask("04 0100 ffff", "05 01 " + types)
    expect(contradictions(scene), equals: [text])
  }

  @Test func invalidHandle() {
    let scene = scene(strap())
    scene.ask("0a 0600", "01 0a 0600 01")
    // The error has no name that it contradicts.
    expect(scene.told(.attError).last?.characteristic == nil)
    expect(
      contradictions(scene),
      equals: [
        "0006 is not the given Body Sensor Location 2A38: Invalid Handle (01)"
      ])
    // Its neighbours stay.
    expect(meaning(scene, "0300"), equals: "2A37")
    scene.ask("0a 0600", "01 0a 0600 01")
    expect(contradictions(scene).count, equals: 1)
  }

  @Test func notPermitted() {
    let scene = scene(strap())
    // It may not be read.
    scene.ask("0a 0300", "01 0a 0300 02")
    expect(contradictions(scene), equals: [])
    scene.ask("0a 0600", "01 0a 0600 02")
    expect(
      contradictions(scene),
      equals: [
        "0006 is not the given Body Sensor Location 2A38: Read Not Permitted (02)"
      ])
    scene.ask("12 0900 00", "01 12 0900 03")
    expect(contradictions(scene).count, equals: 1)
    // Other errors are about the request, not about the attribute.
    scene.ask("0a 0900", "01 0a 0900 05")
    scene.ask("0a 0900", "01 0a 0900 0e")
    expect(contradictions(scene).count, equals: 1)
  }

  @Test(arguments: [
    ("", "1b 0600 01", "0006 is not the given Body Sensor Location 2A38: it sent a notification"),
    ("", "1d 0300 01", "0003 is not the given Heart Rate Measurement 2A37: it sent an indication"),
    (
      "", "1b 0200 01",
      "0003 is not the given Heart Rate Measurement 2A37: it sent a notification"
    ),
    ("", "1b 0100 01", "0001 is not the given Heart Rate 180D: it sent a notification"),
    ("0a 0300", "0b 0648", "0003 is not the given Heart Rate Measurement 2A37: it was read"),
    ("12 0600 01", "13", "0006 is not the given Body Sensor Location 2A38: it was written"),
    (
      "0a 0400", "0b 010203",
      "0003 2A37 and 0004 2902 are not as given: the capture contradicts them"
    ),
  ]) func use(request: String, answer: String, text: String) {
    let scene = scene(strap())
    if !request.isEmpty { scene.att(.sent, request) }
    scene.att(.received, answer)
    if answer.hasPrefix("1d") { scene.att(.sent, "1e") }
    expect(contradictions(scene), equals: [text])
    // The value that shows it has no name.
    expect(scene.told([.read, .write, .notification, .indication]).last?.characteristic == nil)
  }

  @Test func whatShowsNothing() {
    let scene = scene(
      strap {
        $0.add(KnownAttribute(0x0A, 0xFFF3, .descriptor))
        $0.add(KnownAttribute(0x30, 0x2A37, .used))
      })
    // Nobody has answered that a command was accepted.
    scene.att(.sent, "52 0600 01")
    scene.ask("0a 0100", "0b 0d18")
    scene.ask("0a 0200", "0b 100300372a")
    scene.ask("12 0400 0100", "13")
    // Devices exist whose descriptors of their own notify.
    expect(meaning(scene, "0a00"), equals: "FFF3")
    expect(meaning(scene, "3000"), equals: "2A37")
    expect(contradictions(scene), equals: [])
  }

  @Test func anotherTreeOfTheSameDevice() {
    var second = strap {
      $0 = KnownAttributes()
      $0.add(KnownAttribute(1, 0x180D, .service(end: 6, isPrimary: true)))
      $0.add(KnownAttribute(6, 0x2A39, .characteristic(declaration: 5, properties: .write)))
      $0.add(KnownAttribute(0x20, 0x2A00, .used))
    }
    second.origin = "second.json"
    let scene = scene(strap(), second)
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "0006 is not the given Heart Rate Control Point 2A39: a tree that was given before has"
          + " something else there"
      ])
    scene.ask("0a 0600", "0b 01")
    expect(scene.last?.characteristic, equals: "2A38")
    scene.ask("0a 2000", "0b 41")
    expect(scene.last?.characteristic, equals: "2A00")
    expect(
      scene.session.connectedPeers.first?.database.treeNames, equals: ["strap.json", "second.json"])
  }

  /// Trees of one device also serve a peer that nothing identifies; those of two serve nobody.
  @Test func severalTreesOfAnUnknownPeer() {
    let one = strap()
    let other = KnownDevice(address: BluetoothAddress(1, kind: .public))
    var second = other
    second.attributes = heartRateAttributes()
    for (devices, isServed) in [
      ([one], true), ([one, one], true), ([one, other], true), ([one, second], false),
      ([KnownDevice(), one], true), ([], false),
    ] {
      let all = KnownDevice.standingForUnknown(devices)
      expect(all.contains(where: \.standsForUnknown), equals: isServed)
      expect(all.map(\.attributes), equals: devices.map(\.attributes))
    }
  }

  @Test func learnedTooLate() {
    var named = strap()
    named.address = nil
    named.name = "A1B"
    let scene = scene(named)
    scene.ask("08 0100 0600 0328", "09 07 0200 12 0300 6e2a")
    scene.ask("08 0100 ffff 002a", "09 05 2000 413142")
    expect(
      contradictions(scene),
      equals: [
        "0003 is not the given Heart Rate Measurement 2A37: the capture shows something else there"
      ])
  }

  /// However many are contradicted, the list in the event is short.
  @Test func manyAtOnce() {
    let scene = scene(
      strap {
        for handle in 0x100...0x1000 as ClosedRange<UInt16> {
          $0.add(KnownAttribute(handle, 0x2901, .descriptor))
        }
      })
    scene.ask("04 0100 ffff", "01 04 0100 0a")
    let note = scene.told(.note).last { $0.own["contradicted"] != nil }
    expect(note?.own["contradicted"]?.split(separator: ",").count, equals: 32)
    expect(note?.own["count"], equals: "\(0x0F01 + 1)")
    expect(
      note?.text.hasSuffix("more are not as given: a discovery did not find them"), equals: true)
  }
}
