import ATTDissector
import Bytes

/// The recorded peripheral, on a controller: packets and time go in, packets and remarks come out.
package final class PlayedPeripheral {
  package struct Options: Sendable {
    /// How many times as fast as recorded.
    package var speed = 1.0
    /// Notifications start again after the last.
    package var loops = false
    /// Only the last recorded value of an attribute is read.
    package var readsLast = false
    /// The peripheral ends connections when it did.
    package var ends = false
    /// How many clients at a time.
    package var connections = 1
    /// The controller's public address is used.
    package var usesPublicAddress = false
    /// Clients may pair, and need to where they needed to in the capture.
    package var pairs = false
    /// What a tester wants to go otherwise.
    package var script = MockScript()
    package init() {}
  }

  /// What a tester wants to know.
  package enum Occurrence: Equatable {
    case advertising(BluetoothAddress)
    case connected(number: Int, peer: BluetoothAddress)
    case disconnected(number: Int, reason: HCIStatus)
    case refused(number: Int, LinkChannels.Refused)
    case encryptionRefused(number: Int)
    case paired(number: Int)
    case pairingFailed(number: Int, PairingResponder.PairingError)
    case encrypted(number: Int, isOn: Bool)
    case played(number: Int, ClientSession.Remark)
    /// A client does not take what it asked for.
    case slow(number: Int)
    /// A line of the script is done, which is about no client.
    case scripted(line: Int, word: String)
    /// Clients cause more of such actions than can wait.
    case scriptLeavesOut
    case remark(String)
    case failed(String)
  }

  private struct Client {
    var number: Int
    var session: ClientSession
    var server: ATTServer
    var isSlow = false
    /// What was refused, and reported.
    var refused: Set<LinkChannels.Refused> = []
    var hasRefusedEncryption = false
    var pairings = 0
  }

  /// How many pairings of a client are reported.
  private static let reportedPairings = 16

  /// Fragments that may wait for one client; what is due then is dropped, as by a real peripheral.
  private static let patience = 256

  private let recording: RecordedPeripheral
  private let secured: SecuredAttributes
  private let index: WriteIndex
  private let options: Options
  private var host: HCIHost
  private var clients: [UInt16: Client] = [:]
  private var count = 0
  /// The script, as far as no client has part in it, and what it has set for those that follow.
  private var script: ScriptRun
  private var hasStarted = false
  private var hasToldLeftOut = false
  private var replaced: [UInt16: [UInt8]] = [:]
  private var occurrences: [Occurrence] = []

  package init(_ recording: RecordedPeripheral, _ options: Options = Options()) {
    var recording = recording
    secured = options.pairs ? recording.takeSecured() : SecuredAttributes()
    self.recording = recording
    self.options = options
    index = WriteIndex(recording)
    script = ScriptRun(options.script, isOfClient: false)
    var advertisement = recording.advertisement
    advertisement.usesPublicAddress = options.usesPublicAddress
    host = HCIHost(advertisement, connections: options.connections, pairs: options.pairs)
  }

  /// The number of connections so far.
  package var connections: Int { count }
  package var hasFailed: Bool { host.hasFailed }
  package var hasStopped: Bool { host.hasStopped }

  package func start(_ now: Int64) {
    host.start(now)
    settle(now)
  }

  package func stop(_ now: Int64) {
    host.stop(now)
    settle(now)
  }

  /// Takes a packet of the controller.
  package func receive(_ indicator: H4Indicator, packet: RawSpan, now: Int64) {
    host.receive(indicator, packet: packet, now: now)
    settle(now)
  }

  /// Does what is due.
  package func tick(_ now: Int64) {
    host.tick(now)
    settle(now)
    for handle in clients.keys.sorted() { send(handle, now: now) }
  }

  /// When `tick` is due.
  package var deadline: Int64? {
    var deadline = host.deadline
    if let due = script.deadline { deadline = min(deadline ?? .max, due) }
    for client in clients.values {
      if let due = client.session.deadline { deadline = min(deadline ?? .max, due) }
    }
    return deadline
  }

  /// Packets for the controller.
  package func takeOutput() -> [[UInt8]] { host.takeOutput() }

  package func takeOccurrences() -> [Occurrence] {
    defer { occurrences.removeAll(keepingCapacity: true) }
    return occurrences
  }

  private func settle(_ now: Int64) {
    for occurrence in host.takeOccurrences() {
      switch occurrence {
      case .advertising(let address):
        occurrences.append(.advertising(address))
        if !hasStarted { script.happened(.start, client: 0, now: now) }
        hasStarted = true
      case .connected(let handle, let peer): connected(handle, peer: peer, now: now)
      case .disconnected(let handle, let reason):
        guard let client = clients.removeValue(forKey: handle) else { continue }
        occurrences.append(.disconnected(number: client.number, reason: reason))
        script.happened(.disconnect, client: client.number, now: now)
      case .attribute(let handle, let pdu): answer(handle, pdu: pdu, now: now)
      case .refused(let handle, let what):
        // Once for each kind: a client may ask without end.
        guard let client = clients[handle], !client.refused.contains(what) else { continue }
        clients[handle]?.refused.insert(what)
        occurrences.append(.refused(number: client.number, what))
      case .encryptionRefused(let handle):
        guard let client = clients[handle], !client.hasRefusedEncryption else { continue }
        clients[handle]?.hasRefusedEncryption = true
        occurrences.append(.encryptionRefused(number: client.number))
      case .paired(let handle):
        if let number = pairing(handle) { occurrences.append(.paired(number: number)) }
      case .pairingFailed(let handle, let reason):
        if let number = pairing(handle) {
          occurrences.append(.pairingFailed(number: number, reason))
        }
      case .encrypted(let handle, let isOn):
        guard let client = clients[handle], client.session.isEncrypted != isOn else { continue }
        client.session.setEncryption(isOn: isOn, now: now)
        occurrences.append(.encrypted(number: client.number, isOn: isOn))
      case .remark(let words): occurrences.append(.remark(words))
      case .failed(let words): occurrences.append(.failed(words))
      }
    }
    if script.takeLeftOut(), !hasToldLeftOut {
      hasToldLeftOut = true
      occurrences.append(.scriptLeavesOut)
    }
    while let step = script.takeDue(now) {
      switch step.action {
      case .set(let handles, let value): for handle in handles { replaced[handle] = value }
      case .advertise(let data, let scanResponse):
        host.advertise(data: data, scanResponse: scanResponse)
      case .send, .error, .drop, .disconnect: break
      }
      occurrences.append(.scripted(line: step.line, word: step.action.word))
    }
  }

  /// - Returns: the client's number, if this pairing is still to be reported.
  private func pairing(_ handle: UInt16) -> Int? {
    guard let client = clients[handle], client.pairings < Self.reportedPairings else { return nil }
    clients[handle]?.pairings += 1
    return client.number
  }

  private func connected(_ handle: UInt16, peer: BluetoothAddress, now: Int64) {
    let session = ClientSession(
      recording, index, secured, connection: count, options, replaced: replaced, now)
    count += 1
    clients[handle] = Client(
      number: count, session: session,
      server: ATTServer(
        recording.table, session, mtu: recording.mtu ?? ATTServer.maximumMTU))
    occurrences.append(.connected(number: count, peer: peer))
  }

  private func answer(_ handle: UInt16, pdu: [UInt8], now: Int64) {
    guard let session = clients[handle]?.session else { return }
    // A client that asks and never takes an answer is not worth one.
    guard host.waiting(handle) < Self.patience else {
      slow(handle)
      return
    }
    session.advance(to: now)
    if pdu.first == ATTOpcode.handleValueConfirmation.rawValue { session.confirmed() }
    let isRequest = pdu.first.map { ATTOpcode(rawValue: $0).role == .request } == true
    if !isRequest || !session.dropsAnswers,
      let response = clients[handle]?.server.answer(to: pdu.rawBytes)
    {
      host.send(response, to: handle)
    }
    send(handle, now: now)
  }

  private func slow(_ handle: UInt16) {
    guard let client = clients[handle], !client.isSlow else { return }
    clients[handle]?.isSlow = true
    occurrences.append(.slow(number: client.number))
  }

  /// Sends what is due.
  private func send(_ handle: UInt16, now: Int64) {
    guard let client = clients[handle] else { return }
    client.session.advance(to: now)
    // A recording at a high speed has many values for one moment.
    for _ in 0..<Self.patience {
      guard let pdu = client.session.nextDue(mtu: client.server.mtu) else { break }
      if host.waiting(handle) >= Self.patience {
        slow(handle)
      } else {
        host.send(pdu, to: handle)
      }
    }
    while let parameters = client.session.takeParameterRequest() {
      host.requestParameters(parameters, of: handle)
    }
    if client.session.takeEnd() { host.disconnect(handle) }
    for action in client.session.takeActions() {
      switch action {
      case .disconnect(let reason): host.disconnect(handle, reason: reason)
      case .advertise(let data, let scanResponse):
        host.advertise(data: data, scanResponse: scanResponse)
      case .send, .set, .error, .drop: break
      }
    }
    for remark in client.session.takeRemarks() {
      occurrences.append(.played(number: client.number, remark))
    }
  }
}
