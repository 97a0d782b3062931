import TestSupport

/// The random numbers of one history: equal for equal seeds, on every machine.
struct Draws {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed &* 0xD134_2543_DE82_EF95 &+ 0x632B_E59B_D9B4_E019)
  }

  /// From 0, less than `end`.
  mutating func below(_ end: Int) -> Int { Int(random.next() >> 1) % max(1, end) }

  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }

  /// One of the elements; `nil` of none.
  mutating func one<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// One of the choices, each as likely as its weight says.
  mutating func weighted<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice {
    var left = below(choices.reduce(0) { $0 + $1.weight })
    for (weight, choice) in choices {
      if left < weight { return choice }
      left -= weight
    }
    return choices[choices.count - 1].choice
  }
}
