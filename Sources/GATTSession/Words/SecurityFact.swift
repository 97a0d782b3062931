import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// Pairing and encryption. A method is `nil` where the pairing's features are not in the capture.
package enum SecurityFact: EventFact {
  case requested(UInt8)
  case keyPressed(UInt8)
  case pairingFailed(SMPPairingMethod?, reason: UInt8)
  case encryptionFailed(HCIStatus)
  case pairingEncryptionFailed(SMPPairingMethod?, HCIStatus)
  case paired(SMPPairingMethod?, keySize: UInt8?)
  /// - isUnseen: the capture has no events that would say how it ended.
  case pairingIncomplete(SMPPairingMethod?, isUnseen: Bool, PairingTimeOut?)
  case encryption(isOn: Bool, isRefresh: Bool, keySize: UInt8?)

  package var content: EventContent { .security(self) }

  var step: SecurityStep {
    switch self {
    case .requested: .securityRequest
    case .keyPressed: .keypress
    case .pairingFailed, .pairingEncryptionFailed: .pairingFailed
    case .encryptionFailed: .encryptionFailed
    case .paired: .paired
    case .pairingIncomplete: .pairingIncomplete
    case .encryption(let isOn, let isRefresh, _):
      isRefresh ? .keyRefreshed : isOn ? .encrypted : .unencrypted
    }
  }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    own.add(step: step)
    switch self {
    case .requested(let requirements):
      let bonding = requirements & 0x03 == 1
      let protection = requirements & 0x04 != 0
      let isSecure = requirements & 0x08 != 0
      own.add(.event.pairing, word: PairingForm(isSecureConnections: isSecure).name)
      own.add(.event.bonding, bonding)
      own.add(.event.mitmProtection, protection)
      out.text.append("security request: ")
      out.text.append(isSecure ? "Secure Connections" : "legacy")
      out.text.append(bonding ? ", with bonding" : ", without bonding")
      if protection { out.text.append(", protected against a man in the middle") }
    case .keyPressed(let type):
      own.add(.event.keypress, word: SMPName.keypress(type) ?? SMPName.reservedKeypress)
      own.add(.event.keypressCode, type)
      out.text.append("passkey entry: ")
      switch type {
      case 0: out.text.append("started")
      case 1: out.text.append("digit entered")
      case 2: out.text.append("digit erased")
      case 3: out.text.append("cleared")
      case 4: out.text.append("completed")
      default: out.text.append("reserved")
      }
    case .pairingFailed(let method, let reason):
      method.write(&own, to: &out, isDone: false)
      if let name = SMPName.failure(reason) { own.add(.event.failure, word: name) }
      own.add(.event.reasonCode, reason)
      out.text.append(", failed: ")
      out.text.append(pairingFailure: reason)
    case .encryptionFailed(let status):
      own.add(reason: status)
      out.text.append("encryption failed: ")
      out.text.append(status: status)
    case .pairingEncryptionFailed(let method, let status):
      method.write(&own, to: &out, isDone: false)
      own.add(reason: status)
      out.text.append(", encryption failed: ")
      out.text.append(status: status)
    case .paired(let method, let keySize):
      method.write(&own, to: &out)
      own.add(.event.encrypted, true)
      if let keySize { own.add(.event.keySize, keySize) }
    case .pairingIncomplete(_, let isUnseen, let timeOut):
      if let timeOut {
        out.text.append("pairing timed out")
        guard timeOut.isKnown else { return }
        out.text.append(": ")
        timeOut.write(peer: "the peer", to: &out.text)
        return
      }
      out.text.append(
        isUnseen ? "the end of the pairing is not in the capture" : "pairing not finished")
    case .encryption(let isOn, let isRefresh, let keySize):
      own.add(.event.encrypted, isOn)
      if let keySize { own.add(.event.keySize, keySize) }
      out.text.append(
        isRefresh ? "key refreshed" : isOn ? "with an existing key" : "encryption off")
    }
  }
}

extension SMPPairingMethod? {
  /// - isDone: pairing has succeeded; until then the two have only agreed to bond.
  fileprivate func write(
    _ own: inout FieldBuffer, to out: inout FieldBuffer, isDone: Bool = true
  ) {
    guard let self else {
      out.text.append(isDone ? "a part of the pairing is not in the capture" : "pairing")
      return
    }
    own.add(.event.method, word: self.association.name)
    own.add(
      .event.pairing, word: PairingForm(isSecureConnections: self.isSecureConnections).name)
    if isDone { own.add(.event.bonded, self.isBonding) }
    out.text.append(self.isSecureConnections ? "Secure Connections, " : "legacy, ")
    out.text.append(self.association.name)
    if isDone { out.text.append(self.isBonding ? ", bonded" : ", not bonded") }
  }
}

extension FieldBuffer {
  mutating func add(step: SecurityStep) { add(.event.step, word: step.name) }
}

extension ByteWriter {
  /// `Confirm Value Failed (04)`.
  mutating func append(pairingFailure reason: UInt8) {
    append(SMPName.failure(reason) ?? "reason")
    append(" (")
    append(upperHex: UInt64(reason), digits: 2)
    append(")")
  }
}
