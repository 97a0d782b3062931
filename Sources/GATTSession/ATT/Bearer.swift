import ATTDissector
import BTSnoop
import Bytes

/// One ATT bearer of a connection: the fixed channel, or one on an L2CAP channel of its own, an
/// enhanced one or that of a BR/EDR link. Each has its own MTU; on each a client has one open request and a server one
/// open indication.
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
  var transactions = PerSide(host: ATTTransactions(), peer: ATTTransactions())

  /// A request of the host (on the air of the central) has no answer yet.
  package var isAsked: Bool { transactions.host.open != nil }

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

/// A long read or a queued write that is being reassembled.
package struct JoinedValue {
  var handle: UInt16
  var firstFrame: UInt64
  var firstTime: CaptureTime
  var lastFrame: UInt64
  var lastTime: CaptureTime
  var requests: Int
  var bytes: [UInt8]
  /// Octets of the first part of a read.
  var firstOctets = 0
  var isTruncated = false
  /// The offset of the first part.
  var offset = 0
  /// The server's echo of a part differs from it.
  var isDamaged = false
  /// The server's echo of a part names another handle or offset.
  var isMisplaced = false
  /// The place reserved for the event of a read.
  var ticket: Int?
  /// What was known at the last part.
  var known: SubjectSnapshot?
  /// The attribute type that a Read By Type Request asked for, if one began the read.
  var type: BluetoothUUID?

  /// What one takes besides its octets, in an array that may be twice as long as its elements.
  static let overhead = 2 * MemoryLayout<JoinedValue>.stride + 32
  var heldOctets: Int { bytes.count + Self.overhead }
}

/// The values that a client has queued with Prepare Write Requests, on any bearer: a server keeps
/// one queue for each client (Vol 3, Part F, 3.4.6).
struct WriteQueue {
  /// The parts of each handle, until an Execute Write Request.
  private(set) var values: [JoinedValue] = []
  /// Octets that the session has counted for it.
  var countedOctets = 0

  /// The server has taken a part.
  /// - Returns: whether there is room for it.
  mutating func add(_ part: JoinedValue) -> Bool {
    let before = values.firstIndex {
      $0.handle == part.handle && $0.offset + $0.bytes.count == part.offset
    }
    guard let before else {
      guard values.count < SessionLimits.queuedWrites else { return false }
      values.append(part)
      return true
    }
    values[before].bytes.append(contentsOf: part.bytes)
    values[before].requests += 1
    if part.isDamaged { values[before].isDamaged = true }
    if part.isMisplaced { values[before].isMisplaced = true }
    if part.isTruncated { values[before].isTruncated = true }
    return true
  }

  /// They are executed, or cancelled. After a refused part they stay; a refused execution clears the queue.
  mutating func empty() -> [JoinedValue] {
    defer { values.removeAll() }
    return values
  }

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
