import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline
import WebReport

/// The page of `live --page`: made from the same records as the timeline, and written anew every few seconds by a copy
/// of the process, so that nobody waits for it.
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
  private var hasComplained = false
  private var copy: ProcessCopy?
  private var next: Int64 = 0
  private(set) var written: UInt64 = 0

  /// Where the bytes of a page go.
  private final class Target {
    var file: PendingFile?
    var error: SystemError?
  }

  init(
    _ path: String, _ console: LiveConsole,
    _ make: (OutputStream) -> (renderer: WebReportRenderer, stage: TimelineStage)
  ) throws(OutputProblem) {
    (self.path, self.console) = (path, console)
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
      throw OutputProblem(message: "\(shown(path)): not a file; expected one that can be replaced")
    }
    do { _ = try PendingFile(path, replaces: true) } catch {
      throw OutputProblem(message: "\(shown(path)): \(error.message)")
    }
  }

  // MARK: Records

  func capture(_ info: CaptureInfo) {
    pipeline.capture(info)
    hasCapture = true
  }

  func comment(_ text: RawSpan, frame: UInt64) { pipeline.comment(text, frame: frame) }

  func record(_ record: borrowing CaptureRecord, _ bytes: RawSpan) {
    _ = pipeline.record(record, bytes)
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
      guard case .ended(let succeeded, let processor) = copy.look() else {
        next = now + Self.look
        return
      }
      self.copy = nil
      if succeeded { written += 1 } else { hasComplained = true }
      next = now + max(Self.interval, processor.multipliedReportingOverflow(by: Self.patience).0)
      return
    }
    isStale = false
    do throws(SystemError) {
      copy = try ProcessCopy(seconds: Self.longest) { self.write(isLast: false) }
      next = now + Self.look
    } catch {
      complain(error)
      next = now + Self.interval
    }
  }

  /// The page of all that came; call it once, at the end.
  /// - Returns: whether it could be written.
  func finish() -> Bool {
    copy?.stop()
    copy = nil
    return hasCapture ? write(isLast: true) : true
  }

  /// Ends what it has of the capture: in a copy of the process, or at the end.
  private func write(isLast: Bool) -> Bool {
    renderer.reloads = isLast ? nil : Self.interval
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: true)
      target.file = file
      pipeline.end()
      out.flush()
      if let error = target.error ?? out.error { throw error }
      try file.publish()
      return true
    } catch {
      if isLast || !hasComplained { complain(error) }
      return false
    }
  }

  private func complain(_ error: SystemError) {
    hasComplained = true
    OutputChannel.complain("\(shown(path)): \(error.message)")
  }
}
