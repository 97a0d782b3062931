import Bytes
import System
import Timeline

/// Standard error, while the timeline goes elsewhere or to the same screen; never waited for.
final class LiveConsole {
  let stream = OutputStream(withoutWaiting: .standardError)
  /// The line to clear before anything else is written.
  weak var status: StatusLine?
  /// The chart that is not drawn over what is written.
  weak var chart: ChartScreen?
  private let isQuiet: Bool

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// A remark, a line of its own.
  func remark(_ message: String) {
    if !isQuiet { complain(message) }
  }

  /// An error, shown even with --quiet.
  func complain(_ message: String) {
    status?.clear()
    chart?.leaveInPlace()
    OutputChannel.append(complaint: message, to: &stream.buffer)
    stream.flush()
  }
}
