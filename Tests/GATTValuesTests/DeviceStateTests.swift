import ATTDissector
import Bytes
import GATTValues
import TestSupport
import Testing

@Suite struct DeviceStateTests {
  @Test(arguments: [0xAA10, 0xAA30, 0xAA50, 0xAA60] as [UInt16])
  func servicesOfTheCC2541(_ number: UInt16) {
    var state = DeviceState()
    state.observe(service: BluetoothUUID(sensorTag: number))
    expect(state.generation, equals: .cc2541)
  }

  @Test(arguments: [0xAA64, 0xAA70, 0xAA80] as [UInt16])
  func servicesOfTheCC2650(_ number: UInt16) {
    var state = DeviceState()
    state.observe(service: BluetoothUUID(sensorTag: number))
    expect(state.generation, equals: .cc2650)
  }

  @Test func servicesOfBothSayNothing() {
    var state = DeviceState()
    for number in [0xAA00, 0xAA20, 0xAA40] as [UInt16] {
      state.observe(service: BluetoothUUID(sensorTag: number))
    }
    state.observe(service: 0xFFE0)
    state.observe(service: 0xAA10)
    expect(state.generation, equals: .unknown)
  }

  @Test(
    arguments: [
      ("SensorTag", .cc2541), ("TI BLE Sensor Tag", .cc2541), ("CC2650 SensorTag", .cc2650),
      ("SensorTag 2.0", .cc2650), ("SensorTag 2.0\0", .cc2650), ("My SensorTag", .unknown),
      ("", .unknown),
    ] as [(String, DeviceState.Generation)])
  func names(_ name: String, _ generation: DeviceState.Generation) {
    var state = DeviceState()
    state.observe(name: name.rawBytes)
    expect(state.generation, equals: generation)
  }

  @Test func advertisedService() {
    var state = DeviceState()
    state.observe(advertisedService: 0x180D)
    expect(state.generation, equals: .unknown)
    state.observe(advertisedService: 0xAA80)
    expect(state.generation, equals: .cc2650)
  }

  @Test func modelAndLengths() {
    var state = DeviceState()
    state.observe(characteristic: 0x2A24, value: "CC2650 SensorTag".rawBytes, kind: .read)
    expect(state.generation, equals: .cc2650)
    expect(DeviceState().observing(0xAA41, "680900 5d8a01", .notified).generation, equals: .cc2650)
    expect(DeviceState().observing(0xAA41, "680900 5d", .notified).generation, equals: .unknown)
    let movement = String(repeating: "00", count: 18)
    expect(DeviceState().observing(0xAA81, movement, .notified).generation, equals: .cc2650)
    let calibration = String(repeating: "01", count: 16)
    expect(DeviceState().observing(0xAA43, calibration).generation, equals: .cc2541)
  }

  @Test func aServiceCountsMoreThanAName() {
    var state = DeviceState.cc2650
    state.observe(name: "SensorTag".rawBytes)
    expect(state.generation, equals: .cc2650)
    var named = DeviceState()
    named.observe(name: "SensorTag".rawBytes)
    named.observe(service: BluetoothUUID(sensorTag: 0xAA70))
    expect(named.generation, equals: .cc2650)
  }

  @Test(arguments: [
    ("1.4 (Jul 12 2013)", 140), ("1.5 (Oct 23 2013)", 150), ("1.01 (Mar 13 2015)", 101),
    ("0.89", 89), ("2", 200), ("1.5.1", 150), ("1.999", 199), ("12.", 1200),
  ])
  func firmwareRevisions(_ text: String, _ hundredths: Int) {
    expect(DeviceState().firmware(text).firmware?.hundredths, equals: hundredths)
  }

  @Test(arguments: ["", "V1.3", ".5", "99999999999999999999", "\0"])
  func whatIsNoRevision(_ text: String) {
    expect(DeviceState().firmware(text).firmware == nil)
  }
}
