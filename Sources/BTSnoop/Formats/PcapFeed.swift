import Bytes
import System

/// The bytes of a pcap file on their way to libpcap.
///
/// It holds everything from the start of libpcap's current record to the last byte read, since
/// libpcap returns nothing of a record that the end of the file cuts.
final class PcapFeed: PcapInput {
  private let source: any ByteSource
  private var buffer: ReadBuffer
  /// Bytes of the buffer passed to libpcap.
  private var fed = 0
  /// Bytes to pass to libpcap before them.
  private var replay: [UInt8] = []
  private var replayed = 0
  /// Whether the input has ended.
  private(set) var hasEnded = false
  private(set) var error: SourceError?

  /// - buffer: what was read of the file so far.
  init(_ source: any ByteSource, _ buffer: consuming ReadBuffer) {
    self.source = source
    self.buffer = buffer
  }

  /// Bytes held.
  var count: Int { buffer.end - buffer.start }

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { Self.lend(buffer, body) }

  /// A class property's borrow ends too early for a closure.
  private static func lend<Result>(
    _ buffer: borrowing ReadBuffer, _ body: (RawSpan) -> Result
  ) -> Result {
    body(buffer.bytes)
  }

  /// - Returns: whether `wanted` bytes are there.
  func load(_ wanted: Int) throws(SourceError) -> Bool {
    while count < wanted {
      if try source.fill(&buffer) == 0 {
        hasEnded = true
        return false
      }
    }
    return true
  }

  /// Replaces the header at the start of the buffer.
  func begin(replacing count: Int, by header: [UInt8]) {
    buffer.consume(count)
    replay = header
  }

  /// Drops a record that libpcap has finished, `count` bytes long.
  func finish(_ count: Int) {
    // It was given all of them, unless it is wrong about what it read.
    let count = min(count, fed)
    buffer.consume(count)
    fed -= count
  }

  func read(into output: inout OutputRawSpan) -> Bool {
    if replayed < replay.count {
      replayed += output.append(prefixOf: replay.rawBytes.clamped(replayed))
      return true
    }
    if fed == count, !hasEnded {
      do {
        hasEnded = try source.fill(&buffer) == 0
      } catch {
        self.error = error
        return false
      }
    }
    fed += output.append(prefixOf: buffer.bytes.clamped(fed))
    return true
  }
}
