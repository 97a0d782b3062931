import ATTDissector
import BTSnoop
import Bytes

/// An open ATT request of a client on a bearer, with what its response needs.
package struct PendingRequest {
  package var opcode: ATTOpcode
  var frame: UInt64
  var time: CaptureTime
  package var handle: UInt16?
  /// The last handle of the requested range.
  var endHandle: UInt16?
  package var type: BluetoothUUID?
  var offset: UInt16 = 0
  var mtu: UInt16 = 0
  var flags: UInt8 = 0
  var isTruncated = false
  /// The octets of its value that are not kept or not in the capture.
  var missing = 0
  /// The first fragments of its response were received, and the rest is lost.
  var isPartlyAnswered = false
  /// A response that is of another kind, or an error about another one.
  var otherAnswer: ATTOpcode?
  /// Packets that the recorder had lost by then.
  var drops: UInt64 = 0
  /// How much of the connection had been heard on the air by then; `nil` where that is not known.
  var heard: HearingMark?

  /// Whether the response lists attributes, not values.
  var isDiscovery: Bool { opcode.isDiscovery(type) }

  /// Whether an error response that names this attribute may answer it.
  func isAbout(_ handle: UInt16?) -> Bool {
    guard let handle, handle != 0, let own = self.handle else { return true }
    guard let endHandle else { return handle == own }
    return own <= handle && handle <= endHandle
  }
}

/// A request that a client sent before its last one was answered.
struct EarlyRequest {
  var request: PendingRequest
  var value: [UInt8]
  /// It was shown that the client did not wait.
  var isFound = false

  static let overhead = 2 * MemoryLayout<EarlyRequest>.stride + 32
  var heldOctets: Int { value.capacity + Self.overhead }
}

extension ATTOpcode {
  /// Whether the response to the request lists attributes, not values.
  func isDiscovery(_ type: BluetoothUUID?) -> Bool {
    switch purpose {
    case .discovery: true
    case .readByType: type?.short.map { (0x2800...0x2803).contains($0) } ?? false
    default: false
    }
  }
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
  var heldOctets: Int { bytes.capacity + Self.overhead }
}

/// What one side, as a client, has in progress on a bearer.
struct TransactionState: ~Copyable {
  var pending: PendingRequest?
  /// The value of the open request (writes, Find By Type Value, Read Multiple's handles).
  var pendingValue: [UInt8] = []
  /// Requests that followed `pending` before its response, in order. A client must wait; some
  /// hosts do not.
  var early: [EarlyRequest] = []
  /// Reads whose value so far is as long as the MTU allows: they may continue, even after requests
  /// for other attributes.
  var longReads: [JoinedValue] = []
  /// The apparent response, in a packet with a bad CRC: until it is retransmitted, or is not.
  var damagedAnswer: DamagedAnswer?
  /// A request that was reported as unanswered, in case its response still comes.
  var late: LateRequest?
  /// The last request that was answered.
  var answeredLast: AnsweredLast?
  /// The last discovery that was answered, and how often in a row.
  @Rare var discovery: RepeatedDiscovery?
  /// The last request, if it is malformed: its only answer is an error.
  var unread: UnreadRequest?
  /// The server's indication, until it is confirmed.
  var indication: PendingIndication?
  /// One whose event could not wait for the confirmation.
  var reportedIndication: ReportedIndication?

  /// The first that was not confirmed when another one followed, since the client last confirmed one.
  var neglected: ReportedIndication?

  /// Since when a client lets a server wait for the confirmation.
  var unconfirmedSince: CaptureTime? {
    if let indication { return indication.event.event.time }
    return reportedIndication.flatMap { $0.isOver ? nil : $0.time }
  }

  /// Octets that the session has counted for it.
  var countedOctets = 0

  var heldOctets: Int {
    let requests = early.reduce(pendingValue.capacity) { $0 + $1.heldOctets }
    return longReads.reduce(requests) { $0 + $1.heldOctets }
  }

  /// The place among the open requests of the one that a response answers; 0 is `pending`.
  /// - handle: of an error.
  func place(answering opcode: ATTOpcode?, handle: UInt16? = nil) -> Int? {
    let isPending = pending.map { $0.opcode == opcode } ?? false
    if early.isEmpty { return isPending ? 0 : nil }
    if isPending, pending?.isAbout(handle) ?? false { return 0 }
    // A server answers in the order of the requests: those before it remain unanswered.
    let match = early.firstIndex { $0.request.opcode == opcode && $0.request.isAbout(handle) }
    return match.map { $0 + 1 } ?? (isPending ? 0 : nil)
  }

