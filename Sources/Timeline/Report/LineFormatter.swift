import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// What one event's line consists of.
struct LineParts: ~Copyable {
  /// Frame, time, direction, kind and attribute.
  var head: ByteWriter
  var text: ByteWriter
  /// At the edge of the page.
  var duration: ByteWriter
  /// Bytes of the head before the direction.
  var markStart = 0
  /// Nanoseconds since the origin of its times; `nil`: it has no time.
  var time: Int64?
  /// Of the record that it stands for.
  var frame: UInt64?

  /// - capacity: octets that each part has room for at first.
  init(capacity: Int = 256) {
    head = ByteWriter(capacity: capacity)
    text = ByteWriter(capacity: capacity)
    duration = ByteWriter(capacity: 0)
  }

  var count: Int { head.count + text.count + duration.count }

  mutating func removeAll() {
    head.removeAll()
    text.removeAll()
    duration.removeAll()
    time = nil
    frame = nil
  }

  /// The head of a line about further events like one.
  mutating func writeFoldHead(of line: borrowing LineParts) {
    removeAll()
    let dots: StaticString = "... "
    head.append(repeating: 0x20, count: line.markStart - dots.utf8CodeUnitCount)
    head.append(dots)
    head.append(line.head.bytes.clamped(line.markStart))
  }
}

/// What one event's row of a table consists of.
package struct EventCells: ~Copyable {
  /// `nil`: what no record says, which has no time either.
  package var frame: UInt64?
  /// Right-aligned.
  package var time = ByteWriter(capacity: 64)
  /// `<`, `>` or a space: which way a value went.
  package var arrow: UInt8 = 0x20
  /// What happened.
  package var word: StaticString = ""
  package var attribute = ByteWriter(capacity: 128)
  package var text = ByteWriter(capacity: 256)
  package var duration = ByteWriter(capacity: 64)
  /// All of a value that the text shows only the beginning of.
  package var whole = ByteWriter(capacity: 64)

  package init() {}

  mutating func removeAll() {
    frame = nil
    arrow = 0x20
    word = ""
    time.removeAll()
    attribute.removeAll()
    text.removeAll()
    duration.removeAll()
    whole.removeAll()
  }

  /// Values that did not come.
  package mutating func write(withoutValue length: Int64, expected: Int64) {
    writeSilence(length, " without a value", expected)
  }

  fileprivate mutating func writeSilence(
    _ length: Int64, _ what: StaticString, _ expected: Int64?
  ) {
    removeAll()
    word = "silence"
    text.append(gap: length, what, expected: expected)
  }

  /// The clock was set.
  package mutating func write(jump length: Int64) {
    removeAll()
    word = "clock"
    text.append("jumps by ")
    text.append(days: length)
  }
}

/// Lays a line out: further rows start below its text.
struct LineLayout {
  /// Where texts start.
  let textColumn: Int

  /// - Returns: the bytes at its end that show its duration, at the edge of the page.
  func write(_ parts: borrowing LineParts, to out: inout ByteWriter) -> Int {
    out.append(parts.head.bytes)
    if !parts.text.isEmpty {
      if out.column > textColumn { out.newLine(textColumn) } else { out.tab(to: textColumn) }
      out.append(wrapped: parts.text.bytes, indent: textColumn, width: Page.width)
    }
    guard !parts.duration.isEmpty else { return 0 }
    let width = parts.duration.bytes.columns
    if out.column + 1 + width > Page.width { out.newLine(textColumn) }
    out.tab(to: Page.width - width)
    out.append(parts.duration.bytes)
    return parts.duration.count
  }
}

