import BTSnoop
import Bytes
import GATTSession
import PacketList
import Timeline

/// Writes the selected records in the requested format.
final class ConvertStage: RecordStage {
  private let target: CaptureTarget
  private let out: OutputStream
  private let filter: EventFilter
  private let selection: ConvertSelection?
  /// Decrypts, or mends CRCs, where nothing is selected.
  private let decryptor: GATTSession?
  /// What either session makes of the last record.
  private let packet: PacketDescription
  private let decrypts: Bool
  /// Whether packets that their recorder has decrypted get a CRC that fits: where nothing says that
  /// it was checked before, any other reads as damage.
  private let mends: Bool
  private let count: UInt64?
  private let hasFilter: Bool
  private let separatesCaptures: Bool
  private var clock: TimelineClock?
  /// Records from before the selected connection.
  private var held = HeldRecords()
  private var writer: CaptureWriter?
  /// Says what is known of each record when it comes.
  private let annotator: LiveAnnotator?
  /// The numbers that records have in what is written; only kept for annotations.
  private(set) var numbers = FrameNumbers()
  private let keepsNumbers: Bool
  private var marks: Marks
  /// For the record that is being read.
  private var comments = RecordComments()
  /// Marks for the next record that is written, from before those of records that are held.
  private var waitingMarks: [[UInt8]] = []
  private var lastFrame: UInt64?
  /// The number of marks that no written record follows.
  private var lateMarks = 0
  /// The number of records written.
  private(set) var written: UInt64 = 0
  /// The number of advertisements, and records of links on BR/EDR, that could not be held for the
  /// selected connection.
  private(set) var overlooked: UInt64 = 0
  /// Why it stopped early, if it did.
  private(set) var refusal: ConversionError?

  /// - count: the most records to write.
  /// - session: the options of the session that selects and decrypts.
  /// - marks: written as comments, if the target has them.
  /// - decrypts: PDUs that a key opens are written in the clear.
  /// - annotates: what is known of each record when it comes is written as comments on it.
  /// - keepsNumbers: whether `numbers` will be asked for.
  /// - separatesCaptures: each capture has interfaces of its own.
  init(
    _ target: CaptureTarget, _ out: OutputStream, filter: EventFilter, count: UInt64?,
    session: GATTSession.Options, marks: [Mark], decrypts: Bool = false, annotates: Bool = false,
    keepsNumbers: Bool = false, separatesCaptures: Bool = false
  ) {
    self.separatesCaptures = separatesCaptures
    self.target = target
    annotator = annotates ? LiveAnnotator(session: session) : nil
    self.keepsNumbers = annotates || keepsNumbers
    self.marks = Marks(marks)
    self.out = out
    self.count = count
    self.decrypts = decrypts
    mends = !target.hasRadioHeader
    var described = PacketDescription.Options()
    described.writesPlain = decrypts
    described.mendsCRC = mends
    packet = PacketDescription(described)
    selection =
      filter.device != nil || filter.connection != nil
      ? ConvertSelection(filter, session, packet) : nil
    decryptor =
      (decrypts || mends) && selection == nil
      ? GATTSession(options: session, sink: NameSink(hasNames: false), observer: packet) : nil
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
    marks.begin(clock)
    var writer = CaptureWriter(
      target, of: summary.captures, separatesCaptures: separatesCaptures)
    writer.appendHeader(to: &out.buffer)
    self.writer = writer
  }

  var followed: GATTSession? { selection?.session }

  var decryption: DecryptionReport {
    (decryptor ?? selection?.session)?.decryption ?? DecryptionReport()
  }

