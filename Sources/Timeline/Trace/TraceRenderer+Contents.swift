import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// What stands at an event: its name, its members, and the numbers that become counters.
extension TraceRenderer {
  // MARK: Words

  /// An attribute has its name, everything else says what it is.
  func name(_ event: borrowing Event, fields: borrowing EventFields) {
    text.removeAll()
    if event.kind.isValue, let handle = event.handle ?? event.attribute?.handle {
      if let label = event.label {
        text.append(string: label)
      } else if let attribute = event.attribute {
        attribute.describe(&text)
      } else {
        text.append("handle ")
        text.append(upperHex: UInt64(handle), digits: 4)
      }
    } else if event.kind == .advertisement || fields.decoded.text.isEmpty {
      text.append(event.kind.name)
    } else {
      trace.name(fields.decoded.text.bytes)
      return
    }
    trace.name(text)
  }

  func categories(_ event: borrowing Event) {
    trace.category(.kind(event.kind))
    if event.isProblem { trace.category(.problem) }
  }

  /// The members that NDJSON has.
  func arguments(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    trace.argument(Keys.common.frame, event.frame)
    if let connection = event.connection {
      trace.argument(Keys.common.connection, UInt64(connection.ordinal))
    }
    if let frame = event.requestFrame { trace.argument(Keys.common.requestFrame, frame) }
    if let time = event.responseTime {
      trace.argument(Keys.common.responseTime, number: Double(time) / 1e6)
    }
    contents(event, fields: fields, value: value)
  }

  func contents(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    if let handle = event.handle { trace.argument(Keys.common.handle, UInt64(handle)) }
    let path = event.path
    if let uuid = path?.service { trace.argument(Keys.common.service, uuid) }
    if let uuid = path?.characteristic { trace.argument(Keys.common.characteristic, uuid) }
    if let uuid = path?.descriptor { trace.argument(Keys.common.descriptor, uuid) }
    trace.arguments(fields.own)
    if event.content.hasValue { trace.argument(Keys.common.value, hex: value) }
    if !fields.decoded.fields.isEmpty {
      trace.argument(Keys.common.decoded, members: fields.decoded)
    }
    if !fields.decoded.text.isEmpty {
      trace.argument(Keys.common.text, text: fields.decoded.text.bytes)
    }
    if event.content.isTruncated { trace.argument(Keys.common.truncated, true) }
    if !fields.decoded.note.isEmpty {
      trace.argument(Keys.common.note, text: fields.decoded.note.bytes)
    }
  }

  // MARK: Numbers

  /// The numbers of a value, but not of a descriptor, which are settings.
  func numbers(
    of event: borrowing Event, fields: borrowing EventFields, device: TracedDevice,
    at time: UInt64
  ) {
    let path = event.path
    guard !fields.decoded.fields.isEmpty, path?.descriptor == nil else { return }
    var series = NumberSeries(device: device.uuid, path)
    attribute.removeAll()
    attribute.append(attributeOf: event)
    if !attribute.isEmpty { attribute.append(" ") }
    let isPushed = event.kind == .notification || event.kind == .indication
    walk.forEach(of: fields.decoded, lexicon: trace.lexicon) { number, name in
      series.place = number.place
      count(number, name: name, series: series, device: device, at: time, isPushed: isPushed)
    }
  }

  /// A number of a notification or an indication is a counter; one that is read, written or advertised, too, when
  /// it changes: many of them are constants.
  func count(
    _ number: FieldNumber, name: borrowing ByteWriter, series: NumberSeries,
    device: TracedDevice, at time: UInt64, isPushed: Bool
  ) {
    guard var counter = counters[series] else {
      guard counters.count < Self.counterLimit else {
        leftOut += 1
        return
      }
      var made = TracedCounter(first: (time, number.value))
      made.isName = Self.isName(trace.lexicon.name(of: number.key))
      if isPushed, !made.isName { start(&made, name: name, unit: number.key.unit, device: device) }
      counters[series] = made
      return
    }
    if let track = counter.track {
      trace.counter(number.value, at: time, on: track, to: out)
      return
    }
    guard !counter.isName, isPushed || number.value != counter.first.value else { return }
    let track = start(&counter, name: name, unit: number.key.unit, device: device)
    counters[series] = counter
    trace.counter(number.value, at: time, on: track, to: out)
  }

  /// Whether the number of a key stands for a word, or tells one thing from another.
  static func isName(_ key: String) -> Bool {
    KeyNames.isCode(key) || key == "id" || key.hasSuffix("_id")
  }

  @discardableResult
  private func start(
    _ counter: inout TracedCounter, name: borrowing ByteWriter, unit: FieldUnit,
    device: TracedDevice
  ) -> UInt64 {
    text.removeAll()
    text.append(attribute.bytes)
    text.append(name.bytes)
    let track = makeTrack(
      in: device.uuid, rank: Self.firstCounter + device.counters, isCounter: true, unit: unit)
    device.counters += 1
    counter.track = track
    trace.counter(counter.first.value, at: counter.first.time, on: track, to: out)
    return track
  }
}
