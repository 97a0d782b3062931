import BTSnoop
import Bytes
import GATTSession
import Timeline

extension RecordedTimeline {
  /// Reads one side: captures as one sequence, or one timeline or baseline as NDJSON. The content
  /// of the first input decides which.
  ///
  /// Everything that can be recovered is read: `problems` says what is damaged and where, `cuts`
  /// what is cut off at its end.
  /// - inputs: paths; `-` is standard input; `ARCHIVE:MEMBER` names a capture in an archive.
  /// - session: how captures are read.
  /// - wanted: the events of captures that are recorded.
  /// - beside: gets all events of captures, too.
  /// - watch: who wants to know how far the inputs are read.
  /// - look: who looks at the events while they are read: then the timeline has only the last ones.
  /// - Throws: when nothing can be read.
  package static func read(
    _ inputs: [String], session: GATTSession.Options = .init(),
    sink: TimelineSink.Options = .init(), wanted: WantedEvents = .init(),
    beside: TimelineSink? = nil, watch: ReadingWatch? = nil, look: EarlyLook? = nil
  ) throws(TimelineError) -> RecordedTimeline {
    guard let first = inputs.first else { throw TimelineError("no capture given") }
    var buffer = ReadBuffer(capacity: TimelineReader.maximumLine + ReadBuffer.size)
    let input: OpenInput
    let isTimeline: Bool
    do throws(CaptureError) {
      input = try OpenInput(first, watch: watch)
      isTimeline = input.isMember ? false : try beginsTimeline(input, into: &buffer)
    } catch { throw TimelineError(error.description) }
    let timeline =
      isTimeline
      ? try readTimeline(input, into: &buffer, inputs: inputs, run: look?.ofTimelines)
      : try readCaptures(
        TimelineRecorder(name: inputs.joined(separator: ", "), wanted, for: look?.ofCaptures),
        session: session, sink: sink, beside: beside
      ) { pipeline throws(CaptureError) in
        var reader = CaptureReader(watch: watch)
        try reader.read(input, buffer: &buffer, more: inputs.count - 1, into: &pipeline)
        try reader.read(Array(inputs.dropFirst()), into: &pipeline)
      }
    return timeline.tellingHidden(isTimeline ? look?.ofTimelines : look?.ofCaptures)
  }

  /// Reads captures that something else makes one session of.
  /// - captures: their names.
  /// - read: passes on their records.
  package static func read(
    _ captures: [String], session: GATTSession.Options, sink: TimelineSink.Options,
    wanted: WantedEvents, beside: TimelineSink?, look: EarlyLook?,
    by read: (inout CapturePipeline) throws(CaptureError) -> Void
  ) throws(TimelineError) -> RecordedTimeline {
    try readCaptures(
      TimelineRecorder(name: captures.joined(separator: ", "), wanted, for: look?.ofCaptures),
      session: session, sink: sink, beside: beside, by: read
    ).tellingHidden(look?.ofCaptures)
  }

  private func tellingHidden(_ run: RuleRun?) -> RecordedTimeline {
    var timeline = self
    let hidden =
      timeline.hiddenPackets
      + (run?.tally.hidden ?? 0)
    if hidden > 0 {
      timeline.remarks.append(
        "\(shown(timeline.name)): \(hidden) encrypted PDU\(hidden == 1 ? "" : "s") not readable: "
          + "what they hold is not observed")
    }
    return timeline
  }

  private static func beginsTimeline(
    _ input: OpenInput, into buffer: inout ReadBuffer
  ) throws(CaptureError) -> Bool {
    while true {
      if let verdict = TimelineReader.detects(buffer.bytes) { return verdict }
      // Endless white space has no content.
      guard buffer.bytes.byteCount < ReadBuffer.size, try input.fill(&buffer) > 0 else {
        return false
      }
    }
  }

  private static func readTimeline(
    _ input: OpenInput, into buffer: inout ReadBuffer, inputs: [String], run: RuleRun?
  ) throws(TimelineError) -> RecordedTimeline {
    guard inputs.count == 1 else {
      throw TimelineError(
        "\(shown(input.name)): is a timeline, which cannot be one of several captures")
    }
    var reader = TimelineReader(name: input.name, for: run)
    var isAtEnd = false
    while !isAtEnd, !reader.isStopped {
      buffer.consume(try reader.consume(buffer.bytes, atEnd: false))
      do throws(CaptureError) { isAtEnd = try input.fill(&buffer) == 0 } catch {
        reader.stop(error.message)
      }
    }
    if isAtEnd { buffer.consume(try reader.consume(buffer.bytes, atEnd: true)) }
    return try reader.finish()
  }

  private static func readCaptures(
    _ recorder: TimelineRecorder, session: GATTSession.Options, sink: TimelineSink.Options,
    beside: TimelineSink?, by read: (inout CapturePipeline) throws(CaptureError) -> Void
  ) throws(TimelineError) -> RecordedTimeline {
    let stage = TimelineStage(recorder, session: session, sink: sink, beside: beside)
    var pipeline = CapturePipeline(stage)
    var damage: CaptureError?
    do throws(CaptureError) { try read(&pipeline) } catch { damage = error }
    if let damage, pipeline.summary.captures.isEmpty {
      throw TimelineError(damage.description)
    }
    pipeline.end(damage: damage)
    guard var timeline = recorder.take() else { throw TimelineError("was read twice") }
    timeline.allNames = pipeline.followed?.deviceNames
    if let unread = pipeline.summary.notes.first(where: \.isUnreadCapture) {
      throw TimelineError(unread.description)
    }
    timeline.redactions = pipeline.summary.notes.redactions
    for note in pipeline.summary.notes {
      if note.isCut { timeline.cuts.append(note.description) }
      if note.isPartlyUnread { timeline.remarks.append(note.description) }
      if note.isUnreadPart { timeline.problems.append(note.description) }
    }
    timeline.remarks += (pipeline.decryption.messages + pipeline.remarks).map {
      "\(timeline.name): \($0)"
    }
    if let damage { timeline.problems.append(damage.description) }
    timeline.hasRecords = pipeline.summary.start != nil
    return timeline
  }
}

/// Who looks at the events of a recording while they are read; `nil`: they are kept.
package struct EarlyLook {
  let ofCaptures: RuleRun?
  let ofTimelines: RuleRun?

  /// - ofTimelines: whether those of timelines need not be kept, either.
  package init(_ run: RuleRun, ofTimelines: Bool) {
    ofCaptures = run.mayForget ? run : nil
    self.ofTimelines = ofTimelines ? ofCaptures : nil
  }
}
