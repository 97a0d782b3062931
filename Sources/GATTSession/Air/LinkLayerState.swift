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
  /// Incomplete extended data, the oldest first.
  var chains: [AuxiliaryChain] = []
  /// The last AUX_SCAN_REQ.
  var scanRequest: (advertiser: BluetoothAddress, time: CaptureTime)?
  /// A CRC that the recorder had not checked was right: the CRC bytes of this capture are real.
  var hasSeenCRC = false

  /// When the last packet on the data channels was heard, and the last one before it with another
  /// access address.
  private var heard: (last: Heard, other: Heard?)?

  private struct Heard {
    var accessAddress: UInt32
    var time: CaptureTime
  }

  /// A packet of a connection was heard.
  func hear(_ accessAddress: UInt32, _ time: CaptureTime) {
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

  func connection(_ accessAddress: UInt32) -> Connection? { connections[accessAddress] }

  func add(_ connection: Connection, _ link: LinkLayerLink) {
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

  func train(_ accessAddress: UInt32) -> PeriodicTrain? { trains[accessAddress] }

  func add(_ train: PeriodicTrain, _ accessAddress: UInt32) {
    if trains.count >= SessionLimits.periodicTrains { trains.removeAll() }
    trains[accessAddress] = train
  }

  func remember(_ set: AdvertisingSet, _ information: AdvertisingDataInformation) {
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
}

/// Extended advertising data that continues in AUX_CHAIN_IND.
struct AuxiliaryChain {
  var report: AdvertisingReport
  /// The information that the pieces share.
  var information: AdvertisingDataInformation?
  var accessAddress: UInt32
  var data: [UInt8]
}
