import ATTDissector
import Bytes
import TestSupport
import Testing

/// Bytes written as hex; spaces do not count.
func wire(_ hex: String) -> [UInt8] {
  let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  precondition(digits.count % 2 == 0, "odd number of digits: \(hex)")
  return stride(from: 0, to: digits.count, by: 2).map { index -> UInt8 in
    UInt8(digits[index] << 4 | digits[index + 1])
  }
}

/// Parses one unit from bytes, and checks that every prefix of them throws, with an error that tells
/// what was needed beyond what was there.
func parse<Unit>(
  _ hex: String, _ parse: (inout ByteCursor) throws(ByteError) -> Unit
) throws(ByteError) -> Unit {
  let whole = wire(hex)
  for count in 0..<whole.count {
    let prefix = Array(whole.prefix(count))
    var cursor = ByteCursor(prefix.rawBytes)
    do throws(ByteError) {
      _ = try parse(&cursor)
      Issue.record("\(count) of \(whole.count) bytes were enough")
    } catch {
      expect(error.needed > error.available)
      expect(error.offset + error.available, equals: count)
    }
  }
  var cursor = ByteCursor(whole.rawBytes)
  let unit = try parse(&cursor)
  let atEnd = cursor.isAtEnd
  expect(atEnd)
  return unit
}

/// The address that the samples hold.
let sampleAddress = BluetoothAddress(0xD85A_6B7C_8D9E, kind: .random)
