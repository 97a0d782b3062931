import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// What hosts and controllers say to each other.
extension TraceCollector {
  private func place(_ record: CaptureRecord) -> Sighting.Place {
    record.direction == .received ? .received : .sent
  }

  func acl(_ record: CaptureRecord, _ bytes: RawSpan, _ time: Double) {
    var cursor = ByteCursor(bytes)
    guard let header = try? ACLHeader(&cursor) else { return }
    hasHost = true
    guard let connection = session.packet.connection else { return }
    let number = Int32(clamping: connection.ordinal)
    extend(number, to: time)
    noteTerms(connection, number, time, record.frame)
    guard record.direction != .unknown else { return }
    if record.direction == .sent { handDown(record.frame, connection, number) }
    let side = HostSide(connection: number, place: place(record))
    guard header.isStart else {
      open[side]?.sighting.lastFrame = record.frame
      open[side]?.sighting.lastTime = time
      return
    }
    if let last = open[side] { add(last.sighting) }
    open[side] = nil
    let role = connection.role
    let sender = record.direction == .sent ? role : role?.opposite
    let body = cursor.takeRest()
    guard let sighting = Self.data(body, time, record, place(record), sender, number) else {
      return
    }
    // A hostile log opens any number of connections.
    if open.count < 4096 { open[side] = OpenSighting(sighting: sighting) } else { add(sighting) }
  }

  /// Packets of one connection that a controller holds at most.
  private static let mostWaiting = 512
  private static let mostCompletions = 1 << 17

  private func handDown(_ frame: UInt64, _ connection: Connection, _ number: Int32) {
    // A log from the middle of a connection does not have all that is reported.
    guard connection.beginsInCapture, !connection.lacksStart,
      flows[number] != nil || flows.count < 4096
    else { return }
    if flows[number, default: Flow()].waiting.count >= Self.mostWaiting {
      flows[number]?.waiting.removeAll()
    }
    flows[number, default: Flow()].waiting.append(frame)
  }

  private func completed(
    _ cursor: inout ByteCursor, _ record: CaptureRecord, _ time: Double
  ) {
    guard let handles = try? cursor.uint8() else { return }
    for _ in 0..<handles {
      guard let handle = try? cursor.uint16LittleEndian(),
        let count = try? cursor.uint16LittleEndian()
      else { return }
      let number = number(handle, record)
      guard let flow = flows[number] else { continue }
      let done = flow.waiting.prefix(Int(count))
      for frame in done where trace.completions.count < Self.mostCompletions {
        trace.completions[frame] = time
      }
      flows[number]?.waiting.removeFirst(done.count)
      flows[number]?.isReported = true
    }
  }

  private func disconnected(_ cursor: inout ByteCursor, _ time: Double) {
    let number = Int32(clamping: session.packet.connectionNumber)
    guard (try? cursor.uint8()) == 0, let flow = flows.removeValue(forKey: number) else { return }
    if flow.isReported, trace.completions.count < Self.mostCompletions, trace.ends.count < 4096 {
      trace.ends[number] = time
    }
  }

  func command(_ record: CaptureRecord, _ bytes: RawSpan, _ time: Double) {
    hasHost = true
    var cursor = ByteCursor(bytes)
    guard let header = try? HCICommandHeader(&cursor), header.opcode == .leEnableEncryption,
      let handle = try? cursor.uint16LittleEndian(), let start = try? cursor.take(10)
    else { return }
    add(
      Self.plain(
        .control, Self.key(.control, start, 0x03), time, record, .sent,
        number(handle, record)))
  }

  private func number(_ handle: UInt16, _ record: CaptureRecord) -> Int32 {
    let open = session.openConnection(handle & 0x0FFF, adapter: record.adapter)
    return open.map { Int32(clamping: $0.ordinal) } ?? 0
  }

