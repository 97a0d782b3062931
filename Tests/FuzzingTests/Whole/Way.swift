import GATTSession
import GATTValues
import Timeline

/// With which options a capture is read: a number tells all of them.
struct Way: Sendable {
  let number: UInt16
  /// The only output that is written; all are where it is `nil`.
  var only: Int?

  /// What is known before the capture.
  var known: [KnownDevice] = []
  var standing: [StandingConnection] = []

  /// How many outputs there are: of the timeline, of the packet list, and other forms of captures.
  static let outputs = EveryTimeline.outputs + EveryPacketList.outputs + 1

  init(number: UInt16, only: Int? = nil) {
    self.number = number
    self.only = only
  }

  /// Whether the output of a number is written.
  func wants(_ output: Int) -> Bool { only.map { $0 == output } ?? true }

  var errorsOnly: Bool { number & 1 != 0 }
  var showsAll: Bool { number & 2 != 0 }
  var isLive: Bool { number & 4 != 0 }
  var units: Units { number & 8 != 0 ? .us : .metric }
  var readsBadCRC: Bool { number & 16 != 0 }
  var showsAdvertisements: Bool { number & 32 != 0 }
  var timeStyle: TimeStyle {
    [.relative, .utc, .epoch, .delta][Int(number >> 6 & 3)]
  }
  /// Which of the forms of captures is written.
  var target: Int { Int(number >> 8) }

  var session: GATTSession.Options {
    var options = GATTSession.Options()
    options.units = units
    options.readsBadCRC = readsBadCRC
    options.knownDevices = known
    options.standing = standing
    return options
  }

  var sink: TimelineSink.Options {
    var options = TimelineSink.Options()
    options.filter.errorsOnly = errorsOnly
    if showsAdvertisements { options.filter.advertisements = .all }
    return options
  }
}
