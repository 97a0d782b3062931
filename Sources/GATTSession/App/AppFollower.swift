import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTValues

/// Follows what the log of an app tells.
final class AppFollower {
  let reporter: Reporter
  let clock: CaptureClock
  let devices: Devices
  let links: Links
  let linkStates: LinkStates
  let discovery: DiscoveryFollower
  let att: ATTFollower
  let ends: ConnectionEnds
  let hci: HCIFollower
  let app = AppLog()

  init(
    _ session: SessionContext, linkStates: LinkStates, discovery: DiscoveryFollower,
    att: ATTFollower, ends: ConnectionEnds, hci: HCIFollower
  ) {
    reporter = session.reporter
    clock = session.clock
    devices = session.devices
    links = session.links
    self.linkStates = linkStates
    self.discovery = discovery
    self.att = att
    self.ends = ends
    self.hci = hci
  }
}

/// The log of an app: what it says of connections and values, without packets.
extension AppFollower {
  func take(_ entry: AppLogEntry, at record: CaptureRecord) {
    switch entry.kind {
    case .device: app.device = (Self.address(entry.subject), entry.owner)
    case .connecting:
      let address = Self.address(entry.subject)
      app.attempt = (record.frame, record.time, address)
    case .connected: connected(entry, at: record)
    case .disconnected: disconnected(entry, at: record)
    case .discovered:
      if let connection = appConnection(at: record) { app.server(of: connection).restart() }
    case .service, .characteristic, .descriptor: discovered(entry, at: record)
    case .read, .write, .writeCommand, .notification, .indication, .readOrSent, .sent:
      value(entry, at: record)
    case .readRefused, .writeRefused: refused(entry, at: record)
    case .mtu, .parameters, .phys, .remark: changed(entry, at: record)
    }
  }

  /// The connection that an entry is about: the only one, or one from before the log. With several, the log does not
  /// say which.
  private func appConnection(at record: CaptureRecord) -> Connection? {
    if app.open.count == 1 { return app.open[0] }
    guard app.open.isEmpty else {
      clock.counts.countAmbiguous()
      return nil
    }
    return openApp(app.device?.address, named: app.device?.name, beginsInCapture: false, at: record)
  }

  private func openApp(
    _ address: BluetoothAddress?, named name: String?, beginsInCapture: Bool,
    at record: CaptureRecord
  ) -> Connection? {
    guard let adapter = links.adapter(at: record.adapter) else { return nil }
    let peer = address.flatMap { devices.seen(as: $0) ?? devices.make($0, at: record) }
    if let peer {
      if let name, !name.isEmpty { peer.named(Array(name.utf8).rawBytes, isComplete: true) }
      devices.number(peer, at: record)
    }
    guard
      let connection = hci.open(
        app.nextHandle(), on: adapter, at: record, peer: peer, role: .central,
        beginsInCapture: beginsInCapture, medium: .app)
    else { return nil }
    connection.bearer.isMTUKnown = false
    app.open.append(connection)
    return connection
  }

  private func connected(_ entry: AppLogEntry, at record: CaptureRecord) {
    let address = Self.address(entry.subject) ?? app.device?.address
    // The same connection, told once more, or one whose end is not in the log.
    let same = app.open.first { $0.peer?.address.value == address?.value }
    if let old = same ?? (app.open.count >= AppLog.mostOpen ? app.open[0] : nil) {
      end(old, at: record)
      reporter.emit(Event(.disconnected, record, old), fact: AppLogFact.endMissing)
    }
    let attempt = app.attempt
    app.attempt = nil
    let name = app.device.flatMap { $0.address?.value == address?.value ? $0.name : nil }
    guard let connection = openApp(address, named: name, beginsInCapture: true, at: record) else {
      return
    }
    if let attempt, attempt.address == nil || attempt.address?.value == address?.value {
      connection.start.request = (attempt.frame, attempt.time)
    }
    reporter.emit(Event(.connected, record, connection), fact: AppLogFact.connected)
  }

