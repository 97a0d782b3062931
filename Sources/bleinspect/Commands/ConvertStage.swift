import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Writes the selected records in the requested format.
final class ConvertStage: RecordStage {
  private let target: CaptureTarget
  private let out: OutputStream
  private let filter: EventFilter
  private let selection: ConvertSelection?
  /// Decrypts where nothing is selected.
  private let decryptor: GATTSession?
  private let decrypts: Bool
  private let count: UInt64?
  private let hasFilter: Bool
  private var clock: TimelineClock?
  /// The last packet that was decrypted.
  private var plain = ByteWriter(capacity: 512)
  /// Records from before the selected connection.
  private var held = HeldRecords()
  private var writer: CaptureWriter?
  /// The number of records written.
  private(set) var written: UInt64 = 0
  /// The number of advertisements, and records of links on BR/EDR, that could not be held for the
  /// selected connection.
  private(set) var overlooked: UInt64 = 0
  /// Why it stopped early, if it did.
  private(set) var refusal: ConversionRefusal?

  /// - count: the most records to write.
  /// - session: the options of the session that selects and decrypts.
  /// - decrypts: PDUs that a key opens are written in the clear.
  init(
    _ target: CaptureTarget, _ out: OutputStream, filter: EventFilter, count: UInt64?,
    session: GATTSession.Options, decrypts: Bool = false
  ) {
    self.target = target
    self.out = out
    self.count = count
    self.decrypts = decrypts
    var describing = session
    describing.describesPackets = true
    describing.writesPlainPackets = decrypts
    selection =
      filter.device != nil || filter.connection != nil
      ? ConvertSelection(filter, describing) : nil
    decryptor =
      decrypts && selection == nil
      ? GATTSession(options: describing, sink: NameSink(wantsEvents: false)) : nil
    // `ConvertSelection` decides about devices and connections, which takes more than the filter
    // sees.
    var rest = filter
    rest.device = nil
    rest.connection = nil
    self.filter = rest
    hasFilter = rest.isActive
  }

  var losses: ConversionLosses { writer?.losses ?? ConversionLosses() }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    var writer = CaptureWriter(target, of: summary.captures)
    writer.appendHeader(to: &out.buffer)
    self.writer = writer
  }

  var followed: GATTSession? { selection?.session }

  var decryption: DecryptionReport {
    (decryptor ?? selection?.session)?.decryption ?? DecryptionReport()
  }

  func record(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    let verdict = selection?.judge(record, bytes) ?? .chosen
    decryptor?.process(record, bytes)
    guard decrypts, let session = decryptor ?? selection?.session else {
      return take(record, bytes, verdict)
    }
    guard session.hasPlainPacket else {
      guard session.packet.link?.isEncrypted == true else { return take(record, bytes, verdict) }
      // What stays encrypted is marked: its neighbours are in the clear now.
      var marked = record
      marked.radio?.wasEncrypted = true
      marked.radio?.micOK = false
      return take(marked, bytes, verdict)
    }
    plain.removeAll()
    session.appendPlainPacket(to: &plain)
    var changed = record
    changed.originalLength = plain.count
    changed.radio?.wasEncrypted = true
    changed.radio?.isDecrypted = true
    changed.radio?.micOK = true
    var bytes = ByteWriter(capacity: 0)
    swap(&bytes, &plain)
    defer { swap(&bytes, &plain) }
    return take(changed, bytes.bytes, verdict)
  }

  private func take(
    _ record: CaptureRecord, _ bytes: RawSpan, _ verdict: ConvertSelection.Verdict
  ) -> Bool {
    let isHeld = selection?.awaitsConnection == true
    if !isHeld, !held.entries.isEmpty, !release(all: true) { return false }
    if verdict == .other || hasFilter && !allows(record) { return true }
    guard isHeld else { return write(record, bytes) }
    held.append(record, bytes, isChosen: verdict == .chosen)
    return !held.isFull || release(all: false)
  }

  /// Writes the selected ones among the held records. If there are too many, only the older half is
  /// decided, and records of devices that are still unknown are dropped.
  private func release(all: Bool) -> Bool {
    var pending = HeldRecords()
    swap(&pending, &held)
    let entries = pending.entries
    let count = all ? entries.count : entries.count / 2
    for (index, entry) in entries.enumerated() {
      let bytes = pending.bytes.bytes.clamped(entry.place.lowerBound, entry.place.count)
      if index >= count {
        held.append(entry.record, bytes, isChosen: entry.isChosen)
      } else if entry.isChosen || selection?.isOfDevice(entry.record, bytes) == true {
        guard write(entry.record, bytes) else { return false }
      } else if !all {
        overlooked += 1
      }
    }
    return true
  }

  private func write(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    do {
      if try writer?.append(record, bytes, to: &out.buffer) == true { written += 1 }
    } catch {
      refusal = error
      return false
    }
    out.lineEnds()
    return out.isOpen && count.map { written < $0 } ?? true
  }

  private func allows(_ record: CaptureRecord) -> Bool {
    guard let clock else { return false }
    return filter.allows(
      frame: record.frame, time: record.time, adapter: record.adapter, connection: nil, peer: nil,
      overAir: nil, clock: clock)
  }

  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) {
    _ = refusal == nil && release(all: true)
    writer?.appendTrailer(to: &out.buffer)
  }
}
