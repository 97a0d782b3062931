import Bytes
import TestSupport
import Testing

@Suite struct ByteCursorTests {
  private static let bytes = (1...16).map { UInt8($0 * 15) }

  /// One read: how many bytes it takes, and the number that it makes of them.
  struct Read: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let size: Int
    let value: @Sendable (inout ByteCursor) throws(ByteError) -> UInt128
  }

  static let reads: [Read] = [
    Read(testDescription: "uint8", size: 1) { cursor throws(ByteError) in
      UInt128(try cursor.uint8())
    },
    Read(testDescription: "uint16", size: 2) { cursor throws(ByteError) in
      UInt128(try cursor.uint16LittleEndian())
    },
    Read(testDescription: "uint24", size: 3) { cursor throws(ByteError) in
      UInt128(try cursor.uint24LittleEndian())
    },
    Read(testDescription: "uint32", size: 4) { cursor throws(ByteError) in
      UInt128(try cursor.uint32LittleEndian())
    },
    Read(testDescription: "uint48", size: 6) { cursor throws(ByteError) in
      UInt128(try cursor.uint48LittleEndian())
    },
    Read(testDescription: "uint64", size: 8) { cursor throws(ByteError) in
      UInt128(try cursor.uint64LittleEndian())
    },
    Read(testDescription: "uint128", size: 16) { cursor throws(ByteError) in
      try cursor.uint128LittleEndian()
    },
    Read(testDescription: "int8", size: 1) { cursor throws(ByteError) in
      UInt128(UInt8(bitPattern: try cursor.int8()))
    },
    Read(testDescription: "int16", size: 2) { cursor throws(ByteError) in
      UInt128(UInt16(bitPattern: try cursor.int16LittleEndian()))
    },
  ]

  /// The least significant byte is the first, wherever the number begins and however many bytes there are: a number that is
  /// not whole is not read, and nothing is taken.
  @Test(arguments: reads) func numbersAreWholeOrNotTaken(_ read: Read) throws {
    for length in 0...16 {
      let bytes = Array(Self.bytes.prefix(length))
      for offset in 0...length {
        var cursor = ByteCursor(bytes.rawBytes)
        try cursor.skip(offset)
        var value: UInt128?
        var caught: ByteError?
        do { value = try read.value(&cursor) } catch { caught = error }
        if offset + read.size <= length {
          let wanted = bytes[offset..<offset + read.size].reversed().reduce(UInt128(0)) {
            $0 << 8 | UInt128($1)
          }
          expect(value, equals: wanted)
          expect(cursor.offset, equals: offset + read.size)
        } else {
          expect(
            caught,
            equals: ByteError(needed: read.size, available: length - offset, offset: offset))
          expect(cursor.offset, equals: offset)
        }
      }
    }
  }

  @Test func theHighestBitOfSignedNumbersIsTheirSign() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0xFF, 0x80, 0x00, 0x80]
    var cursor = ByteCursor(bytes.rawBytes)
    try expect(cursor.int8(), equals: -1)
    try expect(cursor.int16LittleEndian(), equals: -2)
    try expect(cursor.int8(), equals: -128)
    try expect(cursor.int16LittleEndian(), equals: .min)
    expect(cursor.isAtEnd)
  }

  @Test(arguments: [-1, Int.min, 5, Int.max]) func countsThatAreNotThereTakeNothing(_ count: Int)
    throws
  {
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    var cursor = ByteCursor(bytes.rawBytes)
    try cursor.skip(1)
    let wanted = ByteError(needed: count, available: 4, offset: 1)
    var caught: [ByteError] = []
    do { try cursor.skip(count) } catch { caught.append(error) }
    do { _ = try cursor.take(count) } catch { caught.append(error) }
    expect(caught, equals: [wanted, wanted])
    expect(cursor.offset, equals: 1)
    expect(cursor.remaining, equals: 4)
  }

  @Test func partsAreBorrowedInOrder() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    var cursor = ByteCursor(bytes.rawBytes)
    let first = try cursor.take(2)
    expect(first.copy(), equals: [1, 2])
    let none = try cursor.take(0)
    expect(none.copy(), equals: [])
    let rest = cursor.takeRest()
    expect(rest.copy(), equals: [3, 4, 5])
    let more = cursor.takeRest()
    expect(more.copy(), equals: [])
    expect(cursor.isAtEnd)
  }

  @Test func anErrorSaysWhatWasMissing() {
    expect(
      "\(ByteError(needed: 1, available: 0, offset: 7))",
      equals: "needs 1 byte at offset 7, 0 there")
    expect(
      "\(ByteError(needed: 4, available: 3, offset: 0))",
      equals: "needs 4 bytes at offset 0, 3 there")
  }
}
