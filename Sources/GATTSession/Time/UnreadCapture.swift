import BTSnoop

/// A capture of which no record could be read.
package struct UnreadCapture: Equatable, Sendable {
  /// Index of the input, as its records have it.
  package var file: Int
  package var records: UInt64
  package var unread: UInt64
  /// What the records hold.
  package var why: String
}

/// Why a whole record is not read.
enum UnreadRecord: Int, CaseIterable {
  /// Its outermost unit is wrong.
  case malformed
  /// A data PDU of an unknown connection.
  case unknownAccessAddress
  case badCRC

  fileprivate var words: String {
    switch self {
    case .malformed: "malformed packets"
    case .unknownAccessAddress: "unknown access addresses"
    case .badCRC: "bad CRC"
    }
  }
}

/// Finds captures of which no record is read: their timeline is empty, but not because nothing
/// happened.
struct UnreadTally {
  private var file = -1
  private var records: UInt64 = 0
  private var unread: [3 of UInt64] = [0, 0, 0]
  private var isAnyRead = false
  private var finished: [UnreadCapture] = []

  /// - unread: why the record is not read, if it is not.
  mutating func count(at record: CaptureRecord, unread: UnreadRecord?) {
    if record.file != file {
      if let capture, finished.count < SessionLimits.unreadCaptures { finished.append(capture) }
      self = UnreadTally(file, of: finished)
      file = record.file
    }
    records += 1
    if let unread {
      self.unread[unread.rawValue] += 1
    } else if !isAnyRead, record.kind != .unknown {
      // The reader reports unknown contents.
      isAnyRead = true
    }
  }

  /// The captures so far, the current one included.
  var captures: [UnreadCapture] { finished + (capture.map { [$0] } ?? []) }

  private var capture: UnreadCapture? {
    let causes = UnreadRecord.allCases.filter { unread[$0.rawValue] > 0 }
    guard !isAnyRead, !causes.isEmpty else { return nil }
    let why =
      causes.count == 1
      ? causes[0].words
      : causes.map { "\(unread[$0.rawValue]) of \($0.words)" }.joined(separator: ", ")
    return UnreadCapture(
      file: file, records: records, unread: unread[0] + unread[1] + unread[2], why: why)
  }

  init() {}

  private init(_ file: Int, of finished: [UnreadCapture]) {
    self.file = file
    self.finished = finished
  }
}
