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
  /// What is in progress on it.
  package internal(set) var controller = ControllerState()
  /// The connection as a peripheral that ended last, until it advertises again.
  var lastServed: Connection?
  /// The connection of the stream with a handle; `nil` also for a broadcast stream.
  package func connection(ofStream handle: UInt16) -> Connection? {
    controller.streams[handle]?.connection
  }
  init(index: UInt16?, budget: MemoryBudget, state: DeviceState) {
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
    connections[handle] = connection
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

  /// The power state, as the monitor reports it.
  package enum Power: Sendable { case up, down, gone }

  /// What a reset of the controller ends.
  func reset() {
    lastServed = nil
    controller.reset()
    classicHandles.removeAll(keepingCapacity: true)
    classicLinks.removeAll()
    classicRoles.removeAll()
  }
}
