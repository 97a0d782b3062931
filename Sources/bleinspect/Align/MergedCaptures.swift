import BTSnoop
import Bytes
import GATTSession
import PacketList
import System
import Timeline

/// Captures that are read side by side: in order of time, on the clock of the first one.
struct MergedCaptures {
  private let aligned: AlignedRecorders
  private let clocks: [PlacingClock]

  init(_ aligned: AlignedRecorders) {
    self.aligned = aligned
    clocks = aligned.recorders.indices.map { aligned.clock(of: $0) }
  }

  /// Passes on all records, numbered anew; one whose time has changed has a comment with its own place and time.
  /// - Returns: what the readers remarked.
  func read(into stage: some RecordStage) throws(OutputError) -> [CaptureNote] {
    let sources = aligned.recorders.map { RecordFeed($0.name) }
    defer { for source in sources { source.stop() } }
    for source in sources where !source.hasStarted {
      throw OutputError(message: "\(shown(source.name)): no thread to read it with")
    }
    var heads = sources.indices.map { place in sources[place].next().map { moved($0, place: place) }
    }
    var summary = CaptureSummary()
    for source in sources {
      guard let capture = source.capture else {
        throw OutputError(message: "\(shown(source.name)): cannot be read a second time")
      }
      summary.captures.append(capture)
    }
    let times = heads.compactMap { $0?.record.time }
    summary.start = times.min()
    let origin = summary.start ?? CaptureTime(seconds: 0, nanoseconds: 0)
    let decimals = summary.captures.map(\.timeDecimals).max() ?? 6
    stage.begin(summary, clock: TimelineClock(origin: origin, decimals: decimals))
    var frame: UInt64 = 0
    while true {
      var first: Int?
      for place in heads.indices {
        guard let head = heads[place] else { continue }
        if let chosen = first, let other = heads[chosen], other.record.time <= head.record.time {
          continue
        }
        first = place
      }
      guard let place = first, let head = heads[place] else { break }
      frame += 1
      let original = head.original
      for comment in head.comments { stage.comment(comment.rawBytes) }
      if original != head.record.time {
        stage.comment(
          comment(head, original: original, name: sources[place].name, decimals: decimals).rawBytes)
      }
      var record = head.record
      record.frame = frame
      record.file = place
      summary.end = record.time
      guard stage.record(record, bytes: head.bytes.rawBytes) else { break }
      heads[place] = sources[place].next().map { moved($0, place: place) }
    }
    summary.notes = sources.flatMap(\.notes)
    stage.end(summary)
    return summary.notes
  }

  private struct Head {
    var record: CaptureRecord
    var original: CaptureTime
    var bytes: [UInt8]
    var comments: [[UInt8]]
  }

  private func moved(_ record: RecordFeed.Record, place: Int) -> Head {
    var moved = record.record
    moved.time = clocks[place](moved.time)
    return Head(
      record: moved, original: record.record.time, bytes: record.bytes, comments: record.comments)
  }

  /// `air.pcapng, record 12: 2026-03-01T09:00:00.123456Z`
  private func comment(
    _ head: Head, original: CaptureTime, name: String, decimals: Int
  ) -> [UInt8] {
    var text = ByteWriter(capacity: 64)
    text.append(untrusted: name, escaping: .plain)
    text.append(", record ")
    text.append(decimal: head.record.frame)
    text.append(": ")
    var timestamps = TimestampWriter()
    if !timestamps.write(original, decimals: decimals, to: &text) {
      text.append(decimal: original.seconds)
      text.append(" s")
    }
    return text.bytes.copy()
  }
}

/// A capture that a thread reads ahead a little.
final class RecordFeed {
  struct Record: Sendable {
    var record: CaptureRecord
    var bytes: [UInt8]
    var comments: [[UInt8]] = []
  }

  /// Records and octets that are read ahead at most, once.
  private static let batchCount = 512
  private static let batchOctets = 1 << 18

