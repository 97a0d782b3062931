import Bytes
import TestSupport
import Testing

@Suite struct ProtobufTests {
  private func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var out = ByteWriter(capacity: 64)
    write(&out)
    return out.bytes.copy()
  }

  /// The first two are the examples of the documentation.
  @Test func numbers() {
    expect(bytes { $0.append(varint: 1) }, equals: [1])
    expect(bytes { $0.append(protobuf: 1, value: 150) }, equals: [0x08, 0x96, 0x01])
    expect(bytes { $0.append(varint: 0) }, equals: [0])
    expect(bytes { $0.append(varint: 127) }, equals: [0x7F])
    expect(bytes { $0.append(varint: .max) }, equals: [UInt8](repeating: 0xFF, count: 9) + [1])
    expect(bytes { $0.append(protobuf: 60, value: 1) }, equals: [0xE0, 0x03, 1])
    expect(
      bytes { $0.append(protobuf: 1, signed: -1) },
      equals: [8] + [UInt8](repeating: 0xFF, count: 9) + [1])
    expect(bytes { $0.append(protobuf: 1, double: 1) }, equals: [9, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    expect(bytes { $0.append(protobuf: 2, fixed: 0x0102) }, equals: [0x11, 2, 1, 0, 0, 0, 0, 0, 0])
  }

  /// Lengths of one, two and three digits.
  @Test(arguments: [0, 1, 127, 128, 129, 16_383, 16_384, 300_000])
  func textOfAnyLength(length: Int) {
    let out = bytes {
      let field = $0.beginProtobuf(2)
      for index in 0..<length { $0.append(byte: UInt8(truncatingIfNeeded: index)) }
      $0.endProtobuf(field)
      $0.append(byte: 0xAA)
    }
    let digits = bytes { $0.append(varint: UInt64(length)) }
    let contents = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    expect(out, equals: [0x12] + digits + contents + [0xAA])
  }

  /// Inner lengths move what the outer field has, too.
  @Test func nested() {
    let out = bytes {
      let outer = $0.beginProtobuf(1)
      for _ in 0..<2 {
        let inner = $0.beginProtobuf(1)
        $0.append(repeating: 7, count: 200)
        $0.endProtobuf(inner)
      }
      $0.endProtobuf(outer)
    }
    let inner: [UInt8] = [0x0A, 0xC8, 0x01] + [UInt8](repeating: 7, count: 200)
    expect(out, equals: [0x0A, 0x96, 0x03] + inner + inner)
  }
}
