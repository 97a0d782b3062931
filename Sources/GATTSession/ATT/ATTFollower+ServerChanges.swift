import ATTDissector
import BTSnoop
import Bytes

/// Reports of a server about its own attributes: changed, or unchanged.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 2.5.2.1, 7.1 and 7.3.
extension ATTFollower {
  /// Follows the value of such a report.
  func followServer(
    _ attribute: Attribute, bytes: RawSpan, kind: EventKind, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    switch (attribute.uuid?.short, kind) {
    case (0x2A05, .indication), (0x2A05, .notification):
      guard bytes.byteCount == 4 else { return }
      let first = bytes.uint16LittleEndian(at: 0)
      let last = bytes.uint16LittleEndian(at: 2)
      guard first <= last else { return }
      endReads(of: context, at: record)
      let count = context.database.invalidate(first...last, except: attribute)
      context.database.lastChange = (first...last, record.frame)
      tell(count, change: .range(first...last), in: context, at: record)
    case (0x2B2A, .read):
      guard bytes.byteCount == 16 else { return }
      let low = UInt128(bytes.uint64LittleEndian(at: 0))
      hashRead(
        UInt128(bytes.uint64LittleEndian(at: 8)) << 64 | low, attribute: attribute, in: context,
        at: record)
    default: break
    }
  }

  /// Database Out Of Sync: the client does not know the server's current attributes.
  func outOfSync(in context: borrowing ATTContext, at record: CaptureRecord) {
    endReads(of: context, at: record)
    let count = context.database.invalidate(1...UInt16.max)
    tell(count, change: .outOfSync, in: context, at: record)
  }

  /// Reports the reads that may continue, while the names of their attributes are valid.
  private func endReads(of context: borrowing ATTContext, at record: CaptureRecord) {
    guard context.connection.waits.hasLongReads else { return }
    for bearer in context.connection.bearers {
      endLongReads(in: ATTContext(context.connection, bearer, client: context.client), at: record)
    }
  }

  private func hashRead(
    _ value: UInt128, attribute: Attribute, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let database = context.database
    let before = database.hash
    database.hash = (value, record.frame)
    defer {
      if before?.value != value, database === context.connection.remote {
        devices.know(on: context.connection, byHash: value, at: record)
      }
    }
    guard let before else { return }
    guard value != before.value else {
      let count = database.confirm()
      if before.frame >= context.connection.startFrame, count == 0 { return }
      reporter.emit(
        serverNote(in: context, at: record),
        fact: DiscoveryFact.hashHolds(since: before.frame, count))
      return
    }
    // The hash itself is current, and so are attributes found since the server could last change.
    attribute.discoveries.frame = record.frame
    endReads(of: context, at: record)
    let count = database.invalidate(
      1...UInt16.max, discoveredBefore: max(before.frame, context.connection.startFrame))
    tell(count, change: .hash(before.frame), in: context, at: record)
  }

  /// Reports how many attributes are now in doubt.
  private func tell(
    _ count: Int, change: ServerChange, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    if count > 0 {
      reporter.emit(
        serverNote(in: context, at: record), fact: DiscoveryFact.doubtful(count, change))
    }
  }

  private func serverNote(in context: borrowing ATTContext, at record: CaptureRecord) -> Event {
    Event(.note, record, context.connection, context.client.other.direction)
  }
}
