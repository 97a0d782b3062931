import LiveCapture
import System

/// The files that `live` and `mock` write, of which each needs one of its own.
extension Invocation {
  /// Whether the options of a recording fit together.
  func checkRecording() throws(UsageError) {
    let live = options.live
    if let page = live.page {
      if page == "-" { throw refused("--page needs a file, which is replaced again and again") }
      if let use = otherUse(ofPage: page) { throw refused("--page \(quoted(page)): \(use)") }
    }
    guard let recording = live.recording else {
      let orphans = [
        (live.rotation != nil, "--rotate"), (live.keep != nil, "--keep"),
        (options.output.force, "--force"),
      ]
      guard let (_, name) = orphans.first(where: { $0.0 }) else { return }
      throw refused("\(name) needs a recording: --write FILE")
    }
    if live.keep != nil, live.rotation == nil { throw refused("--keep needs --rotate WHEN") }
    if let output = options.output.file, output == recording || isOneFile(output, recording) {
      throw refused("--write and --output name the same file: \(quoted(recording))")
    }
    if recording == "-", options.output.file == nil {
      throw refused("--write - takes standard output from the timeline: add --output FILE")
    }
    if files.contains(recording) {
      throw refused("--write \(quoted(recording)) is one of the captures")
    }
  }

  /// What else the file of a page is, which the next page would replace; `nil`: nothing.
  func otherUse(ofPage page: String) -> String? {
    if let recording = options.live.recording {
      let isOfRecording =
        isOneFile(page, recording)
        || Recorder.isFile(page, of: recording, rotates: options.live.rotation != nil)
      if isOfRecording { return "is a file of the recording, --write \(quoted(recording))" }
    }
    for output in [options.output.file].compactMap(\.self) + options.output.further.map(\.path)
    where isOneFile(page, output) {
      return "is also the output, \(quoted(output))"
    }
    guard let status = FileStatus(path: page), status.isRegular else { return nil }
    if Descriptor.standardOutput.status.map(status.isSameFile) == true {
      return "is also standard output"
    }
    return otherInputs.first { Self.status(ofInput: $0).map(status.isSameFile) == true }
      .map { "is also an input, \(quoted($0))" }
  }

  /// Whether two names are those of one file; `-` is none.
  private func isOneFile(_ first: String, _ second: String) -> Bool {
    first != "-" && second != "-" && FileStatus.isOneFile(first, second)
  }
}
