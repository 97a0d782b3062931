/// The random numbers of one history: equal for equal seeds, on every machine (SplitMix64).
struct Draws {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 0x632B_E59B_D9B4_E019 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// From 0, less than `end`.
  mutating func below(_ end: Int) -> Int { Int(next() >> 1) % max(1, end) }

  mutating func draw(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

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
