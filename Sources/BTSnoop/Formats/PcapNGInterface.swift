/// An interface of a pcapng section, from its Interface Description Block.
struct PcapNGInterface {
  var linkType: LinkType
  /// Snap length in bytes; 0 for no limit.
  var snapLength: UInt32
  var clock = PcapNGClock()
  /// For link type 187.
  var directions = InferredDirection()
  /// Packets that it lost, from its last statistics.
  var drops: UInt64 = 0

  init(linkType: LinkType, snapLength: UInt32) {
    self.linkType = linkType
    self.snapLength = snapLength
  }
}

/// How an interface counts time: the options `if_tsresol` and `if_tsoffset`.
struct PcapNGClock: Equatable {
  /// The byte of `if_tsresol`: a negative power of 10, or of 2 if the highest bit is set, as the
  /// unit of a time stamp in seconds.
  var resolution: UInt8 = 6
  /// Seconds to add.
  var offset: Int64 = 0

  private var exponent: Int { Int(resolution & 0x7F) }
  private var isBinary: Bool { resolution & 0x80 != 0 }

  /// Ticks per second, or `nil` if they exceed 64 bits.
  private var ticksPerSecond: UInt64? {
    if isBinary { return exponent < 64 ? 1 << UInt64(exponent) : nil }
    return exponent < 20 ? PcapNGClock.powersOfTen[exponent] : nil
  }

  private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  var isFinerThanMicroseconds: Bool {
    guard let ticksPerSecond else { return true }
    return ticksPerSecond > 1_000_000
  }

  /// The time of a time stamp, rounded down to a nanosecond and clamped to the range.
  func time(_ ticks: UInt64) -> CaptureTime {
    let whole: UInt64
    let nanoseconds: UInt64
    if let ticksPerSecond {
      let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
      whole = seconds
      // `rest` is less than a second, so the quotient is less than 10^9.
      nanoseconds =
        ticksPerSecond.dividingFullWidth(rest.multipliedFullWidth(by: 1_000_000_000)).quotient
    } else {
      // Such fine ticks never reach a second in 64 bits.
      whole = 0
      nanoseconds = isBinary ? Self.shifted(ticks, by: exponent) : Self.divided(ticks, by: exponent)
    }
    let seconds = Int64(clamping: whole)
    let (sum, overflow) = seconds.addingReportingOverflow(offset)
    return CaptureTime(
      seconds: overflow ? .max : sum, nanoseconds: UInt32(truncatingIfNeeded: nanoseconds))
  }

  /// - exponent: at least 64.
  private static func shifted(_ ticks: UInt64, by exponent: Int) -> UInt64 {
    let product = ticks.multipliedFullWidth(by: 1_000_000_000)
    return product.high >> UInt64(exponent - 64)
  }

  /// - exponent: at least 20.
  private static func divided(_ ticks: UInt64, by exponent: Int) -> UInt64 {
    let divisor = exponent - 9
    return divisor < 20 ? ticks / powersOfTen[divisor] : 0
  }
}
