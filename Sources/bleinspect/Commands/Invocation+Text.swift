extension Invocation {
  /// The options that change nothing but text, where another form is asked for; `nil` if none is given.
  var unusedOfText: String? {
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
