import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Vocabulary

/// Writes one event as one JSON object: a line of NDJSON, an element of `events` in JSON.
package struct EventJSON: ~Copyable {
  private var head: RecordHead
  private var identities = IdentityTexts()
  private var lexicon = EventKeys.lexicon

  package init(clock: TimelineClock) { head = RecordHead(clock: clock) }

  /// Writes the object and the end of its line.
  /// - texts: room for the event's.
  /// - Returns: the size of the buffer after that.
  mutating func writeLine(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    last: [UInt8], texts: inout ByteWriter, to out: inout ByteWriter
  ) -> Int {
    write(event, fields: fields, value: value, last: last, texts: &texts, to: &out)
    out.append("\n")
    return out.count
  }

  /// - texts: room for the event's.
  package mutating func write(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    last: [UInt8] = [], texts: inout ByteWriter, to out: inout ByteWriter
  ) {
    texts.removeAll()
    let facts = EventFacts(event, texts: &texts)
    write(facts, texts: texts.bytes, fields: fields, value: value, last: last.rawBytes, to: &out)
  }

  /// - texts: where the event's are.
  /// - last: members that end the object, with a comma before them.
  mutating func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan, to out: inout ByteWriter
  ) {
    Lexicon.renew(&lexicon)
    head.write(frame: event.frame, time: event.time, adapter: event.adapter, to: &out)
    identities.write(event, texts: texts, to: &out) {
      Self.members(event, texts: texts, to: &$0)
    }
    if let frame = event.requestFrame {
      out.append(",\"request_frame\":")
      out.append(decimal: frame)
    }
    if let time = event.responseTime {
      out.append(",\"response_ms\":")
      out.append(number: Double(time) / 1e6)
    }
    out.append(members: fields.own, comma: true, lexicon: lexicon)
    if event.hasValue {
      out.append(",\"value\":\"")
      out.append(hex: value)
      out.append("\"")
    }
    if !fields.decoded.fields.isEmpty {
      out.append(",\"decoded\":{")
      out.append(members: fields.decoded, comma: false, lexicon: lexicon)
      out.append("}")
    }
    if !fields.decoded.text.isEmpty {
      out.append(",\"text\":")
      out.append(json: fields.decoded.text.bytes)
    }
    if event.isTruncated { out.append(",\"truncated\":true") }
    if fields.decoded.isMalformed, event.kind.isValue { out.append(",\"malformed\":true") }
    if !fields.decoded.note.isEmpty {
      out.append(",\"note\":")
      out.append(json: fields.decoded.note.bytes)
    }
    out.append(last)
    out.append("}")
  }

  /// What kind of event it is, and whom and what it is about.
  @inline(never)
  private static func members(_ event: EventFacts, texts: RawSpan, to out: inout ByteWriter) {
    out.append(",\"event\":\"")
    out.append(event.kind.name)
    out.append("\"")
    if let connection = event.connection {
      out.append(",\"connection\":")
      out.append(decimal: connection)
    }
    if let address = event.address {
      device(
        address, hasName: event.name != nil, name: texts.clamped(event.name ?? 0..<0), to: &out)
      if let overAir = event.overAirAddress {
        out.append(",\"over_air_address\":")
        out.append(json: overAir)
      }
    }
    switch event.direction {
    case .sent: out.append(",\"direction\":\"sent\"")
    case .received: out.append(",\"direction\":\"received\"")
    case .unknown: break
    }
    if let from = event.from {
      out.append(",\"from\":")
      out.append(jsonWord: from.name)
    }
    attribute(event.handle, path: event.path, to: &out)
    if event.path != nil, let label = event.label {
      out.append(",\"label\":")
      out.append(json: texts.clamped(label))
    }
  }

  /// `,"address":...,"address_type":...,"name":...`
  static func device(
    _ address: BluetoothAddress, hasName: Bool, name: RawSpan, to out: inout ByteWriter
  ) {
    out.append(",\"address\":")
    out.append(json: address)
    if let kind = address.kind.name {
      out.append(",\"address_type\":")
      out.append(jsonWord: kind)
    }
    if hasName {
      out.append(",\"name\":")
      out.append(json: name)
    }
  }

  /// `,"handle":...,"service":...`, without the label.
  static func attribute(_ handle: UInt16?, path: AttributePath?, to out: inout ByteWriter) {
    if let handle {
      out.append(",\"handle\":")
      out.append(decimal: UInt64(handle))
    }
    if let path { Self.path(path, to: &out) }
  }

  static func path(_ path: AttributePath, to out: inout ByteWriter) {
    if let uuid = path.service {
      out.append(",\"service\":")
      out.append(json: uuid)
    }
    if let uuid = path.characteristic {
      out.append(",\"characteristic\":")
      out.append(json: uuid)
    }
    if let uuid = path.descriptor {
      out.append(",\"descriptor\":")
      out.append(json: uuid)
    }
    if path.instance > 0 {
      out.append(",\"instance\":")
      out.append(decimal: path.instance)
    }
  }
}
