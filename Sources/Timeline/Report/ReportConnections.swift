import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// The connections: a block each if they are few, else a line each.
package enum ReportConnections {
  /// This many connections or more are a table.
  static let table = 4

  static func write(
    _ session: GATTSession, clock: TimelineClock, scope: ReportScope, to out: inout ByteWriter
  ) {
    let connections = session.connections.filter { scope.includes($0) }
    guard !connections.isEmpty else { return }
    if connections.count < table {
      for connection in connections {
        block(connection, of: session, clock: clock, captureEnd: session.end, to: &out)
      }
    } else {
      ReportConnectionTable.write(
        connections, hidden: session.connectionCount - session.connections.count, clock: clock,
        captureEnd: session.end,
        to: &out)
    }
  }

  package static func peerName(_ connection: Connection, to out: inout ByteWriter) {
    guard let peer = connection.peer else {
      out.append("unknown device")
      return
    }
    out.append("#")
    out.append(decimal: peer.ordinal)
    if let name = peer.name {
      out.append(" ")
      out.append(untrusted: name, escaping: .plain)
    }
  }

  // MARK: Block

  package static func heading(
    of connection: Connection, clock: TimelineClock, captureEnd: CaptureTime?,
    to out: inout ByteWriter
  ) {
    title(of: connection, clock: clock, captureEnd: captureEnd, to: &out)
    out.append("\n")
  }

  /// `C1  this host -> #1 Strap   1.200 to 3.400 (2.200 s)`
  package static func title(
    of connection: Connection, clock: TimelineClock, captureEnd: CaptureTime?,
    to out: inout ByteWriter
  ) {
    out.append("C")
    out.append(decimal: connection.ordinal)
    out.append("  ")
    switch connection.role {
    case _ where connection.hearing.isOnAir:
      connection.appendCentral(&out)
      out.append(" -> ")
      peerName(connection, to: &out)
    case .central?:
      out.append("this host -> ")
      peerName(connection, to: &out)
    case .peripheral?:
      peerName(connection, to: &out)
      out.append(" -> this host")
    case nil:
      out.append("this host and ")
      peerName(connection, to: &out)
      out.append(" (roles unknown)")
    }
    out.append("   ")
    if connection.beginsInCapture {
      out.append(connection.startTime, of: clock)
    } else {
      out.append(
        connection.lacksStart ? "start unseen," : "before the capture")
    }
    let end = connection.endTime
    out.append(" to ")
    if let end {
      out.append(end, of: clock)
    } else {
      out.append("the end")
    }
    if connection.beginsInCapture, let last = end ?? captureEnd {
      out.append(" (")
      if let duration = duration(of: connection, until: last, clock: clock) {
        out.append(length: duration)
        out.append(")")
      } else {
        out.append("duration unknown)")
      }
    }
  }

  /// Nanoseconds from its start; `nil` where the recorder's clock was set meanwhile.
  package static func duration(
    of connection: Connection, until end: CaptureTime, clock: TimelineClock
  ) -> Int64? {
    let start = connection.startTime
    return end < start || clock.jumps(from: start, to: end) ? nil : end.nanoseconds(since: start)
  }

  private static func block(
    _ connection: Connection, of session: GATTSession, clock: TimelineClock,
    captureEnd: CaptureTime?, to out: inout ByteWriter
  ) {
    out.append("\n")
    heading(of: connection, clock: clock, captureEnd: captureEnd, to: &out)
    facts(connection, of: session, clock: clock, captureEnd: captureEnd) { label, text in
      out.append("  ")
      out.append(label)
      out.tab(to: 13)
      out.append(wrapped: text, indent: 13)
      out.append("\n")
    }
  }

  /// A name of what is said about a connection, and what is said.
  package typealias Fact = (StaticString, RawSpan) -> Void

  private static let unheard: StaticString =
    "not known: nothing was heard after its CONNECT_IND; it failed, or the sniffer lost it"

  /// How a connection ended, in words that others share which ended so: without a device or a frame.
  package static func kindOfEnd(_ connection: Connection, to text: inout ByteWriter) {
    guard connection.endTime != nil else {
      text.append("not ended")
      return
    }
    guard let inferred = connection.inferredEnd else {
      recordedEnd(connection, namesDevice: false, to: &text)
      return
    }
    text.append("probably ")
    connection.append(inferred: inferred, namesDevice: false, to: &text)
  }

  /// - captureEnd: the time of the last record.
  package static func ended(
    _ connection: Connection, clock: TimelineClock, captureEnd: CaptureTime?,
    to text: inout ByteWriter
  ) {
    guard connection.endTime != nil else {
      if connection.isUnanswered {
        text.append("not known: no PDU of the peripheral was heard, and no acknowledgement")
      } else if let last = connection.lastHeard(before: captureEnd) {
        text.append("not in the capture: the sniffer lost it at ")
        text.append(last, of: clock)
      } else if connection.isUnheard(before: captureEnd) {
        text.append(unheard)
      } else if connection.isExcerpt {
        text.append("not known: the capture has data only, no HCI events")
      } else {
        text.append("still open when the capture stops")
        if let farewell = connection.link?.ending.farewellFrame {
          text.append("; frame ")
          text.append(decimal: farewell)
          text.append(", the last PDU, may end it")
        }
      }
      return
    }
    if let inferred = connection.inferredEnd {
      text.append("probably ")
      connection.append(inferred: inferred, to: &text)
      text.append(inferred.cause.isTerminated ? ": frame " : ", last heard in frame ")
      text.append(decimal: inferred.lastFrame)
      return
    }
    recordedEnd(connection, namesDevice: true, to: &text)
  }

  private static func recordedEnd(
    _ connection: Connection, namesDevice: Bool, to text: inout ByteWriter
  ) {
    guard let reason = connection.endReason else {
      switch connection.cut {
      case nil where connection.isUnheard: text.append(unheard)
      case nil where connection.isFromApp: text.append("the log of an app gives no reason")
      case nil, .handleUsedAgain?: text.append("not in the capture")
      case let cut?: text.append(cut.remark)
      }
      return
    }
    switch connection.endedBy {
    case .local where connection.hearing.isOnAir, .remote where connection.hearing.isOnAir:
      text.append("by ")
      connection.appendTerminator(&text, namesDevice: namesDevice)
      text.append(": ")
    case .local: text.append("by this host: ")
    case .remote: text.append("by the peer: ")
    case .unknown where connection.end.isByEither: text.append("by the peer or this host: ")
    case .unknown: break
    }
    text.append(status: reason)
  }
}
