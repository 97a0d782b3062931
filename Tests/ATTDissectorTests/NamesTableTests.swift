import TestSupport
import Testing

@testable import ATTDissector

/// Every table as a whole: how many names, no name twice, nothing where nothing may be.
@Suite struct NamesTableTests {
  private func names<Key>(_ keys: some Sequence<Key>, _ name: (Key) -> StaticString?) -> [String] {
    keys.compactMap { name($0)?.description }
  }

  private func expectTable(_ names: [String], count: Int) {
    expect(names.count, equals: count, "names; a row that is meant changes the count in this file")
    expect(Set(names).count, equals: names.count, "a name stands for two numbers")
    for name in names {
      expect(!name.isEmpty)
      expect(name.first != " " && name.last != " ")
      expect(!name.contains("  "))
      expect(name.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
  }

  @Test(arguments: [
    (UInt16(0x01), 54), (0x02, 14), (0x03, 108), (0x04, 13), (0x05, 12), (0x06, 8), (0x08, 164),
  ])
  func commandsOfAGroup(group: UInt16, count: Int) {
    let opcodes = (0..<UInt16(0x400)).map { group << 10 | $0 }
    expectTable(names(opcodes) { HCICommandName.name(opcode: $0) }, count: count)
  }

  /// The masks of events go on, one after the other.
  @Test func noEventHasTwoBits() {
    let masks = [WireFlags.eventMask, .eventMaskPage2]
    let events = masks.flatMap { mask in names(0..<64) { mask.name(of: $0) } }
    expect(Set(events).count, equals: events.count)
    expect(events.contains("Physical Link Complete") && events.contains("LE Meta"))
  }

  @Test func noNameOutsideOfTheGroups() {
    let known: Set<UInt16> = [1, 2, 3, 4, 5, 6, 8]
    for opcode in UInt16.min...UInt16.max where !known.contains(opcode >> 10) && opcode != 0 {
      expect(HCICommandName.name(opcode: opcode) == nil)
    }
  }

  @Test func noCommandNameStandsTwice() {
    let all = names(UInt16.min...UInt16.max) { HCICommandName.name(opcode: $0) }
    expect(Set(all).count, equals: all.count)
  }

  @Test func otherTables() {
    let all = UInt8.min...UInt8.max
    expectTable(names(all) { HCIEventRows.row($0)?.name }, count: 79)
    expectTable(names(all) { LEMetaEventRows.row($0)?.name }, count: 0x38)
    expectTable(names(all) { HCIStatusName.name(of: $0) }, count: 70)
    expectTable(names(all) { L2CAPSignalName.name(code: $0) }, count: 0x1A)
    expectTable(names(all) { ADTypeName.name(type: $0) }, count: 50)
    expectTable(names(all) { SMPName.command($0) }, count: 0x0E)
    expectTable(names(all) { SMPName.failure($0) }, count: 0x0F)
    expectTable(names(all) { SMPName.ioCapability($0) }, count: 5)
    expectTable(names(0...0x7F) { ATTErrorName.name(of: $0) }, count: 0x13)
    expectTable(names(0xA0...0xFF) { ATTErrorName.name(of: $0) }, count: 4)
    for code in UInt8(0x80)...0x9F {
      expect(ATTErrorName.name(of: code)?.description, equals: "Application Error")
    }
    expectTable(names(UInt16.min...UInt16.max) { MonitorOpcodeName.name(of: $0) }, count: 22)
    expectTable(names(UInt16.min...UInt16.max) { L2CAPChannelName.name(cid: $0) }, count: 8)
  }

  @Test func rangesWithoutAGap() {
    for subevent in UInt8(0x01)...0x38 { expect(LEMetaEventRows.row(subevent)?.name != nil) }
    for opcode in UInt16(0x2005)...0x20A3 { expect(HCICommandName.name(opcode: opcode) != nil) }
    let reserved: Set<UInt8> = [0x2B, 0x31, 0x33]
    for code in UInt8(0)...0x48 {
      expect((HCIStatusName.name(of: code) == nil), equals: reserved.contains(code), "\(code)")
    }
  }

  @Test(arguments: [
    (UInt16(0x0406), "Disconnect"), (0x080B, "Switch Role"), (0x0C03, "Reset"),
    (0x1009, "Read BD_ADDR"), (0x1405, "Read RSSI"), (0x1802, "Write Loopback Mode"),
    (0x200C, "LE Set Scan Enable"), (0x2043, "LE Extended Create Connection"),
    (0x2064, "LE Create CIS"), (0x2089, "LE CS Read Local Supported Capabilities"),
  ])
  func knownCommands(opcode: UInt16, name: String) {
    expect(HCICommandName.name(opcode: opcode)?.description, equals: name)
  }

  @Test(arguments: [
    (UInt8(0x08), "Connection Timeout"), (0x13, "Remote User Terminated Connection"),
    (0x16, "Connection Terminated By Local Host"), (0x3B, "Unacceptable Connection Parameters"),
    (0x3D, "Connection Terminated due to MIC Failure"),
    (0x3E, "Connection Failed to be Established"),
  ])
  func knownStatus(code: UInt8, name: String) {
    expect(HCIStatusName.name(of: code)?.description, equals: name)
  }

  @Test func othersThatAreKnown() {
    expect(HCIEventRows.row(0x3E)?.name.description, equals: "LE Meta")
    expect(LEMetaEventRows.row(0x0C)?.name.description, equals: "LE PHY Update Complete")
    expect(MonitorOpcodeName.name(of: 12)?.description, equals: "System Note")
    expect(
      L2CAPSignalName.name(code: 0x12)?.description, equals: "Connection Parameter Update Request")
    expect(L2CAPChannelName.name(cid: 4)?.description, equals: "Attribute Protocol")
    expect(ADTypeName.name(type: 0xFF)?.description, equals: "Manufacturer Specific Data")
    expect(ADTypeName.name(type: 0x3D)?.description, equals: "3D Information Data")
    expect(SMPName.command(0x0D)?.description, equals: "Pairing DHKey Check")
    expect(SMPName.failure(0x0F)?.description, equals: "Key Rejected")
    expect(ATTErrorName.name(of: 0x0A)?.description, equals: "Attribute Not Found")
    expect(HCICommandName.name(opcode: 0xFC01) == nil)
    expect(HCICommandName.name(opcode: 0x2004) == nil)
  }
}
