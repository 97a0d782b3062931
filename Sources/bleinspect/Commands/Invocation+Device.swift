import BTSnoop
import Bytes
import GATTSession
import System
import Timeline

extension Invocation {
  /// Reads the captures for all addresses of the selected device, if they can be read twice: an identity
  /// may be known only at the end.
  /// - Returns: what is missing of a device that is chosen by its name, if they cannot.
  /// - Throws: where several devices may be meant.
  func resolveDevice(
    _ filter: inout EventFilter, session: GATTSession.Options, merged: MergedSession? = nil
  ) throws(OutputError) -> String? {
    guard let merged else {
      return try resolveDevice(&filter, session: session, in: RotatedSet.ordered(files) ?? files)
    }
    guard filter.device != nil else { return nil }
    let scan = SessionScan(session, sink: NamesOnly())
    var pipeline = CapturePipeline(scan)
    do throws(CaptureError) { try merged.read(into: &pipeline) } catch {
      throw OutputError(message: error.description)
    }
    pipeline.end()
    try resolveDevice(&filter, session: scan.session)
    return nil
  }

  private func resolveDevice(
    _ filter: inout EventFilter, session: GATTSession
  ) throws(OutputError) {
    let several = filter.resolveDevice(session)
    guard several.isEmpty else {
      let names = several.prefix(20).map { quoted($0) }.joined(separator: ", ")
      let more = several.count > 20 ? " and \(several.count - 20) more" : ""
      throw OutputError(
        message: "--device \(quoted(filter.device ?? "")) is part of several names: \(names)\(more)"
      )
    }
  }

  /// Resolves a device in captures that need not be the operands.
  func resolveDevice(
    _ filter: inout EventFilter, session: GATTSession.Options, in inputs: [String]
  ) throws(OutputError) -> String? {
    guard filter.device != nil, !options.follows else { return nil }
    if let stream = inputs.first(where: { !Self.isReadAgain($0) }) {
      guard filter.deviceAddress == nil, filter.deviceOrdinal == nil else { return nil }
      return "\(shown(stream)): is no file: what comes before the name of --device is known is "
        + "missing; give a file, or the device's address"
    }
    let scan = SessionScan(session, sink: NamesOnly())
    readBefore(inputs, into: scan)
    try resolveDevice(&filter, session: scan.session)
    return nil
  }

  /// Reads the captures for the records of the events that `packets` selects, if they can be read twice: what a
  /// request leads to is known only later.
  /// - Returns: what is missing, if they cannot.
  func resolveEvents(_ filter: inout EventFilter, session: GATTSession.Options) -> String? {
    guard command == .packets, !filter.kinds.isEmpty else { return nil }
    let inputs = RotatedSet.ordered(files) ?? files
    let stream = options.follows ? inputs.last : inputs.first { !Self.isReadAgain($0) }
    if let stream {
      return
        "\(shown(stream)): is read once: requests, and records whose event is known only later, are "
        + "missing" + (options.follows ? "" : "; give a file")
    }
    let found = EventFrames(filter.kinds)
    readBefore(inputs, into: SessionScan(session, sink: found))
    filter.eventFrames = found.frames
    return nil
  }

  /// Reads captures that are read again.
  func readBefore(_ inputs: [String], into stage: any RecordStage) {
    let start = inputs.contains("-") ? Descriptor.standardInput.offset : nil
    var pipeline = CapturePipeline(stage)
    let progress = Progress(options, writesAtEnd: true)
    var reader = CaptureReader(watch: progress?.watch(inputs))
    // Whatever is wrong with the captures shows when they are read for good.
    try? reader.read(inputs, into: &pipeline)
    progress?.clear()
    pipeline.end()
    if let start { try? Descriptor.standardInput.seek(to: start) }
  }

  /// Whether an input can be read twice; also one that cannot be read at all, which shows later.
  private static func isReadAgain(_ input: String) -> Bool {
    guard let name = try? InputName(input) else { return true }
    guard let path = name.path else {
      let file = Descriptor.standardInput
      return file.status?.isRegular == true && file.offset != nil
    }
    return FileStatus(path: path)?.isRegular == true
  }
}

/// Keeps the numbers of the records of some kinds of events, and of their requests.
private final class EventFrames: EventSink {
  private let kinds: Set<EventKind>
  private(set) var frames = FrameSet()

  init(_ kinds: Set<EventKind>) { self.kinds = kinds }

  let demand = EventDemand(advertisedData: false, texts: false, lastTexts: false)

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    guard kinds.contains(event.kind) else { return }
    frames.insert(event.frame)
    if let request = event.requestFrame { frames.insert(request) }
  }
}
