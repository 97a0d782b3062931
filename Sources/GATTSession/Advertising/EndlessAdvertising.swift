import ATTDissector
import BTSnoop
import Bytes

/// High duty cycle directed advertising whose end the controller does not report.
struct EndlessAdvertising {
  let target: BluetoothAddress?
  /// When it was switched on.
  let frame: UInt64
  let time: CaptureTime
  /// Nanoseconds, to its end by a command or to that of the capture.
  let duration: Int64

  /// It ends after 1.28 s (Core Specification, Vol 6, Part B, 4.4.2.4.3); the host learns that at once.
  private static let limit: Int64 = 3_000_000_000

  /// - advertising: that has just ended, or is still on.
  init?(_ advertising: LocalAdvertising, _ record: CaptureRecord, gaps: UInt64) {
    guard advertising.parameters?.isHighDutyCycle == true, let began = advertising.began,
      began.gaps == gaps,
      case let duration = record.time.nanoseconds(since: began.time), duration >= Self.limit
    else { return nil }
    target = advertising.parameters?.target
    (frame, time) = (began.frame, began.time)
    self.duration = duration
  }

  /// For a finding.
  func write(_ text: inout ByteWriter) {
    text.append("directed advertising")
    if let target {
      text.append(" to ")
      target.write(to: &text)
    }
    text.append(", which ends after 1.28 s, was on for ")
    text.append(duration: duration)
    text.append(": neither a connection came nor Advertising Timeout (3C)")
  }
}

extension Advertising {
  /// The capture ends.
  func findEndless(on adapter: Adapter, at record: CaptureRecord) {
    for advertising in adapter.controller.advertising.all where advertising.isEnabled == true {
      findEndless(advertising, at: record)
    }
  }

  /// Advertising is about to be switched off, or is still on at the end.
  func findEndless(_ advertising: LocalAdvertising, at record: CaptureRecord) {
    guard let endless = EndlessAdvertising(advertising, record, gaps: record.lossesSoFar) else {
      return
    }
    reporter.find(
      .endlessAdvertising(endless), on: nil, at: record, moment: (endless.frame, endless.time))
  }
}

extension CaptureRecord {
  /// Counts what the recorder says that it has lost by then, and files; equal counts: nothing.
  var lossesSoFar: UInt64 { UInt64(cumulativeDrops) &+ UInt64(truncatingIfNeeded: file) }
}
