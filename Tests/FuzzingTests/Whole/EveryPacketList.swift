import BTSnoop
import ByteReader
import GATTSession
import Timeline

/// All forms of the packet list, from one session.
final class EveryPacketList: PacketRenderer {
  private let ndjson: Sheet
  private let text: Sheet
  private let tree: Sheet
  private let renderers: [any PacketRenderer]
  private var records = 0

  init(_ way: Way) throws {
    ndjson = try Sheet()
    text = try Sheet()
    tree = try Sheet()
    var options = PacketTextRenderer.Options()
    options.timeStyle = way.timeStyle
    var whole = options
    whole.showsTree = true
    whole.showsBytes = way.showsAll
    renderers = [
      PacketNDJSONRenderer(ndjson.stream), PacketTextRenderer(text.stream, options: options),
      PacketTextRenderer(tree.stream, options: whole),
    ]
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for renderer in renderers { renderer.begin(summary, clock: clock) }
  }

  func packet(_ record: CaptureRecord, _ bytes: RawSpan, _ packet: borrowing PacketInfo) {
    records += 1
    for renderer in renderers { renderer.packet(record, bytes, packet) }
  }

  func end(_ summary: CaptureSummary) {
    for renderer in renderers { renderer.end(summary) }
  }

  /// - count: records that the reader has handed over.
  func check(records count: Int) throws {
    try require(records == count, "\(records) packets of \(count) records")
    let lines = try JSONRules.checkLines(try ndjson.bytes(), "packets ndjson")
    try require(lines == count, "packets ndjson: \(lines) lines for \(count) records")
    let list = try text.bytes()
    try TextRules.checkLines(list, "packets")
    let rows = list.count { $0 == 0x0A }
    try require(rows == count, "packets: \(rows) lines for \(count) records")
    try TextRules.checkLines(try tree.bytes(), "packets -v")
  }
}
