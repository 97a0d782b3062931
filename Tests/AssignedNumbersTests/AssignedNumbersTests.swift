import TestSupport
import Testing

@testable import AssignedNumbers

/// A UUID on the Bluetooth base.
private func sig(_ short: UInt16) -> UInt128 {
  UInt128(short) << 96 | 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
}

/// A UUID on Texas Instruments' base.
private func sensorTag(_ short: UInt16) -> UInt128 {
  UInt128(short) << 96 | 0xF000_0000_0451_4000_B000_0000_0000_0000
}

@Suite struct AssignedNumbersTests {
  @Test(arguments: [
    (0x1800, "Generic Access"), (0x180A, "Device Information"), (0x180D, "Heart Rate"),
    (0x180F, "Battery"), (0x1805, "Current Time"), (0x1855, "Telephony and Media Audio"),
    (0x1859, "Mesh Proxy Solicitation"),
    (0x185A, "Industrial Measurement Device"), (0x185B, "Ranging"),
    (0x1860, "Tire Pressure Monitoring System"),
    (0xFEAA, "Eddystone"), (0xFD36, "Google LLC"),
    (0xFE59, "Secure DFU Service"), (0xFFFE, "Wireless Power Transfer"),
  ])
  func namesServices(short: UInt16, name: String) {
    expect(AssignedNumbers.service(sig(short)), equals: name)
    expect(AssignedNumbers.attribute(sig(short)), equals: name)
    expect(AssignedNumbers.characteristic(sig(short)) == nil)
    expect(AssignedNumbers.descriptor(sig(short)) == nil)
  }

  @Test(arguments: [
    (0x2A00, "Device Name"), (0x2A19, "Battery Level"), (0x2A37, "Heart Rate Measurement"),
    (0x2A38, "Body Sensor Location"), (0x2A29, "Manufacturer Name String"),
    (0x2C1A, "Coordinated Set Name"), (0x2B02, "Mass Flow"), (0x2BF5, "LE GATT Security Levels"),
  ])
  func namesCharacteristics(short: UInt16, name: String) {
    expect(AssignedNumbers.characteristic(sig(short)), equals: name)
    expect(AssignedNumbers.attribute(sig(short)), equals: name)
    expect(AssignedNumbers.service(sig(short)) == nil)
  }

  /// FFE0 and FFF0 are in modules and examples of all makers.
  @Test(arguments: [0xFFE0, 0xFFE5, 0xFFEF, 0xFFF0, 0xFFF5])
  func whatAnybodyUsesHasNoName(short: UInt16) {
    expect(AssignedNumbers.service(sig(short)) == nil)
    expect(AssignedNumbers.attribute(sig(short)) == nil)
    expect(AssignedNumbers.attributeName(sig(short)) == nil)
  }

  @Test(arguments: [
    (0x2900, "Characteristic Extended Properties"), (0x2901, "Characteristic User Description"),
    (0x2902, "Client Characteristic Configuration"), (0x2908, "Report Reference"),
    (0x290F, "Complete BR-EDR Transport Block Data"),
  ])
  func namesDescriptors(short: UInt16, name: String) {
    expect(AssignedNumbers.descriptor(sig(short)), equals: name)
    expect(AssignedNumbers.attribute(sig(short)), equals: name)
  }

  @Test(arguments: [
    (0x2800, "Primary Service"), (0x2801, "Secondary Service"), (0x2802, "Include"),
    (0x2803, "Characteristic"),
  ])
  func namesDeclarations(short: UInt16, name: String) {
    expect(AssignedNumbers.attribute(sig(short)), equals: name)
    expect(AssignedNumbers.descriptor(sig(short)) == nil)
  }

  @Test func namesLongUUIDs() {
    let uart: UInt128 = 0x6E40_0001_B5A3_F393_E0A9_E50E_24DC_CA9E
    expect(AssignedNumbers.service(uart), equals: "Nordic UART Service")
    expect(AssignedNumbers.characteristic(uart) == nil)
    expect(AssignedNumbers.characteristic(uart + (1 << 96)), equals: "UART RX Characteristic")
    expect(AssignedNumbers.attribute(uart + (2 << 96)), equals: "UART TX Characteristic")
    expect(
      AssignedNumbers.service(sensorTag(0xFFC0)),
      equals: "Texas Instruments Over-the-Air Download (OAD) Service")
  }

  @Test(arguments: [
    (0xAA00, "IR Temperature"), (0xAA64, "IO"), (0xCCC0, "Connection Control"),
  ])
  func namesSensorTagServices(short: UInt16, name: String) {
    expect(AssignedNumbers.service(sensorTag(short)), equals: name)
  }

  @Test(arguments: [
    (0xAA01, "IR Temperature Data"), (0xAA22, "Humidity Configuration"),
    (0xAA43, "Barometer Calibration"), (0xAA44, "Barometer Period"), (0xAA65, "IO Data"),
    (0xAA83, "Movement Period"), (0xCCC3, "Request Disconnect"),
  ])
  func namesSensorTagCharacteristics(short: UInt16, name: String) {
    expect(AssignedNumbers.characteristic(sensorTag(short)), equals: name)
  }

  @Test(arguments: [
    (0, "Ericsson AB"), (0x000D, "Texas Instruments Inc."), (0x004C, "Apple, Inc."),
    (0x0059, "Nordic Semiconductor ASA"), (0x0225, "Nestlé Nespresso S.A."),
    (0x024F, "Schneider Schreibgeräte GmbH"), (0x0370, "Wazombi Labs OÜ"),
  ])
  func namesCompanies(identifier: UInt16, name: String) {
    expect(AssignedNumbers.company(identifier), equals: name)
  }

  @Test(arguments: [
    (0x0000, "Unknown"), (0x0040, "Generic Phone"), (0x00C2, "Watch: Smartwatch"),
    (0x0340, "Generic Heart Rate Sensor"), (0x0341, "Heart Rate Sensor: Heart Rate Belt"),
    (0x0342, "Heart Rate Sensor"), (0x037F, "Heart Rate Sensor"),
    (0x03C1, "Human Interface Device: Keyboard"), (0x0084, "Computer: Handheld PC/PDA"),
    (0x0442, "Running Walking Sensor: On-Shoe Running Walking Sensor"),
    (0x1444, "Outdoor Sports Activity: Location and Navigation Pod"), (0x0001, "Unknown"),
  ])
  func namesAppearances(code: UInt16, name: String) {
    expect(AssignedNumbers.appearance(code), equals: name)
  }

  @Test func hasNoNameForWhatIsNotAssigned() {
    for short: UInt16 in [0, 0x17FF, 0x18FF, 0x2804, 0x2FFF, 0xFFFF] {
      expect(AssignedNumbers.attribute(sig(short)) == nil)
    }
    // 0x0001180F on the base is another UUID than 0x180F.
    expect(AssignedNumbers.attribute(sig(0x180F) + (1 << 112)) == nil)
    expect(AssignedNumbers.attribute(0x180F) == nil)
    expect(AssignedNumbers.attribute(0) == nil)
    expect(AssignedNumbers.attribute(.max) == nil)
    expect(AssignedNumbers.company(0xFFFE) == nil)
    expect(AssignedNumbers.company(0x0CBE) == nil)
    expect(AssignedNumbers.company(0x0418) == nil)
    expect(AssignedNumbers.appearance(0xFFFF) == nil)
    expect(AssignedNumbers.appearance(0x0B00) == nil)
  }
}