/// Writes one event as the parts of a line of the text timeline.
package struct LineFormatter: ~Copyable {
  /// Where columns start.
  enum Column {
    static let attribute = 8
    static let text = 31
    static let attributeWidth = 22
  }

  private let column: TimeColumn
  /// Values with all their bytes.
  private let isFull: Bool
  private var name = ByteWriter(capacity: 128)
  private var previous: CaptureTime?

  package init(clock: TimelineClock, style: TimeStyle, isFull: Bool = false) {
    column = TimeColumn(clock: clock, style: style)
    self.isFull = isFull
  }

  /// Columns of frame, time and mark, before the kind.
  private var headWidth: Int { column.width(decimals: 3) + 9 }
  /// The column of the mark, unless the time is wider than usual.
  var markColumn: Int { headWidth - 2 }
  var layout: LineLayout { LineLayout(textColumn: headWidth + Column.text) }
  var times: SpokenTimes { SpokenTimes(column: column) }

  /// - goesBack: the line stands among those above, at the record that started it.
  mutating func write(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    goesBack: Bool = false, to parts: inout LineParts
  ) {
    parts.removeAll()
    let (frame, time) = place(of: event, goesBack)
    parts.frame = frame
    parts.head.append(right: frame, plain: 5)
    parts.head.append(" ")
    column.write(time, decimals: 3, to: &parts.head)
    parts.time = column.clock.nanoseconds(time)
    if !goesBack { passed(time, event) }
    parts.head.append(" ")
    parts.markStart = parts.head.count
    let arrow = Self.arrow(event, fields)
    if event.isProblem {
      parts.head.append("!")
      // Who asked whom stays visible.
      if arrow != 0x20 { parts.head.append(byte: arrow) }
    } else {
      parts.head.append(byte: arrow)
    }
    parts.head.append(" ")
    parts.head.append(event.word(fields))
    name.removeAll()
    Self.writeAttribute(event, fields, to: &name)
    if !name.isEmpty {
      parts.head.tab(to: headWidth + Column.attribute)
      Abbreviation.fit(&name, to: Column.attributeWidth)
      parts.head.append(name.bytes)
    }
    writeText(event, fields, value, &parts.text)
    writeDuration(event, &parts.text, &parts.duration)
  }

  /// The same for a table, where nothing is shortened to fit.
  package mutating func write(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    goesBack: Bool = false, to cells: inout EventCells
  ) {
    if event.subject == .silence {
      let (length, expected) = event.silence(fields)
      cells.writeSilence(length, " without a record", expected)
      return
    }
    cells.removeAll()
    let (frame, time) = place(of: event, goesBack)
    cells.frame = frame
    column.write(time, decimals: 3, to: &cells.time)
    if !goesBack { passed(time, event) }
    cells.arrow = Self.arrow(event, fields)
    cells.word = event.word(fields)
    Self.writeAttribute(event, fields, to: &cells.attribute)
    writeText(event, fields, value, &cells.text)
    if event.hasValue, !isFull, cells.text.bytes.isShortened {
      if fields.decoded.text.isEmpty {
        cells.whole.append(value: value, length: value.byteCount, isFull: true)
      } else {
        cells.whole.append(hex: value)
      }
    }
    writeDuration(event, &cells.text, &cells.duration)
  }

  /// The record that a line stands for.
  private func place(
    of event: borrowing Event, _ goesBack: Bool
  ) -> (frame: UInt64, time: CaptureTime) {
    // But not before a line that stands above: the times of a timeline do not go back.
    let isShownAtRequest =
      goesBack
      || event.isShownAtRequest
        && (event.subject == .discovery || previous.map { $0 <= event.requestTime ?? $0 } ?? true)
    return isShownAtRequest
      ? (event.requestFrame ?? event.frame, event.requestTime ?? event.time)
      : (event.frame, event.time)
  }

  private mutating func passed(_ time: CaptureTime, _ event: borrowing Event) {
    if event.kind != .advertisement { previous = time }
  }

  private func writeDuration(
    _ event: borrowing Event, _ text: inout ByteWriter, _ duration: inout ByteWriter
  ) {
    // Below zero the clock was set in between.
    guard event.showsDuration, let nanoseconds = event.responseTime, nanoseconds > 0 else {
      return
    }
    if event.subject == .discovery {
      // Its text fills the line anyway.
      text.append(", ")
      text.append(duration: nanoseconds)
    } else {
      duration.append(duration: nanoseconds)
    }
  }

  /// Which way a value went; for a request without success, who asked.
  private static func arrow(
    _ event: borrowing Event, _ fields: borrowing EventFields
  ) -> UInt8 {
    if event.kind == .mark { return 0x2A }
    // An error response goes the other way than its request.
    let isReversed = event.kind == .attError && fields.own.integer(.event.errorCode) != nil
    switch event.from {
    case .central?: return isReversed ? 0x3C : 0x3E
    case .peripheral?: return isReversed ? 0x3E : 0x3C
    case nil: break
    }
    switch event.direction {
    case .sent: return isReversed ? 0x3C : 0x3E
    case .received:
      return event.kind == .advertisement ? 0x20 : isReversed ? 0x3E : 0x3C
    case .unknown: return 0x20
    }
  }

  private static func writeAttribute(
    _ event: borrowing Event, _ fields: borrowing EventFields, to name: inout ByteWriter
  ) {
    switch event.kind {
    case .advertisement:
      if let address = event.address ?? event.overAirAddress { address.write(to: &name) }
    case .connected, .disconnected:
      if let peer = event.peer {
        if peer.ordinal > 0 {
          name.append("#")
          name.append(decimal: peer.ordinal)
        } else {
          peer.address.write(to: &name)
        }
      }
    default:
      if let attribute = event.attribute {
        attribute.describe(&name)
      } else if let handle = event.shownHandle(fields) {
        name.append(upperHex: UInt64(handle), digits: 4)
      } else if event.subject == .parameterRequest {
        name.append("interval")
      }
    }
  }

  private func writeText(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    _ text: inout ByteWriter
  ) {
    if event.kind == .disconnected, event.connection != nil {
      Self.writeEnd(event, &text)
      return
    }
    if event.subject == .disconnectRequest {
      text.append("asked by this host (")
      text.append(
        upperHex: UInt64(truncatingIfNeeded: fields.own.integer(.event.reasonCode) ?? 0), digits: 2)
      text.append(")")
      return
    }
    if event.subject == .version {
      if let peer = event.peer, peer.ordinal > 0 {
        text.append("#")
        text.append(decimal: peer.ordinal)
        text.append(" ")
      }
    }
    if !fields.decoded.text.isEmpty {
      text.append(fields.decoded.text.bytes)
    } else if event.kind == .advertisement {
      // Without data that readers need, the type of PDU says why the line is there.
      text.append(fields.own.word(.event.advertisingType) ?? "")
    } else if event.hasValue, event.kind.isValue || event.kind == .malformed {
      text.append(value: value, length: value.byteCount, isFull: isFull)
    }
    if event.isTruncated { text.append(text.isEmpty ? "cut" : ", cut") }
    if event.attribute?.source == .inferred {
      text.append(text.isEmpty ? "inferred" : "; inferred")
    }
    if event.subject != .channel, event.kind != .mtu,
      let channel = fields.own.integer(.event.l2capChannel)
    {
      if !text.isEmpty { text.append("; ") }
      text.append("channel ")
      text.append(decimal: channel)
    }
    if fields.decoded.hasRemark {
      let remark = fields.decoded.remark
      if !text.isEmpty { text.append("; ") }
      text.append(fields.decoded.note.bytes.clamped(remark.before))
      text.append(fields.decoded.note.bytes.clamped(remark.after))
    }
  }

  private static func writeEnd(_ event: borrowing Event, _ text: inout ByteWriter) {
    guard let connection = event.connection else { return }
    if let inferred = connection.inferredEnd {
      text.append("probably ")
      connection.append(inferred: inferred, to: &text)
      return
    }
    guard let reason = connection.endReason else {
      if let cut = connection.cut { text.append(cut.remark) }
      return
    }
    switch connection.endedBy {
    case .local where connection.link != nil, .remote where connection.link != nil:
      text.append("by ")
      connection.appendTerminator(&text)
      text.append(" (")
    case .local: text.append("by this host (")
    case .remote: text.append("by the peer (")
    case .unknown where connection.isEndedByEither: text.append("by either side (")
    case .unknown:
      text.append(HCIStatusName.name(reason.rawValue) ?? "status")
      text.append(" (")
    }
    text.append(upperHex: UInt64(reason.rawValue), digits: 2)
    text.append(")")
  }
}

