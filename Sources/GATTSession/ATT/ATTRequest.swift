import ATTDissector
import BTSnoop
import Bytes

/// A request of a client, with what its response needs.
package struct ATTRequest {
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
  /// Packets that the recorder had lost by then.
  var drops: UInt64 = 0
  /// How much of the connection had been heard on the air by then; `nil` where that is not known.
  var heard: HearingMark?
  var state = State.open(.nothing)

  enum State: Equatable {
    /// It awaits its response.
    case open(Sign)
    /// It was sent before the one before it was answered.
    /// - isTold: it was shown that the client did not wait.
    case queued(isTold: Bool)
    case answered(frame: UInt64)
    /// It was reported as unanswered; its response may still come.
    case unanswered(Lateness)
    /// It is malformed, or of an unknown kind, and was reported as such: its only answer is an error.
    case malformed
  }

  /// What was seen in place of the response.
  enum Sign {
    case nothing
    /// A response of another kind, or an error about another request.
    case otherResponse
    /// Its first fragments: the rest is lost.
    case partOfResponse
  }

  /// What its late response comes after; `nil` where it is not one that was given up.
  var lateness: Lateness? { if case .unanswered(let lateness) = state { lateness } else { nil } }
  /// The frame of its answer.
  var answerFrame: UInt64? { if case .answered(let frame) = state { frame } else { nil } }

  /// Whether the response lists attributes, not values.
  var isDiscovery: Bool {
    switch opcode.purpose {
    case .discovery: true
    case .readByType: type?.short.map { (0x2800...0x2803).contains($0) } ?? false
    default: false
    }
  }

  /// Whether an error response that names this attribute may answer it.
  func isAbout(_ handle: UInt16?) -> Bool {
    guard let handle, handle != 0, let own = self.handle else { return true }
    guard let endHandle else { return handle == own }
    return own <= handle && handle <= endHandle
  }

  /// Whether a list that begins with an attribute may be its response.
  func asksFor(_ first: UInt16) -> Bool {
    handle.map { $0 <= first && first <= endHandle ?? .max } ?? true
  }
}

/// A request that remains unanswered.
struct UnansweredRequest {
  let request: ATTRequest
  /// What was to be written.
  let value: [UInt8]
  let why: Reason

  enum Reason {
    /// Its response was only received with a bad CRC.
    case damaged(DamagedAnswer)
    case timedOut
    case ended(RequestEnding)
  }
}

/// A link-layer packet with a bad CRC that seems to hold the response to the open request.
struct DamagedAnswer {
  /// The place reserved for the event.
  let ticket: Int
  let record: CaptureRecord
}

/// A response or an error, as far as it says which request it answers.
struct ATTAnswer {
  /// The kind of request that it answers; of an error, the one that it names.
  let request: ATTOpcode?
  var isError = false
  /// The attribute that it names.
  var handle: UInt16?
  /// The first attribute that a list has.
  var firstListed: UInt16?
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
