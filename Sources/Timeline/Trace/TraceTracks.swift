import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// Slices of one track must nest: where one begins before the last has ended, it goes to another
/// track. Perfetto shows tracks of the same name as one.
struct TraceLane {
  /// The tracks that are still used; each with the end of its last slice.
  private var tracks: [(uuid: UInt64, end: UInt64)] = []
  private static let limit = 4

  /// The track for a slice; `nil`: a new one is needed.
  mutating func track(from begin: UInt64, to end: UInt64) -> UInt64? {
    guard let index = tracks.firstIndex(where: { $0.end <= begin }) else { return nil }
    tracks[index].end = max(begin, end)
    return tracks[index].uuid
  }

  mutating func add(_ uuid: UInt64, until end: UInt64 = 0) {
    if tracks.count == Self.limit { tracks.removeFirst() }
    tracks.append((uuid, end))
  }

  /// What was begun on a track without an end ends there.
  mutating func end(_ uuid: UInt64, at time: UInt64) {
    guard let index = tracks.firstIndex(where: { $0.uuid == uuid }) else { return }
    tracks[index].end = time
  }

  /// The track for what has no duration.
  var first: UInt64? { tracks.first?.uuid }
}

/// The tracks of a device; those of all of its connections are the same.
final class TracedDevice {
  /// Who sends, and for what.
  struct LaneKey: Equatable {
    /// In their order.
    enum Purpose: Int { case security, discovery, data }

    var side: Side
    /// The channel of an enhanced bearer.
    var channel: Int?
    var purpose = Purpose.data
    /// The role of the recording host in the connection; `nil`: unknown.
    var host: LinkRole?

    /// Its place among the tracks of the device, after that of the connections.
    var rank: Int { (channel ?? 0) * 8 + purpose.rawValue * 2 + Int(side.rawValue) }

    /// `from central`; where the roles are unknown, `sent` and `received`.
    func name(to text: inout ByteWriter) {
      switch purpose {
      case .security:
        text.append("security")
        return
      case .discovery: text.append("discovery ")
      case .data: break
      }
      if let role = side == .host ? host : host?.opposite {
        text.append("from ")
        text.append(role.name)
      } else {
        text.append(side == .host ? "sent" : "received")
      }
      if let channel {
        text.append(", channel ")
        text.append(decimal: channel)
      }
    }
  }

  let uuid: UInt64
  let address: BluetoothAddress?
  /// At the end it may have a name.
  var peer: Peer?
  var advertising: UInt64?
  var signal: UInt64?
  /// A connection is a slice until it ends; two at a time need two tracks.
  var links = TraceLane()
  var lanes: [(key: LaneKey, lane: TraceLane)] = []
  /// How well a sniffer hears the central, and the peripheral.
  var signals = PerSide<UInt64?>(both: nil)
  var counters = 0

  /// The place of those among the tracks of the device: after all lanes.
  static func rank(ofSignal side: Side) -> Int { 1 << 24 + Int(side.rawValue) }

  init(_ uuid: UInt64, _ address: BluetoothAddress?) {
    self.uuid = uuid
    self.address = address
  }

  /// The index of a lane, which is made if need be; of more than connections have channels, the last.
  func lane(_ key: LaneKey) -> Int {
    if let index = lanes.firstIndex(where: { $0.key == key }) { return index }
    if lanes.count > 4 * SessionLimits.channelsOfConnection { return lanes.count - 1 }
    lanes.append((key, TraceLane()))
    return lanes.count - 1
  }
}

/// A connection among those of its device.
final class TracedConnection {
  typealias LaneKey = TracedDevice.LaneKey

  let connection: Connection
  let device: TracedDevice
  /// The track of its slice.
  var uuid: UInt64
  let begin: UInt64
  /// Its slice has not begun.
  var isNew = true
  /// Its slice has ended.
  var isEnded = false

  init(_ connection: Connection, _ device: TracedDevice, _ uuid: UInt64, begin: UInt64) {
    self.connection = connection
    self.device = device
    self.uuid = uuid
    self.begin = begin
  }
}

/// The counter of a number.
struct TracedCounter {
  /// It names something, and is no number of anything.
  var isName = false
  /// `nil`: so far it is one value, or always the same.
  var track: UInt64?
  var first: (time: UInt64, value: Double)
}

/// What was found, as a trace shows it.
package struct TraceFinding {
  let rule: String
  let severity: FindingRule.Severity
  let frame: UInt64
  let time: CaptureTime
  let connection: Int?
  let text: String

  package init(
    rule: FindingRule, frame: UInt64, time: CaptureTime, connection: Int?, text: String
  ) {
    (self.rule, severity) = (rule.identifier, rule.severity)
    (self.frame, self.time, self.connection, self.text) = (frame, time, connection, text)
  }
}
