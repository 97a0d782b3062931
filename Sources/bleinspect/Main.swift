import BTSnoop
import Bytes
import Glibc

/// The command line: options to a command, its outcome to an exit code.
@main
struct Main {
  static func main() {
    prepareProcess()
    let parser = OptionParser(
      environment: { environment($0) }, fileExists: { (try? Descriptor.check(reading: $0)) != nil })
    do {
      switch try parser.parse(Array(CommandLine.arguments.dropFirst())) {
      case .show(let text):
        let out = OutputChannel.standard
        out.write(text)
        exit(out.finish().rawValue)
      case .run(let invocation):
        exit(run(invocation).rawValue)
      }
    } catch {
      OutputChannel.complain(error.message)
      exit(UsageError.exitCode)
    }
  }

  private static func run(_ invocation: Invocation) -> ExitCode {
    switch invocation.command {
    case .gatt:
      if let expected = invocation.options.expectedTrees {
        ExpectCommand(invocation, expecting: expected).run()
      } else {
        ReadingCommand(invocation).run()
      }
    case .report, .packets: ReadingCommand(invocation).run()
    // The parser gives it a format, or refuses.
    case .convert: ConvertCommand(invocation, to: invocation.options.target ?? .btsnoop).run()
    case .live: LiveCommand(invocation).run()
    case .replay: ReplayCommand(invocation).run()
    case .diff: DiffCommand(invocation).run()
    case .baseline: BaselineCommand(invocation).run()
    case .check: CheckCommand(invocation).run()
    }
  }
}
