import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

/// One capture for Wireshark: from what the user chose to its named pipe.
struct ExtcapCapture {
  private let interface: ExtcapInterface
  private let arguments: ExtcapArguments

  init(_ interface: ExtcapInterface, _ arguments: ExtcapArguments) {
    self.interface = interface
    self.arguments = arguments
  }

  func run() -> ExitCode {
    do throws(OutputError) {
      guard let fifo = arguments.values["fifo"], !fifo.isEmpty else {
        throw OutputError(message: "--capture needs --fifo: the named pipe of Wireshark")
      }
      if let filter = arguments.values["extcap-capture-filter"], !filter.isEmpty {
        throw OutputError(
          message: "no capture filters: leave it empty, and filter what is shown instead")
      }
      let invocation = try invocation()
      try invocation.loadDeclarations()
      switch interface {
      case .file: return try replay(invocation, to: fifo)
      case .mock:
        return MockCommand(invocation).run { played, opening in
          ExtcapLoop(played, fifo: fifo, annotates: annotates, opening: opening).run()
        }
      case .monitor, .android, .serial:
        return ExtcapLoop(invocation, fifo: fifo, annotates: annotates).run()
      }
    } catch {
      OutputChannel.complain(error.message)
      endPipe()
      return .unusable
    }
  }

  /// Opens Wireshark's pipe and closes it: it would wait for ever for one that is not opened. It may not read
  /// yet, so this waits for it, for two seconds at most.
  private func endPipe() {
    guard let fifo = arguments.values["fifo"] else { return }
    for _ in 0..<100 {
      do throws(SystemError) {
        _ = try Descriptor.open(writingPipe: fifo)
        return
      } catch {
        guard error == Descriptor.noReader else { return }
      }
      var nothing = DescriptorSet()
      nothing.wait(milliseconds: 20)
    }
  }

  private var annotates: Bool { arguments[.comments] != "false" }

  /// The command line that does the same.
  private func invocation() throws(OutputError) -> Invocation {
    var options = ReadingOptions()
    options.knowledge.decoderFiles = arguments[.decoders].map { [$0] } ?? []
    do throws(ExtcapError) {
      switch interface {
      case .monitor: options.selection.adapters = try adapters()
      case .android:
        options.live.source = try source("tcp:\(arguments[.address] ?? ExtcapOption.phone)")
      case .serial:
        let device = try required(.device)
        options.live.source = try source(
          "tty:\(device)@\(arguments[.baud] ?? "\(SerialSource.defaultSpeed)")")
      case .file:
        if let key = arguments[.ltk] {
          options.knowledge.linkKeys = [try read(.linkKey, text: key, option: .ltk)]
        }
        options.replay.speed = try read(.speed, text: arguments[.pace] ?? "1", option: .pace)
      case .mock:
        options.mock.controller = try read(
          .controller, text: required(.controller), option: .controller)
      }
      let takesFile = interface == .file || interface == .mock
      return Invocation(
        command: interface == .mock ? .mock : interface == .file ? .replay : .live,
        files: takesFile ? [try required(.file)] : [], options: options)
    } catch { throw OutputError(message: error.message) }
  }

  private struct ExtcapError: Error { var message: String }

  private func required(_ option: ExtcapOption) throws(ExtcapError) -> String {
    guard let value = arguments[option] else {
      throw ExtcapError(
        message:
          "\(interface.rawValue) needs --\(option.rawValue): set it in the options of the interface"
      )
    }
    return value
  }

  private func read<Value>(
    _ kind: OptionKind<Value>, text: String, option: ExtcapOption
  ) throws(ExtcapError) -> Value {
    do throws(SettingError) { return try kind.read(text, .replay) } catch {
      let shownText = option == .ltk ? "" : " \(quoted(text))"
      throw ExtcapError(message: "--\(option.rawValue)\(shownText): \(error.message)")
    }
  }

  private func source(_ name: String) throws(ExtcapError) -> SourceName {
    do throws(SourceName.NameError) { return try SourceName(name) } catch {
      throw ExtcapError(message: error.message)
    }
  }

  private func adapters() throws(ExtcapError) -> [UInt16] {
    guard let text = arguments[.adapters], text != "all" else { return [] }
    var adapters: [UInt16] = []
    for part in text.split(separator: ",") {
      guard let number = UInt16(part) else {
        throw ExtcapError(
          message: "--adapters \(quoted(text)): expected numbers such as 0 or 0,1")
      }
      adapters.append(number)
    }
    return adapters
  }

  /// A capture at its pace, in a format that has room for its adapters.
  private func replay(
    _ invocation: Invocation, to fifo: String
  ) throws(OutputError) -> ExitCode {
    var invocation = invocation
    invocation.options.writing.annotates = annotates
    invocation.options.replay.records = .pipe(fifo)
    var first = FirstCapture()
    var reader = CaptureReader()
    // Whatever is wrong with it shows when it is played.
    try? reader.read(invocation.files, into: &first)
    invocation.options.writing.target = .annotated(first.info.map { [$0] } ?? [])
    return ReplayCommand(invocation).run()
  }
}

/// Reads no further than to the description of a capture.
private struct FirstCapture: RecordSink {
  private(set) var info: CaptureInfo?

  mutating func capture(_ info: CaptureInfo) { self.info = self.info ?? info }
  mutating func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool { false }
}

extension CaptureTarget {
  /// The pcapng that loses nothing of captures.
  static func annotated(_ captures: [CaptureInfo]) -> CaptureTarget {
    captures.contains { $0.linkType == LinkType.monitor.name }
      ? .pcapngMonitor : .pcapng
  }
}
