import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline
import Vocabulary

/// Keeps what a capture shows of its peripherals, for one of them to be played.
package final class PeripheralCollector: TimelineRenderer {
  package var demand: EventDemand { EventDemand(appLogs: false) }
  /// Why no peripheral can be played: sentences.
  package struct PlaybackError: Error, Equatable {
    package var message: String
  }

  /// The most entries, and octets of values, that are kept.
  static let maximumEntries = 2_000_000
  static let maximumOctets = 64 << 20
  /// The most requests for connection parameters.
  static let maximumRequests = 4096
  /// The most connections whose encryption is kept.
  static let maximumEncryptions = 65536

  /// Something that happened to an attribute of one side of a connection.
  private struct Seen {
    var connection: Connection
    var isHost: Bool
    var step: RecordedHistory.Step
    var handle: UInt16
    var time: Int64
    var frame: UInt64
  }

  /// Connection parameters that a peripheral asked for.
  private struct Asked {
    var connection: Connection
    var isHost: Bool
    var time: CaptureTime
    var parameters: [UInt16]
  }

  private struct Heard {
    var data: [UInt8] = []
    var scanResponse: [UInt8] = []
  }

  private let filter: EventFilter
  private var start: CaptureTime?
  private var seen: [Seen] = []
  private var octets = 0
  /// Some of the capture did not fit.
  package private(set) var isCut = false
  private var heard: [UInt64: Heard] = [:]
  private var asked: [Asked] = []
  /// When a connection first became encrypted.
  private var encrypted: [ObjectIdentifier: CaptureTime] = [:]
  /// The last MTU that each side of a connection offered, in the order of the capture.
  private var offered: [(connection: Connection, isHost: Bool, mtu: Int)] = []
  /// The most of these.
  static let maximumOffers = 4096
  /// The peripheral, after everything was read.
  package private(set) var result: Result<RecordedPeripheral, PlaybackError> = .failure(
    PlaybackError(message: "nothing was read"))

  /// - filter: selects the device.
  package init(_ filter: EventFilter) { self.filter = filter }

  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    if case .advertisement(let content) = event.content {
      advertisement(event, content: content, value: value)
      return
    }
    guard let connection = event.connection, connection.transport == .le else { return }
    if let mtu = event.content.serverMTU {
      // The response has the direction of its sender.
      let isHost = event.direction == .sent
      let before = offered.lastIndex { $0.connection === connection && $0.isHost == isHost }
      if let before { offered.remove(at: before) }
      guard offered.count < Self.maximumOffers else {
        isCut = true
        return
      }
      offered.append((connection, isHost, Int(mtu)))
      return
    }
    if event.kind == .security {
      let key = ObjectIdentifier(connection)
      guard event.content.encrypts, encrypted[key] == nil else { return }
      guard encrypted.count < Self.maximumEncryptions else {
        isCut = true
        return
      }
      encrypted[key] = event.time
      return
    }
    if let parameters = event.content.requestedParameters {
      guard let isHost = Self.isHost(event, isFromServer: true) else { return }
      guard asked.count < Self.maximumRequests else {
        isCut = true
        return
      }
      asked.append(
        Asked(
          connection: connection, isHost: isHost, time: event.requestTime ?? event.time,
          parameters: parameters))
      return
    }
    guard let handle = event.handle, !event.content.isTruncated,
      let (step, isFromServer) = step(of: event, value: value),
      let isHost = Self.isHost(event, isFromServer: isFromServer)
    else { return }
    octets += value.byteCount
    guard seen.count < Self.maximumEntries, octets <= Self.maximumOctets else {
      isCut = true
      return
    }
    // What follows a write follows its request.
    let time = isFromServer ? event.time : event.requestTime ?? event.time
    start = start ?? time
    seen.append(
      Seen(
        connection: connection, isHost: isHost, step: step, handle: handle,
        time: time.nanoseconds(since: start ?? time), frame: event.frame))
  }

  /// - Returns: the step, and whether the event is about a PDU of the server.
  private func step(
    of event: borrowing Event, value: RawSpan
  ) -> (RecordedHistory.Step, Bool)? {
    switch event.kind {
    case .read: return event.content.hasValue ? (.read(.value(value.copy())), true) : nil
    // What was never answered has no outcome to play. On the air, the answer may only be missing.
    case .write where event.responseTime == nil && event.connection?.hearing.isOnAir != true:
      return nil
    case .write, .writeCommand:
      return event.content.hasValue ? (.write(value.copy(), error: nil), false) : nil
    case .notification: return (.sent(value.copy(), isIndication: false), true)
    case .indication: return (.sent(value.copy(), isIndication: true), true)
    case .attError:
      guard case .transaction(.refused(let request, let code, _)) = event.content else {
        return nil
      }
      let error = ATTErrorCode(rawValue: code)
      switch request.opcode {
      case .readRequest: return (.read(.error(error)), true)
      case .writeRequest: return (.write(request.value ?? [], error: error), true)
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether the recording host is the server; on the air, the peripheral is.
  /// - Returns: `nil` if the server is the central.
  private static func isHost(_ event: borrowing Event, isFromServer: Bool) -> Bool? {
    switch event.direction {
    case .sent: return isFromServer
    case .received: return !isFromServer
    default:
      guard let from = event.from else { return nil }
      return (from == .peripheral) == isFromServer ? false : nil
    }
  }

  private func advertisement(
    _ event: borrowing Event, content: AdvertisementContent, value: RawSpan
  ) {
    guard !content.isRepeat, !content.isTruncated, value.byteCount > 0,
      let address = event.overAirAddress ?? event.address,
      heard[address.value] != nil || heard.count < Self.maximumAdvertisers
    else { return }
    // An extended report calls the scan response of a connectable device connectable, too.
    switch content.type.scanResponse {
    case .legacy?: heard[address.value, default: Heard()].scanResponse = value.copy()
    // What is connectable and extended has no scan response: this is of another set.
    case .extended?: break
    case nil:
      guard content.type.isConnectable else { return }
      heard[address.value, default: Heard()].data = value.copy()
    }
  }

  static let maximumAdvertisers = 4096

  // MARK: The end

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    do throws(PlaybackError) {
      let server = try chosen(GATTServer.selected(session, by: filter), session: session)
      result = .success(peripheral(server, session: session))
    } catch { result = .failure(error) }
    seen = []
    heard = [:]
    asked = []
    encrypted = [:]
  }

  /// The one server that was a peripheral and whose services are known.
  private func chosen(
    _ servers: [GATTServer], session: GATTSession
  ) throws(PlaybackError) -> GATTServer {
    let known = servers.filter { server in
      server.database.services.contains(where: \.isServed)
        && session.connections.contains {
          $0.transport == .le && server.served(on: $0)
            && $0.role != (server.adapter == nil ? .peripheral : .central)
        }
    }
    guard let first = known.first else {
      throw PlaybackError(
        message: servers.isEmpty
          ? "no peripheral to play: no attributes were seen"
          : "no peripheral to play: its services were not discovered (--gatt FILE names them)")
    }
    guard known.count == 1 else {
      let names = known.prefix(8).map { server in
        var title = ByteWriter(capacity: 64)
        server.title(to: &title)
        return String(decoding: title.bytes.copy(), as: UTF8.self)
      }
      throw PlaybackError(
        message: "several peripherals: \(names.joined(separator: ", ")); choose with --device")
    }
    return first
  }

  private func peripheral(_ server: GATTServer, session: GATTSession) -> RecordedPeripheral {
    var peripheral = RecordedPeripheral()
    peripheral.name = server.peer?.name
    peripheral.advertisement = advertisement(of: server)
    let isHost = server.adapter != nil
    var numbers: [ObjectIdentifier: Int] = [:]
    var starts: [Int: Int64] = [:]
    for connection in session.connections
    where connection.transport == .le && server.served(on: connection) {
      let number = numbers.count
      numbers[ObjectIdentifier(connection)] = number
      if let start { starts[number] = connection.startTime.nanoseconds(since: start) }
      if let time = encrypted[ObjectIdentifier(connection)] {
        peripheral.encryptions[number] = max(0, time.nanoseconds(since: connection.startTime))
      }
      guard connection.beginsInCapture, let end = connection.endTime,
        connection.endedBy == (isHost ? .local : .remote)
      else { continue }
      peripheral.ends[number] = max(0, end.nanoseconds(since: connection.startTime))
    }
    peripheral.connections = numbers.count
    peripheral.mtu =
      offered.last { $0.isHost == isHost && numbers[ObjectIdentifier($0.connection)] != nil }?.mtu
    peripheral.parameterRequests = asked.compactMap { request in
      guard request.isHost == isHost, let number = numbers[ObjectIdentifier(request.connection)]
      else { return nil }
      return RecordedPeripheral.ParameterRequest(
        connection: number,
        delay: max(0, request.time.nanoseconds(since: request.connection.startTime)),
        parameters: request.parameters)
    }
    let entries: [RecordedHistory.Entry] = seen.compactMap { entry in
      guard entry.isHost == isHost, let number = numbers[ObjectIdentifier(entry.connection)] else {
        return nil
      }
      return RecordedHistory.Entry(
        entry.step, handle: entry.handle, connection: number, time: entry.time,
        frame: entry.frame)
    }
    let tree = ServiceTree(server.database)
    var configured: [UInt16: UInt16] = [:]
    for descriptor in server.database.descriptors
    where descriptor.isClientConfiguration && descriptor.isServed {
      configured[descriptor.handle] = descriptor.characteristic?.handle
    }
    let database = server.database
    RecordedHistory(entries, configured: configured, starts: starts) {
      database.service(around: $0)?.handle
    }.add(to: &peripheral)
    peripheral.table = AttributeTable(tree.served(peripheral))
    peripheral.setDatabaseHash()
    return peripheral
  }

  private func advertisement(of server: GATTServer) -> Advertisement {
    var found = Heard()
    for address in server.peer?.addresses ?? [] {
      if let heard = heard[address.value], !heard.data.isEmpty || found.data.isEmpty {
        found = heard
      }
    }
    // What others advertise is heard as often as the listener listens: only of its own host a
    // capture shows the interval.
    let own = server.adapter?.controller.advertising.connectable
    if let own { found = Heard(data: own.data, scanResponse: own.scanResponse) }
    if found.data.isEmpty {
      // Flags: general discoverable, no BR/EDR (Core Specification Supplement, Part A, 1.3).
      found.data = [2, 0x01, 0x06]
      let name = Array((server.peer?.name ?? "").utf8.prefix(Advertisement.legacyOctets - 2))
      if !name.isEmpty, found.scanResponse.isEmpty {
        found.scanResponse = [UInt8(truncatingIfNeeded: name.count + 1), 0x09] + name
      }
    }
    return Advertisement(
      data: found.data, scanResponse: found.scanResponse, address: server.address,
      interval: own?.parameters?.intervalMin ?? Advertisement.usualInterval)
  }
}

extension EventContent {
  /// The MTU that a server offers.
  fileprivate var serverMTU: UInt16? {
    switch self {
    case .transaction(.mtu(_, _, let server)): server
    case .channel(.mtu(_, let channel)): channel.destination.mtu
    default: nil
    }
  }

  /// Whether the link is encrypted from now on.
  fileprivate var encrypts: Bool {
    switch self {
    case .security(.paired), .security(.encryption(isOn: true, _, _)): true
    default: false
    }
  }

  /// The connection parameters that a peripheral asks for, in the units of the request.
  fileprivate var requestedParameters: [UInt16]? {
    switch self {
    case .link(.parameterRequest(let parameters, _)), .link(.parametersUnanswered(let parameters)):
      [parameters.intervalMin, parameters.intervalMax, parameters.latency, parameters.timeout]
    default: nil
    }
  }
}

extension GATTServer {
  /// Whether its attributes were those of a connection.
  fileprivate func served(on connection: Connection) -> Bool {
    if let peer { return connection.peer === peer }
    if let own = self.connection { return connection === own }
    return connection.adapter == adapter?.index
  }
}

extension ServiceTree {
  /// The attributes of the server, with their declarations.
  fileprivate func served(_ peripheral: RecordedPeripheral) -> [ServedAttribute] {
    var served: [ServedAttribute] = []
    for (service, characteristics) in services where !service.isStale {
      guard let uuid = service.uuid else { continue }
      // The capture may show attributes of a service, or characteristic, that it does not show.
      if service.isServed {
        served.append(
          ServedAttribute(
            handle: service.handle,
            type: service.isPrimary ? .primaryService : .secondaryService,
            endHandle: service.endHandle, declared: uuid.attributeForm))
      }
      for include in includes(of: service) where include.isServed {
        var value: [UInt8] = []
        value.append(include.includedHandle)
        value.append(include.endHandle)
        if let short = include.uuid?.short { value.append(short) }
        served.append(
          ServedAttribute(handle: include.handle, type: .include, declared: value))
      }
      for characteristic in characteristics where !characteristic.isStale {
        served += self.served(characteristic, peripheral: peripheral)
      }
    }
    for attribute in loose where attribute.isServed {
      if let value = attribute.value(of: peripheral) { served.append(value) }
    }
    return served
  }

  private func served(
    _ characteristic: Attribute, peripheral: RecordedPeripheral
  ) -> [ServedAttribute] {
    var served: [ServedAttribute] = []
    if characteristic.isServed {
      if characteristic.declarationHandle > 0, let uuid = characteristic.uuid {
        var value = [characteristic.properties.rawValue]
        value.append(characteristic.handle)
        served.append(
          ServedAttribute(
            handle: characteristic.declarationHandle, type: .characteristicDeclaration,
            declared: value + uuid.attributeForm))
      }
      if let value = characteristic.value(of: peripheral) { served.append(value) }
    }
    for descriptor in descriptors(of: characteristic) where descriptor.isServed {
      if let value = descriptor.value(of: peripheral) { served.append(value) }
    }
    return served
  }
}

extension Attribute {
  /// What the map of a known device says was not seen: it may be otherwise in this one.
  fileprivate var isServed: Bool { !isStale && source != .map }

  /// The attribute as it is served: a client may do what its properties say, and what one could do
  /// in the capture. `nil` if that is nothing.
  fileprivate func value(of peripheral: RecordedPeripheral) -> ServedAttribute? {
    var permissions: ServedAttribute.Permissions = []
    if kind == .characteristic {
      if properties.contains(.read) { permissions.insert(.read) }
      if properties.contains(.write) { permissions.insert(.write) }
      if properties.contains(.writeWithoutResponse) { permissions.insert(.writeCommand) }
    } else if uuid != nil {
      permissions.insert(.read)
      if isClientConfiguration { permissions.insert(.write) }
    }
    // Also what was refused then: the refusal is played.
    if peripheral.reads[handle] != nil { permissions.insert(.read) }
    if peripheral.writes[handle] != nil { permissions.formUnion([.write, .writeCommand]) }
    guard uuid != nil || !permissions.isEmpty else { return nil }
    return ServedAttribute(handle: handle, type: uuid, permissions: permissions)
  }
}
