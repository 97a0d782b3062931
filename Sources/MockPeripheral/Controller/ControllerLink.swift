import Bytes
import System

/// The way to a controller: bytes in both directions, without waiting for either.
package struct ControllerLink: ~Copyable {
  /// Why there is no controller, or none any more: a sentence without a full stop.
  package struct Problem: Error, Equatable {
    package var message: String
  }

  /// Milliseconds for connecting, over all addresses of a name.
  static let connectLimit = 5000
  static let bytesPerRead = 32 * 1024
  /// What may wait for a controller that does not read: its own credits allow less.
  static let maximumWaiting = 1 << 20

  package let descriptor: Descriptor
  private let output: ReadyOutput
  private var input = ReadBuffer(capacity: ControllerLink.bytesPerRead)
  private var waiting: [UInt8] = []

  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    output = ReadyOutput(descriptor)
  }

  /// Connects to a controller that speaks H4 over TCP.
  /// - interrupted: whether the user has had enough of waiting.
  package init(
    host: String, port: UInt16, interrupted: () -> Bool
  ) throws(Problem) {
    let addresses: [HostAddress]
    do { addresses = try HostAddress.resolve(host, port: port) } catch {
      throw Problem(message: "no address of that name: \(error.message)")
    }
    var failure = "no address of that name"
    let start = MonotonicTime.milliseconds
    for (index, address) in addresses.enumerated() {
      // The time is shared, so that each address gets its turn.
      let deadline = start + Self.connectLimit * (index + 1) / addresses.count
      do throws(SystemError) {
        let socket = try address.connect()
        while try !HostAddress.isConnected(socket) {
          if interrupted() { throw Self.interruption }
          if MonotonicTime.milliseconds >= deadline { throw Self.timeout }
          var wait = DescriptorSet()
          wait.add(socket, .output)
          wait.wait(milliseconds: 50)
        }
        self.init(socket)
        return
      } catch { failure = error == Self.timeout ? "no answer" : error.message }
    }
    throw Problem(message: failure)
  }

  /// ETIMEDOUT and EINTR.
  private static let timeout = SystemError(code: 110)
  private static let interruption = SystemError(code: 4)

  /// Whether the controller has to read first.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Reads what has arrived, at most `bytesPerRead`.
  /// - Returns: `false` at the end.
  package mutating func read(_ body: (RawSpan) -> Void) throws(Problem) -> Bool {
    let count: Int
    do throws(SystemError) {
      count = try input.fill(from: descriptor, atMost: Self.bytesPerRead)
    } catch {
      if error == .nothingYet { return true }
      throw Problem(message: "the connection broke: \(error.message)")
    }
    guard count > 0 else { return false }
    body(input.bytes)
    input.consume(count)
    return true
  }

  /// Writes packets as far as the controller takes them; the rest waits.
  package mutating func write(_ packets: [[UInt8]]) throws(Problem) {
    for packet in packets { waiting += packet }
    guard !waiting.isEmpty else { return }
    do throws(SystemError) {
      let count = try output.write(waiting.rawBytes)
      waiting.removeFirst(count)
    } catch { throw Problem(message: "the connection broke: \(error.message)") }
    if waiting.count > Self.maximumWaiting {
      throw Problem(message: "it does not read what it is sent")
    }
  }
}
