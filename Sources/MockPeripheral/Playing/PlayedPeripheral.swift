import ATTDissector
import Bytes

/// The recorded peripheral, on a controller: packets and time go in, packets and remarks come out.
package final class PlayedPeripheral {
  package struct Options: Sendable {
    /// How many times as fast as recorded.
    package var speed = 1.0
    /// Notifications start again after the last.
    package var loops = false
    /// The controller's public address is used.
    package var usesPublicAddress = false
    package init() {}
  }

  /// What a tester wants to know.
  package enum Occurrence: Equatable {
    case advertising(BluetoothAddress)
    case connected(number: Int, peer: BluetoothAddress)
    case disconnected(number: Int, reason: HCIStatus)
    case refused(number: Int, LinkChannels.Refused)
    case encryptionRefused(number: Int)
    case played(number: Int, ClientSession.Remark)
    /// A client does not take what it asked for.
    case slow(number: Int)
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
  }

  /// Fragments that may wait for one client; what is due then is dropped, as by a real peripheral.
  private static let patience = 256

  private let recording: RecordedPeripheral
  private let index: WriteIndex
  private let options: Options
  private var host: HCIHost
  private var framer = H4Framer()
  private var clients: [UInt16: Client] = [:]
  private var count = 0
  private var occurrences: [Occurrence] = []

  package init(_ recording: RecordedPeripheral, _ options: Options = Options()) {
    self.recording = recording
    self.options = options
    index = WriteIndex(recording)
    var advertisement = recording.advertisement
    advertisement.usesPublicAddress = options.usesPublicAddress
    host = HCIHost(advertisement)
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

  /// Takes bytes from the controller.
  package func receive(_ bytes: RawSpan, _ now: Int64) {
    framer.add(bytes)
    do throws(H4Framer.Lost) {
      while let (indicator, packet) = try framer.next() {
        host.receive(indicator, packet.rawBytes, now)
        settle(now)
      }
    } catch {
      host.fail("the controller does not speak H4: it sent a packet of type \(error.indicator)")
      settle(now)
    }
  }

  /// Does what is due.
  package func tick(_ now: Int64) {
    host.tick(now)
    settle(now)
    for handle in clients.keys.sorted() { send(handle, now) }
  }

  /// When `tick` is due.
  package var deadline: Int64? {
    var deadline = host.deadline
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
      case .advertising(let address): occurrences.append(.advertising(address))
      case .connected(let handle, let peer): connected(handle, peer)
      case .disconnected(let handle, let reason):
        guard let client = clients.removeValue(forKey: handle) else { continue }
        occurrences.append(.disconnected(number: client.number, reason: reason))
      case .attribute(let handle, let pdu): answer(handle, pdu, now)
      case .refused(let handle, let what):
        // Once for each kind: a client may ask without end.
        guard let client = clients[handle], !client.refused.contains(what) else { continue }
        clients[handle]?.refused.insert(what)
        occurrences.append(.refused(number: client.number, what))
      case .encryptionRefused(let handle):
        guard let client = clients[handle], !client.hasRefusedEncryption else { continue }
        clients[handle]?.hasRefusedEncryption = true
        occurrences.append(.encryptionRefused(number: client.number))
      case .remark(let words): occurrences.append(.remark(words))
      case .failed(let words): occurrences.append(.failed(words))
      }
    }
  }

  private func connected(_ handle: UInt16, _ peer: BluetoothAddress) {
    let session = ClientSession(
      recording, index, connection: count, speed: options.speed, loops: options.loops)
    count += 1
    clients[handle] = Client(
      number: count, session: session,
      server: ATTServer(
        recording.table, session, mtu: recording.mtu ?? ATTServer.maximumMTU))
    occurrences.append(.connected(number: count, peer: peer))
  }

  private func answer(_ handle: UInt16, _ pdu: [UInt8], _ now: Int64) {
    guard let session = clients[handle]?.session else { return }
    // A client that asks and never takes an answer is not worth one.
    guard host.waiting(handle) < Self.patience else {
      slow(handle)
      return
    }
    session.advance(to: now)
    if pdu.first == ATTOpcode.handleValueConfirmation.rawValue { session.confirmed() }
    if let response = clients[handle]?.server.answer(pdu.rawBytes) {
      host.send(response, to: handle)
    }
    send(handle, now)
  }

  private func slow(_ handle: UInt16) {
    guard let client = clients[handle], !client.isSlow else { return }
    clients[handle]?.isSlow = true
    occurrences.append(.slow(number: client.number))
  }

  /// Sends what is due.
  private func send(_ handle: UInt16, _ now: Int64) {
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
    for remark in client.session.takeRemarks() {
      occurrences.append(.played(number: client.number, remark))
    }
  }
}
