import Bytes
import TestSupport
import Testing

@Suite struct ByteCursorTests {
  @Test func readsLittleEndian() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    var cursor = ByteCursor(bytes.rawBytes)
    try expect(cursor.uint16LittleEndian(), equals: 0x0201)
    try expect(cursor.uint24LittleEndian(), equals: 0x050403)
    expect(cursor.remaining, equals: 3)
  }

  @Test func aFailedReadSaysWhatWasMissingAndStaysWhereItWas() throws {
    let bytes: [UInt8] = [1, 2, 3]
    var cursor = ByteCursor(bytes.rawBytes)
    try cursor.skip(1)
    var caught: ByteError?
    do { _ = try cursor.uint32LittleEndian() } catch { caught = error }
    expect(caught, equals: ByteError(needed: 4, available: 2, offset: 1))
    expect(cursor.offset, equals: 1)
  }
}
