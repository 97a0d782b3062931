import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Follows what clients discover of their servers, and reports each discovery once.
final class DiscoveryFollower {
  let reporter: Reporter
  let links: Links
  let malformed: MalformedPDUs
  /// The discoveries that are not reported yet.
  var open = Discoveries()

  init(_ session: SessionContext) {
    reporter = session.reporter
    links = session.links
    malformed = session.malformed
  }
}

/// Discovery: the attribute tree, from every procedure that reveals a part of it.
extension DiscoveryFollower {
  func discovered(
    _ pdu: ATTPDU, pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    var rest = 0
    var last: UInt16 = 0
    switch pdu.opcode {
    case .readByGroupTypeResponse:
      let isPrimary = pending.type?.short != 0x2801
      rest = pdu.forEachEntry(in: bytes) { entry in
        last = max(last, entry.endHandle)
        service(
          entry.handle, end: entry.endHandle,
          uuid: BluetoothUUID(littleEndian: bytes.clamped(entry.value)),
          isPrimary: isPrimary, in: context, at: record)
      }
    case .findByTypeValueResponse:
      let uuid = context.transactions.value
      guard let short = pending.type?.short, short == 0x2800 || short == 0x2801 else { return }
      rest = pdu.forEachGroup(in: bytes) { handle, end in
        service(
          handle, end: end, uuid: BluetoothUUID(littleEndian: uuid.rawBytes),
          isPrimary: short == 0x2800, in: context, at: record)
      }
    case .readByTypeResponse:
      rest = pdu.forEachEntry(in: bytes) { entry in
        last = max(last, entry.handle)
        declaration(entry, type: pending.type, bytes: bytes, in: context, at: record)
      }
    case .findInformationResponse:
      var next = pending.handle ?? 1
      rest = pdu.forEachInformation(in: bytes) { handle, type in
        last = max(last, handle)
        // The handles between are of no attribute.
        if next < handle, context.connection.hearing.isOfHost {
          context.database.disproveAll(in: next...handle - 1)
        }
        next = max(next, handle == .max ? .max : handle + 1)
        information(handle, type: type, in: context, at: record)
      }
    default: break
    }
    if last > 0 {
      namedAll(of: pending, upTo: last, in: context)
      foundAll(of: pending, upTo: last, in: context)
    }
    tally(on: context.connection, client: context.client, at: record) { _ in }
    if rest > 0, !context.isCut {
      malformed.report(
        .attList,
        error: ByteError(
          needed: Int(pdu.entryLength), available: rest, offset: bytes.byteCount - rest),
        bytes: bytes, at: record, on: context.connection, channel: context.channel)
    }
  }

  /// A server has named all characteristics that a client asked for, up to a handle or in the whole range. On
  /// the air the response may be to a later request.
  func namedAll(of pending: ATTRequest, upTo last: UInt16?, in context: borrowing ATTContext) {
    guard pending.opcode == .readByTypeRequest, pending.type?.short == 0x2803,
      last == nil || context.connection.hearing.isOfHost, let first = pending.handle,
      let end = last ?? pending.endHandle
    else { return }
    context.database.namedCharacteristics(first, last: end)
  }

  /// A client has received everything it requested, up to a handle or in the whole range. On the air
  /// the response may be to a later request, which the sniffer has missed: what it leaves out may
  /// exist.
  func foundAll(of pending: ATTRequest, upTo last: UInt16?, in context: borrowing ATTContext) {
    guard context.database.hasKnown, last == nil || context.connection.hearing.isOfHost,
      let first = pending.handle,
      let end = last ?? pending.endHandle, first <= end
    else { return }
    switch (pending.opcode, pending.type?.short) {
    case (.readByGroupTypeRequest, 0x2800):
      context.database.disprove(.service, in: first...end)
    case (.readByGroupTypeRequest, 0x2801):
      context.database.disprove(.service, isPrimary: false, in: first...end)
    case (.readByTypeRequest, 0x2802): context.database.disprove(.include, in: first...end)
    case (.readByTypeRequest, 0x2803):
      context.database.disprove(.characteristic, in: first...end)
    case (.findInformationRequest, _): context.database.disprove(.descriptor, in: first...end)
    default: break
    }
  }

  private func service(
    _ handle: UInt16, end: UInt16, uuid: BluetoothUUID?, isPrimary: Bool,
    in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard
      let service = context.database.addService(handle, end: end, uuid: uuid, isPrimary: isPrimary)
    else { return }
    if let uuid {
      if context.serverIsLocal {
        links.changeHostState(on: context.connection) { $0.observe(service: uuid) }
      } else if let peer = context.connection.peer {
        peer.state.observe(service: uuid)
      } else {
        context.connection.unnamedState.observe(service: uuid)
      }
    }
    tell(
      .service, attribute: service,
      fact: .service(end: service.endHandle, isPrimary: service.isPrimary),
      in: context,
      at: record
    ) {
      $0.services += 1
    }
  }

