/// One value as it went over the air.
package struct LearntValue: Sendable {
  package var bytes: [UInt8]
  /// Nanoseconds since 1970.
  package var time: Int64
  /// The ordinal of the connection.
  package var connection: Int
  package var frame: UInt64
  /// Its place among all values of the capture.
  package var order: Int

  package init(
    _ bytes: [UInt8], time: Int64 = 0, connection: Int = 1, frame: UInt64 = 0, order: Int = 0
  ) {
    self.bytes = bytes
    self.time = time
    self.connection = connection
    self.frame = frame
    self.order = order
  }
}

/// The values of one characteristic in one direction: a sample of bounded size, and exact counts.
///
/// The first values are kept as they came, since frames and counters go over several; of those after
/// them, any is kept as likely as any other.
package struct ValueSample: Sendable {
  package static let windowCount = 2048
  package static let windowBytes = 96 << 10
  package static let reservoirCount = 512
  /// The longest value of an attribute.
  package static let valueLength = 512

  package private(set) var window: [LearntValue] = []
  package private(set) var reservoir: [LearntValue] = []
  /// All values, sampled or not.
  package private(set) var count = 0
  /// How many values have each length.
  package private(set) var lengths: [Int: Int] = [:]
  private var heldBytes = 0
  private var isWindowFull = false
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// What it keeps, as values.
  package var held: Int { window.count + reservoir.count }

  /// - mayGrow: whether there is room for one more in all samples together.
  package mutating func add(length: Int, mayGrow: Bool, value: () -> LearntValue) {
    count += 1
    lengths[min(length, Self.valueLength), default: 0] += 1
    guard length <= Self.valueLength else {
      // A window has no gaps.
      isWindowFull = true
      return
    }
    if !isWindowFull {
      if mayGrow, window.count < Self.windowCount, heldBytes + length <= Self.windowBytes {
        heldBytes += length
        window.append(value())
        return
      }
      isWindowFull = true
    }
    if mayGrow, reservoir.count < Self.reservoirCount {
      reservoir.append(value())
      return
    }
    guard !reservoir.isEmpty else { return }
    let place = Int(next() % UInt64(count - window.count))
    if place < reservoir.count { reservoir[place] = value() }
  }

  /// A generator of its own: the same capture always gives the same sample.
  private mutating func next() -> UInt64 {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random
  }
}
