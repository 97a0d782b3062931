import BTSnoop
import Bytes
import System

/// Parses a capture stream in the format that its first bytes indicate.
struct StreamParser: ~Copyable {
  private enum State {
    case undecided
    case btsnoop(BTSnoopParser)
    case pcapng(PcapNGParser)
  }

  private let name: String
  private var state = State.undecided
  private var buffer = ReadBuffer(capacity: maximumPending)

  init(name: String) { self.name = name }

  /// Packets that the other side has lost so far.
  var drops: UInt32 {
    switch state {
    case .undecided: 0
    case .btsnoop(let parser): parser.drops
    case .pcapng(let parser): parser.drops
    }
  }

  var isStopped: Bool {
    switch state {
    case .undecided: false
    case .btsnoop(let parser): parser.isStopped
    case .pcapng(let parser): parser.isStopped
    }
  }

  /// Reads once.
  /// - limit: the most bytes to read.
  /// - Returns: bytes read, 0 at the end.
  mutating func fill(from descriptor: Descriptor, atMost limit: Int) throws(SystemError) -> Int {
    try buffer.fill(from: descriptor, atMost: limit)
  }

  /// Delivers the records that were read.
  /// - atEnd: no more will come: deliver a partial record, too.
  mutating func parse(atEnd: Bool, into sink: inout some RecordSink) throws(CaptureError) {
    if case .undecided = state {
      guard buffer.bytes.byteCount >= sniffLength || atEnd else { return }
      state = try Self.begin(buffer.bytes, name: name)
    }
    let used: Int
    switch state {
    case .undecided: return
    case .btsnoop(var parser):
      defer { state = .btsnoop(parser) }
      used = try parser.consume(buffer.bytes, atEnd: atEnd, into: &sink)
    case .pcapng(var parser):
      defer { state = .pcapng(parser) }
      used = try parser.consume(buffer.bytes, atEnd: atEnd, into: &sink)
    }
    buffer.consume(used)
  }

  private static func begin(_ bytes: RawSpan, name: String) throws(CaptureError) -> State {
    switch CaptureInfo.Format.detect(bytes) {
    case .btsnoop: return .btsnoop(BTSnoopParser(name: name))
    case .pcapng: return .pcapng(PcapNGParser(name: name))
    case .pcap:
      throw CaptureError(
        .unusable, file: name, "a stream of pcap is not read: btsnoop and pcapng are")
    default: throw notACapture(bytes, name: name)
    }
  }
}
