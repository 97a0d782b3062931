import ATTDissector
import BTSnoop
import Bytes

/// A procedure of the link layer that a command of this host begins, and that an event ends.
package struct LinkProcedure: Sendable {
  package let opcode: UInt16
  package let frame: UInt64
  package let time: CaptureTime
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// The parameters that a connection update asks for.
  let parameters: ConnectionParameters?
  /// It has failed with LMP Response Timeout / LL Response Timeout, as what waits behind another
  /// one does.
  package fileprivate(set) var hasTimedOut = false

  /// What each command waits for. The procedures of one link come one after the other (Core
  /// Specification, Vol 6, Part B, 5.2).
  fileprivate static func ending(of opcode: UInt16) -> ProcedureEnd? {
    switch opcode {
    case 0x041D: .event(0x0C)
    case 0x2013, 0x2020: .meta(0x03)
    case 0x2016: .meta(0x04)
    case 0x2019, 0x201A: .encryption
    case 0x2022: .meta(0x07)
    case 0x2032: .meta(0x0C)
    case 0x206D: .meta(0x1F)
    case 0x2077: .meta(0x21)
    case 0x207D: .meta(0x23)
    case 0x2088: .meta(0x2B)
    default: nil
    }
  }

  /// `LE Connection Update`
  package func writeName(_ text: inout ByteWriter) {
    text.append(HCICommandName.name(opcode: opcode) ?? "a command")
  }

  /// `LE Connection Update, 20-30 ms, latency 5, time-out 10 s`
  package func write(_ text: inout ByteWriter) {
    writeName(&text)
    guard parameters != nil else { return }
    text.append(", ")
    _ = appendParameters(&text)
  }

  /// - Returns: `false` where it has none.
  package func appendParameters(_ text: inout ByteWriter) -> Bool {
    guard let parameters else { return false }
    text.append(Double(parameters.intervalMin) * 1.25, to: Double(parameters.intervalMax) * 1.25)
    text.append(" ms, latency ")
    text.append(decimal: UInt64(parameters.latency))
    text.append(", time-out ")
    text.append(milliseconds: Int(parameters.timeout) * 10)
    return true
  }

  /// No event says that the channels have changed, nor, where there was nothing to change, that the
  /// data length has: it may be over.
  package var mayBeOver: Bool { opcode == 0x2022 || opcode == 0x2014 }

  /// Both sides make the change at one connection event, its instant.
  package var hasInstant: Bool { [0x2013, 0x2014, 0x2020, 0x2032].contains(opcode) }

  /// How long a side waits for the other (Vol 6, Part B, 5.2), in nanoseconds: less than 40 s by
  /// the clock of the recorder is too little, and more than 50 s too much.
  package static let responseTimeout: ClosedRange<Int64> = 39_500_000_000...50_000_000_000

  /// Whether it is the one that the link layer waited for until a time.
  package func isOverdue(at end: CaptureTime) -> Bool {
    Self.responseTimeout.contains(end.nanoseconds(since: time))
  }
}

/// The event that ends a procedure.
enum ProcedureEnd: Equatable {
  static let connectionUpdate = Self.meta(0x03)
  case event(UInt8)
  case meta(UInt8)
  case encryption
}

/// The procedures of a connection that have not ended, the oldest first.
package struct LinkProcedures {
  package private(set) var open: [LinkProcedure] = []

  /// Procedures kept per connection: if there are more, the oldest ones and the last.
  static let limit = 8

  mutating func begin(_ procedure: LinkProcedure) {
    if open.count == Self.limit { open.removeLast() }
    open.append(procedure)
  }

  /// - Returns: the one that ends.
  mutating func end(
    _ ending: ProcedureEnd, status: HCIStatus
  ) -> LinkProcedure? {
    let place = open.firstIndex {
      !$0.hasTimedOut && LinkProcedure.ending(of: $0.opcode) == ending
    }
    guard let place else { return nil }
    guard status == .linkLayerResponseTimeout else { return open.remove(at: place) }
    open[place].hasTimedOut = true
    return nil
  }

  /// The controller does not begin it.
  mutating func refuse(_ opcode: UInt16) {
    if let place = open.lastIndex(where: { $0.opcode == opcode }) { open.remove(at: place) }
  }

  /// The connection has ended: only what may be why stays.
  mutating func settle(_ reason: HCIStatus, gaps: UInt64) {
    // Its end may be in what is missing.
    open.removeAll { $0.gaps != gaps }
    switch reason {
    case _ where reason.isOrdinaryEnd: open.removeAll()
    case .linkLayerResponseTimeout: break
    case .instantPassed, .connectionTimeout:
      open.removeAll { !$0.hasInstant || $0.hasTimedOut }
    default: open.removeAll { $0.mayBeOver || $0.hasTimedOut }
    }
  }

  /// The one that the link layer waited for until a time, and those that waited behind it.
  package func overdue(at end: CaptureTime) -> (first: LinkProcedure, behind: [LinkProcedure])? {
    guard let place = open.firstIndex(where: { !$0.hasTimedOut && $0.isOverdue(at: end) }) else {
      return nil
    }
    return (open[place], Array(open[(place + 1)...]))
  }
}

extension Connection {
  /// The procedure that an end, or the failure of another one, is due to, as far as that shows.
  func culprit(of reason: HCIStatus, at time: CaptureTime) -> LinkProcedure? {
    switch reason {
    case .linkLayerResponseTimeout:
      disconnectRequest == nil ? state.procedures.overdue(at: time)?.first : nil
    case .instantPassed: state.procedures.open.first { $0.hasInstant }
    default: nil
    }
  }
}

