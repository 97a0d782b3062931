import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Plays packets to a reader, once there is one.
final class RecordsStage: RecordStage {
  private let target: CaptureTarget
  private let filter: EventFilter
  private let options: ReadingOptions
  private let session: GATTSession.Options
  private let open: () -> OutputStream?
  private var stage: ConvertStage?

  /// - open: waits for the reader; `nil`: there was none.
  init(
    _ target: CaptureTarget, filter: EventFilter, _ options: ReadingOptions,
    session: GATTSession.Options, open: @escaping () -> OutputStream?
  ) {
    self.target = target
    self.filter = filter
    self.options = options
    self.session = session
    self.open = open
  }

  var refusal: ConversionError? { stage?.refusal }
  var losses: ConversionLosses { stage?.losses ?? ConversionLosses() }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    guard let out = open() else { return }
    stage = ConvertStage(
      target, out, filter: filter, count: options.selection.count, session: session,
      marks: options.knowledge.marks,
      annotates: options.writing.annotates)
    stage?.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    stage?.record(record, bytes: bytes) ?? false
  }

  var followed: GATTSession? { stage?.followed }
  /// Without a reader, nothing was looked for.
  var hasMatch: Bool { stage.map { $0.written > 0 } ?? true }

  var wantsComments: Bool { true }
  func comment(_ text: RawSpan) { stage?.comment(text) }
  var remarks: [String] { stage?.remarks ?? [] }
  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) { stage?.end(summary) }
}
