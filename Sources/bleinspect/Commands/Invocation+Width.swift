import System
import Timeline

extension Invocation {
  /// Lines longer than this are hard to read, however wide a terminal is.
  private static let widest = 200

  /// Columns of text: in a pipe or a file always the same, unless told.
  var pageWidth: Int {
    if let width = options.output.width { return width }
    guard options.output.file == nil, options.output.further.isEmpty,
      let columns = Terminal.columns(of: .standardOutput)
    else { return Page.leastWidth }
    return min(columns, Self.widest)
  }
}