  /// A client may find where the declarations are with Find Information, and read each of them.
  /// - Returns: whether the response is such a declaration.
  func readsDeclaration(
    _ pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) -> Bool {
    guard let handle = pending.handle, let type = context.database.found.type(at: handle),
      type == 0x2802 || type == 0x2803, !context.isCut
    else { return false }
    let made = context.database.lastDiscovery
    declaration(
      ATTListEntry(handle: handle, endHandle: handle, value: 1..<max(1, bytes.byteCount)),
      type: BluetoothUUID(type), bytes: bytes, in: context, at: record)
    guard context.database.lastDiscovery != made else { return false }
    tally(on: context.connection, client: context.client, at: record) { _ in }
    return true
  }

  private func declaration(
    _ entry: ATTListEntry, type: BluetoothUUID?, bytes: RawSpan,
    in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let value = bytes.clamped(entry.value)
    switch type?.short {
    case 0x2803:
      guard let declaration = CharacteristicDeclaration(value),
        let made = context.database.addCharacteristic(entry.handle, declaration: declaration)
      else { return }
      tell(
        .characteristic, attribute: made,
        fact: .characteristic(value: made.handle, made.properties),
        in: context,
        at: record
      ) { $0.characteristics += 1 }
    case 0x2802:
      guard let declaration = IncludeDeclaration(value),
        let made = context.database.addInclude(entry.handle, declaration: declaration)
      else { return }
      tell(.include, attribute: made, fact: .include(made.includedHandle), in: context, at: record)
      { _ in
      }
    default:
      // A service declaration read by its type: the end of the group is not in the response.
      guard let uuid = BluetoothUUID(littleEndian: value) else { return }
      service(
        entry.handle,
        end: context.database.service(around: entry.handle)?.endHandle ?? entry.handle,
        uuid: uuid, isPrimary: type?.short == 0x2800, in: context, at: record)
    }
  }

  private func information(
    _ handle: UInt16, type: BluetoothUUID, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard let descriptor = context.database.addInformation(handle, type: type) else { return }
    tell(.descriptor, attribute: descriptor, fact: .descriptor, in: context, at: record) {
      $0.descriptors += 1
    }
  }

  /// Reports an attribute, once on each connection.
  private func tell(
    _ kind: EventKind, attribute: Attribute, fact: DiscoveryFact,
    in context: borrowing ATTContext,
    at record: CaptureRecord, count: (inout DiscoveryTally) -> Void
  ) {
    attribute.isDiscovered = true
    attribute.source = .capture
    attribute.discoveries.frame = record.frame
    context.database.lastDiscovery = record.frame
    context.database.layoutChanges()
    guard attribute.discoveries.add(context.connection.ordinal) else { return }
    tally(on: context.connection, client: context.client, at: record, count: count)
    var event = Event(kind, record, context, record.direction)
    event.attribute = attribute
    event.handle = kind == .characteristic ? attribute.declarationHandle : attribute.handle
    reporter.emit(event, fact: fact)
  }

  // MARK: One line for a discovery

  func tally(
    on connection: Connection, client: Side, at record: CaptureRecord,
    count: (inout DiscoveryTally) -> Void
  ) {
    var tally = connection.discoveries[client]
    if tally.isEmpty {
      tally.firstFrame = record.frame
      tally.firstTime = record.time
    }
    count(&tally)
    tally.lastFrame = record.frame
    tally.lastTime = record.time
    connection.discoveries[client] = tally
    open.note(connection, client: client, at: record.time)
  }

  /// Reports the discovery of a client that continues with something else.
  func flush(on connection: Connection, client: Side, at record: CaptureRecord) {
    if open.take(connection, client: client) {
      reportDiscovery(on: connection, client: client, at: record)
    }
  }

  /// Reports all discoveries: the connection, or the capture, ends.
  func flush(at record: CaptureRecord, of only: Connection? = nil) {
    for (connection, client) in open.takeAll(of: only) {
      reportDiscovery(on: connection, client: client, at: record)
    }
  }

  private func reportDiscovery(on connection: Connection, client: Side, at record: CaptureRecord) {
    let tally = connection.discoveries[client]
    connection.discoveries[client] = DiscoveryTally()
    let found = tally.services + tally.characteristics + tally.descriptors
    // Clients look for a descriptor again and again; what is known already is not reported again.
    let database = client == .host ? connection.remote : connection.local
    guard found > 0 || (!tally.isEmpty && database.isUnseen) else { return }
    var event = Event(.note, record, connection, client.direction)
    if !tally.isListed {
      event.requestFrame = tally.firstFrame
      event.requestTime = tally.firstTime
      event.responseTime = tally.lastTime.nanoseconds(since: tally.firstTime)
    }
    reporter.emit(event, fact: DiscoveryFact.found(tally))
  }
}
