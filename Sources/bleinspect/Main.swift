import BTSnoop
import Bytes
import GATTSession
import Glibc
import System
import Timeline

/// The command line: options to a command, its outcome to an exit code.
@main
struct Main {
  static func main() {
    prepareProcess()
    HostAddress.limitResolving()
    let parser = OptionParser(
      environment: { environment($0) },
      fileExists: { fileExists($0) || (try? InputName($0)) != nil },
      loadDeclarations: { invocation throws(UsageError) in
        do throws(OutputError) {
          try invocation.loadDeclarations()
        } catch { throw UsageError(file: error.message) }
      })
    do {
      let arguments = try arguments()
      if let request = ExtcapArguments(arguments) { exit(ExtcapCommand(request).run().rawValue) }
      switch try parser.parse(arguments) {
      case .show(let text):
        let out = OutputChannel.standard
        out.write(text)
        exit(out.finish().rawValue)
      case .run(var invocation):
        try invocation.loadMarks()
        invocation.line = CommandLineText.shown(arguments, of: invocation.command)
        if let zone = invocation.options.knowledge.timeZone {
          RecorderClock.use(secondsEast: zone.seconds)
        }
        Page.use(width: invocation.pageWidth)
        AdvertisementKey.use(invocation.options.knowledge.advertisementKeys)
        if !invocation.options.output.quiet {
          invocation.unusedOptions.forEach(OutputChannel.complain)
        }
        exit(invocation.command.declaration.run(invocation).rawValue)
      }
    } catch {
      OutputChannel.complain(error.message)
      exit(UsageError.exitCode)
    }
  }

  /// A name that is repaired would be that of another file.
  private static func arguments() throws(UsageError) -> [String] {
    guard Arguments.areThere else {
      throw UsageError(file: "/proc is not mounted: no argument can be read")
    }
    do { return try Arguments.read() } catch {
      throw UsageError(
        file: "\(quoted(error.repaired)): not UTF-8 (a file with such a name can be read from "
          + "standard input, and written by redirection)")
    }
  }
}
