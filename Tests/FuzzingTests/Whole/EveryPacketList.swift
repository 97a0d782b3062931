import BTSnoop
import Bytes
import GATTSession
import PacketList
import Timeline

/// All forms of the packet list, from one session.
final class EveryPacketList: PacketRenderer {
  /// Numbers of `Way.only`, after those of the timeline.
  static let outputs = 3

  private let sheets: [Sheet]
  private let renderers: [any PacketRenderer]
  private let way: Way
  private var records = 0

  init(_ way: Way) throws {
    self.way = way
    sheets = try (0..<Self.outputs).map { _ in try Sheet() }
    var options = PacketTextRenderer.Options()
    options.timeStyle = way.timeStyle
    var whole = options
    whole.showsTree = true
    whole.showsBytes = way.showsAll
    let all: [any PacketRenderer] = [
      PacketNDJSONRenderer(sheets[0].stream),
      PacketTextRenderer(sheets[1].stream, options: options),
      PacketTextRenderer(sheets[2].stream, options: whole),
    ]
    renderers = all.indices.filter { way.wants(EveryTimeline.outputs + $0) }.map { all[$0] }
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for renderer in renderers { renderer.begin(summary, clock: clock) }
  }

  func packet(_ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription) {
    records += 1
    for renderer in renderers { renderer.packet(record, bytes: bytes, packet: packet) }
  }

  func end(_ summary: CaptureSummary) {
    for renderer in renderers { renderer.end(summary) }
  }

  /// - count: records that the reader has handed over.
  func check(records count: Int) throws {
    try require(records == count, "\(records) packets of \(count) records")
    for number in 0..<Self.outputs where way.wants(EveryTimeline.outputs + number) {
      let output = try sheets[number].bytes()
      switch number {
      case 0:
        let lines = try JSONRules.checkLines(output, "packets ndjson")
        try require(lines == count, "packets ndjson: \(lines) lines for \(count) records")
      case 1:
        try TextRules.checkLines(output, "packets")
        let rows = output.count { $0 == 0x0A }
        try require(rows == count, "packets: \(rows) lines for \(count) records")
      default: try TextRules.checkLines(output, "packets -v")
      }
    }
  }
}
