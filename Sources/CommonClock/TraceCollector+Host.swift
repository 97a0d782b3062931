import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList

/// What hosts and controllers say to each other.
extension TraceCollector {
  private func place(of record: CaptureRecord) -> Sighting.Place {
    record.direction == .received ? .received : .sent
  }

  func acl(_ record: CaptureRecord, bytes: RawSpan, at time: Double) {
    var cursor = ByteCursor(bytes)
    guard let header = try? ACLHeader(&cursor) else { return }
    hasHost = true
    guard let connection = packet.connection else { return }
    let number = Int32(clamping: connection.ordinal)
    extend(number, to: time)
    noteTerms(connection, number: number, at: time, frame: record.frame)
    guard record.direction != .unknown else { return }
    let host = hostSide(number)
    let isSent = record.direction == .sent
    if isSent { handDown(record.frame, on: connection, host) }
    guard header.isStart else {
      host?.extend(isSent, to: record.frame, at: time)
      return
    }
    if let last = host?.take(isSent) { add(last.sighting) }
    let role = connection.role
    let sender = isSent ? role : role?.opposite
    let body = cursor.takeRest()
    guard
      let sighting = Self.data(
        body, at: time, record: record, place: place(of: record), sender: sender, connection: number
      )
    else {
      return
    }
    if let host { host.open(isSent, sighting) } else { add(sighting) }
  }

  /// - Returns: `nil` for most of the connections that a hostile log opens.
  private func hostSide(_ number: Int32) -> HostSide? {
    if let known = hosts[number] { return known }
    guard hosts.count < 4096 else { return nil }
    let side = HostSide()
    hosts[number] = side
    return side
  }

  /// Packets of one connection that a controller holds at most.
  private static let mostWaiting = 512
  private static let mostCompletions = 1 << 17

  private func handDown(_ frame: UInt64, on connection: Connection, _ host: HostSide?) {
    // A log from the middle of a connection does not have all that is reported.
    guard let host, connection.beginsInCapture, !connection.lacksStart else { return }
    if host.flow == nil { host.flow = Flow() }
    if host.flow?.waiting.count ?? 0 >= Self.mostWaiting { host.flow?.waiting.removeAll() }
    host.flow?.waiting.append(frame)
  }

  private func completed(
    _ cursor: inout ByteCursor, record: CaptureRecord, at time: Double
  ) {
    guard let handles = try? cursor.uint8() else { return }
    for _ in 0..<handles {
      guard let handle = try? cursor.uint16LittleEndian(),
        let count = try? cursor.uint16LittleEndian()
      else { return }
      let done = hosts[number(handle, record: record)]?.flow?.complete(Int(count)) ?? []
      for frame in done where trace.completions.count < Self.mostCompletions {
        trace.completions[frame] = time
      }
    }
  }

  private func disconnected(_ cursor: inout ByteCursor, at time: Double) {
    let number = Int32(clamping: packet.connectionNumber)
    guard (try? cursor.uint8()) == 0, let host = hosts.removeValue(forKey: number) else { return }
    for open in [host.sent, host.received] { if let open { add(open.sighting) } }
    guard let flow = host.flow else { return }
    if flow.isReported, trace.completions.count < Self.mostCompletions, trace.ends.count < 4096 {
      trace.ends[number] = time
    }
  }

  func command(_ record: CaptureRecord, bytes: RawSpan, at time: Double) {
    hasHost = true
    var cursor = ByteCursor(bytes)
    guard let header = try? HCICommandHeader(&cursor), header.opcode == .leEnableEncryption,
      let handle = try? cursor.uint16LittleEndian(), let start = try? cursor.take(10)
    else { return }
    add(
      Self.plain(
        .control, key: Self.key(.control, octets: start, more: 0x03), at: time, record: record,
        place: .sent,
        connection: number(handle, record: record)))
  }

  private func number(_ handle: UInt16, record: CaptureRecord) -> Int32 {
    let open = session.openConnection(handle & 0x0FFF, adapter: record.adapter)
    return open.map { Int32(clamping: $0.ordinal) } ?? 0
  }

  func event(_ record: CaptureRecord, bytes: RawSpan, at time: Double) {
    hasHost = true
    var cursor = ByteCursor(bytes)
    guard let header = try? HCIEventHeader(&cursor) else { return }
    switch header.code {
    case .readRemoteVersionComplete:
      guard let status = try? cursor.uint8(), status == 0,
        let handle = try? cursor.uint16LittleEndian(), let version = try? cursor.take(5)
      else { return }
      control(
        0x0C, octets: version, connection: number(handle, record: record), record: record, at: time)
    case .numberOfCompletedPackets: completed(&cursor, record: record, at: time)
    case .disconnectionComplete: disconnected(&cursor, at: time)
    case .leMeta:
      guard let code = try? cursor.uint8() else { return }
      meta(LESubevent(rawValue: code), from: &cursor, record: record, at: time)
    default: break
    }
  }

