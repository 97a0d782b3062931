import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// The timeline as a trace for Perfetto: a track for each device, below it those of its connections
/// and of its numbers.
///
/// Written as events come: a trace need not be in the order of time, but the track of a counter must
/// be described before its values. Devices are described at the end, when their names are known.
package final class TraceRenderer: TimelineRenderer {
  package var tellsUnheard: Bool { true }

  private let out: OutputStream
  private var trace = TraceWriter()
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  /// Nanoseconds since 1970 where `t` is 0; 0 where nanoseconds cannot express that.
  private var base: Int64 = 0
  private var lastTime: UInt64 = 0

  /// The tracks of this program are unlikely to be those of another one in a joined file.
  private var lastTrack: UInt64 = 0xB1E1_4593_0000_0000
  private var devices: [UInt64: TracedDevice] = [:]
  private var deviceOrder: [TracedDevice] = []
  private var connections: [Int: TracedConnection] = [:]
  /// Ended connections are let go when there are so many.
  private var connectionLimit = TraceRenderer.keptConnections
  private var counters: [NumberSeries: TracedCounter] = [:]
  private var walk = FieldNumbers()
  /// By the index of the adapter.
  private var adapters: [UInt16: UInt64] = [:]
  private var ground: UInt64?
  private var marks: UInt64?
  /// A request that was answered, until it is known whether an event says more about it.
  private var waiting: AnsweredRequest?
  private var text = ByteWriter(capacity: 256)
  /// The attribute whose numbers are counted.
  private var attribute = ByteWriter(capacity: 128)
  /// What no longer had a place.
  private var leftOut: UInt64 = 0

  private static let keptConnections = 256
  static let counterLimit = 4_096
  /// Devices that only advertise get no track if there are so many; a device with a connection does.
  static let advertiserLimit = 4_096

  private let filter: EventFilter

  /// - filter: what the events are selected by; requests have none that selects them.
  package init(_ out: OutputStream, filter: EventFilter = EventFilter()) {
    self.out = out
    self.filter = filter
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    let since1970 = clock.origin.nanoseconds(since: CaptureTime(seconds: 0, nanoseconds: 0))
    base = since1970 > 0 && since1970 < .max ? since1970 : 0
    trace.clock(UInt64(base), to: out)
  }

  private func stamp(_ time: CaptureTime) -> UInt64 {
    let (sum, overflow) = base.addingReportingOverflow(clock.nanoseconds(time))
    let stamp = overflow ? UInt64(Int64.max) : UInt64(max(sum, 0))
    lastTime = max(lastTime, stamp)
    return stamp
  }

  // MARK: Tracks

  private func makeTrack(
    in parent: UInt64?, rank: Int, hasChildren: Bool = false, isCounter: Bool = false,
    unit: FieldUnit = .none
  ) -> UInt64 {
    lastTrack += 1
    trace.track(
      lastTrack, in: parent, named: text.bytes, rank: rank, hasChildren: hasChildren,
      isCounter: isCounter, unit: unit, to: out)
    return lastTrack
  }

  private func makeTrack(
    in parent: UInt64?, named name: StaticString, rank: Int, isCounter: Bool = false,
    unit: FieldUnit = .none
  ) -> UInt64 {
    text.removeAll()
    text.append(name)
    return makeTrack(in: parent, rank: rank, isCounter: isCounter, unit: unit)
  }

  /// - Returns: `nil` if there are too many.
  private func device(
    _ address: BluetoothAddress?, _ peer: Peer?, limit: Int = TraceRenderer.advertiserLimit
  ) -> TracedDevice? {
    // Whether an address is an identity may be learned later.
    let key = address?.deviceKey ?? .max
    if let known = devices[key] {
      if let peer { known.peer = peer }
      return known
    }
    guard devices.count < limit else { return nil }
    lastTrack += 1
    let made = TracedDevice(lastTrack, address)
    made.peer = peer
    devices[key] = made
    deviceOrder.append(made)
    return made
  }

  private func tracks(of connection: Connection, _ address: BluetoothAddress?) -> TracedConnection?
  {
    if let known = connections[connection.ordinal] { return known }
    if connections.count >= connectionLimit { letGoEnded() }
    guard let device = device(address, connection.peer, limit: SessionLimits.devices) else {
      return nil
    }
    text.removeAll()
    text.append("connection ")
    text.append(decimal: connection.ordinal)
    let uuid = makeTrack(
      in: device.uuid, rank: Self.firstConnection + connection.ordinal, hasChildren: true)
    let made = TracedConnection(connection, device, uuid, begin: stamp(connection.startTime))
    connections[connection.ordinal] = made
    return made
  }

  /// The places of the tracks of a device.
  private static let firstConnection = 2
  private static let firstCounter = 1 << 24

  private func letGoEnded() {
    for (ordinal, tracks) in connections.sorted(by: { $0.key < $1.key })
    where !tracks.connection.isOpen {
      end(tracks)
      connections[ordinal] = nil
    }
    connectionLimit = connections.count + Self.keptConnections
  }

  /// The track for a slice of a connection.
  private func track(
    _ tracks: TracedConnection, _ key: TracedConnection.LaneKey, from begin: UInt64,
    to end: UInt64
  ) -> UInt64 {
    let index = tracks.lane(key)
    if let known = tracks.lanes[index].lane.track(from: begin, to: end) { return known }
    let made = makeTrack(tracks, key)
    tracks.lanes[index].lane.add(made, until: max(begin, end))
    return made
  }

  /// The track for what has no duration.
  private func track(_ tracks: TracedConnection, _ key: TracedConnection.LaneKey) -> UInt64 {
    let index = tracks.lane(key)
    if let known = tracks.lanes[index].lane.first { return known }
    let made = makeTrack(tracks, key)
    tracks.lanes[index].lane.add(made)
    return made
  }

  private func makeTrack(
    _ tracks: TracedConnection, _ key: TracedConnection.LaneKey
  ) -> UInt64 {
    text.removeAll()
    tracks.name(of: key, to: &text)
    return makeTrack(in: tracks.uuid, rank: key.rank)
  }

  /// What happens on no connection: the track of its adapter.
  private func groundTrack(_ adapter: UInt16?) -> UInt64 {
    guard let adapter, adapters[adapter] != nil || adapters.count < SessionLimits.adapters else {
      if let ground { return ground }
      let made = makeTrack(in: nil, named: "capture", rank: 0)
      ground = made
      return made
    }
    if let known = adapters[adapter] { return known }
    text.removeAll()
    text.append("hci")
    text.append(decimal: UInt64(adapter))
    let made = makeTrack(in: nil, rank: 0)
    adapters[adapter] = made
    return made
  }

  // MARK: Events

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    Lexicon.renew(&trace.lexicon)
    let time = stamp(event.time)
    if let request = waiting {
      let isIts =
        event.requestFrame == request.requestFrame && event.connection === request.connection
        && event.time == request.time
      if isIts, Self.saysMore(event.kind) {
        waiting = nil
        if let tracks = tracks(of: request.connection, event.address) {
          self.request(request, tracks, event, fields, value)
          if event.kind.isValue { numbers(event, fields, tracks.device, time) }
        } else {
          leftOut += 1
        }
        return
      }
      if event.frame != request.frame { writeAnswered() }
    }
    switch event.kind {
    case .advertisement:
      guard let device = device(event.address ?? event.overAirAddress, event.peer) else {
        leftOut += 1
        return
      }
      advertisement(event, fields, value, device, time)
    case .mark:
      let track = marks ?? makeTrack(in: nil, named: "marks", rank: 0)
      marks = track
      instant(event, fields, value, time, on: track)
    default:
      guard let connection = event.connection else {
        instant(event, fields, value, time, on: groundTrack(event.adapter))
        return
      }
      guard let tracks = tracks(of: connection, event.address ?? event.overAirAddress) else {
        leftOut += 1
        return
      }
      self.event(event, fields, value, tracks, time)
    }
  }

  /// Kinds whose event is about one request and its answer.
  private static func saysMore(_ kind: EventKind) -> Bool {
    kind == .read || kind == .write || kind == .attError || kind == .mtu
  }

  private func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    _ tracks: TracedConnection, _ time: UInt64
  ) {
    if tracks.isNew {
      begin(tracks, event, fields)
      if event.kind == .connected { return }
    }
    if event.kind == .disconnected {
      end(tracks, event, fields)
      return
    }
    if tracks.isEnded, fields.own.has(.event.goesOn) {
      tracks.isEnded = false
      begin(tracks, at: time)
    }
    if let asked = event.requestTime, lasts(event) {
      slice(event, fields, value, tracks, from: stamp(asked), to: time)
      return
    }
    let isATT = event.kind.isValue || event.kind == .attError || event.kind == .mtu
    let track = isATT ? lane(event).map { self.track(tracks, $0) } : nil
    instant(event, fields, value, time, on: track ?? tracks.uuid)
    if event.kind.isValue { numbers(event, fields, tracks.device, time) }
  }

  /// Whether the event is about the time since its request: a pairing, a discovery, or a request
  /// without an answer.
  private func lasts(_ event: borrowing Event) -> Bool {
    switch event.kind {
    case .security: true
    case .read, .write, .attError: event.responseTime == nil
    case .note: event.subject == .discovery || event.isProblem && event.responseTime == nil
    default: false
    }
  }

  private func lane(_ event: borrowing Event) -> TracedConnection.LaneKey? {
    switch event.direction {
    case .sent: TracedConnection.LaneKey(side: 0, channel: event.channel)
    case .received: TracedConnection.LaneKey(side: 1, channel: event.channel)
    case .unknown: nil
    }
  }

  private func advertisement(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    _ device: TracedDevice, _ time: UInt64
  ) {
    for index in fields.own.fields.indices where fields.own.fields[index].key == .event.rssi {
      let field = fields.own.fields[index]
      guard case .integer(let strength) = field.value else { continue }
      let track =
        device.signal
        ?? makeTrack(
          in: device.uuid, named: "RSSI", rank: 1, isCounter: true, unit: field.unit)
      device.signal = track
      trace.counter(Double(strength), at: time, on: track, to: out)
    }
    numbers(event, fields, device, time)
    guard !event.isRepeat else { return }
    let track = device.advertising ?? makeTrack(in: device.uuid, named: "advertising", rank: 0)
    device.advertising = track
    instant(event, fields, value, time, on: track)
  }

  /// Not beside selected events.
  private var showsPackets: Bool {
    filter.kinds.isEmpty && filter.uuids.isEmpty && filter.handle == nil
  }

  /// A data packet on the air: how well its sender is heard.
  package func heard(_ packet: borrowing HeardPacket) {
    // What is damaged may be of another sender.
    guard let strength = packet.rssi, !packet.isDamaged, showsPackets else { return }
    let connection = packet.connection
    guard let tracks = tracks(of: connection, connection.peer?.address ?? connection.airAddress)
    else {
      leftOut += 1
      return
    }
    if tracks.isNew { begin(tracks) }
    let side = packet.role == .central ? 0 : 1
    let track =
      tracks.signals[side]
      ?? makeTrack(
        in: tracks.uuid, named: side == 0 ? "RSSI of the central" : "RSSI of the peripheral",
        rank: TracedConnection.rank(ofSignal: side), isCounter: true, unit: "dBm")
    tracks.signals[side] = track
    trace.counter(Double(strength), at: stamp(packet.time), on: track, to: out)
  }

  private func instant(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan, _ time: UInt64,
    on track: UInt64
  ) {
    trace.begin(.instant, at: time, on: track)
    name(event, fields)
    categories(event)
    if Self.saysMore(event.kind), let frame = event.requestFrame { trace.flow(frame) }
    arguments(event, fields, value)
    trace.end(to: out)
  }

  /// What lasts.
  private func slice(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan,
    _ tracks: TracedConnection, from begin: UInt64, to end: UInt64
  ) {
    var key = lane(event) ?? TracedConnection.LaneKey(side: 0, channel: event.channel)
    if event.kind == .security {
      key = TracedConnection.LaneKey(side: 0, purpose: .security)
    } else if event.subject == .discovery {
      key.purpose = .discovery
    }
    let end = max(begin, end)
    let track = self.track(tracks, key, from: begin, to: end)
    trace.begin(.sliceBegin, at: begin, on: track)
    name(event, fields)
    categories(event)
    arguments(event, fields, value)
    trace.end(to: out)
    endSlice(at: end, on: track)
  }

  private func endSlice(at time: UInt64, on track: UInt64) {
    trace.begin(.sliceEnd, at: time, on: track)
    trace.end(to: out)
  }

  // MARK: Requests

  package func answered(_ request: borrowing AnsweredRequest) {
    writeAnswered()
    waiting = copy request
  }

  /// Whether a request is shown without an event.
  private func isSelected(_ request: AnsweredRequest) -> Bool {
    filter.kinds.isEmpty && filter.includesAttribute(of: request)
  }

  private func writeAnswered() {
    guard let request = waiting else { return }
    waiting = nil
    guard isSelected(request) else { return }
    let connection = request.connection
    guard let tracks = tracks(of: connection, connection.peer?.address ?? connection.airAddress)
    else {
      leftOut += 1
      return
    }
    if tracks.isNew { begin(tracks) }
    let answer = slice(request, tracks)
    if let handle = request.handle { trace.argument(Keys.common.handle, UInt64(handle)) }
    endRequest(answer)
    trace.begin(.instant, at: answer.time, on: answer.track)
    nameAnswer(request)
    trace.end(to: out)
  }

  /// With the event about it: a write has its value in the request.
  private func request(
    _ request: AnsweredRequest, _ tracks: TracedConnection, _ event: borrowing Event,
    _ fields: borrowing EventFields, _ value: RawSpan
  ) {
    if tracks.isNew { begin(tracks) }
    let answer = slice(request, tracks)
    if event.kind == .write { contents(event, fields, value) }
    endRequest(answer)
    trace.begin(.instant, at: answer.time, on: answer.track)
    nameAnswer(request)
    categories(event)
    if event.kind != .write { contents(event, fields, value) }
    trace.end(to: out)
  }

  /// Begins the slice of a request.
  /// - Returns: where and when it ends, and the track of the answer.
  private func slice(
    _ request: AnsweredRequest, _ tracks: TracedConnection
  ) -> (slice: UInt64, track: UInt64, time: UInt64) {
    // The client is the side whose attributes they are not.
    let side = request.database === request.connection.local ? 1 : 0
    let begin = stamp(request.requestTime)
    let end = max(begin, stamp(request.time))
    let track = self.track(
      tracks, .init(side: side, channel: request.channel), from: begin, to: end)
    let answer = self.track(tracks, .init(side: 1 - side, channel: request.channel))
    text.removeAll()
    if let name = request.opcode.name { text.append(name) }
    if let attribute = request.attribute {
      text.append(" ")
      attribute.describe(&text)
    }
    trace.begin(.sliceBegin, at: begin, on: track)
    trace.name(text)
    trace.category(.request)
    trace.flow(request.requestFrame)
    trace.argument(Keys.common.frame, request.requestFrame)
    trace.argument(
      Keys.common.responseTime,
      number: Double(request.time.nanoseconds(since: request.requestTime)) / 1e6)
    return (track, answer, end)
  }

  private func endRequest(_ answer: (slice: UInt64, track: UInt64, time: UInt64)) {
    trace.end(to: out)
    endSlice(at: answer.time, on: answer.slice)
  }

  private func nameAnswer(_ request: AnsweredRequest) {
    let opcode: ATTOpcode =
      request.isError ? .errorResponse : ATTOpcode(rawValue: request.opcode.rawValue &+ 1)
    if let name = opcode.name { trace.name(name.rawBytes) }
    trace.category(.response)
    trace.flow(request.requestFrame)
    trace.argument(Keys.common.frame, request.frame)
    trace.argument(Keys.common.requestFrame, request.requestFrame)
  }

  // MARK: Connections

  /// - time: where it goes on; `nil` at its begin.
  private func begin(_ tracks: TracedConnection, at time: UInt64? = nil) {
    beginSlice(tracks, at: time ?? tracks.begin)
    trace.end(to: out)
  }

  /// - event: the first of the connection.
  private func begin(
    _ tracks: TracedConnection, _ event: borrowing Event, _ fields: borrowing EventFields
  ) {
    beginSlice(tracks, at: tracks.begin)
    if event.kind == .connected { trace.arguments(fields.own) }
    trace.end(to: out)
  }

  private func beginSlice(_ tracks: TracedConnection, at time: UInt64) {
    tracks.isNew = false
    let connection = tracks.connection
    trace.begin(.sliceBegin, at: time, on: tracks.uuid)
    text.removeAll()
    text.append("connection ")
    text.append(decimal: connection.ordinal)
    trace.name(text)
    trace.category(.connection)
    trace.argument(Keys.common.connection, UInt64(connection.ordinal))
    if let address = connection.peer?.address ?? connection.airAddress {
      text.removeAll()
      address.write(to: &text)
      trace.argument(Keys.common.address, text: text.bytes)
    }
    if connection.beginsInCapture {
      trace.argument(Keys.common.frame, connection.startFrame)
    }
  }

  private func end(
    _ tracks: TracedConnection, _ event: borrowing Event, _ fields: borrowing EventFields
  ) {
    let time = max(tracks.begin, stamp(event.time))
    trace.begin(.instant, at: time, on: tracks.uuid)
    name(event, fields)
    categories(event)
    arguments(event, fields, RawSpan())
    trace.end(to: out)
    guard !tracks.isEnded else { return }
    tracks.isEnded = true
    endSlice(at: time, on: tracks.uuid)
  }

  /// A connection whose end no event says: it was not selected.
  private func end(_ tracks: TracedConnection) {
    guard !tracks.isNew, !tracks.isEnded, let time = tracks.connection.endTime else { return }
    tracks.isEnded = true
    endSlice(at: max(tracks.begin, stamp(time)), on: tracks.uuid)
  }

  // MARK: Words

  /// An attribute has its name, everything else says what it is.
  private func name(_ event: borrowing Event, _ fields: borrowing EventFields) {
    text.removeAll()
    if event.kind.isValue, let handle = event.handle ?? event.attribute?.handle {
      if let label = event.label {
        text.append(string: label)
      } else if let attribute = event.attribute {
        attribute.describe(&text)
      } else {
        text.append("handle ")
        text.append(upperHex: UInt64(handle), digits: 4)
      }
    } else if event.kind == .advertisement || fields.decoded.text.isEmpty {
      text.append(event.kind.name)
    } else {
      trace.name(fields.decoded.text.bytes)
      return
    }
    trace.name(text)
  }

  private func categories(_ event: borrowing Event) {
    trace.category(.kind(event.kind))
    if event.isProblem { trace.category(.problem) }
  }

  /// The members that NDJSON has.
  private func arguments(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan
  ) {
    trace.argument(Keys.common.frame, event.frame)
    if let frame = event.requestFrame { trace.argument(Keys.common.requestFrame, frame) }
    if let time = event.responseTime {
      trace.argument(Keys.common.responseTime, number: Double(time) / 1e6)
    }
    contents(event, fields, value)
  }

  private func contents(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan
  ) {
    if let handle = event.handle { trace.argument(Keys.common.handle, UInt64(handle)) }
    let path = event.path
    if let uuid = path?.service { trace.argument(Keys.common.service, uuid) }
    if let uuid = path?.characteristic { trace.argument(Keys.common.characteristic, uuid) }
    if let uuid = path?.descriptor { trace.argument(Keys.common.descriptor, uuid) }
    trace.arguments(fields.own)
    if event.hasValue { trace.argument(Keys.common.value, hex: value) }
    if !fields.decoded.fields.isEmpty {
      trace.argument(Keys.common.decoded, members: fields.decoded)
    }
    if !fields.decoded.text.isEmpty {
      trace.argument(Keys.common.text, text: fields.decoded.text.bytes)
    }
    if event.isTruncated { trace.argument(Keys.common.truncated, true) }
    if !fields.decoded.note.isEmpty {
      trace.argument(Keys.common.note, text: fields.decoded.note.bytes)
    }
  }

  // MARK: Numbers

  /// The numbers of a value, but not of a descriptor, which are settings.
  private func numbers(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ device: TracedDevice,
    _ time: UInt64
  ) {
    let path = event.path
    guard !fields.decoded.fields.isEmpty, path?.descriptor == nil else { return }
    var series = NumberSeries(device: device.uuid, path)
    attribute.removeAll()
    attribute.append(attributeOf: event)
    if !attribute.isEmpty { attribute.append(" ") }
    let isPushed = event.kind == .notification || event.kind == .indication
    walk.forEach(of: fields.decoded, trace.lexicon) { number, name in
      series.place = number.place
      count(number, name, series, device, time, isPushed: isPushed)
    }
  }

  /// A number that nobody asked for is a counter; one that is read, written or advertised, too, when
  /// it changes: many of them are constants.
  private func count(
    _ number: FieldNumber, _ name: borrowing ByteWriter, _ series: NumberSeries,
    _ device: TracedDevice, _ time: UInt64, isPushed: Bool
  ) {
    guard var counter = counters[series] else {
      guard counters.count < Self.counterLimit else {
        leftOut += 1
        return
      }
      var made = TracedCounter(first: (time, number.value))
      if isPushed { start(&made, name, number.key.unit, device) }
      counters[series] = made
      return
    }
    if let track = counter.track {
      trace.counter(number.value, at: time, on: track, to: out)
      return
    }
    guard isPushed || number.value != counter.first.value else { return }
    let track = start(&counter, name, number.key.unit, device)
    counters[series] = counter
    trace.counter(number.value, at: time, on: track, to: out)
  }

  @discardableResult
  private func start(
    _ counter: inout TracedCounter, _ name: borrowing ByteWriter, _ unit: FieldUnit,
    _ device: TracedDevice
  ) -> UInt64 {
    text.removeAll()
    text.append(attribute.bytes)
    text.append(name.bytes)
    let track = makeTrack(
      in: device.uuid, rank: Self.firstCounter + device.counters, isCounter: true, unit: unit)
    device.counters += 1
    counter.track = track
    trace.counter(counter.first.value, at: counter.first.time, on: track, to: out)
    return track
  }

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    Lexicon.renew(&trace.lexicon)
    writeAnswered()
    for (_, tracks) in connections.sorted(by: { $0.key < $1.key }) { end(tracks) }
    for device in deviceOrder {
      text.removeAll()
      if let address = device.address {
        if let name = device.peer?.name {
          text.append(string: name)
          text.append(" ")
        }
        address.write(to: &text)
      } else {
        text.append("unknown address")
      }
      trace.track(device.uuid, in: nil, named: text.bytes, rank: 0, hasChildren: true, to: out)
    }
    guard leftOut > 0 else { return }
    let track = groundTrack(nil)
    trace.begin(.instant, at: lastTime, on: track)
    text.removeAll()
    text.append(decimal: leftOut)
    text.append(" events left out: more devices or numbers than a trace has")
    trace.name(text)
    trace.category(.problem)
    trace.end(to: out)
  }
}
