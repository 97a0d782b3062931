import BTSnoop
import Bytes
import GATTSession
import JSONText

/// Tables: one row per field; an event without fields has one row.
package final class CSVRenderer: SplitRenderer {
  package enum Form: Sendable {
    /// RFC 4180.
    case csv
    /// NDJSON: each row has every column, with `null` where there is nothing, and a column of values
    /// has one type.
    case json
  }

  private let out: OutputStream
  private let form: Form
  private var rows: EventRows?
  private var captures: CaptureKeys?
  /// The texts of an event.
  private var texts = ByteWriter(capacity: 256)

  /// - captureKey: of the capture that an event is from; `nil` to leave that out. NDJSON only.
  package init(
    _ out: OutputStream, form: Form = .csv, captureKey: ((CaptureInfo) -> CaptureKey?)? = nil
  ) {
    self.out = out
    self.form = form
    captures = captureKey.map { key in
      CaptureKeys(key) { key, out in
        out.append(",\"capture_path\":")
        out.append(json: key.path)
        out.append(",\"capture_sha256\":")
        if let sha256 = key.sha256 { out.append(json: sha256) } else { out.append("null") }
        out.append("}\n")
      }
    }
  }

  /// A row is a field.
  package var demand: EventDemand { EventDemand(texts: false, lastTexts: false, unheard: true) }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    rows = EventRows(form, clock: clock, output: out)
    guard form == .csv else { return }
    out.buffer.append(
      "frame,time,t,adapter,event,connection,address,name,service,characteristic,label,field,value,unit\n"
    )
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    texts.removeAll()
    rows?.write(
      EventFacts(event, texts: &texts), texts: texts.bytes, fields: fields, value: value,
      last: ending(of: event).rawBytes, to: &out.buffer)
    out.lineEnds()
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}

  // MARK: Several threads

  package func ending(of event: borrowing Event) -> [UInt8] {
    captures?.members(of: event.frame) ?? []
  }

  package func formatter(with clock: TimelineClock) -> @Sendable () -> any EventFormatter {
    { [form] in RowFormatter(form, clock) }
  }

  package func take(_ page: RawSpan) { out.take(lines: page) }

  package func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan
  ) {
    rows?.write(event, texts: texts, fields: fields, value: value, last: last, to: &out.buffer)
    out.lineEnds()
  }

  private final class RowFormatter: EventFormatter {
    private var rows: EventRows

    init(_ form: Form, _ clock: TimelineClock) { rows = EventRows(form, clock: clock) }

    func write(
      _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
      last: RawSpan, to page: inout ByteWriter
    ) -> Bool {
      rows.write(event, texts: texts, fields: fields, value: value, last: last, to: &page)
    }
  }
}
