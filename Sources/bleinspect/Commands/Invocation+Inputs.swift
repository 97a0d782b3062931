import BTSnoop
import Bytes
import System

extension Invocation {
  /// Whether all captures can be read and none of them is also written, without opening them.
  func checkInputs() throws(OutputError) {
    try checkOtherInputs()
    let output = Descriptor.standardOutput.status
    for file in files {
      if FileStatus(path: file)?.isRegular == false { try refuseFolder(file) }
      let name: InputName
      do { name = try InputName(file) } catch {
        throw OutputError(message: error.description)
      }
      let status = name.path.map { FileStatus(path: $0) } ?? Descriptor.standardInput.status
      guard let status else { continue }
      if command != .convert {
        try refuse(options.output.file, if: status)
        for output in options.output.further { try refuse(output.path, if: status) }
        try refuse(options.live.recording, if: status)
      }
      // Appended data would be read again, endlessly.
      if options.output.file == nil, status.isRegular, output.map(status.isSameFile) == true {
        throw OutputError(message: "\(shown(name.fileName)): is also standard output")
      }
    }
  }

  /// A folder is no capture, but there may be some in it.
  private func refuseFolder(_ path: String) throws(OutputError) {
    guard let names = try? Folder.names(path, limit: 10_000) else { return }
    let captures = names.filter { name in
      Folder.contents(of: "\(path)/\(name)", limit: sniffLength)
        .map { CaptureInfo.Format.detect($0.rawBytes) != nil } ?? false
    }
    var message = "\(shown(path)): \(SystemError.isFolder.message)"
    if captures.isEmpty {
      message += "; no file in it begins as a capture does"
    } else {
      message += "; captures in it:"
      for name in captures.prefix(20) { message += "\n  \(shown(name))" }
      if captures.count > 20 { message += "\n  and \(captures.count - 20) more" }
    }
    throw OutputError(message: message)
  }

  private func refuse(_ written: String?, if capture: FileStatus) throws(OutputError) {
    guard let written, FileStatus(path: written).map(capture.isSameFile) == true else { return }
    throw OutputError(message: "\(shown(written)): is one of the captures")
  }

  /// Whether none of the files that are read beside the captures is also written.
  /// - others: operands that are such files.
  func checkOtherInputs(_ others: [String] = []) throws(OutputError) {
    let named = otherInputs + others
    let recording = options.live.recording
    let written =
      [("--output", options.output.file), ("--write", recording)]
      + options.output.further.map { ($0.appends ? "--summary" : "--format", $0.path) }
    for (option, path) in written {
      guard let path, let status = FileStatus(path: path), status.isRegular else { continue }
      for file in named where Self.status(ofInput: file).map(status.isSameFile) == true {
        throw OutputError(message: "\(option) \(shown(path)): is also an input, \(shown(file))")
      }
    }
    guard options.output.file == nil || recording == "-",
      let output = Descriptor.standardOutput.status,
      output.isRegular
    else { return }
    for file in named where Self.status(ofInput: file).map(output.isSameFile) == true {
      throw OutputError(message: "\(shown(file)): is also standard output")
    }
  }

  /// The files that are read beside the captures.
  var otherInputs: [String] {
    var named =
      [options.expectedTrees, options.diff.configuration, options.mock.script].compactMap(\.self)
      + options.check.ruleFiles + options.knowledge.keyCaptures + options.knowledge.markFiles
      + options.knowledge.decoderFiles
    // A tree is updated by what is read with it: it is read before.
    let updatesTrees = command == .gatt && formats.contains(.json)
    if !updatesTrees { named += options.knowledge.treeFiles }
    if case .file(let other) = options.contrast { named.append(other) }
    return named
  }

  static func status(ofInput file: String) -> FileStatus? {
    file == "-" ? Descriptor.standardInput.status : FileStatus(path: file)
  }

  /// The captures; those of a rotation set from the oldest to the newest, which is reported.
  func inputs() -> [String] {
    guard let ordered = RotatedSet.ordered(files), ordered != files else { return files }
    if !options.output.quiet {
      OutputChannel.complain(
        "reading one recording in order: " + ordered.map(shown).joined(separator: ", "))
    }
    return ordered
  }
}
