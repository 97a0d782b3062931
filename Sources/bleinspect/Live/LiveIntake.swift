import BTSnoop
import Bytes
import LiveCapture
import Timeline

/// Takes the records of a live source: each is recorded before anything reads it.
struct LiveIntake: RecordSink {
  /// Makes the recording; `nil`: nothing is recorded.
  private var openRecorder: (() throws(RecordingError) -> Recorder)?
  private(set) var recorder: Recorder?
  /// Why there is no recording.
  private(set) var refusal: RecordingError?
  private let console: LiveConsole
  /// The page of `--page`, which gets the same records.
  var page: LivePage?
  private var pipeline: CapturePipeline
  /// For the recording, on a record that is still to come.
  private var comments: [(frame: UInt64, text: [UInt8])] = []
  private var hasLostComment = false
  private var lost = LostPackets()
  private(set) var records: UInt64 = 0
  /// Packets lost before records that arrived.
  private(set) var drops: UInt32 = 0
  /// The time of the last record, by its source's clock.
  private(set) var lastTime: CaptureTime?

  init(
    _ stage: LiveStage, _ console: LiveConsole,
    recorder: (() throws(RecordingError) -> Recorder)?
  ) {
    openRecorder = recorder
    self.console = console
    pipeline = CapturePipeline(stage, isLive: true)
  }

  /// Whether everything received is to be recorded.
  var isRecorded: Bool { openRecorder != nil || recorder != nil }

  mutating func capture(_ info: CaptureInfo) {
    pipeline.capture(info)
    page?.capture(info)
    // Only now the source is surely open, so that no existing file is replaced in vain.
    guard let open = openRecorder else { return }
    openRecorder = nil
    do { recorder = try open() } catch { refusal = error }
  }

  /// Remarks about the source are not part of its data: a recording has none of them.
  mutating func note(_ note: CaptureNote) { console.remark(note.description) }

  mutating func comment(_ text: RawSpan, frame: UInt64) {
    pipeline.comment(text, frame: frame)
    page?.comment(text, frame: frame)
    guard isRecorded else { return }
    // Those on records that were not read would pile up.
    if let last = comments.last, last.frame != frame { comments.removeAll() }
    comments.append((frame, text.copy()))
  }

  private mutating func recordComments(on record: borrowing CaptureRecord) {
    let (frame, time) = (record.frame, record.time)
    for comment in comments where comment.frame == frame {
      let line = Mark.line(ofComment: comment.text.rawBytes)
      guard !line.isEmpty else { continue }
      do throws(RecordingError) {
        try recorder?.mark(comment.text, line: Mark.fileLine(line, at: time))
      } catch {
        if !hasLostComment { console.complain(error.message) }
        hasLostComment = true
      }
    }
    comments.removeAll()
  }

  mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
    guard refusal == nil else { return false }
    records += 1
    let (sum, overflow) = drops.addingReportingOverflow(lost.before(record))
    drops = overflow ? .max : sum
    lastTime = record.time
    if !comments.isEmpty { recordComments(on: record) }
    recorder?.append(record, bytes: bytes)
    page?.record(record, bytes: bytes)
    return pipeline.record(record, bytes: bytes) && recorder?.error == nil
  }

  /// Ends the timeline as the end of a file does.
  mutating func end() {
    if drops > 0, let name = pipeline.summary.captures.first?.name {
      pipeline.note(CaptureNote(.dropped(drops), file: name))
    }
    pipeline.end()
    for note in pipeline.summary.notes where note.isUnreadCapture || note.isPartlyUnread {
      console.remark(note.description)
    }
  }
}
