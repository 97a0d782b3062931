/// Takes back the jumps that Ubertooth's side of the computer adds to the times of a capture.
///
/// It subtracts times of the board in 32 bits without a sign. A packet that is a little older than the one
/// before seems to come 2^32 units later; and the board's clock does not turn at 2^32, so that each turn adds
/// what is between.
struct UbertoothClock {
  /// Nanoseconds of a unit.
  private static let unit: Int64 = 100
  /// Units from one turn of the board's clock to the next: 327.68 s.
  private static let turn: Int64 = 3_276_800_000
  private static let wrap: Int64 = 1 << 32
  private static let jumps = [wrap, -wrap, wrap - turn, 2 * wrap - turn]
  /// How far from such a jump a step may be, in nanoseconds.
  private static let tolerance: Int64 = 1_000_000
  /// Only a hostile capture jumps more often.
  private static let mostJumps = 10_000

  private var last: (time: CaptureTime, board: UInt32)?
  private var late: Int64 = 0
  private var jumps = 0

  /// - board: the time of the board, in units of 100 ns.
  /// - Returns: the time of the record, and whether it is the first one that was wrong.
  mutating func take(_ time: CaptureTime, board: UInt32) -> (time: CaptureTime, isFirst: Bool) {
    defer { last = (time, board) }
    guard let last else { return (time, false) }
    let step = time.nanoseconds(since: last.time)
    // No capture has so many years between two records.
    guard step.magnitude < 1 << 60 else { return (shifted(time), false) }
    let boards = (Int64(board) - Int64(last.board)) % Self.turn
    let excess = step - Self.nearest(boards) * Self.unit
    let jump = Self.jumps.first { (excess - $0 * Self.unit).magnitude < Self.tolerance }
    guard let jump, jumps < Self.mostJumps else { return (shifted(time), false) }
    jumps += 1
    late += jump * Self.unit
    return (shifted(time), jumps == 1)
  }

  private func shifted(_ time: CaptureTime) -> CaptureTime {
    late == 0 ? time : time.adding(nanoseconds: -late)
  }

  /// The board's step with or without a turn, whichever is shorter.
  private static func nearest(_ units: Int64) -> Int64 {
    units > turn / 2 ? units - turn : units < -turn / 2 ? units + turn : units
  }
}
