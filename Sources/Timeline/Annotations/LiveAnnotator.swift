import BTSnoop
import Bytes
import GATTSession

/// Says of each record what is known when it comes; what is known later of earlier ones stands at the record that it
/// came with.
package final class LiveAnnotator {
  private let session: GATTSession
  private let sink = AnnotationSink()
  /// How many findings have been told.
  private var told = 0
  private var text = AnnotationText()

  package init(session options: GATTSession.Options) {
    session = GATTSession(options: options, sink: sink)
  }

  /// - Returns: what is said of the record, in which `AnnotationText.written` names the records.
  package func take(_ record: CaptureRecord, _ bytes: RawSpan) -> [[UInt8]] {
    sink.begin(record.frame)
    session.process(record, bytes)
    let findings = session.findings.list
    // Some are taken back.
    told = min(told, findings.count)
    while told < findings.count {
      let finding = findings[told]
      told += 1
      text.begin(
        finding: finding.rule, of: finding.text, frame: finding.frame,
        connection: finding.connection)
      sink.add(text.content.bytes.copy(), to: finding.frame)
    }
    return sink.texts
  }
}

/// Collects what is said while a record is processed.
private final class AnnotationSink: EventSink {
  private var annotator = EventAnnotator()
  private var frame: UInt64 = 0
  private var text = AnnotationText()
  private var late = AnnotationText()
  private(set) var texts: [[UInt8]] = []

  var wantsEvents: Bool { true }
  var wantedAdvertisements: AdvertisementChoice { .changes }
  var showsTree: Bool { false }
  var takesEventsAtOnce: Bool { true }

  func begin(_ frame: UInt64) {
    self.frame = frame
    texts.removeAll(keepingCapacity: true)
  }

  func add(_ text: [UInt8], to frame: UInt64) {
    guard texts.count < Self.most else { return }
    guard frame != self.frame else { return texts.append(text) }
    late.begin(about: frame, text.rawBytes)
    texts.append(late.content.bytes.copy())
  }

  /// The most texts of one record.
  private static let most = 32

  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan) {
    guard let frame = annotator.annotate(event, fields, value: value, into: &text) else { return }
    add(text.content.bytes.copy(), to: frame)
  }

  func answered(_ request: borrowing AnsweredRequest) {
    // The request has been written.
    EventAnnotator.annotate(answer: request, into: &text)
    add(text.content.bytes.copy(), to: request.frame)
  }
}