  private func control(
    _ opcode: UInt64, octets: RawSpan, connection: Int32, record: CaptureRecord,
    at time: Double
  ) {
    extend(connection, to: time)
    add(
      Self.plain(
        .control, key: Self.key(.control, octets: octets, more: opcode), at: time, record: record,
        place: .received, connection: connection))
  }

  private func meta(
    _ subevent: LESubevent, from cursor: inout ByteCursor, record: CaptureRecord, at time: Double
  ) {
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      guard let complete = try? LEConnectionComplete(&cursor, subevent: subevent),
        complete.status == .success
      else { return }
      let number = number(complete.connectionHandle, record: record)
      extend(number, to: time)
      if let connection = session.openConnection(
        complete.connectionHandle & 0x0FFF, adapter: record.adapter)
      {
        noteTerms(connection, number: number, at: time, frame: record.frame)
      }
      let peer =
        complete.peerResolvable != 0 ? complete.peerResolvable : complete.peer.value
      let key = Self.key(
        connecting: peer, interval: complete.interval, latency: complete.latency,
        timeout: complete.timeout)
      add(
        Self.plain(
          .connect, key: key, at: time, record: record, place: .received, connection: number))
    case .connectionUpdateComplete:
      // Status and handle.
      guard (try? cursor.uint8()) == 0, let handle = try? cursor.uint16LittleEndian(),
        let connection = session.openConnection(handle & 0x0FFF, adapter: record.adapter)
      else { return }
      let number = Int32(clamping: connection.ordinal)
      extend(number, to: time)
      noteTerms(connection, number: number, at: time, frame: record.frame)
    case .longTermKeyRequest:
      guard let handle = try? cursor.uint16LittleEndian(), let start = try? cursor.take(10) else {
        return
      }
      control(
        0x03, octets: start, connection: number(handle, record: record), record: record, at: time)
    case .readRemoteFeaturesComplete:
      guard let status = try? cursor.uint8(), status == 0,
        let handle = try? cursor.uint16LittleEndian(), let features = try? cursor.take(8)
      else { return }
      control(
        0x09, octets: features, connection: number(handle, record: record), record: record, at: time
      )
    case .advertisingReport, .extendedAdvertisingReport:
      guard let count = try? cursor.uint8() else { return }
      for _ in 0..<count {
        let report =
          subevent == .advertisingReport
          ? try? AdvertisingReport(legacy: &cursor) : try? AdvertisingReport(extended: &cursor)
        guard let report else { return }
        guard report.type.isLegacy, let address = report.address else { continue }
        let data = cursor.bytes.clamped(report.data.lowerBound, count: report.data.count)
        let key = Self.key(advertised: address.value, type: report.type, data: data)
        var sighting = Self.advertisement(
          key, whole: key, depth: .brief, at: time, record: record, place: .received)
        sighting.isAlone = count == 1
        add(sighting)
      }
    default: break
    }
  }

  static func key(
    connecting address: UInt64, interval: UInt16, latency: UInt16, timeout: UInt16
  ) -> UInt32 {
    var hash = FNV1a()
    for number in [address, UInt64(interval), UInt64(latency), UInt64(timeout)] {
      hash.add(number)
      hash.add(number >> 24)
    }
    return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }
}

/// Keys of what both layers have.
extension TraceCollector {
  static func key(
    advertised address: UInt64, type: AdvertisingType, data: RawSpan
  ) -> UInt32 {
    var hash = FNV1a()
    hash.add(address)
    hash.add(address >> 24)
    // Bit 0 of a scan response tells of the advertisement that it belongs to.
    hash.add(UInt64(type.isScanResponse ? 0x1A : type.bits & 0x1F))
    hash.add(data)
    return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }

  static func advertisement(
    _ brief: UInt32, whole: UInt32, depth: Sighting.Depth, at time: Double,
    record: CaptureRecord, place: Sighting.Place
  ) -> Sighting {
    Sighting(
      time: time, keys: (brief, brief, whole), depth: depth, kind: .advertisement, place: place,
      sender: nil, connection: 0, frame: record.frame, lastFrame: record.frame, lastTime: time)
  }
}

extension TraceCollector.HostSide {
  /// - isSent: what the host sent.
  fileprivate func take(_ isSent: Bool) -> TraceCollector.OpenSighting? {
    isSent ? sent.take() : received.take()
  }

  fileprivate func open(_ isSent: Bool, _ sighting: Sighting) {
    if isSent {
      sent = TraceCollector.OpenSighting(sighting: sighting)
    } else {
      received = TraceCollector.OpenSighting(sighting: sighting)
    }
  }

  /// The record has the next part of the last PDU.
  fileprivate func extend(_ isSent: Bool, to frame: UInt64, at time: Double) {
    if isSent {
      sent?.sighting.lastFrame = frame
      sent?.sighting.lastTime = time
    } else {
      received?.sighting.lastFrame = frame
      received?.sighting.lastTime = time
    }
  }
}
