/// Takes back what the computer's side of the nRF Sniffer adds to the times of a capture.
///
/// It extends the board's clock of 32 bits, and where old packets come in when it begins, it takes a step back for a
/// turn of that clock: from then on all times are 2^32 µs too late.
struct NordicClock {
  /// One turn of the board's clock, in nanoseconds.
  private static let turn: Int64 = (1 << 32) * 1000
  /// How far from a turn a step may be, and how far the board's own may be: a pause that is as long is rare.
  private static let tolerance: Int64 = 10_000_000_000

  private var last: (time: CaptureTime, board: UInt32)?
  private var turns: Int64 = 0

  /// - board: the time of the board, in microseconds.
  /// - Returns: the time of the record, and whether it is the first one that was late.
  mutating func take(_ time: CaptureTime, board: UInt32) -> (time: CaptureTime, isFirst: Bool) {
    defer { last = (time, board) }
    guard let last, time.seconds != last.time.seconds || turns != 0 else { return (time, false) }
    let step = time.nanoseconds(since: last.time)
    let boards = Int64(Int32(bitPattern: board &- last.board)) * 1000
    let isTurn =
      abs(boards) < Self.tolerance && step > Self.turn - Self.tolerance
      && step < Self.turn + Self.tolerance
    // A plugin is wrong when it begins; only a hostile capture turns again and again.
    if isTurn, turns < 100 { turns += 1 }
    return (
      turns == 0 ? time : time.adding(nanoseconds: -turns * Self.turn), isTurn && turns == 1
    )
  }
}