extension Connection {
  /// What its controller asked this host as long before a time as the link layer waits, and that the host never
  /// answered.
  package func owed(
    at end: CaptureTime
  ) -> (isKey: Bool, frame: UInt64, time: CaptureTime)? {
    func isDue(_ time: CaptureTime) -> Bool {
      LinkProcedure.responseTimeout.contains(end.nanoseconds(since: time))
    }
    guard hearing.isOfHost, !hasLosses, disconnectRequest == nil else { return nil }
    if let start = encryption.start, start.outcome == .underWay, start.step == .keyRequested,
      isDue(start.time)
    {
      return (true, start.frame, start.time)
    }
    guard let request = state.unansweredController, isDue(request.time) else { return nil }
    return (false, request.frame, request.time)
  }
}

extension HCIFollower {
  /// A command of this host may begin a procedure.
  func noteProcedure(
    _ opcode: HCIOpcode, bytes: RawSpan, on adapter: Adapter, at record: CaptureRecord
  ) {
    let parameters = bytes.clamped(HCICommandHeader.size)
    if opcode.rawValue == 0x2014 { adapter.controller.mappedChannels = (record.frame, record.time) }
    guard LinkProcedure.ending(of: opcode.rawValue) != nil, parameters.byteCount >= 2 else {
      return
    }
    let handle = parameters.uint16LittleEndian(at: 0) & 0x0FFF
    guard let connection = adapter.connections[handle], connection.transport == .le else { return }
    var terms: ConnectionParameters?
    if opcode.rawValue == 0x2013 || opcode.rawValue == 0x2020 {
      var cursor = ByteCursor(parameters.clamped(2))
      terms = try? ConnectionParameters(&cursor)
    }
    connection.state.begin(
      LinkProcedure(
        opcode: opcode.rawValue, frame: record.frame, time: record.time,
        gaps: clock.gaps(of: record), parameters: terms))
    adapter.controller.connectionCommands.noteBegun(opcode.rawValue, handle: handle)
  }

  /// An event may end a procedure, or say that the controller does not begin it.
  func noteProcedure(event bytes: RawSpan, on adapter: Adapter) {
    guard bytes.byteCount >= HCIEventHeader.size + 4 else { return }
    let code = bytes.uint8(at: 0)
    switch code {
    case 0x0E:
      // Of LE Set Data Length; of others the answer is a status.
      guard bytes.byteCount >= 6, bytes.uint16LittleEndian(at: 3) == 0x2022 else { return }
      answered(0x2022, status: HCIStatus(rawValue: bytes.uint8(at: 5)), on: adapter)
    case 0x0F:
      answered(
        bytes.uint16LittleEndian(at: 4), status: HCIStatus(rawValue: bytes.uint8(at: 2)),
        on: adapter)
    case 0x08, 0x59, 0x30: end(.encryption, bytes: bytes, at: 2, on: adapter)
    case 0x0C: end(.event(code), bytes: bytes, at: 2, on: adapter)
    case 0x3E:
      let subevent = bytes.uint8(at: 2)
      switch subevent {
      case 0x07:
        let handle = bytes.uint16LittleEndian(at: 3) & 0x0FFF
        adapter.connections[handle]?.state.end(.meta(subevent), status: .success)
      case 0x03, 0x04, 0x0C, 0x1F, 0x21, 0x23, 0x2B:
        end(.meta(subevent), bytes: bytes, at: 3, on: adapter)
      default: break
      }
    default: break
    }
  }

  private func end(
    _ ending: ProcedureEnd, bytes: RawSpan, at place: Int, on adapter: Adapter
  ) {
    guard bytes.byteCount >= place + 3 else { return }
    let handle = bytes.uint16LittleEndian(at: place + 1) & 0x0FFF
    let status = HCIStatus(rawValue: bytes.uint8(at: place))
    adapter.connections[handle]?.state.end(ending, status: status)
  }

  private func answered(_ opcode: UInt16, status: HCIStatus, on adapter: Adapter) {
    guard LinkProcedure.ending(of: opcode) != nil,
      let handle = adapter.controller.connectionCommands.takeBegun(opcode), status != .success
    else { return }
    adapter.connections[handle]?.state.refuse(opcode)
  }

  /// The connection ends: what may be why is kept, and said.
  func settleProcedures(
    _ connection: Connection, reason: HCIStatus, adapter: Adapter, at record: CaptureRecord
  ) {
    connection.state.settle(reason, gaps: clock.gaps(of: record))
    if reason == .instantPassed, connection.role == .central,
      let map = adapter.controller.mappedChannels,
      map.time >= connection.startTime,
      record.time.nanoseconds(since: map.time) <= max(2_000_000_000, 30 * connection.interval)
    {
      connection.state.begin(
        LinkProcedure(
          opcode: 0x2014, frame: map.frame, time: map.time, gaps: clock.gaps(of: record),
          parameters: nil))
    }
    switch reason {
    case .linkLayerResponseTimeout, .instantPassed, .connectionTimeout:
      for procedure in connection.state.procedures.open where !procedure.hasTimedOut {
        var event = Event(.note, record, connection)
        event.answers(frame: procedure.frame, at: procedure.time)
        event.responseTime = nil
        reporter.emit(event, fact: LinkFact.neverCompleted(procedure))
      }
    default: break
    }
  }
}