  var wantsComments: Bool { true }
  func comment(_ text: RawSpan) { comments.own.append(text.copy()) }
  var remarks: [String] {
    let count = lateMarks == 1 ? "1 mark is" : "\(lateMarks) marks are"
    return marks.remarks
      + (lateMarks > 0 ? ["\(count) left out: no packet that is written follows"] : [])
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    takeMarks(record)
    defer {
      if !comments.own.isEmpty { comments.own.removeAll() }
      if !comments.said.isEmpty { comments.said.removeAll() }
    }
    if let annotator { comments.said = annotator.take(record, bytes: bytes) }
    let verdict = selection?.judge(record, bytes: bytes) ?? .chosen
    decryptor?.process(record, bytes: bytes)
    guard decrypts || mends, !packet.plain.isEmpty else {
      guard decrypts, packet.link?.isEncrypted == true else {
        return take(record, bytes: bytes, verdict: verdict)
      }
      // What stays encrypted is marked: its neighbours are in the clear now.
      var marked = record
      marked.radio?.wasEncrypted = true
      marked.radio?.micOK = false
      return take(marked, bytes: bytes, verdict: verdict)
    }
    var changed = record
    changed.originalLength = packet.plain.count
    if packet.isOpened {
      changed.radio?.wasEncrypted = true
      changed.radio?.isDecrypted = true
      changed.radio?.micOK = true
    }
    return take(changed, plain: packet.plain, verdict: verdict)
  }

  /// Takes the marks that are due.
  private func takeMarks(_ record: CaptureRecord) {
    let frame = lastFrame ?? record.frame
    for mark in marks.take(before: record, isFirst: lastFrame == nil) { take(mark, frame: frame) }
    lastFrame = record.frame
  }

  /// - frame: of the record after which it stands, or of the first one.
  private func take(_ mark: (time: CaptureTime, text: String), frame: UInt64) {
    guard let clock, filter.allows(frame: frame, time: mark.time, clock: clock) else { return }
    comments.marks.append(Array(mark.text.utf8))
  }

  private func take(
    _ record: CaptureRecord, plain: borrowing ByteWriter, verdict: ConvertSelection.Verdict
  ) -> Bool {
    take(record, bytes: plain.bytes, verdict: verdict)
  }

  private func take(
    _ record: CaptureRecord, bytes: RawSpan, verdict: ConvertSelection.Verdict
  ) -> Bool {
    let isHeld = selection?.awaitsConnection == true
    if !isHeld, !held.entries.isEmpty, !release(all: true) { return false }
    if verdict == .other || hasFilter && !allows(record) { return true }
    guard isHeld else { return write(record, bytes: bytes, comments: comments.takeMarks()) }
    held.append(record, span: bytes, isChosen: verdict == .chosen, comments: comments.takeMarks())
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
      let bytes = pending.bytes.bytes.clamped(entry.place.lowerBound, count: entry.place.count)
      if index >= count {
        held.append(entry.record, span: bytes, isChosen: entry.isChosen, comments: entry.comments)
        continue
      }
      if entry.isChosen || selection?.isOfDevice(entry.record, bytes: bytes) == true {
        guard write(entry.record, bytes: bytes, comments: entry.comments) else { return false }
      } else {
        waitingMarks += entry.comments.marks
        if !all { overlooked += 1 }
      }
    }
    return true
  }

  private func write(
    _ record: CaptureRecord, bytes: RawSpan, comments: RecordComments
  ) -> Bool {
    waitingMarks += comments.marks
    for text in waitingMarks { _ = writer?.comment(text) }
    for text in comments.own { _ = writer?.comment(text) }
    for text in comments.said {
      _ = writer?.comment(
        AnnotationText.written(text.rawBytes, numbers: numbers, next: record.frame))
    }
    do {
      if try writer?.append(record, bytes: bytes, to: &out.buffer) == true {
        written += 1
        if keepsNumbers { numbers.write(record.frame) }
        waitingMarks.removeAll()
      } else {
        // The marks wait for another record.
        writer?.leaveOutComments(lost: comments.own.count)
      }
    } catch {
      refusal = error
      return false
    }
    out.lineEnds()
    return out.isOpen && hasRoom
  }

  /// Whether more records are asked for.
  private var hasRoom: Bool { count.map { written < $0 } ?? true }

  private func allows(_ record: CaptureRecord) -> Bool {
    guard let clock else { return false }
    return filter.allows(
      frame: record.frame, time: record.time, adapter: record.adapter, connection: nil,
      clock: clock)
  }

  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) {
    if refusal == nil, release(all: true), hasRoom {
      for mark in marks.takeRest() { take(mark, frame: lastFrame ?? 0) }
      lateMarks = waitingMarks.count + comments.marks.count
    }
    writer?.appendTrailer(to: &out.buffer)
  }
}
