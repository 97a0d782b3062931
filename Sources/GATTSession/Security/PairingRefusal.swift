import ATTDissector
import Bytes
import GATTValues

/// What a Pairing Failed is about, where the PDUs before it show that.
enum PairingRefusal {
  /// Numeric Comparison Failed of a pairing without a comparison of numbers (Core Specification, Vol 3, Part H,
  /// 2.3.5.1).
  case comparesNoNumbers
  /// The other side has sent an identity address that is neither public nor static (Vol 3, Part H, 3.6.5).
  case identity(BluetoothAddress, frame: UInt64)
  /// The other side has answered the Pairing Request again, with other features.
  case secondResponse(frame: UInt64, byHost: Bool)

  /// Authentication Requirements: what the other side has told of itself.
  case asksFor(SMPPairingFeatures)

  /// After the reason.
  func write(_ text: inout ByteWriter) {
    switch self {
    case .comparesNoNumbers:
      text.append("; Just Works compares no numbers: its user, or its software, did not agree")
    case .identity(let address, let frame):
      text.append("; the identity address of the other side, ")
      address.write(to: &text)
      text.append(" (frame ")
      text.append(decimal: frame)
      text.append("), is not a static random one, nor public")
    case .asksFor(let features):
      var lacks: [StaticString] = []
      if !features.wantsBonding { lacks.append("no bonding") }
      if !features.wantsProtection { lacks.append("no protection against a man in the middle") }
      if !features.supportsSecureConnections { lacks.append("no Secure Connections") }
      if features.ioCapability == 3 { lacks.append("nothing to show or enter a passkey with") }
      for (index, lack) in lacks.enumerated() {
        text.append(index == 0 ? "; the other side has " : ", ")
        text.append(lack)
      }
    case .secondResponse(let frame, let byHost):
      text.append(byHost ? "; this host" : "; the other side")
      text.append(" had sent a second Pairing Response with other features (frame ")
      text.append(decimal: frame)
      text.append("): do two stacks drive one controller?")
    }
  }
}
