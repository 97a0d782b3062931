import ByteReader
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
        if invocation.command == .diff { exit(DiffCommand(invocation).run().rawValue) }
        if invocation.command == .live { exit(LiveCommand(invocation).run().rawValue) }
        if invocation.command == .replay { exit(ReplayCommand(invocation).run().rawValue) }
        if invocation.command == .baseline {
          exit(BaselineCommand(invocation).run().rawValue)
        }
        if invocation.command == .check { exit(CheckCommand(invocation).run().rawValue) }
        if let target = invocation.options.target {
          exit(ConvertCommand(invocation, to: target).run().rawValue)
        }
        exit(ReadingCommand(invocation).run().rawValue)
      }
    } catch {
      OutputChannel.complain(error.message)
      exit(UsageError.exitCode)
    }
  }
}
