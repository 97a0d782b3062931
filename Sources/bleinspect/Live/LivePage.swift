import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline
import WebReport

/// The page of `live --page`: made from the same records as the timeline, and written anew every few seconds by a copy
/// of the process, so that nothing else waits for it.
final class LivePage {
  /// Nanoseconds between the end of one page and the next.
  static let interval: Int64 = 3_000_000_000
  /// So many times as long as a page took of the processor, the next one waits: at most 2.5 % of one.
  static let patience: Int64 = 40
  /// How often a copy that works is asked whether it is done, in nanoseconds.
  private static let look: Int64 = 250_000_000
  /// The seconds after which a copy is ended.
  private static let longest: UInt32 = 300

  private let path: String
  private let console: LiveConsole
  private let target: Target
  private let out: OutputStream
  private let renderer: WebReportRenderer
  private let stage: TimelineStage
  private var pipeline: CapturePipeline
  private var hasCapture = false
  /// Whether anything came that no page has.
  private var isStale = false
  /// What was said since the last page that was written: each thing once.
  private var complaints: Set<String> = []
  /// Who else writes or reads the file.
  private let otherUse: () -> String?
  private var copy: ProcessCopy?
  private var next: Int64 = 0
  /// Nanoseconds until the page after the next one, as far as known.
  private var wait = LivePage.interval
  private(set) var written: UInt64 = 0

  /// Where the bytes of a page go.
  private final class Target {
    var file: PendingFile?
    var error: SystemError?
  }

  /// - otherUse: who else writes or reads the file, asked before each page gets its name.
  init(
    _ path: String, _ console: LiveConsole, otherUse: @escaping () -> String? = { nil },
    _ make: (OutputStream) -> (renderer: WebReportRenderer, stage: TimelineStage)
  ) throws(OutputError) {
    (self.path, self.console, self.otherUse) = (path, console, otherUse)
    let target = Target()
    self.target = target
    out = OutputStream { bytes in
      guard let file = target.file, target.error == nil else { return }
      do throws(SystemError) { try file.descriptor.write(bytes) } catch { target.error = error }
    }
    (renderer, stage) = make(out)
    pipeline = CapturePipeline(stage, isLive: true)
    // Better now than after the first packet.
    if let status = FileStatus(path: path), !status.isRegular {
      throw OutputError(message: "\(shown(path)): not a file; expected one that can be replaced")
    }
    do { _ = try PendingFile(path, replaces: true) } catch {
      throw OutputError(message: "\(shown(path)): \(error.message)")
    }
  }

  // MARK: Records

  func capture(_ info: CaptureInfo) {
    pipeline.capture(info)
    hasCapture = true
  }

  func comment(_ text: RawSpan, frame: UInt64) { pipeline.comment(text, frame: frame) }

  func record(_ record: borrowing CaptureRecord, bytes: RawSpan) {
    _ = pipeline.record(record, bytes: bytes)
    isStale = true
  }

  func mark(_ text: String, at time: CaptureTime) {
    stage.mark(text, at: time)
    isStale = true
  }

  // MARK: Pages

  /// When there is something to do even if nothing arrives; `nil`: never.
  var nextLook: Int64? { copy != nil || isStale ? next : nil }

  /// Begins a page when it is time for one.
  func look(_ now: Int64) {
    guard let nextLook, now >= nextLook else { return }
    if let copy {
      guard case .ended(let end, let processor) = copy.look() else {
        next = now + Self.look
        return
      }
      self.copy = nil
      take(end)
      wait = max(Self.interval, processor.multipliedReportingOverflow(by: Self.patience).0)
      next = now + wait
      return
    }
    isStale = false
    do throws(SystemError) {
      copy = try ProcessCopy(seconds: Self.longest) { self.write(reloads: self.wait) }
      next = now + Self.look
    } catch {
      take(.failed(error.message))
      next = now + Self.interval
    }
  }

  private func take(_ end: ProcessCopy.End) {
    switch end {
    case .succeeded:
      written += 1
      complaints.removeAll()
      return
    case .failed(let why): complain(why)
    case .tookTooLong: complain("not written: it took more than \(Self.longest) s")
    case .killed(let signal):
      let name = SystemError.name(ofSignal: signal)
      complain("not written: the process that writes it was ended by signal \(signal) (\(name))")
    }
    isStale = true
  }

  /// The page of all that came; call it once, at the end.
  /// - Returns: whether it could be written.
  func finish() -> Bool {
    copy?.stop()
    copy = nil
    guard hasCapture else {
      let rest = FileStatus(path: path) == nil ? "" : "; what is there is of an earlier run"
      console.remark("\(shown(path)): not written, because nothing arrived\(rest)")
      return true
    }
    guard let failure = write(reloads: nil) else { return true }
    complaints.removeAll()
    complain(failure)
    return false
  }

  /// Ends what it has of the capture: in a copy of the process, or at the end.
  /// - reloads: nanoseconds until the next page; `nil`: this is the last one.
  /// - Returns: why it could not be written.
  private func write(reloads: Int64?) -> String? {
    renderer.reloads = reloads.map { (interval: $0, written: WallTime.now.seconds) }
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: true)
      target.file = file
      pipeline.end()
      out.flush()
      if let error = out.error {
        return "not written: \(out.errorSource.map { "\($0): " } ?? "")\(error.message)"
      }
      if let error = target.error { throw error }
      if let use = otherUse() { return "not written: \(use)" }
      try file.publish()
      return nil
    } catch { return error.message }
  }

  private func complain(_ message: String) {
    guard complaints.insert(message).inserted else { return }
    console.complain("\(shown(path)): \(message)")
  }
}
