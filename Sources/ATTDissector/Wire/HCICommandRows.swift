/// HCI commands.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.1 to 7.8; withdrawn commands are from
/// the last version that had them.
enum HCICommandRows: WireRows {
  /// - Parameter opcode: OGF in the upper 6 bits, OCF in the lower 10.
  /// - Returns: `nil` for a reserved opcode and for every vendor command.
  static func row(_ opcode: UInt16) -> WireRow? {
    switch opcode >> 10 {
    case 0x01: linkControl(opcode)
    case 0x02: linkPolicy(opcode)
    case 0x03: controllerAndBaseband(opcode)
    case 0x04: informational(opcode)
    case 0x05: statusParameters(opcode)
    case 0x06: testing(opcode)
    case 0x08:
      switch opcode {
      case ...0x2034: lowEnergy(opcode)
      case ...0x204E: extendedAdvertising(opcode)
      case ...0x205F: directionFinding(opcode)
      case ...0x2075: isochronous(opcode)
      case ...0x2087: powerControl(opcode)
      default: channelSounding(opcode)
      }
    default: opcode == 0 ? WireRow("NOP") : nil
    }
  }
}
