import Bytes
import TestSupport
import Testing

@testable import ATTDissector

struct AdvertisingReportTests {
  @Test func legacy() throws {
    let report = try parse("00 01 9e8d7c6b5ad8 03 020106 c4") { c throws(ByteError) in
      try AdvertisingReport(legacy: &c)
    }
    expect(report.type.name.description, equals: "ADV_IND")
    expect(report.address, equals: sampleAddress)
    expect(report.data, equals: 9..<12)
    expect(report.rssi, equals: -60)
    expect(report.status, equals: .complete)
  }

  @Test func severalFollowOneAnother() throws {
    let bytes = wire("00 01 9e8d7c6b5ad8 01 aa c4" + "04 01 9e8d7c6b5ad8 00 7f")
    var cursor = ByteCursor(bytes.rawBytes)
    let first = try AdvertisingReport(legacy: &cursor)
    let second = try AdvertisingReport(legacy: &cursor)
    expect(first.data, equals: 9..<10)
    expect(second.data.isEmpty)
    expect(second.rssi, equals: 127)
    let atEnd = cursor.isAtEnd
    expect(atEnd)
  }

  @Test func directed() throws {
    let report = try parse("01 01 9e8d7c6b5ad8 fe a1a2a3a4a545 c4") { c throws(ByteError) in
      try AdvertisingReport(directed: &c)
    }
    expect(report.type.name.description, equals: "ADV_DIRECT_IND")
    expect(report.data.isEmpty)
    expect(report.rssi, equals: -60)
  }

  @Test func extended() throws {
    let report = try parse(
      "2100 01 9e8d7c6b5ad8 01 02 05 f8 c4 0600 00 000000000000 02 0106"
    ) { c throws(ByteError) in try AdvertisingReport(extended: &c) }
    expect(report.type.name.description, equals: "AUX_ADV_IND")
    expect(report.type.isConnectable)
    expect(report.status, equals: .incomplete)
    expect(report.set, equals: 5)
    expect(report.primaryPHY, equals: 1)
    expect(report.secondaryPHY, equals: 2)
    expect(report.txPower, equals: -8)
    expect(report.rssi, equals: -60)
    expect(report.data, equals: 24..<26)
  }

  @Test(arguments: [
    ("0000", AdvertisingReport.DataStatus.complete), ("2000", .incomplete), ("4000", .truncated),
    ("6000", .truncated),
  ]) func dataStatus(bits: String, status: AdvertisingReport.DataStatus) throws {
    let report = try parse(
      bits + "ff 9e8d7c6b5ad8 01 00 ff 7f c4 0000 00 000000000000 00"
    ) { c throws(ByteError) in try AdvertisingReport(extended: &c) }
    expect(report.status, equals: status)
    expect(report.address == nil)
    expect(report.set == nil)
    expect(report.txPower, equals: 127)
  }

  /// As the controllers of iPhones and of some Linux computers report them.
  @Test func theUpperHalfOfATypeIsNotPartOfIt() throws {
    for (type, name) in [
      (0x20, "ADV_IND"), (0x90, "ADV_IND"), (0x24, "SCAN_RSP"), (0x13, "ADV_NONCONN_IND"),
      (0x05, "reserved"), (0x25, "reserved"),
    ] as [(UInt8, String)] {
      expect(AdvertisingType(reported: type).name.description, equals: name)
      let word = WireEnumeration.advertisingReportType.name(of: UInt64(type))
      expect(word?.description ?? "reserved", equals: name)
    }
  }

  /// An RSSI is at most 20 dBm.
  @Test(arguments: [("14", 20), ("15", 127), ("1b", 127), ("7f", 127), ("81", -127)])
  func strengthsThatAreNone(octet: String, rssi: Int8) throws {
    let report = try parse("00 01 9e8d7c6b5ad8 00 " + octet) { c throws(ByteError) in
      try AdvertisingReport(legacy: &c)
    }
    expect(report.rssi, equals: rssi)
  }

