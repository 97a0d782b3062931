import ATTDissector
import Bytes

extension PacketInfo {
  /// Adds an ATT PDU to the summary.
  mutating func summarize(
    _ opcode: ATTOpcode, facts: ATTOpcode.Facts, pdu: ATTPDU?, handle: UInt16?,
    attribute: Attribute?, length: Int
  ) {
    summary.append("ATT ")
    if let name = facts.name {
      summary.append(name)
    } else {
      summary.append("unknown opcode ")
      summary.append(upperHex: UInt64(opcode.rawValue), digits: 2)
    }
    if let refused = pdu?.requestOpcode {
      summary.append(", ")
      summary.append(refused.name ?? "unknown request")
      summary.append(": ")
      summary.append(attError: pdu?.errorCode ?? 0, of: attribute)
    }
    if let handle, handle != 0 || facts.hasLeadingHandle {
      summary.append(", ")
      summary.append(upperHex: UInt64(handle), digits: 4)
      if attribute?.uuid != nil {
        summary.append(" ")
        attribute?.describe(&summary)
        if attribute?.hasPlainDescription == false { summaryHoldsText = true }
      }
    } else if let first = pdu?.handle, let last = pdu?.endHandle {
      summary.append(", ")
      summary.append(upperHex: UInt64(first), digits: 4)
      summary.append("-")
      summary.append(upperHex: UInt64(last), digits: 4)
      if let type = pdu?.type {
        summary.append(" ")
        type.write(to: &summary)
      }
    }
    if opcode == .exchangeMTURequest || opcode == .exchangeMTUResponse, let pdu {
      summary.append(", ")
      summary.append(decimal: UInt64(pdu.mtu))
    } else if length > 0, opcode != .errorResponse, pdu?.endHandle == nil {
      summary.append(", ")
      summary.append(decimal: length)
      summary.append(length == 1 ? " byte" : " bytes")
    }
  }
}
