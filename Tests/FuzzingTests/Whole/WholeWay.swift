import BTSnoop
import Bytes
import GATTSession
import System
import Timeline

/// A capture on its way into every output there is, and what must hold of each.
final class WholeWay: RecordStage {
  private let timeline: EveryTimeline
  private let packets: EveryPacketList
  private let stages: [any RecordStage]
  private var conversion: Conversion
  private let converts: Bool
  private(set) var records = 0
  /// Comments that say something: each is a mark.
  private(set) var comments = 0

  init(_ way: Way) throws {
    timeline = try EveryTimeline(way)
    packets = try EveryPacketList(way)
    conversion = Conversion(way.target)
    converts = way.wants(Way.outputs - 1)
    var list = TimelineSink.Options()
    list.filter.advertisements = .all
    stages = [
      TimelineStage(timeline, session: way.session, sink: way.sink),
      PacketStage(packets, options: list, session: way.session),
    ]
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for stage in stages { stage.begin(summary, clock: clock) }
    conversion.begin(summary.captures)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    records += 1
    for stage in stages { _ = stage.record(record, bytes: bytes) }
    if converts { conversion.record(record, bytes: bytes) }
    return true
  }

  var wantsComments: Bool { true }

  func comment(_ text: RawSpan) {
    if !Mark.line(ofComment: text).isEmpty { comments += 1 }
    for stage in stages where stage.wantsComments { stage.comment(text) }
    if converts { conversion.comment(text) }
  }

  func note(_ note: CaptureNote) { for stage in stages { stage.note(note) } }

  func end(_ summary: CaptureSummary) { for stage in stages { stage.end(summary) } }

  /// - Returns: records that were read.
  @discardableResult
  static func check<Parser: CaptureParser>(
    _ bytes: [UInt8], _ parser: Parser.Type, _ way: Way
  ) throws -> Int {
    try check(way) { (pipeline) throws(CaptureError) in
      var parser = Parser(name: "fuzz", file: 0, firstFrame: 1)
      _ = try parser.consume(bytes.rawBytes, atEnd: true, into: &pipeline)
    }
  }

  /// A capture in whatever form and packing, through a file.
  @discardableResult
  static func check(file bytes: [UInt8], _ way: Way) throws -> Int {
    let file = try Descriptor.temporary()
    try file.write(bytes.rawBytes)
    try file.rewind()
    return try check(way) { (pipeline) throws(CaptureError) in
      var reader = CaptureReader()
      try reader.read(file, name: "fuzz", into: &pipeline)
    }
  }

  /// - read: hands the records over.
  @discardableResult
  static func check(
    _ way: Way, _ read: (inout CapturePipeline) throws(CaptureError) -> Void
  ) throws -> Int {
    try checked(way, read).records
  }

  static func checked(
    _ way: Way, _ read: (inout CapturePipeline) throws(CaptureError) -> Void
  ) throws -> WholeWay {
    let whole = try WholeWay(way)
    var pipeline = CapturePipeline(whole, isLive: way.isLive)
    var damage: CaptureError?
    do throws(CaptureError) { try read(&pipeline) } catch { damage = error }
    // As the commands have it: where no capture has begun, there is nothing to tell.
    guard !pipeline.summary.captures.isEmpty else { return whole }
    pipeline.end(damage: damage)
    try whole.timeline.check(marks: whole.comments)
    try whole.packets.check(records: whole.records)
    try whole.conversion.check()
    return whole
  }
}
