import BTSnoop
import Bytes

/// Reports what cannot be read, and whoever sent it so.
final class MalformedPDUs {
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let air: LinkLayerState

  init(_ reporter: Reporter, _ clock: CaptureClock, _ current: CurrentRecord, _ air: LinkLayerState)
  {
    self.reporter = reporter
    self.clock = clock
    self.current = current
    self.air = air
  }

  func report(
    _ unit: MalformedUnit, error: ByteError?, bytes: RawSpan, at record: CaptureRecord,
    on connection: Connection? = nil, isCut: Bool = false, channel: Int? = nil
  ) {
    // Its sender did nothing wrong: it is told as cut, as all such records are.
    if isCut, unit == .command || unit == .event {
      clock.counts.countIncomplete(at: record)
      return
    }
    clock.counts.countMalformed(at: record)
    if unit.isWholeRecord, !isCut || unit == .linkLayerPacket { current.unread = .malformed }
    let event = Event(.malformed, record, connection, record.direction, channel: channel)
    reporter.emit(event, fact: CaptureFact.malformed(unit, error, isCut: isCut), value: bytes)
    if !isCut { findMalformed(unit, error, bytes: bytes, at: record, on: connection) }
  }
}
