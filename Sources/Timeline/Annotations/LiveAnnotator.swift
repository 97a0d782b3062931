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
  package func take(_ record: CaptureRecord, bytes: RawSpan) -> [[UInt8]] {
    sink.begin(record.frame)
    session.process(record, bytes: bytes)
    let findings = session.findings.list
    // Some are taken back.
    told = min(told, findings.count)
    while told < findings.count {
      let finding = findings[told]
      told += 1
      text.begin(
        finding: finding.rule, of: finding.text, frame: finding.frame,
        connection: finding.connection)
      sink.add(text.content.bytes.copy(), to: finding.frame, rank: .finding)
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
  /// By rank, as in an annotated file: values stand before what answers what. Of each rank, what is said of earlier
  /// records comes last.
  private var said = AnnotationSpool.Rank.allCases.flatMap { _ in [[[UInt8]](), []] }
  private var count = 0

  var texts: [[UInt8]] { said.flatMap(\.self) }

  let demand = EventDemand(advertisements: .changes, lastTexts: false, atOnce: true)

  func begin(_ frame: UInt64) {
    self.frame = frame
    guard count > 0 else { return }
    count = 0
    for rank in said.indices { said[rank].removeAll(keepingCapacity: true) }
  }

  func add(_ text: [UInt8], to frame: UInt64, rank: AnnotationSpool.Rank) {
    guard count < Self.most else { return }
    count += 1
    let place = 2 * Int(rank.rawValue)
    guard frame != self.frame else { return said[place].append(text) }
    late.begin(about: frame, said: text.rawBytes)
    said[place + 1].append(late.content.bytes.copy())
  }

  /// The most texts of one record.
  private static let most = 32

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    guard let frame = annotator.annotate(event, fields: fields, value: value, into: &text) else {
      return
    }
    add(text.content.bytes.copy(), to: frame, rank: .event)
  }

  func answered(_ request: borrowing AnsweredRequest) {
    // The request has been written.
    EventAnnotator.annotate(answer: request, into: &text)
    add(text.content.bytes.copy(), to: request.frame, rank: .answer)
  }
}
