import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// Requests of which the capture holds the begin alone.
struct ATTCutRequestTests {
  @Test(
    arguments: [
      ("10 0100 ffff 00", 0x2800), ("10 0100 ffff 01", 0x2801), ("10 0100 ffff 02", nil),
      ("06 0100 ffff 00", 0x2800), ("06 0100 ffff 03", nil), ("08 0100 ffff 03", 0x2803),
      ("08 0100 ffff 02", 0x2802), ("08 0100 ffff 00", nil), ("08 0100 ffff 37", nil),
      ("08 0100 ffff", nil), ("06 0100 ffff", nil), ("10 0100 ffff", nil),
      ("08 0100 ffff 0328", 0x2803), ("08 0100 ffff 0328 00", nil),
    ] as [(String, UInt16?)])
  func theTypeIsThatOfADiscovery(hex: String, type: UInt16?) throws {
    let pdu = try ATTPDU(wire(hex).rawBytes, isCut: true)
    expect(pdu.type?.short, equals: type)
    expect(pdu.handle, equals: 1)
    expect(pdu.endHandle, equals: 0xFFFF)
  }

  @Test func otherPartsAreStillNeeded() {
    for hex in ["08 0100 ff", "10 01", "06", "12 03", "0c 0300 16"] {
      #expect(throws: ByteError.self) { try ATTPDU(wire(hex).rawBytes, isCut: true) }
    }
  }
}
