import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

extension TimelineBuilder {
  /// Adds an event of a capture: the same item that its line of NDJSON gives.
  /// - number: the event's, from 1.
  /// - isKept: whether it is wanted; another one only shows the names of its device and attribute.
  mutating func add(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan, number: UInt32,
    clock: TimelineClock, isKept: Bool
  ) throws(LineError) {
    // Of the last record, something may still be left out.
    if timeline.lastFrame != event.frame { handOver() }
    timeline.lastFrame = event.frame
    var item = TimelineItem(kind: event.kind, line: number)
    item.frame = event.frame
    item.time = clock.shown(event.time)
    item.connection = UInt32(clamping: event.connection?.ordinal ?? 0)
    item.responseTime = event.responseTime
    item.requestFrame = event.requestFrame ?? 0
    item.from = event.from
    if let address = event.address ?? event.overAirAddress {
      // Values without a word are not shown.
      let known = BluetoothAddress(
        address.value, kind: address.kind.name == nil ? .unknown : address.kind)
      item.peer = tables.peer(known, name: event.peerName, in: &timeline)
    }
    item.handle = event.handle ?? 0
    item.path = path(of: event)
    guard isKept else { return }
    item.isTruncated = event.content.isTruncated
    item.isMalformed = event.kind.isValue && fields.decoded.isMalformed
    item.hasValue = event.content.hasValue
    try require(item)
    if event.content.hasValue { item.value = tables.slice(of: value, in: &timeline) }
    item.own = members(fields.own)
    item.decoded = members(fields.decoded)
    scratch.removeAll()
    scratch.append(validUTF8: fields.decoded.text.bytes)
    item.text = tables.slice(of: scratch, in: &timeline)
    item.isUnanswered = item.lacksAnswer(hasNote: !fields.decoded.note.isEmpty)
    timeline.items.append(item)
  }

  private mutating func path(of event: borrowing Event) -> Int32 {
    guard let known = event.path else { return -1 }
    var path = RecordedPath()
    path.service = known.service
    path.characteristic = known.characteristic
    path.descriptor = known.descriptor
    path.instance = Int(known.instance)
    guard path.innermost != nil else { return -1 }
    let label = event.label ?? ""
    return tables.path(path, label: label.rawBytes, isEscaped: false, in: &timeline)
  }

  private mutating func members(_ fields: borrowing FieldBuffer) -> ByteSlice {
    guard !fields.fields.isEmpty else { return ByteSlice() }
    Lexicon.renew(&lexicon)
    scratch.removeAll()
    scratch.append(recorded: fields, lexicon: lexicon)
    return tables.slice(of: scratch, in: &timeline)
  }
}

extension TimelineItem {
  /// Whether a request or an indication was left without an answer; for a write only a note shows
  /// it.
  func lacksAnswer(hasNote: Bool) -> Bool {
    switch kind {
    case .read: !hasValue
    case .write, .indication: responseTime == nil && hasNote
    default: false
    }
  }
}
