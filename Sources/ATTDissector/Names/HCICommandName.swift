/// The specification's names of HCI commands.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.1 to 7.8; names of commands that
/// later versions withdrew are those of the last version that had them.
package enum HCICommandName {
  /// The opcode group of vendor commands.
  package static let vendorGroup: UInt16 = 0x3F

  /// - Parameter opcode: OGF in the upper 6 bits, OCF in the lower 10.
  /// - Returns: `nil` for a reserved opcode and for every vendor command.
  package static func name(opcode: UInt16) -> StaticString? {
    switch opcode >> 10 {
    case 0x01: linkControl(opcode)
    case 0x02: linkPolicy(opcode)
    case 0x03: controllerAndBaseband(opcode)
    case 0x04: informational(opcode)
    case 0x05: status(opcode)
    case 0x06: testing(opcode)
    case 0x08: lowEnergy(opcode)
    default: opcode == 0 ? "NOP" : nil
    }
  }
}
