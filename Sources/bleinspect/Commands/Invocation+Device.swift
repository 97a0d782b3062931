import BTSnoop
import GATTSession
import System
import Timeline

extension Invocation {
  /// Reads the captures for all addresses of the selected device, if they can be read twice: an identity
  /// may be known only at the end.
  func resolveDevice(_ filter: inout EventFilter, _ session: GATTSession.Options) {
    guard filter.device != nil, !options.follows,
      files.allSatisfy({ file in
        (try? InputName(file))?.path.flatMap { FileStatus(path: $0) }?.isRegular == true
      })
    else { return }
    let scan = DeviceScan(session)
    var pipeline = CapturePipeline(scan)
    let inputs = RotatedSet.ordered(files) ?? files
    let progress = Progress(options, writesAtEnd: true)
    var reader = CaptureReader(watch: progress?.watch(inputs))
    // Whatever is wrong with the captures shows when they are read for good.
    try? reader.read(inputs, into: &pipeline)
    progress?.clear()
    pipeline.end()
    filter.resolveDevice(scan.session)
  }
}

/// Follows the devices of captures, and shows nothing.
private final class DeviceScan: RecordStage {
  private final class Sink: EventSink {
    // Names come with advertisements, which are skipped where nobody wants events.
    var wantsEvents: Bool { true }
    var wantedAdvertisements: AdvertisementChoice { .none }
    func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan) {}
  }

  let session: GATTSession

  init(_ options: GATTSession.Options) { session = GATTSession(options: options, sink: Sink()) }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {}
  func record(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    session.process(record, bytes)
    return true
  }
  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) { session.finish() }
}
