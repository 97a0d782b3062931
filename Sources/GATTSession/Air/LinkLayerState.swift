import ATTDissector
import BTSnoop
import Bytes

/// The state of the air: connections and periodic advertising trains by access address, and
/// extended advertising that arrives in pieces.
final class LinkLayerState {
  /// Connections by access address, including ended ones: their last acknowledgements still follow.
  private(set) var connections: [UInt32: Connection] = [:]
  /// The open connections, in the order of first sight.
  private(set) var open: [Connection] = []
  private(set) var trains: [UInt32: PeriodicTrain] = [:]

  /// The advertiser and properties of the last AUX_ADV_IND or ADV_EXT_IND of each advertising set
  /// and data, for the PDUs that do not repeat them.
  private(set) var sets: [AdvertisingDataInformation: AdvertisingSet] = [:]
  /// ADV_EXT_INDs of devices of which no data were heard.
  var announced: [AnnouncedAdvertisement] = []
  /// Sets that do not even name their advertiser, of which no data were heard.
  var nameless = NamelessAdvertisers()
  /// Incomplete extended data, the oldest first.
  var chains: [AuxiliaryChain] = []
  /// The last ADV_IND or ADV_DIRECT_IND, which a CONNECT_IND may answer, and its ChSel.
  var connectable: (advertiser: BluetoothAddress, selects2: Bool)?
  /// The last AUX_SCAN_REQ.
  var scanRequest: (advertiser: BluetoothAddress, time: CaptureTime)?
  /// A CRC that the recorder had not checked was right: the CRC bytes of this capture are real.
  var hasSeenCRC = false
  /// Whether the CRC of the packet at hand is wrong, whatever the radio header says: it is not as it was sent.
  var isDamaged = false
  /// Whether the advertising PDU at hand was on one of the data channels.
  var isAuxiliary = false

  /// How the recorder numbers channels.
  var channelNumbers = ChannelNumbers()

  /// When the last packet on the data channels was heard, and the last one before it with another
  /// access address.
  private var heard: (last: Heard, other: Heard?)?

  private struct Heard {
    var accessAddress: UInt32
    var time: CaptureTime
  }

  /// A packet of a connection was heard.
  func hear(_ accessAddress: UInt32, at time: CaptureTime) {
    let now = Heard(accessAddress: accessAddress, time: time)
    guard let before = heard else {
      heard = (now, nil)
      return
    }
    heard = (now, before.last.accessAddress == accessAddress ? before.other : before.last)
  }

  /// When a packet of another connection was last heard.
  func lastHeard(besides accessAddress: UInt32) -> CaptureTime? {
    guard let heard else { return nil }
    return heard.last.accessAddress == accessAddress ? heard.other?.time : heard.last.time
  }

  /// The limit of ended connections that are still known by access address.
  static let ended = 256

  func connection(accessAddress: UInt32) -> Connection? { connections[accessAddress] }

  func add(_ connection: Connection, link: LinkLayerLink) {
    if connections.count - open.count >= Self.ended {
      connections = connections.filter { $0.value.isOpen }
    }
    connections[link.accessAddress] = connection
    open.append(connection)
  }

  func end(_ connection: Connection) { open.removeAll { $0 === connection } }

  /// It had not ended.
  func reopen(_ connection: Connection) {
    let place = open.firstIndex { $0.ordinal > connection.ordinal } ?? open.count
    open.insert(connection, at: place)
  }

  // MARK: Isochronous streams

  /// Access addresses of streams, with the connection that says so: without one, no PDU has said of
  /// which kind they are.
  private var streams: [UInt32: Connection?] = [:]
  /// The seed access addresses of broadcast groups.
  private var groups: Set<UInt32> = []

  func addStream(_ accessAddress: UInt32, of connection: Connection?) {
    if streams.count >= SessionLimits.isochronousStreams { streams.removeAll() }
    streams.updateValue(connection, forKey: accessAddress)
  }

  func addGroup(_ seed: UInt32) {
    if groups.count >= SessionLimits.isochronousStreams { groups.removeAll() }
    groups.insert(seed)
  }

  /// Whether packets are those of a stream, and its connection.
  func stream(accessAddress: UInt32) -> (isBroadcast: Bool?, connection: Connection?)? {
    guard !streams.isEmpty || !groups.isEmpty else { return nil }
    if let stream = streams[accessAddress] { return (stream == nil ? nil : false, stream) }
    let isOfGroup = groups.contains { BIGInfo.isStream(accessAddress, ofGroup: $0) }
    return isOfGroup ? (true, nil) : nil
  }

