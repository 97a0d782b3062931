import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Vocabulary

/// The connections, one per line.
enum ReportConnectionTable {
  /// The most rows of the table.
  static let rows = 60

  static func write(
    _ connections: [Connection], hidden: Int, clock: TimelineClock, captureEnd: CaptureTime?,
    to out: inout ByteWriter
  ) {
    // Hours, and sections after jumps of the clock, take room from the intervals.
    let isLong = connections.prefix(rows).contains {
      clock.isLong($0.startTime) || $0.endTime.map(clock.isLong) ?? false
    }
    let (from, to, length) = isLong ? (22, 35, 44) : (19, 29, 38)
    out.append("\nCONNECTIONS")
    out.append(isLong ? "       from           to        s" : "    from        to        s")
    out.append(isLong ? "  interval    MTU  ended\n" : "  interval ms      MTU  ended\n")
    for connection in connections.prefix(rows) {
      out.append("  C")
      out.append(decimal: connection.ordinal)
      out.tab(to: 6)
      if let peer = connection.peer {
        out.append("#")
        out.append(decimal: peer.ordinal)
      } else {
        out.append("?")
      }
      var cell = ByteWriter(capacity: 64)
      if connection.beginsInCapture {
        cell.append(connection.startTime, of: clock)
      } else {
        cell.append(connection.lacksStart ? "unseen" : "before")
      }
      out.append(cell.bytes, endingAt: from)
      cell.removeAll()
      if let end = connection.endTime {
        cell.append(end, of: clock)
      } else {
        cell.append("-")
      }
      out.append(cell.bytes, endingAt: to)
      cell.removeAll()
      if let end = connection.endTime, connection.beginsInCapture {
        if let duration = ReportConnections.duration(of: connection, until: end, clock: clock) {
          cell.append(clock: duration)
        } else {
          cell.append("unknown")
        }
      } else {
        cell.append("-")
      }
      out.append(cell.bytes, endingAt: length)
      out.append("  ")
      if connection.transport == .brEDR {
        out.append("BR/EDR")
      } else {
        // The MTU, which has three digits in most captures, ends at column 60.
        tableIntervals(connection, room: 54 - length, to: &out)
      }
      cell.removeAll()
      if connection.bearer.isMTUKnown, !connection.isUnheard,
        connection.endReason != .failedToBeEstablished
      {
        cell.append(decimal: UInt64(connection.bearer.mtu))
      } else {
        cell.append("-")
      }
      out.append(cell.bytes, endingAt: 60)
      out.append("  ")
      cell.removeAll()
      if connection.endTime == nil {
        if connection.isUnanswered {
          cell.append("peripheral never heard")
        } else if let last = connection.lastHeard(before: captureEnd) {
          cell.append("lost by the sniffer at ")
          cell.append(last, of: clock)
        } else if connection.isUnheard(before: captureEnd) {
          cell.append("never heard")
        } else {
          cell.append(connection.isExcerpt ? "not known" : "open at the end")
        }
      } else if connection.isUnheard, connection.endReason == nil {
        cell.append("never heard")
      } else if let inferred = connection.inferredEnd {
        cell.append("probably ")
        connection.append(inferred: inferred, to: &cell)
      } else if connection.endReason == .failedToBeEstablished {
        cell.append("never established (3E)")
      } else if connection.endedBy != .unknown, let reason = connection.endReason {
        if connection.hearing.isOnAir {
          cell.append("by ")
          connection.appendTerminator(&cell)
          cell.append(" (")
        } else {
          cell.append(connection.endedBy == .local ? "by this host (" : "by the peer (")
        }
        cell.append(upperHex: UInt64(reason.rawValue), digits: 2)
        cell.append(")")
      } else if connection.end.isByEither, let reason = connection.endReason {
        cell.append("either side (")
        cell.append(upperHex: UInt64(reason.rawValue), digits: 2)
        cell.append(")")
      } else {
        ReportConnections.ended(connection, clock: clock, captureEnd: captureEnd, to: &cell)
      }
      out.append(wrapped: cell.bytes, indent: 62)
      out.append("\n")
    }
    let more = hidden + max(0, connections.count - rows)
    if more > 0 {
      out.append("  + ")
      out.append(grouped: UInt64(more), "more connection")
      out.append(" (--connection N shows one)\n")
    }
  }

  /// As many as fit, at most three, and `..` for further ones.
  private static func tableIntervals(
    _ connection: Connection, room: Int, to out: inout ByteWriter
  ) {
    let intervals = connection.state.intervals
    guard !intervals.isEmpty else {
      out.append("-")
      return
    }
    var cell = ByteWriter(capacity: 32)
    for count in stride(from: intervals.count > 3 ? 2 : intervals.count, through: 1, by: -1) {
      cell.removeAll()
      for (index, interval) in intervals.prefix(count).enumerated() {
        if index > 0 { cell.append(",") }
        cell.append(number: interval.milliseconds)
      }
      if count < intervals.count { cell.append("..") }
      if cell.bytes.byteCount <= room { break }
    }
    out.append(cell.bytes)
  }
}
