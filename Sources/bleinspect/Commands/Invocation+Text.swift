extension Invocation {
  /// The options that have no effect: they change nothing but text where another form is asked for, or
  /// nothing at all; `nil` if none is given.
  var unusedOfText: String? {
    if options.color == .always, !Command.coloring.contains(command) {
      return "the output of this command has no color; without effect: --color"
    }
    guard options.format != .text else { return nil }
    // The status line of these has colors in any form.
    let hasStatusLine = command == .live || command == .replay
    let given: [(String, Bool)] = [
      ("--time", options.timeStyle != .relative), ("--units", options.units == .us),
      ("--color", options.color == .always && !hasStatusLine), ("--full", options.full),
    ]
    let names = given.compactMap { $0.1 ? $0.0 : nil }
    return names.isEmpty
      ? nil
      : "--format \(options.format.rawValue) is for programs; without effect: "
        + names.joined(separator: ", ")
  }
}