  /// A connection begins.
  func forgetStream(_ accessAddress: UInt32) { streams[accessAddress] = nil }

  // MARK: Strangers

  /// Empty PDUs of unknown CRC, by unknown access addresses.
  private var strangers: [UInt32: Int] = [:]

  /// Whether as many were heard that they are no noise.
  func isConnection(_ accessAddress: UInt32) -> Bool {
    if strangers.count >= SessionLimits.strangers { strangers.removeAll() }
    strangers[accessAddress, default: 0] += 1
    return strangers[accessAddress, default: 0] >= 3
  }

  // MARK: Copies

  /// Two sniffers have recorded the same packets, the second one later by this many nanoseconds: both have
  /// heard one CONNECT_IND.
  private(set) var copyDelay: Int64?
  /// The latest data packets, the last one at `next - 1`.
  private var recent: [Recent] = []
  private var next = 0

  private struct Recent {
    var accessAddress: UInt32
    var channel: UInt8?
    /// `nil` where it is damaged.
    var hash: UInt64?
    var time: CaptureTime
  }

  /// Nanoseconds by which copies may be later; it varies a little among them.
  static let longestDelay: Int64 = 200_000_000
  private static let tolerance: Int64 = 500_000
  private static let damagedTolerance: Int64 = 60_000

  /// A CONNECT_IND was recorded for the second time.
  func hearCopies(after delay: Int64) {
    if (0...Self.longestDelay).contains(delay) { copyDelay = delay }
  }

  /// Whether copies may follow of what is recorded now.
  func expectsCopies(on connection: Connection, at time: CaptureTime) -> Bool {
    copyDelay != nil || time.nanoseconds(since: connection.startTime) <= Self.longestDelay
  }

  /// Whether another sniffer's record of the same packet came before.
  /// - hash: of the PDU; `nil` where it is damaged.
  func isCopy(_ accessAddress: UInt32, channel: UInt8?, hash: UInt64?, at time: CaptureTime)
    -> Bool
  {
    if let delay = copyDelay {
      // Of a damaged packet only the time is the same.
      let tolerance =
        hash == nil
        ? max(Self.damagedTolerance, min(Self.tolerance, delay / 4)) : Self.tolerance
      for step in 1..<(recent.count + 1) {
        let other = recent[(next + recent.count - step) % recent.count]
        let since = time.nanoseconds(since: other.time)
        if since > delay + tolerance { break }
        guard since >= 0, since >= delay - tolerance, other.accessAddress == accessAddress,
          other.channel == channel, hash.map({ $0 == other.hash }) ?? true
        else { continue }
        if hash != nil { copyDelay = since }
        return true
      }
    }
    let now = Recent(accessAddress: accessAddress, channel: channel, hash: hash, time: time)
    if recent.count < SessionLimits.recentPackets {
      recent.append(now)
    } else {
      recent[next] = now
    }
    next = (next + 1) % SessionLimits.recentPackets
    return false
  }

  func train(accessAddress: UInt32) -> PeriodicTrain? { trains[accessAddress] }

  func add(_ train: PeriodicTrain, accessAddress: UInt32) {
    if trains.count >= SessionLimits.periodicTrains { trains.removeAll() }
    trains[accessAddress] = train
  }

  func remember(_ set: AdvertisingSet, information: AdvertisingDataInformation) {
    // Only recent entries matter.
    if sets.count >= SessionLimits.advertisingSets { sets.removeAll() }
    sets[information] = set
  }
}

/// A periodic advertising train, as announced in an advertiser's SyncInfo.
struct PeriodicTrain {
  var advertiser: BluetoothAddress?
  var crcStart: UInt32
}

/// The advertiser and its properties.
struct AdvertisingSet {
  var advertiser: BluetoothAddress?
  var type: AdvertisingType
  /// The AuxPtr of its last ADV_EXT_IND, and when that is due.
  var pointer: AuxiliaryPointer?
  var due = CaptureTime.never
}

/// Extended advertising data that continues in AUX_CHAIN_IND.
struct AuxiliaryChain {
  var report: AdvertisingReport
  /// The information that the pieces share.
  var information: AdvertisingDataInformation?
  var accessAddress: UInt32
  var data: [UInt8]
  /// Where it goes on.
  var pointer: AuxiliaryPointer
  var due: CaptureTime
}
