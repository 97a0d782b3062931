import ATTDissector
import Bytes
import GATTSession

@testable import Regression

/// One side of a sequence, event by event.
struct SequenceScript {
  /// Indices of `attributes`.
  enum Known: Int32 { case pulse, location, control, battery, custom, pulseSwitch }

  static let attributes: [ComparedAttribute] = [
    attribute("Heart Rate Measurement", 0x180D, 0x2A37),
    attribute("Body Sensor Location", 0x180D, 0x2A38),
    attribute("Heart Rate Control Point", 0x180D, 0x2A39),
    attribute("Battery Level", 0x180F, 0x2A19),
    attribute("FFF1", 0xFFF0, 0xFFF1),
    attribute(
      "Client Characteristic Configuration of Heart Rate Measurement", 0x180D, 0x2A37, 0x2902),
  ]

  private static func attribute(
    _ title: String, _ service: UInt16, _ characteristic: UInt16, _ descriptor: UInt16? = nil
  ) -> ComparedAttribute {
    var path = RecordedPath()
    path.service = BluetoothUUID(service)
    path.characteristic = BluetoothUUID(characteristic)
    path.descriptor = descriptor.map { BluetoothUUID($0) }
    let uuids = [path.service, path.characteristic, path.descriptor].compactMap { $0 }
    return ComparedAttribute(
      title: title, uuid: uuids.map(\.description).joined(separator: "/"), path: path)
  }

  var timeline = RecordedTimeline(name: "x.ndjson", form: .timeline)
  var sequence = ServerSequence()
  /// Of the next event, in nanoseconds; `nil`: times are not reported.
  var time: Int64? = 0

  init(_ body: (inout SequenceScript) -> Void) { body(&self) }

  mutating func add(
    _ kind: EventKind, _ attribute: Known, _ value: [UInt8]?, decoded: String = "",
    text: String = "", own: String = "", _ change: (inout TimelineItem) -> Void = { _ in }
  ) {
    let number = timeline.items.count
    var item = TimelineItem(kind: kind, line: UInt32(number + 2))
    item.time = time
    item.connection = 1
    item.hasValue = value != nil
    item.value = keep(value ?? [])
    item.decoded = keep(Self.recorded(decoded))
    item.text = keep(Array(text.utf8))
    item.own = keep(Self.recorded(own))
    change(&item)
    timeline.items.append(item)
    sequence.items.append(UInt32(number))
    sequence.attributes.append(attribute.rawValue)
  }

  private mutating func keep(_ bytes: [UInt8]) -> ByteSlice {
    defer { timeline.bytes += bytes }
    return ByteSlice(offset: UInt32(timeline.bytes.count), count: UInt32(bytes.count))
  }

  private static func recorded(_ object: String) -> [UInt8] {
    var out = ByteWriter(capacity: 64)
    var recorder = JSONRecorder()
    let whole = ByteSlice(offset: 0, count: UInt32(object.utf8.count))
    try? recorder.record(whole, of: object.rawBytes, to: &out)
    return out.bytes.copy()
  }

  mutating func wait(_ seconds: Double) {
    time = time.map { $0 + Int64((seconds * 1e9).rounded()) }
  }

  /// A heart rate measurement, a second after what was before.
  mutating func pulse(
    _ bpm: Int, contact: String = "detected", rr: [Double]? = nil, after seconds: Double = 1,
    _ change: (inout TimelineItem) -> Void = { _ in }
  ) {
    wait(seconds)
    var decoded = #"{"heart_rate_bpm":\#(bpm),"sensor_contact":"\#(contact)""#
    if let rr { decoded += #","rr_intervals_s":\#(rr),"rr_intervals_ms":\#(rr.map { $0 * 1000 })"# }
    var text = "\(bpm) bpm"
    if contact == "detected" { text += "  contact" }
    if let rr { text += "  RR \(rr.map { "\($0)" }.joined(separator: " ")) s" }
    add(
      .notification, .pulse,
      [rr == nil ? 6 : 0x16, UInt8(truncatingIfNeeded: bpm), UInt8(truncatingIfNeeded: bpm >> 8)]
        + (rr ?? []).map { UInt8(truncatingIfNeeded: Int($0 * 100)) },
      decoded: decoded + "}", text: text, change)
  }

  mutating func pulses(_ bpm: [Int]) {
    for bpm in bpm { pulse(bpm) }
  }

  /// A request on an attribute, 30 ms after what was before.
  mutating func read(
    _ attribute: Known, _ value: [UInt8], text: String = "",
    _ change: (inout TimelineItem) -> Void = { _ in }
  ) {
    wait(0.03)
    add(.read, attribute, value, text: text, change)
  }

  mutating func write(
    _ attribute: Known, _ value: [UInt8], _ change: (inout TimelineItem) -> Void = { _ in }
  ) {
    wait(0.03)
    add(.write, attribute, value, change)
  }

  mutating func error(_ attribute: Known, opcode: Int, code: Int, name: String) {
    wait(0.03)
    add(
      .attError, attribute, nil, text: name,
      own: #"{"opcode":\#(opcode),"error_code":\#(code),"error":"\#(name)"}"#)
  }
}

/// Compares two scripts.
func findings(
  _ expected: SequenceScript, _ actual: SequenceScript, device: String? = nil,
  _ change: (inout ComparisonOptions) -> Void = { _ in }
) -> SequenceFindings {
  var options = ComparisonOptions()
  change(&options)
  return compareSequences(
    SequenceInput(
      sides: Sides(expected.timeline, actual.timeline, options), device: device,
      attributes: SequenceScript.attributes, expected: expected.sequence, actual: actual.sequence))
}

extension SequenceFindings {
  /// `~ Battery Level: read: 92 % became 91 %`; `?` before it where it was not observed.
  var lines: [String] {
    differences.map { difference in
      let sign =
        switch difference.kind {
        case .missing: "-"
        case .extra: "+"
        case .changed: "~"
        case .reordered: ">"
        case .timing: "@"
        }
      let weight =
        switch difference.weight {
        case .difference: ""
        case .notObserved: "?"
        case .fact: "."
        }
      return "\(weight)\(sign) \(difference.subject): \(difference.message)"
    }
  }
}
