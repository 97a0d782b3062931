import ATTDissector
import Bytes
import BTSnoop
import GATTValues

/// One controller of the recording host, and what is in progress on it.
package final class Adapter {
  /// HCI index; `nil` where the format has none.
  package let index: UInt16?
  package internal(set) var address: BluetoothAddress?
  /// All addresses it reported: a controller may change its address during setup.
  private(set) var addresses: [BluetoothAddress] = []
  var setup = Setup.done
  /// Another controller now has its index.
  var isReplaced = false
  package internal(set) var name: String?
  /// What the host calls itself.
  package internal(set) var hostName: String?
  package internal(set) var version: LocalVersion?
  /// How many packets of the host the controller takes at a time; `nil` where no record says so.
  var bufferCount: Int?
  /// `nil` where the format does not report it.
  package internal(set) var power: Power?
  /// The host's own attributes, as its peers discover them.
  package let database: AttributeDatabase
  var state: DeviceState

  private(set) var connections = ConnectionTable()
  /// The open connection with a handle.
  package func connection(_ handle: UInt16) -> Connection? { connections[handle] }
  /// Connections that ended last, whose data may still arrive.
  private(set) var lastEnded: [EndedConnection] = []
  /// Handles of classic connections, so that their data is not mistaken for LE.
  var classicHandles: Set<UInt16> = []
  /// What is known of those connections: of `SessionLimits.classicLinks` at most.
  var classicLinks: [UInt16: ClassicLink] = [:]
  var classicRoles = ClassicRoles()
  var commands = CommandClock()
  /// Its last Hardware Error since it was reset.
  var failure: (frame: UInt64, time: CaptureTime)?

  /// Its host has given it a random address since its reset.
  var hasRandomAddress = false
  var scanParameters: ScanParameters?
  var askedScanParameters = CommandsInFlight<ScanParameters>()
  var askedAdvertisingParameters = CommandsInFlight<AdvertisingParameters>()
  var askedScanEnable = CommandsInFlight<ScanEnable>()
  var askedAdvertisingEnable = CommandsInFlight<AdvertisingEnable>()
  /// Advertising sets that are to be removed.
  var askedRemoval = CommandsInFlight<UInt8>()
  var isScanning: Bool?
  /// Legacy advertising.
  var advertising = LocalAdvertising()
  /// The connection as a peripheral that ended last, until it advertises again.
  var lastServed: Connection?
  /// What it advertised before its last reset.
  var lastAdvertising: LocalAdvertising?
  /// The advertising sets by handle: 256 at most.
  var advertisingSets: [UInt8: LocalAdvertising] = [:]
  /// Trains of periodic advertising that the controller follows, by sync handle.
  var syncs: [UInt16: PeriodicSync] = [:]
  /// The syncs that the host is about to end.
  var askedSyncEnd = CommandsInFlight<UInt16>()
  /// The streams that the host does not want, and why.
  var askedRejection = CommandsInFlight<(stream: UInt16, reason: HCIStatus)>()
  /// Isochronous streams by connection handle.
  var streams: [UInt16: IsochronousStream] = [:]
  /// The connection of the stream with a handle; `nil` also for a broadcast stream.
  package func connection(ofStream handle: UInt16) -> Connection? { streams[handle]?.connection }
  /// The connection that the host has asked to encrypt.
  var encrypting: UInt16?
  /// The commands that end, encrypt or change connections, by opcode, until the controller says whether it does that.
  var connectionCommands: [HCIOpcode: CommandsInFlight<ConnectionCommand>] = [:]
  /// Procedures of connections that the controller has not answered for yet, the oldest first.
  private var begun: [(opcode: UInt16, handle: UInt16)] = []
  /// When the host last said which channels are to be used.
  var mappedChannels: (frame: UInt64, time: CaptureTime)?
  /// How many commands the controller has answered.
  var answers: UInt64 = 0
  /// The last LE Long Term Key Request.
  var keyRequest: (handle: UInt16, name: LinkKey.Name)?
  /// The connection that the controller is trying to create: one at a time.
  var attempt: ConnectionAttempt?
  var acceptList = AcceptList()
  /// The attempt over the Filter Accept List that the host cancelled last: its end, and whom it was for.
  var cancelled: (frame: UInt64, time: CaptureTime, listed: [BluetoothAddress])?
  /// Attempts to connect that the host asked for, until the controller says whether it tries.
  var askedAttempt = CommandsInFlight<ConnectionAttempt>()

  /// The attempt that ends now: one whose Command Status is not in the capture may be under way, too.
  func takeAttempt() -> ConnectionAttempt? {
    let taken = attempt ?? askedAttempt.answered()
    attempt = nil
    return taken
  }

  /// When the host asked to cancel the attempt that is under way.
  var cancelling: (frame: UInt64, time: CaptureTime)?
  var chains: [AdvertisingChain] = []

  package internal(set) var scansStarted = 0
  package internal(set) var scanning = ScanSummary()
  /// The frame since which it scans.
  var scanBegan: UInt64 = 0
  package internal(set) var advertisingsStarted = 0
  package internal(set) var scansStopped = 0
  package internal(set) var cancelledAttempts = 0

  /// The recorder lost packets: answers to commands may be among them.
  func noteLosses() {
    askedScanParameters.noteLosses()
    askedAdvertisingParameters.noteLosses()
    askedScanEnable.noteLosses()
    askedAdvertisingEnable.noteLosses()
    askedRemoval.noteLosses()
    askedSyncEnd.noteLosses()
    askedRejection.noteLosses()
    askedAttempt.noteLosses()
  }

  init(index: UInt16?, budget: AttributeBudget, state: DeviceState) {
    self.index = index
    self.database = AttributeDatabase(budget: budget)
    self.state = state
  }

  /// Whether the controller is about to report its address, and what the address may mean.
  enum Setup {
    /// Reported: a different address means another controller.
    case done
    /// First setup: the address may change.
    case first
    /// A controller was added under a known index: the same one, or another.
    case again
  }

  /// Takes the address as its own.
  func learn(_ new: BluetoothAddress) {
    address = new
    if !addresses.contains(new), addresses.count < 4 { addresses.append(new) }
  }

  /// The handle is no longer that of a classic connection.
  func forgetClassic(_ handle: UInt16) {
    classicHandles.remove(handle)
    classicLinks[handle] = nil
  }

  func setConnection(_ handle: UInt16, on connection: Connection?) {
    // Only read or replaced as a whole, like the attribute table.
    var table = connections
    connections = ConnectionTable()
    table[handle] = connection
    connections = table
  }

  /// - gaps: what the capture lacked by then.
  /// - Returns: one that is not remembered any longer.
  func noteEnd(on connection: Connection, gaps: UInt64) -> EndedConnection? {
    lastEnded.removeAll { $0.connection.handle == connection.handle }
    let isFull = lastEnded.count >= SessionLimits.endedConnections
    let oldest = isFull ? lastEnded.removeFirst() : nil
    lastEnded.append(EndedConnection(connection: connection, gaps: gaps))
    return oldest
  }

  /// A handle is in use again.
  func takeEnded(_ handle: UInt16) -> EndedConnection? {
    guard let place = lastEnded.firstIndex(where: { $0.connection.handle == handle }) else {
      return nil
    }
    return lastEnded.remove(at: place)
  }

  /// Counts what came on the handle of an ended connection.
  /// - Returns: `false` where it is the first of its side.
  func noteStray(_ side: Side, at place: Int) -> Bool {
    guard lastEnded[place].strays[side] != nil else { return false }
    lastEnded[place].strays[side]?.packets &+= 1
    return true
  }

  func noteStray(_ first: StrayData, side: Side, at place: Int) {
    lastEnded[place].strays[side] = first
  }

  func noteBegun(_ opcode: UInt16, handle: UInt16) {
    // A controller takes fewer commands at a time.
    if begun.count == 8 { begun.removeFirst() }
    begun.append((opcode, handle))
  }

  /// The connection of the command that an answer is to.
  func takeBegun(_ opcode: UInt16) -> UInt16? {
    guard let place = begun.firstIndex(where: { $0.opcode == opcode }) else { return nil }
    return begun.remove(at: place).handle
  }

  /// Whether a connection may be about to begin.
  var mayConnect: Bool { attempt != nil || advertises }

  /// The power state, as the monitor reports it.
  package enum Power: Sendable { case up, down, gone }

  /// Whether it scans; `nil` if no record has shown it yet.
  package var scans: Bool? { isScanning }

  /// Whether it advertises, as far as records have shown.
  package var advertises: Bool {
    advertising.isEnabled == true || advertisingSets.values.contains { $0.isEnabled == true }
  }

  func removeSet(_ handle: UInt8) {
    lastAdvertising = connectableAdvertising
    advertisingSets[handle] = nil
  }

  func removeSets() {
    lastAdvertising = connectableAdvertising
    advertisingSets.removeAll()
  }

  /// It has no connection from before the capture.
  private(set) var wasReset = false

  /// What a reset of the controller ends.
  func reset() {
    wasReset = true
    lastServed = nil
    hasRandomAddress = false
    isScanning = nil
    lastAdvertising = connectableAdvertising
    advertising = LocalAdvertising()
    advertisingSets.removeAll()
    syncs.removeAll()
    askedSyncEnd = CommandsInFlight()
    askedRejection = CommandsInFlight()
    streams.removeAll()
    encrypting = nil
    commands.restart()
    failure = nil
    connectionCommands = [:]
    begun.removeAll()
    mappedChannels = nil
    keyRequest = nil
    attempt = nil
    acceptList.clear()
    askedAttempt = CommandsInFlight()
    cancelling = nil
    // After a reset the controller has its own default parameters again.
    scanParameters = nil
    askedScanParameters = CommandsInFlight()
    askedAdvertisingParameters = CommandsInFlight()
    askedScanEnable = CommandsInFlight()
    askedAdvertisingEnable = CommandsInFlight()
    askedRemoval = CommandsInFlight()
    chains.removeAll(keepingCapacity: true)
    classicHandles.removeAll(keepingCapacity: true)
    classicLinks.removeAll()
    classicRoles.removeAll()
  }
}

