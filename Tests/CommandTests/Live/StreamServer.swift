import Bytes
import System
import TestSupport
import Testing

/// Listens on a port of this machine for the one program that connects to it.
final class StreamServer {
  private let listener: LoopbackListener
  private var client: Descriptor?

  init() throws {
    prepareProcess()
    listener = try LoopbackListener(port: 0)
  }

  /// As `--source` takes it.
  var source: String { "tcp:127.0.0.1:\(listener.port)" }
  var port: UInt16 { listener.port }

  /// Waits for the program, 20 s at most.
  func accept() throws {
    var waits = DescriptorSet()
    waits.add(listener.descriptor, for: .input)
    waits.wait(milliseconds: 20_000)
    client = try listener.accept()
    try #require(client != nil, "nobody connects")
  }

  func send(_ bytes: [UInt8]) throws { try client?.write(bytes.rawBytes) }

  /// What fits without waiting.
  /// - Returns: how many of the bytes.
  func sendWithoutWaiting(_ bytes: [UInt8]) throws -> Int {
    guard let client else { return 0 }
    return try ReadyOutput(client).write(bytes.rawBytes)
  }

  /// Closes the connection.
  func close() { client = nil }
}
