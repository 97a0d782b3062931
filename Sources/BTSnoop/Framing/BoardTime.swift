/// The time of a sniffer's own clock, as its record has it.
package enum BoardTime: Sendable, Equatable {
  /// Microseconds, from the start of an nRF Sniffer's board.
  case nordic(UInt32)
  /// Units of 100 ns, from 0 to 3,276,799,999.
  case ubertooth(UInt32)

  /// Whose clock it is.
  package enum Board: Sendable, Equatable {
    case nordic, ubertooth
  }
}

/// Takes back what the computer's side of a sniffer adds to the times of a capture.
struct BoardClock {
  private var nordic = NordicClock()
  private var ubertooth = UbertoothClock()

  /// - Returns: the time of the record, and whose clock it is if this is the first one that was wrong.
  mutating func take(
    _ time: CaptureTime, board: BoardTime
  ) -> (time: CaptureTime, first: BoardTime.Board?) {
    switch board {
    case .nordic(let microseconds):
      let taken = nordic.take(time, board: microseconds)
      return (taken.time, taken.isFirst ? .nordic : nil)
    case .ubertooth(let ticks):
      let taken = ubertooth.take(time, board: ticks)
      return (taken.time, taken.isFirst ? .ubertooth : nil)
    }
  }
}
