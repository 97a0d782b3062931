import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// Writes one event as the parts of a line of the text timeline.
package struct LineFormatter: ~Copyable {
  /// Where columns start behind the mark, on a page of the least width.
  private enum Column {
    static let attribute = 8
    static let text = 31
    static let attributeWidth = 22
  }

  private let column: TimeColumn
  /// Columns of the page, and those that attributes have beyond 22.
  private let width = Page.width
  private let nameExcess = Page.nameExcess
  private let abbreviates = Page.isNarrow
  /// Values with all their bytes.
  private let isFull: Bool
  private let seen: SeenRecords?
  private var name = ByteWriter(capacity: 128)
  private var previous: CaptureTime?
  /// Attributes that have had a value that is no text: their other values are not shown as text either. They are kept alive,
  /// since an attribute that is made later may get the address, and so the identity, of one that was freed.
  private var binary: [ObjectIdentifier: Attribute] = [:]
  private static let binaryLimit = 4096

  /// - seen: the records of other recorders about the same; lines say when they had it.
  package init(
    clock: TimelineClock, style: TimeStyle, isFull: Bool = false, seen: SeenRecords? = nil
  ) {
    self.seen = seen
    column = TimeColumn(clock: clock, style: style)
    self.isFull = isFull
  }

  /// Columns of frame, time and mark, before the kind.
  private var headWidth: Int { column.width(decimals: 3) + 9 }
  /// The column of the mark, unless the time is wider than usual.
  var markColumn: Int { headWidth - 2 }
  var layout: LineLayout { LineLayout(width: width) }
  var times: SpokenTimes { SpokenTimes(column: column) }

  /// - goesBack: the line stands among those above, at the record that started it.
  mutating func write(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    goesBack: Bool = false, to parts: inout LineParts
  ) {
    parts.removeAll()
    let (frame, time) = place(of: event, goesBack: goesBack)
    parts.frame = frame
    let headWidth = headWidth + column.excess(time)
    parts.textColumn = headWidth + Column.text + nameExcess
    parts.head.append(right: frame, plain: 5)
    parts.head.append(" ")
    column.write(time, decimals: 3, to: &parts.head)
    parts.time = column.clock.nanoseconds(time)
    if !goesBack { passed(time, event: event) }
    parts.head.append(" ")
    parts.markStart = parts.head.count
    let arrow = Self.arrow(of: event)
    if event.isProblem {
      parts.head.append("!")
      // Who asked whom stays visible.
      if arrow != 0x20 { parts.head.append(byte: arrow) }
    } else {
      parts.head.append(byte: arrow)
    }
    parts.head.append(" ")
    parts.head.append(event.word)
    name.removeAll()
    Self.writeAttribute(event, to: &name)
    if !name.isEmpty {
      parts.head.tab(to: headWidth + Column.attribute)
      if abbreviates { Abbreviation.fit(&name, to: Column.attributeWidth + nameExcess) }
      parts.head.append(name.bytes)
    }
    let mayBeText = mayBeText(event, fields: fields, value: value)
    writeText(event, fields: fields, value: value, mayBeText: mayBeText, to: &parts.text)
    writeDuration(event, to: &parts.text, duration: &parts.duration)
    parts.seen = event.content.isOfRecord ? seen?(frame).distances(from: time) ?? [] : []
  }

  /// Writes to a table, where nothing is shortened to fit.
  package mutating func write(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    goesBack: Bool = false, to cells: inout EventCells
  ) {
    if let (length, expected) = event.silence {
      cells.writeSilence(length, what: " without a record", expected: expected)
      return
    }
    cells.removeAll()
    let (frame, time) = place(of: event, goesBack: goesBack)
    cells.frame = frame
    column.write(time, decimals: 3, to: &cells.time)
    if !goesBack { passed(time, event: event) }
    cells.arrow = Self.arrow(of: event)
    cells.word = event.word
    Self.writeAttribute(event, to: &cells.attribute)
    let mayBeText = mayBeText(event, fields: fields, value: value)
    writeText(event, fields: fields, value: value, mayBeText: mayBeText, to: &cells.text)
    if event.content.hasValue, !isFull, cells.text.bytes.isShortened {
      if fields.decoded.text.isEmpty {
        cells.whole.append(value: value, length: value.byteCount, isFull: true)
      } else {
        cells.whole.append(hex: value)
      }
    }
    writeDuration(event, to: &cells.text, duration: &cells.duration)
    if event.content.isOfRecord { seen?(frame).distances(from: time).write(to: &cells.text) }
  }

  /// The record that a line stands for.
  private func place(
    of event: borrowing Event, goesBack: Bool
  ) -> (frame: UInt64, time: CaptureTime) {
    // But not before a line that stands above: the times of a timeline do not go back.
    let isShownAtRequest =
      goesBack
      || event.isShownAtRequest
        && (event.content.isDiscovery || previous.map { $0 <= event.requestTime ?? $0 } ?? true)
    return isShownAtRequest
      ? (event.requestFrame ?? event.frame, event.requestTime ?? event.time)
      : (event.frame, event.time)
  }

  private mutating func passed(_ time: CaptureTime, event: borrowing Event) {
    if event.kind != .advertisement { previous = time }
  }

  private func writeDuration(
    _ event: borrowing Event, to text: inout ByteWriter, duration: inout ByteWriter
  ) {
    // Below zero the clock was set in between.
    guard event.showsDuration, let nanoseconds = event.responseTime, nanoseconds > 0 else {
      return
    }
    if event.content.isDiscovery {
      // Its text fills the line anyway.
      text.append(", ")
      text.append(duration: nanoseconds)
    } else {
      duration.append(duration: nanoseconds)
    }
  }

  /// When other recorders had what an event's line stands for.
  func seen(of event: borrowing Event) -> [SeenDistance] {
    guard let seen, event.content.isOfRecord else { return [] }
    let (frame, time) = place(of: event, goesBack: false)
    return seen(frame).distances(from: time)
  }

  /// Which way a value went; for a request without success, who asked.
  private static func arrow(of event: borrowing Event) -> UInt8 {
    if event.kind == .mark { return 0x2A }
    // An error response goes the other way than its request.
    let isReversed = event.kind == .attError && event.content.errorCode != nil
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

  private static func writeAttribute(_ event: borrowing Event, to name: inout ByteWriter) {
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
      } else if let handle = event.shownHandle {
        name.append(upperHex: UInt64(handle), digits: 4)
      } else if event.content.isParameterRequest {
        name.append("interval")
      }
    }
  }

  /// Whether a value that nothing decodes may be shown as text: not after another value of its attribute was none.
  private mutating func mayBeText(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool {
    guard event.kind.isValue, fields.decoded.text.isEmpty, value.byteCount > 0,
      let attribute = event.attribute
    else { return true }
    let identity = ObjectIdentifier(attribute)
    if binary[identity] != nil { return false }
    if value.isNoText, binary.count < Self.binaryLimit { binary[identity] = attribute }
    return true
  }

  private func writeText(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan, mayBeText: Bool,
    to text: inout ByteWriter
  ) {
    if event.kind == .disconnected, event.connection != nil {
      Self.writeEnd(event, to: &text)
      return
    }
    switch event.content {
    case .link(.disconnectRequest(let reason)):
      text.append("asked by this host (")
      text.append(upperHex: UInt64(reason), digits: 2)
      text.append(")")
      return
    case .link(.version):
      guard let peer = event.peer, peer.ordinal > 0 else { break }
      text.append("#")
      text.append(decimal: peer.ordinal)
      text.append(" ")
    default: break
    }
    var saysCut = true
    if !fields.decoded.text.isEmpty {
      text.append(fields.decoded.text.bytes)
    } else if case .advertisement(let advertisement) = event.content {
      // Without data that readers need, the type of PDU says why the line is there.
      text.append(advertisement.type.name)
    } else if event.content.hasValue, event.kind.isValue || event.kind == .malformed {
      // What is cut says so by a word; what is not there at all has no bytes to say it by.
      let whole = value.byteCount == 0 ? event.content.wholeLength : nil
      text.append(
        value: value, length: whole ?? value.byteCount, isFull: isFull, mayBeText: mayBeText)
      saysCut = whole == nil
    }
    if event.content.isTruncated, saysCut { text.append(text.isEmpty ? "cut" : ", cut") }
    if event.attribute?.source == .inferred {
      text.append(text.isEmpty ? "inferred" : "; inferred")
    }
    if !event.content.isChannel, event.kind != .mtu, let channel = event.channel {
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

  private static func writeEnd(_ event: borrowing Event, to text: inout ByteWriter) {
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
    case .local where connection.hearing.isOnAir, .remote where connection.hearing.isOnAir:
      text.append("by ")
      connection.appendTerminator(&text)
      text.append(" (")
    case .local: text.append("by this host (")
    case .remote: text.append("by the peer (")
    case .unknown where connection.end.isByEither: text.append("by either side (")
    case .unknown:
      text.append(HCIStatusName.name(of: reason.rawValue) ?? "status")
      text.append(" (")
    }
    text.append(upperHex: UInt64(reason.rawValue), digits: 2)
    text.append(")")
  }
}

extension RawSpan {
  /// Whether it has a byte that is in no text: a control character that no terminal has, but for NULs at the end.
  fileprivate var isNoText: Bool {
    var end = byteCount
    while end > 0, uint8(at: end - 1) == 0 { end -= 1 }
    for index in 0..<end {
      switch uint8(at: index) {
      case 0x09...0x0D, 0x1B, 0x20...0x7E, 0x80...: break
      default: return true
      }
    }
    return false
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
