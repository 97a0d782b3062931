import Bytes
import LiveCapture
import System

/// The way to a controller: bytes in both directions, without waiting for either.
package struct ControllerLink: ~Copyable {
  /// Why there is no controller, or none any more: a sentence without a full stop.
  package struct ControllerError: Error, Equatable {
    package var message: String
  }

  /// Milliseconds for connecting, over all addresses of a name.
  static let connectLimit = 5000
  static let bytesPerRead = 32 * 1024
  /// What may wait for a controller that does not read: its own credits allow less.
  static let maximumWaiting = 1 << 20

  package let descriptor: Descriptor
  /// What the controller opens from its side.
  private let line: VirtualLine?
  /// An adapter that is this program's for the time.
  private let channel: UserChannel?
  private let output: ReadyOutput
  private var input = ReadBuffer(capacity: ControllerLink.bytesPerRead)
  /// Packets that wait; of the first, what is left.
  private var waiting: [[UInt8]] = []
  private var octets = 0

  package init(_ descriptor: Descriptor) {
    self.init(descriptor, nil)
  }

  private init(_ descriptor: Descriptor, _ channel: UserChannel?) {
    self.descriptor = descriptor
    line = nil
    self.channel = channel
    output = ReadyOutput(descriptor)
  }

  /// An adapter of this machine, taken from the kernel.
  package init(adapter index: UInt16) throws(ControllerError) {
    do throws(SystemError) {
      let channel = try UserChannel(index)
      self.init(channel.descriptor, channel)
    } catch {
      throw ControllerError(message: Self.words(for: error, adapter: index))
    }
  }

  /// Why an adapter cannot be taken: as `live` says it, except for the right that is needed.
  static func words(for error: SystemError, adapter index: UInt16) -> String {
    switch error {
    case .noRight: "taking an adapter needs the capability CAP_NET_ADMIN"
    case noDevice:
      BluetoothProblem.noAdapter(index, of: (try? HCISystem().adapters()) ?? [])
    default: BluetoothProblem.words(for: error)
    }
  }

  /// A controller on a serial line.
  package init(path: String, speed: UInt32) throws(ControllerError) {
    do throws(SerialLine.SerialError) {
      self.init(line: try SerialLine.open(path, speed: speed, flowControl: true))
    } catch {
      throw ControllerError(message: SerialSource.words(for: error, path: path, speed: speed))
    }
  }

  /// A controller that opens a pseudo-terminal as its serial line.
  /// - Parameters:
  ///   - link: a symbolic link to that, which is there until `close`.
  ///   - opened: called with its path.
  package init(linkedAs link: String?, opened: (String) -> Void) throws(ControllerError) {
    do throws(SystemError) {
      let line = try VirtualLine(link: link)
      self.init(line: line.descriptor, line)
      opened(link ?? line.path)
    } catch { throw ControllerError(message: error.message) }
  }

  /// - descriptor: of a line that does not block.
  private init(line descriptor: Descriptor, _ line: VirtualLine? = nil) {
    self.descriptor = descriptor
    self.line = line
    channel = nil
    output = ReadyOutput(nonBlocking: descriptor)
  }

  /// Whether the controller is there: who makes a pseudo-terminal has to wait for it.
  package var isOpen: Bool { line?.isOpen ?? true }

  /// Milliseconds that it then needs: a program sets up a line after it has opened it, and throws
  /// away what came before.
  package var patience: Int { line == nil ? 0 : 200 }

  /// Whether it is an adapter of this machine.
  package var isAdapter: Bool { channel != nil }

  /// Gives back what was made for the controller, or taken: the descriptor must not be used any
  /// more.
  package func close() {
    line?.removeLink()
    channel?.close()
  }

  /// ENODEV.
  private static let noDevice = SystemError(code: 19)

  /// Connects to a controller that speaks H4 over TCP.
  /// - interrupted: whether the user has had enough of waiting.
  package init(
    host: String, port: UInt16, interrupted: () -> Bool
  ) throws(ControllerError) {
    let addresses: [HostAddress]
    do { addresses = try HostAddress.resolve(host, port: port) } catch {
      throw ControllerError(message: "no address of that name: \(error.message)")
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
          wait.add(socket, for: .output)
          wait.wait(milliseconds: 50)
        }
        self.init(socket)
        return
      } catch { failure = error == Self.timeout ? "no answer" : error.message }
    }
    throw ControllerError(message: failure)
  }

  /// ETIMEDOUT and EINTR.
  private static let timeout = SystemError(code: 110)
  private static let interruption = SystemError(code: 4)

  /// Whether the controller has to read first.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Reads what has arrived, at most `bytesPerRead`.
  /// - Returns: `false` at the end.
  package mutating func read(_ body: (RawSpan) -> Void) throws(ControllerError) -> Bool {
    let count: Int
    do throws(SystemError) {
      count = try input.fill(from: descriptor, atMost: Self.bytesPerRead)
    } catch {
      if error == .nothingYet { return true }
      // The other end of a pseudo-terminal is closed.
      if line != nil, error == .readFault { return false }
      throw ControllerError(message: "the connection broke: \(error.message)")
    }
    guard count > 0 else { return false }
    body(input.bytes)
    input.consume(count)
    return true
  }

  /// Writes packets as far as the controller takes them; the rest waits. Each is one write: a user
  /// channel wants that.
  package mutating func write(_ packets: [[UInt8]]) throws(ControllerError) {
    for packet in packets {
      waiting.append(packet)
      octets += packet.count
    }
    var done = 0
    defer { waiting.removeFirst(done) }
    do throws(SystemError) {
      while done < waiting.count {
        let packet = waiting[done]
        let count = try output.write(packet.rawBytes)
        octets -= count
        guard count == packet.count else {
          waiting[done].removeFirst(count)
          break
        }
        done += 1
      }
    } catch { throw ControllerError(message: "the connection broke: \(error.message)") }
    if octets > Self.maximumWaiting {
      throw ControllerError(message: "it does not read what it is sent")
    }
  }
}
