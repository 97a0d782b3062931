import TestSupport
import Testing

@testable import Bytes

@Suite struct ReadBufferTests {
  /// Whatever is filled and consumed in whatever pieces: the bytes come once each, in order.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func bytesComeOnceAndInOrder(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let source = random.bytes(1000)
    var given = 0
    var taken: [UInt8] = []
    var buffer = ReadBuffer(capacity: Int.random(in: 1...40, using: &random))
    while taken.count < source.count {
      let wanted = Int.random(in: 0...50, using: &random)
      let held = buffer.bytes.byteCount
      let written = buffer.fill { room in
        _ = room.append(prefixOf: source.rawBytes.clamped(given, count: wanted))
      }
      let room = buffer.capacity - held
      expect(written, equals: min(wanted, room, source.count - given))
      given += written
      let count = Int.random(in: 0...buffer.bytes.byteCount, using: &random)
      taken += buffer.bytes.clamped(0, count: count).copy()
      buffer.consume(count)
    }
    expect(taken, equals: source)
  }

  @Test func whatFailsAddsNothing() {
    struct Broken: Error {}
    var buffer = ReadBuffer(capacity: 8)
    let written = buffer.fill { _ = $0.append(prefixOf: [UInt8](arrayLiteral: 1, 2).rawBytes) }
    expect(written, equals: 2)
    var failed = false
    do {
      _ = try buffer.fill { room throws(Broken) in
        _ = room.append(prefixOf: [UInt8](arrayLiteral: 3).rawBytes)
        throw Broken()
      }
    } catch { failed = true }
    expect(failed)
    let bytes = buffer.bytes.copy()
    expect(bytes, equals: [1, 2])
  }

  @Test func zerosFillTheRoomAtMost() {
    var buffer = ReadBuffer(capacity: 4)
    var counts: [Int] = []
    let written = buffer.fill { room in
      counts.append(room.append(prefixOf: [UInt8](arrayLiteral: 7).rawBytes))
      counts.append(room.append(zeros: 2))
      counts.append(room.append(zeros: 5))
      counts.append(room.append(prefixOf: [UInt8](arrayLiteral: 9).rawBytes))
    }
    expect(written, equals: 4)
    expect(counts, equals: [1, 2, 1, 0])
    let bytes = buffer.bytes.copy()
    expect(bytes, equals: [7, 0, 0, 0])
  }
}
