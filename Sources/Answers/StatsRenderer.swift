import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import System
import Timeline
import Vocabulary

/// The questions that `stats` answers.
package enum StatsSection: CaseIterable, Sendable {
  case why, latency, throughput, subscriptions, signal
}

/// Why connections ended, how long answers took, how much was sent, who subscribed to what, and how
/// well devices were heard.
package final class StatsRenderer: TimelineRenderer {
  package enum Format: Sendable {
    case text, json, sarif
    /// Only `found`.
    case findings
  }

  package struct Options: Sendable {
    package var format = Format.text
    /// Empty: all.
    package var sections: Set<StatsSection> = []
    /// Every connection and device, however many.
    package var showsAll = false
    /// Selects what is counted; attributes are selected here, not before.
    package var filter = EventFilter()
    /// Of this program.
    package var version = ""
    package init() {}

    func shows(_ section: StatsSection) -> Bool { sections.isEmpty || sections.contains(section) }
  }

  /// Characteristics of all connections.
  static let characteristicLimit = 16_384

  private let out: OutputStream
  let options: Options
  /// At the end.
  package private(set) var found: [StatsFinding] = []
  /// What else was found, beyond what is kept, and whether all of it is of what was selected.
  package private(set) var beyond: [FindingRule.Severity: Int] = [:]
  package var isWhole: Bool { !options.filter.selectsParts }
  package private(set) var clock = TimelineClock(
    origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var spool = DurationSpool()
  private var connections: [Int: ConnectionTally] = [:]
  private var characteristics: [CharacteristicTally.Key: CharacteristicTally] = [:]
  private var devices: [UInt64: DeviceTally] = [:]
  /// In the order of first sight.
  private var deviceOrder: [DeviceTally] = []
  /// What no longer had a place.
  private var leftOut = 0
  /// Each with the least number that its records can have.
  private var captures: [(first: UInt64, name: String)] = []
  private var lastConnection: ConnectionTally?
  private var lastCharacteristic: CharacteristicTally?

  package init(_ out: OutputStream, options: Options = Options()) {
    self.out = out
    self.options = options
  }

  package var showsMarks: Bool { false }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures.append((frame, info.name))
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  // MARK: Tallies

  private func tally(of connection: Connection) -> ConnectionTally? {
    if let lastConnection, lastConnection.connection === connection { return lastConnection }
    if let known = connections[connection.ordinal] {
      lastConnection = known
      return known
    }
    guard connections.count < SessionLimits.connections else {
      leftOut += 1
      return nil
    }
    let tally = ConnectionTally(connection, stream: spool.makeStream())
    connections[connection.ordinal] = tally
    lastConnection = tally
    return tally
  }

  private func tally(
    of attribute: Attribute, isLocal: Bool, on connection: Connection
  ) -> CharacteristicTally? {
    let owner = attribute.kind == .descriptor ? attribute.characteristic : attribute
    guard let handle = owner?.handle else { return nil }
    let key = CharacteristicTally.Key(
      connection: connection.ordinal, handle: handle, isLocal: isLocal)
    if let lastCharacteristic, lastCharacteristic.key == key { return lastCharacteristic }
    if let known = characteristics[key] {
      lastCharacteristic = known
      return known
    }
    guard characteristics.count < Self.characteristicLimit else {
      leftOut += 1
      return nil
    }
    let tally = CharacteristicTally(
      key, connection, answers: spool.makeStream(), periods: spool.makeStream())
    characteristics[key] = tally
    lastCharacteristic = tally
    return tally
  }

  private func tally(of address: BluetoothAddress, _ peer: Peer?) -> DeviceTally? {
    // Whether an address is an identity may be learned later.
    let key = address.value | UInt64(address.kind.rawValue & 1) << 48
    if let known = devices[key] { return known }
    guard devices.count < SessionLimits.devices else {
      leftOut += 1
      return nil
    }
    let tally = DeviceTally(address, intervals: spool.makeStream())
    devices[key] = tally
    deviceOrder.append(tally)
    return tally
  }

  // MARK: Events

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    if event.kind == .advertisement {
      advertisement(event, fields)
      return
    }
    guard let connection = event.connection, let tally = tally(of: connection) else { return }
    switch event.kind {
    case .read, .write, .writeCommand, .notification, .indication:
      self.value(event, value, tally)
    case .connected:
      parameters(event, fields, tally)
      if let address = event.address {
        let device = self.tally(of: address, event.peer)
        device?.peer = event.peer
        device?.connectsAgain(evidence(event, fields, "connects again"))
      }
    case .connectionUpdated:
      parameters(event, fields, tally)
      if event.isProblem { tally.remark(evidence(event, fields)) }
    case .disconnected:
      tally.endEvent = evidence(event, fields)
      if let address = event.address { self.tally(of: address, event.peer)?.ended(tally) }
    case .phyUpdated:
      for field in fields.own.fields {
        guard case .word(let name) = field.value else { continue }
        if field.key == .event.txPHY { tally.txPHY = name }
        if field.key == .event.rxPHY { tally.rxPHY = name }
      }
    case .dataLength:
      for field in fields.own.fields {
        guard case .integer(let octets) = field.value else { continue }
        if field.key == .event.txOctets { tally.txOctets = Int(clamping: octets) }
        if field.key == .event.rxOctets { tally.rxOctets = Int(clamping: octets) }
      }
    case .security:
      let said = evidence(event, fields)
      tally.remark(said)
      // Only the end of a pairing has a request.
      if event.requestFrame != nil {
        tally.pairingCount += 1
        if tally.pairings.count == ConnectionTally.lastLimit { tally.pairings.removeFirst() }
        tally.pairings.append(said)
      }
    case .note where event.subject == .channel: tally.carriesOther = true
    case .note where fields.own.fields.contains(where: { $0.key == .event.streamHandle }):
      tally.carriesOther = true
    case .note where event.subject == .parameterRequest:
      let asked = evidence(event, fields, "the peripheral asks for ")
      tally.remark(asked)
      let isRefused = fields.own.fields.contains {
        $0.key == .event.accepted && $0.value == .boolean(false)
      }
      if isRefused {
        tally.refusals += 1
        if tally.refused == nil { tally.refused = asked }
      }
    default: break
    }
    if event.isProblem, event.responseTime == nil, let frame = event.requestFrame,
      let time = event.requestTime, event.kind != .disconnected, event.kind != .security
    {
      tally.opened(
        .init(
          frame: frame, time: time, settledFrame: event.frame, hasTimedOut: Self.isTimeout(fields),
          text: request(event, fields)))
    }
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    guard isSelected(request), let tally = tally(of: request.connection) else { return }
    let duration = request.time.nanoseconds(since: request.requestTime)
    let isServed =
      request.connection.link == nil && request.database === request.connection.local
    spool.add(duration, to: tally.stream)
    if let index = tally.interval {
      if isServed, tally.intervals[index].served == nil {
        tally.intervals[index].served = spool.makeStream()
      }
      let interval = tally.intervals[index]
      spool.add(duration, to: isServed ? interval.served : interval.asked)
    }
    tally.use(waited: isServed ? 0 : duration)
    tally.add(
      .init(
        duration: duration, opcode: request.opcode, handle: request.handle,
        attribute: request.opcode.isAboutOne
          ? request.handle.flatMap { request.database.attribute($0) } : nil,
        requestFrame: request.requestFrame, requestTime: request.requestTime,
        frame: request.frame), isServed: isServed)
  }

  private func isSelected(_ request: borrowing AnsweredRequest) -> Bool {
    guard options.filter.handle != nil || !options.filter.uuids.isEmpty else { return true }
    // A request for a range is about none of the attributes.
    guard request.opcode.isAboutOne,
      let attribute = request.handle.flatMap({ request.database.attribute($0) })
    else { return false }
    return options.counts(attribute)
  }

  private func advertisement(_ event: borrowing Event, _ fields: borrowing EventFields) {
    guard let address = event.address, let tally = tally(of: address, event.peer) else { return }
    tally.advertisements += 1
    tally.peer = event.peer
    if let onAir = event.overAirAddress ?? event.address, onAir.isResolvable {
      tally.uses(onAir, frame: event.frame, event.time)
    }
    var isResponse = false
    for field in fields.own.fields {
      switch field.value {
      case .integer(let value) where field.key == .event.rssi:
        if let value = Int8(exactly: value) { tally.add(strength: value) }
      case .word(let type) where field.key == .event.advertisingType:
        isResponse = type.isSame("SCAN_RSP") || type.isSame("AUX_SCAN_RSP")
      default: break
      }
    }
    // A response follows at once what it responds to: it says nothing about the pace.
    if !isResponse {
      if let last = tally.lastTime {
        spool.add(event.time.nanoseconds(since: last), to: tally.intervals)
      }
      tally.lastTime = event.time
    }
    if !tally.silent.isEmpty {
      tally.advertisesAgain(
        Evidence(frame: event.frame, time: event.time, text: "it advertises again"))
    }
  }

  private func parameters(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ tally: ConnectionTally
  ) {
    var (interval, latency, timeout) = (0.0, 0, 0)
    for field in fields.own.fields {
      switch field.value {
      case .number(let value) where field.key == .event.interval: interval = value
      case .integer(let value) where field.key == .event.interval: interval = Double(value)
      case .integer(let value) where field.key == .event.peripheralLatency:
        latency = Int(clamping: value)
      case .integer(let value) where field.key == .event.supervisionTimeout:
        timeout = Int(clamping: value)
      default: break
      }
    }
    // Of a failed update, and of BR/EDR.
    guard interval > 0 else { return }
    tally.add(
      ConnectionTally.Parameters(
        frame: event.frame, time: event.time, interval: interval, latency: latency,
        timeout: timeout))
    tally.interval = tally.intervals.firstIndex { $0.interval == interval }
    if let index = tally.interval {
      tally.intervals[index].latency = max(tally.intervals[index].latency, latency)
    } else if tally.intervals.count < ConnectionTally.listLimit {
      tally.interval = tally.intervals.count
      tally.intervals.append((interval, latency, spool.makeStream(), nil))
    }
  }

  private func value(_ event: borrowing Event, _ value: RawSpan, _ tally: ConnectionTally) {
    let isPushed = event.kind == .notification || event.kind == .indication
    let isWrite = event.kind == .write || event.kind == .writeCommand
    let isAnswered = isPushed || event.kind == .writeCommand || event.responseTime != nil
    if isWrite, value.byteCount == 2, event.attribute?.uuid == nil {
      tally.mayHaveSubscribed = true
    }
    guard let attribute = event.attribute else { return }
    let counts = options.counts(attribute)
    let side = event.direction == .sent ? 0 : 1
    if counts, isPushed || event.kind == .writeCommand { tally.use(waited: 0) }
    if counts, event.hasValue {
      tally.add(
        octets: value.byteCount, side: side, waits: event.kind == .read || event.kind == .write,
        event.time)
      // The longest value that the least MTU lets through: an opcode, and but for answers a handle,
      // come first.
      let bearer = tally.connection.bearer
      let longest = event.kind == .read ? 22 : 20
      if value.byteCount == longest, bearer.isMTUKnown, bearer.mtu == 23 {
        tally.fullValues += 1
        if tally.firstFull == nil {
          tally.firstFull = Evidence(
            frame: event.frame, time: event.time, text: "a value of \(longest) octets")
        }
      }
    }
    // What turns on a characteristic that is counted belongs to it, and is itself not counted.
    guard counts || attribute.isClientConfiguration && options.counts(attribute.characteristic)
    else { return }
    // The side that has the value: it sends what is read or notified, and gets what is written.
    let isLocal = isWrite ? side == 1 : side == 0
    guard attribute.kind != .descriptor || attribute.isClientConfiguration,
      let characteristic = self.tally(
        of: attribute, isLocal: isLocal, on: tally.connection)
    else { return }
    characteristic.attribute = attribute
    if attribute.kind == .descriptor {
      if isWrite, isAnswered, value.byteCount > 0 {
        configured(value.uint8(at: 0) & 3, event, characteristic)
      }
      return
    }
    switch event.kind {
    case .read where isAnswered:
      characteristic.reads += 1
      spool.add(event.responseTime ?? 0, to: characteristic.answers)
    case .write where isAnswered:
      characteristic.writes += 1
      spool.add(event.responseTime ?? 0, to: characteristic.answers)
    case .writeCommand: characteristic.commands += 1
    case .notification, .indication: pushed(event, characteristic)
    default: break
    }
  }

  private func pushed(_ event: borrowing Event, _ characteristic: CharacteristicTally) {
    if event.kind == .notification {
      characteristic.notifications += 1
    } else {
      characteristic.indications += 1
    }
    // Silence while it is off is no gap.
    if characteristic.unsubscribed == nil {
      if let last = characteristic.lastValue {
        let period = event.time.nanoseconds(since: last)
        spool.add(period, to: characteristic.periods)
        if period > characteristic.longest.duration {
          characteristic.longest = (period, event.frame)
        }
      }
      characteristic.lastValue = event.time
    }
    if characteristic.firstPushed == nil {
      characteristic.firstPushed = Evidence(
        frame: event.frame, time: event.time, text: "the first value")
    }
    if characteristic.isOn {
      characteristic.came(event.time)
    } else {
      characteristic.cameUnasked(event.time)
    }
  }

  private func configured(
    _ bits: UInt8, _ event: borrowing Event, _ characteristic: CharacteristicTally
  ) {
    let evidence = Evidence(
      frame: event.frame, time: event.time,
      text: bits == 0 ? "off" : bits == 1 ? "notifications" : "indications")
    if bits == 0 {
      characteristic.turnedOff(evidence)
    } else if !characteristic.isOn {
      characteristic.turnedOn(evidence, since: event.requestTime ?? event.time)
    }
  }

  // MARK: Words

  /// - start: before what the event says.
  private func evidence(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ start: StaticString = ""
  ) -> Evidence {
    var text = ByteWriter(capacity: 128)
    text.append(start)
    if event.kind == .security {
      for field in fields.own.fields where field.key == .event.step {
        guard case .word(let step) = field.value else { continue }
        let said = fields.decoded.text.bytes
        // Some texts start with it.
        guard !said.clamped(0, step.rawBytes.byteCount).equals(step.rawBytes) else { continue }
        text.append(words: step)
        text.append(": ")
      }
    }
    if event.kind != .connected { text.append(untrusted: fields.decoded.text.bytes, .plain) }
    return Evidence(
      frame: event.frame, time: event.time, text: text.string, isSecurity: event.kind == .security)
  }

  /// The request that was not answered: `read Battery Level`.
  private func request(_ event: borrowing Event, _ fields: borrowing EventFields) -> String {
    var text = ByteWriter(capacity: 64)
    if let handle = event.handle, let verb = Self.verb(event, fields) {
      text.append(verb)
      if let attribute = event.attribute {
        attribute.describe(&text)
      } else {
        text.append(upperHex: UInt64(handle), digits: 4)
      }
    } else if let attribute = event.attribute {
      attribute.describe(&text)
    } else if fields.decoded.text.isEmpty {
      text.append(nameIn: fields.decoded.note.bytes)
    } else {
      text.append(nameIn: fields.decoded.text.bytes)
    }
    return text.string
  }

  private static func verb(
    _ event: borrowing Event, _ fields: borrowing EventFields
  ) -> StaticString? {
    switch event.kind {
    case .read: return "read "
    case .write: return "write "
    case .attError:
      for field in fields.own.fields where field.key == .event.opcode {
        guard case .integer(let opcode) = field.value else { continue }
        switch ATTOpcode(rawValue: UInt8(truncatingIfNeeded: opcode)) {
        case .readRequest, .readBlobRequest: return "read "
        case .writeRequest: return "write "
        default: return nil
        }
      }
      return nil
    default: return nil
    }
  }

  /// Whether ATT's time-out of 30 s passed (Core Specification, Vol 3, Part F, 3.3.3).
  private static func isTimeout(_ fields: borrowing EventFields) -> Bool {
    for field in fields.own.fields where field.key == .event.error {
      if case .word(let error) = field.value { return error.isSame("time_out") }
    }
    return false
  }

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    let percentiles = spool.percentiles()
    if let error = spool.error {
      out.fail(error, of: "the temporary file of durations")
      return
    }
    let answers = Answers(
      options, clock, summary, session, percentiles, connections: connections,
      characteristics: Array(characteristics.values), devices: deviceOrder, leftOut: leftOut)
    switch options.format {
    case .text: answers.write(to: out)
    case .json: answers.writeJSON(to: out)
    case .sarif: answers.writeSARIF(to: out, captures: captures)
    case .findings:
      found = answers.findings
      beyond = session.findings.beyond
      return
    }
    out.lineEnds()
  }
}

