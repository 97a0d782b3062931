import ATTDissector
import BTSnoop
import Bytes

/// The security history of the connection.
package struct PairingStory {
  package enum Outcome: Sendable {
    case none, underWay, succeeded, failed
    /// The connection has ended, or the capture, and nothing says why.
    case unfinished
  }
  package internal(set) var outcome = Outcome.none
  package internal(set) var method: SMPPairingMethod?
  var request: SMPPairingFeatures?
  var response: SMPPairingFeatures?
  /// Random values that the responder has sent: one in each round of Passkey Entry.
  var responderRandoms = 0
  /// Its Pairing Failed.
  var failure: (frame: UInt64, time: CaptureTime, gaps: UInt64, isHost: Bool)?
  /// A second Pairing Response with other features, and whether this host sent it.
  var secondResponse: (frame: UInt64, isHost: Bool)?
  /// An identity address of host and peer that is neither public nor static.
  var wrongIdentity: PerSide<(address: BluetoothAddress, frame: UInt64)?> = PerSide(both: nil)
  /// Another pairing of the connection has failed before.
  package internal(set) var followsFailure = false
  /// It stood still for the time-out of 30 s.
  package internal(set) var timeOut: PairingTimeOut?
  package internal(set) var requestFrame: UInt64 = 0
  package internal(set) var requestTime = CaptureTime(seconds: 0, nanoseconds: 0)
  var requestDirection = PacketDirection.unknown
  /// The IRKs that host and peer have sent, until the identity address follows.
  var identityKeys: PerSide<UInt128> = PerSide(both: 0)
  /// The identity, or a doubt about it, was already reported.
  var isIdentityReported = false
  var isIdentityDoubted = false
}
