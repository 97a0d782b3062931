import Bytes

/// TI's SmartRF Packet Sniffer (`.psd`) of Bluetooth LE: records of one size, without a file header.
///
/// The format has no public specification; it is as several converters read it, and as a file of a
/// CC2540 has it: information, number, time and length, then what the dongle has sent. That is a
/// length of its own, a packet from its access address to its CRC, the signal and a status.
package struct PSDParser: CaptureParser {
  private let name: String
  private let file: Int
  private var hasBegun = false
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
    if !hasBegun {
      guard bytes.byteCount >= PSDRecord.headerSize || atEnd else { return 0 }
      guard bytes.byteCount >= PSDRecord.headerSize else {
        throw cutFileHeader(bytes.byteCount, of: PSDRecord.headerSize, name: name)
      }
      hasBegun = true
      sink.capture(
        CaptureInfo(
          name: name, format: .psd, linkType: "psd_le_ll",
          linkTypeDescription: "SmartRF Packet Sniffer (LE link layer)", timeDecimals: 9,
          clock: .undated))
    }
    var position = 0
    let start = offset
    defer { offset = start + Int64(position) }
    while !isStopped, bytes.byteCount - position >= PSDRecord.size {
      deliver(bytes.clamped(position, count: PSDRecord.size), into: &sink)
      position += PSDRecord.size
    }
    guard atEnd, !isStopped, position < bytes.byteCount else { return position }
    end(bytes.clamped(position), at: start + Int64(position), into: &sink)
    position = bytes.byteCount
    return position
  }

  private mutating func deliver(_ bytes: RawSpan, into sink: inout some RecordSink) {
    let stored = PSDRecord(bytes)
    let framing = stored.framing
    let record = CaptureRecord(
      frame: nextFrame, time: stored.time, kind: framing.kind, direction: framing.direction,
      originalLength: stored.packetLength, unknown: framing.unknown, file: file,
      radio: framing.radio)
    nextFrame += 1
    isStopped = !sink.record(
      record, bytes: bytes.clamped(framing.headerLength, count: stored.packetLength))
  }

  /// The file ends within a record.
  private mutating func end(_ rest: RawSpan, at offset: Int64, into sink: inout some RecordSink) {
    guard rest.byteCount >= PSDRecord.headerSize else {
      sink.note(
        CaptureNote(
          .cutHeader(present: rest.byteCount, needed: PSDRecord.size), file: name, offset: offset))
      return
    }
    deliver(rest, into: &sink)
    guard !isStopped else { return }
    sink.note(
      CaptureNote(
        .cutRecord(present: rest.byteCount, needed: PSDRecord.size), file: name, offset: offset,
        frame: nextFrame - 1))
  }
}

/// A record of a `.psd` file, without its packet; the last one of a file may be cut.
struct PSDRecord {
  /// Bytes of each, whatever the packet's length.
  static let size = 271
  /// Everything before the packet.
  static let headerSize = 16
  /// The signal and the status after the packet.
  private static let trailerSize = 2
  /// Access address, header and CRC.
  private static let leastPacketLength = 9
  /// Ticks of the CC2540's clock in a microsecond.
  private static let ticks: UInt64 = 32
  /// The lower half of a time counts ticks up to this, the upper half the turns.
  private static let turn: UInt64 = 5000
  /// The chip's value is 94 above the dBm at the antenna.
  private static let powerOffset = 94

  private let information: UInt8
  private let lowerTime: UInt64
  private let turns: UInt64
  private let isPacket: Bool
  /// Bytes of the packet as it was received.
  let packetLength: Int
  let framing: PacketFraming

  /// - bytes: of one record, at least `headerSize`.
  init(_ bytes: RawSpan) {
    information = bytes.uint8(at: 0)
    let time = bytes.uint64LittleEndian(at: 5)
    (lowerTime, turns) = (time & 0xFFFF, time >> 16)
    let length = Int(bytes.uint16LittleEndian(at: 13))
    // Of what comes after it: the same, as the dongle has sent it.
    let innerLength = Int(bytes.uint8(at: 15))
    isPacket =
      length == innerLength + 1 && innerLength >= Self.leastPacketLength + Self.trailerSize
    guard isPacket else {
      packetLength = min(max(length - 1, 0), Self.size - Self.headerSize)
      framing = .unknown(.snifferRecord, headerLength: Self.headerSize)
      return
    }
    packetLength = innerLength - Self.trailerSize
    var radio = RadioInfo()
    let trailer = Self.headerSize + packetLength
    if bytes.byteCount >= trailer + Self.trailerSize {
      radio.rssi = Int8(
        clamping: Int(Int8(truncatingIfNeeded: bytes.uint8(at: trailer))) - Self.powerOffset)
      let status = bytes.uint8(at: trailer + 1)
      radio.crcOK = status & 0x80 != 0
      radio.channel = status & 0x7F <= 39 ? status & 0x7F : nil
    }
    framing = PacketFraming(
      kind: .linkLayer, direction: .unknown, headerLength: Self.headerSize, radio: radio)
  }

  /// Since the sniffer was started: there is no date.
  var time: CaptureTime {
    let ticks = turns * Self.turn + lowerTime
    let second = Self.ticks * 1_000_000
    return CaptureTime(
      seconds: Int64(ticks / second), nanoseconds: UInt32(ticks % second * 1000 / Self.ticks))
  }

  /// Whether a file that begins with the record is one of Bluetooth LE: it has no magic.
  ///
  /// Bit 0 of the information says that the CRC is there, as it is with all packets of LE. The turns
  /// reach their fifth byte after a week.
  var isLikely: Bool {
    guard isPacket, information & 1 != 0, information < 0x20, turns >> 32 == 0,
      lowerTime < Self.turn
    else { return false }
    return framing.radio?.crcOK == nil || framing.radio?.channel != nil
  }
}

enum PSDDetection {
  /// - bytes: the start of a file; its first two records decide.
  /// - isAll: no more bytes will come, or no more are wanted.
  /// - Returns: `nil` if more bytes may decide.
  static func verdict(of bytes: RawSpan, isAll: Bool) -> Bool? {
    for index in 0..<2 {
      let record = bytes.clamped(index * PSDRecord.size, count: PSDRecord.size)
      guard record.byteCount >= PSDRecord.headerSize else { return isAll ? index > 0 : nil }
      guard PSDRecord(record).isLikely else { return false }
      if record.byteCount < PSDRecord.size, !isAll { return nil }
    }
    return true
  }
}
