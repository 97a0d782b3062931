import BTSnoop
import Bytes

/// What the live sources share: from a packet and its framing to a numbered record.
struct LiveOutput {
  /// Notes that one source gives at most: a line full of noise could give any number.
  static let maximumNotes = 256

  private let info: CaptureInfo
  /// Empty for all.
  private let adapters: Set<UInt16>
  private(set) var nextFrame: UInt64 = 1
  /// Whether the sink has asked to stop.
  private(set) var isStopped = false
  private var hasBegun = false
  private var notes = 0

  /// - adapters: those whose records pass; all where it is empty. Records of no adapter always pass.
  init(_ info: CaptureInfo, adapters: Set<UInt16> = []) {
    self.info = info
    self.adapters = adapters
  }

  /// Tells the sink what the capture is, once.
  mutating func begin(_ sink: inout some RecordSink) {
    guard !hasBegun else { return }
    hasBegun = true
    sink.capture(info)
  }

  /// - packet: without what its framing has before it.
  /// - originalLength: bytes that the packet had.
  /// - drops: packets lost before it.
  @inline(__always)
  mutating func deliver(
    _ packet: RawSpan, _ framing: PacketFraming, originalLength: Int, time: CaptureTime,
    drops: UInt64, into sink: inout some RecordSink
  ) {
    if let adapter = framing.adapter, !adapters.isEmpty, !adapters.contains(adapter) { return }
    let record = CaptureRecord(
      frame: nextFrame, time: time, kind: framing.kind, direction: framing.direction,
      adapter: framing.adapter, originalLength: max(originalLength, packet.byteCount),
      code: framing.code, cumulativeDrops: UInt32(clamping: drops))
    nextFrame += 1
    isStopped = !sink.record(record, packet)
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
