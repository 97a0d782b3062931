import Bytes
import Testing

@Suite struct ByteCursorTests {
  @Test func readsLittleEndian() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    var cursor = ByteCursor(bytes.rawBytes)
    #expect(try cursor.uint16LittleEndian() == 0x0201)
    #expect(try cursor.uint24LittleEndian() == 0x050403)
    #expect(cursor.remaining == 3)
  }

  @Test func aFailedReadSaysWhatWasMissingAndStaysWhereItWas() throws {
    let bytes: [UInt8] = [1, 2, 3]
    var cursor = ByteCursor(bytes.rawBytes)
    try cursor.skip(1)
    var caught: ByteError?
    do { _ = try cursor.uint32LittleEndian() } catch { caught = error }
    #expect(caught == ByteError(needed: 4, available: 2, offset: 1))
    #expect(cursor.offset == 1)
  }
}