extension ByteWriter {
  /// A number without thousands separators, right-aligned in `plain` columns.
  mutating func append(right number: UInt64, plain width: Int) {
    let start = count
    append(decimal: number)
    alignRight(from: start, width: width)
  }
}

extension ByteWriter {
  /// `2.039 s without a value, 1.020 s expected`; the length alone if nothing was expected.
  mutating func append(gap length: Int64, _ what: StaticString, expected: Int64?) {
    append(duration: length)
    guard let expected else { return }
    append(what)
    append(", ")
    append(duration: expected)
    append(" expected")
  }
}

extension Event {
  /// The length of a silence, and the longest that was expected, in nanoseconds.
  func silence(_ fields: borrowing EventFields) -> (length: Int64, expected: Int64?) {
    (responseTime ?? 0, fields.own.number(.event.expected).map { Int64($0 * 1e6) })
  }

  /// Shown at the record that started it, where a reader looks for it.
  package var isShownAtRequest: Bool {
    switch subject {
    case .discovery, .parameterRequest: return true
    default: return kind == .security && requestFrame != nil
    }
  }

  /// Whether the time from request to response is a property of the peer.
  var showsDuration: Bool {
    switch subject {
    case .parameterRequest, .channel: false
    case .discovery: true
    default: kind != .indication
    }
  }

