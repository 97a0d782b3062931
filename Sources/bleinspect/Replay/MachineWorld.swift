import BTSnoop
import Bytes
import LiveCapture
import System
import Timeline

/// The machine on which a capture is played: its clock, signals, keys, and readers of the output.
final class MachineWorld: PlayWorld {
  let console: LiveConsole
  let interruption: Interruption
  var status: StatusLine?
  var chart: ChartScreen? {
    didSet { console.chart = chart }
  }
  /// `nil` until there is a reader.
  var output: OutputStream? {
    didSet { output?.beforeWriting = { [unowned self] in status?.clear() } }
  }
  /// Discards what a client sends, so that it does not block.
  var client: Descriptor?
  private let keys: TerminalKeys?
  /// `nil` without keys, and when they are no longer read: then a stop signal just stops.
  private var suspension: Suspension?
  private var waits = DescriptorSet()

  /// Nanoseconds between two checks whether the program is in the foreground again.
  private static let backgroundInterval: Int64 = 500_000_000

  /// - keys: `nil` without a keyboard.
  init(_ console: LiveConsole, keys: TerminalKeys?) throws(SystemError) {
    self.console = console
    self.keys = keys
    interruption = try Interruption()
    suspension = keys == nil ? nil : try Suspension()
    keys?.begin()
  }

  var now: Int64 { MonotonicTime.now() }
  var isHeldUp: Bool { (output?.waiting ?? 0) > 0 }
  var produced: Int64 { output?.produced ?? 0 }

  func look() -> [PlayRequest] {
    if interruption.take() { return [.end(.wanted)] }
    var requests = suspend()
    output?.flush()
    if let error = output?.error {
      return [.end(error.isClosedConnection ? .unheard : .outputFailed)]
    }
    if let client, !client.discardInput() { self.client = nil }
    requests += pressed()
    console.stream.flush()
    // On the same screen, pending output comes first.
    if !isHeldUp {
      chart?.draw(at: now)
      status?.draw(at: now)
    }
    return requests
  }

  func wait(until moment: Int64?) { wait(until: moment, for: nil) }

  /// - input: something else to wait for.
  func wait(until moment: Int64?, for input: Descriptor?) {
    waits.removeAll()
    waits.add(interruption.descriptor, for: .input)
    waits.add(suspension?.descriptor, for: .input)
    waits.add(keys?.input, for: .input)
    waits.add(client, for: .input)
    waits.add(input, for: .input)
    let reader = waits.add(
      output?.isOpen == true ? output?.descriptor : nil, for: isHeldUp ? .output : [])
    waits.add(
      console.stream.isOpen && console.stream.waiting > 0 ? .standardError : nil, for: .output)
    var moments = [moment]
    if !isHeldUp { moments += [status?.nextDrawing, chart?.nextDrawing] }
    if keys?.isInBackground == true { moments.append(now + Self.backgroundInterval) }
    waits.wait(until: moments.compactMap(\.self).min())
    if waits.isClosed(reader) { output?.stop() }
  }

  /// Play is over: stops reading keys, and restores the terminal.
  func end() {
    status?.end()
    status = nil
    keys?.end()
    suspension = nil
  }

  // MARK: Keys

  private func pressed() -> [PlayRequest] {
    guard let keys else { return [] }
    // It was in the background.
    if keys.input == nil { keys.begin() }
    return keys.read().compactMap { key in
      switch key {
      case UInt8(ascii: " "): .pauseOrGoOn
      case UInt8(ascii: "."): .step
      case UInt8(ascii: "q"), UInt8(ascii: "Q"): .end(.wanted)
      default: nil
      }
    }
  }

  /// Suspends if the shell requests it, and takes over the terminal again afterwards.
  private func suspend() -> [PlayRequest] {
    guard let suspension, let request = suspension.take() else { return [] }
    let start = now
    if request == .stop {
      status?.clear()
      // The shell writes below it.
      chart?.leaveInPlace()
      keys?.end()
      suspension.stop()
    }
    keys?.begin()
    return request == .stop ? [.stoodStill(now - start)] : []
  }
}

extension SystemError {
  /// Whether it shows that the output has no reader any more.
  var isClosedConnection: Bool { self == .closedPipe || self == .brokenConnection }
}
