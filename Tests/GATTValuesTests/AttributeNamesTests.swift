import ATTDissector
import TestSupport
import Testing

@testable import GATTValues

@Suite struct AttributeNamesTests {
  private func uuids(_ texts: String...) throws -> Set<BluetoothUUID> {
    Set(try texts.map { try #require(BluetoothUUID(text: $0)) })
  }

  @Test func wholeNamesInAnyCase() throws {
    try expect(AttributeNames.uuids("HEART RATE MEASUREMENT"), equals: uuids("2A37"))
    try expect(AttributeNames.uuids("heart rate"), equals: uuids("180D"))
    try expect(AttributeNames.uuids("2a37"), equals: uuids("2A37"))
    try expect(AttributeNames.uuids("CCCD"), equals: uuids("2902", "CCCD"))
    try expect(
      AttributeNames.uuids("Movement Data"), equals: uuids("F000AA81-0451-4000-B000-000000000000"))
    try expect(AttributeNames.uuids("primary service"), equals: uuids("2800"))
    try expect(
      AttributeNames.uuids("Nordic UART Service"),
      equals: uuids("6E400001-B5A3-F393-E0A9-E50E24DCCA9E"))
    try expect(AttributeNames.uuids("google llc").isSuperset(of: uuids("FD36")))
    expect(AttributeNames.uuids("Heart").isEmpty)
    expect(AttributeNames.uuids("").isEmpty)
    expect(AttributeNames.similar(to: "heart rate measurment"), equals: ["Heart Rate Measurement"])
  }

  @Test func namesOfAllDeclarations() {
    for target in BuiltInDeclarations.targets {
      guard case .characteristic(let uuid) = target else { continue }
      for case let name? in BuiltInDeclarations.titles(for: target).map(\.name) {
        expect(AttributeNames.uuids(name.uppercased()).contains(uuid), "\(name)")
      }
    }
  }

  /// A file of rules has thousands of names: the declarations are not read for each.
  @Test func manyNames() throws {
    let wanted = try uuids("2A37")
    let found = expect(processorSeconds: 60) {
      (0..<20_000).allSatisfy { _ in AttributeNames.uuids("Heart Rate Measurement") == wanted }
    }
    expect(found)
  }
}
