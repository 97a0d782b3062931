import ATTDissector

/// A PDU, or what tells of one, as one recorder has it; another recorder may have it, too.
package struct Sighting: Sendable {
  package enum Kind: UInt8, Sendable { case data, control, connect, advertisement }

  /// Where it was seen.
  package enum Place: UInt8, Sendable {
    /// Handed by a host to its controller, or by a controller to its host.
    case sent, received
    case air
  }

  /// How much of the PDU a key stands for: two sightings are compared at the lesser depth of both.
  package enum Depth: UInt8, CaseIterable, Comparable, Sendable {
    /// Only how long it is: the rest is encrypted, or was not recorded.
    case length
    /// Its first octets.
    case brief
    case whole

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Nanoseconds since the first record of its capture.
  package var time: Double
  /// Nanoseconds that it took on the air; 0 on a host.
  package var airtime: Double = 0
  /// Hashes, one for each depth.
  package var keys: (length: UInt32, brief: UInt32, whole: UInt32)
  package var depth: Depth
  package var kind: Kind
  package var place: Place
  /// `nil`: unknown, or it has none.
  package var sender: LinkRole?
  /// No receiver can have had it before: just before it the receiver still asked for it.
  package var isFirm = false
  /// Its sequence number is that of the packet before it that was heard: it may be that one once more.
  package var mayRepeat = false
  /// Number of its connection; 0: it has none.
  package var connection: Int32
  package var frame: UInt64
  /// The record with its last part, and the time of that.
  package var lastFrame: UInt64
  package var lastTime: Double
  /// On the air: how often its last part was heard, at least once.
  package var attempts: UInt16 = 1
  /// When a packet that acknowledges its last part was heard; below 0: none was.
  package var acknowledged: Double = -1
  /// On the air: all of its parts were heard.
  package var isWhole = false
  /// An advertisement: the record has no other one.
  package var isAlone = false

  func key(of depth: Depth) -> UInt32 {
    switch depth {
    case .length: keys.length
    case .brief: keys.brief
    case .whole: keys.whole
    }
  }
}

/// What is known of a connection in one capture.
package struct LinkSpan: Sendable {
  /// Nanoseconds since the first record of the capture.
  package var first: Double
  package var last: Double
  /// The role of the recording host; `nil`: unknown, or a sniffer's.
  package var role: LinkRole?
  /// The interval with which it began, if the capture has its start, and the last one; nanoseconds.
  package var firstInterval: Int64?
  package var interval: Int64 = 0
  /// The peer, or a sniffer's peripheral.
  package var peer: BluetoothAddress?
  /// The connection parameters as they came into use, the last ones.
  package var terms: [Terms] = []
  /// The capture has its start.
  package var hasStart = false
  /// On the air: by how much the central says that its sleep clock may be wrong, in parts per million.
  package var accuracy: Int?
  /// On the air: the longest time in which the central's connection events were counted.
  package var pulse: ConnectionPulse?
  /// On the air: connection events in a row in which one side did not hear the other one; the longest of each side.
  package var misses: [MissedEvents] = []

  /// Connection parameters, and since when the capture has them.
  package struct Terms: Equatable, Sendable {
    /// Nanoseconds since the first record of the capture.
    package var time: Double
    package var frame: UInt64
    /// Nanoseconds.
    package var interval: Int64
    package var latency: UInt16
    /// Units of 10 ms.
    package var timeout: UInt16

    package func isSame(as other: Terms) -> Bool {
      interval == other.interval && latency == other.latency && timeout == other.timeout
    }
  }

  private static let mostTerms = 64

  mutating func note(_ terms: Terms) {
    guard terms.interval > 0, self.terms.last?.isSame(as: terms) != true else { return }
    // The last one is that in use.
    if self.terms.count >= Self.mostTerms { self.terms.removeFirst() }
    self.terms.append(terms)
  }

  /// The longest interval in a span of time, in nanoseconds, and the greatest latency; 0: unknown.
  func longest(in span: ClosedRange<Double>) -> (interval: Double, latency: Double) {
    var longest = (interval: 0.0, latency: 0.0)
    for (index, one) in terms.enumerated() where one.time <= span.upperBound {
      if index + 1 < terms.count, terms[index + 1].time < span.lowerBound { continue }
      longest.interval = max(longest.interval, Double(one.interval))
      longest.latency = max(longest.latency, Double(one.latency))
    }
    return longest
  }
}