/// The host has asked for a connection, with one device or one of its list.
struct ConnectionAttempt {
  let target: ConnectionTarget
  /// The only device in the list, where the host names none.
  let listed: BluetoothAddress?
  let frame: UInt64
  let time: CaptureTime
  /// What the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// Meanwhile data came on a connection whose beginning is not in the capture: perhaps on this one.
  var isDoubtful = false

  /// Whether a connection with the device may be its outcome. A private address may be that of any.
  func mayReach(_ peer: BluetoothAddress) -> Bool {
    guard let wanted = target.peer, !wanted.isPrivate, !peer.isPrivate else { return true }
    return wanted.value == peer.value
  }
}

/// Extended advertising data that arrives in several reports.
struct AdvertisingChain {
  /// The first report.
  let report: AdvertisingReport
  var data: [UInt8]
  /// Time of the last report.
  var lastTime: CaptureTime

  /// Nanoseconds after which no report continues the event.
  private static let patience: Int64 = 50_000_000
  /// Octets that are compared with the first report: one continues nothing if three in four are equal.
  private static let beginning = 16

  /// Whether a report may be the next part of the same event: it is not, if it comes too late, or begins as the
  /// first one did.
  func mayGoOn(with part: RawSpan, at time: CaptureTime) -> Bool {
    guard time.nanoseconds(since: lastTime) <= Self.patience else { return false }
    let count = min(Self.beginning, part.byteCount, data.count)
    guard count >= 4 else { return true }
    // The first AD structure has the same length and type.
    guard part.uint8(at: 0) == data[0], part.uint8(at: 1) == data[1] else { return true }
    return (0..<count).count { part.uint8(at: $0) == data[$0] } < count - count / 4
  }
}

