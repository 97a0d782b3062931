import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Delays each record until it is due, then passes it on.
final class PacedStage: RecordStage {
  private let stage: any RecordStage
  private let player: Player
  private let window: PlayWindow
  private var clock: TimelineClock?
  private var held: HeldEvents?
  private let onJump: (String) -> Void
  private let onEnd: () -> Void
  private var jumpCount = 0
  /// The time of the last record passed on.
  private var lastTime: CaptureTime?

  /// - window: records outside of it are not waited for.
  /// - onJump: called with a sentence about each of the first jumps of the clock.
  /// - onEnd: called after the last record.
  init(
    _ stage: any RecordStage, _ player: Player, _ window: PlayWindow,
    onJump: @escaping (String) -> Void, onEnd: @escaping () -> Void
  ) {
    self.stage = stage
    self.player = player
    self.window = window
    self.onJump = onJump
    self.onEnd = onEnd
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    held = (stage as? LiveStage).map { HeldEvents($0, clock) }
    stage.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    guard let clock, player.end == nil else { return false }
    let t = clock.nanoseconds(record.time)
    if window.contains(record, clock: clock) {
      guard player.play(t, held: held) else { return false }
      if let jump = player.jump { jumped(jump, frame: record.frame) }
    } else {
      guard player.pass() else { return false }
    }
    lastTime = record.time
    return stage.record(record, bytes: bytes)
  }

  var decryption: DecryptionReport { stage.decryption }
  var followed: GATTSession? { stage.followed }
  var hasMatch: Bool { stage.hasMatch }
  var unreadCaptures: [UnreadCapture] { stage.unreadCaptures }
  var remarks: [String] {
    let count = jumpCount - SessionLimits.jumps
    let more = count == 1 ? "1 more jump" : "\(count) more jumps"
    return stage.remarks + (count > 0 ? ["\(more) of the clock not waited for"] : [])
  }
  var wantsComments: Bool { stage.wantsComments }
  func comment(_ text: RawSpan) { stage.comment(text) }
  func note(_ note: CaptureNote) { stage.note(note) }

  private func jumped(_ nanoseconds: Int64, frame: UInt64) {
    jumpCount += 1
    guard jumpCount <= SessionLimits.jumps else { return }
    var text = ByteWriter(capacity: 80)
    text.append("the clock jumps by ")
    text.append(days: nanoseconds)
    text.append(" before frame ")
    text.append(decimal: frame)
    text.append(": not waited for")
    onJump(String(decoding: text.bytes.copy(), as: UTF8.self))
  }

  func end(_ summary: CaptureSummary) {
    onEnd()
    // Of what was not shown, nothing is said.
    if player.end == .unheard || player.end == .outputFailed { return }
    var summary = summary
    // What was read and is not played any more does not belong to it.
    if player.end != nil {
      summary.end = lastTime ?? summary.start
      (stage as? LiveStage)?.leaveOutMarks()
    }
    stage.end(summary)
  }
}

/// The part of a capture that is played: the rest is read without waiting.
struct PlayWindow {
  private let filter: EventFilter

  /// - filter: its times and its frames.
  init(_ filter: EventFilter) {
    var window = EventFilter()
    window.from = filter.from
    window.to = filter.to
    window.frames = filter.frames
    self.filter = window
  }

  func contains(_ record: CaptureRecord, clock: TimelineClock) -> Bool {
    filter.allows(frame: record.frame, time: record.time, clock: clock)
  }
}

/// Events of a session that wait for other records, or for time.
private final class HeldEvents: PlayWait {
  private let stage: LiveStage
  private let clock: TimelineClock

  init(_ stage: LiveStage, _ clock: TimelineClock) {
    self.stage = stage
    self.clock = clock
  }

  var deadline: Int64? { stage.waitsUntil.map { clock.nanoseconds($0) } }

  func advance(to t: Int64) {
    let rest = Int64(clock.origin.nanoseconds).holding(plus: t)
    stage.advance(to: CaptureTime(seconds: clock.origin.seconds, excessNanoseconds: rest))
  }
}
