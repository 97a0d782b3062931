import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import JSONText
import Timeline
import Vocabulary

/// The rows of the page, as columns: made while the events come, in bounded memory.
final class PageEvents {
  /// The most octets of all columns, texts and values: what a browser opens without trouble.
  static let octets = 48 << 20
  /// Octets of one text or value, of which the page has no more.
  static let longest = 16 << 10
  /// The most rows.
  static let most: UInt64 = 2_000_000
  /// Rows that a reader without JavaScript sees.
  static let plain = 500

  /// What a row is about, which colours it.
  enum Group: Int {
    case read, write, push, link, security, refusal, discovery, advertisement, host, note
  }

  /// What else is to be said of a row, added to its style.
  private enum Mark {
    /// Its time is that of its request, and what it took comes after it.
    static let startsThere = 8
    /// It has no answer.
    static let isUnanswered = 16
  }

  private let file: PageFile
  private let octets: Int
  private let frames, times, shapes, texts, values, took, requests: PageColumn
  private let seen, asked: PageSeen
  private let shapeRows, attributeRows, textRows, valueBytes, valueLengths: PageColumn
  private var shapeNames = PageNames()
  private var attributeNames = PageNames()
  private var textNames = PageNames()
  private var valueNames = PageNames()
  private var scratch = ByteWriter(capacity: 256)
  private var cell = ByteWriter(capacity: 256)
  private var last: (frame: Int64, time: Int64) = (0, 0)

  private(set) var count: UInt64 = 0
  /// Rows that there was no room for.
  private(set) var leftOut: UInt64 = 0
  /// Microseconds, of the first of them.
  private(set) var fullAt: Int64?
  /// Values and texts of which the page has only the beginning.
  private(set) var shortened: UInt64 = 0
  /// Rows with values.
  private(set) var valueCount: UInt64 = 0
  private var plainRows = PlainRows()
  /// Rows that are no advertisements.
  private var plainOthers = PlainRows()

  init(_ file: PageFile, octets: Int = PageEvents.octets) {
    (self.file, self.octets) = (file, octets)
    func column() -> PageColumn { PageColumn(file) }
    (frames, times, shapes, texts) = (column(), column(), column(), column())
    (values, took, requests) = (column(), column(), column())
    (seen, asked) = (PageSeen(file), PageSeen(file))
    (shapeRows, attributeRows, textRows) = (column(), column(), column())
    (valueBytes, valueLengths) = (column(), column())
  }

  // MARK: Rows

  /// - time: nanoseconds from the start, of the place where the row stands.
  /// - seen: the records of all recorders that have it.
  /// - asked: those of its request, where that is another one.
  /// - Returns: its number, and that of its attribute; `nil` where there is no room for it.
  func add(
    _ event: borrowing Event, cells: borrowing EventCells, value: RawSpan,
    time: Int64, startsThere: Bool, seen: [PageSeen.Record] = [], asked: [PageSeen.Record] = []
  ) -> (row: UInt64, attribute: UInt64)? {
    let isAnswered = event.responseTime != nil
    var length: Int64 = 0
    // What nobody heard is not what went wrong.
    var style = Int((event.content.isUnheard ? .plain : LineStyle(event)).rawValue)
    if startsThere { style += Mark.startsThere }
    if let duration = event.responseTime, duration > 0,
      !cells.duration.isEmpty || event.isShownAtRequest
    {
      length = duration
    } else if event.isUnanswered, !isAnswered, let asked = event.requestTime {
      length = max(0, event.time.nanoseconds(since: asked))
      style += Mark.isUnanswered
    }
    if event.kind.isValue { valueCount += 1 }
    let distance = event.requestFrame.map { event.frame > $0 ? event.frame - $0 : 0 } ?? 0
    return add(
      cells, frame: cells.frame ?? event.frame, time: time, style: style, group: Group(event),
      connection: event.connection?.ordinal ?? 0, hasValue: event.content.hasValue, value: value,
      took: length, request: distance, seen: seen, asked: asked
    ) { Self.append(attributeOf: event, cells: cells, to: &$0) }
  }

  /// The number of the attribute of an event that there is no room for; `nil`: it has none.
  func attribute(of event: borrowing Event, cells: borrowing EventCells) -> UInt64? {
    var name = ByteWriter(capacity: 0)
    swap(&name, &scratch)
    name.removeAll()
    Self.append(attributeOf: event, cells: cells, to: &name)
    let known = attributeNames.known(name.bytes)
    swap(&name, &scratch)
    return known
  }

  private static func append(
    attributeOf event: borrowing Event, cells: borrowing EventCells, to out: inout ByteWriter
  ) {
    let attribute = event.attribute
    out.append("[")
    out.append(json: cells.attribute.bytes)
    out.append(",\"")
    attribute?.uuid?.write(to: &out)
    out.append("\",")
    out.append(decimal: UInt64(attribute?.handle ?? 0))
    out.append(",")
    out.append(decimal: attribute == nil ? 0 : Self.owner(of: event))
    out.append("]")
  }

  /// A row that no record has: what is missing before an event.
  func add(
    gap cells: borrowing EventCells, before event: borrowing Event, time: Int64, of connection: Int
  ) {
    _ = add(
      cells, frame: event.frame, time: time, style: Int(LineStyle.gap.rawValue), group: .note,
      connection: connection, hasValue: false, value: cells.text.bytes, took: 0, request: 0
    ) { $0.append("[\"\",\"\",0,0]") }
  }

  /// The device whose attribute it is: its number, below zero that of a connection with an unknown one, and
  /// 0 for this host.
  private static func owner(of event: borrowing Event) -> Int {
    guard let connection = event.connection else { return 0 }
    if let attribute = event.attribute,
      connection.local.attribute(at: attribute.handle) === attribute
    {
      return 0
    }
    return event.peer.map(\.ordinal).flatMap { $0 > 0 ? $0 : nil } ?? -connection.ordinal
  }

