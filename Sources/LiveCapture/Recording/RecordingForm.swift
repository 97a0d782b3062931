import BTSnoop

/// A form that can hold everything a monitor reports.
enum RecordingForm: Equatable {
  /// btsnoop of the BlueZ monitor (2001).
  case btsnoop
  /// pcapng of the BlueZ monitor (254).
  case pcapng

  /// The form that a file's name asks for; btsnoop by default.
  init(_ path: String) throws(RecordingError) {
    switch CaptureTarget(fileName: path) {
    case nil, .btsnoop: self = .btsnoop
    case .pcapng: self = .pcapng
    case .some(let target):
      throw RecordingError(
        path,
        "a recording is btsnoop or pcapng, which record adapters and lost packets: not "
          + "\(target.title), which `bleinspect convert` makes of it")
    }
  }

  var target: CaptureTarget {
    switch self {
    case .btsnoop: .btsnoopMonitor
    case .pcapng: .pcapngMonitor
    }
  }

  /// Whether it has a place for marks; if not, they are in a file beside it.
  var holdsMarks: Bool { target.holdsComments }

  /// The most bytes written for a packet of `count` bytes.
  func recordLength(_ count: Int) -> Int {
    switch self {
    case .btsnoop: 24 + count
    // With a pseudo header of 4 bytes, padding, and the option for drops.
    case .pcapng: 32 + 4 + (count + 3) & ~3 + 16
    }
  }

  /// The most bytes after the last record.
  var trailerLength: Int {
    switch self {
    case .btsnoop: 0
    case .pcapng: 40
    }
  }
}
