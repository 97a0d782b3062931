import BTSnoop
import Bytes

/// The records in another form of capture, which must read back.
struct Conversion: ~Copyable {
  private let target: CaptureTarget
  private var writer: CaptureWriter?
  private var output = ByteWriter(capacity: 4096)
  private var written: UInt64 = 0
  /// On the next record, and in all.
  private var comments = 0
  private var allComments: UInt64 = 0
  private var isRefused = false

  init(_ number: Int) {
    let targets = CaptureTarget.allCases
    target = targets[number % targets.count]
  }

  mutating func begin(_ captures: [CaptureInfo]) {
    var writer = CaptureWriter(target, of: captures)
    writer.appendHeader(to: &output)
    self.writer = writer
  }

  mutating func comment(_ text: RawSpan) {
    guard !isRefused else { return }
    comments += 1
    allComments += 1
    _ = writer?.comment(text.copy())
  }

  mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) {
    guard !isRefused else { return }
    do {
      if try writer?.append(record, bytes: bytes, to: &output) == true {
        written += 1
      } else if comments > 0 {
        writer?.leaveOutComments(lost: comments)
      }
    } catch { isRefused = true }
    comments = 0
  }

  borrowing func check() throws {
    guard !isRefused, written > 0 else { return }
    let bytes = output.bytes.copy()
    let reading: Reading
    switch target {
    case .btsnoop, .btsnoopMonitor:
      reading = try .push(bytes, BTSnoopParser.self, pieces: bytes.count)
    case .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare:
      reading = try .push(bytes, PcapNGParser.self, pieces: bytes.count)
    case .pklg: reading = try .push(bytes, PacketLoggerParser.self, pieces: bytes.count)
    case .pcap, .pcapLE, .pcapLEBare: reading = try .file(bytes)
    }
    try require(reading.error == nil, "\(target): does not read back: \(reading)")
    try require(
      reading.records == written, "\(target): \(reading.records) records of \(written) read back")
    guard let lost = writer?.losses.comments else { return }
    try require(
      reading.comments + lost == allComments,
      "\(target): \(reading.comments) comments of \(allComments) read back, \(lost) lost")
  }
}
