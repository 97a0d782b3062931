import LiveCapture
import MockPeripheral
import System
import Timeline

extension Command {
  static let mock = Command(
    word: "mock", operands: "CAPTURE...",
    summary: "be the recorded peripheral, for a real client",
    about:
      "Drives a controller as the host of a peripheral and plays what a capture shows of one: its "
      + "advertising data, its attributes with their handles, the values that were read, the "
      + "answers to writes, and after a subscription the recorded notifications at their pace. "
      + "What the capture does not show does not exist; remarks on standard error say where the "
      + "client asks for more. Pairing is refused. See docs/mock.md.",
    examples: [
      ("bleinspect mock --controller tcp:localhost:6402 a.log", "a virtual controller"),
      ("bleinspect mock --for 60 --controller tcp:[::1]:6402 a.log", "for a minute"),
    ],
    exitCodes: [
      "played until --for was over or a signal came",
      "the controller failed, nobody connected (--expect-connection), or damage",
      "bad usage, no such controller, or a capture without a peripheral to play",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      guard invocation.options.mock.controller != nil else {
        throw invocation.refused("missing --controller: expected \(ControllerName.forms)")
      }
    },
    run: { MockCommand($0).run() })
}

/// Where a controller is.
struct ControllerName: Equatable, Sendable {
  static let forms = "tcp:HOST:PORT"

  /// A name or an address, an IPv6 one without its brackets.
  let host: String
  let port: UInt16

  init(_ text: String) throws(SettingProblem) {
    let source: SourceName
    guard text.hasPrefix("tcp:") else { throw SettingProblem("expected \(Self.forms)") }
    do throws(SourceName.Problem) {
      source = try SourceName(text)
    } catch { throw SettingProblem(error.message) }
    guard case .tcp(let host, let port) = source else {
      throw SettingProblem("expected \(Self.forms)")
    }
    self.host = host
    self.port = port
  }

  var description: String { "tcp:\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// `bleinspect mock`: plays a recorded peripheral on a controller.
struct MockCommand {
  private let invocation: Invocation
  private var options: MockOptions { invocation.options.mock }

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var collector: PeripheralCollector?
    let reading = ReadingCommand(invocation) { _, filter, session in
      let made = PeripheralCollector(filter)
      collector = made
      return TimelineStage(made, session: session, sink: .init())
    }.run()
    guard reading != .unusable, let collector else { return .unusable }
    do throws(OutputProblem) {
      let recording: RecordedPeripheral
      do { recording = try collector.result.get() } catch {
        throw OutputProblem(message: error.message)
      }
      if collector.isCut, !invocation.options.quiet {
        OutputChannel.complain(
          "the capture has more than is kept to be played: its end is left out")
      }
      let code = try play(recording)
      return code == .success ? reading : code
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }

  private func play(_ recording: RecordedPeripheral) throws(OutputProblem) -> ExitCode {
    guard let name = options.controller else { throw OutputProblem(message: "no controller") }
    let interruption: Interruption
    do { interruption = try Interruption() } catch {
      throw OutputProblem(message: error.message)
    }
    let link: ControllerLink
    do throws(ControllerLink.Problem) {
      link = try ControllerLink(host: name.host, port: name.port) { interruption.isRaised }
    } catch {
      if interruption.isRaised { return ended(connections: 0) }
      throw OutputProblem(message: "\(name.description): \(error.message)")
    }
    var played = PlayedPeripheral.Options()
    if case .factor(let factor) = options.speed { played.speed = factor }
    played.loops = options.loops
    played.usesPublicAddress = options.address == .public
    let peripheral = PlayedPeripheral(recording, played)
    let loop = MockLoop(
      peripheral, link, interruption, isQuiet: invocation.options.quiet, name: name.description)
    let hasPlayed = loop.run(for: options.duration)
    return hasPlayed ? ended(connections: peripheral.connections) : .failed
  }

  /// Its time was over, or a signal came.
  private func ended(connections: Int) -> ExitCode {
    guard options.expectsConnection, connections == 0 else { return .success }
    OutputChannel.complain("nobody connected")
    return .failed
  }
}

/// The loop that waits: for the controller, signals, and what is due.
final class MockLoop {
  /// Nanoseconds for a controller to end links and advertising.
  private static let farewell: Int64 = 500_000_000

  private let peripheral: PlayedPeripheral
  private var link: ControllerLink
  private let interruption: Interruption
  private let isQuiet: Bool
  private let name: String
  private var waits = DescriptorSet()

  init(
    _ peripheral: PlayedPeripheral, _ link: consuming ControllerLink, _ interruption: Interruption,
    isQuiet: Bool, name: String
  ) {
    self.peripheral = peripheral
    self.link = link
    self.interruption = interruption
    self.isQuiet = isQuiet
    self.name = name
  }

  /// - duration: nanoseconds; `nil`: until a signal.
  /// - Returns: `false` if the controller ended it.
  func run(for duration: Int64?) -> Bool {
    let start = MonotonicTime.now()
    let end = duration.map { start.addingReportingOverflow($0) }.map {
      $0.overflow ? Int64.max : $0.partialValue
    }
    peripheral.start(start)
    while !interruption.isRaised, end.map({ MonotonicTime.now() < $0 }) ?? true {
      guard step(until: end) else { return false }
    }
    let last = MonotonicTime.now() + Self.farewell
    peripheral.stop(MonotonicTime.now())
    while !peripheral.hasStopped, MonotonicTime.now() < last {
      guard step(until: last) else { break }
    }
    return true
  }

  /// Waits for something to do, and does it.
  /// - Returns: `false` when there is nobody left to do it with.
  private func step(until end: Int64?) -> Bool {
    do throws(ControllerLink.Problem) {
      try link.write(peripheral.takeOutput())
      report()
      if peripheral.hasFailed { return false }
      waits.removeAll()
      waits.add(interruption.descriptor, .input)
      let controller = waits.add(link.descriptor, link.isWaiting ? [.input, .output] : .input)
      waits.wait(until: [end, peripheral.deadline].compactMap(\.self).min())
      if waits.isReady(controller) {
        let isOpen = try link.read { peripheral.receive($0, MonotonicTime.now()) }
        guard isOpen else {
          report()
          OutputChannel.complain("\(name): the controller closed the connection")
          return false
        }
      }
      peripheral.tick(MonotonicTime.now())
      return true
    } catch {
      report()
      OutputChannel.complain("\(name): \(error.message)")
      return false
    }
  }

  private func report() {
    for occurrence in peripheral.takeOccurrences() {
      if !isQuiet || occurrence.isFailure { OutputChannel.complain(occurrence.sentence) }
    }
  }
}
