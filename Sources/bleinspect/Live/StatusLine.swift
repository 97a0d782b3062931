import ATTDissector
import Bytes
import GATTSession
import System
import Timeline

/// The status line below the timeline: only on a terminal, and cleared before anything else is
/// written there.
final class StatusLine {
  /// `nil` if packets pass undecoded.
  private let stage: LiveStage?
  private let drops: () -> UInt64
  /// The play position; `nil` for live.
  private let play: (() -> String)?
  private let stream: OutputStream
  private let isUTF8: Bool
  private let isColored: Bool
  private var heart = HeartBeat()
  private var heartSeen: (count: UInt64, time: Int64) = (0, 0)
  private var counted: (events: UInt64, time: Int64)?
  private var rate = 0
  private var drawn: [UInt8] = []
  private var drawTime: Int64 = 0
  private var isShown = false
  private var isOver = false

  /// Nanoseconds between two readings of the counters.
  private static let second: Int64 = 1_000_000_000
  /// Nanoseconds between two drawings: faster ones could not be read.
  private static let pause: Int64 = 40_000_000
  /// Nanoseconds after which an old heart rate is no longer shown.
  private static let heartRateLife: Int64 = 10_000_000_000

  /// - play: the play position, in words.
  /// - isASCII: whatever the locale says.
  /// - drops: packets lost so far.
  init(
    _ stage: LiveStage?, on stream: OutputStream, isColored: Bool, isASCII: Bool = false,
    play: (() -> String)? = nil, drops: @escaping () -> UInt64
  ) {
    self.stage = stage
    self.stream = stream
    self.isColored = isColored
    self.play = play
    self.drops = drops
    isUTF8 = !isASCII && Self.isUTF8(environment)
  }

  /// Whether there is a terminal for it that it would not disturb.
  static func isWanted(_ options: ReadingOptions, output: Descriptor) -> Bool {
    !options.output.quiet && Descriptor.standardError.isTerminal && environment("TERM") != "dumb"
      && (output.isTerminal || output.status?.isRegular == true)
  }

  /// Whether the locale uses Unicode.
  static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let lower = locale.lowercased()
    return lower.includes("utf-8") || lower.includes("utf8")
  }

  /// When to redraw it even if nothing happened, in nanoseconds.
  var nextDrawing: Int64 {
    max(
      drawTime + Self.pause,
      min(heart.nextChange ?? .max, (counted?.time ?? 0) + Self.second, isShown ? .max : 0))
  }

  /// Draws it, if it differs from what is there.
  func draw(at now: Int64) {
    guard !isOver, now >= drawTime + Self.pause, stream.waiting == 0 else { return }
    count(now)
    var text = ByteWriter(capacity: 256)
    text.append("\r")
    let columns = Terminal.columns(of: .standardError) ?? 80
    content(now).write(
      StatusText.Style(width: columns, isUTF8: isUTF8, isColored: isColored), to: &text)
    text.append("\u{1B}[K")
    let line = text.bytes.copy()
    guard !isShown || line != drawn else { return }
    stream.buffer.append(line)
    stream.flush()
    drawn = line
    drawTime = now
    isShown = true
  }

  /// Clears it.
  func clear() {
    guard isShown else { return }
    isShown = false
    stream.buffer.append("\r\u{1B}[K")
    stream.flush()
  }

  /// Clears it for good.
  func end() {
    clear()
    isOver = true
  }

  private func count(_ now: Int64) {
    let events = stage?.activity.events ?? 0
    guard let last = counted else {
      counted = (events, now)
      return
    }
    let passed = now - last.time
    guard passed >= Self.second else { return }
    rate = Int(Double(events - last.events) * 1e9 / Double(passed) + 0.5)
    counted = (events, now)
  }

  private func content(_ now: Int64) -> StatusText {
    var content = StatusText()
    content.play = play?()
    content.lost = drops()
    guard let stage else {
      (content.devices, content.events) = (nil, nil)
      return content
    }
    content.devices = stage.session.connectedDevices.map {
      $0.name ?? $0.address?.description ?? "C\($0.connection)"
    }
    content.heartRate = heartRate(stage, now: now)
    heart.update(bpm: content.heartRate, now: now)
    content.isBeating = heart.isLarge
    content.events = rate
    return content
  }

  private func heartRate(_ stage: LiveStage, now: Int64) -> Int? {
    let activity = stage.activity
    if activity.heartRates != heartSeen.count { heartSeen = (activity.heartRates, now) }
    guard let last = activity.heartRate, last.connection?.isOpen != false,
      now - heartSeen.time < Self.heartRateLife
    else { return nil }
    return last.bpm
  }
}
