import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

/// Passes what a live source delivers to the named pipe of Wireshark, until one of them ends.
struct ExtcapLoop {
  private let invocation: Invocation
  private let fifo: String
  private let annotates: Bool
  private let opening: LiveCommand.Opening?

  /// Milliseconds between looks whether Wireshark has opened its pipe: nothing signals it.
  private static let pipeInterval = 10

  /// - opening: opens a source that is not the one of `--source`.
  init(
    _ invocation: Invocation, fifo: String, annotates: Bool,
    opening: LiveCommand.Opening? = nil
  ) {
    self.invocation = invocation
    self.fifo = fifo
    self.annotates = annotates
    self.opening = opening
  }

  func run() -> ExitCode {
    // When the capture ends, Wireshark shows as an error what was said here: that a peripheral was connected is none.
    let console = LiveConsole(isQuiet: opening != nil)
    do throws(OutputError) {
      let interruption = try makeInterruption()
      var session = try invocation.sessionFromFiles()
      guard let source = try open(console, interruption: interruption, session: &session) else {
        return .success
      }
      do throws(Privileges.DropError) {
        try Privileges.drop(keeping: source.keptCapabilities)
      } catch {
        throw OutputError(message: error.message)
      }
      guard let output = try openPipe(interruption) else { return .success }
      let code = try pass(
        source, begun: ExtcapIntake(output, session, annotates, console), interruption: interruption
      )
      interruption.drain([output, console.stream])
      return code
    } catch {
      console.complain(error.message)
      return .unusable
    }
  }

  private func makeInterruption() throws(OutputError) -> Interruption {
    do { return try Interruption() } catch { throw OutputError(message: error.message) }
  }

  private func open(
    _ console: LiveConsole, interruption: Interruption, session: inout GATTSession.Options
  ) throws(OutputError) -> (any LiveSource)? {
    if let opening { return try opening(console, interruption) }
    let adapters = Set(invocation.options.selection.adapters)
    let name = invocation.options.live.source
    do throws(CaptureError) {
      guard case .monitor = name else { return try name.open(adapters: adapters) }
      let (source, standing) = try StandingConnections.around(adapters: adapters) {
        () throws(CaptureError) in try name.open(adapters: adapters)
      }
      standing.known().apply(to: &session)
      return source
    } catch { throw OutputError(message: error.description) }
  }

  /// - Returns: `nil` if a signal came first.
  private func openPipe(_ interruption: Interruption) throws(OutputError) -> OutputStream? {
    while true {
      do throws(SystemError) {
        return OutputStream(withoutWaiting: try Descriptor.open(writingPipe: fifo))
      } catch {
        guard error == Descriptor.noReader else {
          throw OutputError(message: "--fifo \(shown(fifo)): \(error.message)")
        }
      }
      var waits = DescriptorSet()
      let fromSignals = waits.add(interruption.descriptor, for: .input)
      waits.wait(milliseconds: Self.pipeInterval)
      if waits.isReady(fromSignals), interruption.take() { return nil }
    }
  }

  private func pass(
    _ source: any LiveSource, begun: ExtcapIntake, interruption: Interruption
  ) throws(OutputError) -> ExitCode {
    var intake = begun
    let output = intake.output
    defer { source.close(into: &intake) }
    var waits = DescriptorSet()
    var isBusy = true
    while true {
      output.flush()
      if let error = output.error {
        // Wireshark has stopped the capture.
        if error == .closedPipe { return .success }
        throw OutputError(message: "\(shown(fifo)): \(error.message)")
      }
      if let refusal = intake.refusal { throw OutputError(message: refusal) }
      waits.removeAll()
      let fromSignals = waits.add(interruption.descriptor, for: .input)
      let fromSource = waits.add(output.isFull ? nil : source.descriptor, for: .input)
      let toReader = waits.add(output.descriptor, for: output.waiting > 0 ? .output : [])
      waits.wait(milliseconds: isBusy && !output.isFull ? 0 : source.retryInterval)
      if waits.isReady(fromSignals), interruption.take() { return .success }
      if output.waiting == 0, waits.isClosed(toReader) { return .success }
      guard !output.isFull else { continue }
      guard isBusy || waits.isReady(fromSource) || source.retryInterval != nil else { continue }
      do throws(CaptureError) {
        switch try source.read(into: &intake) {
        case .waiting: isBusy = false
        case .busy: isBusy = true
        case .stopped, .ended:
          output.flush()
          return .success
        }
      } catch {
        output.flush()
        guard error.kind != .unusable || intake.hasRecords else {
          throw OutputError(message: error.description)
        }
        intake.console.complain(error.description)
        return .failed
      }
    }
  }
}

/// Writes the records of a live source, in a form that has room for its adapters.
private struct ExtcapIntake: RecordSink {
  let output: OutputStream
  let console: LiveConsole
  private let stage: ExtcapStage
  private var pipeline: CapturePipeline
  private(set) var hasRecords = false

  init(
    _ output: OutputStream, _ session: GATTSession.Options, _ annotates: Bool,
    _ console: LiveConsole
  ) {
    self.output = output
    self.console = console
    stage = ExtcapStage(output, session, annotates)
    pipeline = CapturePipeline(stage, isLive: true)
  }

  /// Why a record could not be written.
  var refusal: String? { stage.refusal }

  mutating func capture(_ info: CaptureInfo) { pipeline.capture(info) }
  mutating func note(_ note: CaptureNote) { console.remark(note.description) }
  mutating func comment(_ text: RawSpan, frame: UInt64) { pipeline.comment(text, frame: frame) }

  mutating func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    hasRecords = true
    return pipeline.record(record, bytes: bytes)
  }
}

/// Begins to write once it is known what the source's packets are.
private final class ExtcapStage: RecordStage {
  private let output: OutputStream
  private let session: GATTSession.Options
  private let annotates: Bool
  private var target = CaptureTarget.pcapng
  private var stage: ConvertStage?

  init(_ output: OutputStream, _ session: GATTSession.Options, _ annotates: Bool) {
    self.output = output
    self.session = session
    self.annotates = annotates
  }

  var refusal: String? { stage?.refusal?.sentence(target) }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    target = .annotated(summary.captures)
    let made = ConvertStage(
      target, output, filter: EventFilter(), count: nil, session: session, marks: [],
      annotates: annotates)
    made.begin(summary, clock: clock)
    stage = made
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    stage?.record(record, bytes: bytes) ?? false
  }

  var wantsComments: Bool { true }
  func comment(_ text: RawSpan) { stage?.comment(text) }
  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) { stage?.end(summary) }
}
