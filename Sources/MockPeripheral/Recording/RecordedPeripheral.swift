import ATTDissector

/// What a capture shows of a peripheral, ready to be played.
package struct RecordedPeripheral: Equatable, Sendable {
  /// What came of a request.
  package enum Outcome: Equatable, Sendable {
    case value([UInt8])
    case error(ATTErrorCode)
  }

  /// One read.
  package struct Read: Equatable, Sendable {
    /// The connection, from 0 in the order of the capture.
    package var connection: Int
    package var outcome: Outcome
  }

  /// A place in a PDU that has several values.
  package struct Shared: Equatable, Sendable {
    /// The number of the PDU in the capture.
    package var pdu: UInt64
    /// Place in the PDU, from 0.
    package var place: Int
  }

  /// One value that the peripheral sent by itself, at a time after what caused it.
  package struct Sent: Equatable, Sendable {
    package var handle: UInt16
    package var value: [UInt8]
    package var isIndication: Bool
    /// Nanoseconds.
    package var delay: Int64
    /// `nil`: in a PDU of its own.
    package var shared: Shared?
  }

  /// One write, and what the peripheral sent for an answer.
  package struct Write: Equatable, Sendable {
    package var connection: Int
    package var value: [UInt8]
    package var error: ATTErrorCode?
    package var answers: [Sent] = []
  }

  /// Connection parameters that the peripheral asked for, at a time after the connection began.
  ///
  /// Units: intervals of 1.25 ms, timeout of 10 ms.
  package struct ParameterRequest: Equatable, Sendable {
    package var connection: Int
    /// Nanoseconds.
    package var delay: Int64
    /// Minimum and maximum of the interval, latency, timeout.
    package var parameters: [UInt16]

    package init(connection: Int, delay: Int64, parameters: [UInt16]) {
      self.connection = connection
      self.delay = delay
      self.parameters = parameters
    }
  }

  /// What was sent from one subscription on.
  package struct Episode: Equatable, Sendable {
    package var connection: Int
    package var sent: [Sent]
    /// The client had subscribed before this connection, as one that is bonded may, or before the
    /// capture: delays are from the start of the connection.
    package var isInherited = false
  }

  package var name: String?
  package var advertisement = Advertisement()
  package var table = AttributeTable([])
  /// What the peripheral offered; `nil` if it was never asked.
  package var mtu: Int?
  /// The reads of each handle, in the order of the capture.
  package var reads: [UInt16: [Read]] = [:]
  package var writes: [UInt16: [Write]] = [:]
  package var episodes: [UInt16: [Episode]] = [:]
  /// The characteristic value that a client configuration belongs to.
  package var configured: [UInt16: UInt16] = [:]
  /// What was sent without a client configuration to turn it on: from the start of a connection.
  package var unasked: [UInt16: [Episode]] = [:]
  /// Per connection, the values that were sent without the client having turned them on in it, with
  /// the bits of a client configuration.
  package var inherited: [Int: [UInt16: UInt8]] = [:]
  /// When a connection became encrypted, by its number: nanoseconds from its start.
  package var encryptions: [Int: Int64] = [:]
  /// Connection parameters that the peripheral asked for.
  package var parameterRequests: [ParameterRequest] = []
  /// When the peripheral ended a connection, by its number: nanoseconds from its start.
  package var ends: [Int: Int64] = [:]
  /// The number of connections.
  package var connections = 0

  package init() {}

  /// Client Supported Features.
  var clientFeatures: UInt16? { table.all.first { $0.type == 0x2B29 }?.handle }

  /// Replaces what is read of the attributes of a type, or of one handle.
  /// - Returns: whether there is such an attribute.
  package mutating func set(
    _ value: [UInt8], where isMeant: (ServedAttribute) -> Bool
  ) -> Bool {
    let meant = table.all.filter { $0.declared == nil && isMeant($0) }
    for attribute in meant {
      reads[attribute.handle] = [Read(connection: 0, outcome: .value(value))]
    }
    return !meant.isEmpty
  }
}
