import ATTDissector
import Bytes
import GATTSession

/// What was heard of a device that did not answer an attempt to connect, which this host has cancelled.
enum AttemptHearing {
  /// Others were heard, and it was not.
  case unheard
  /// It was asked for by its identity, and heard by another address.
  case otherwise(BluetoothAddress)

  /// `was not heard advertising`
  func write(to text: inout ByteWriter) {
    switch self {
    case .unheard: text.append("was not heard advertising, others were")
    case .otherwise(let address):
      text.append("advertised as ")
      address.write(to: &text)
      text.append(", and was asked for by its identity: only a controller that has its key can ")
      text.append("connect so")
    }
  }
}

extension FailedAttempt {
  /// Unknown Connection Identifier: this host has cancelled it.
  private static let cancelled: UInt8 = 0x02

  /// `nil` where nothing is to be said.
  func hearing(_ session: GATTSession) -> AttemptHearing? {
    guard reason == Self.cancelled, let address else { return nil }
    let known = peer?.current
    guard let known, known.advertisements > 0 else {
      return session.peerList.contains { $0.current.advertisements > 0 } ? .unheard : nil
    }
    guard known.isIdentified, known.address.deviceKey == address.deviceKey,
      let other = known.addresses.last(where: \.isPrivate)
    else { return nil }
    return .otherwise(other)
  }
}
