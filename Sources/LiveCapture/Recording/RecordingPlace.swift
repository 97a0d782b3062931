import Bytes
import System

/// The target of a recording, opened.
struct RecordingPlace {
  let file: RecordingFile
  /// `nil` if it is not a file.
  let set: RecordingSet?

  /// - header: starts every file; streams do not get it here.
  static func open(
    _ path: String, options: Recorder.Options, user: SudoUser?, header: [UInt8]
  ) throws(RecordingError) -> RecordingPlace {
    if path == "-" {
      try checkStream(path, options: options)
      guard let output = RecordingFile.standardOutput() else { throw terminal(path) }
      return RecordingPlace(file: output, set: nil)
    }
    guard let user else { return try open(path, options: options, header: header) }
    return try user.perform(path) { () throws(RecordingError) in
      try open(path, options: options, header: header)
    }
  }

  /// Checks whether `open` would refuse the name, without creating or removing anything.
  static func check(
    _ path: String, options: Recorder.Options, user: SudoUser?
  ) throws(RecordingError) {
    _ = try RecordingForm(path)
    guard path != "-" else { return }
    guard let user else { return try check(path, options: options) }
    try user.perform(path) { () throws(RecordingError) in try check(path, options: options) }
  }

  private static func check(
    _ path: String, options: Recorder.Options
  ) throws(RecordingError) {
    let name = RecordingName(path)
    let folder: RecordingFolder
    let entry: RecordingFolder.Entry
    do {
      folder = try RecordingFolder(name.folder)
      entry = name.file.isEmpty ? .folder : try folder.entry(name.file)
    } catch {
      throw RecordingError(path, error)
    }
    switch entry {
    case .nothing, .file: try RecordingSet.clear(name, in: folder, options: options, removes: false)
    case .folder: throw RecordingError(path, .isFolder)
    // Problems with these are reported when they are opened.
    case .stream, .link, .other: break
    }
  }

  private static func open(
    _ path: String, options: Recorder.Options, header: [UInt8]
  ) throws(RecordingError) -> RecordingPlace {
    let name = RecordingName(path)
    let folder: RecordingFolder
    var entry: RecordingFolder.Entry
    do {
      folder = try RecordingFolder(name.folder)
      entry = name.file.isEmpty ? .folder : try folder.entry(name.file)
      // Such as `/dev/fd/63`, which a shell passes for `>(gzip)`.
      if entry == .link, try folder.entry(name.file, followsLinks: true) == .stream {
        entry = .stream
      }
      if options.rotation != nil { _ = try folder.entry(name.numbered(1)) }
    } catch {
      throw RecordingError(path, error)
    }
    switch entry {
    case .nothing, .file:
      let begun = try RecordingSet.begin(name, in: folder, options: options, header: header)
      return RecordingPlace(file: begun.file, set: begun.set)
    case .stream:
      try checkStream(path, options: options)
      let stream: RecordingFile?
      do { stream = try folder.openStream(name.file) } catch {
        guard error == Descriptor.noReader else { throw RecordingError(path, error) }
        throw RecordingError(path, "no program reads from it")
      }
      guard let stream else { throw terminal(path) }
      return RecordingPlace(file: stream, set: nil)
    case .folder: throw RecordingError(path, .isFolder)
    case .link:
      throw RecordingError(path, "is a symbolic link: name the file that it stands for")
    case .other: throw RecordingError(path, "is neither a file nor a pipe")
    }
  }

  private static func checkStream(
    _ path: String, options: Recorder.Options
  ) throws(RecordingError) {
    guard options.rotation != nil else { return }
    throw RecordingError(path, "is not a file: there is nothing to rotate")
  }

  private static func terminal(_ path: String) -> RecordingError {
    RecordingError(path, "a capture is not written to a terminal: name a file")
  }
}
