import ATTDissector
import BTSnoop
import Bytes

/// How a host scans, with one controller: commands and their answers in, what changes out.
package struct HostScanning {
  private var askedParameters = CommandsInFlight<ScanParameters>()
  private var askedEnable = CommandsInFlight<ScanEnable>()
  private(set) var parameters: ScanParameters?
  /// `nil` if no record has shown it yet.
  package private(set) var isOn: Bool?
  package private(set) var summary = ScanSummary()
  package private(set) var stopped = 0
  /// The frame since which it scans.
  private(set) var began: UInt64 = 0
  /// Advertising data that is not complete yet.
  var chains: [AdvertisingChain] = []

  mutating func ask(for parameters: ScanParameters, at record: CaptureRecord) {
    askedParameters.ask(parameters, at: record)
  }

  mutating func ask(for enable: ScanEnable, at record: CaptureRecord) {
    askedEnable.ask(enable, at: record)
  }

  /// The controller accepts parameters, or does not.
  mutating func parametersAnswered(isAccepted: Bool) {
    let asked = askedParameters.answered()
    if isAccepted { parameters = asked }
  }

  /// What an answer is to: `change` says whether it changes something.
  mutating func enableAnswered() -> ScanEnable? { askedEnable.answered() }

  /// - listIsEmpty: nothing is in the Filter Accept List.
  /// - Returns: whether it was not so before.
  mutating func change(to enable: ScanEnable, frame: UInt64, listIsEmpty: Bool) -> Bool {
    guard isOn != enable.isEnabled else { return false }
    isOn = enable.isEnabled
    if enable.isEnabled {
      began = frame
      summary.begin(enable, parameters: parameters, listIsEmpty: listIsEmpty)
    } else {
      stopped += 1
    }
    return true
  }

  mutating func noteLosses() {
    askedParameters.noteLosses()
    askedEnable.noteLosses()
  }

  /// After a reset the controller has its own default parameters again.
  mutating func reset() {
    (isOn, parameters) = (nil, nil)
    (askedParameters, askedEnable) = (CommandsInFlight(), CommandsInFlight())
    chains.removeAll(keepingCapacity: true)
  }
}

/// Extended advertising data that arrives in several reports.
struct AdvertisingChain {
  /// The first report.
  let report: AdvertisingReport
  var data: [UInt8]
  /// Time of the last report.
  var lastTime: CaptureTime

  /// Nanoseconds after which no report continues the event.
  private static let patience: Int64 = 50_000_000
  /// Octets that are compared with the first report: one continues nothing if three in four are equal.
  private static let beginning = 16

  /// Whether a report may be the next part of the same event: it is not, if it comes too late, or begins as the
  /// first one did.
  func mayGoOn(with part: RawSpan, at time: CaptureTime) -> Bool {
    guard time.nanoseconds(since: lastTime) <= Self.patience else { return false }
    let count = min(Self.beginning, part.byteCount, data.count)
    guard count >= 4 else { return true }
    // The first AD structure has the same length and type.
    guard part.uint8(at: 0) == data[0], part.uint8(at: 1) == data[1] else { return true }
    return (0..<count).count { part.uint8(at: $0) == data[$0] } < count - count / 4
  }
}
