import ATTDissector
import Bytes
import GATTSession
import GATTValues
import Vocabulary

extension ByteWriter {
  /// The name of a field as tables have it: its key, and for an element of a list its index.
  mutating func append(nameOf field: Field, at index: Int, lexicon: Lexicon) {
    var isWritten = false
    run(atMost: 32) { isWritten = lexicon.append(name: field.key, to: &$0) }
    if !isWritten { lexicon.append(name: field.key, to: &self) }
    switch field.shape {
    case .single: break
    case .element:
      append(".")
      append(decimal: UInt64(index))
    case .axis: append(index == 0 ? ".x" : index == 1 ? ".y" : ".z")
    }
  }
}

/// One number of a value.
package struct FieldNumber {
  package let key: Key
  package let value: Double
  package let shape: FieldShape
  /// In its list.
  package let index: Int
  /// The object that it is a member of: FNV-1a of the keys and indexes.
  package let parent: UInt64
  /// The place of the number itself.
  let place: UInt64
}

/// Goes through the numbers of values, also those in lists and objects.
package struct FieldNumbers: ~Copyable {
  /// The name of the number, below those that it is a member of.
  private var name = ByteWriter(capacity: 128)

  package init() {}

  /// - body: called with each number that is finite, and its name.
  package mutating func forEach(
    of buffer: borrowing FieldBuffer, lexicon: Lexicon,
    _ body: (FieldNumber, borrowing ByteWriter) -> Void
  ) {
    name.removeAll()
    go(0..<buffer.fields.count, of: buffer, parent: FNV1a().value, lexicon: lexicon, body)
  }

  private mutating func go(
    _ range: Range<Int>, of buffer: borrowing FieldBuffer, parent: UInt64, lexicon: Lexicon,
    _ body: (FieldNumber, borrowing ByteWriter) -> Void
  ) {
    let length = name.count
    var list = OpenList()
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place += 1
      _ = list.takes(field)
      let index = list.index
      var end = place
      let value: Double?
      switch field.value {
      case .integer(let number): value = Double(number)
      case .unsigned(let number): value = Double(number)
      case .number(let number): value = number.isFinite ? number : nil
      case .object(let count):
        value = nil
        end = min(place + count, range.upperBound)
      default: value = nil
      }
      guard value != nil || end > place else { continue }
      name.append(nameOf: field, at: index, lexicon: lexicon)
      let own = Self.hash(parent, key: field.key, at: index)
      if let value {
        let number = FieldNumber(
          key: field.key, value: value, shape: field.shape, index: index, parent: parent,
          place: own)
        body(number, name)
      }
      if end > place {
        name.append(".")
        go(place..<end, of: buffer, parent: own, lexicon: lexicon, body)
        place = end
      }
      name.truncate(to: length)
    }
  }

  private static func hash(_ start: UInt64, key: Key, at index: Int) -> UInt64 {
    var hash = FNV1a(from: start)
    hash.add(UInt64(key.index))
    hash.add(UInt64(truncatingIfNeeded: index))
    return hash.value
  }
}

/// One number of a device over time.
struct NumberSeries: Hashable {
  /// The device, as its owner numbers them.
  var device: UInt64
  var service: BluetoothUUID?
  var characteristic: BluetoothUUID?
  var instance = 0
  /// `FieldNumber.place`
  var place: UInt64 = 0

  /// - path: of an advertisement `nil`.
  init(device: UInt64, _ path: AttributePath?) {
    self.device = device
    service = path?.service
    characteristic = path?.characteristic
    instance = path?.instance ?? 0
  }
}

extension ByteWriter {
  /// The name of the attribute that a number is of, and of which it may be one of several.
  mutating func append(attributeOf event: borrowing Event) {
    guard let path = event.path else { return }
    if let label = event.label {
      append(untrusted: label, escaping: .plain)
    } else if let uuid = path.characteristic {
      uuid.writeShortened(to: &self)
    }
    if path.instance > 0 {
      append(" ")
      append(decimal: path.instance)
    }
  }
}
