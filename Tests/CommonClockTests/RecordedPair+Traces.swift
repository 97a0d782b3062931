import BTSnoop
import Bytes
import CommonClock
import GATTSession

@testable import TestSupport

extension RecordedPair {
  /// - limits: those of a trace.
  static func collect(
    _ records: [Record], limits: [Int] = TraceCollector.limits
  ) -> RecorderTrace {
    let collector = TraceCollector(GATTSession.Options(), limits: limits)
    for (record, bytes) in records { collector.take(record, bytes: bytes.rawBytes) }
    return collector.finish()
  }

  /// The log of a host.
  func host(_ clock: Clock, isCentral: Bool = true, hasConnect: Bool = true) -> RecorderTrace {
    Self.collect(hostRecords(clock, isCentral: isCentral, hasConnect: hasConnect))
  }

  /// What the central sends becomes bursts of up to four PDUs of one length, which are on the air in one connection event
  /// after the other.
  mutating func makeBursts() {
    var event = 0
    var now = 0.0
    var count = 0
    for index in pdus.indices where pdus[index].isSent {
      if count % 4 == 0 || pdus[index].event > event + 60 {
        (event, now, count) = (pdus[index].event, pdus[index].central, 0)
      }
      let moved = Double(event + count - pdus[index].event) * Self.interval
      pdus[index].central = now + Double(count) * 300_000
      pdus[index].peripheral += moved
      pdus[index].event = event + count
      pdus[index].bytes = [9, 0, 4, 0, 0x52, 0x12, 0] + pdus[index].bytes.suffix(2) + [1, 2, 3, 4]
      count += 1
    }
    pdus.sort { ($0.event, $0.central) < ($1.event, $1.central) }
  }

  /// What a sniffer heard.
  func sniffer(
    _ clock: Clock, loss: Double = 0, seed: UInt64 = 1, isEncrypted: Bool = false,
    hasConnect: Bool = true
  ) -> RecorderTrace {
    Self.collect(
      airRecords(
        clock, loss: loss, seed: seed, isEncrypted: isEncrypted, hasConnect: hasConnect))
  }
}
