import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Reports of a server about its own attributes: changed, or unchanged.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 2.5.2.1, 7.1 and 7.3.
extension GATTSession {
  /// Follows the value of such a report.
  func followServer(
    _ attribute: Attribute, _ bytes: RawSpan, _ kind: EventKind, _ context: borrowing ATTContext,
    _ record: CaptureRecord
  ) {
    switch (attribute.uuid?.short, kind) {
    case (0x2A05, .indication), (0x2A05, .notification):
      guard bytes.byteCount == 4 else { return }
      let first = bytes.uint16LittleEndian(at: 0)
      let last = bytes.uint16LittleEndian(at: 2)
      guard first <= last else { return }
      endReads(of: context, record)
      let count = context.database.invalidate(first...last, except: attribute)
      tell(count, .range(first...last), context, record)
    case (0x2B2A, .read):
      guard bytes.byteCount == 16 else { return }
      let low = UInt128(bytes.uint64LittleEndian(at: 0))
      hashRead(UInt128(bytes.uint64LittleEndian(at: 8)) << 64 | low, attribute, context, record)
    default: break
    }
  }

  /// Database Out Of Sync: the client does not know the server's current attributes.
  func outOfSync(_ context: borrowing ATTContext, _ record: CaptureRecord) {
    endReads(of: context, record)
    let count = context.database.invalidate(1...UInt16.max)
    tell(count, .outOfSync, context, record)
  }

  /// Reports the reads that may continue, while the names of their attributes are valid.
  private func endReads(of context: borrowing ATTContext, _ record: CaptureRecord) {
    guard context.connection.hasLongReads else { return }
    for bearer in context.connection.bearers {
      endLongReads(ATTContext(context.connection, bearer, client: context.client), record)
    }
  }

  private func hashRead(
    _ value: UInt128, _ attribute: Attribute, _ context: borrowing ATTContext,
    _ record: CaptureRecord
  ) {
    let database = context.database
    let before = database.hash
    database.hash = (value, record.frame)
    defer {
      if before?.value != value, database === context.connection.remote {
        devices.know(context.connection, byHash: value, record)
      }
    }
    guard let before else { return }
    guard value != before.value else {
      let count = database.confirm()
      if before.frame >= context.connection.startFrame, count == 0 { return }
      emit(
        serverNote(context, record), DiscoveryFact.hashHolds(since: before.frame, count))
      return
    }
    // The hash itself is current, and so are attributes found since the server could last change.
    attribute.discoveredFrame = record.frame
    endReads(of: context, record)
    let count = database.invalidate(
      1...UInt16.max, discoveredBefore: max(before.frame, context.connection.startFrame))
    tell(count, .hash(before.frame), context, record)
  }

  /// Reports how many attributes are now in doubt.
  private func tell(
    _ count: Int, _ change: ServerChange, _ context: borrowing ATTContext, _ record: CaptureRecord
  ) {
    if count > 0 { emit(serverNote(context, record), DiscoveryFact.doubtful(count, change)) }
  }

  private func serverNote(_ context: borrowing ATTContext, _ record: CaptureRecord) -> Event {
    Event(.note, record, context.connection, context.client == 0 ? .received : .sent)
  }
}