/// Advertising of the host: legacy, or of one advertising set.
package struct LocalAdvertising {
  /// The most octets that advertising data has (Core Specification, Vol 4, Part E, 7.8.54).
  static let maximumData = 1650

  package internal(set) var parameters: AdvertisingParameters?
  var isEnabled: Bool?
  /// When it was last switched on, and what the capture lacked by then.
  var began: (frame: UInt64, time: CaptureTime, gaps: UInt64)?
  /// Advertising data as the host last set it.
  package internal(set) var data: [UInt8] = []
  package internal(set) var scanResponse: [UInt8] = []

  mutating func set(_ part: AdvertisedPart) {
    let place = part.isScanResponse ? \LocalAdvertising.scanResponse : \.data
    let before = part.isContinuation ? self[keyPath: place] : []
    self[keyPath: place] = Array((before + part.data).prefix(Self.maximumData))
  }
}

/// A train of periodic advertising that the controller follows.
struct PeriodicSync {
  /// The advertiser; `nil` where the sync was established before the capture.
  var advertiser: BluetoothAddress?
  var set: UInt8?
  /// Hash of the last data, where the advertiser is unknown.
  var lastReport: UInt64 = 0
  /// Incomplete data: more is to come.
  var data: [UInt8] = []
  /// Too long, or its start was not received.
  var isCut = false
  var information: BIGInfoReport?
}

/// One isochronous stream.
struct IsochronousStream {
  /// The connection of a connected stream; `nil` for a broadcast stream.
  var connection: Connection?
  /// BIG handle of a broadcast stream.
  var group: UInt8?
}
