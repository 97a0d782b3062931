import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import MockPeripheral
import System
import Timeline

extension CommandDeclaration {
  static let mock = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "be the recorded peripheral, for a real client",
    about:
      "Drives a controller as the host of a peripheral and plays what a capture shows of one: its "
      + "advertising data, its attributes with their handles, the values that were read, the "
      + "answers to writes, and after a subscription the recorded notifications at their pace. "
      + "What the capture does not show does not exist; remarks on standard error say where the "
      + "client asks for more. See docs/mock.md.",
    formats: OutputFormat.ofTimelines,
    sections: [
      .kinds("--event"),
      .table(
        "Controllers (--controller)",
        rows: [
          ("tcp:HOST:PORT", "one that speaks H4 over TCP, such as a virtual one"),
          ("hci:N", "adapter hciN of this machine; needs CAP_NET_ADMIN"),
          ("tty:DEVICE@SPEED", "one on a serial line, with RTS and CTS"),
          ("pty", "a pseudo-terminal is made for one that opens it"),
          ("pty:LINK", "the same, with a symbolic link to it"),
        ]),
    ],
    examples: [
      ("bleinspect mock --controller tcp:localhost:6402 a.log", "a virtual controller"),
      ("bleinspect mock --write b.log --controller tcp:[::1]:6402 a.log", "record"),
      ("bleinspect mock --controller tty:/dev/ttyACM0@1000000 a.log", "a board"),
      ("sudo bleinspect mock --controller hci:1 a.log", "a dongle"),
      ("bleinspect mock --script b.ndjson --controller hci:1 a.log", "with faults"),
    ],
    exitCodes: [
      "played until a signal, --for or a met --until",
      "the controller or the recording failed, --until was not met, or nobody came",
      "bad usage, no such controller, or a capture without a peripheral to play",
    ],
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      guard invocation.options.mock.controller != nil else {
        throw invocation.refused("missing --controller: expected \(ControllerName.forms)")
      }
      try invocation.checkRecording()
    },
    run: { MockCommand($0).run() })
}

/// Where a controller is.
enum ControllerName: Equatable, Sendable {
  /// - host: a name or an address, an IPv6 one without its brackets.
  case tcp(host: String, port: UInt16)
  /// - speed: bits per second.
  case serial(path: String, speed: UInt32)
  /// hciN of this machine.
  case adapter(UInt16)
  /// - link: a symbolic link to it.
  case pseudoTerminal(link: String?)

  static let forms = "tcp:HOST:PORT, hci:N, tty:DEVICE[@SPEED] or pty[:LINK]"

  init(_ text: String) throws(SettingError) {
    if text == "pty" || text.hasPrefix("pty:") {
      let link = text.dropFirst(4)
      guard text == "pty" || !link.isEmpty else { throw SettingError("expected \(Self.forms)") }
      self = .pseudoTerminal(link: link.isEmpty ? nil : String(link))
      return
    }
    if text.hasPrefix("hci:"), text.utf8.dropFirst(4).allSatisfy({ 0x30...0x39 ~= $0 }),
      let index = UInt16(text.dropFirst(4))
    {
      self = .adapter(index)
      return
    }
    guard text.hasPrefix("tcp:") || text.hasPrefix("tty:") else {
      throw SettingError("expected \(Self.forms)")
    }
    let source: SourceName
    do throws(SourceName.NameError) { source = try SourceName(text) } catch {
      throw SettingError(error.message)
    }
    switch source {
    case .tcp(let host, let port): self = .tcp(host: host, port: port)
    case .serial(let path, let speed): self = .serial(path: path, speed: speed)
    case .monitor, .pcap: throw SettingError("expected \(Self.forms)")
    }
  }

  var description: String {
    switch self {
    case .tcp(let host, let port): SourceName.tcp(host: host, port: port).description
    case .serial(let path, let speed): SourceName.serial(path: path, speed: speed).description
    case .adapter(let index): "hci:\(index)"
    case .pseudoTerminal(let link): link.map { "pty:\($0)" } ?? "pty"
    }
  }
}

