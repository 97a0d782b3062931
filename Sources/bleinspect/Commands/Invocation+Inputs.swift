import BTSnoop
import ByteReader

extension Invocation {
  /// Whether all captures can be read and none of them is written to, as far as that can be told
  /// without opening them.
  func checkInputs() throws(OutputProblem) {
    let output = Descriptor.standardOutput.status
    for file in files {
      let name: InputName
      do { name = try InputName(file) } catch {
        throw OutputProblem(message: error.description)
      }
      let status = name.path.map { FileStatus(path: $0) } ?? Descriptor.standardInput.status
      guard let status else { continue }
      if command != .convert, let path = options.output,
        FileStatus(path: path).map(status.isSameFile) == true
      {
        throw OutputProblem(message: "\(shown(path)): is one of the captures")
      }
      // What is appended would be read again, without an end.
      if options.output == nil, status.isRegular, output.map(status.isSameFile) == true {
        throw OutputProblem(message: "\(shown(name.fileName)): is also the standard output")
      }
    }
  }

  /// The captures; those of one set from the oldest to the newest, which is told.
  func inputs() -> [String] {
    guard let ordered = RotatedSet.ordered(files), ordered != files else { return files }
    if !options.quiet {
      OutputChannel.complain(
        "one recording, read in order: " + ordered.map(shown).joined(separator: ", "))
    }
    return ordered
  }
}
