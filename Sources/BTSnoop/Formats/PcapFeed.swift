import Bytes
import System

/// The bytes of a pcap file on their way to libpcap.
///
/// It holds all from the begin of the record that libpcap reads to the last byte that was read, since
/// libpcap gives nothing of a record that the end of the file cuts.
final class PcapFeed: PcapInput {
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

  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { Self.lend(buffer, body) }

  /// What a property of a class is borrowed for ends too early for a closure.
  private static func lend<Result>(
    _ buffer: borrowing ReadBuffer, _ body: (RawSpan) -> Result
  ) -> Result {
    body(buffer.bytes)
  }

  /// - Returns: whether so many bytes are there.
  func load(_ wanted: Int) throws(SourceError) -> Bool {
    while count < wanted {
      if try source.fill(&buffer) == 0 {
        hasEnded = true
        return false
      }
    }
    return true
  }

  /// Puts a header in the place of the one that is held.
  func begin(replacing count: Int, by header: [UInt8]) {
    buffer.consume(count)
    replay = header
  }

  /// libpcap is done with a record of so many bytes.
  func finish(_ count: Int) {
    // It has been given all of them, unless it is wrong about what it read.
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
