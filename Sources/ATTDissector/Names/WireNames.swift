/// The specification's names of wire units, and other public parts of their rows.

package enum HCICommandName {
  /// - Parameter opcode: OGF in the upper 6 bits, OCF in the lower 10.
  /// - Returns: `nil` for a reserved opcode and for every vendor command.
  package static func name(opcode: UInt16) -> StaticString? { HCICommandRows.row(opcode)?.name }
}

package enum L2CAPSignalName {
  /// - Returns: `nil` for a reserved code.
  package static func name(code: UInt8) -> StaticString? { L2CAPSignalRows.row(code)?.name }
}

package enum ControlOpcodeName {
  /// - Returns: `nil` for a reserved opcode.
  package static func name(of opcode: UInt8) -> StaticString? { ControlRows.row(opcode)?.name }

  /// Octets after the opcode; `nil` for a reserved opcode.
  package static func length(_ opcode: UInt8) -> Int? { WireTables.controlLengths[Int(opcode)] }
}

package enum ADTypeName {
  /// - Returns: `nil` for an unassigned type.
  package static func name(type: UInt8) -> StaticString? { ADTypeRows.row(type)?.name }
}

package enum MonitorOpcodeName {
  /// - Returns: `nil` for an unassigned opcode.
  package static func name(of opcode: UInt16) -> StaticString? { MonitorRows.row(opcode)?.name }
}

package enum AdvertisingPDUName {
  static let connectable: StaticString = "ADV_IND"
  static let directed: StaticString = "ADV_DIRECT_IND"
  static let nonconnectable: StaticString = "ADV_NONCONN_IND"
  static let scannable: StaticString = "ADV_SCAN_IND"
  static let scanResponse: StaticString = "SCAN_RSP"
  package static let extended: StaticString = "ADV_EXT_IND"
  package static let auxiliary: StaticString = "AUX_ADV_IND"
  package static let chain: StaticString = "AUX_CHAIN_IND"
  package static let periodic: StaticString = "AUX_SYNC_IND"
  static let auxiliaryScanResponse: StaticString = "AUX_SCAN_RSP"

  /// - Parameter isAuxiliary: sent on a channel other than 37, 38 and 39.
  /// - Returns: `nil` for a reserved type.
  package static func name(of type: UInt8, isAuxiliary: Bool) -> StaticString? {
    AdvertisingPDURows.row(type, isAuxiliary: isAuxiliary)?.name
  }
}

package enum PacketLoggerName {
  /// - Returns: `nil` for packets and unknown types.
  package static func name(of type: UInt8) -> StaticString? { PacketLoggerRows.row(type)?.name }

  /// Whether such a record holds only text.
  package static func isText(_ type: UInt8) -> Bool { WireTables.isLoggedText[Int(type)] }
}