extension StatsRenderer.Options {
  /// Whether what happens to an attribute is counted.
  func counts(_ attribute: Attribute?) -> Bool {
    guard let attribute else { return false }
    if let wanted = filter.handle, attribute.handle != wanted { return false }
    return filter.uuids.isEmpty || attribute.isOf(filter.uuids)
  }

  /// Whether only some of the records are counted.
  var isOfTime: Bool { filter.frames != nil || filter.from != nil || filter.to != nil }
}

extension Attribute {
  /// Whether it is, or belongs to, one of the UUIDs.
  fileprivate func isOf(_ uuids: Set<BluetoothUUID>) -> Bool {
    [uuid, characteristic?.uuid, service?.uuid].contains { $0.map { uuids.contains($0) } ?? false }
  }
}

extension ATTOpcode {
  /// Whether its handle is the attribute's that it is about.
  var isAboutOne: Bool {
    switch self {
    case .readRequest, .readBlobRequest, .writeRequest, .prepareWriteRequest: true
    default: false
    }
  }
}

extension ByteWriter {
  /// `security_request` as words.
  fileprivate mutating func append(words name: StaticString) {
    let bytes = name.rawBytes
    for index in 0..<bytes.byteCount {
      let byte = bytes.uint8(at: index)
      append(byte: byte == 0x5F ? 0x20 : byte)
    }
  }

  /// The words for a request without those for what became of it, which follow a colon.
  fileprivate mutating func append(nameIn words: RawSpan) {
    let colon = (": " as StaticString).rawBytes
    var end = 0
    while end < words.byteCount, !words.clamped(end, 2).equals(colon) { end += 1 }
    append(untrusted: words.clamped(0, end), .plain)
  }

  var string: String { String(decoding: bytes.copy(), as: UTF8.self) }
}
