import ATTDissector
import Bytes

/// The commands of this host that the session does not follow.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.1 to 7.8.
extension HCIOpcode {
  static let setEventMask = HCIOpcode(rawValue: 0x0C01)
  static let leSetEventMask = HCIOpcode(rawValue: 0x2001)
  static let leReadLocalSupportedFeatures = HCIOpcode(rawValue: 0x2003)
  static let leLongTermKeyRequestNegativeReply = HCIOpcode(rawValue: 0x201B)
  static let leRemoteConnectionParameterRequestReply = HCIOpcode(rawValue: 0x2020)
  static let leWriteSuggestedDefaultDataLength = HCIOpcode(rawValue: 0x2024)
}

/// A command that waits for its turn, or for its answer.
struct HostCommand {
  var opcode: HCIOpcode
  var parameters: [UInt8]
  /// Nothing works without it.
  var isVital = false

  /// Whether it turns advertising off.
  var endsAdvertising: Bool {
    (opcode == .leSetAdvertisingEnable || opcode == .leSetExtendedAdvertisingEnable)
      && parameters.first == 0
  }

  /// Whether it ends this link.
  func ends(_ handle: UInt16) -> Bool {
    opcode == .disconnect && parameters.starts(with: [UInt8(handle & 0xFF), UInt8(handle >> 8)])
  }

  /// With its H4 indicator.
  var packet: [UInt8] {
    var packet = [H4Indicator.command.rawValue]
    packet.append(opcode.rawValue)
    packet.append(UInt8(truncatingIfNeeded: parameters.count))
    return packet + parameters
  }

  /// `LE Set Random Address (2005)`.
  var name: String {
    let number = String(upperHex: opcode.rawValue, digits: 4)
    return HCICommandName.name(opcode: opcode.rawValue).map { "\($0) (\(number))" }
      ?? "command \(number)"
  }
}
