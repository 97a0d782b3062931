import Bytes

/// What a capture lacks of a connection.
extension CaptureClock {
  /// Packets that the capture lacks, of a connection or of any.
  func losses(of connection: Connection) -> UInt64 {
    connection.traffic.losses.host &+ connection.traffic.losses.peer &+ counts.drops
  }

  /// Whether a connection is all that is left of a log: packets that somebody has chosen, such as those that
  /// Wireshark displayed. What is missing says nothing then, nor does time: it may have ended and begun again.
  func isExcerpt(_ connection: Connection) -> Bool {
    connection.hearing.isOfHost && !connection.beginsInCapture && !counts.hasControl
  }

  /// Whether a capture has nothing that one side sent on a connection, though it will have sent something.
  func lacks(_ side: Side, on connection: Connection) -> Bool {
    connection.lacksAnswered(side) || isExcerpt(connection) && connection.traffic.packets[side] == 0
  }
}
