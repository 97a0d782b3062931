import ATTDissector
import Bytes
import MockPeripheral

extension PlayedPeripheral.Occurrence {
  /// For standard error.
  var sentence: String {
    switch self {
    case .advertising(let address):
      "advertising as \(address) (\(address.kind.name?.description ?? "unknown"))"
    case .connected(let number, let peer): "client \(number): connected, \(peer)"
    case .disconnected(let number, let reason):
      "client \(number): disconnected: "
        + (HCIStatusName.name(of: reason.rawValue)?.description ?? "reason \(reason.rawValue)")
    case .refused(let number, .pairing): "client \(number): wants to pair, which is refused"
    case .refused(let number, .signal(let code)):
      "client \(number): L2CAP "
        + (L2CAPSignalName.name(code: code)?.description ?? "command \(hex(code))")
        + " is rejected"
    case .encryptionRefused(let number): "client \(number): wants to encrypt, which is refused"
    case .paired(let number): "client \(number): paired by Just Works; no bond is kept"
    case .pairingFailed(let number, let reason):
      "client \(number): pairing failed: "
        + (SMPName.failure(reason.rawValue)?.description ?? "reason \(hex(reason.rawValue))")
    case .encrypted(let number, let isOn):
      "client \(number): encryption is \(isOn ? "on" : "off")"
    case .played(let number, let remark): "client \(number): \(remark.sentence)"
    case .slow(let number): "client \(number): does not take what it is sent; the rest is dropped"
    case .scripted(let line, let word): "line \(line) of the script: \(word)"
    case .scriptLeavesOut: tooManyActions
    case .remark(let words), .failed(let words): words
    }
  }
}

extension ClientSession.Remark {
  fileprivate var sentence: String {
    switch self {
    case .neverRead(let handle):
      "\(hex(handle)) was never read in the capture: it reads as empty"
    case .unknownWrite(let handle, let value, let nearest):
      "\(hex(handle)): \(octets(value)) was never written in the capture, or never answered: "
        + "answered as \(octets(nearest))"
    case .neverWritten(let handle):
      "\(hex(handle)): nothing like it was written in the capture, or it was never answered: "
        + "taken, without an answer"
    case .unconfirmed(let handle):
      "\(hex(handle)): an indication was not confirmed within 30 s: "
        + "no more indications and notifications"
    case .scripted(let line, let word): "line \(line) of the script: \(word)"
    case .scriptLeavesOut: tooManyActions
    }
  }

  /// The first octets of a value.
  private func octets(_ value: [UInt8]) -> String {
    let shown = value.prefix(16).map { hex($0).lowercased() }.joined()
    return value.isEmpty ? "an empty value" : shown + (value.count > 16 ? "..." : "")
  }
}

private let tooManyActions = "too many actions of the script wait: the further ones are left out"

/// With all digits of the type.
func hex(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
  String(upperHex: number, digits: number.bitWidth / 4)
}
