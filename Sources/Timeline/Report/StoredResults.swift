import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// What devices have measured before and hand over: results with a time of their own. The report has them as a table
/// in the order of that time; the timeline, where they come one after the other, says how many there were.
struct StoredResults: ~Copyable {
  /// Rows that are kept, and those of a table that are shown.
  static let limit = 4096
  static let shown = 40
  /// Octets of a row.
  private static let longestText = 1000

  /// One attribute of one connection.
  private struct Source: Hashable {
    let connection: Int
    let handle: UInt16
  }

  private struct Row {
    /// When it was measured, as the value says it; empty: it does not.
    let time: String
    let frame: UInt64
    let text: String
  }

  private final class Table {
    let title: String
    let connection: Int
    var rows: [Row] = []
    /// Without a place.
    var more = 0
    /// Where the timeline tells of all but the first, and the head of that line.
    var place: PagePlace?
    var line = LineParts(capacity: 0)
    /// How many that line is about.
    var folded = 0

    var count: Int { rows.count + more }

    init(title: String, connection: Int) {
      self.title = title
      self.connection = connection
    }
  }

  private var tables: [Source: Table] = [:]
  private var order: [Source] = []
  private var kept = 0

  /// Whether a value is one of those.
  static func isResult(_ event: borrowing Event, fields: borrowing EventFields) -> Bool {
    time(of: event, fields: fields) != nil
  }

  /// When a value was measured, as it says itself, if it is one of those that a device has stored; `nil` for others.
  private static func time(
    of event: borrowing Event, fields: borrowing EventFields
  ) -> Range<Int>? {
    for index in fields.decoded.fields.indices {
      let field = fields.decoded.fields[index]
      guard case .text(let range) = field.value, range.count == dateLength else { continue }
      // What is notified with a time stamp may be measured now.
      if field.key == measuredAt || event.kind == .indication && stamps.contains(field.key) {
        return range
      }
    }
    return nil
  }

  private static let dateLength = 19
  private static let measuredAt = Key(named: "measured_at", unit: .none)
  private static let stamps = [
    Key(named: "timestamp", unit: .none), Key(named: "time_stamp", unit: .none),
  ]

  /// Keeps a result; any other value is left alone.
  /// - Returns: how many of its attribute came before it; `nil`: it is none.
  mutating func add(_ event: borrowing Event, fields: borrowing EventFields) -> Int? {
    guard event.kind == .notification || event.kind == .indication,
      let connection = event.connection
    else { return nil }
    let source = Source(connection: connection.ordinal, handle: event.placeOfAttribute ?? 0)
    let time = Self.time(of: event, fields: fields)
    guard time != nil || tables[source] != nil, !fields.decoded.fields.isEmpty else { return nil }
    let table = tables[source] ?? Table(title: title(of: event), connection: connection.ordinal)
    if tables[source] == nil {
      guard kept < Self.limit else { return nil }
      tables[source] = table
      order.append(source)
    }
    let before = table.count
    guard kept < Self.limit else {
      table.more += 1
      return before
    }
    kept += 1
    let date = time.map { String(copying: fields.decoded.storage.bytes.clamped($0)) } ?? ""
    var text = String(copying: fields.decoded.text.bytes.clamped(0, count: Self.longestText))
    if !date.isEmpty,
      let (before, after) = text.cut(at: "  measured at " + date) ?? text.cut(at: "  " + date)
    {
      text = String(before + after)
    }
    table.rows.append(Row(time: date, frame: event.frame, text: text))
    return before
  }

  private func title(of event: borrowing Event) -> String {
    var title = ByteWriter(capacity: 64)
    if let peer = event.peer, peer.ordinal > 0 {
      title.append("#")
      title.append(decimal: peer.ordinal)
      title.append("  ")
    }
    if let attribute = event.attribute { attribute.describe(&title) }
    title.append("  (C")
    title.append(decimal: event.connection?.ordinal ?? 0)
    title.append(")")
    return String(copying: title.bytes)
  }

  /// The results of an attribute after the first have one line together.
  /// - write: writes that of one of them.
  func fold(
    _ event: borrowing Event, at place: @autoclosure () -> PagePlace?,
    write: (inout LineParts) -> Void
  ) {
    let source = Source(
      connection: event.connection?.ordinal ?? 0, handle: event.placeOfAttribute ?? 0)
    guard let table = tables[source] else { return }
    table.folded += 1
    guard table.place == nil else { return }
    table.place = place()
    var line = LineParts()
    write(&line)
    table.line.writeFoldHead(of: line)
  }

  /// Puts those lines into the timeline.
  func end(into buffer: inout TimelineBuffer?) {
    for source in order {
      guard let table = tables[source], let place = table.place else { continue }
      table.line.text.append(grouped: UInt64(table.folded), "more result")
      table.line.text.append(", in RESULTS above")
      buffer?.insert(table.line, style: .plain, of: table.connection, at: place)
    }
  }

  /// The table in the order of the results' own times, those without one last.
  func write(showsAll: Bool, to out: inout ByteWriter) {
    for source in order {
      // A single one is in the timeline.
      guard let table = tables[source], table.count > 1 else { continue }
      out.append("\nRESULTS of ")
      out.append(wrapped: Array(table.title.utf8).rawBytes, indent: 11)
      out.append("\n  by their own time         frame\n")
      let rows = table.rows.sorted { one, other in
        (one.time.isEmpty ? 1 : 0, one.time, one.frame)
          < (other.time.isEmpty ? 1 : 0, other.time, other.frame)
      }
      let dropped = showsAll ? 0 : max(0, rows.count - Self.shown)
      if dropped > 0 {
        out.append("  + ")
        out.append(grouped: UInt64(dropped), "earlier result")
        out.append(" (--all shows them)\n")
      }
      for row in rows.dropFirst(dropped) {
        out.append("  ")
        out.append(string: row.time.isEmpty ? "no time" : row.time)
        var frame = ByteWriter(capacity: 16)
        frame.append(decimal: row.frame)
        out.append(frame.bytes, endingAt: 33)
        out.append("  ")
        out.append(wrapped: Array(row.text.utf8).rawBytes, indent: 35)
        out.append("\n")
      }
      if table.more > 0 {
        out.append("  + ")
        out.append(grouped: UInt64(table.more), "more result")
        out.append(", which are not kept\n")
      }
    }
  }
}

extension String {
  /// Text that was escaped already.
  fileprivate init(copying bytes: RawSpan) {
    self = String(decoding: bytes.copy(), as: UTF8.self)
  }
}
