import ATTDissector
import BTSnoop
import Bytes

/// The one ATT request that a client may have open on a bearer, with what its answer needs.
struct PendingRequest {
  var opcode: ATTOpcode
  var frame: UInt64
  var time: CaptureTime
  var handle: UInt16?
  /// The last handle that is asked about.
  var endHandle: UInt16?
  var type: BluetoothUUID?
  var offset: UInt16 = 0
  var mtu: UInt16 = 0
  var flags: UInt8 = 0
  var isTruncated = false

  /// Whether the answer shows attributes, not values.
  var isDiscovery: Bool { opcode.isDiscovery(type) }
}

extension ATTOpcode {
  /// Whether the answer to the request shows attributes, not values.
  func isDiscovery(_ type: BluetoothUUID?) -> Bool {
    switch self {
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: true
    case .readByTypeRequest: type?.short.map { (0x2800...0x2803).contains($0) } ?? false
    default: false
    }
  }
}

/// A long read or a queued write that is being joined.
struct JoinedValue {
  var handle: UInt16
  var firstFrame: UInt64
  var firstTime: CaptureTime
  var lastFrame: UInt64
  var lastTime: CaptureTime
  var requests: Int
  var bytes: [UInt8]
  var isTruncated = false
  /// Where the first part begins.
  var offset = 0
  /// The server's echo of a part differs from it.
  var isDamaged = false
  /// The place kept for the event of a read.
  var ticket: Int?
  /// What was known at the last part.
  var known: KnownThen?

  /// What one takes beside its octets, in an array that may be twice as long as its elements.
  static let overhead = 2 * MemoryLayout<JoinedValue>.stride + 32
  var heldOctets: Int { bytes.capacity + Self.overhead }
}

/// What one side, as a client, has under way on a bearer.
struct TransactionState {
  var pending: PendingRequest?
  /// The value of the open request (writes, Find By Type Value, Read Multiple's handles).
  var pendingValue: [UInt8] = []
  /// Reads whose value so far is as long as the MTU allows: they may go on, also behind requests
  /// for other attributes.
  var longReads: [JoinedValue] = []
  /// What seems to be the answer, in a packet with a bad CRC: until it is sent again, or is not.
  var damagedAnswer: DamagedAnswer?
  /// A request that was told as unanswered, for an answer that comes all the same.
  var late: LateRequest?
  /// The server's indication, until it is confirmed.
  var indication: PendingIndication?

  /// Octets that the session has counted for it.
  var countedOctets = 0

  var heldOctets: Int { longReads.reduce(pendingValue.capacity) { $0 + $1.heldOctets } }

  /// Storage that every connection may keep: the longest value that an attribute has fits.
  private static let keptCapacity = 600

  /// Keeps the value of a request; storage of a long one is not kept for a short one.
  mutating func keep(_ value: RawSpan) {
    if pendingValue.capacity > Self.keptCapacity, value.byteCount <= Self.keptCapacity {
      pendingValue = []
    }
    pendingValue.replace(with: value)
  }
}

/// An indication whose event waits for the confirmation.
struct PendingIndication {
  var ticket: Int
  var event: HeldEvent
}

/// A link-layer packet with a bad CRC that seems to hold the answer to the open request.
struct DamagedAnswer {
  /// The place kept for the event that tells so.
  var ticket: Int
  var record: CaptureRecord
}

/// A request whose answer is no longer waited for.
struct LateRequest {
  var request: PendingRequest
  var lateness: Lateness
}

/// What an answer came after that is told all the same.
enum Lateness { case nextRequest, disconnect, timeout }

/// Why a request stays without its answer.
enum RequestEnding {
  case nextRequest, disconnect, lost, captureEnds
  /// The L2CAP channel of the bearer was closed.
  case channelClosed
  /// The client went on, and on the air that is because it had its answer: nobody heard it.
  case unheard
  /// The answer is in a packet with a bad CRC only.
  case damaged

  /// What an answer that comes all the same came after; `nil` where none can.
  var lateness: Lateness? {
    switch self {
    case .nextRequest: .nextRequest
    case .disconnect: .disconnect
    default: nil
    }
  }
}
