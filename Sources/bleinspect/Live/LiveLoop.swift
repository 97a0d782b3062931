import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

/// Why a run of `live` ended.
enum LiveEnd: Equatable {
  /// SIGINT, SIGTERM or SIGHUP.
  case interrupted
  /// `--for`.
  case timeOver
  /// `--count` or `--until`.
  case enough
  /// The other side closed the source.
  case sourceEnded
  case sourceFailed(CaptureError)
  /// The output has no reader any more, and nothing is recorded.
  case unheard
  case outputFailed
  case recordingFailed
  /// It could not even start.
  case recordingRefused
}

/// The one loop that waits: for the source, signals, readers and deadlines.
final class LiveLoop {
  let source: any LiveSource
  let stage: LiveStage
  let output: OutputStream
  let console: LiveConsole
  var status: StatusLine?
  var chart: ChartScreen?
  var quiet: QuietWatch?
  /// `nil` without a keyboard.
  var keys: LiveKeys?
  private let interruption: Interruption
  /// Nanoseconds since an arbitrary moment.
  private let clock: () -> Int64
  private(set) var intake: LiveIntake
  private var waits = DescriptorSet()
  /// The source may have more right away.
  private var isBusy = true
  /// The source had nothing when it was last polled.
  private var isIdle = false
  /// When the last records had been read.
  private var lastRead: Int64 = 0
  /// When the last record had arrived.
  private var lastArrival: Int64 = 0
  private var retryTime: Int64?
  private var gathering = Gathering()

  /// How late a record may be, in nanoseconds, before its time counts as past without it.
  static let tolerance: Int64 = 250_000_000
  /// The most reads for what has gathered: more than a socket holds.
  private static let gatheredReads = 256

  init(
    _ source: any LiveSource, _ stage: LiveStage, output: OutputStream,
    recorder: (() throws(RecordingError) -> Recorder)?, interruption: Interruption,
    console: LiveConsole,
    clock: @escaping () -> Int64 = MonotonicTime.now
  ) {
    self.source = source
    self.stage = stage
    self.output = output
    self.interruption = interruption
    self.console = console
    self.clock = clock
    intake = LiveIntake(stage, console, recorder: recorder)
    // A recording continues whether or not anybody reads the timeline.
    output.leavesOut = intake.isRecorded
  }

  var recorder: Recorder? { intake.recorder }
  var page: LivePage? {
    get { intake.page }
    set { intake.page = newValue }
  }

  /// - Parameter duration: nanoseconds; `nil`: until something else ends it.
  func run(for duration: Int64? = nil) -> LiveEnd {
    let end = duration.map { clock().addingReportingOverflow($0) }.map { $1 ? .max : $0 }
    output.beforeWriting = { [status] in status?.clear() }
    console.status = status
    console.chart = chart
    keys?.begin()
    defer {
      keys?.end()
      // From here on a stop signal stops, while the last lines wait for their reader, too.
      keys = nil
      status?.end()
      output.beforeWriting = nil
    }
    while true {
      let now = clock()
      if let end, now >= end { return readGathered() ?? .timeOver }
      passTime(now)
      output.flush()
      if let reason = outputProblem() { return reason }
      page?.look(now)
      if let remark = quiet?.look(now, stage: stage, source: source, records: intake.records) {
        console.remark(remark)
      }
      // On the same screen, pending output comes first.
      if output.waiting == 0 {
        chart?.draw(at: now)
        status?.draw(at: now)
      }
      if wait(at: now, until: end), interruption.take() { return readGathered() ?? .interrupted }
      for text in keys?.take(status) ?? [] {
        // What came before the key stands before the mark.
        if let reason = readGathered() { return reason }
        mark(text)
      }
      if stage.isDone { return .enough }
      recorder?.flushIfDue()
      if recorder?.error != nil { return .recordingFailed }
      if let reason = read() { return reason }
    }
  }

  /// Packets lost so far.
  var lost: UInt64 { max(source.drops, UInt64(intake.drops)) }

  // MARK: Waiting

  /// - Returns: whether a signal has arrived.
  private func wait(at now: Int64, until end: Int64?) -> Bool {
    waits.removeAll()
    let fromSignals = waits.add(interruption.descriptor, for: .input)
    // Unread output is buffered while there is room; then the source has to wait.
    let canRead = !output.isFull || output.leavesOut
    if let end = gathering.end, now >= end { gathering.stop() }
    let fromSource = waits.add(
      canRead && gathering.end == nil ? source.descriptor : nil, for: .input)
    let toReader = waits.add(
      output.isOpen ? output.descriptor : nil, for: output.waiting > 0 ? .output : [])
    keys?.add(to: &waits)
    waits.add(
      console.stream.isOpen && console.stream.waiting > 0 ? .standardError : nil, for: .output)
    waits.wait(milliseconds: isBusy && canRead ? 0 : timeout(now, end: end, canRead: canRead))
    if waits.isReady(fromSource) { isBusy = true }
    isIdle = canRead && !isBusy && gathering.end == nil
    if output.waiting == 0, waits.isClosed(toReader) { output.stop() }
    console.stream.flush()
    return waits.isReady(fromSignals)
  }

