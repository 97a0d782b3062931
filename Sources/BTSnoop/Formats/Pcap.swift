import Bytes
import System

/// The file header of pcap (draft-ietf-opsawg-pcap); libpcap reads the records.
struct PcapHeader {
  static let length = 24
  private static let snapLengthOffset = 16
  private static let linkTypeOffset = 20

  let isBigEndian: Bool
  let hasNanoseconds: Bool
  let linkType: LinkType
  /// Bytes before each packet.
  let recordHeaderLength: Int
  /// The header to pass to libpcap.
  let replay: [UInt8]

  /// - bytes: at least `length`, starting with the magic of a pcap file.
  init(_ bytes: RawSpan) {
    let magic = bytes.uint32BigEndian(at: 0)
    isBigEndian = magic >> 24 == 0xA1
    let ordered = isBigEndian ? magic : magic.byteSwapped
    hasNanoseconds = ordered == 0xA1B2_3C4D
    recordHeaderLength = ordered == 0xA1B2_CD34 ? 24 : 16
    // The upper half has the flags for a frame check sequence.
    let word = PcapHeader.uint32(bytes, offset: Self.linkTypeOffset, isBigEndian: isBigEndian)
    linkType = LinkType(rawValue: UInt16(truncatingIfNeeded: word))
    // libpcap cuts packets longer than the snap length; a wrong header must not lose bytes.
    var replay = bytes.clamped(0, count: Self.length).copy()
    let limit = UInt32(maximumIncludedLength)
    let stored = isBigEndian ? limit.byteSwapped : limit
    for i in 0..<4 {
      replay[Self.snapLengthOffset + i] = UInt8(truncatingIfNeeded: stored >> (8 * UInt32(i)))
    }
    self.replay = replay
  }

  static func uint32(_ bytes: RawSpan, offset: Int, isBigEndian: Bool) -> UInt32 {
    let value = bytes.uint32LittleEndian(at: offset)
    return isBigEndian ? value.byteSwapped : value
  }
}

/// A record header of a pcap file.
struct PcapRecordHeader {
  /// Since 1970; 32 bits without sign in the file.
  var seconds: UInt32
  /// Fraction of the second; a corrupt file may have more than a second here.
  var nanoseconds: Int64
  var included: Int
  var original: Int

  var time: CaptureTime {
    CaptureTime(seconds: Int64(seconds), excessNanoseconds: nanoseconds)
  }
}

extension PcapRecordHeader {
  init(_ packet: Pcap.Header) {
    seconds = UInt32(truncatingIfNeeded: packet.seconds)
    (nanoseconds, included, original) = (packet.nanoseconds, packet.included, packet.original)
  }

  /// - bytes: at least 16, from the record's start.
  init(_ bytes: RawSpan, _ header: PcapHeader) {
    func field(_ index: Int) -> UInt32 {
      PcapHeader.uint32(bytes, offset: 4 * index, isBigEndian: header.isBigEndian)
    }
    seconds = field(0)
    nanoseconds = Int64(field(1)) * (header.hasNanoseconds ? 1 : 1000)
    included = Int(field(2))
    original = Int(field(3))
  }
}

/// Reads pcap files through libpcap.
struct PcapReader {
  private let name: String
  private var output: PcapOutput
  private var directions = InferredDirection()
  /// The offset of the record that libpcap reads next.
  private var offset = Int64(PcapHeader.length)

  var nextFrame: UInt64 { output.nextFrame }
  var isStopped: Bool { output.isStopped }

  init(name: String, file: Int, firstFrame: UInt64) {
    self.name = name
    self.output = PcapOutput(name: name, file: file, format: .pcap, firstFrame: firstFrame)
  }

  /// - feed: at the file's first byte.
  mutating func read(_ feed: PcapFeed, into sink: inout some RecordSink)
    throws(CaptureError)
  {
    // Before anything is shown of the file: it is not damaged.
    guard Pcap.isInstalled else {
      throw CaptureError(.unusable, file: name, Pcap.PcapError.missing.message)
    }
    guard try load(feed, count: PcapHeader.length) else {
      throw cutFileHeader(feed.count, of: PcapHeader.length, name: name)
    }
    let header = feed.withBytes { PcapHeader($0) }
    output.add(header.linkType, isFine: header.hasNanoseconds)
    try output.begin(&sink)
    feed.begin(replacing: PcapHeader.length, by: header.replay)
    let file: Pcap
    do { file = try .open(feed) } catch {
      throw CaptureError(.unusable, file: name, error.message)
    }
    while !output.isStopped {
      var length = header.recordHeaderLength
      let outcome = file.next { packet, bytes in
        output.deliver(
          bytes, linkType: header.linkType, time: PcapRecordHeader(packet).time,
          included: packet.included,
          original: packet.original, directions: &directions, into: &sink)
        length += packet.included
      }
      switch outcome {
      case .packet:
        feed.finish(length)
        offset += Int64(length)
      case .end, .nothing:
        output.end(&sink)
        return
      case .failed(let message):
        try stop(feed, header: header, message: message, into: &sink)
        return
      }
    }
  }

  private func load(_ feed: PcapFeed, count: Int) throws(CaptureError) -> Bool {
    do {
      return try feed.load(count)
    } catch {
      throw CaptureError(error.kind, file: name, error.message)
    }
  }

  /// libpcap reports a cut record and an invalid one alike, and discards the part that is there.
  private mutating func stop(
    _ feed: PcapFeed, header: PcapHeader, message: String, into sink: inout some RecordSink
  ) throws(CaptureError) {
    if let error = feed.error {
      throw CaptureError(.damaged, file: name, offset: offset, error.message)
    }
    let present = feed.count
    guard present >= header.recordHeaderLength else {
      sink.note(
        CaptureNote(
          .cutHeader(present: present, needed: header.recordHeaderLength), file: name,
          offset: offset))
      output.end(&sink)
      return
    }
    let record = feed.withBytes { PcapRecordHeader($0, header) }
    guard record.included <= maximumIncludedLength else {
      throw lyingLength(record.included, file: name, offset: offset)
    }
    guard feed.hasEnded, present - header.recordHeaderLength < record.included else {
      throw CaptureError(.damaged, file: name, offset: offset, message)
    }
    feed.withBytes { bytes in
      output.deliver(
        bytes.clamped(header.recordHeaderLength), linkType: header.linkType, time: record.time,
        included: record.included, original: record.original, directions: &directions, into: &sink)
    }
    guard !output.isStopped else { return }
    output.cut(
      present - header.recordHeaderLength, of: record.included, at: offset, into: &sink)
    output.end(&sink)
  }
}
