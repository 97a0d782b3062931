import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A value event before the attribute is looked up.
struct ValueEvent: ~Copyable {
  var kind: EventKind
  /// The direction of the PDU that carries the value.
  var direction: PacketDirection
  var isTruncated: Bool
  /// The octets that the capture lacks at its end, where that is known.
  var missing = 0
  /// What comes before it is not in the capture.
  var isRest = false
  var pending: ATTRequest?
  var isAnswered = true
  /// The response is that to its request, as far as anybody can know.
  var isSure = true
  var isProblem = false
  /// Whether the response is missing because a sniffer did not hear it.
  var isUnheard = false
  /// The place reserved for it.
  var ticket: Int?
  /// It is returned instead of reported: an indication that awaits its confirmation.
  var isHeld = false
  /// What was known at its record, where it is reported later.
  var known: SubjectSnapshot?

  init(_ kind: EventKind, _ direction: PacketDirection, isTruncated: Bool) {
    self.kind = kind
    self.direction = direction
    self.isTruncated = isTruncated
  }

  /// A value that takes the rest of its PDU.
  init(_ kind: EventKind, _ direction: PacketDirection, of context: borrowing ATTContext) {
    self.init(kind, direction, isTruncated: context.isCut)
    missing = context.missing
  }

  var isWrite: Bool {
    switch kind {
    case .write, .writeCommand: true
    default: false
    }
  }

  /// How the value came.
  var valueKind: ValueKind {
    switch kind {
    case .read: .read
    case .notification: .notified
    case .indication: .indicated
    default: .written
    }
  }
}

extension ValueContent {
  /// - count: octets in the capture.
  fileprivate init(_ reported: borrowing ValueEvent, count: Int, _ remark: ValueRemark?) {
    hasValue = reported.isAnswered || reported.isWrite
    isTruncated = reported.isTruncated
    isUnheard = reported.isUnheard
    form = remark?.form ?? .plain
    if reported.missing > 0, hasValue { wholeLength = count &+ reported.missing }
  }
}

/// Looks up, decodes, remembers and reports values.
extension ATTFollower {
  /// Reports one value of one attribute.
  /// - Returns: the event, if it is to be held.
  @discardableResult
  func value(
    _ reported: borrowing ValueEvent, handle: UInt16?, bytes: RawSpan,
    in context: borrowing ATTContext,
    at record: CaptureRecord, type: BluetoothUUID? = nil,
    remark: ValueRemark? = nil
  ) -> HeldEvent? {
    let attribute = used(
      handle, bytes: bytes, reported: reported, in: context, at: record, type: type)
    let held =
      reporter.wantsEvents
      ? report(
        reported, handle: handle, attribute: attribute, bytes: bytes, in: context, at: record,
        remark: remark) : nil
    // Reported after the value it comes from.
    if reported.isAnswered, reported.isSure, let attribute, attribute.describesDatabase,
      attribute.hasHandle
    {
      followServer(attribute, bytes: bytes, kind: reported.kind, in: context, at: record)
    }
    return held
  }

  private func report(
    _ reported: borrowing ValueEvent, handle: UInt16?, attribute: Attribute?,
    bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord,
    remark: ValueRemark?
  ) -> HeldEvent? {
    discovery.flush(on: context.connection, client: context.client, at: record)

    let content = ValueContent(reported, count: bytes.byteCount, remark)
    let event = Event(
      reported, content, record, context, attribute?.hasHandle == false ? nil : handle, attribute)
    reporter.start(event)
    remark?.write(&reporter.fields.decoded)
    if let word = attribute?.pathSource.word {
      reporter.fields.own.add(.event.attributeSource, word: word)
    }
    if let length = content.wholeLength { reporter.fields.own.add(.event.valueLength, length) }
    if let attribute, content.hasValue {
      let text = decode(
        attribute, bytes: bytes, reported: reported, peer: event.peer, in: context, at: record)
      if reported.isAnswered, reported.isSure {
        if !reported.isTruncated { keep(attribute, reported: reported, in: context) }
        budget.noteValue(
          attribute, value: bytes, decoded: reporter.fields.decoded, text: text, frame: record.frame
        )
        if bytes.byteCount == 0, reported.missing > 0 {
          attribute.values.lacks(reported.missing, at: record.frame)
        }
      }
    }
    if !reporter.fields.decoded.faults.isEmpty {
      findFaults(of: attribute, reported: reported, in: context, at: record)
    }
    if reporter.fields.decoded.isRefusal, reported.isAnswered, !reported.isWrite, let attribute {
      var event = event
      event.isProblem = true
      findRefusal(by: attribute, in: context, at: record)
      return emit(event, reported: reported, bytes: bytes)
    }
    return emit(event, reported: reported, bytes: bytes)
  }