  private func disconnected(_ entry: AppLogEntry, at record: CaptureRecord) {
    let address = Self.address(entry.subject)
    let reason = entry.number.flatMap(Self.reason)
    let connection =
      address == nil
      ? app.open.last : app.open.first { $0.peer?.address.value == address?.value }
    guard let connection else {
      // What had no connection was an attempt, or one from before the log.
      let attempt = app.attempt
      app.attempt = nil
      var event = Event(.disconnected, record)
      event.peer = (attempt?.address ?? address).flatMap { devices.seen(as: $0) }
      if let attempt { event.answers(frame: attempt.frame, at: attempt.time) }
      event.isProblem = entry.number.map { $0 != 0 } ?? false
      if let reason, attempt != nil {
        reporter.emit(event, fact: LinkFact.attemptFailed(reason, isCancelled: false))
      } else {
        reporter.emit(
          event, fact: AppLogFact.ended(status: entry.number, isAttempt: attempt != nil))
      }
      return
    }
    app.attempt = nil
    if let reason { connection.end.complete(reason, over: .le, isAnswered: false) }
    end(connection, at: record)
    var event = Event(.disconnected, record, connection)
    guard let reason else {
      reporter.emit(event, fact: AppLogFact.ended(status: entry.number, isAttempt: false))
      return
    }
    event.isProblem = !reason.isOrdinaryEnd
    reporter.emit(event, fact: LinkFact.ended(reason, by: connection.endedBy, nil))
    if event.isProblem { ends.findEnd(on: connection, reason: reason, at: record) }
  }

  private func end(_ connection: Connection, at record: CaptureRecord) {
    ends.settle(connection, at: record, ending: .disconnect)
    connection.close(frame: record.frame, at: record.time)
    links.known(connection.adapter)?.setConnection(connection.handle, on: nil)
    app.close(connection)
    links.ended()
  }

  // MARK: Attributes

  private func discovered(_ entry: AppLogEntry, at record: CaptureRecord) {
    guard let connection = appConnection(at: record) else { return }
    let server = app.server(of: connection)
    let attribute: Attribute?
    let kind: EventKind
    switch entry.kind {
    case .service:
      kind = .service
      attribute = app.uuid(entry.subject, use: .service).flatMap(server.add(service:))
    case .characteristic:
      kind = .characteristic
      attribute = app.uuid(entry.subject, use: .characteristic).flatMap {
        server.add(
          characteristic: $0,
          properties: CharacteristicProperties(
            rawValue: UInt8(truncatingIfNeeded: entry.number ?? 0)),
          of: app.uuid(entry.owner, use: .service))
      }
    default:
      kind = .descriptor
      attribute = app.uuid(entry.subject, use: .descriptor).flatMap {
        server.add(descriptor: $0, of: app.uuid(entry.owner, use: .characteristic))
      }
    }
    guard let attribute else { return }
    attribute.isDiscovered = true
    attribute.discoveries.frame = record.frame
    server.database.lastDiscovery = record.frame
    if kind == .service, let uuid = attribute.uuid {
      connection.peer?.state.observe(service: uuid)
      if connection.peer == nil { connection.unnamedState.observe(service: uuid) }
    }
    guard attribute.discoveries.add(connection.ordinal) else { return }
    discovery.tally(on: connection, client: .host, at: record) { tally in
      tally.isListed = true
      switch kind {
      case .service: tally.services += 1
      case .characteristic: tally.characteristics += 1
      default: tally.descriptors += 1
      }
    }
    var event = Event(kind, record, connection, .received)
    event.attribute = attribute
    reporter.emit(
      event, fact: AppLogFact.attribute(kind == .characteristic ? attribute.properties : []))
  }

  /// The attribute that an entry is about, and its handle in the database.
  private func attribute(
    of entry: AppLogEntry, on connection: Connection
  ) -> (attribute: Attribute?, handle: UInt16?) {
    let attribute: Attribute?
    if let handle = entry.handle {
      attribute = connection.remote.attribute(at: handle)
      return (attribute, handle)
    }
    let server = app.server(of: connection)
    if entry.isDescriptor {
      attribute = app.uuid(entry.subject, use: .descriptor).flatMap {
        server.descriptor(with: $0, of: app.uuid(entry.owner, use: .characteristic))
      }
    } else {
      attribute = app.uuid(entry.subject, use: .characteristic).flatMap(
        server.characteristic(with:))
    }
    return (attribute, attribute?.handle)
  }

  // MARK: Values

  private func value(_ entry: AppLogEntry, at record: CaptureRecord) {
    guard let connection = appConnection(at: record) else { return }
    let (_, handle) = attribute(of: entry, on: connection)
    let kind: EventKind
    var remark: ValueRemark?
    switch entry.kind {
    case .write: kind = .write
    case .writeCommand: kind = .writeCommand
    case .notification: kind = .notification
    case .indication: kind = .indication
    case .sent: (kind, remark) = (.notification, .appSent)
    case .readOrSent: (kind, remark) = (.read, .appReadOrSent)
    default: kind = .read
    }
    count(kind, on: connection, at: record)
    let context = ATTContext(connection, nil, client: .host)
    att.value(
      ValueEvent(kind, record.direction, isTruncated: false), handle: handle,
      bytes: entry.value.rawBytes, in: context, at: record, remark: remark)
  }

