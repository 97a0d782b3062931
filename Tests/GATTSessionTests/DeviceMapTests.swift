import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Handles that are named as those of a known device, since its name and its values fit.
struct DeviceMapTests {
  private func scene(named name: String = "CC2650 SensorTag") -> SessionScene {
    let scene = SessionScene()
    let name = Array(name.utf8)
    scene.advertise(SessionScene.peerA, hex([UInt8(name.count + 1), 9] + name))
    scene.connect()
    return scene
  }

  private func known(_ scene: SessionScene) -> Int {
    guard let database = scene.session.connectedPeers.first?.database else { return 0 }
    return [database.services, database.characteristics, database.descriptors].joined().count {
      $0.source == .map
    }
  }

  private func notes(_ scene: SessionScene) -> [String] { scene.told(.note).map(\.text) }

  private let taken =
    "attributes are named as those of a CC2650 SensorTag: the device's name fits, "
    + "and the first values do"
  private let over =
    "attributes are no longer named as those of a CC2650 SensorTag: something else was seen"

  @Test func twoValuesThatFit() {
    let scene = scene()
    scene.ask("12 2200 0100", "13")
    expect(scene.last?.descriptor == nil)
    scene.ask("12 2400 01", "13")
    expect(notes(scene), equals: [taken])
    expect(scene.last?.characteristic, equals: "F000AA02-0451-4000-B000-000000000000")
    expect(scene.last?.own, equals: ["attribute_source": "known_device"])
    // What was seen before has its name, too.
    expect(
      scene.session.connectedPeers.first?.database.attribute(at: 0x22)?.isClientConfiguration,
      equals: true)
    scene.att(.received, "1b 2100 dc09a00c")
    expect(scene.last?.characteristic, equals: "F000AA01-0451-4000-B000-000000000000")
    expect(scene.last?.decoded["ambient_temperature_celsius"] != nil)
    scene.att(.received, "1b 3900 000000000000000000000000000000000000")
    expect(scene.last?.characteristic, equals: "F000AA81-0451-4000-B000-000000000000")
    // Also on the next connection.
    scene.connect(2)
    scene.att(.received, "1b 4100 0102", on: 2)
    expect(scene.last?.characteristic, equals: "F000AA71-0451-4000-B000-000000000000")
    expect(notes(scene).count, equals: 1)
  }

  @Test(arguments: ["SensorTag", "TI BLE Sensor Tag"])
  func theFirstSensorTag(name: String) {
    let scene = scene(named: name)
    scene.ask("12 3100 01", "13")
    scene.ask("12 2e00 0100", "13")
    scene.att(.received, "1b 2d00 40c000")
    expect(scene.last?.characteristic, equals: "F000AA11-0451-4000-B000-000000000000")
    expect(scene.last?.decoded["accelerometer_g"] != nil, "\(String(describing: scene.last))")
  }

  @Test(arguments: [
    // One handle only, whatever the number of values.
    ["12 2400 01 / 13", "12 2400 00 / 13", "12 2400 01 / 13"],
    // Lengths that do not fit.
    ["12 2200 0100 / 13", "1b 2100 dc09"],
    ["1b 2100 dc09", "12 2200 0100 / 13", "12 2400 01 / 13"],
    ["12 2400 0102 / 13", "12 2200 0100 / 13", "1b 2100 dc09a00c"],
    // Uses that the properties exclude: AA02 does not notify, FFE1 is not read.
    ["1b 2400 01", "12 2200 0100 / 13", "1b 2100 dc09a00c"],
    ["0a 4900 / 0b 01", "12 2200 0100 / 13", "1b 2100 dc09a00c"],
    // Handles of declarations.
    ["1b 2000 01", "12 2200 0100 / 13", "1b 2100 dc09a00c"],
    ["12 2300 01 / 13", "12 2200 0100 / 13", "1b 2100 dc09a00c"],
    // Nobody accepted it.
    ["12 2200 0100 / 01 12 2200 03", "12 2400 01 / 13"],
  ]) func whatDoesNotFit(exchanges: [String]) {
    let scene = scene()
    play(exchanges, scene)
    expect(known(scene), equals: 0)
    expect(notes(scene).isEmpty)
  }

  private func play(_ exchanges: [String], _ scene: SessionScene) {
    for exchange in exchanges {
      let parts = exchange.split(separator: "/").map(String.init)
      if parts.count == 2 {
        scene.ask(parts[0], parts[1])
      } else {
        scene.att(.received, parts[0])
      }
    }
  }

  @Test(arguments: ["SensorTag", "CC2650", "CC2650 SensorTag X", "Polar H7"])
  func anotherName(name: String) {
    let scene = scene(named: name)
    scene.ask("12 2200 0100", "13")
    scene.ask("12 2400 01", "13")
    expect(known(scene), equals: 0)
    scene.end()
  }

  /// What contradicts the map later ends it, for good.
  @Test(arguments: [
    ["1b 2900 0102"], ["1b 2400 01"], ["1b 2000 01"], ["12 2700 01 / 13"], ["0a 2400 / 0b 0102"],
    ["12 2e00 0a / 01 12 2e00 01"],
    // A discovery shows another service, or none of it.
    ["10 0100 ffff 0028 / 11 06 0100 1000 0018"], ["04 2200 2200 / 05 01 2200 0129"],
  ]) func whatContradictsItLater(exchanges: [String]) {
    let scene = scene()
    scene.ask("12 2200 0100", "13")
    scene.ask("12 2400 01", "13")
    expect(known(scene) > 60)
    play(exchanges, scene)
    expect(known(scene), equals: 0)
    expect(notes(scene).last, equals: over)
    scene.ask("12 2400 01", "13")
    expect(scene.last?.characteristic == nil)
    expect(scene.last?.own, equals: [:])
    scene.ask("12 2c00 01", "13")
    expect(known(scene), equals: 0)
    scene.end()
  }

  /// A discovery that finds the same.
  @Test func itIsDiscovered() {
    let scene = scene()
    scene.ask("12 2200 0100", "13")
    scene.ask("12 2400 01", "13")
    let before = known(scene)
    scene.ask("10 1f00 1f00 0028", "11 14 1f00 2600 000000000000 00b0 0040 5104 00aa 00f0")
    scene.ask(
      "08 1f00 2600 0328", "09 15 2000 12 2100 000000000000 00b0 0040 5104 01aa 00f0")
    scene.att(.received, "1b 2100 dc09a00c")
    expect(scene.last?.own, equals: [:])
    expect(known(scene), equals: before - 2)
    expect(notes(scene).first == taken && !notes(scene).contains(over))
  }

  /// A tree that was given counts, and keeps the map out.
  @Test func aGivenTree() {
    var device = KnownDevice(
      address: BluetoothAddress(0xD85A_6B7C_8D01, kind: .random), name: "CC2650 SensorTag")
    device.attributes.add(KnownAttribute(1, 0x180F, .service(end: 4, isPrimary: true)))
    var options = GATTSession.Options()
    options.knownDevices = [device]
    let scene = SessionScene(options)
    scene.connect()
    scene.ask("12 2200 0100", "13")
    scene.ask("12 2400 01", "13")
    expect(known(scene), equals: 0)
  }
}
