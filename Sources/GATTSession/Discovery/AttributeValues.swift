import Bytes
import GATTValues

/// The values of an attribute in the capture: how many, the last one with its text, and what was measured.
package struct AttributeValues {
  package private(set) var count = 0
  /// The last value, as far as it is kept.
  package var last: [UInt8] { lastBytes.bytes }
  private var lastBytes = KeptBytes()
  /// Octets of the last value before `lastValueOctets` cut it.
  package private(set) var lastLength = 0
  /// The record of the last value: a read is reported when it is certain that it does not continue,
  /// and another value may have come in the meantime.
  private var lastFrame: UInt64 = 0
  private var keptText = KeptBytes()
  private var lateTextBox: LateTextBox?
  /// The only measured field of the last value; `nil` where it has several, or none.
  package private(set) var measure: (value: Double, unit: FieldUnit)?
  /// The minimum and maximum of what was measured.
  package private(set) var range: ClosedRange<Double>?

  /// The text of the last value; empty where no decoder knows it. It may be decoded each time.
  package var lastText: [UInt8] {
    guard let lateText else { return keptText.bytes }
    let value = last
    return lateText.text(of: value.rawBytes, limit: SessionLimits.lastValueOctets)
  }

  /// What decodes the text of the last value; `nil`: `keptText` has it.
  private var lateText: LateText? {
    get { lateTextBox?.text }
    set {
      // It is large, and most attributes have no value.
      if let box = lateTextBox {
        box.text = newValue
      } else if let text = newValue {
        lateTextBox = LateTextBox(text)
      }
    }
  }

  /// Storage of the last value and its text.
  var heldOctets: Int { lastBytes.longest + keptText.longest }

  /// - Parameters:
  ///   - limit: octets to keep of the value, and of its text.
  mutating func add(
    _ value: RawSpan, decoded: borrowing FieldBuffer, text: consuming ValueText,
    frame: UInt64, limit: Int
  ) {
    count += 1
    let measured = decoded.extraBytes > 0 ? nil : decoded.measure
    if frame >= lastFrame {
      lastFrame = frame
      lastLength = value.byteCount
      if limit < SessionLimits.lastValueOctets, heldOctets > 4 * limit {
        lastBytes = KeptBytes()
        keptText = KeptBytes()
      }
      lastBytes.replace(with: value.clamped(0, count: limit))
      keep(decoded, text: text, of: value, limit: limit)
      measure = measured
    }
    guard let number = measured?.value else { return }
    range = range.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  /// Keeps the text of the last value, or what decodes it. Whether `decoded` has the text depends on
  /// the command: that decides nothing here, so that all commands have the same room for values.
  private mutating func keep(
    _ decoded: borrowing FieldBuffer, text: consuming ValueText, of value: RawSpan, limit: Int
  ) {
    switch consume text {
    case .decoded:
      if decoded.extraBytes > 0 {
        keptText = KeptBytes(decoded.lastText(limit: limit))
      } else {
        let text = decoded.text.bytes
        keptText.replace(with: text.clamped(0, count: text.bytes(ofText: limit)))
      }
      if lateTextBox != nil { lateText = nil }
    case .late(let late): keep(late, of: value, limit: limit)
    case .unused: keptText = KeptBytes()
    }
  }

  private mutating func keep(_ late: LateText, of value: RawSpan, limit: Int) {
    guard value.byteCount <= limit else {
      // The value is not kept as a whole.
      keptText = KeptBytes(late.text(of: value, limit: limit))
      lateText = nil
      return
    }
    keptText = KeptBytes()
    lateText = late
  }

  /// What decoded the last value is not believed any more.
  mutating func forgetText() {
    keptText = KeptBytes()
    lateText = nil
  }

  /// The capture has nothing of a value but its length in octets.
  mutating func lacks(_ octets: Int, at frame: UInt64) {
    if lastFrame == frame { lastLength = octets }
  }

  /// Adds the values that the attribute had as another. The last one counts, even if the other attribute is of the
  /// newer layout.
  mutating func combine(_ other: AttributeValues) {
    if other.count > 0, count == 0 || other.lastFrame >= lastFrame {
      lastBytes = other.lastBytes
      lastLength = other.lastLength
      lastFrame = max(lastFrame, other.lastFrame)
      keptText = other.keptText
      lateText = other.lateText
      measure = other.measure
    }
    count += other.count
    if let added = other.range {
      range =
        range.map {
          min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound)
        } ?? added
    }
  }
}

extension FieldBuffer {
  /// The first field, if it is a number with a unit and the only such field.
  package var measure: (value: Double, unit: FieldUnit)? {
    guard !fields.isEmpty, fields[0].unit != .none, fields[0].shape == .single else { return nil }
    var index = 1
    while index < fields.count {
      if fields[index].unit != .none, fields[index].shape == .single { return nil }
      index &+= 1
    }
    switch fields[0].value {
    case .integer(let value): return (Double(value), fields[0].unit)
    case .number(let value): return (value, fields[0].unit)
    default: return nil
    }
  }
}
