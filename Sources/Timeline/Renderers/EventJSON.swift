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
  private var devices = DeviceMembers()
  private var lexicon = EventKeys.lexicon
  /// Members that end each object, with a comma before them.
  var last: [UInt8] = []

  package init(clock: TimelineClock) { head = RecordHead(clock: clock) }

  /// Writes the object and the end of its line.
  /// - Returns: the size of the buffer after that.
  mutating func writeLine(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    to out: inout ByteWriter
  ) -> Int {
    write(event, fields, value, to: &out)
    out.append("\n")
    return out.count
  }

  package mutating func write(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    to out: inout ByteWriter
  ) {
    Lexicon.renew(&lexicon)
    head.write(frame: event.frame, time: event.time, adapter: event.adapter, to: &out)
    out.append(",\"event\":\"")
    out.append(event.kind.name)
    out.append("\"")
    identity(event, &out)
    Self.attribute(event, &out)
    if let frame = event.requestFrame {
      out.append(",\"request_frame\":")
      out.append(decimal: frame)
    }
    if let time = event.responseTime {
      out.append(",\"response_ms\":")
      out.append(number: Double(time) / 1e6)
    }
    out.append(members: fields.own, comma: true, lexicon)
    if event.hasValue {
      out.append(",\"value\":\"")
      out.append(hex: value)
      out.append("\"")
    }
    if !fields.decoded.fields.isEmpty {
      out.append(",\"decoded\":{")
      out.append(members: fields.decoded, comma: false, lexicon)
      out.append("}")
    }
    if !fields.decoded.text.isEmpty {
      out.append(",\"text\":")
      out.append(json: fields.decoded.text.bytes)
    }
    if event.isTruncated { out.append(",\"truncated\":true") }
    if !fields.decoded.note.isEmpty {
      out.append(",\"note\":")
      out.append(json: fields.decoded.note.bytes)
    }
    if !last.isEmpty { out.append(last) }
    out.append("}")
  }

  private mutating func identity(_ event: borrowing Event, _ out: inout ByteWriter) {
    if let connection = event.connection {
      out.append(",\"connection\":")
      out.append(decimal: connection.ordinal)
    }
    if let address = event.address ?? event.overAirAddress {
      devices.write(address, event.peerName, to: &out)
      if event.peer != nil, let overAir = event.overAirAddress {
        out.append(",\"over_air_address\":")
        out.append(json: overAir)
      }
    }
    // On the link layer there is no recording host.
    switch event.connection?.link == nil ? event.direction : .unknown {
    case .sent: out.append(",\"direction\":\"sent\"")
    case .received: out.append(",\"direction\":\"received\"")
    case .unknown: break
    }
    if let from = event.from {
      out.append(",\"from\":")
      out.append(jsonWord: from.name)
    }
  }

  /// `,"handle":...,"service":...`
  static func attribute(_ event: borrowing Event, _ out: inout ByteWriter) {
    if let handle = event.handle {
      out.append(",\"handle\":")
      out.append(decimal: UInt64(handle))
    }
    guard let path = event.path else { return }
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
    if let label = event.label {
      out.append(",\"label\":")
      out.append(json: label)
    }
  }
}
