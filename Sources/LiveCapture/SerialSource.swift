import BTSnoop
import Bytes
import Glibc
import System

/// A board on a serial line that reports its Bluetooth traffic with the monitor protocol.
///
/// A board that is unplugged is waited for until its device file is back.
package final class SerialSource: LiveSource {
  /// Bits per second, the default of btmon.
  package static let defaultSpeed: UInt32 = 1_000_000
  /// The most bytes that one call reads: about a thousand records.
  static let bytesPerRead = 32 * 1024
  /// Milliseconds between attempts to reopen a lost line.
  static let reopenInterval = 250
  /// Milliseconds after which the rest of a record is not expected any more.
  static let silence = 500
  /// Milliseconds after which the permissions of a new device file are final.
  static let patience = 2000
  /// Bytes without any record after which to suggest checking the speed.
  static let doubtfulBytes = 512

  package let name: String
  package private(set) var descriptor: Descriptor?
  package var drops: UInt64 { stream.parser.drops }
  package var retryInterval: Int? {
    if descriptor == nil { return Self.reopenInterval }
    return stream.isUndecided ? Self.silence : nil
  }

  private let path: String
  private let speed: UInt32
  private var stream: SerialStream
  /// When bytes last arrived, as of `MonotonicTime.milliseconds`.
  private var lastBytes = MonotonicTime.milliseconds
  private var hasDoubted = false
  /// When the line was lost, as of `MonotonicTime.milliseconds`; `nil` while it is there, or once
  /// all is reported.
  private var lost: Int?

  /// - path: of the line's device.
  /// - adapters: as of `MonitorStreamParser`.
  package init(
    path: String, speed: UInt32 = defaultSpeed, adapters: Set<UInt16> = []
  ) throws(CaptureError) {
    name = "tty:\(path)"
    self.path = path
    self.speed = speed
    stream = SerialStream(name: name, adapters: adapters)
    do { descriptor = try SerialLine.open(path, speed: speed) } catch {
      throw CaptureError(.unusable, file: name, Self.words(for: error, path: path, speed: speed))
    }
  }

  package func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    stream.parser.begin(&sink)
    if let line = descriptor { return read(line, into: &sink) }
    reopen(&sink)
    return .waiting
  }

  private func read(_ line: Descriptor, into sink: inout some RecordSink) -> LiveState {
    let before = CaptureTime.now
    let count: Int
    do { count = try stream.fill(from: line, atMost: Self.bytesPerRead) } catch {
      guard error == .nothingYet else {
        lose(&sink)
        return .waiting
      }
      if MonotonicTime.milliseconds - lastBytes >= Self.silence { stream.giveUp(&sink) }
      stream.emptied = before
      return stream.parser.isStopped ? .stopped : .waiting
    }
    guard count > 0 else {
      lose(&sink)
      return .waiting
    }
    lastBytes = MonotonicTime.milliseconds
    stream.parse(&sink)
    if !hasDoubted, stream.parser.skippedTotal >= UInt64(Self.doubtfulBytes) {
      hasDoubted = true
      if stream.parser.nextFrame == 1 { stream.parser.note(.noMonitorProtocol, into: &sink) }
    }
    if stream.parser.isStopped { return .stopped }
    if count == Self.bytesPerRead { return .busy }
    stream.emptied = before
    return .waiting
  }

  // MARK: A line that goes away

  private func lose(_ sink: inout some RecordSink) {
    descriptor = nil
    lost = MonotonicTime.milliseconds
    stream.restart(&sink)
    stream.parser.note(.sourceLost, into: &sink)
  }

  private func reopen(_ sink: inout some RecordSink) {
    do {
      descriptor = try SerialLine.open(path, speed: speed)
      stream.emptied = .now
      lost = nil
      stream.parser.note(.sourceBack, into: &sink)
    } catch {
      // Its permissions are set shortly after it appears.
      guard case .system(let error) = error, error.code == EACCES, let lost,
        MonotonicTime.milliseconds - lost >= Self.patience
      else { return }
      self.lost = nil
      stream.parser.note(.noRightToReopen, into: &sink)
    }
  }

  /// Why a line cannot be used.
  package static func words(
    for failure: SerialLine.SerialError, path: String, speed: UInt32
  ) -> String {
    switch failure {
    case .speed(let actual):
      return "no speed of \(speed) bits a second: it runs at \(actual)"
    case .system(let error):
      switch error.code {
      case ENOENT, ENXIO, ENODEV: return "\(error.message): is the board plugged in?"
      case EBUSY: return "another program has it open for itself"
      case ENOTTY: return "not a serial line"
      case EACCES, EPERM:
        let group = SerialLine.group(of: path) ?? "dialout"
        return """
          no right to open it: members of the group \(group) have it; join with \
          `sudo usermod -aG \(group) $USER` and log in again, or use `sudo`
          """
      default: return error.message
      }
    }
  }
}

/// The bytes of a serial line on their way to records.
struct SerialStream: ~Copyable {
  private var buffer = ReadBuffer(capacity: 2 * MonitorStreamParser.maximumPending)
  var parser: MonitorStreamParser
  /// A moment at which the line was empty.
  var emptied = CaptureTime.now

  init(name: String, adapters: Set<UInt16>) {
    parser = MonitorStreamParser(name: name, adapters: adapters)
  }

  /// Whether something must be reported if nothing more comes.
  var isUndecided: Bool { buffer.bytes.byteCount > 0 || parser.hasNoise }

  mutating func fill(from line: Descriptor, atMost limit: Int) throws(SystemError) -> Int {
    try buffer.fill(from: line, atMost: limit)
  }

  mutating func parse(_ sink: inout some RecordSink) {
    // The buffer's borrow extends to the whole of `self`.
    var parser = parser
    let used = parser.consume(buffer.bytes, now: .now, emptied: emptied, into: &sink)
    self.parser = parser
    buffer.consume(used)
  }

  /// The rest of a partial record will not come.
  mutating func giveUp(_ sink: inout some RecordSink) {
    repeat {
      let count = buffer.bytes.byteCount
      let used = parser.giveUp(count, into: &sink)
      buffer.consume(used)
      parse(&sink)
    } while isUndecided && !parser.isStopped
  }

  /// The line was interrupted.
  mutating func restart(_ sink: inout some RecordSink) {
    let count = buffer.bytes.byteCount
    parser.restart(count, into: &sink)
    buffer.consume(count)
  }
}
