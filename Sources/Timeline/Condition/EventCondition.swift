import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A condition on events: written as text, evaluated for every event.
///
///     condition = term *(SPACE term)              all hold for one event
///     term      = KIND [":" attribute]            a kind of events, perhaps about one attribute
///               / KEY ["." element] op values     the value of an event's key
///     attribute = part *2("/" part)               of the attribute or what contains it
///     part      = UUID / name
///     element   = "x" / "y" / "z" / number        in a list, from 0; without it, any element
///     op        = "=" / "!=" / "<" / "<=" / ">" / ">="
///     values    = value *("|" value)              any of them, for "=" and "!="
///     value     = number / word / range           words are case-insensitive
///     range     = number ".." number              inclusive
///
/// Anything that contains spaces or characters of the grammar goes in quotes, `"` or `'`.
package struct EventCondition: Equatable, Sendable {
  enum Term: Equatable, Sendable {
    case kind(EventKind)
    case attribute(AttributePattern)
    case key(KeyTerm)
  }

  let terms: [Term]
  /// The condition as it was written.
  package let text: String

  /// Whether the condition holds for an event.
  package func holds(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool {
    for term in terms {
      switch term {
      case .kind(let kind):
        let isMalformedValue =
          kind == .malformed && event.kind.isValue && fields.decoded.isMalformed
        if event.kind != kind, !isMalformedValue { return false }
      case .attribute(let pattern): if !event.isAbout(pattern) { return false }
      case .key(let term): if !term.holds(event, fields: fields, value: value) { return false }
      }
    }
    return true
  }
}

extension Event {
  /// Whether its attribute, or the characteristic or service of that, has one of the UUIDs, or its
  /// advertiser has such a service.
  package func isAbout(_ uuids: Set<BluetoothUUID>) -> Bool {
    guard let attribute else {
      return kind == .advertisement
        && peer?.advertisedServices.contains { uuids.contains($0) } == true
    }
    return attribute.isOf(uuids)
  }
}

extension Attribute {
  /// Whether it, or the characteristic or service that it belongs to, has one of the UUIDs.
  func isOf(_ uuids: Set<BluetoothUUID>) -> Bool {
    [uuid, characteristic?.uuid, service?.uuid].contains { $0.map { uuids.contains($0) } ?? false }
  }
}

extension KeyTerm {
  func holds(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool {
    var said = commonSaid(event, fields: fields, value: value)
    add(fields.own, to: &said)
    add(fields.decoded, to: &said)
    return isSaid(said)
  }

  private func add(_ buffer: borrowing FieldBuffer, to said: inout Said) {
    var position = 0
    for index in buffer.fields.indices where buffer.fields[index].key == id {
      let field = buffer.fields[index]
      defer { position += 1 }
      if field.shape != .single { said.isList = true }
      if let element, element != position { continue }
      add(field.value, in: buffer, to: &said)
    }
  }

  private func add(_ value: FieldValue, in buffer: borrowing FieldBuffer, to said: inout Said) {
    switch value {
    case .integer(let value): said.add(value)
    case .number(let value): said.numbers.append(value)
    case .boolean(let value): said.add(value ? "true" : "false")
    case .word(let word): said.add(word.description)
    case .term(let word): said.add(word.description)
    case .text(let range): said.add(Self.text(buffer.storage.bytes.extracting(range)))
    case .hex(let range): said.add(Self.hex(buffer.storage.bytes.extracting(range)))
    case .uuid(let uuid): said.add(uuid.description)
    case .unsigned(let value): said.add(value)
    case .object: break
    }
  }

  /// The members that any event may have.
  private func commonSaid(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Said {
    var said = Said()
    switch common {
    case .note?:
      if !fields.decoded.note.isEmpty { said.add(Self.text(fields.decoded.note.bytes)) }
    case .text?:
      if !fields.decoded.text.isEmpty { said.add(Self.text(fields.decoded.text.bytes)) }
    case .value?: if event.content.hasValue { said.add(Self.hex(value)) }
    case let key?: said = CommonFacts(event).said(key)
    case nil: break
    }
    return said
  }

  private static func text(_ bytes: RawSpan) -> String {
    String(decoding: bytes.copy(), as: UTF8.self)
  }

  private static func hex(_ bytes: RawSpan) -> String {
    var hex = ByteWriter(capacity: 64)
    hex.append(hex: bytes)
    return text(hex.bytes)
  }
}

extension CommonFacts {
  fileprivate init(_ event: borrowing Event) {
    self.init()
    adapter = event.adapter
    address = event.address
    connection = event.connection.map { UInt64($0.ordinal) }
    direction = event.direction
    frame = event.frame
    from = event.from
    handle = event.handle
    service = event.path?.service
    characteristic = event.path?.characteristic
    descriptor = event.path?.descriptor
    instance = event.path?.instance ?? 0
    label = event.label
    name = event.peerName
    requestFrame = event.requestFrame
    responseTime = event.responseTime
  }
}
