import ATTDissector
import BTSnoop
import Bytes

/// A procedure of the link layer that one side of a sniffed connection has begun, and that the other one has not
/// answered.
///
/// An object, for few of thousands of open links have one.
package final class AirProcedure: Sendable {
  let opcode: ControlOpcode
  /// Whose turn it is not: its timer runs.
  package let asker: Side
  package let frame: UInt64
  package let time: CaptureTime
  /// How much of the connection was heard by then.
  let mark: HearingMark
  /// What the other side owes after its answer, which `opcode` is then; `nil` where any answer will do.
  let owed: StaticString?

  init(
    _ opcode: ControlOpcode, by asker: Side, owed: StaticString? = nil, heard mark: HearingMark,
    at record: CaptureRecord
  ) {
    (self.opcode, self.asker, self.owed) = (opcode, asker, owed)
    (frame, time, self.mark) = (record.frame, record.time, mark)
  }

  /// How much later than after 40 s (Vol 6, Part B, 5.2) a side gives a link up, or its sniffer's clock says so, in
  /// nanoseconds: 1 s.
  private static let tolerance: Int64 = 1_000_000_000
  private static let timeout: Int64 = 40_000_000_000

  /// Whether its timer ends with the last PDU of the side that asked.
  /// - event: how far apart connection events are that the side may make use of, in nanoseconds.
  func isOverdue(at last: CaptureTime, event: Int64) -> Bool {
    let elapsed = last.nanoseconds(since: time)
    let margin = min(event, 5 * Self.tolerance) + Self.tolerance
    return elapsed >= Self.timeout - margin && elapsed <= Self.timeout + margin
  }

  /// `LL_PHY_REQ of the central (frame 9)`
  package func write(to text: inout ByteWriter) {
    text.append(opcode.name ?? "a request")
    let sender = owed == nil ? asker : asker.other
    text.append(sender == .central ? " of the central" : " of the peripheral")
    text.append(" (frame ")
    text.append(decimal: frame)
    text.append(")")
  }

  /// ` had no answer of the peripheral`, or what did not follow.
  package func writeOutcome(to text: inout ByteWriter) {
    guard let owed else {
      text.append(" had no answer of the ")
      return text.append(asker == .central ? "peripheral" : "central")
    }
    text.append(" was not followed by ")
    text.append(owed)
  }
}

extension LinkLayerLink {
  /// The older one of the procedures that wait for an answer, where all was heard since, and could be read.
  package var openProcedure: AirProcedure? {
    guard !encryption.hides else { return nil }
    let now = mark
    return procedures.oldest {
      $0.mark.losses == now.losses && $0.mark.missingEvents == now.missingEvents
        && hasHeardAll($0.asker.other, since: $0.mark)
    }
  }
}

extension Connection {
  /// The procedure of the link layer that ends it where the side that began it falls silent after 40 s.
  func overdueOnAir(_ link: LinkLayerLink) -> AirProcedure? {
    guard let open = link.openProcedure, interval > 0,
      let last = open.asker == .central ? traffic.lastSent : traffic.lastReceived
    else { return nil }
    let events = Int64(state.subrate) * (Int64(state.latency) + 1)
    let event = interval.multipliedReportingOverflow(by: events)
    guard !event.overflow, open.isOverdue(at: last.time, event: event.partialValue) else {
      return nil
    }
    return open
  }
}
