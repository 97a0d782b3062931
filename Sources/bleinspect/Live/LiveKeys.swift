import LiveCapture
import System

/// The keys that set marks, and the shell's job control while they are read.
final class LiveKeys {
  /// Nanoseconds between two checks whether the program is in the foreground again.
  private static let backgroundInterval: Int64 = 500_000_000

  private let keys: TerminalKeys
  private let suspension: Suspension

  /// - Returns: `nil` without a keyboard, or if no output shows what is marked.
  init?() throws(SystemError) {
    guard Descriptor.standardOutput.isTerminal || Descriptor.standardError.isTerminal,
      let keys = TerminalKeys(.standardInput)
    else { return nil }
    self.keys = keys
    suspension = try Suspension()
  }

  func begin() { keys.begin() }

  /// Restores the terminal.
  func end() { keys.end() }

  /// Adds what to wait for.
  func add(to waits: inout DescriptorSet) {
    waits.add(keys.input, for: .input)
    waits.add(suspension.descriptor, for: .input)
  }

  /// Nanoseconds until it must be looked at even if nothing arrives.
  var interval: Int64? { keys.isInBackground ? Self.backgroundInterval : nil }

  /// The texts of the marks that were set.
  /// - status: cleared before the program is suspended.
  func take(_ status: StatusLine?) -> [String] {
    suspend(status)
    // It was in the background.
    if keys.input == nil { keys.begin() }
    return keys.read().compactMap { key in
      switch key {
      case UInt8(ascii: "m"), UInt8(ascii: "M"): "mark"
      case UInt8(ascii: "1")...UInt8(ascii: "9"): "mark \(key & 0x0F)"
      default: nil
      }
    }
  }

  /// Suspends if the shell requests it, and takes over the terminal again afterwards.
  private func suspend(_ status: StatusLine?) {
    guard let request = suspension.take() else { return }
    if request == .stop {
      status?.clear()
      keys.end()
      suspension.stop()
    }
    keys.begin()
  }
}