  /// What was asked for was not done: the device says so with a value.
  private func findRefusal(
    by attribute: Attribute, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard !hasMaskedValues else { return }
    let text = Self.beginning(of: reporter.fields.decoded)
    reporter.find(
      .notDone(
        attribute, of: context.serverIsLocal ? ATTParty(hostOf: context.connection) : nil, text,
        frame: record.frame),
      on: context.connection, at: record)
  }

  /// The value is not in its form, or cannot be.
  private func findFaults(
    of attribute: Attribute?, reported: borrowing ValueEvent, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard let attribute, !hasMaskedValues else { return }
    let sender: ATTParty? =
      reported.isWrite != context.serverIsLocal ? ATTParty(hostOf: context.connection) : nil
    let faults = reporter.fields.decoded.faults
    let note = Self.remark(on: reporter.fields.decoded)
    // The numbers in what is malformed are no numbers of its quantities.
    let malformed = faults.intersection(.malformed)
    let kind = malformed.isEmpty ? faults.intersection(.implausible) : malformed
    guard !kind.isEmpty else { return }
    let value = FaultyValue(
      attribute: attribute, faults: kind, isWrite: reported.isWrite, sender: sender, note: note,
      frame: record.frame)
    reporter.find(.faulty(value), on: context.connection, at: record)
  }

  private static func remark(on value: borrowing FieldBuffer) -> String {
    String(decoding: value.note.bytes.clamped(0, count: 200).copy(), as: UTF8.self)
  }

  private static func beginning(of value: borrowing FieldBuffer) -> String {
    String(decoding: value.text.bytes.clamped(0, count: 200).copy(), as: UTF8.self)
  }

  private func emit(
    _ event: borrowing Event, reported: borrowing ValueEvent, bytes: RawSpan
  ) -> HeldEvent? {
    if reported.isHeld { return reporter.takeHeld(copy event, value: bytes) }
    if let ticket = reported.ticket {
      reporter.emit(copy event, value: bytes, ticket: ticket)
    } else {
      reporter.emit(event, value: bytes)
    }
    return nil
  }

  /// The attribute that a value is of, after what the value shows of it.
  private func used(
    _ handle: UInt16?, bytes: RawSpan, reported: borrowing ValueEvent,
    in context: borrowing ATTContext,
    at record: CaptureRecord, type: BluetoothUUID?
  ) -> Attribute? {
    guard let handle else { return nil }
    let length = reported.isTruncated ? nil : bytes.byteCount
    if reported.isAnswered, reported.isSure {
      context.database.disprove(handle, by: reported.kind, length: length)
    }
    guard handle > 0, let used = context.database.use(handle, type: type) else { return nil }
    guard reported.isAnswered, reported.isSure else { return used }
    context.database.observeUse(
      used, kind: reported.kind, value: bytes, isCut: reported.isTruncated)
    if used.kind == .unknown, used.uuid == nil {
      devices.compare(
        handle, kind: reported.kind, length: length, on: context.connection,
        database: context.database, at: record)
    }
    guard used.isReplaced || used.source == .inferred else {
      observe(used, bytes: bytes, reported: reported, in: context, at: record)
      return used
    }
    // It may stand now for one that was there before a change.
    let now = used.current
    if now.source == .inferred, isDeclared(now, in: context) {
      context.database.withdrawInferred(now)
    }
    observe(now, bytes: bytes, reported: reported, in: context, at: record)
    return now
  }

