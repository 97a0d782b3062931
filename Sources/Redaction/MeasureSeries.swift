/// What values belong to: numbers of one name in it are one series.
enum ValueOwner: Hashable {
  case attribute(UInt128)
  case company(UInt16)
  case service(UInt128)

  fileprivate var octets: [UInt8] {
    let (kind, number): (UInt8, UInt128) =
      switch self {
      case .attribute(let number): (0, number)
      case .company(let number): (1, UInt128(number))
      case .service(let number): (2, number)
      }
    return [kind] + (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) }
  }
}

/// Measured numbers that are moved together.
struct MeasureName: Hashable {
  let owner: ValueOwner
  /// In the declaration.
  let name: String
  /// The exponent of a medical float; numbers are compared only where it is the same.
  let exponent: UInt64

  var octets: [UInt8] {
    owner.octets + name.utf8 + [0]
      + (0..<8).map { UInt8(truncatingIfNeeded: exponent >> UInt64(8 * $0)) }
  }
}

/// How far the numbers of a series go, and how far they are moved.
struct MeasureSeries {
  /// What was measured.
  private var measured: ClosedRange<Int64>
  /// What numbers there can be.
  private var possible: ClosedRange<Int64>
  private var offset: UInt64?

  init(_ number: Int64, in possible: ClosedRange<Int64>) {
    measured = number...number
    self.possible = possible
  }

  mutating func add(_ number: Int64, in possible: ClosedRange<Int64>) {
    measured = min(measured.lowerBound, number)...max(measured.upperBound, number)
    self.possible =
      max(
        self.possible.lowerBound, possible.lowerBound)...max(
        max(self.possible.lowerBound, possible.lowerBound),
        min(self.possible.upperBound, possible.upperBound))
  }

  /// - candidates: numbers that only the secret knows, the same ones for each capture.
  mutating func moved(_ number: Int64, _ candidates: (UInt8) -> UInt64) -> Int64 {
    let low = min(possible.lowerBound, measured.lowerBound)
    let high = max(possible.upperBound, measured.upperBound)
    // All numbers have at most 56 bits.
    let size = UInt64(high - low) + 1
    let offset = offset ?? Self.offset(from: low, size: size, measured: measured, candidates)
    self.offset = offset
    return low + Int64((UInt64(max(number, low) - low) + offset) % size)
  }

  /// One with which the series neither leaves the range nor, if that can be, begins again at its start; and not so
  /// short that the numbers nearly stay.
  private static func offset(
    from low: Int64, size: UInt64, measured: ClosedRange<Int64>,
    _ candidates: (UInt8) -> UInt64
  ) -> UInt64 {
    guard size > 1 else { return 0 }
    let first = UInt64(measured.lowerBound - low)
    let last = UInt64(measured.upperBound - low)
    let least = max(1, size / 16)
    for counter in 0..<64 as Range<UInt8> {
      let offset = candidates(counter) % size
      let isFar = min(offset, size - offset) >= (counter < 48 ? least : 1)
      let isTogether = (first + offset) / size == (last + offset) / size
      if isFar, isTogether { return offset }
    }
    return 1 + candidates(64) % (size - 1)
  }
}
