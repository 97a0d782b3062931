import BTSnoop
import Bytes

/// Parses the monitor protocol of embedded boards (Zephyr's CONFIG_BT_DEBUG_MONITOR_UART) from a
/// line that may lose bytes or carry other output.
package struct MonitorStreamParser {
  /// Bytes with which it always makes progress: the longest frame.
  package static let maximumPending = 2 + 65_535
  /// The most bytes without a record to report at once.
  static let skippedAtOnce = 4096

  /// Packets that the device has lost so far.
  package private(set) var drops: UInt64 = 0
  /// Bytes that belonged to no record.
  package private(set) var skippedTotal: UInt64 = 0
  private var output: LiveOutput
  private var clock = DeviceClock()
  /// Whether the last bytes were a record: another one most likely follows.
  private var isAligned = true
  /// Skipped bytes not yet reported.
  private var skipped = 0

  /// Whether it waits for the end of noise in order to report it.
  package var hasNoise: Bool { skipped > 0 }
  package var nextFrame: UInt64 { output.nextFrame }
  package var isStopped: Bool { output.isStopped }

  /// - adapters: if not empty, records are kept only if they include the board, which is adapter 0.
  package init(name: String, adapters: Set<UInt16> = []) {
    output = LiveOutput(
      CaptureInfo(
        name: name, format: .monitor, linkType: LinkType.monitor.name,
        linkTypeDescription: "BlueZ monitor, serial line"),
      adapters: adapters)
  }

  /// Describes the capture to the sink, once.
  package mutating func begin(_ sink: inout some RecordSink) { output.begin(&sink) }

  package mutating func note(_ kind: CaptureNote.Kind, into sink: inout some RecordSink) {
    output.note(kind, into: &sink)
  }

  /// Delivers all the complete records in the bytes.
  ///
  /// - bytes: all that was not consumed yet.
  /// - now: when they were read.
  /// - emptied: an earlier moment at which the line was empty.
  /// - Returns: bytes consumed.
  package mutating func consume(
    _ bytes: RawSpan, now: CaptureTime, emptied: CaptureTime, into sink: inout some RecordSink
  ) -> Int {
    var position = 0
    while !output.isStopped, position < bytes.byteCount {
      let rest = bytes.clamped(position)
      switch MonitorFrame.verdict(of: rest) {
      case .frame(let frame, let isCertain) where isCertain || isAligned:
        guard frame.totalLength <= rest.byteCount else { return position }
        reportSkipped(&sink)
        deliver(frame, bytes: rest, now: now, emptied: emptied, into: &sink)
        isAligned = true
        position += frame.totalLength
      case .undecided: return position
      case .frame, .none:
        position += 1
        skip(1, into: &sink)
      }
    }
    return position
  }

  /// No more input for now: the rest belongs to no record unless one starts at a later byte.
  /// - Returns: bytes consumed: one, or zero if none are left.
  package mutating func giveUp(_ count: Int, into sink: inout some RecordSink) -> Int {
    guard count > 0 else {
      reportSkipped(&sink)
      return 0
    }
    skip(1, into: &sink)
    return 1
  }

  /// The line was interrupted: the rest belongs to no record, and the device's clock may have
  /// changed.
  /// - count: bytes left.
  package mutating func restart(_ count: Int, into sink: inout some RecordSink) {
    if count > 0 { skip(count, into: &sink) }
    reportSkipped(&sink)
    isAligned = true
    clock.reset()
  }

  private mutating func skip(_ count: Int, into sink: inout some RecordSink) {
    isAligned = false
    skipped += count
    skippedTotal += UInt64(count)
    if skipped >= Self.skippedAtOnce { reportSkipped(&sink) }
  }

  private mutating func reportSkipped(_ sink: inout some RecordSink) {
    guard skipped > 0 else { return }
    output.note(.skipped(skipped), into: &sink)
    skipped = 0
  }

  private mutating func deliver(
    _ frame: MonitorFrame, bytes: RawSpan, now: CaptureTime, emptied: CaptureTime,
    into sink: inout some RecordSink
  ) {
    let (sum, overflow) = drops.addingReportingOverflow(UInt64(frame.drops))
    drops = overflow ? .max : sum
    let time = frame.ticks.map { clock.time($0, now: now, emptied: emptied) } ?? now
    output.deliver(
      bytes.clamped(frame.payloadOffset, count: frame.payloadLength),
      // A board has one adapter.
      framing: .monitor(opcode: frame.opcode, adapter: 0, headerLength: 0),
      originalLength: frame.payloadLength, time: time, drops: drops, into: &sink)
  }
}
