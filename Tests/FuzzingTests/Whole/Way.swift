import GATTSession
import GATTValues
import Timeline

/// With which options a capture is read: a number tells all of them.
struct Way: Sendable {
  let number: UInt16

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
    return options
  }

  var sink: TimelineSink.Options {
    var options = TimelineSink.Options()
    options.errorsOnly = errorsOnly
    if showsAdvertisements { options.filter.advertisements = .all }
    return options
  }
}
