import ATTDissector
import Vocabulary

/// Who ended a connection, as the reason of its Disconnection Complete says.
package enum Ender: Sendable {
  /// The host of this controller asked for it.
  case local
  /// The peer's host did.
  case remote
  /// The peer's host can have given it; controllers know it, too, for what happens on BR/EDR.
  case remoteOrController
  /// No host asked for it.
  case failure
}

extension HCIStatus {
  /// Source: Vol 4, Part E, 7.1.6, the reasons that a host may give; its own controller then reports
  /// 16, and the peer's the reason that it gave. Vol 1, Part F, 2. A host may give others, too, and does: what no
  /// controller has a use for on an established LE link, and what the specification does not know, is a host's.
  package var ender: Ender {
    switch rawValue {
    case 0x16: .local
    case 0x13, 0x14, 0x15: .remote
    case 0x05, 0x07, 0x0D, 0x1A, 0x29, 0x3B, 0x46...: .remoteOrController
    default: .failure
    }
  }

  /// Whether a side ended the connection because it no longer needed it.
  package var isOrdinaryEnd: Bool { ender == .local || ender == .remote }

  /// - request: the reason with which this host had asked for the end. Some controllers report that reason, not
  ///   16, and both sides may ask at once.
  /// - isAccepted: its controller was about to do that.
  func terminator(of transport: Transport, request: UInt8?, isAccepted: Bool)
    -> Connection.Terminator
  {
    switch ender {
    case .local: .local
    case .remote: request == rawValue ? .unknown : .remote
    case .remoteOrController where request != nil: .unknown
    case .remoteOrController: transport == .le ? .remote : .unknown
    case .failure: request != nil && isAccepted ? .local : .unknown
    }
  }
}
