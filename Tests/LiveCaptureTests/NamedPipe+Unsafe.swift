import Foundation

/// A pipe with a name, and its reader.
final class NamedPipe {
  let path: String
  private var reader: Int32 = -1

  init(_ path: String) throws {
    self.path = path
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
  }

  deinit { stop() }

  func start() { reader = unsafe open(path, O_RDONLY | O_NONBLOCK) }

  func stop() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  /// All that is there.
  func read() -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe Glibc.read(reader, &buffer, buffer.count)
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
