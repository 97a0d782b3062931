import BTSnoop
import Bytes
import GATTSession
import Timeline

/// One or more captures of Bluetooth LE traffic, in any format that bleinspect reads, read as one.
///
/// Each call reads from the start, in one pass and with bounded memory.
public struct Capture: Sendable {
  /// Files, in the order in which they are read.
  public let paths: [String]

  /// - paths: of files; `ARCHIVE:MEMBER` names a capture in an archive.
  public init(_ paths: String...) { self.paths = paths }
  /// - paths: as of `init(_:)`.
  public init(paths: [String]) { self.paths = paths }

  /// Gives all records in order, with the bytes of each, which are borrowed: a copy outlives the
  /// call, the span does not.
  ///
  /// The bytes begin at the HCI packet (or at the access address, or at the payload of a message of
  /// the monitor), after the headers of the file.
  /// - Throws: for the first file that cannot be read on; all records before were given.
  @discardableResult
  public func forEachRecord(
    _ body: (Record, RawSpan) -> Next
  ) throws(CaptureFailure) -> Reading {
    try withoutActuallyEscaping(body) { body in
      let stage = RecordReceiver(body)
      return read(into: stage)
    }.get()
  }

  /// Follows the records, and gives what happened: the events of `bleinspect --format ndjson`.
  ///
  /// - options: which events.
  /// - body: gets an event, the bytes of its value, and its line of NDJSON without the line feed
  ///   (docs/ndjson.md), which has everything. Both are borrowed.
  /// - Throws: for the first file that cannot be read on; all events before were given.
  @discardableResult
  public func forEachEvent(
    _ options: EventOptions = EventOptions(),
    _ body: (Event, _ value: RawSpan, _ json: RawSpan) -> Next
  ) throws(CaptureFailure) -> Reading {
    try withoutActuallyEscaping(body) { body in
      let receiver = EventReceiver(body)
      var sink = TimelineSink.Options()
      sink.filter.advertisements = options.allAdvertisements ? .all : .changes
      let timeline = TimelineStage(receiver, session: GATTSession.Options(), sink: sink)
      return read(into: StoppableStage(timeline) { receiver.isStopped })
    }.get()
  }

  /// The services, characteristics and descriptors of each device, at the end of the captures.
  /// - Throws: for the first file that cannot be read.
  public func trees() throws(CaptureFailure) -> [Device] {
    let collector = GATTCollector(EventFilter())
    _ = try read(
      into: TimelineStage(
        collector, session: GATTSession.Options(), sink: TimelineSink.Options())
    ).get()
    return collector.document.devices.map(Device.init)
  }

  private func read(into stage: any RecordStage) -> Result<Reading, CaptureFailure> {
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader()
    var failure: CaptureError?
    do { try reader.read(paths, into: &pipeline) } catch { failure = error }
    pipeline.end(damage: failure)
    if let failure { return .failure(CaptureFailure(failure)) }
    return .success(
      Reading(
        records: reader.nextFrame - 1, isComplete: !reader.isStopped,
        remarks: pipeline.summary.notes.map(\.description)))
  }
}

extension Capture {
  /// What a call for a record or an event answers.
  public enum Next: Sendable {
    case more
    /// No further ones are read.
    case stop
  }
}

extension Capture {
  /// Which events are given.
  public struct EventOptions: Sendable {
    /// Every advertising report, not only the first of a device and those that differ from the last.
    public var allAdvertisements = false

    /// The options of `bleinspect --format ndjson` without arguments.
    public init() {}
  }
}

extension Capture {
  /// How reading went.
  public struct Reading: Sendable {
    /// How many were read.
    public let records: UInt64
    /// It was not stopped.
    public let isComplete: Bool
    /// What was not understood, lost or cut, in sentences; empty if there is nothing.
    public let remarks: [String]
  }
}

/// Why a capture cannot be read, or cannot be read on.
public struct CaptureFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Sendable {
    /// No such file, no permission, not a capture, or a library is missing.
    case unusable
    /// The file is damaged; everything before the damage was given.
    case damaged
  }

  /// What is wrong.
  public let kind: Kind
  /// The file, as it was given.
  public let file: String
  /// In octets from the start of the file, if there is a place.
  public let offset: Int64?
  /// What was found and what was expected.
  public let message: String
  /// File, offset and message, safe for a terminal.
  public let description: String

  init(_ error: CaptureError) {
    switch error.kind {
    case .unusable: kind = .unusable
    case .damaged: kind = .damaged
    }
    file = error.file
    offset = error.offset
    message = error.message
    description = error.description
  }
}