  func event(_ record: CaptureRecord, _ bytes: RawSpan, _ time: Double) {
    hasHost = true
    var cursor = ByteCursor(bytes)
    guard let header = try? HCIEventHeader(&cursor) else { return }
    switch header.code {
    case .readRemoteVersionComplete:
      guard let status = try? cursor.uint8(), status == 0,
        let handle = try? cursor.uint16LittleEndian(), let version = try? cursor.take(5)
      else { return }
      control(0x0C, version, number(handle, record), record, time)
    case .numberOfCompletedPackets: completed(&cursor, record, time)
    case .disconnectionComplete: disconnected(&cursor, time)
    case .leMeta:
      guard let code = try? cursor.uint8() else { return }
      meta(LESubevent(rawValue: code), &cursor, record, time)
    default: break
    }
  }

  private func control(
    _ opcode: UInt64, _ octets: RawSpan, _ connection: Int32, _ record: CaptureRecord,
    _ time: Double
  ) {
    extend(connection, to: time)
    add(
      Self.plain(
        .control, Self.key(.control, octets, opcode), time, record, .received, connection))
  }

  private func meta(
    _ subevent: LESubevent, _ cursor: inout ByteCursor, _ record: CaptureRecord, _ time: Double
  ) {
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      guard let complete = try? LEConnectionComplete(&cursor, subevent: subevent),
        complete.status == .success
      else { return }
      let number = number(complete.connectionHandle, record)
      extend(number, to: time)
      if let connection = session.openConnection(
        complete.connectionHandle & 0x0FFF, adapter: record.adapter)
      {
        noteTerms(connection, number, time, record.frame)
      }
      let peer =
        complete.peerResolvable != 0 ? complete.peerResolvable : complete.peer.value
      let key = Self.key(
        connecting: peer, complete.interval, complete.latency, complete.timeout)
      add(Self.plain(.connect, key, time, record, .received, number))
    case .connectionUpdateComplete:
      // Status and handle.
      guard (try? cursor.uint8()) == 0, let handle = try? cursor.uint16LittleEndian(),
        let connection = session.openConnection(handle & 0x0FFF, adapter: record.adapter)
      else { return }
      let number = Int32(clamping: connection.ordinal)
      extend(number, to: time)
      noteTerms(connection, number, time, record.frame)
    case .longTermKeyRequest:
      guard let handle = try? cursor.uint16LittleEndian(), let start = try? cursor.take(10) else {
        return
      }
      control(0x03, start, number(handle, record), record, time)
    case .readRemoteFeaturesComplete:
      guard let status = try? cursor.uint8(), status == 0,
        let handle = try? cursor.uint16LittleEndian(), let features = try? cursor.take(8)
      else { return }
      control(0x09, features, number(handle, record), record, time)
    case .advertisingReport, .extendedAdvertisingReport:
      guard let count = try? cursor.uint8() else { return }
      for _ in 0..<count {
        let report =
          subevent == .advertisingReport
          ? try? AdvertisingReport(legacy: &cursor) : try? AdvertisingReport(extended: &cursor)
        guard let report else { return }
        guard report.type.isLegacy, let address = report.address else { continue }
        let data = cursor.bytes.clamped(report.data.lowerBound, report.data.count)
        let key = Self.key(advertised: address.value, report.type, data)
        var sighting = Self.advertisement(key, key, .brief, time, record, .received)
        sighting.isAlone = count == 1
        add(sighting)
      }
    default: break
    }
  }

  static func key(
    connecting address: UInt64, _ interval: UInt16, _ latency: UInt16, _ timeout: UInt16
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
    advertised address: UInt64, _ type: AdvertisingType, _ data: RawSpan
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
    _ brief: UInt32, _ whole: UInt32, _ depth: Sighting.Depth, _ time: Double,
    _ record: CaptureRecord, _ place: Sighting.Place
  ) -> Sighting {
    Sighting(
      time: time, keys: (brief, brief, whole), depth: depth, kind: .advertisement, place: place,
      sender: nil, connection: 0, frame: record.frame, lastFrame: record.frame, lastTime: time)
  }
}
