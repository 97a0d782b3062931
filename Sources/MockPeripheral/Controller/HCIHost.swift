import ATTDissector
import Bytes

/// The host of a peripheral: drives a controller, and carries PDUs over its links.
///
/// It does no input or output of its own: packets go in, packets come out, time is given. Nothing
/// that a controller sends makes it grow: links, commands and queues have limits.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E.
package struct HCIHost {
  /// What the peripheral should know.
  package enum Occurrence: Equatable {
    case advertising(BluetoothAddress)
    case connected(handle: UInt16, peer: BluetoothAddress)
    case disconnected(handle: UInt16, reason: HCIStatus)
    /// An ATT PDU.
    case attribute(handle: UInt16, [UInt8])
    case refused(handle: UInt16, LinkChannels.Refused)
    /// Encryption failed for lack of a key.
    case encryptionRefused(handle: UInt16)
    case paired(handle: UInt16)
    case pairingFailed(handle: UInt16, PairingResponder.PairingError)
    case encrypted(handle: UInt16, isOn: Bool)
    /// Something works less well than it should.
    case remark(String)
    /// Nothing works any more.
    case failed(String)
  }

  /// Nanoseconds after which a command counts as unanswered.
  package static let commandTimeout: Int64 = 2_000_000_000
  /// How often Reset is sent: a board may have started when its line was opened.
  static let resets = 3
  /// The most links at a time, and commands that wait.
  static let maximumLinks = 16
  static let maximumCommands = 64
  /// The most fragments that wait for room in the controller, of one link.
  package static let maximumQueue = 512

  private enum Advertising { case off, legacy, extended, on }

  private var advertisement: Advertisement
  /// What is advertised has changed on its way to the controller.
  private var isOutdated = false
  private let connections: Int
  private let pairs: Bool
  private var commands: [HostCommand] = []
  private var sent: (command: HostCommand, deadline: Int64)?
  /// How many commands the controller takes.
  private var credits = 1
  private var sentResets = 1
  private enum Phase { case starting, up, stopping }
  private var phase = Phase.starting
  /// When a controller that takes no commands is asked all the same.
  private var patience: Int64?
  package private(set) var hasFailed = false
  private var advertising = Advertising.off
  /// The controller advertises while it has a link.
  private var mayAdvertiseMeanwhile = true
  /// Legacy commands were refused, or cannot carry the data.
  private var needsExtended: Bool
  private var publicAddress: UInt64 = 0
  private var ownAddress: BluetoothAddress?
  var links: [UInt16: Link] = [:]
  /// The controller's buffers for ACL data.
  var bufferLength = 0
  var bufferCount = 0
  var now: Int64 = 0

  /// Packets for the controller, with their H4 indicators.
  var output: [[UInt8]] = []
  var occurrences: [Occurrence] = []

  /// - Parameters:
  ///   - connections: how many at a time.
  ///   - pairs: clients may pair.
  package init(_ advertisement: Advertisement, connections: Int = 1, pairs: Bool = false) {
    self.advertisement = advertisement
    self.pairs = pairs
    self.connections = max(1, min(connections, Self.maximumLinks))
    needsExtended = advertisement.isLong
  }

  /// When `tick` is due.
  package var deadline: Int64? { sent?.deadline ?? patience }

  package mutating func takeOutput() -> [[UInt8]] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  package mutating func takeOccurrences() -> [Occurrence] {
    defer { occurrences.removeAll(keepingCapacity: true) }
    return occurrences
  }

  /// Whether a stop is through.
  package var hasStopped: Bool {
    hasFailed || phase == .stopping && sent == nil && commands.isEmpty
  }

  // MARK: Commands

  package mutating func start(_ now: Int64) {
    self.now = now
    if advertisement.isCut {
      occurrences.append(
        .remark("not all of the recorded advertising data fits: its end is left out"))
    }
    if advertisement.isLong, !advertisement.scanResponse.isEmpty {
      occurrences.append(
        .remark("the recorded scan response is left out: extended advertising has none"))
    }
    send(.reset, isVital: true)
    send(.readBDADDR)
    // All events of the default mask, Encryption Key Refresh Complete (bit 47), and LE meta events
    // (bit 61).
    send(.setEventMask, parameters: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x9F, 0x00, 0x20])
    send(.leSetEventMask, parameters: Self.leEventMask)
    send(.leReadBufferSize, isVital: true)
    send(.leReadLocalSupportedFeatures)
  }

  /// Connections, updates, long term keys, parameter requests, data length, PHY, the end of an
  /// advertising set (7.8.1).
  private static let leEventMask: [UInt8] = [0b0111_0101, 0b0000_1010, 0b0000_0010, 0, 0, 0, 0, 0]

  /// Ends advertising and links, as far as the controller still listens.
  package mutating func stop(_ now: Int64) {
    self.now = now
    guard !hasFailed else { return }
    phase = .stopping
    commands = []
    patience = nil
    for handle in links.keys.sorted() {
      links[handle]?.isEnding = false
      disconnect(handle)
    }
    // A reset takes the advertising along.
    send(.reset)
  }

  /// - reason: one that the command takes (7.1.6).
  package mutating func disconnect(
    _ handle: UInt16, reason: HCIStatus = .remoteUserTerminated
  ) {
    guard links[handle]?.isEnding == false else { return }
    links[handle]?.isEnding = true
    var parameters: [UInt8] = []
    parameters.append(handle)
    parameters.append(reason.rawValue)
    send(.disconnect, parameters: parameters)
  }

  private mutating func send(_ opcode: HCIOpcode, parameters: [UInt8] = [], isVital: Bool = false) {
    send([HostCommand(opcode: opcode, parameters: parameters, isVital: isVital)])
  }

  private mutating func send(_ more: [HostCommand]) {
    guard commands.count + more.count <= Self.maximumCommands else {
      fail("the controller causes more commands than it answers")
      return
    }
    commands += more
    nextCommand()
  }

  private mutating func nextCommand() {
    guard sent == nil, !hasFailed, !commands.isEmpty else { return }
    guard credits > 0 else {
      patience = patience ?? now + Self.commandTimeout
      return
    }
    patience = nil
    let command = commands.removeFirst()
    sent = (command, now + Self.commandTimeout)
    credits -= 1
    output.append(command.packet)
  }

  /// Nothing is sent or received any more.
  private mutating func fail(_ reason: String) {
    guard !hasFailed else { return }
    hasFailed = true
    commands = []
    sent = nil
    patience = nil
    occurrences.append(.failed(reason))
  }

  /// Gives up commands that were never answered.
  package mutating func tick(_ now: Int64) {
    self.now = now
    if let wait = patience, now >= wait {
      patience = nil
      credits = 1
      nextCommand()
    }
    guard let (command, deadline) = sent, now >= deadline else { return }
    if command.opcode == .reset, phase == .starting, sentResets < Self.resets {
      sentResets += 1
      sent = (command, now + Self.commandTimeout)
      output.append(command.packet)
      return
    }
    sent = nil
    credits = 1
    let words = "the controller does not answer \(command.name)"
    if command.isVital {
      fail(words)
      return
    }
    occurrences.append(.remark(words))
    answered(command, status: nil)
    proceed()
  }

  /// - returned: what follows the status.
  private mutating func completed(
    _ opcode: HCIOpcode, status: HCIStatus?, from returned: inout ByteCursor
  ) {
    guard let (command, _) = sent, command.opcode == opcode else { return }
    sent = nil
    if status == .success {
      returns(opcode, from: &returned)
    } else {
      refused(command, status: status)
    }
    guard !hasFailed else { return }
    answered(command, status: status)
    proceed()
  }

  private mutating func refused(_ command: HostCommand, status: HCIStatus?) {
    let code = status?.rawValue ?? 0xFF
    let words =
      "the controller refuses \(command.name): "
      + (HCIStatusName.name(of: code)?.description ?? "status \(code)")
    if command.isVital { return fail(words) }
    for handle in links.keys where command.ends(handle) { links[handle]?.isEnding = false }
    // Another way to advertise may be left.
    if Self.isAdvertising(command.opcode), advertising == .legacy { return }
    occurrences.append(.remark(words))
  }

  private mutating func returns(_ opcode: HCIOpcode, from returned: inout ByteCursor) {
    switch opcode {
    case .readBDADDR: publicAddress = (try? returned.uint48LittleEndian()) ?? 0
    case .leReadBufferSize:
      bufferLength = Int((try? returned.uint16LittleEndian()) ?? 0)
      bufferCount = Int((try? returned.uint8()) ?? 0)
      // LE and BR/EDR may share buffers (7.8.2).
      if bufferLength == 0 || bufferCount == 0 { send(.readBufferSize, isVital: true) }
    case .readBufferSize:
      bufferLength = Int((try? returned.uint16LittleEndian()) ?? 0)
      _ = try? returned.uint8()
      bufferCount = Int((try? returned.uint16LittleEndian()) ?? 0)
      if bufferLength == 0 || bufferCount == 0 { fail("the controller has no buffers for data") }
    case .leReadLocalSupportedFeatures:
      // LE Data Packet Length Extension is bit 5 of the first octet (Vol 6, Part B, 4.6).
      guard let octet = try? returned.uint8(), octet & 1 << 5 != 0 else { return }
      send(.leWriteSuggestedDefaultDataLength, parameters: Self.longestData)
    default: break
    }
  }

  /// 251 octets in 2120 microseconds (7.8.34).
  private static let longestData: [UInt8] = [0xFB, 0x00, 0x48, 0x08]

  /// What follows an answer, or its absence.
  private mutating func answered(_ command: HostCommand, status: HCIStatus?) {
    guard Self.isAdvertising(command.opcode), !command.endsAdvertising else { return }
    if status == .success {
      guard
        command.opcode == .leSetAdvertisingEnable
          || command.opcode == .leSetExtendedAdvertisingEnable
      else { return }
      // A client may have been faster than the answer.
      advertising = links.count < connections ? .on : .off
      if let ownAddress { occurrences.append(.advertising(ownAddress)) }
      if isOutdated { restartAdvertising() }
      return
    }
    // The rest would be refused as well.
    commands.removeAll { Self.isAdvertising($0.opcode) }
    guard advertising == .legacy else {
      advertising = .off
      // With a client there is something left to do: not every controller advertises meanwhile.
      if links.isEmpty {
        fail("the controller does not advertise")
      } else {
        mayAdvertiseMeanwhile = false
      }
      return
    }
    advertising = .off
    needsExtended = true
  }

  private static func isAdvertising(_ opcode: HCIOpcode) -> Bool {
    switch opcode {
    case .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData,
      .leSetAdvertisingEnable, .leSetExtendedAdvertisingParameters,
      .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingData,
      .leSetExtendedScanResponseData, .leSetExtendedAdvertisingEnable:
      true
    default: false
    }
  }

  /// Sends the next command; when the start-up is through, the peripheral advertises.
  private mutating func proceed() {
    nextCommand()
    guard sent == nil, commands.isEmpty, !hasFailed else { return }
    if phase == .starting { phase = .up }
    advertise()
  }

  /// Changes what is advertised, also while it is; `nil` stays as it is. The data must fit into
  /// legacy advertising: after that, a controller takes no extended one.
  package mutating func advertise(data: [UInt8]?, scanResponse: [UInt8]?) {
    if let data { advertisement.data = data }
    if let scanResponse { advertisement.scanResponse = scanResponse }
    switch advertising {
    case .off: break
    case .legacy, .extended: isOutdated = true
    case .on: restartAdvertising()
    }
  }

  /// Ends advertising: it begins again as soon as no command waits.
  private mutating func restartAdvertising() {
    isOutdated = false
    guard phase == .up, advertising == .on else { return }
    advertising = .off
    send(
      needsExtended
        ? [
          HostCommand(
            opcode: .leSetExtendedAdvertisingEnable,
            parameters: [0, 1, Advertisement.set, 0, 0, 0])
        ] : [HostCommand(opcode: .leSetAdvertisingEnable, parameters: [0])])
  }

  private mutating func advertise() {
    guard phase == .up, !hasFailed, advertising == .off, links.count < connections,
      links.isEmpty || mayAdvertiseMeanwhile
    else { return }
    let own = ownAddress ?? advertisement.ownAddress(controller: publicAddress)
    var needed: [HostCommand] = []
    if ownAddress == nil, own.kind == .random {
      needed.append(HostCommand(opcode: .leSetRandomAddress, parameters: own.octets))
    }
    ownAddress = own
    advertising = needsExtended ? .extended : .legacy
    needed +=
      needsExtended ? advertisement.extendedCommands(own) : advertisement.legacyCommands(own)
    send(needed)
  }

  // MARK: Events

  /// Takes a packet of the controller; what it should not have sent is ignored.
  package mutating func receive(_ indicator: H4Indicator, packet: RawSpan, now: Int64) {
    self.now = now
    guard !hasFailed else { return }
    switch indicator {
    case .event: try? event(packet)
    case .acl: try? data(packet)
    case .command, .sco, .iso: break
    }
  }

  private mutating func event(_ packet: RawSpan) throws(ByteError) {
    var cursor = ByteCursor(packet)
    let header = try HCIEventHeader(&cursor)
    switch header.code {
    case .commandComplete:
      // The number of commands that it takes, before what both readers skip.
      credits = Int(packet.clamped(2).byteCount > 0 ? packet.uint8(at: 2) : 0)
      let event = try CommandComplete(&cursor)
      completed(event.opcode, status: event.status, from: &cursor)
      nextCommand()
    case .commandStatus:
      if packet.byteCount > 3 { credits = Int(packet.uint8(at: 3)) }
      let event = try CommandStatus(&cursor)
      completed(event.opcode, status: event.status, from: &cursor)
      nextCommand()
    case .disconnectionComplete:
      let event = try DisconnectionComplete(&cursor)
      guard event.status == .success else { return }
      end(event.connectionHandle, reason: event.reason)
    case .numberOfCompletedPackets: try completedPackets(from: &cursor)
    case .encryptionChange, .encryptionKeyRefreshComplete, .encryptionChangeV2:
      let event = try EncryptionChange(&cursor, code: header.code)
      guard event.status == .success, links[event.connectionHandle] != nil else { return }
      occurrences.append(
        .encrypted(handle: event.connectionHandle, isOn: event.enabled != 0))
    case .leMeta: try metaEvent(from: &cursor)
    default: break
    }
  }

  private mutating func metaEvent(from cursor: inout ByteCursor) throws(ByteError) {
    let subevent = LESubevent(rawValue: try cursor.uint8())
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      begin(try LEConnectionComplete(&cursor, subevent: subevent))
    case .advertisingSetTerminated:
      let event = try LEAdvertisingSetTerminated(&cursor)
      // With a connection, that event has ended it.
      guard event.status != .success, advertising == .on else { return }
      advertising = .off
      advertise()
    case .longTermKeyRequest:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      guard let channels = links[handle]?.channels else { return }
      // Keys of Secure Connections have no name.
      let random = try cursor.uint64LittleEndian()
      let diversifier = try cursor.uint16LittleEndian()
      var parameters: [UInt8] = []
      parameters.append(handle)
      guard random == 0, diversifier == 0, let key = channels.longTermKey else {
        send(.leLongTermKeyRequestNegativeReply, parameters: parameters)
        occurrences.append(.encryptionRefused(handle: handle))
        return
      }
      send(.leLongTermKeyRequestReply, parameters: parameters + key.octets)
    case .remoteConnectionParameterRequest:
      let event = try LERemoteConnectionParameterRequest(&cursor)
      guard links[event.connectionHandle] != nil else { return }
      let wanted = event.parameters
      var parameters: [UInt8] = []
      for value in [
        event.connectionHandle, wanted.intervalMin, wanted.intervalMax, wanted.latency,
        wanted.timeout, 0, 0,
      ] { parameters.append(value) }
      send(.leRemoteConnectionParameterRequestReply, parameters: parameters)
    default: break
    }
  }

  private mutating func begin(_ event: LEConnectionComplete) {
    // Advertising has ended, with or without a connection.
    if advertising == .on { advertising = .off }
    guard event.status == .success, event.role != .central else { return advertise() }
    let handle = event.connectionHandle
    if links[handle] != nil { end(handle, reason: .unknownConnection) }
    guard links.count < Self.maximumLinks else { return }
    var link = Link()
    if pairs, let ownAddress {
      link.channels = LinkChannels(PairingResponder(initiator: event.peer, responder: ownAddress))
    }
    links[handle] = link
    occurrences.append(.connected(handle: handle, peer: event.peer))
    advertise()
  }

  private mutating func end(_ handle: UInt16, reason: HCIStatus) {
    guard links.removeValue(forKey: handle) != nil else { return }
    // The next link may have the same handle.
    commands.removeAll { $0.ends(handle) }
    occurrences.append(.disconnected(handle: handle, reason: reason))
    // What was in flight on it, the controller has dropped.
    pump()
    advertise()
  }
}
