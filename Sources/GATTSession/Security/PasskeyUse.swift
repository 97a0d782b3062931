import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// A pairing by Passkey Entry that has succeeded. Its passkey never appears in the output.
package struct PasskeyUse: Sendable {
  package let connection: Int
  /// Frame and time of the Pairing Request.
  package let frame: UInt64
  package let time: CaptureTime
  let proof: PasskeyProof
}

extension SecurityFollower {
  /// The connection's pairing has succeeded.
  func notePasskey(on connection: Connection) {
    let pairing = connection.pairing
    guard pairing.method?.association == .passkeyEntry,
      passkeys.count < SessionLimits.passkeys, let secrets = connection.security.secrets,
      let proof = secrets.passkeyProof(
        initiator: pairing.requestDirection == .received ? .peripheral : .central,
        addresses: connection.link.flatMap { decryption.pairingAddresses(on: connection, link: $0) }
      )
    else { return }
    passkeys.append(
      PasskeyUse(
        connection: connection.ordinal, frame: pairing.requestFrame, time: pairing.requestTime,
        proof: proof))
  }
}

extension PasskeyUse {
  /// Pairings that use one passkey, in their order.
  package static func repeated(_ uses: [PasskeyUse]) -> [[PasskeyUse]] {
    PasskeyProof.repeated(uses.map(\.proof)).map { group in group.map { uses[$0] } }
  }
}
