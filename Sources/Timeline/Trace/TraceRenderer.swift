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
  package var demand: EventDemand { EventDemand(unheard: true) }

  let out: OutputStream
  var trace = TraceWriter()
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  /// Nanoseconds since 1970 where `t` is 0; 0 where nanoseconds cannot express that.
  private var base: Int64 = 0
  private var lastTime: UInt64 = 0

  /// The tracks of this program are unlikely to be those of another one in a joined file.
  var lastTrack: UInt64 = 0xB1E1_4593_0000_0000
  var devices: [UInt64: TracedDevice] = [:]
  var deviceOrder: [TracedDevice] = []
  var connections: [Int: TracedConnection] = [:]
  /// Ended connections are let go when there are so many.
  var connectionLimit = TraceRenderer.keptConnections
  var counters: [NumberSeries: TracedCounter] = [:]
  var walk = FieldNumbers()
  /// The tracks by the index of the adapter.
  var adapters: [UInt16: UInt64] = [:]
  var ground: UInt64?
  private var marks: UInt64?
  /// A request that was answered, until it is known whether an event says more about it.
  var waiting: AnsweredRequest?
  var text = ByteWriter(capacity: 256)
  /// The attribute whose numbers are counted.
  var attribute = ByteWriter(capacity: 128)
  /// What no longer had a place.
  var leftOut: UInt64 = 0

  static let keptConnections = 256
  static let counterLimit = 4_096
  /// Devices that only advertise get no track if there are so many; a device with a connection does.
  static let advertiserLimit = 4_096

  let filter: EventFilter
  /// What was found, asked for at the end.
  package var findings: () -> [TraceFinding] = { [] }

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

  func stamp(_ time: CaptureTime) -> UInt64 {
    let (sum, overflow) = base.addingReportingOverflow(clock.nanoseconds(time))
    let stamp = overflow ? UInt64(Int64.max) : UInt64(max(sum, 0))
    lastTime = max(lastTime, stamp)
    return stamp
  }

  // MARK: Events

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    Lexicon.renew(&trace.lexicon)
    let time = stamp(event.time)
    if let request = waiting {
      let isIts =
        event.requestFrame == request.requestFrame && event.connection === request.connection
        && event.time == request.time
      if isIts, Self.saysMore(event.kind) {
        waiting = nil
        if let tracks = tracks(of: request.connection, address: event.address) {
          self.request(request, on: tracks, event: event, fields: fields, value: value)
          if event.kind.isValue {
            numbers(of: event, fields: fields, device: tracks.device, at: time)
          }
        } else {
          leftOut += 1
        }
        return
      }
      if event.frame != request.frame { writeAnswered() }
    }
    switch event.kind {
    case .advertisement:
      guard let device = device(event.address ?? event.overAirAddress, peer: event.peer) else {
        leftOut += 1
        return
      }
      advertisement(event, fields: fields, value: value, device: device, at: time)
    case .mark:
      let track = marks ?? makeTrack(in: nil, named: "marks", rank: 0)
      marks = track
      instant(event, fields: fields, value: value, at: time, on: track)
    default:
      guard let connection = event.connection else {
        instant(event, fields: fields, value: value, at: time, on: groundTrack(event.adapter))
        return
      }
      guard let tracks = tracks(of: connection, address: event.address ?? event.overAirAddress)
      else {
        leftOut += 1
        return
      }
      self.event(event, fields: fields, value: value, on: tracks, at: time)
    }
  }

  /// Kinds whose event is about one request and its answer.
  private static func saysMore(_ kind: EventKind) -> Bool {
    kind == .read || kind == .write || kind == .attError || kind == .mtu
  }

  func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    on tracks: TracedConnection, at time: UInt64
  ) {
    if tracks.isNew {
      begin(tracks, event: event, fields: fields)
      if event.kind == .connected { return }
    }
    if event.kind == .disconnected {
      end(tracks, event: event, fields: fields)
      return
    }
    if tracks.isEnded, case .link(.goesOn) = event.content {
      tracks.isEnded = false
      tracks.uuid = linkTrack(of: tracks.device, from: time)
      begin(tracks, at: time)
    }
    if let asked = event.requestTime, lasts(event) {
      slice(event, fields: fields, value: value, on: tracks, from: stamp(asked), to: time)
      return
    }
    let isATT = event.kind.isValue || event.kind == .attError || event.kind == .mtu
    let track = isATT ? lane(of: event).map { self.track(tracks, key: $0) } : nil
    instant(event, fields: fields, value: value, at: time, on: track ?? tracks.uuid)
    if event.kind.isValue { numbers(of: event, fields: fields, device: tracks.device, at: time) }
  }

  /// Whether the event is about the time since its request: a pairing, a discovery, or a request
  /// without an answer.
  func lasts(_ event: borrowing Event) -> Bool {
    switch event.kind {
    case .security: true
    case .read, .write, .attError: event.responseTime == nil
    case .note: event.content.isDiscovery || event.isProblem && event.responseTime == nil
    default: false
    }
  }

  func lane(of event: borrowing Event) -> TracedConnection.LaneKey? {
    switch event.direction {
    case .sent: TracedConnection.LaneKey(side: .host, channel: event.channel)
    case .received: TracedConnection.LaneKey(side: .peer, channel: event.channel)
    case .unknown: nil
    }
  }

  func advertisement(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    device: TracedDevice, at time: UInt64
  ) {
    guard case .advertisement(let advertisement) = event.content else { return }
    if let strength = advertisement.rssi {
      let track =
        device.signal
        ?? makeTrack(in: device.uuid, named: "RSSI", rank: 1, isCounter: true, unit: "dBm")
      device.signal = track
      trace.counter(Double(strength), at: time, on: track, to: out)
    }
    numbers(of: event, fields: fields, device: device, at: time)
    guard !advertisement.isRepeat else { return }
    let track = device.advertising ?? makeTrack(in: device.uuid, named: "advertising", rank: 0)
    device.advertising = track
    instant(event, fields: fields, value: value, at: time, on: track)
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
    guard
      let tracks = tracks(
        of: connection, address: connection.peer?.address ?? connection.airAddress)
    else {
      leftOut += 1
      return
    }
    if tracks.isNew { begin(tracks) }
    let side = packet.role.side
    let device = tracks.device
    let track =
      device.signals[side]
      ?? makeTrack(
        in: device.uuid, named: side == .central ? "RSSI of the central" : "RSSI of the peripheral",
        rank: Self.firstLane + TracedDevice.rank(ofSignal: side), isCounter: true, unit: "dBm")
    device.signals[side] = track
    trace.counter(Double(strength), at: stamp(packet.time), on: track, to: out)
  }

  func instant(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan, at time: UInt64,
    on track: UInt64
  ) {
    trace.begin(.instant, at: time, on: track)
    name(event, fields: fields)
    categories(event)
    if Self.saysMore(event.kind), let frame = event.requestFrame { trace.flow(frame) }
    arguments(event, fields: fields, value: value)
    trace.end(to: out)
  }

  /// What lasts.
  func slice(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    on tracks: TracedConnection, from begin: UInt64, to end: UInt64
  ) {
    var key = lane(of: event) ?? TracedConnection.LaneKey(side: .host, channel: event.channel)
    if event.kind == .security {
      key = TracedConnection.LaneKey(side: .host, purpose: .security)
    } else if event.content.isDiscovery {
      key.purpose = .discovery
    }
    let end = max(begin, end)
    let track = self.track(tracks, key: key, from: begin, to: end)
    trace.begin(.sliceBegin, at: begin, on: track)
    name(event, fields: fields)
    categories(event)
    arguments(event, fields: fields, value: value)
    trace.end(to: out)
    endSlice(at: end, on: track)
  }

  func endSlice(at time: UInt64, on track: UInt64) {
    trace.begin(.sliceEnd, at: time, on: track)
    trace.end(to: out)
  }

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    Lexicon.renew(&trace.lexicon)
    writeAnswered()
    for (_, tracks) in connections.sorted(by: { $0.key < $1.key }) { end(tracks) }
    writeFindings()
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
