import Bytes
import GATTValues

/// When an attribute was discovered, and by whom.
struct AttributeDiscoveries {
  /// The frame of the last discovery; 0 before the first.
  var frame: UInt64 = 0
  /// The connections on which it was last discovered, to report it once on each: several peers at a
  /// time may discover a host's attributes.
  private var connections: [8 of UInt32] = .init(repeating: 0)
  private var count: UInt8 = 0

  /// - Returns: whether it is new on a connection.
  mutating func add(_ connection: Int) -> Bool {
    let ordinal = UInt32(clamping: connection)
    for place in 0..<8 where connections[place] == ordinal { return false }
    connections[Int(count & 7)] = ordinal
    count &+= 1
    return true
  }

  /// It is to be reported again on every connection.
  mutating func forgetConnections() { connections = .init(repeating: 0) }

  mutating func combine(_ other: AttributeDiscoveries) {
    for place in 0..<8 where other.connections[place] > 0 {
      _ = add(Int(other.connections[place]))
    }
    frame = max(frame, other.frame)
  }
}

/// How far a service has been searched for its characteristics.
package struct ServiceSearch {
  /// The last handle up to which the attributes of the service were taken into it.
  var takenHandle: UInt16 = 0
  /// A client has requested them.
  package internal(set) var wasAsked = false
  /// Answers of the server have named all of them.
  package internal(set) var isComplete = false

  mutating func combine(_ other: ServiceSearch) {
    wasAsked = wasAsked || other.wasAsked
    isComplete = isComplete || other.isComplete
  }
}

/// How an attribute was used, besides in discoveries.
package struct AttributeUse {
  /// Some PDU was about it.
  var isSeen = false
  /// How values of it came without a request, as the bits of a Client Characteristic Configuration.
  var sentUnasked: UInt8 = 0
  /// The bits of the Client Characteristic Configurations that were written to it, and accepted;
  /// `nil` where anything speaks against one.
  var configurations: UInt8? = 0
  /// The characteristic's notifications or indications were turned on.
  package internal(set) var wasSubscribed = false

  mutating func combine(_ other: AttributeUse) {
    isSeen = isSeen || other.isSeen
    sentUnasked |= other.sentUnasked
    configurations = configurations.flatMap { bits in other.configurations.map { bits | $0 } }
    wasSubscribed = wasSubscribed || other.wasSubscribed
  }
}

/// What the Characteristic Presentation Formats of a characteristic say of its values.
struct AttributePresentation {
  /// The format read last, and the descriptor that has it.
  private var last: (format: PresentationFormat, handle: UInt16)?
  /// Several make an aggregate: the value has several parts.
  private var isAggregate = false

  /// The format of the whole value.
  var format: PresentationFormat? { isAggregate ? nil : last?.format }

  /// One was read.
  mutating func add(_ value: RawSpan, handle: UInt16) {
    guard let format = PresentationFormat(value) else { return }
    if let known = last, known.handle != handle { isAggregate = true }
    last = (format, handle)
  }

  mutating func combine(_ other: AttributePresentation, isNewer: Bool) {
    if last == nil || isNewer && other.last != nil { self = other }
  }
}