  /// What both threads share.
  private struct State: Sendable {
    var batch: [Record]?
    var capture: CaptureInfo?
    var notes: [CaptureNote] = []
    var hasEnded = false
    var isStopped = false
  }

  private struct Sink: RecordSink {
    let state: Awaited<State>
    var batch: [Record] = []
    var octets = 0
    var comments: [(frame: UInt64, text: [UInt8])] = []
    /// Connections whose records are left out; where there are some, one of these tells those of records.
    var left: Set<Int32> = []
    var links: RecordLinks.Reader?
    var session: GATTSession?
    let packet: PacketDescription

    mutating func capture(_ info: CaptureInfo) {
      state.change { if $0.capture == nil { $0.capture = info } }
    }

    mutating func note(_ note: CaptureNote) { state.change { $0.notes.append(note) } }

    mutating func comment(_ text: RawSpan, frame: UInt64) {
      if comments.count < 64 { comments.append((frame, text.copy())) }
    }

    mutating func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
      let own = comments.filter { $0.frame == record.frame }.map(\.text)
      if !comments.isEmpty { comments.removeAll() }
      var link: Int32 = 0
      if links != nil { link = links?.link(of: record.frame) ?? 0 }
      if let session {
        session.process(record, bytes: bytes)
        link = Int32(clamping: packet.connectionNumber)
      }
      guard link <= 0 || !left.contains(link) else { return true }
      batch.append(Record(record: record, bytes: bytes.copy(), comments: own))
      octets += bytes.byteCount
      guard batch.count >= RecordFeed.batchCount || octets >= RecordFeed.batchOctets else {
        return true
      }
      return pass()
    }

    /// - Returns: whether more is wanted.
    mutating func pass() -> Bool {
      var taken: [Record] = []
      swap(&taken, &batch)
      octets = 0
      let isWanted = state.wait { state -> Bool? in
        if state.isStopped { return false }
        return state.batch == nil ? true : nil
      }
      guard isWanted else { return false }
      state.change { $0.batch = taken }
      return true
    }
  }

  let name: String
  private let state = Awaited(State())
  private var thread: WorkerThread?
  private var batch: ArraySlice<Record> = []

  /// - links: the connections of its records.
  /// - left: connections whose records are left out.
  /// - session: how the capture is followed where `links` does not have all of them.
  init(
    _ name: String, links: RecordLinks = RecordLinks(), without left: Set<Int32> = [],
    following session: GATTSession.Options? = nil
  ) {
    self.name = name
    let state = state
    thread = WorkerThread {
      var described = PacketDescription.Options()
      described.keepsConnection = false
      let packet = PacketDescription(described)
      var sink = Sink(state: state, packet: packet)
      sink.left = left
      if !left.isEmpty, links.isWhole {
        sink.links = RecordLinks.Reader(links)
      } else if !left.isEmpty, var session {
        session.readsAttributes = false
        sink.session = GATTSession(options: session, sink: SilentSink(), observer: packet)
      }
      var reader = CaptureReader()
      // What stops it was told when it was first read.
      try? reader.read([name], into: &sink)
      if !sink.batch.isEmpty { _ = sink.pass() }
      state.change { $0.hasEnded = true }
    }
  }

  var hasStarted: Bool { thread != nil }
  var capture: CaptureInfo? { state.wait { .some($0.capture) } }
  var notes: [CaptureNote] { state.wait { $0.notes } }

  /// The next record; `nil` at the end.
  func next() -> Record? {
    if let record = batch.popFirst() { return record }
    let next = state.wait { state -> [Record]?? in
      if let batch = state.batch { return .some(batch) }
      return state.hasEnded || state.isStopped ? .some(nil) : nil
    }
    guard let next else { return nil }
    state.change { $0.batch = nil }
    batch = next[...]
    return batch.popFirst()
  }

  /// Ends reading; call it once.
  func stop() {
    state.change { $0.isStopped = true }
    thread?.join()
    thread = nil
  }
}