  /// The request that a response answers.
  func request(answeredBy response: ATTOpcode) -> PendingRequest? {
    guard let place = place(answering: response.request) else { return nil }
    return place == 0 ? pending : early[place - 1].request
  }

  /// The open request that was sent last.
  var lastRequest: PendingRequest? { early.last?.request ?? pending }

  /// Capacity that every connection may keep: it fits the longest attribute value.
  private static let keptCapacity = 600

  /// Keeps the value of a request; the storage of a long one is not kept for a short one.
  mutating func keep(_ value: RawSpan) {
    if pendingValue.capacity > Self.keptCapacity, value.byteCount <= Self.keptCapacity {
      pendingValue = []
    }
    pendingValue.replace(with: value)
  }
}

/// An indication whose event awaits the confirmation.
///
/// An object, as every bearer has room for two and few ever have one.
final class PendingIndication {
  let ticket: Int
  let event: HeldEvent
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64

  init(ticket: Int, event: HeldEvent, gaps: UInt64) {
    self.ticket = ticket
    self.event = event
    self.gaps = gaps
  }
}

/// An indication that was reported before its confirmation, since too much waited for that, or its time was over.
///
/// An object, as every bearer has room for two and few ever have one.
final class ReportedIndication {
  let frame: UInt64
  let time: CaptureTime
  let handle: UInt16?
  let attribute: Attribute?
  /// What the capture lacked when the indication came, as in `PendingIndication`.
  let gaps: UInt64
  /// The confirmation can only come too late.
  var isOver = false

  init(_ pending: PendingIndication) {
    let event = pending.event.event
    (frame, time, handle, attribute) = (event.frame, event.time, event.handle, event.attribute)
    gaps = pending.gaps
  }
}

/// A link-layer packet with a bad CRC that seems to hold the response to the open request.
///
/// An object, as every bearer has room for two and few ever have one.
final class DamagedAnswer {
  /// The place reserved for the event.
  let ticket: Int
  let record: CaptureRecord

  init(ticket: Int, record: CaptureRecord) {
    self.ticket = ticket
    self.record = record
  }
}

/// A request whose response is no longer awaited.
///
/// An object, as every bearer has room for two and few ever have one.
final class LateRequest {
  let request: PendingRequest
  private(set) var lateness: Lateness

  /// The connection had not ended.
  func outlastsEnd() {
    if lateness == .disconnect { lateness = .silence }
  }

  init(request: PendingRequest, lateness: Lateness) {
    self.request = request
    self.lateness = lateness
  }
}

/// A request that is malformed, or of an unknown kind, and was reported as such.
///
/// An object, as every bearer has room for two and few ever have one.
final class UnreadRequest {
  let request: PendingRequest

  init(_ opcode: ATTOpcode, _ record: CaptureRecord) {
    request = PendingRequest(opcode: opcode, frame: record.frame, time: record.time)
  }
}

/// What a late response came after.
package enum Lateness {
  case nextRequest, disconnect, timeout
  /// The sniffer had heard nothing of the connection for long.
  case silence
}

/// Why a request remains without a response.
package enum RequestEnding {
  case nextRequest, disconnect, lost, captureEnds
  /// The L2CAP channel of the bearer was closed.
  case channelClosed
  /// The server sent a response to a request of another kind instead.
  case otherAnswer
  /// The client continued, which on the air means that it got a response that was not heard.
  case unheard
  /// The sniffer has heard nothing more of the connection.
  case linkLost
  /// The client continued, as for `unheard`, and only the first fragments of the response were heard.
  case partlyHeard
  /// The client's side ended the connection soon after: it did not wait for a response.
  case cutOff
  /// The response was only received with a bad CRC.
  case damaged
  /// The response may be in a PDU that is encrypted.
  case hidden
  /// The log has nothing of what the server sends.
  case otherDirection

  /// Whether it is worth a look.
  var isProblem: Bool {
    switch self {
    // What lacks the end of a connection may lack its last answer, too.
    case .captureEnds, .hidden, .otherDirection, .cutOff, .linkLost, .lost: false
    default: true
    }
  }

  /// What a late response comes after; `nil` where none can come.
  var lateness: Lateness? {
    switch self {
    case .nextRequest, .otherAnswer: .nextRequest
    case .disconnect, .cutOff: .disconnect
    case .linkLost: .silence
    default: nil
    }
  }
}