  @Test func legacyTypesAreTheExtendedOnes() {
    let names = (0...5 as ClosedRange<UInt8>).map { AdvertisingType(legacy: $0).name.description }
    expect(
      names,
      equals: [
        "ADV_IND", "ADV_DIRECT_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "SCAN_RSP", "reserved",
      ])
    // Vol 4, Part E, table 7.1: the event types of legacy PDUs in extended reports.
    let bits: [(UInt16, String, Bool)] = [
      (0x13, "ADV_IND", true), (0x15, "ADV_DIRECT_IND", true), (0x12, "ADV_SCAN_IND", false),
      (0x10, "ADV_NONCONN_IND", false), (0x1B, "SCAN_RSP", true), (0x1A, "SCAN_RSP", false),
      (0x08, "AUX_SCAN_RSP", false), (0x01, "AUX_ADV_IND", true), (0x04, "AUX_ADV_IND", false),
    ]
    for (bits, name, isConnectable) in bits {
      let type = AdvertisingType(extended: bits)
      expect(type.name.description, equals: name)
      expect(type.isConnectable, equals: isConnectable)
      expect(type.isLegacy, equals: (bits >= 0x10))
    }
    for type in UInt8.min...UInt8.max {
      expect(!AdvertisingType(legacy: type).name.description.isEmpty)
    }
  }
}

struct ADStructureTests {
  private func walk(_ hex: String) -> [String] {
    let bytes = wire(hex)
    var walk = ADStructures()
    var out: [String] = []
    while let structure = walk.next(in: bytes.rawBytes) {
      let data = bytes[structure.data].map { String($0, radix: 16) }.joined(separator: ".")
      out.append("\(structure.kind.rawValue):\(data)\(structure.isCut ? " cut" : "")")
    }
    return out
  }

  @Test func structures() {
    expect(walk("020106 0303 0d18 0209 41"), equals: ["1:6", "3:d.18", "9:41"])
  }

  @Test func zeroLengthEndsThem() {
    expect(walk("020106 00 020105"), equals: ["1:6"])
    expect(walk("00"), equals: [])
    expect(walk(""), equals: [])
  }

  @Test func cut() {
    expect(walk("020106 09 09 4142"), equals: ["1:6", "9:41.42 cut"])
    expect(walk("05"), equals: [])
    expect(walk("05 ff"), equals: ["255: cut"])
    expect(walk("ff"), equals: [])
  }

  @Test func empty() {
    expect(walk("01ff 020106"), equals: ["255:", "1:6"])
  }

  @Test func everyKindHasOneMeaning() {
    for number in UInt8.min...UInt8.max {
      let kind = ADStructure.Kind(rawValue: number)
      expect(kind.serviceUUIDSize == nil || kind.serviceDataUUIDSize == nil)
    }
    expect(ADStructure.Kind.completeServiceUUIDs128.serviceUUIDSize, equals: 16)
    expect(ADStructure.Kind.completeServiceUUIDs32.serviceUUIDSize, equals: 4)
    expect(ADStructure.Kind.incompleteServiceUUIDs16.serviceUUIDSize, equals: 2)
    expect(ADStructure.Kind.serviceData32.serviceDataUUIDSize, equals: 4)
    expect(ADStructure.Kind.serviceData128.serviceDataUUIDSize, equals: 16)
  }

  @Test func lists() {
    var found: [String] = []
    let bytes = wire("0d18 0f18 0a")
    ADStructures.uuids(in: bytes.rawBytes, size: 2) { found.append($0.description) }
    expect(found, equals: ["180D", "180F"])
    ADStructures.uuids(in: bytes.rawBytes, size: 16) { _ in Issue.record("too short") }
    ADStructures.uuids(in: bytes.rawBytes, size: 0) { _ in Issue.record("no size") }
  }
}