  /// Milliseconds until something is due even if nothing arrives.
  /// - canRead: whether the source may be read when it is due.
  private func timeout(_ now: Int64, end: Int64?, canRead: Bool) -> Int? {
    var next: [Int64] = []
    if let end { next.append(end - now) }
    if canRead, let retryTime { next.append(retryTime - now) }
    if canRead, let end = gathering.end { next.append(end - now) }
    if canRead, let deadline = stage.session.waitsUntil, let time = time(at: now) {
      next.append(deadline.nanoseconds(since: time))
    }
    if let look = quiet?.nextLook { next.append(look - now) }
    if let status, output.waiting == 0 { next.append(status.nextDrawing - now) }
    if let drawing = chart?.nextDrawing, output.waiting == 0 { next.append(drawing - now) }
    if let look = page?.nextLook { next.append(look - now) }
    if let interval = keys?.interval { next.append(interval) }
    if let flush = recorder?.millisecondsUntilFlush { next.append(Int64(flush) * 1_000_000) }
    // Rounded up, so that nothing is not quite due on return.
    return next.min().map { Int(clamping: max(0, $0) / 1_000_000 + 1) }
  }

  // MARK: Time

  /// The least that the source's clock shows, by the last record and the time since it arrived.
  private func time(at now: Int64) -> CaptureTime? {
    guard let last = intake.lastTime else { return nil }
    let passed = max(0, now - lastRead - Self.tolerance)
    return CaptureTime(
      seconds: last.seconds, excessNanoseconds: Int64(last.nanoseconds) + passed)
  }

  /// Shows events that no later record can change.
  private func passTime(_ now: Int64) {
    guard isIdle, stage.session.waitsUntil != nil, let time = time(at: now) else { return }
    stage.advance(to: time)
  }

  // MARK: Marks

  /// The user sets a mark: at the time that the source's clock shows now, as far as known.
  private func mark(_ text: String) {
    guard let last = intake.lastTime else {
      console.remark("no mark set: nothing has been received yet, so that it has no time")
      return
    }
    let time = CaptureTime(
      seconds: last.seconds,
      excessNanoseconds: Int64(last.nanoseconds) + max(0, clock() - lastArrival))
    guard stage.mark(text, at: time) else { return }
    page?.mark(text, at: time)
    guard let recorder else { return }
    do { try recorder.mark(Array(text.utf8), line: Mark.fileLine(text, at: time)) } catch {
      console.complain(error.message)
    }
  }

  // MARK: Reading

  /// Reads all that has come by now from a source that may have been left alone.
  private func readGathered() -> LiveEnd? {
    guard source.canGather else { return nil }
    gathering.stop()
    // Bounded: a source that never pauses must not keep anybody from ending.
    for _ in 0..<Self.gatheredReads {
      // Less than was asked for may only mean that there was no room for more.
      isBusy = true
      let before = intake.records
      if let reason = read() { return reason }
      if intake.records == before { break }
    }
    return nil
  }

  private func read() -> LiveEnd? {
    if let retryTime, clock() >= retryTime { isBusy = true }
    guard isBusy, !output.isFull || output.leavesOut else { return nil }
    let state: LiveState
    let records = intake.records
    do { state = try source.read(into: &intake) } catch { return .sourceFailed(error) }
    lastRead = clock()
    if intake.records != records { lastArrival = lastRead }
    if source.canGather { gathering.read(intake.records - records, at: lastRead) }
    retryTime = source.retryInterval.map { lastRead + Int64($0) * 1_000_000 }
    output.flush()
    if intake.refusal != nil { return .recordingRefused }
    if recorder?.error != nil { return .recordingFailed }
    if stage.isDone { return .enough }
    switch state {
    case .waiting: isBusy = false
    case .busy: gathering.stop()
    case .stopped: return .enough
    case .ended: return .sourceEnded
    }
    return nil
  }

  /// - Returns: why to stop, if it is because of the output.
  private func outputProblem() -> LiveEnd? {
    guard let error = output.error, !intake.isRecorded else { return nil }
    return error == .closedPipe ? .unheard : .outputFailed
  }

  // MARK: The end

  /// Lets the source end; what it still delivers is recorded, and shown by `finish`.
  func close() { source.close(into: &intake) }

  /// Ends the timeline and writes what is left; a signal cuts that short.
  func finish() {
    intake.end()
    output.flush()
    drain()
  }

  /// Writes what is left; a signal discards what has no reader.
  func drain() { interruption.drain([output, console.stream]) }
}
