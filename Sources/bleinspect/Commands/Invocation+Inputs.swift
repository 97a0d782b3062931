import BTSnoop

extension Invocation {
  /// The captures; those of one set from the oldest to the newest, which is told.
  func inputs() -> [String] {
    guard let ordered = RotatedSet.ordered(files), ordered != files else { return files }
    if !options.quiet {
      OutputChannel.complain("one recording, read in order: " + ordered.joined(separator: ", "))
    }
    return ordered
  }
}