  /// The event's word in the line.
  func word(_ fields: borrowing EventFields) -> StaticString {
    switch subject {
    case .discovery: return "discovery"
    case .parameterRequest: return "ask"
    case .version: return "version"
    case .disconnectRequest: return "disconnect"
    case .channel: return "L2CAP"
    case .attempt, .silence, .unheard, .general: break
    }
    switch kind {
    case .security:
      let step = fields.own.word(.event.step).flatMap { SecurityStep(named: $0) }
      return step?.isOfPairing == true ? "pair" : kind.timelineWord
    case .attError: return errorWord(fields)
    default: return kind.timelineWord
    }
  }

  /// The handle to show where the attribute is not known. 0 is no attribute's, so it only counts where a
  /// client or a server used it as one: that is a fault.
  func shownHandle(_ fields: borrowing EventFields) -> UInt16? {
    guard let handle, !isOfRange(fields) else { return nil }
    let isUsed = kind.isValue || fields.requestOpcode?.hasLeadingHandle == true
    return handle != 0 || isUsed ? handle : nil
  }

  /// Whether it is an error about a range of handles, which its text names.
  private func isOfRange(_ fields: borrowing EventFields) -> Bool {
    kind == .attError && fields.requestOpcode?.asksForRange == true
  }

  private func errorWord(_ fields: borrowing EventFields) -> StaticString {
    switch fields.requestOpcode?.purpose {
    case .read, .readByType: "read"
    case .write: "write"
    case .mtu: "MTU"
    case .discovery: "discovery"
    case .command, .other, nil: kind.timelineWord
    }
  }
}

extension FieldBuffer {
  /// Whether a discovery's tally shows nothing new.
  var isEmptyDiscovery: Bool {
    integer(.event.services) == 0 && integer(.event.characteristics) == 0
      && integer(.event.descriptors) == 0
  }
}