  private func decode(
    _ attribute: Attribute, bytes: RawSpan, reported: borrowing ValueEvent, peer: Peer?,
    in context: borrowing ATTContext, at record: CaptureRecord
  ) -> ValueText {
    let decoder =
      attribute.decoder ?? self.decoder(ofUnnamed: attribute, in: context)
    let format = decoder == nil ? attribute.presentation.format : nil
    guard decoder != nil || format != nil else { return .decoded }
    var decoding = DecodingContext(
      state: state(ofServer: peer, in: context), isTruncated: reported.isTruncated,
      isWrite: reported.isWrite, units: options.units,
      properties: attribute.characteristic?.properties.rawValue ?? 0)
    decoding.hexLength = options.hexLength
    decoding.handle = attribute.handle
    decoding.mtu = context.bearer.isMTUKnown ? context.bearer.mtu : 0
    decoding.serviceHandle = attribute.service?.handle ?? 0
    decoding.findsFaults =
      reported.isAnswered && reported.isSure && !reported.isTruncated && !reported.isRest
    guard let decoder else {
      format?.decode(bytes, in: decoding, into: &reporter.fields.decoded)
      return .decoded
    }
    if let program = ValueRegistry.messages(decoder, isWrite: reported.isWrite) {
      join(
        program, bytes: bytes, attribute: attribute, reported: reported, decoding: decoding,
        on: context.connection, at: record)
      ValueRegistry.judge(decoder, in: &reporter.fields.decoded)
      return .decoded
    }
    // All that its text needs is kept: not of a long value, nor where each value would keep another
    // copy of what declarations ask for.
    let isKept =
      bytes.byteCount <= SessionLimits.lastValueOctets && decoding.state.declared.isEmpty
    // What is too long to be kept where there is little room has a text, which takes room.
    let isUnused =
      !reporter.demand.lastTexts && bytes.byteCount <= SessionLimits.shortLastValueOctets
    let text: ValueText =
      !isKept ? .decoded : isUnused ? .unused : .late(LateText(decoder, decoding))
    let hasOutcome = ValueRegistry.hasOutcome(decoder)
    decoding.leavesOutText = isKept && !reporter.demand.texts && !hasOutcome
    if isKept, !hasOutcome, decodesLater(reported),
      attribute.uuid.map(DeclaredValues.isWatching) != true
    {
      reporter.fields.late = .value(decoder, consume decoding)
    } else {
      ValueRegistry.decode(
        decoder, value: bytes, in: consume decoding, into: &reporter.fields.decoded)
    }
    return text
  }

  /// What is known of the device that holds the attributes.
  private func state(ofServer peer: Peer?, in context: borrowing ATTContext) -> DeviceState {
    if context.serverIsLocal {
      return links.hostState(on: context.connection) ?? context.connection.unnamedState
    }
    return peer?.state ?? context.connection.unnamedState
  }

  private func decodesLater(_ reported: borrowing ValueEvent) -> Bool {
    reporter.decodesValuesLater && !reported.isHeld && reported.ticket == nil
  }

  /// The declaration of a handle that nothing names, which then has its name.
  private func decoder(ofUnnamed attribute: Attribute, in context: borrowing ATTContext)
    -> DecoderID?
  {
    guard DeclaredValues.hasHandles, attribute.uuid == nil else { return nil }
    let decoder = declaration(ofHandle: attribute.handle, in: context)
    if attribute.label == nil, let name = decoder?.declaredName { attribute.label = name }
    return decoder
  }

  /// Whether a file declares the handle: that counts more than what is inferred of it.
  private func isDeclared(_ attribute: Attribute, in context: borrowing ATTContext) -> Bool {
    DeclaredValues.hasHandles && declaration(ofHandle: attribute.handle, in: context) != nil
  }

  private func declaration(ofHandle handle: UInt16, in context: borrowing ATTContext) -> DecoderID?
  {
    let connection = context.connection
    return ValueRegistry.decoder(handle: handle) { device in
      // On the link layer a connection belongs to both devices.
      [connection.peer, connection.link?.central].contains { peer in
        guard let peer else { return false }
        if let address = device.address { return peer.hasAddress(address) }
        return peer.name.map(device.isNamed) ?? false
      }
    }
  }

  /// Keeps what declarations of other attributes ask of a value.
  private func keep(
    _ attribute: Attribute, reported: borrowing ValueEvent, in context: borrowing ATTContext
  ) {
    guard let uuid = attribute.uuid, DeclaredValues.isWatching(uuid) else { return }
    let kind = reported.valueKind
    if context.serverIsLocal {
      links.changeHostState(on: context.connection) {
        DeclaredValues.note(uuid, decoded: reporter.fields.decoded, kind: kind, in: &$0)
      }
    } else if let peer = context.connection.peer {
      DeclaredValues.note(uuid, decoded: reporter.fields.decoded, kind: kind, in: &peer.state)
    } else {
      DeclaredValues.note(
        uuid, decoded: reporter.fields.decoded, kind: kind, in: &context.connection.unnamedState)
    }
  }

