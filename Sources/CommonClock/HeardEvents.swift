import ATTDissector
import GATTSession

/// The beginnings of a central's connection events, by a sniffer's clock.
package struct ConnectionPulse: Sendable {
  /// Nanoseconds, as the central said.
  package private(set) var interval: Double
  /// The first one and the last one, nanoseconds since the first record.
  package private(set) var first: Double
  package private(set) var last: Double
  package private(set) var lastFrame: UInt64
  /// Intervals from the first to the last one.
  package private(set) var count = 0.0
  /// Events that were heard.
  package private(set) var heard = 1
  /// How many packets in a row are at no whole number of intervals.
  private var odd = 0

  /// Nanoseconds by which an event may begin early or late: the central's jitter, and the steps of stamps.
  private static let jitter = 150_000.0
  /// The greatest drift that is followed.
  private static let drift = 1e-3
  private static let mostOdd = 8

  init(interval: Double, time: Double, frame: UInt64) {
    (self.interval, first, last, lastFrame) = (interval, time, time, frame)
  }

  package var length: Double { last - first }

  /// Parts per million by which the central's clock is slow against the sniffer's.
  package var drift: Double { count > 0 ? (length / (count * interval) - 1) * 1e6 : 0 }

  /// - Returns: whether it goes on; else another one begins.
  mutating func hear(_ time: Double, frame: UInt64, interval: Double) -> Bool {
    guard interval == self.interval, interval > 0, time >= last else { return false }
    let gap = time - last
    // Another packet of the same event.
    guard gap > 0.5 * interval else { return true }
    let events = (gap / interval).rounded()
    guard abs(gap - events * interval) <= Self.jitter + Self.drift * gap else {
      odd += 1
      return odd < Self.mostOdd
    }
    (last, lastFrame) = (time, frame)
    count += events
    heard += 1
    odd = 0
    return true
  }
}

/// Connection events in a row in which one side was not heard by the other one.
package struct MissedEvents: Sendable {
  /// Who missed them.
  package var by: LinkRole
  package var count: Int
  /// The peripheral latency meanwhile.
  package var latency: Int
  /// When the PDU was sent that was then repeated, and when it was repeated for the last time: nanoseconds since the
  /// first record.
  package var time: Double
  package var end: Double
  /// The record of the first one.
  package var frame: UInt64
}

/// The connection events of a connection on the air, while they are heard.
struct HeardEvents {
  private var pulse: ConnectionPulse?
  private var longest: ConnectionPulse?
  /// The run that is under way, and the longest one of each side.
  private var run: MissedEvents?
  private var misses: [2 of MissedEvents?] = [nil, nil]
  /// When the central began its last event that was heard, and the record.
  private var begin: Double?
  private var frame: UInt64 = 0
  /// The sequence numbers of the central's last packet: its own, and that for which it waits.
  private var number = false
  private var acknowledges = false
  /// Whether the peripheral was heard since, and acknowledged that packet.
  private var answer: (isHeard: Bool, acknowledges: Bool) = (false, false)

  /// Takes a packet without a fault.
  mutating func hear(
    _ time: Double, frame: UInt64, sender: LinkRole, header: DataChannelPDUHeader,
    isRepeated: Bool, on connection: Connection
  ) {
    guard sender == .central else {
      answer = (true, header.acknowledges != number)
      return
    }
    let interval = Double(connection.interval)
    if pulse?.hear(time, frame: frame, interval: interval) != true {
      keepPulse()
      pulse =
        interval > 0 ? ConnectionPulse(interval: interval, time: time, frame: frame) : nil
    }
    guard let last = begin, interval > 0, time >= last, time - last < 1.5 * interval else {
      // What was between is not known.
      endRun()
      start(time, frame: frame, header: header)
      return
    }
    guard time - last > 0.5 * interval else {
      // Another packet of the same event: the central has heard the answer to the one before.
      endRun()
      note(header)
      return
    }
    if isRepeated, header.sequenceNumber == number, header.acknowledges == acknowledges,
      !answer.isHeard || answer.acknowledges
    {
      // It repeats itself: it has not heard that it was received.
      let missing: LinkRole = answer.isHeard ? .central : .peripheral
      if run?.by != missing {
        endRun()
        run = MissedEvents(
          by: missing, count: 0, latency: Int(connection.state.latency), time: last, end: time,
          frame: self.frame)
      }
      run?.count += 1
      run?.end = time
    } else {
      endRun()
    }
    start(time, frame: frame, header: header)
  }

  private mutating func start(_ time: Double, frame: UInt64, header: DataChannelPDUHeader) {
    (begin, self.frame) = (time, frame)
    note(header)
  }

  private mutating func note(_ header: DataChannelPDUHeader) {
    number = header.sequenceNumber
    acknowledges = header.acknowledges
    answer = (false, false)
  }

  private mutating func endRun() {
    guard let ended = run else { return }
    run = nil
    let side = ended.by == .central ? 0 : 1
    if misses[side].map({ $0.count < ended.count }) ?? true { misses[side] = ended }
  }

  private mutating func keepPulse() {
    guard let ended = pulse else { return }
    if longest.map({ $0.length < ended.length }) ?? true { longest = ended }
  }

  /// Writes the longest pulse and the missed events to a link. A run that goes on to its end is left out: it is how the
  /// link ended.
  consuming func finish(_ link: inout LinkSpan?) {
    keepPulse()
    link?.pulse = longest
    link?.misses = [misses[0], misses[1]].compactMap(\.self)
  }
}
