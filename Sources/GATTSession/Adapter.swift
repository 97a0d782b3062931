import ATTDissector
import BTSnoop
import GATTValues

/// One controller of the recording host, and what is under way on it.
package final class Adapter {
  /// HCI index; `nil` where the format has none.
  package let index: UInt16?
  package internal(set) var address: BluetoothAddress?
  package internal(set) var name: String?
  /// The host's own attributes, as its peers discover them.
  package let database: AttributeDatabase
  var state: DeviceState

  private(set) var connections = ConnectionTable()
  /// The connection that ended last.
  var lastEnded: Connection?
  /// Handles of classic connections, so that their data is not taken for LE.
  var classicHandles: Set<UInt16> = []

  var scanParameters: ScanParameters?
  var pendingScanParameters: ScanParameters?
  var advertisingParameters: AdvertisingParameters?
  var pendingAdvertisingParameters: AdvertisingParameters?
  var pendingScanEnable: ScanEnable?
  var pendingAdvertisingEnable: Bool?
  var isScanning: Bool?
  var isAdvertising: Bool?
  /// The connection that the host is trying to make.
  var connectTarget: ConnectionTarget?
  var isCancelling = false
  var chains: [AdvertisingChain] = []

  package internal(set) var scansStarted = 0
  package internal(set) var scansStopped = 0
  package internal(set) var cancelledAttempts = 0

  init(index: UInt16?, budget: AttributeBudget, state: DeviceState) {
    self.index = index
    self.database = AttributeDatabase(budget: budget)
    self.state = state
  }

  func setConnection(_ handle: UInt16, _ connection: Connection?) {
    // Only read or replaced as a whole, as the table of attributes is.
    var table = connections
    connections = ConnectionTable()
    table[handle] = connection
    connections = table
  }

  /// What a reset of the controller ends.
  func reset() {
    isScanning = nil
    isAdvertising = nil
    connectTarget = nil
    lastEnded = nil
    // A controller that was reset has parameters of its own again.
    scanParameters = nil
    pendingScanParameters = nil
    advertisingParameters = nil
    pendingAdvertisingParameters = nil
    pendingScanEnable = nil
    pendingAdvertisingEnable = nil
    chains.removeAll(keepingCapacity: true)
    classicHandles.removeAll(keepingCapacity: true)
  }
}

/// Extended advertising data that comes in several reports.
struct AdvertisingChain {
  /// The first of the reports.
  let report: AdvertisingReport
  var data: [UInt8]
}