  /// What the session itself learns from a value.
  private func observe(
    _ attribute: Attribute, bytes: RawSpan, reported: borrowing ValueEvent,
    in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    if reported.isWrite {
      if attribute.isClientConfiguration {
        configured(attribute, bytes: bytes, in: context, at: record)
      } else {
        context.connection.writes.last = record.time
      }
    }
    switch reported.kind {
    case .notification, .indication:
      let connection = context.connection
      connection.subscriptions.noteValue(
        of: attribute, at: record, losses: clock.losses(of: connection))
    case .read where attribute.uuid?.short == 0x2901 && !reported.isTruncated:
      let text = String(decoding: bytes.clamped(0, count: 128).copy(), as: UTF8.self)
      if let characteristic = attribute.characteristic { budget.describe(characteristic, as: text) }
    case .read where attribute.uuid?.short == 0x2904 && !reported.isTruncated:
      attribute.characteristic?.presentation.add(bytes, handle: attribute.handle)
    default: break
    }
    if reported.kind == .read, attribute.kind == .unknown, !reported.isTruncated {
      context.database.nameIncludes(of: attribute, value: bytes)
    }
    guard let uuid = attribute.uuid, !reported.isTruncated, !reported.isRest else { return }
    let kind = reported.valueKind
    if DeviceState.ignores(uuid, kind: kind) { return }
    if uuid.short == 0x2A4B || uuid.short == 0x2908 {
      return observeReports(attribute, bytes: bytes, in: context)
    }
    if context.serverIsLocal {
      links.changeHostState(on: context.connection) {
        $0.observe(characteristic: uuid, value: bytes, kind: kind)
      }
      if uuid.short == 0x2A00, reported.kind == .read {
        context.connection.link?.central?.named(bytes, isComplete: true)
      }
    } else if let peer = context.connection.peer {
      peer.state.observe(characteristic: uuid, value: bytes, kind: kind)
      if uuid.short == 0x2A00, reported.kind == .read {
        peer.named(bytes, isComplete: true)
        devices.know(peer, at: record)
      }
    } else {
      context.connection.unnamedState.observe(characteristic: uuid, value: bytes, kind: kind)
    }
  }

  /// A Report Map or a Report Reference was read.
  private func observeReports(
    _ attribute: Attribute, bytes: RawSpan, in context: borrowing ATTContext
  ) {
    func note(_ state: inout DeviceState) {
      guard attribute.uuid?.short == 0x2A4B else {
        if let report = attribute.characteristic {
          state.observe(reportReference: bytes, of: report.handle)
        }
        return
      }
      let isAnother = state.observe(
        reportMap: bytes, of: attribute.service?.handle ?? 0,
        mayGrow: budget.reportMaps.fits())
      if isAnother { budget.reportMaps.take() }
    }
    if context.serverIsLocal {
      links.changeHostState(on: context.connection) { note(&$0) }
    } else if let peer = context.connection.peer {
      note(&peer.state)
    } else {
      note(&context.connection.unnamedState)
    }
  }

  /// A Client Characteristic Configuration was written and accepted.
  private func configured(
    _ descriptor: Attribute, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard bytes.byteCount >= 1, let characteristic = descriptor.characteristic else { return }
    let connection = context.connection
    let bits = bytes.uint8(at: 0) & 3
    // Of what it does not send, nothing comes, for a reason that is known.
    let isOn = bits != 0 && !characteristic.sendsNothing(of: bits)
    if bits != 0, !isOn,
      context.database.hasOnlyDescriptors(between: characteristic, descriptor: descriptor)
    {
      reporter.find(
        .wrongSubscription(characteristic, bits: bits, frame: record.frame), on: connection,
        at: record)
    }
    let known = connection.subscriptions.index(of: characteristic)
    if bits != 0 { characteristic.use.wasSubscribed = true }
    if isOn {
      if known == nil, connection.subscriptions.count < SessionLimits.subscriptions,
        maySubscribe(at: record)
      {
        budget.subscriptions.take()
        connection.subscriptions.append(
          Subscription(
            characteristic: characteristic, frame: record.frame, time: record.time,
            losses: clock.losses(of: connection)))
      }
    } else if let known {
      budget.subscriptions.giveBack()
      ended(connection.subscriptions.remove(at: known), on: connection, at: record)
    }
  }

  private func maySubscribe(at record: CaptureRecord) -> Bool {
    if budget.subscriptions.fits() { return true }
    reporter.full(.subscriptions, at: record)
    return false
  }
}

extension Attribute {
  /// Whether the properties that the server was heard to declare have none of what a Client Characteristic
  /// Configuration turns on: 1 notifications, 2 indications.
  fileprivate func sendsNothing(of bits: UInt8) -> Bool {
    guard let properties = declaredProperties else { return false }
    return !(bits & 1 != 0 && properties.contains(.notify))
      && !(bits & 2 != 0 && properties.contains(.indicate))
  }

  /// Service Changed and Database Hash.
  var describesDatabase: Bool { uuid?.short == 0x2A05 || uuid?.short == 0x2B2A }
}
