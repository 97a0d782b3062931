import BTSnoop
import Bytes
import CommonClock
import GATTSession
import TestSupport

extension RecordedPair {
  private static func collect(_ records: [Record]) -> RecorderTrace {
    let collector = TraceCollector(GATTSession.Options())
    for (record, bytes) in records { collector.take(record, bytes: bytes.rawBytes) }
    return collector.finish()
  }

  /// The log of a host.
  func host(_ clock: Clock, isCentral: Bool = true, hasConnect: Bool = true) -> RecorderTrace {
    Self.collect(hostRecords(clock, isCentral: isCentral, hasConnect: hasConnect))
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
