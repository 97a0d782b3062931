import ATTDissector
import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline

/// Writes a timeline as NDJSON without what differs from recording to recording.
package struct BaselineWriter {
  /// The form of what a baseline adds to a timeline, and leaves out.
  static let version = 1

  private let timeline: RecordedTimeline
  private let options: BaselineOptions
  private let selection: BaselineSelection
  /// Keys of single kinds that differ between recordings of one scenario, or are not kept.
  private let volatile = EventKeys.lexicon.rows
    .filter { $0.place == .own && $0.recall != .always }.map(\.key)
  private let lexicon = Lexicon.current

  /// - Throws: when the options name a device that is not there.
  package init(
    _ timeline: RecordedTimeline, _ options: BaselineOptions
  ) throws(TimelineError) {
    let timeline = timeline.knowingLaterDiscoveries()
    self.timeline = timeline
    self.options = options
    selection = try BaselineSelection(timeline, options)
  }

  /// The number of events in it, repeated advertisements included.
  package var count: Int { selection.entries.count }

  package func write(to out: OutputStream) {
    out.buffer.append("{")
    out.buffer.append(member: "event", word: "capture")
    out.buffer.append(member: "schema", CaptureSummary.schema)
    out.buffer.append(member: "baseline", Self.version)
    out.buffer.append("}\n")
    var advertisements: Set<LineMark> = []
    for entry in selection.entries where out.isOpen {
      guard timeline.items.indices.contains(Int(entry.item)) else { continue }
      let item = timeline.items[Int(entry.item)]
      let start = out.buffer.count
      let stable = append(item, connection: entry.connection, to: &out.buffer)
      if item.kind == .advertisement {
        let mark = LineMark(out.buffer.bytes.clamped(start + stable))
        guard advertisements.insert(mark).inserted else {
          out.buffer.truncate(to: start)
          continue
        }
      }
      out.buffer.append("\n")
      out.lineEnds()
    }
  }

  /// - Returns: how many bytes at the start of the line are volatile.
  private func append(
    _ item: TimelineItem, connection: UInt32, to out: inout ByteWriter
  ) -> Int {
    let start = out.count
    out.append("{")
    if options.times, let time = item.time {
      out.append(jsonKey: "t")
      out.append(seconds: time, decimals: time % 1000 == 0 ? 6 : 9)
      out.append(",")
    }
    let stable = out.count - start
    out.append(jsonKey: "event", comma: false)
    out.append(jsonWord: item.kind.name)
    if connection > 0 { out.append(member: "connection", UInt64(connection)) }
    appendPeer(item, to: &out)
    if let from = item.from { out.append(member: "from", word: from.name) }
    appendPath(item, to: &out)
    let bytes = timeline.bytes.rawBytes
    out.append(jsonMembers: item.own, of: bytes, lexicon: lexicon, comma: true, except: volatile)
    if item.hasValue { out.append(member: "value", hex: bytes.clamped(item.value.range)) }
    if !item.decoded.isEmpty {
      out.append(jsonKey: "decoded")
      out.append(json: .object(item.decoded), of: bytes, lexicon: lexicon)
    }
    if !item.text.isEmpty {
      out.append(member: "text", text: bytes.clamped(item.text.range))
    }
    if item.isTruncated { out.append(member: "truncated", true) }
    if item.isUnanswered { out.append(member: "unanswered", true) }
    out.append("}")
    return stable
  }

  private func appendPeer(_ item: TimelineItem, to out: inout ByteWriter) {
    let peer = selection.peers.reported(item.peer)
    if let address = peer.address {
      out.append(jsonKey: "address")
      out.append(json: address)
      if let kind = address.kind.name { out.append(member: "address_type", word: kind) }
    }
    if let name = peer.name { out.append(member: "name", name) }
  }

  private func appendPath(_ item: TimelineItem, to out: inout ByteWriter) {
    guard let path = timeline.path(of: item) else { return }
    let uuids: [(StaticString, BluetoothUUID?)] = [
      ("service", path.service), ("characteristic", path.characteristic),
      ("descriptor", path.descriptor),
    ]
    for (key, uuid) in uuids {
      guard let uuid else { continue }
      out.append(jsonKey: key)
      out.append(json: uuid)
    }
    if path.instance > 0 { out.append(member: "instance", path.instance) }
    if let label = path.label { out.append(member: "label", label) }
  }
}

/// Identifies a line by two numbers; that two different lines share both is practically impossible.
private struct LineMark: Hashable {
  private let first: Int
  private let second: Int

  init(_ line: RawSpan) {
    let bytes = line.copy()
    var hasher = Hasher()
    hasher.combine(bytes)
    first = hasher.finalize()
    hasher = Hasher()
    hasher.combine(1)
    hasher.combine(bytes)
    second = hasher.finalize()
  }
}
