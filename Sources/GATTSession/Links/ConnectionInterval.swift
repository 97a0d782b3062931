/// A connection interval: a multiple of 1.25 ms, or, as Connection Rate Updates set it, of 125 µs.
package struct ConnectionInterval: Equatable, Comparable, Sendable {
  /// Units of 125 µs.
  private let steps: UInt32

  /// - frames: in units of 1.25 ms.
  init(frames: UInt16) { steps = UInt32(frames) * 10 }

  /// - steps: in units of 125 µs.
  init(steps: UInt16) { self.steps = UInt32(steps) }

  package var milliseconds: Double { Double(steps) / 8 }
  package var nanoseconds: Int64 { Int64(steps) * 125_000 }

  package static func < (one: Self, other: Self) -> Bool { one.steps < other.steps }
}