/// `bleinspect mock`: plays a recorded peripheral on a controller, and shows what its clients do.
struct MockCommand {
  private let invocation: Invocation
  private var options: MockOptions { invocation.options.mock }

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// - playing: shows or passes on the packets of the source that it opens.
  func run(
    _ playing: (Invocation, @escaping LiveCommand.Opening) -> ExitCode = {
      LiveCommand($0, opening: $1).run()
    }
  ) -> ExitCode {
    guard let name = options.controller else { return .unusable }
    do throws(OutputError) {
      try dropPrivileges(for: name)
      try invocation.checkInputs()
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    guard let (recording, reading) = recording() else { return .unusable }
    var played = played
    do throws(OutputError) { played.script = try script(for: recording, played: played) } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    guard options.security == .refuse || PairingResponder.isAvailable else {
      OutputChannel.complain("--security just-works: libcrypto is not installed")
      return .unusable
    }
    let peripheral = PlayedPeripheral(recording, played)
    let script = ScriptWatch(played.script)
    var source: MockSource?
    let code = playing(timeline) { console, interruption throws(OutputError) in
      do throws(ControllerLink.ControllerError) {
        let opened = MockSource(
          peripheral, on: try open(name, console: console, interruption: interruption),
          name: name.description
        ) { occurrence in
          script.note(occurrence)
          console.remark(occurrence.sentence)
        }
        source = opened
        return opened
      } catch {
        if interruption.isRaised { return nil }
        throw OutputError(message: "\(name.description): \(error.message)")
      }
    }
    if code != .unusable, !invocation.options.output.quiet, let remark = script.remark {
      OutputChannel.complain(remark)
    }
    // A line was made for one, and it was not opened: nothing was played.
    if code != .unusable, let source, !source.hasBegun {
      OutputChannel.complain("no controller came")
      return .failed
    }
    guard code == .success else { return code }
    if options.expectsConnection, peripheral.connections == 0 {
      OutputChannel.complain("nobody connected")
      return .failed
    }
    return reading
  }

  /// Who takes an adapter often is root: the captures are read with no more than that needs. (A
  /// line may be another user's: rights are given up once it is open.)
  private func dropPrivileges(for name: ControllerName) throws(OutputError) {
    guard case .adapter = name else { return }
    do throws(Privileges.DropError) { try Privileges.drop(keeping: .netAdmin) } catch {
      throw OutputError(message: error.message)
    }
  }

  private func open(
    _ name: ControllerName, console: LiveConsole, interruption: Interruption
  ) throws(ControllerLink.ControllerError) -> ControllerLink {
    switch name {
    case .tcp(let host, let port):
      try ControllerLink(host: host, port: port) { interruption.isRaised }
    case .serial(let path, let speed): try ControllerLink(path: path, speed: speed)
    case .adapter(let index): try ControllerLink(adapter: index)
    case .pseudoTerminal(let link):
      try ControllerLink(linkedAs: link) { path in
        console.remark("waiting for a controller on \(shown(path))")
      }
    }
  }

  /// What is shown is about the clients: the device was for the capture.
  private var timeline: Invocation {
    var timeline = invocation
    timeline.options.selection.device = nil
    timeline.options.knowledge.treeFiles = []
    timeline.options.knowledge.linkKeys = []
    timeline.options.knowledge.temporaryKeys = []
    timeline.options.knowledge.searchesPasskeys = false
    timeline.options.knowledge.keyCaptures = []
    timeline.options.knowledge.identityKeys = []
    return timeline
  }

  /// What `--script` says, about the attributes that the peripheral has.
  private func script(
    for recording: RecordedPeripheral, played: PlayedPeripheral.Options
  ) throws(OutputError) -> MockScript {
    guard let path = options.script else { return MockScript() }
    let place = "--script: \(shown(path))"
    let bytes: [UInt8]
    do { bytes = try Invocation.contents(of: path, limit: ScriptFile.maximumOctets) } catch {
      throw OutputError(message: "\(place): \(error.message)")
    }
    guard bytes.count <= ScriptFile.maximumOctets else {
      throw OutputError(message: "\(place): larger than 1 MiB")
    }
    let file = ScriptFile(recording, played, duration: invocation.options.live.duration)
    do { return try file.script(bytes) } catch {
      throw OutputError(message: "\(place): \(error.message)")
    }
  }

  private var played: PlayedPeripheral.Options {
    var played = PlayedPeripheral.Options()
    if case .factor(let factor) = options.speed { played.speed = factor }
    played.loops = options.loops
    played.readsLast = options.reads == .last
    played.ends = options.ends == .asRecorded
    played.pairs = options.security == .justWorks
    played.connections = Int(clamping: options.clients)
    played.usesPublicAddress = options.address == .public
    return played
  }

  /// - Returns: what is to be played, and the exit code of reading it; `nil` if there is nothing,
  ///   which was reported.
  private func recording() -> (RecordedPeripheral, ExitCode)? {
    // The output is for the timeline.
    var reading = invocation
    reading.options.output.file = nil
    reading.options.output.format = .text
    var collector: PeripheralCollector?
    let code = ReadingCommand(reading, writesAtEnd: true, endsProcess: false, tellsHidden: true) {
      _, filter, session in
      let made = PeripheralCollector(filter)
      collector = made
      return TimelineStage(made, session: session, sink: .init())
    }.run()
    guard code != .unusable, let collector else { return nil }
    switch collector.result {
    case .failure(let problem):
      OutputChannel.complain(problem.message)
      return nil
    case .success(var recording):
      if collector.isCut, !invocation.options.output.quiet {
        OutputChannel.complain(
          "the capture has more than is kept to be played: its end is left out")
      }
      for value in options.values
      where !recording.set(value.value, where: value.place.isMeant) {
        OutputChannel.complain("--set \(quoted(value.name)): the peripheral has no such attribute")
        return nil
      }
      return (recording, code)
    }
  }
}
