import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList

/// Collects the sightings of a capture while a session follows it.
package final class TraceCollector {
  /// Sightings at most, without advertisements, and of advertisements.
  package static let limits = [1 << 16, 1 << 14]
  /// The octets of an L2CAP PDU that are compared; a link-layer PDU holds that many even at its shortest.
  private static let wholeLength = 27
  /// The octets that are compared in a log that keeps only the beginning of each packet: L2CAP header, opcode and
  /// parameters.
  private static let briefLength = 9

  package let session: GATTSession
  let packet: PacketDescription
  var trace = RecorderTrace()
  private var pools: [[Sighting]] = [[], []]
  private var step: Int64 = 0
  var hasHost = false
  var hasAir = false
  /// What a host sends and receives on each connection.
  var hosts: [Int32: HostSide] = [:]
  /// What a sniffer has heard of each connection.
  var air: [Int32: AirSide] = [:]
  /// The connection of the last record that has one, and when that was: most records are of the same one.
  private var latest: (connection: Int32, time: Double) = (0, 0)
  /// The parameters that were noted last.
  private var noted: (connection: Int32, terms: LinkSpan.Terms)?
  private let limits: [Int]

  /// The last PDUs of a connection on the air.
  final class AirSide {
    var end = PerSide<Double>(both: -1)
    var acknowledges = PerSide(both: false)
    /// The sequence number of the last packet.
    var number = PerSide<Bool?>(both: nil)
    /// Octets of the longest payload; no link has a limit below that.
    var longest = PerSide(both: 31)
    var open = PerSide<OpenSighting?>(both: nil)
    var events = HeardEvents()
  }

  /// A PDU whose parts may still follow.
  struct OpenSighting {
    var sighting: Sighting
    /// Its length; that of an encrypted one without MICs.
    var octets = 0
    /// Octets of the last payload.
    var last = 0
    /// A part of it may not have been heard.
    var isDoubtful = false
    /// On the air, the sequence number of its last part, which is the last packet of its sender.
    var number = false
    var isCurrent = true
    /// Octets that are still missing.
    var missing = 0
  }

  /// The packets of a connection that a host handed to its controller.
  struct Flow {
    /// The records of those that the controller has not reported as completed.
    var waiting: [UInt64] = []
    var isReported = false

    /// The controller reports the first `count` as completed.
    /// - Returns: their records.
    mutating func complete(_ count: Int) -> [UInt64] {
      let done = Array(waiting.prefix(count))
      waiting.removeFirst(done.count)
      isReported = true
      return done
    }
  }

  /// A connection of a host.
  final class HostSide {
    /// The last PDUs that it sent and received.
    var sent: OpenSighting?
    var received: OpenSighting?
    /// `nil`: the connection did not begin in the capture, or has ended.
    var flow: Flow?
  }

  /// - limits: less than usual in tests.
  package init(_ options: GATTSession.Options, limits: [Int] = TraceCollector.limits) {
    self.limits = limits
    var described = PacketDescription.Options()
    described.writesPlain = true
    packet = PacketDescription(described)
    var options = options
    options.readsAttributes = false
    session = GATTSession(options: options, sink: SilentSink(), observer: packet)
  }

  /// The connection of the last record; 0: it has none.
  package var connectionNumber: Int32 { Int32(clamping: packet.connectionNumber) }

  package func take(_ record: CaptureRecord, bytes: RawSpan) {
    session.process(record, bytes: bytes)
    let time = note(record)
    switch record.kind {
    case .acl: acl(record, bytes: bytes, at: time)
    case .event: event(record, bytes: bytes, at: time)
    case .command: command(record, bytes: bytes, at: time)
    case .linkLayer: linkLayer(record, bytes: bytes, at: time)
    case .sco, .iso, .system, .unknown: break
    }
  }

  /// Call it once, after the last record.
  package func finish() -> RecorderTrace {
    session.finish()
    keepLatest()
    for (number, heard) in air {
      for side in Side.allCases { close(heard, side: side, isAlternate: true) }
      heard.events.finish(&trace.links[number])
    }
    for host in hosts.values {
      for open in [host.sent, host.received] { if let open { add(open.sighting) } }
    }
    trace.spool?.finish()
    trace.sightings = pools[0] + pools[1]
    pools = [[], []]
    trace.sightings.sort { ($0.time, $0.frame) < ($1.time, $1.frame) }
    if trace.isThinned {
      let kept = Set(trace.sightings.lazy.filter { $0.place == .sent }.map(\.lastFrame))
      trace.completions = trace.completions.filter { kept.contains($0.key) }
    }
    trace.step = Double(max(1, step))
    trace.hasLosses = session.counts.drops > 0
    var roles: Set<LinkRole> = []
    for connection in session.connections {
      guard var link = trace.links[Int32(clamping: connection.ordinal)] else { continue }
      if !hasAir {
        link.role = connection.role
        if let role = connection.role { roles.insert(role) }
      }
      link.interval = connection.interval
      link.peer = connection.peer?.address
      link.hasStart = connection.beginsInCapture && !connection.lacksStart
      if link.hasStart {
        link.firstInterval = connection.state.intervals.first?.nanoseconds
      }
      trace.links[Int32(clamping: connection.ordinal)] = link
    }
    trace.recorder =
      switch (hasHost, hasAir) {
      case (true, true): .both
      case (true, false): .host(roles.count == 1 ? roles.first : nil)
      case (false, true): .sniffer
      case (false, false): .none
      }
    return trace
  }

  // MARK: Time

  private func note(_ record: CaptureRecord) -> Double {
    trace.records += 1
    trace.lastFrame = max(trace.lastFrame, record.frame)
    guard let start = trace.start else {
      trace.start = record.time
      return 0
    }
    let nanoseconds = record.time.nanoseconds(since: start)
    let apart = Int64(clamping: nanoseconds.magnitude)
    if apart > 0, step == 0 || apart % step != 0 { step = Self.divisor(step, apart) }
    trace.length = max(trace.length, Double(nanoseconds))
    return Double(nanoseconds)
  }

  private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  // MARK: Keeping

  func add(_ sighting: Sighting) {
    let pool = sighting.pool
    if pool == 0 { trace.spool?.add(sighting) }
    guard trace.thinning[pool].keeps(sighting) else { return }
    pools[pool].append(sighting)
    while pools[pool].count >= limits[pool] {
      if pool == 0, trace.spool == nil {
        let spool = SightingSpool()
        for kept in pools[pool] { spool.add(kept) }
        trace.spool = spool
      }
      trace.thinning[pool].increase(pools[pool])
      let thinning = trace.thinning[pool]
      pools[pool].removeAll { !thinning.keeps($0) }
      // Only one key was left, and it is as common as before.
      if thinning.bits == 31 { pools[pool].removeAll() }
    }
  }

  /// A connection has a record.
  /// - Returns: whether it is kept: a hostile capture has any number of connections.
  @discardableResult
  func extend(_ connection: Int32, to time: Double) -> Bool {
    guard connection > 0 else { return false }
    if connection != latest.connection {
      keepLatest()
      if trace.links[connection] == nil {
        guard trace.links.count < Self.limits[0] else { return false }
        trace.links[connection] = LinkSpan(first: time, last: time)
      }
    }
    latest = (connection, time)
    return true
  }

  private func keepLatest() {
    if latest.connection > 0 { trace.links[latest.connection]?.last = latest.time }
    latest = (0, 0)
  }

  /// Notes the parameters of a connection that the session has.
  func noteTerms(_ connection: Connection, number: Int32, at time: Double, frame: UInt64) {
    let terms = LinkSpan.Terms(
      time: time, frame: frame, interval: connection.interval, latency: connection.state.latency,
      timeout: connection.state.timeout)
    if let noted, noted.connection == number, noted.terms.isSame(as: terms) { return }
    trace.links[number]?.note(terms)
    noted = (number, terms)
  }

  static func key(_ kind: Sighting.Kind, octets: RawSpan, more: UInt64 = 0) -> UInt32 {
    var hash = FNV1a()
    hash.add(UInt64(kind.rawValue))
    hash.add(more)
    hash.add(octets)
    return folded(hash)
  }

  private static func folded(_ hash: FNV1a) -> UInt32 {
    UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }

  /// An L2CAP PDU, of which `body` is the beginning.
  static func data(
    _ body: RawSpan, at time: Double, record: CaptureRecord, place: Sighting.Place,
    sender: LinkRole?, connection: Int32
  ) -> Sighting? {
    guard body.byteCount >= 4 else { return nil }
    let size = Int(body.uint16LittleEndian(at: 0)) + 4
    let whole = min(size, wholeLength)
    let brief = min(size, briefLength)
    var hash = FNV1a()
    hash.add(UInt64(Sighting.Kind.data.rawValue))
    hash.add(UInt64(size))
    hash.add(body.clamped(0, count: brief))
    let briefKey = folded(hash)
    if whole > brief { hash.add(body.clamped(brief, count: whole - brief)) }
    return Sighting(
      time: time,
      keys: (
        length: lengthKey(size),
        brief: briefKey, whole: folded(hash)
      ),
      depth: body.byteCount >= whole ? .whole : body.byteCount >= brief ? .brief : .length,
      kind: .data, place: place, sender: sender, connection: connection, frame: record.frame,
      lastFrame: record.frame, lastTime: time)
  }

  static func lengthKey(_ size: Int) -> UInt32 {
    var hash = FNV1a()
    hash.add(0x1_0000 | UInt64(size))
    // Its lowest bits decide what is left out.
    hash.add(UInt64(size))
    return folded(hash)
  }

  /// What both sides show whole.
  static func plain(
    _ kind: Sighting.Kind, key: UInt32, at time: Double, record: CaptureRecord,
    place: Sighting.Place, connection: Int32
  ) -> Sighting {
    Sighting(
      time: time, keys: (key, key, key), depth: .whole, kind: kind, place: place, sender: nil,
      connection: connection, frame: record.frame, lastFrame: record.frame, lastTime: time)
  }

  /// Keeps a PDU of the air, once it is known how long it is.
  /// - isAlternate: no packet is missing between its last part and what follows.
  func close(_ air: AirSide, side: Side, isAlternate: Bool) {
    guard var open = air.open[side] else { return }
    open.sighting.isWhole = open.missing <= 0 && !open.isDoubtful
    guard open.sighting.depth == .length else { return add(open.sighting) }
    guard !open.isDoubtful, isAlternate || open.last < air.longest[side] else { return }
    var sighting = open.sighting
    let key = Self.lengthKey(open.octets)
    sighting.keys = (key, key, key)
    add(sighting)
  }
}
