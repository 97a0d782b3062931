import BTSnoop
import Bytes

/// Shared by the live sources: turns a packet and its framing into a numbered record.
struct LiveOutput {
  /// The most notes of one source: a noisy line could cause any number.
  static let maximumNotes = 256

  private let info: CaptureInfo
  /// Empty: all adapters.
  private let adapters: Set<UInt16>
  private(set) var nextFrame: UInt64 = 1
  /// Whether the sink has asked to stop.
  private(set) var isStopped = false
  private var hasBegun = false
  private var notes = 0

  /// - adapters: those whose records to keep; empty: all. Records without an adapter are always
  ///   kept.
  init(_ info: CaptureInfo, adapters: Set<UInt16> = []) {
    self.info = info
    self.adapters = adapters
  }

  /// Describes the capture to the sink, once.
  mutating func begin(_ sink: inout some RecordSink) {
    guard !hasBegun else { return }
    hasBegun = true
    sink.capture(info)
  }

  /// - packet: without the headers of its framing.
  /// - originalLength: bytes of the original packet.
  /// - drops: packets lost before it.
  @inline(__always)
  mutating func deliver(
    _ packet: RawSpan, framing: PacketFraming, originalLength: Int, time: CaptureTime,
    drops: UInt64, into sink: inout some RecordSink
  ) {
    if let adapter = framing.adapter, !adapters.isEmpty, !adapters.contains(adapter) { return }
    let record = CaptureRecord(
      frame: nextFrame, time: time, kind: framing.kind, direction: framing.direction,
      adapter: framing.adapter, originalLength: max(originalLength, packet.byteCount),
      code: framing.code, unknown: framing.unknown, cumulativeDrops: UInt32(clamping: drops))
    nextFrame += 1
    isStopped = !sink.record(record, bytes: packet)
  }

  mutating func note(_ kind: CaptureNote.Kind, into sink: inout some RecordSink) {
    notes += 1
    guard notes <= Self.maximumNotes else { return }
    sink.note(CaptureNote(kind, file: info.name, frame: nextFrame))
    if notes == Self.maximumNotes {
      sink.note(CaptureNote(.noMoreNotes, file: info.name, frame: nextFrame))
    }
  }
}
