import ATTDissector
import TestSupport
import Testing

struct ATTOpcodeTests {
  /// Vol 3, Part F, table 3.43 as a whole: number, name, role, leading handle.
  static let table: [(UInt8, String, ATTOpcode.Role, Bool)] = [
    (0x01, "Error Response", .response, false),
    (0x02, "Exchange MTU Request", .request, false),
    (0x03, "Exchange MTU Response", .response, false),
    (0x04, "Find Information Request", .request, false),
    (0x05, "Find Information Response", .response, false),
    (0x06, "Find By Type Value Request", .request, false),
    (0x07, "Find By Type Value Response", .response, false),
    (0x08, "Read By Type Request", .request, false),
    (0x09, "Read By Type Response", .response, false),
    (0x0A, "Read Request", .request, true),
    (0x0B, "Read Response", .response, false),
    (0x0C, "Read Blob Request", .request, true),
    (0x0D, "Read Blob Response", .response, false),
    (0x0E, "Read Multiple Request", .request, false),
    (0x0F, "Read Multiple Response", .response, false),
    (0x10, "Read By Group Type Request", .request, false),
    (0x11, "Read By Group Type Response", .response, false),
    (0x12, "Write Request", .request, true),
    (0x13, "Write Response", .response, false),
    (0x16, "Prepare Write Request", .request, true),
    (0x17, "Prepare Write Response", .response, true),
    (0x18, "Execute Write Request", .request, false),
    (0x19, "Execute Write Response", .response, false),
    (0x1B, "Handle Value Notification", .notification, true),
    (0x1D, "Handle Value Indication", .indication, true),
    (0x1E, "Handle Value Confirmation", .confirmation, false),
    (0x20, "Read Multiple Variable Request", .request, false),
    (0x21, "Read Multiple Variable Response", .response, false),
    (0x23, "Multiple Handle Value Notification", .notification, false),
    (0x52, "Write Command", .command, true),
    (0xD2, "Signed Write Command", .command, true),
  ]

  @Test func theTableAsAWhole() {
    for number in UInt8.min...UInt8.max {
      let opcode = ATTOpcode(rawValue: number)
      guard let row = Self.table.first(where: { $0.0 == number }) else {
        expect(opcode.name == nil)
        expect(opcode.role, equals: .unknown)
        expect(!opcode.hasLeadingHandle)
        expect(opcode.request == nil)
        expect(opcode.isFromClient, equals: (number & 0x40 != 0))
        continue
      }
      expect(opcode.name?.description, equals: row.1)
      expect(opcode.role, equals: row.2, "\(row)")
      expect(opcode.hasLeadingHandle, equals: row.3, "\(row)")
      switch row.2 {
      case .request, .command, .confirmation: expect(opcode.isFromClient)
      default: expect(!opcode.isFromClient)
      }
    }
  }

  @Test func everyResponseAnswersTheRequestOfItsName() {
    for (number, name, role, _) in Self.table {
      let request = ATTOpcode(rawValue: number).request
      guard role == .response, number != 0x01 else {
        expect(request == nil)
        continue
      }
      expect(request?.role, equals: .request)
      expect(
        request?.name?.description,
        equals: String(name.dropLast("Response".count)) + "Request")
    }
  }

  @Test func whatRequestsAreFor() {
    for number in UInt8.min...UInt8.max {
      let opcode = ATTOpcode(rawValue: number)
      switch opcode.role {
      case .request: expect(opcode.purpose != .other && opcode.purpose != .command, "\(number)")
      case .command: expect(opcode.purpose, equals: .command, "\(number)")
      default: expect(opcode.purpose, equals: .other, "\(number)")
      }
      expect(opcode.asksForRange, equals: [0x04, 0x06, 0x08, 0x10].contains(number), "\(number)")
    }
    expect(ATTOpcode.readBlobRequest.purpose, equals: .read)
    expect(ATTOpcode.readMultipleVariableRequest.purpose, equals: .read)
    expect(ATTOpcode.executeWriteRequest.purpose, equals: .write)
    expect(ATTOpcode.findByTypeValueRequest.purpose, equals: .discovery)
  }
}
