import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// What an event is to be: written as text, asked of every event.
///
///     condition = term *(SPACE term)              all of them hold of one event
///     term      = KIND [":" attribute]            a kind of events, perhaps about one attribute
///               / KEY ["." element] op values     what an event's key says
///     attribute = part *2("/" part)               of the attribute or of what it stands in
///     part      = UUID / name
///     element   = "x" / "y" / "z" / number        of a list, from 0; without, any of them
///     op        = "=" / "!=" / "<" / "<=" / ">" / ">="
///     values    = value *("|" value)              any of them, for "=" and "!="
///     value     = number / word / range           words are compared without case
///     range     = number ".." number              both belong to it
///
/// What has spaces or signs of the grammar in it stands between quotes, `"` or `'`.
package struct EventCondition: Equatable, Sendable {
  enum Term: Equatable, Sendable {
    case kind(EventKind)
    case attribute(AttributePattern)
    case key(KeyTerm)
  }

  let terms: [Term]
  /// As it was written.
  package let text: String

  /// Whether an event is as it is wanted.
  package func holds(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) -> Bool {
    for term in terms {
      switch term {
      case .kind(let kind): if event.kind != kind { return false }
      case .attribute(let pattern): if !event.isAbout(pattern) { return false }
      case .key(let term): if !term.holds(event, fields, value) { return false }
      }
    }
    return true
  }
}

extension Event {
  /// Whether its attribute, the characteristic or the service of that has one of the UUIDs, or its
  /// advertiser such a service.
  package func isAbout(_ uuids: Set<BluetoothUUID>) -> Bool {
    guard let attribute else {
      return kind == .advertisement
        && peer?.advertisedServices.contains { uuids.contains($0) } == true
    }
    return [attribute.uuid, attribute.characteristic?.uuid, attribute.service?.uuid].contains {
      $0.map { uuids.contains($0) } ?? false
    }
  }
}

extension KeyTerm {
  func holds(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan
  ) -> Bool {
    holds(fields.own) || holds(fields.decoded) || holdsCommon(event, fields, value)
  }

  private func holds(_ buffer: borrowing FieldBuffer) -> Bool {
    var position = 0
    for field in buffer.fields where isNamed(field.key) {
      defer { position += 1 }
      if let element, element != position { continue }
      if holds(field.value, buffer) { return true }
    }
    return false
  }

  private func isNamed(_ name: StaticString) -> Bool {
    name.utf8CodeUnitCount == key.utf8.count && name.rawBytes.equals(key.rawBytes)
  }

  private func holds(_ value: FieldValue, _ buffer: borrowing FieldBuffer) -> Bool {
    switch value {
    case .integer(let value): return holds(Double(value))
    case .number(let value): return holds(value)
    case .boolean(let value): return holds(value ? "true" : "false")
    case .word(let word): return holds(word.description)
    case .text(let range):
      let bytes = buffer.storage.bytes.extracting(range).copy()
      return holds(String(decoding: bytes, as: UTF8.self))
    case .hex(let range):
      var hex = ByteWriter(capacity: 64)
      hex.append(hex: buffer.storage.bytes.extracting(range))
      return holds(String(decoding: hex.bytes.copy(), as: UTF8.self))
    case .uuid(let uuid): return holds(uuid.description)
    }
  }

  /// The members that every event may have.
  private func holdsCommon(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan
  ) -> Bool {
    func number(_ value: (some BinaryInteger)?) -> Bool { value.map { holds(Double($0)) } ?? false }
    func word(_ value: String?) -> Bool { value.map { holds($0) } ?? false }
    func bytes(_ value: RawSpan) -> Bool {
      value.byteCount > 0 && holds(String(decoding: value.copy(), as: UTF8.self))
    }
    switch key {
    case "adapter": return number(event.adapter)
    case "address": return word(event.address?.description)
    case "characteristic": return word(event.path?.characteristic?.description)
    case "connection": return number(event.connection?.ordinal)
    case "descriptor": return word(event.path?.descriptor?.description)
    case "direction":
      switch event.direction {
      case .sent: return holds("sent")
      case .received: return holds("received")
      case .unknown: return false
      }
    case "frame": return holds(Double(event.frame))
    case "from": return word(event.from?.name.description)
    case "handle": return number(event.handle)
    case "instance": return number(event.path.flatMap { $0.instance > 0 ? $0.instance : nil })
    case "label": return word(event.label)
    case "name": return word(event.peerName)
    case "note": return bytes(fields.decoded.note.bytes)
    case "request_frame": return number(event.requestFrame)
    case "response_ms": return event.responseTime.map { holds(Double($0) / 1e6) } ?? false
    case "service": return word(event.path?.service?.description)
    case "text": return bytes(fields.decoded.text.bytes)
    case "value":
      guard event.hasValue else { return false }
      var hex = ByteWriter(capacity: 64)
      hex.append(hex: value)
      return bytes(hex.bytes)
    default: return false
    }
  }
}
