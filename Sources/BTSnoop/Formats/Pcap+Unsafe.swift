import Bytes
import CPcap
import Glibc

/// The bytes of a pcap file on their way to libpcap.
///
/// It holds all from the begin of the record that libpcap reads to the last byte that was read, since
/// libpcap gives nothing of a record that the end of the file cuts.
struct PcapFeed: ~Copyable {
  private let source: any ByteSource
  private var buffer: ReadBuffer
  /// Bytes of the buffer that libpcap has been given.
  private var fed = 0
  /// What libpcap is given before them.
  private var replay: [UInt8] = []
  private var replayed = 0
  /// Whether the input has come to its end.
  private(set) var hasEnded = false
  private(set) var error: SourceError?

  /// - buffer: what was read of the file so far.
  init(_ source: any ByteSource, _ buffer: consuming ReadBuffer) {
    self.source = source
    self.buffer = buffer
  }

  /// Bytes held.
  var count: Int { buffer.end - buffer.start }

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(buffer.bytes) }

  /// - Returns: whether so many bytes are there.
  mutating func load(_ wanted: Int) throws(SourceError) -> Bool {
    while count < wanted {
      if try source.fill(&buffer) == 0 {
        hasEnded = true
        return false
      }
    }
    return true
  }

  /// Puts a header in the place of the one that is held.
  mutating func begin(replacing count: Int, by header: [UInt8]) {
    buffer.consume(count)
    replay = header
  }

  /// libpcap is done with a record of so many bytes.
  mutating func finish(_ count: Int) {
    // It has been given all of them, unless it is wrong about what it read.
    let count = min(count, fed)
    buffer.consume(count)
    fed -= count
  }

  /// What libpcap reads with: as `read(2)`.
  fileprivate mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if replayed < replay.count {
      let length = min(target.count, replay.count - replayed)
      unsafe target.copyBytes(from: replay[replayed..<replayed + length])
      replayed += length
      return length
    }
    if fed == count, !hasEnded {
      do {
        hasEnded = try source.fill(&buffer) == 0
      } catch {
        self.error = error
        return -1
      }
    }
    let length = min(target.count, count - fed)
    let start = fed
    fed += length
    unsafe buffer.bytes.clamped(start, length).withUnsafeBytes { source in
      unsafe target.copyMemory(from: source)
    }
    return length
  }
}

/// A feed that C can hold a reference to.
private final class PcapCookie {
  var feed: PcapFeed
  init(_ feed: consuming PcapFeed) { self.feed = feed }

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { feed.withBytes(body) }
}

/// A pcap file that libpcap has open.
@safe
final class PcapFile {
  enum Outcome {
    /// A record of so many bytes with its header was handed over.
    case record(Int)
    case end
    case failed(String)
  }

  struct OpenError: Error { var message: String }

  private let handle: OpaquePointer
  private let cookie: PcapCookie

  private init(handle: OpaquePointer, cookie: PcapCookie) {
    unsafe self.handle = handle
    self.cookie = cookie
  }

  deinit { unsafe pcap_close(handle) }

  /// Bytes that are there from the begin of the record that failed.
  var count: Int { cookie.feed.count }
  /// Whether the input has come to its end.
  var hasEnded: Bool { cookie.feed.hasEnded }
  /// What the system said when the input could not be read.
  var error: SourceError? { cookie.feed.error }

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { cookie.withBytes(body) }

  /// - feed: at the file header.
  static func open(_ feed: consuming PcapFeed) -> Result<PcapFile, OpenError> {
    let owner = PcapCookie(feed)
    var functions = cookie_io_functions_t()
    unsafe functions.read = { cookie, target, count in
      guard let cookie = unsafe cookie, let target = unsafe target else { return -1 }
      let owner = unsafe Unmanaged<PcapCookie>.fromOpaque(cookie).takeUnretainedValue()
      return unsafe owner.feed.read(
        into: UnsafeMutableRawBufferPointer(start: target, count: count))
    }
    let cookie = unsafe Unmanaged.passUnretained(owner).toOpaque()
    guard let stream = unsafe fopencookie(cookie, "r", functions) else {
      return .failure(OpenError(message: SystemError(code: errno).message))
    }
    unsafe setvbuf(stream, nil, _IOFBF, 64 * 1024)
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let opened = unsafe pcap_fopen_offline_with_tstamp_precision(
      stream, UInt32(PCAP_TSTAMP_PRECISION_NANO), &message)
    guard let opened = unsafe opened else {
      unsafe fclose(stream)
      return .failure(OpenError(message: text(message)))
    }
    return .success(unsafe PcapFile(handle: opened, cookie: owner))
  }

  /// Hands over the next record.
  /// - body: returns the bytes that the record had in the file.
  func next(_ body: (PcapRecordHeader, RawSpan) -> Int) -> Outcome {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var data: UnsafePointer<UInt8>?
    let status = unsafe pcap_next_ex(handle, &header, &data)
    guard status == 1, let header = unsafe header?.pointee, let data = unsafe data else {
      if status == PCAP_ERROR_BREAK { return .end }
      return .failed(unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? "libpcap")
    }
    let record = PcapRecordHeader(
      seconds: UInt32(truncatingIfNeeded: header.ts.tv_sec),
      nanoseconds: Int64(header.ts.tv_usec), included: Int(header.caplen),
      original: Int(header.len))
    let length = body(
      record, unsafe RawSpan(_unsafeStart: UnsafeRawPointer(data), byteCount: record.included))
    cookie.feed.finish(length)
    return .record(length)
  }

  /// What libpcap has written into a buffer for errors.
  static func text(_ message: [CChar]) -> String {
    String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
