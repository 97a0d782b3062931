import Learning
import TestSupport
import Testing

@Suite struct ValueSampleTests {
  @Test func holdsTheFirstAndSomeOfTheRest() {
    var sample = ValueSample()
    let count = 20_000
    for number in 0..<count {
      sample.add(length: 4, mayGrow: true) { LearntValue([0, 0, 0, 0], order: number) }
    }
    expect(sample.count, equals: count)
    expect(sample.lengths, equals: [4: count])
    expect(sample.window.map(\.order), equals: Array(0..<ValueSample.windowCount))
    expect(sample.reservoir.count, equals: ValueSample.reservoirCount)
    // From everywhere: the mean of what is left is in the middle.
    let mean = sample.reservoir.map(\.order).reduce(0, +) / sample.reservoir.count
    expect(abs(mean - (count + ValueSample.windowCount) / 2) < 1500)
  }

  @Test func holdsNoMoreThanItMay() {
    var sample = ValueSample()
    for number in 0..<3000 {
      sample.add(length: 500, mayGrow: number < 100) {
        LearntValue([UInt8](repeating: 1, count: 500), order: number)
      }
    }
    expect(sample.held, equals: 100)
    expect(sample.count, equals: 3000)
  }

  /// A window has no gap: after what cannot be kept, nothing follows.
  @Test func whatIsTooLongEndsTheWindow() {
    var sample = ValueSample()
    for number in 0..<10 {
      let length = number == 5 ? 600 : 3
      sample.add(length: length, mayGrow: true) { LearntValue([1, 2, 3], order: number) }
    }
    expect(sample.window.map(\.order), equals: [0, 1, 2, 3, 4])
    expect(sample.reservoir.map(\.order), equals: [6, 7, 8, 9])
    expect(sample.count, equals: 10)
  }
}
