import Synchronization
import TestSupport
import Testing

@testable import Bytes

@Suite struct PlainBufferTests {
  /// Counts those that are alive.
  final class Counted: Sendable {
    let number: Int
    let alive: Count

    final class Count: Sendable {
      let value = Atomic(0)
      var now: Int { value.load(ordering: .relaxed) }
    }

    init(_ number: Int, _ alive: Count) {
      self.number = number
      self.alive = alive
      alive.value.add(1, ordering: .relaxed)
    }

    deinit { alive.value.subtract(1, ordering: .relaxed) }
  }

  /// Does the same to an array: 2,000 random steps.
  @Test func elementsAreThoseOfAnArray() {
    var random = SplitMix(seed: 1)
    var buffer = PlainBuffer<String>()
    var array: [String] = []
    for step in 0..<2000 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let count = Int.random(in: 0...array.count, using: &random)
        buffer.truncate(to: count)
        array.removeLast(array.count - count)
      case 1:
        guard !array.isEmpty else { continue }
        let index = Int.random(in: array.indices, using: &random)
        buffer[index] += "+"
        array[index] += "+"
      case 2 where step % 50 == 0:
        buffer.removeAll()
        array.removeAll()
      case 3:
        var other = PlainBuffer<String>()
        let more = (0..<Int.random(in: 0..<30, using: &random)).map { "\(step).\($0)" }
        for element in more { other.append(element) }
        let start = Int.random(in: 0...more.count, using: &random)
        buffer.append(other, in: start..<more.count)
        array += more[start...]
      default:
        buffer.append("\(step)")
        array.append("\(step)")
      }
      let count = buffer.count
      expect(count, equals: array.count)
    }
    let elements = buffer.copied()
    expect(elements, equals: array)
    let isEmpty = buffer.isEmpty
    expect(isEmpty, equals: array.isEmpty)
  }

  @Test func eachElementIsReleasedOnce() {
    let alive = Counted.Count()
    do {
      var buffer = PlainBuffer<Counted>()
      // More than fit at first: they move.
      for number in 0..<100 { buffer.append(Counted(number, alive)) }
      expect(alive.now, equals: 100)
      let last = buffer[99].number
      expect(last, equals: 99)
      buffer.truncate(to: 40)
      expect(alive.now, equals: 40)
      buffer[0] = Counted(0, alive)
      expect(alive.now, equals: 40)
      var other = PlainBuffer<Counted>()
      other.append(buffer, in: 10..<30)
      // Both hold the same objects.
      expect(alive.now, equals: 40)
      buffer.removeAll()
      expect(alive.now, equals: 20)
    }
    expect(alive.now, equals: 0)
  }
}
