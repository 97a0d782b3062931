import ATTDissector
import BTSnoop
import Bytes

/// What is known of the air: connections and trains of periodic advertising by access address, and
/// extended advertising that comes in pieces.
final class LinkLayerState {
  /// Connections by access address, those that are over too: their last acknowledgements follow.
  private(set) var connections: [UInt32: Connection] = [:]
  /// The connections that are open, in the order of first sight.
  private(set) var open: [Connection] = []
  private(set) var trains: [UInt32: PeriodicTrain] = [:]

  /// The advertiser and properties of the last AUX_ADV_IND or ADV_EXT_IND of each advertising set and
  /// data, for the PDUs that do not repeat them.
  private(set) var sets: [AdvertisingDataInformation: AdvertisingSet] = [:]
  /// Extended data of which more is to come, the oldest first.
  var chains: [AuxiliaryChain] = []
  /// The last AUX_SCAN_REQ.
  var scanRequest: (advertiser: BluetoothAddress, time: CaptureTime)?
  /// A CRC that nobody had checked was right: the bytes that stand there are CRCs.
  var hasSeenCRC = false

  /// Connections that are over and still known by access address, at most.
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

  func train(_ accessAddress: UInt32) -> PeriodicTrain? { trains[accessAddress] }

  func add(_ train: PeriodicTrain, _ accessAddress: UInt32) {
    if trains.count >= SessionLimits.periodicTrains { trains.removeAll() }
    trains[accessAddress] = train
  }

  func remember(_ set: AdvertisingSet, _ information: AdvertisingDataInformation) {
    // What matters is a moment old.
    if sets.count >= SessionLimits.advertisingSets { sets.removeAll() }
    sets[information] = set
  }
}

/// A train of periodic advertising, as an advertiser's SyncInfo tells it.
struct PeriodicTrain {
  var advertiser: BluetoothAddress?
  var crcStart: UInt32
}

/// Who advertises, and how.
struct AdvertisingSet {
  var advertiser: BluetoothAddress?
  var type: AdvertisingType
}

/// Extended advertising data that goes on in AUX_CHAIN_IND.
struct AuxiliaryChain {
  var report: AdvertisingReport
  /// What the pieces have in common.
  var information: AdvertisingDataInformation?
  var accessAddress: UInt32
  var data: [UInt8]
}
