import BTSnoop
import Bytes
import GATTSession
import System
import Timeline

/// Shows the progress of long work, only on a terminal.
final class Progress: RecordStage {
  private let stage: any RecordStage
  private var records: UInt64 = 0
  private var lastShown: Int
  private var hasShown = false

  /// Records between looks at the clock.
  private static let stride: UInt64 = 1 << 14

  init(_ stage: any RecordStage) {
    self.stage = stage
    lastShown = MonotonicTime.milliseconds / 1000
  }

  /// Standard output must go elsewhere: two writers would garble one screen.
  static func isWanted(_ options: ReadingOptions) -> Bool {
    !options.quiet && Descriptor.standardError.isTerminal
      && (options.output != nil || !Descriptor.standardOutput.isTerminal)
  }

  func capture(_ info: CaptureInfo, from frame: UInt64) {
    stage.capture(info, from: frame)
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    stage.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    records += 1
    if records % Self.stride == 0 { show() }
    return stage.record(record, bytes)
  }

  var decryption: DecryptionReport { stage.decryption }
  var followed: GATTSession? { stage.followed }
  var unreadCaptures: [UnreadCapture] { stage.unreadCaptures }
  var remarks: [String] { stage.remarks }
  var wantsComments: Bool { stage.wantsComments }
  func comment(_ text: RawSpan) { stage.comment(text) }
  func note(_ note: CaptureNote) { stage.note(note) }
  func end(_ summary: CaptureSummary) { stage.end(summary) }

  private func show() {
    let now = MonotonicTime.milliseconds / 1000
    guard now != lastShown else { return }
    lastShown = now
    hasShown = true
    write("\r\(records) records")
  }

  /// Clears the line.
  func clear() {
    if hasShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    try? Descriptor.standardError.write(text.rawBytes)
  }
}
