import Bytes
import System
import Timeline

extension Invocation {
  /// Whether the options of a chart fit together.
  func checkChart(_ given: [OptionDeclaration] = []) throws(UsageError) {
    // They choose lines of the report, of which a chart has none.
    let ofLines = ["count", "time", "all", "full"]
    if options.output.chart != nil, let other = given.first(where: { ofLines.contains($0.name) }) {
      throw refused("\(other.spelling) does not work with --chart")
    }
    if options.output.chart != nil, options.output.format != .text {
      throw refused("--chart needs --format text")
    }
    // Others have a status line.
    if options.output.isASCII, options.output.chart == nil, command == .report {
      throw refused("--ascii needs --chart")
    }
  }

  /// A chart as wide as the terminal; elsewhere as wide as the report.
  func chart(_ out: OutputStream) -> ChartRenderer {
    var chart = ChartRenderer.Options()
    chart.key = options.output.chart ?? ""
    chart.isASCII = options.output.isASCII
    if options.output.file == nil, Descriptor.standardOutput.isTerminal {
      chart.width = Terminal.columns(of: .standardOutput) ?? chart.width
      chart.isASCII = options.output.isASCII || !StatusLine.isUTF8(environment)
    }
    if let width = options.output.width { chart.width = width }
    return ChartRenderer(out, options: chart)
  }
}
