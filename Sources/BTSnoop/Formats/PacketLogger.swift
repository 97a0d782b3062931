import Bytes

/// Apple's PacketLogger (`.pklg`): records without a file header, big- or little-endian.
package struct PacketLoggerParser: CaptureParser {
  private let name: String
  private let file: Int
  private var isBigEndian: Bool?
  /// Bytes consumed of the file.
  private var offset: Int64 = 0
  package private(set) var nextFrame: UInt64
  package private(set) var isStopped = false

  package init(name: String, file: Int = 0, firstFrame: UInt64 = 1) {
    self.name = name
    self.file = file
    self.nextFrame = firstFrame
  }

  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    guard let isBigEndian = try begin(bytes, atEnd: atEnd, into: &sink) else { return 0 }
    var position = 0
    let start = offset
    defer { offset = start + Int64(position) }
    while !isStopped {
      let available = bytes.byteCount - position - PacketLoggerHeader.timedSize
      guard available >= 0 else { break }
      let header = PacketLoggerHeader(bytes, at: position, isBigEndian: isBigEndian)
      guard header.bodyLength >= 0, header.bodyLength <= maximumIncludedLength + 1 else {
        throw impossible(header, at: start + Int64(position))
      }
      guard header.bodyLength <= available || atEnd else { break }
      // A record is useless without its type.
      guard available > 0 || header.bodyLength == 0 else { break }
      let present = min(header.bodyLength, available)
      deliver(
        bytes, at: position + PacketLoggerHeader.timedSize, present: present, header: header,
        into: &sink)
      if present < header.bodyLength, !isStopped {
        sink.note(
          CaptureNote(
            .cutRecord(present: present - 1, needed: header.bodyLength - 1), file: name,
            offset: start + Int64(position), frame: nextFrame - 1))
      }
      position += PacketLoggerHeader.timedSize + present
    }
    guard atEnd else { return position }
    let rest = bytes.byteCount - position
    if rest > 0, !isStopped {
      sink.note(
        CaptureNote(
          .cutHeader(present: rest, needed: PacketLoggerHeader.size), file: name,
          offset: start + Int64(position)))
    }
    position = bytes.byteCount
    return position
  }

  /// - Returns: the byte order; `nil` if more bytes are needed.
  private mutating func begin(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Bool? {
    if let isBigEndian { return isBigEndian }
    guard bytes.byteCount >= PacketLoggerHeader.timedSize else {
      guard atEnd else { return nil }
      throw cutFileHeader(bytes.byteCount, of: PacketLoggerHeader.size, name: name)
    }
    let order = PacketLoggerHeader.isBigEndian(length: bytes.uint32BigEndian(at: 0))
    isBigEndian = order
    sink.capture(
      CaptureInfo(
        name: name, format: .packetlogger, linkType: "hci_packetlogger",
        linkTypeDescription: order ? "big-endian" : "little-endian",
        clock: .recorder))
    return order
  }

  @inline(__always)
  private mutating func deliver(
    _ bytes: RawSpan, at body: Int, present: Int, header: PacketLoggerHeader,
    into sink: inout some RecordSink
  ) {
    let hasType = present > 0
    let framing =
      hasType
      ? PacketLoggerType(rawValue: bytes.uint8(at: body)).framing
      : .unknown(.tooShort, headerLength: 0)
    var record = CaptureRecord(
      frame: nextFrame, time: header.time, kind: framing.kind, direction: framing.direction,
      originalLength: max(header.bodyLength - 1, 0), code: framing.code,
      unknown: framing.unknown, file: file)
    record.countedHeader = 1
    nextFrame += 1
    isStopped = !sink.record(record, bytes: bytes.clamped(body + 1, count: present - 1))
  }

  private func impossible(_ header: PacketLoggerHeader, at offset: Int64) -> CaptureError {
    let length = header.recordLength - PacketLoggerHeader.lengthSize
    guard header.bodyLength >= 0 else {
      return CaptureError(
        .damaged, file: name, offset: offset,
        "the record claims \(length) bytes, too few for its time stamp")
    }
    return lyingLength(header.bodyLength - 1, file: name, offset: offset)
  }
}
