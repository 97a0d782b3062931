import ATTDissector
import Bytes

/// One ATT bearer of a connection: the fixed channel, or one on an L2CAP channel of its own, an
/// enhanced one or that of a BR/EDR link. Each has its own MTU; on each a client has one open request and a server one open
/// indication.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.2.11 and 3.3.
package final class Bearer {
  /// The L2CAP channel of an enhanced bearer, or of a further one of a BR/EDR link, numbered from 1
  /// in the order in which the connection's channels were opened; `nil` for the only bearer that is
  /// not enhanced.
  package let channel: Int?
  package internal(set) var mtu: UInt16 { didSet { largestMTU = max(largestMTU, mtu) } }
  /// Both sides may exchange it, with different outcomes.
  private(set) var largestMTU: UInt16
  package internal(set) var clientMTU: UInt16?
  package internal(set) var serverMTU: UInt16?
  package internal(set) var isMTUKnown: Bool
  /// What both sides have said of it.
  var exchanged = ExchangedMTUs()
  /// The host's requests to the peer, and the peer's to the host.
  var transactions = PerSide(host: TransactionState(), peer: TransactionState())

  /// A request of the host (on the air of the central) has no answer yet.
  package var isAsked: Bool { transactions.host.pending != nil }

  /// Whether a request changes its MTU; otherwise it is that of its L2CAP channel.
  let exchangesMTU: Bool

  init(channel: Int?, mtu: UInt16, isMTUKnown: Bool, exchangesMTU: Bool = true) {
    self.channel = channel
    self.exchangesMTU = exchangesMTU
    self.mtu = mtu
    largestMTU = mtu
    self.isMTUKnown = isMTUKnown
  }

  /// The MTU of the fixed channel until it is exchanged: 23 octets (Vol 3, Part G, 5.2.1).
  package static let defaultMTU: UInt16 = 23
}

/// The values that a client has queued with Prepare Write Requests, on any bearer: a server keeps
/// one queue for each client (Vol 3, Part F, 3.4.6).
struct WriteQueue {
  /// The parts of each handle, until an Execute Write Request.
  var values: [JoinedValue] = []
  /// Octets that the session has counted for it.
  var countedOctets = 0

  var heldOctets: Int { values.reduce(0) { $0 + $1.heldOctets } }
  var octets: Int { values.reduce(0) { $0 + $1.bytes.count } }
  var parts: Int { values.reduce(0) { $0 + $1.requests } }

  /// Where each part of one value is for the same place, that.
  var sameOffset: RefusalRemark? {
    guard values.count >= 2, let first = values.first,
      values.allSatisfy({ $0.handle == first.handle && $0.offset == first.offset })
    else { return nil }
    return .sameOffset(first.offset, parts: parts)
  }
}
