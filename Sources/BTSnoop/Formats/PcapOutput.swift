import Bytes

/// Shared by the readers of pcap and pcapng: turns a packet with a link type into a record.
struct PcapOutput {
  private let name: String
  private let file: Int
  private let format: CaptureInfo.Format
  private(set) var nextFrame: UInt64
  private(set) var isStopped = false

  private var linkTypes: [LinkType] = []
  private var timeDecimals = 6
  private var hasBegun = false
  /// Packets lost, according to the records.
  private(set) var drops: UInt32 = 0
  /// Packets lost, according to statistics, whether or not records say where.
  private var countedDrops: UInt64 = 0
  private var lastTime = CaptureTime(seconds: 0, nanoseconds: 0)
  private var unread: [(linkType: LinkType, count: UInt64)] = []
  private var hasInferred = false
  private var hasMissingTimes = false
  private var boardClock = BoardClock()

  init(name: String, file: Int, format: CaptureInfo.Format, firstFrame: UInt64) {
    self.name = name
    self.file = file
    self.format = format
    self.nextFrame = firstFrame
  }

  /// How the file says that it was redacted.
  var redaction: String?
  /// What is counted and not passed on.
  var beside = BesidePackets()

  /// A link type that packets may use.
  /// - isFine: whether its time stamps are finer than microseconds.
  mutating func add(_ linkType: LinkType, isFine: Bool) {
    if !linkTypes.contains(linkType) { linkTypes.append(linkType) }
    if isFine { timeDecimals = 9 }
  }

  /// Describes the capture to the sink, once, before its first record or at its end.
  /// - Throws: `unusable` if no link type is supported.
  mutating func begin(_ sink: inout some RecordSink) throws(CaptureError) {
    guard !hasBegun else { return }
    hasBegun = true
    let read = linkTypes.filter(\.isRead)
    if read.isEmpty, let first = linkTypes.first {
      throw CaptureError(.unusable, file: name, first.refusal)
    }
    let isEmpty = linkTypes.isEmpty
    var info = CaptureInfo(
      name: name, format: format,
      linkType: isEmpty ? "none" : read.map(\.name).joined(separator: ","),
      linkTypeDescription: isEmpty
        ? "no interfaces" : read.map(\.title).joined(separator: ", "),
      timeDecimals: timeDecimals, hasInferredDirections: read.contains(.h4))
    info.masksValues = redaction?.hasPrefix(RedactionMark.masked) ?? false
    sink.capture(info)
    if let redaction { sink.note(CaptureNote(.redacted(redaction), file: name)) }
  }

  /// - bytes: the packet as stored, with its link type's headers; fewer than `included` if the end
  ///   of the file cuts it.
  /// - time: `nil` if the record has none.
  /// - drops: packets lost since the record before.
  mutating func deliver(
    _ bytes: RawSpan, linkType: LinkType, time: CaptureTime?, included: Int, original: Int,
    drops newDrops: UInt32 = 0, directions: inout InferredDirection,
    into sink: inout some RecordSink
  ) {
    let frame = nextFrame
    nextFrame += 1
    drops = drops.addingReportingOverflow(newDrops).overflow ? .max : drops + newDrops
    guard var framing = linkType.framing(of: bytes) else {
      countUnread(linkType)
      return
    }
    let packet = bytes.clamped(framing.headerLength)
    if linkType == .h4, framing.kind == .acl {
      if !hasInferred {
        hasInferred = true
        sink.note(CaptureNote(.inferredDirections, file: name, frame: frame))
      }
      framing.direction = directions.direction(of: packet)
    }
    if let time, let board = framing.radio?.boardTime {
      let (right, first) = boardClock.take(time, board: board)
      lastTime = right
      if let first { sink.note(CaptureNote(.clockTurn(first), file: name, frame: frame)) }
    } else if let time {
      lastTime = time
    } else if !hasMissingTimes {
      hasMissingTimes = true
      sink.note(CaptureNote(.missingTimes, file: name, frame: frame))
    }
    var record = CaptureRecord(
      frame: frame, time: lastTime, kind: framing.kind, direction: framing.direction,
      adapter: framing.adapter,
      // Whatever it claims, the packet had at least the stored bytes.
      originalLength: max(max(original, included) - framing.headerLength, 0),
      code: framing.code, unknown: framing.unknown, cumulativeDrops: drops, file: file,
      radio: framing.radio)
    record.countedHeader = max(framing.headerLength - linkType.pseudoHeader, 0)
    isStopped = !sink.record(record, bytes: packet)
  }

  /// The record just delivered was cut by the end of the file.
  func cut(_ present: Int, of needed: Int, at offset: Int64, into sink: inout some RecordSink) {
    sink.note(
      CaptureNote(
        .cutRecord(present: present, needed: needed), file: name, offset: offset,
        frame: nextFrame - 1))
  }

  /// Packets that an interface lost in total.
  mutating func addCounted(drops: UInt64) {
    let (sum, overflow) = countedDrops.addingReportingOverflow(drops)
    countedDrops = overflow ? .max : sum
  }

  func end(_ sink: inout some RecordSink) {
    for (linkType, count) in unread {
      sink.note(CaptureNote(.unreadRecords(linkType: linkType, count: count), file: name))
    }
    let drops = max(drops, UInt32(clamping: countedDrops))
    if drops > 0 { sink.note(CaptureNote(.dropped(drops), file: name)) }
    if beside != BesidePackets() { sink.beside(beside) }
  }

  private mutating func countUnread(_ linkType: LinkType) {
    if let index = unread.firstIndex(where: { $0.linkType == linkType }) {
      unread[index].count += 1
    } else if unread.count < PcapNGParser.maximumUnreadLinkTypes {
      unread.append((linkType, 1))
    }
  }
}
