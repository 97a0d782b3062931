import BTSnoop
import Bytes
import System
import Timeline

/// The output for packets, and how to wait for its reader.
final class RecordsOutput {
  /// Its name in messages.
  let name: String
  private let place: RecordPlace
  /// `nil` once its client has connected: others are refused.
  private var listener: LoopbackListener?
  private var client: Descriptor?
  /// A named pipe that had its reader from the start: closing it would end the stream for that
  /// reader.
  private var pipe: Descriptor?
  /// Why it could not wait for a reader.
  private(set) var problem: SystemError?

  /// Nanoseconds between checks whether a named pipe has a reader: nothing signals it.
  private static let pipeInterval: Int64 = 10_000_000

  init(_ place: RecordPlace) throws(OutputError) {
    self.place = place
    switch place {
    case .standardOutput:
      name = "standard output"
      guard !Descriptor.standardOutput.isTerminal else {
        throw OutputError(
          message: "refusing to write packets to a terminal: name a pipe, or pipe into a program")
      }
    case .pipe(let path):
      name = shown(path)
      do { pipe = try Descriptor.open(writingPipe: path) } catch {
        guard error != Descriptor.noReader else { break }
        throw OutputError(message: "\(name): \(Self.words(for: error))")
      }
    case .port(let port):
      do {
        let listener = try LoopbackListener(port: port)
        name = "tcp:\(listener.port)"
        self.listener = listener
      } catch { throw OutputError(message: "tcp:\(port): \(error.message)") }
    }
  }

  private static func words(for error: SystemError) -> String {
    switch error {
    case .noSuchFile: "no such named pipe: create it with `mkfifo`"
    case Descriptor.notAPipe: "not a named pipe; to write a file, use `bleinspect convert`"
    default: error.message
    }
  }

  /// What a client needs to know to connect; `nil`: nothing.
  /// - isQuiet: report only what cannot be found out otherwise.
  func invitation(isQuiet: Bool) -> String? {
    guard let listener, case .port(let port) = place, port == 0 || !isQuiet else { return nil }
    return "waiting for a client at 127.0.0.1:\(listener.port)"
  }

  /// Waits for a reader.
  /// - Returns: `nil`: play was ended first, or there is a problem.
  func open(_ player: Player, world: MachineWorld) -> OutputStream? {
    var reader: Descriptor?
    while reader == nil, problem == nil {
      do { reader = try look() } catch { problem = error }
      guard reader == nil, problem == nil else { break }
      let goesOn = player.await {
        if let listener {
          world.wait(until: nil, for: listener.descriptor)
        } else {
          world.wait(until: world.now + Self.pipeInterval)
        }
      }
      guard goesOn else { return nil }
    }
    guard let reader else { return nil }
    let stream = OutputStream(withoutWaiting: reader)
    world.output = stream
    world.client = client
    return stream
  }

  private func look() throws(SystemError) -> Descriptor? {
    switch place {
    case .standardOutput: return .standardOutput
    case .pipe(let path):
      if let pipe { return pipe }
      do { return try .open(writingPipe: path) } catch {
        if error == Descriptor.noReader { return nil }
        throw error
      }
    case .port:
      client = try listener?.accept()
      if client != nil { listener = nil }
      return client
    }
  }

  /// Signals that nothing more will come.
  func close() {
    guard let client else { return }
    client.endSending()
    _ = client.discardInput()
  }
}
