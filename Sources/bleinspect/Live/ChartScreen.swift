import System
import Timeline

/// A chart that is drawn again in its place while values come: only on a terminal.
final class ChartScreen {
  private let chart: ChartRenderer
  private let out: OutputStream
  private var drawTime: Int64 = 0

  /// Nanoseconds between two drawings.
  private static let pause: Int64 = 250_000_000

  /// - Returns: `nil` where there is no chart, or no terminal to draw it on.
  init?(_ renderer: any TimelineRenderer, on out: OutputStream) {
    guard let chart = renderer as? ChartRenderer, out.descriptor.isTerminal,
      environment("TERM") != "dumb"
    else { return nil }
    self.chart = chart
    self.out = out
  }

  /// When there is something to draw, in nanoseconds.
  var nextDrawing: Int64? { chart.hasNews ? drawTime + Self.pause : nil }

  /// Draws it, if there are new values.
  func draw(at now: Int64) {
    guard let nextDrawing, now >= nextDrawing else { return }
    drawNow(now)
  }

  /// Draws, however soon after the last drawing.
  func drawNow(_ now: Int64) {
    guard chart.hasNews, out.waiting == 0 else { return }
    drawTime = now
    chart.redraw(
      columns: Terminal.columns(of: out.descriptor) ?? 80,
      lines: Terminal.lines(of: out.descriptor) ?? 24)
    out.flush()
  }

  /// Something else is written below it, which stays.
  func leaveInPlace() { chart.leaveInPlace() }
}
