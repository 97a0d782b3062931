import AssignedNumbers
import ATTDissector
import Bytes
import Vocabulary

extension Program {
  static let sources = [Word("assumed"), Word("read"), Word("written"), Word("notified")]
  static let good = Word("ok")
  static let bad = Word("bad")
  static let unknown = Word("unknown")

  /// A string; one higher than its index.
  private func literal(_ index: Int32) -> Literal {
    index > 0 && Int(index) <= literals.count ? literals[Int(index) &- 1] : .empty
  }

  /// Writes a string, safe to show; one higher than its index.
  /// - isFirst: without the blanks at its start.
  func write(literal index: Int32, isFirst: Bool = false, to out: inout ByteWriter) {
    let literal = literal(index)
    let blanks = isFirst ? literal.blanks : 0
    let (start, count) = (Int(literal.start &+ blanks), Int(literal.count &- blanks))
    let bytes = literalBytes
    if literal.isPlain {
      out.append(bytes.rawBytes.clamped(start, count))
    } else {
      out.append(untrusted: bytes.rawBytes.clamped(start, count), .plain)
    }
  }

  /// Writes a word with spaces between its parts.
  func spell(_ index: Int32, to out: inout ByteWriter) {
    let literal = literal(index)
    guard literal.isJoined else { return write(literal: index, to: &out) }
    let start = out.count
    write(literal: index, to: &out)
    let spelled = out.bytes.clamped(start).copy()
    out.truncate(to: start)
    for byte in spelled { out.append(byte: byte == 0x5F ? 0x20 : byte) }
  }

  /// The row of a number: single numbers first, then ranges, then the one for all others.
  func row(_ table: Int32, _ number: Int64) -> RangeCode? {
    let place = Int(table &- 1) &* 3
    guard place >= 0, place &+ 2 < code.tables.count else { return nil }
    let first = Int(code.tables[place])
    let singles = Int(code.tables[place &+ 1])
    let count = Int(code.tables[place &+ 2])
    var (low, high) = (first, first &+ singles)
    while low < high {
      let middle = (low &+ high) / 2
      if code.ranges[middle].low < number { low = middle &+ 1 } else { high = middle }
    }
    if low < first &+ singles, code.ranges[low].low == number { return code.ranges[low] }
    var index = first &+ singles
    while index < first &+ count {
      if code.ranges[index].low <= number, number <= code.ranges[index].high {
        return code.ranges[index]
      }
      index &+= 1
    }
    return nil
  }

  /// The row of a value that is no measurement.
  func special(_ field: FieldStep, _ value: SlotValue) -> RangeCode? {
    switch value.kind {
    case .special:
      // Rows of floats have a mark.
      for row in code.rows(of: field.special) where row.isStop != 0 && row.low == value.raw {
        return row
      }
      return RangeCode()
    case .whole:
      guard field.special != 0 else { return nil }
      for row in code.rows(of: field.special)
      where row.isStop == 0 && row.low <= value.raw && value.raw <= row.high {
        return row
      }
      return nil
    default: return nil
    }
  }

  /// An assigned name.
  func assigned(_ source: WordSource, _ number: Int64) -> String? {
    guard let code = UInt16(exactly: number) else { return nil }
    switch source {
    case .company: return AssignedNumbers.company(code)
    case .appearance: return AppearanceNames.name(code)
    case .uuid: return AssignedNumbers.attribute(BluetoothUUID(code).value)
    case .unit: return AssignedNumbers.unit(code)
    case .attributeError:
      guard let octet = UInt8(exactly: code) else { return nil }
      return ATTErrorName.name(octet)?.description
    default: return nil
    }
  }
}