  private func count(_ kind: EventKind, on connection: Connection, at record: CaptureRecord) {
    connection.traffic.lastRecord = record.time
    if kind != .writeCommand { connection.traffic.lastReceived = (record.frame, record.time) }
    switch kind {
    case .read, .write:
      connection.counts.requests += 1
      connection.counts.answers += 1
    case .writeCommand: connection.counts.commands += 1
    case .notification: connection.counts.notifications += 1
    default: connection.counts.indications += 1
    }
  }

  private func refused(_ entry: AppLogEntry, at record: CaptureRecord) {
    guard let connection = appConnection(at: record), let status = entry.number else { return }
    let (attribute, handle) = attribute(of: entry, on: connection)
    let context = ATTContext(connection, nil, client: .host)
    discovery.flush(on: connection, client: .host, at: record)
    let words = RequestWords(
      opcode: entry.kind == .readRefused ? .readRequest : .writeRequest, handle: handle,
      attribute: attribute, value: entry.kind == .readRefused ? nil : entry.value)
    guard let code = Self.errorCode(status) else {
      var event = Event(.note, record, connection, .received)
      event.attribute = attribute
      event.isProblem = true
      reporter.emit(event, fact: AppLogFact.failed(words, status: status))
      return
    }
    connection.counts.requests += 1
    connection.counts.answers += 1
    connection.counts.errors += 1
    var event = Event(.attError, record, connection, .received)
    event.attribute = attribute
    event.handle = entry.handle
    event.isProblem = true
    reporter.emit(event, fact: TransactionFact.refused(words, code: code, remark: nil))
    reporter.find(
      .refused(words, by: ATTParty(serverOf: context), code: code, nil, frame: record.frame),
      on: connection, at: record)
  }

  // MARK: The link

  private func changed(_ entry: AppLogEntry, at record: CaptureRecord) {
    guard let connection = appConnection(at: record) else { return }
    switch entry.kind {
    case .mtu:
      guard let mtu = entry.number.flatMap(UInt16.init(exactly:)) else { return }
      connection.bearer.mtu = max(Bearer.defaultMTU, mtu)
      connection.bearer.isMTUKnown = true
      reporter.emit(Event(.mtu, record, connection, .received), fact: AppLogFact.mtu(mtu))
    case .parameters:
      guard let steps = UInt16(exactly: entry.interval / 125), steps > 0 else { return }
      let terms = LinkTerms(
        interval: ConnectionInterval(steps: steps), latency: entry.latency, timeout: entry.timeout)
      linkStates.take(terms, on: connection, at: record)
      reporter.emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
    case .phys:
      let number = entry.number ?? 0
      let (tx, rx) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8))
      reporter.emit(
        Event(.phyUpdated, record, connection),
        fact: LinkFact.phys(
          RadioPHY(rawValue: tx &- 1), RadioPHY(rawValue: rx &- 1), isOnAir: false))
    default: reporter.emit(Event(.note, record, connection), fact: AppLogFact.remark(entry.subject))
    }
  }

  /// The app's log ends: what it has asked for may still come.
  func finish(at record: CaptureRecord) {
    guard let attempt = app.attempt, let address = attempt.address else { return }
    var event = Event(.note, record)
    event.peer = devices.seen(as: address)
    event.answers(frame: attempt.frame, at: attempt.time)
    reporter.emit(event, fact: LinkFact.attemptOpen(address))
  }

  // MARK: Numbers

  /// `DC:23:4D:DE:AD:BE`; `nil` for what is masked, or absent. Apps do not say of what type it is.
  private static func address(_ text: String) -> BluetoothAddress? {
    let digits = text.utf8.compactMap { hexDigit($0) }
    guard digits.count == 12, text.utf8.count == 17 else { return nil }
    return BluetoothAddress(digits.reduce(0) { $0 << 4 | UInt64($1) }, kind: .unknown)
  }

  /// Android's status of a connection is the reason of HCI, as far as that has the number; those below 5, and from 0x80
  /// on, are its own.
  private static func reason(_ status: UInt32) -> HCIStatus? {
    guard (5...0x45).contains(status), let code = UInt8(exactly: status) else { return nil }
    return HCIStatusName.name(of: code) == nil ? nil : HCIStatus(rawValue: code)
  }

  /// Android's status of a request is the error code of ATT, but for 0x80 to 0x8F and above 0xFF, which are its own.
  private static func errorCode(_ status: UInt32) -> UInt8? {
    guard status > 0, let code = UInt8(exactly: status), !(0x80...0x8F).contains(code) else {
      return nil
    }
    return code
  }
}
