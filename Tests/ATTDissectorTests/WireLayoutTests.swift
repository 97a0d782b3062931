import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// The layouts as a whole.
@Suite struct WireLayoutTests {
  /// The commands of the test protocol are shown as hex.
  private static let withoutLayout: Set<UInt16> = [0x209F, 0x20A0]

  @Test func everyLowEnergyCommandHasALayout() {
    for opcode in UInt16(0x2000)...0x23FF where !Self.withoutLayout.contains(opcode) {
      let isNamed = HCICommandRows.row(opcode)?.name != nil
      expect((HCICommandRows.row(opcode)?.parameters != nil), equals: isNamed, "opcode \(opcode)")
    }
  }

  @Test func everyLowEnergyEventHasALayout() {
    for subevent in UInt8.min...UInt8.max where subevent != 0x36 {
      let isNamed = LEMetaEventRows.row(subevent)?.name != nil
      expect(
        (LEMetaEventRows.row(subevent)?.parameters != nil), equals: isNamed, "subevent \(subevent)")
    }
  }

  /// Each command is of one bit, and has a name; all LE commands are of one.
  @Test func supportedCommands() {
    let opcodes = (0..<512).compactMap(SupportedCommands.opcode)
    expect(Set(opcodes).count, equals: opcodes.count)
    for opcode in opcodes { expect(HCICommandRows.row(opcode) != nil, "opcode \(opcode)") }
    for opcode in UInt16(0x2000)...0x23FF where HCICommandRows.row(opcode) != nil {
      expect(opcodes.contains(opcode), "opcode \(opcode)")
    }
    expect(SupportedCommands.opcode(-1) == nil && SupportedCommands.opcode(512) == nil)
  }

  @Test func returnParametersBeginWithTheStatus() {
    for opcode in UInt16.min...UInt16.max {
      guard let layout = HCICommandRows.row(opcode)?.returned else { continue }
      expect(layout.first?.0.description, equals: "Status", "opcode \(opcode)")
    }
  }

  /// Commands that are answered with Command Status have no return parameters; every other LE
  /// command has a layout for them.
  @Test func returnParametersOfLowEnergyCommands() {
    let answeredByStatus: Set<UInt16> = [
      0x200D, 0x2013, 0x2016, 0x2019, 0x2025, 0x2026, 0x2032, 0x2043, 0x2044, 0x205E, 0x2064,
      0x2066, 0x2068, 0x2069, 0x206A, 0x206B, 0x206D, 0x2077, 0x207E, 0x2085, 0x2088, 0x208A,
      0x208C, 0x208E, 0x2090, 0x2091, 0x2094, 0x2096, 0x209D, 0x20A1,
    ]
    for opcode in UInt16(0x2000)...0x23FF where !Self.withoutLayout.contains(opcode) {
      guard let name = HCICommandRows.row(opcode)?.name else { continue }
      let hasLayout = HCICommandRows.row(opcode)?.returned != nil
      expect(hasLayout != answeredByStatus.contains(opcode), "\(name)")
    }
  }

  /// What each layout takes, against the lengths that the specification gives.
  @Test(arguments: [
    (UInt16(0x0406), 3), (0x0C01, 8), (0x0C13, 248), (0x2005, 6), (0x2006, 15), (0x200B, 7),
    (0x200C, 2), (0x200D, 25), (0x2013, 14), (0x2014, 5), (0x2017, 32), (0x2019, 28),
    (0x2020, 14), (0x2022, 6), (0x2027, 39), (0x2032, 7), (0x2036, 25), (0x207F, 27),
    (0x203E, 7), (0x2086, 12), (0x2042, 6), (0x2044, 14), (0x204E, 8), (0x205C, 8), (0x2068, 31),
    (0x2069, 36), (0x207E, 12), (0x2090, 28), (0x2093, 23), (0x208F, 74), (0x20A1, 20),
  ])
  func lengthsOfParameters(opcode: UInt16, length: Int) {
    let packet = [UInt8(opcode & 0xFF), UInt8(opcode >> 8), UInt8(length)]
    let whole = TreeEntry.command.dissect(packet + [UInt8](repeating: 0, count: length))
    expect(!whole.isTruncated && !whole.hasFurtherBytes, "\(whole.text)")
    let short = TreeEntry.command.dissect(packet + [UInt8](repeating: 0, count: length - 1))
    expect(short.isTruncated)
  }

  @Test(arguments: [
    (UInt8(0x01), 18), (0x03, 9), (0x04, 11), (0x05, 12), (0x06, 10), (0x07, 10), (0x08, 65),
    (0x09, 33), (0x0A, 30), (0x29, 33), (0x0C, 5), (0x0E, 15), (0x24, 19), (0x10, 2), (0x12, 5),
    (0x13, 8), (0x14, 3), (0x18, 19), (0x26, 23), (0x19, 28), (0x2A, 42), (0x1A, 6), (0x1C, 2),
    (0x1F, 4), (0x20, 4), (0x21, 8), (0x22, 19), (0x23, 11), (0x2D, 75), (0x2F, 33), (0x30, 21),
    (0x35, 9),
  ])
  func lengthsOfLowEnergyEvents(subevent: UInt8, length: Int) {
    let packet = [0x3E, UInt8(length + 1), subevent] + [UInt8](repeating: 0, count: length)
    let whole = TreeEntry.event.dissect(packet)
    expect(!whole.isTruncated && !whole.hasFurtherBytes, "\(whole.text)")
    expect(TreeEntry.event.dissect([UInt8](packet.dropLast())).isTruncated)
  }
}
