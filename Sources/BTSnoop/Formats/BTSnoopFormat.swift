import Bytes

/// btsnoop: a header of 16 bytes, then records of 24 bytes and a packet each, all big-endian.
///
/// The format has no specification of its own: it is RFC 1761 (snoop) with other numbers; the
/// datalinks are those of BlueZ's src/shared/btsnoop.h.
package struct BTSnoopParser: CaptureParser {
  /// The contents of the records, by the number in the file header.
  package enum Datalink: UInt32, Sendable {
    case h1 = 1001
    case h4 = 1002
    case bcsp = 1003
    case h5 = 1004
    case monitor = 2001

    package var linkType: String {
      switch self {
      case .h1: "hci_h1"
      case .h4: "hci_h4"
      case .bcsp: "hci_bcsp"
      case .h5: "hci_h5"
      case .monitor: "hci_monitor"
      }
    }

    package var title: String {
      switch self {
      case .h1: "H1"
      case .h4: "H4"
      case .bcsp: "BCSP"
      case .h5: "H5 (three-wire)"
      case .monitor: "BlueZ monitor"
      }
    }
  }

  static let magic: StaticString = "btsnoop\0"
  static let headerLength = 16
  static let recordHeaderLength = 24
  /// Seconds from year 0, the epoch of the time stamps, to 1970.
  static let epochSeconds: Int64 = 62_168_256_000

  private let name: String
  private let file: Int
  private var datalink: Datalink?
  /// For a datalink whose records hold frames of a serial transport.
  private var serial: SerialDeframer?
  /// Bytes consumed of the file.
  private var offset: Int64 = 0
  /// Packets that the recorder has lost so far.
  package private(set) var drops: UInt32 = 0
  package private(set) var nextFrame: UInt64
  package private(set) var isStopped = false
  /// Time stamps have their halves swapped, which was reported.
  private var isShifted = false
  /// The second of the last record: the time stamp at its start, and its number since 1970.
  private var second = (start: Int64(0), number: -Self.epochSeconds)

  package init(name: String, file: Int = 0, firstFrame: UInt64 = 1) {
    self.name = name
    self.file = file
    self.nextFrame = firstFrame
  }

  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    var position = 0
    let datalink: Datalink
    if let known = self.datalink {
      datalink = known
    } else {
      guard bytes.byteCount >= Self.headerLength else {
        guard atEnd else { return 0 }
        throw cutFileHeader(bytes.byteCount, of: Self.headerLength, name: name)
      }
      datalink = try Self.datalink(of: bytes, name: name)
      self.datalink = datalink
      switch datalink {
      case .bcsp: serial = SerialDeframer(.bcsp)
      case .h5: serial = SerialDeframer(.threeWire)
      case .h1, .h4, .monitor: break
      }
      position = Self.headerLength
      sink.capture(
        CaptureInfo(
          name: name, format: .btsnoop, linkType: datalink.linkType,
          linkTypeDescription: datalink.title))
    }
    let start = offset
    defer { offset = start + Int64(position) }

    while !isStopped {
      let available = bytes.byteCount - position - Self.recordHeaderLength
      guard available >= 0 else { break }
      // One check that it is there, for all its numbers.
      let header = bytes.extracting(position..<position + Self.recordHeaderLength)
      let included = Int(header.uint32BigEndian(at: 4))
      guard included <= maximumIncludedLength else {
        throw lyingLength(included, file: name, offset: start + Int64(position))
      }
      guard included <= available || atEnd else { break }
      let present = min(included, available)
      let body = position + Self.recordHeaderLength
      deliver(
        header, packet: bytes.extracting(body..<body + present), datalink: datalink,
        included: included, into: &sink)
      if present < included, !isStopped {
        sink.note(
          CaptureNote(
            .cutRecord(present: present, needed: included), file: name,
            offset: start + Int64(position), frame: nextFrame - 1))
      }
      position += Self.recordHeaderLength + present
    }
    if atEnd, !isStopped {
      end(bytes.byteCount - position, at: start + Int64(position), into: &sink)
    }
    if atEnd { position = bytes.byteCount }
    return position
  }

  private static func datalink(of header: RawSpan, name: String) throws(CaptureError) -> Datalink {
    let version = header.uint32BigEndian(at: 8)
    guard version == 1 else {
      throw CaptureError(
        .unusable, file: name, "btsnoop version \(version) is not known, only version 1")
    }
    let number = header.uint32BigEndian(at: 12)
    if let datalink = Datalink(rawValue: number) { return datalink }
    let refusal =
      switch number {
      case 2002:
        "btsnoop datalink 2002 (BlueZ simulator) holds the radio of an emulation, no HCI packets; "
          + "record its adapters with `btmon -w FILE`"
      default: "btsnoop datalink \(number) is not known"
      }
    throw CaptureError(.unusable, file: name, refusal)
  }

  @inline(__always)
  private mutating func deliver(
    _ header: RawSpan, packet: RawSpan, datalink: Datalink, included: Int,
    into sink: inout some RecordSink
  ) {
    let original = Int(header.uint32BigEndian(at: 0))
    let flags = header.uint32BigEndian(at: 8)
    drops = header.uint32BigEndian(at: 12)
    var time = Int64(bitPattern: header.uint64BigEndian(at: 16))
    if time & 0xFFFF_FFFF == 0, time >= Self.leastShifted { takeBack(&time, into: &sink) }
    let framing: PacketFraming
    switch datalink {
    case .h4:
      framing = .h4(packet, at: 0, dataDirection: flags & 1 == 0 ? .sent : .received)
    case .h1: framing = .h1(flags: flags)
    case .monitor:
      framing = .monitor(
        opcode: UInt16(truncatingIfNeeded: flags),
        adapter: UInt16(truncatingIfNeeded: flags >> 16),
        headerLength: 0)
    case .bcsp, .h5:
      deliverFrames(
        packet, flags: flags, originalLength: max(original, included), time: Self.time(time),
        into: &sink)
      return
    }
    var record = CaptureRecord(
      frame: nextFrame, time: near(time), kind: framing.kind, direction: framing.direction,
      adapter: framing.adapter,
      // Whatever it claims, the packet had at least the stored bytes.
      originalLength: max(max(original, included) - framing.headerLength, 0),
      code: framing.code, unknown: framing.unknown, cumulativeDrops: drops, file: file)
    record.countedHeader = framing.headerLength
    nextFrame += 1
    isStopped = !sink.record(record, bytes: packet.clamped(framing.headerLength))
  }

  /// The least time stamp (in the year 2283) that has its halves swapped if its lower half is 0.
  private static let leastShifted: Int64 = 0x0100_0000 << 32

  /// Some programs write the microseconds of a clock of theirs into the upper half of the time stamp.
  @inline(never)
  private mutating func takeBack(_ time: inout Int64, into sink: inout some RecordSink) {
    time = time >> 32 + Self.epochSeconds * 1_000_000
    if isShifted { return }
    isShifted = true
    sink.note(CaptureNote(.shiftedTimes, file: name, frame: nextFrame))
  }

  /// All that a record of a serial transport holds, under that record's number.
  @inline(never)
  private mutating func deliverFrames(
    _ packet: RawSpan, flags: UInt32, originalLength: Int, time: CaptureTime,
    into sink: inout some RecordSink
  ) {
    guard let serial else { return }
    serial.load(packet, flags: flags, originalLength: originalLength)
    let frame = nextFrame
    nextFrame += 1
    for part in serial.frames where !isStopped {
      let record = CaptureRecord(
        frame: frame, time: time, kind: part.framing.kind, direction: part.framing.direction,
        originalLength: part.originalLength, code: part.framing.code, cumulativeDrops: drops,
        file: file)
      isStopped = serial.withBytes(of: part.bytes) { !sink.record(record, bytes: $0) }
    }
  }

  /// Converts a time stamp, without a division where it lies in the second of the previous one.
  @inline(__always)
  private mutating func near(_ microseconds: Int64) -> CaptureTime {
    let (since, isFar) = microseconds.subtractingReportingOverflow(second.start)
    if !isFar, 0..<1_000_000 ~= since {
      return CaptureTime(
        seconds: second.number, nanoseconds: UInt32(truncatingIfNeeded: since) &* 1000)
    }
    let time = Self.time(microseconds)
    // The very first second starts before all numbers.
    let (start, isFirst) = microseconds.subtractingReportingOverflow(
      Int64(time.nanoseconds / 1000))
    if !isFirst { second = (start, time.seconds) }
    return time
  }

  /// Any value: dividing first avoids overflow.
  static func time(_ microseconds: Int64) -> CaptureTime {
    var time = CaptureTime(unixMicroseconds: microseconds)
    time.seconds -= epochSeconds
    return time
  }

  private func end(_ rest: Int, at position: Int64, into sink: inout some RecordSink) {
    if rest > 0 {
      sink.note(
        CaptureNote(
          .cutHeader(present: rest, needed: Self.recordHeaderLength), file: name, offset: position))
    }
    if drops > 0 { sink.note(CaptureNote(.dropped(drops), file: name)) }
  }
}

/// The file ends within its first header.
func cutFileHeader(_ present: Int, of needed: Int, name: String) -> CaptureError {
  CaptureError(
    .unusable, file: name,
    "the end of the file cuts the file header: \(present) of \(needed) bytes")
}

/// An impossible record header.
func lyingLength(_ included: Int, file: String, offset: Int64) -> CaptureError {
  CaptureError(
    .damaged, file: file, offset: offset,
    "the record claims \(included) bytes, more than the \(maximumIncludedLength) that any can have")
}