  private func add(
    _ cells: borrowing EventCells, frame: UInt64, time: Int64, style: Int, group: Group,
    connection: Int, hasValue: Bool, value: RawSpan, took length: Int64, request: UInt64,
    seen: [PageSeen.Record] = [], asked: [PageSeen.Record] = [],
    attribute: (inout ByteWriter) -> Void
  ) -> (row: UInt64, attribute: UInt64)? {
    guard leftOut == 0, count < Self.most, file.octets < octets else {
      if leftOut == 0 { fullAt = time.pageMicroseconds }
      leftOut += 1
      return nil
    }
    plainRows.add(cells, frame: frame, style: style, connection: connection)
    if group != .advertisement {
      plainOthers.add(cells, frame: frame, style: style, connection: connection)
    }
    scratch.removeAll()
    attribute(&scratch)
    let (isNewAttribute, attributeNumber) = attributeNames.number(of: scratch.bytes)
    if isNewAttribute { Self.append(&scratch, to: attributeRows) }
    scratch.removeAll()
    scratch.append("[\"")
    scratch.append(cells.word)
    scratch.append("\",")
    scratch.append(decimal: cells.arrow == 0x3E ? 1 : cells.arrow == 0x3C ? 2 : 0)
    for number in [style, group.rawValue, connection, Int(attributeNumber)] {
      scratch.append(",")
      scratch.append(decimal: number)
    }
    scratch.append("]")
    let (isNewShape, shape) = shapeNames.number(of: scratch.bytes)
    if isNewShape { Self.append(&scratch, to: shapeRows) }
    frames.add(signed: Int64(clamping: frame) - last.frame)
    // A microsecond is what people tell apart.
    let microseconds = time.pageMicroseconds
    times.add(signed: microseconds - last.time)
    last = (Int64(clamping: frame), microseconds)
    shapes.add(shape)
    texts.add(number(ofText: cells.text.bytes))
    values.add(hasValue ? number(ofValue: value) : 0)
    took.add(UInt64(min(max(length, 0) / 1000, 1 << 50)) &+ (length > 0 ? 1 : 0))
    requests.add(request)
    self.seen.add(seen, row: count)
    self.asked.add(asked, row: count)
    count += 1
    return (count - 1, attributeNumber)
  }

  private func number(ofText text: RawSpan) -> UInt64 {
    guard text.byteCount > 0 else { return 0 }
    cell.removeAll()
    if text.byteCount > Self.longest {
      shortened += 1
      cell.append(validUTF8: text.clamped(0, count: Self.longest))
      cell.append(" ..")
    } else {
      cell.append(text)
    }
    let (isNew, number) = textNames.number(of: cell.bytes)
    if isNew {
      scratch.removeAll()
      scratch.append(json: cell.bytes)
      Self.append(&scratch, to: textRows)
    }
    return number
  }

  private func number(ofValue value: RawSpan) -> UInt64 {
    guard value.byteCount > 0 else { return 0 }
    if value.byteCount > Self.longest { shortened += 1 }
    let kept = value.clamped(0, count: Self.longest)
    let (isNew, number) = valueNames.number(of: kept)
    if isNew {
      valueLengths.add(UInt64(kept.byteCount))
      valueBytes.add(kept)
    }
    return number
  }

  /// An element of a list, safe in a script.
  private static func append(_ element: inout ByteWriter, to list: PageColumn) {
    var safe = ByteWriter(capacity: element.count + 16)
    if !list.isEmpty { safe.append(",\n") }
    safe.append(scriptJSON: element.bytes)
    list.add(safe.bytes)
  }

  // MARK: The end

  func plain(withAdvertisements: Bool) -> PlainRows {
    withAdvertisements ? plainRows : plainOthers
  }

  /// Members of the data.
  func write(to out: OutputStream) {
    for (name, list) in [
      ("shapes", shapeRows), ("attributes", attributeRows), ("texts", textRows),
    ] as [(StaticString, PageColumn)] {
      out.buffer.append(jsonKey: name)
      out.buffer.append("[")
      list.forEachPiece { bytes in
        out.buffer.append(bytes)
        out.lineEnds()
      }
      out.buffer.append("]")
    }
    for (name, column) in [
      ("frame", frames), ("time", times), ("shape", shapes), ("text", texts), ("value", values),
      ("took", took), ("request", requests), ("bytes", valueBytes), ("lengths", valueLengths),
    ] as [(StaticString, PageColumn)] {
      out.buffer.append(jsonKey: name)
      column.write(to: out)
    }
    out.lineEnds()
    seen.write("seen", to: out)
    asked.write("asked", to: out)
  }
}

extension PageEvents.Group {
  init(_ event: borrowing Event) {
    self =
      switch event.kind {
      case .read: .read
      case .write, .writeCommand: .write
      case .notification, .indication: .push
      case .connected, .connectionUpdated, .disconnected, .phyUpdated, .dataLength, .mtu: .link
      case .security: .security
      case .attError, .malformed: .refusal
      case .service, .include, .characteristic, .descriptor: .discovery
      case .advertisement: .advertisement
      case .scan, .advertising, .adapter: .host
      case .note: event.content.isDiscovery ? .discovery : .note
      case .mark: .note
      }
  }
}

extension Event {
  /// Whether it is about a request without an answer.
  fileprivate var isUnanswered: Bool {
    isProblem && requestFrame != nil && requestTime != nil && kind != .disconnected
      && kind != .security && !content.isParameterRequest
  }
}
