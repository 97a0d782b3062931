import ATTDissector
import BTSnoop
import Bytes

/// A connection whose end is in the capture, and what came on its handle after that.
struct EndedConnection {
  let connection: Connection
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// What this host, and the peer, has sent on the handle since, and no connection has.
  var strays: PerSide<StrayData?> = PerSide(both: nil)

  /// Whether the controller has said that it is over: a reset ends a connection without a word.
  var isReported: Bool { connection.endReason != nil }
}

/// Data on a handle that has no connection any more.
package struct StrayData {
  let handle: UInt16
  let by: ATTParty
  /// Frame and time of the first packet.
  let frame: UInt64
  let time: CaptureTime
  /// Nanoseconds from the end of the connection to it.
  let after: Int64
  /// What it is, if that is known.
  let name: String?
  var packets = 1

  /// `this host sent Exchange MTU Request on handle 0040, 80 ms after its end`
  func write(_ text: inout ByteWriter) {
    text.append(by.words)
    text.append(" sent ")
    text.append(string: name ?? "data")
    text.append(" on handle ")
    text.append(upperHex: UInt64(handle), digits: 4)
    text.append(", ")
    text.append(duration: after)
    text.append(" after its end")
    if packets > 1 {
      text.append(", the first of ")
      text.append(decimal: packets)
      text.append(" packets")
    }
  }
}

/// What a packet on the handle of an ended connection is.
enum AfterEnd {
  /// The connection's last data.
  case lastData(Connection)
  /// Data that belongs to no connection.
  case stray
  /// Perhaps of a connection whose beginning is not in the capture.
  case unknown
}

extension HCIFollower {
  /// Whose data is on a handle that no open connection has.
  func afterEnd(
    _ header: ACLHeader, fragment: RawSpan, on adapter: Adapter, at record: CaptureRecord
  ) -> AfterEnd {
    let handle = header.connectionHandle
    guard let place = adapter.lastEnded.firstIndex(where: { $0.connection.handle == handle }),
      !adapter.classicHandles.contains(handle)
    else { return .unknown }
    let ended = adapter.lastEnded[place]
    guard let end = ended.connection.endTime else { return .unknown }
    let after = record.time.nanoseconds(since: end)
    guard ended.isReported, record.direction != .unknown else {
      return after <= Self.lateDataLimit ? .lastData(ended.connection) : .unknown
    }
    let side = record.direction.sender
    let isWhole = ended.gaps == clock.gaps(of: record)
    if side == .peer {
      if after <= ConnectionEnds.lastDataLimit { return .lastData(ended.connection) }
      // Whoever answers is there.
      if ended.strays.host != nil || adapter.controller.mayConnect { return .unknown }
    }
    guard isWhole else { return .unknown }
    stray(
      side, place: place, after: max(0, after), header: header, fragment: fragment, on: adapter,
      at: record)
    return .stray
  }

  /// Whether an event on the handle of an ended connection is of no other one: such events are on
  /// one path, and those of a new connection follow that of its beginning.
  func isOver(_ handle: UInt16, on adapter: Adapter, at record: CaptureRecord) -> Bool {
    guard let ended = adapter.lastEnded.first(where: { $0.connection.handle == handle }),
      let end = ended.connection.endTime, ended.isReported, ended.gaps == clock.gaps(of: record),
      !adapter.controller.mayConnect
    else { return false }
    return record.time.nanoseconds(since: end) <= Self.lateDataLimit
  }

  private func stray(
    _ side: Side, place: Int, after: Int64, header: ACLHeader, fragment: RawSpan,
    on adapter: Adapter, at record: CaptureRecord
  ) {
    let connection = adapter.lastEnded[place].connection
    current.observer?.stopped(.afterEnd(header, name: Self.name(header, fragment: fragment)))
    if adapter.noteStray(side, at: place) { return }
    let first = StrayData(
      handle: header.connectionHandle, by: ATTParty(isHost: side == .host, of: connection),
      frame: record.frame, time: record.time, after: after,
      name: Self.name(header, fragment: fragment))
    adapter.noteStray(first, side: side, at: place)
    reporter.emit(
      Event(.note, record, connection, record.direction), fact: LinkFact.afterEnd(first))
  }

  /// A connection begins on a handle, or none will: what came after the end of the last one is
  /// found.
  /// - isAnswered: the peer has answered it, so that there was a connection.
  /// - Returns: whether there was one.
  func settleStrays(
    _ handle: UInt16, isAnswered: Bool, on adapter: Adapter, at record: CaptureRecord
  ) -> Bool {
    guard let ended = adapter.takeEnded(handle) else { return false }
    if !isAnswered { find(ended, at: record) }
    return true
  }

  /// What came after the end of a connection is found: of the last ones at the end of the capture.
  func find(_ ended: EndedConnection, at record: CaptureRecord) {
    for side in Side.allCases {
      guard let data = ended.strays[side] else { continue }
      reporter.find(
        .afterEnd(data), on: ended.connection, at: record, moment: (data.frame, data.time))
    }
  }

  /// `Exchange MTU Request`, `Write Command (0012)`; `nil` for what does not begin a PDU.
  private static func name(_ header: ACLHeader, fragment: RawSpan) -> String? {
    guard header.isStart, fragment.byteCount > L2CAPHeader.size else { return nil }
    let payload = fragment.clamped(L2CAPHeader.size)
    switch L2CAPChannel(rawValue: fragment.uint16LittleEndian(at: 2)) {
    case .attribute:
      let opcode = ATTOpcode(rawValue: payload.uint8(at: 0))
      guard let name = opcode.name else { return nil }
      var text = ByteWriter(capacity: 48)
      text.append(name)
      if opcode.hasLeadingHandle, payload.byteCount >= 3 {
        text.append(" (")
        text.append(upperHex: UInt64(payload.uint16LittleEndian(at: 1)), digits: 4)
        text.append(")")
      }
      return String(decoding: text.bytes.copy(), as: UTF8.self)
    case .securityManager: return "an SMP PDU"
    case .leSignaling: return "an L2CAP command"
    default: return nil
    }
  }
}
