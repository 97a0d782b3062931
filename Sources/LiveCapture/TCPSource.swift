import BTSnoop
import Bytes
import Glibc
import System

/// A capture that another program sends over TCP while recording: btsnoop as from Android, or
/// pcapng.
///
/// Each record is what the other side says it is: it has an adapter only if the format has.
package final class TCPSource: LiveSource {
  /// Timeout for connecting in milliseconds, over all addresses of the name.
  static let connectLimit = 5000
  /// Milliseconds between checks of a connection attempt.
  static let connectInterval = 20
  /// The most bytes that one call reads: about a thousand records.
  static let bytesPerRead = 32 * 1024

  private enum State {
    /// - deadline: of this address, as of `MonotonicTime.milliseconds`.
    case connecting(deadline: Int)
    case connected
    case ended
  }

  package let name: String
  package private(set) var descriptor: Descriptor?
  package var drops: UInt64 { UInt64(parser.drops) }
  package var canGather: Bool { true }
  package var retryInterval: Int? {
    if case .connecting = state { return Self.connectInterval }
    return nil
  }

  private let limit: Int
  /// Addresses not tried yet.
  private var addresses: ArraySlice<HostAddress>
  private var state = State.ended
  private var parser: StreamParser
  private var hasBytes = false

  /// Starts to connect; the first calls of `read` find out whether it succeeds.
  ///
  /// - host: a name or an address, an IPv6 one without brackets. Resolving a name may block for
  ///   some seconds; SIGINT and SIGTERM then end the program as if it had not caught them.
  package convenience init(host: String, port: UInt16) throws(CaptureError) {
    try self.init(host: host, port: port, limit: Self.connectLimit)
  }

  /// - limit: as `connectLimit`.
  init(host: String, port: UInt16, limit: Int) throws(CaptureError) {
    let name = "tcp:\(host.utf8.contains(0x3A) ? "[\(host)]" : host):\(port)"
    self.name = name
    self.limit = limit
    parser = StreamParser(name: name)
    do { addresses = try HostAddress.resolve(host, port: port)[...] } catch {
      throw CaptureError(.unusable, file: name, "no address of that name: \(error.message)")
    }
    try connectToNext()
  }

  package func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    switch state {
    case .connecting(let deadline):
      try lookAtConnection(deadline)
      guard case .connected = state else { return .waiting }
      return try readOnce(&sink)
    case .connected: return try readOnce(&sink)
    case .ended: return .ended
    }
  }

  // MARK: Connecting

  private func lookAtConnection(_ deadline: Int) throws(CaptureError) {
    guard let socket = descriptor else { return }
    do {
      if try HostAddress.isConnected(socket) {
        state = .connected
        return
      }
    } catch {
      try connectToNext(after: error)
      return
    }
    if MonotonicTime.milliseconds >= deadline {
      try connectToNext(after: SystemError(code: ETIMEDOUT))
    }
  }

  /// - Throws: the last address's error if no address is left.
  private func connectToNext(after failure: SystemError? = nil) throws(CaptureError) {
    var failure = failure
    descriptor = nil
    state = .ended
    while let address = addresses.popFirst() {
      do {
        descriptor = try address.connect()
        // The remaining time is shared among the remaining addresses, so that each gets its turn.
        state = .connecting(deadline: MonotonicTime.milliseconds + limit / (addresses.count + 1))
        return
      } catch { failure = error }
    }
    throw CaptureError(.unusable, file: name, Self.words(for: failure))
  }

  private static func words(for failure: SystemError?) -> String {
    switch failure?.code {
    case ECONNREFUSED?:
      """
      connection refused: nothing listens there (for a phone, forward the port first: \
      `adb forward tcp:8872 tcp:8872`)
      """
    case ETIMEDOUT?: "no answer: the host is not there, or keeps the port shut"
    case let code?: "cannot connect: \(SystemError(code: code).message)"
    case nil: "no address of that name"
    }
  }

  // MARK: Reading

  private func readOnce(_ sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    guard let socket = descriptor else { return .ended }
    let count: Int
    do { count = try parser.fill(from: socket, atMost: Self.bytesPerRead) } catch {
      if error == .nothingYet { return .waiting }
      try end(&sink)
      throw CaptureError(.damaged, file: name, "the connection broke: \(error.message)")
    }
    guard count > 0 else {
      guard hasBytes else {
        throw CaptureError(
          .unusable, file: name,
          """
          closed before it sent anything (with `adb forward`: nothing listens on the phone; its snoop \
          log must be on, and newer Androids want persist.bluetooth.btsnoopsocket.enabled)
          """)
      }
      try end(&sink)
      return parser.isStopped ? .stopped : .ended
    }
    hasBytes = true
    try parser.parse(atEnd: false, into: &sink)
    if parser.isStopped { return .stopped }
    return count == Self.bytesPerRead ? .busy : .waiting
  }

  private func end(_ sink: inout some RecordSink) throws(CaptureError) {
    state = .ended
    descriptor = nil
    try parser.parse(atEnd: true, into: &sink)
  }
}
