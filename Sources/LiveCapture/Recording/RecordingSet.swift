import Bytes
import System

/// The files of a recording in their folder: the current one, and the full ones.
final class RecordingSet {
  /// The most further names to try for a full file if one is taken.
  private static let maximumAttempts = 1000
  /// In octets, on Linux's file systems.
  private static let maximumNameLength = 255

  private let name: RecordingName
  private let folder: RecordingFolder
  private let header: [UInt8]
  /// Files to keep, including the current one.
  private let keep: Int?
  /// Identity of the current file; `nil` if it is gone.
  private var identity: RecordingFolder.Identity?
  private var number = 0
  /// Full files that are still there, the oldest first; only if some are to be removed.
  private var older: [(name: String, file: RecordingFolder.Entry)] = []
  /// The oldest and the newest of the full files that are there, and their number.
  private var ends: (first: String, last: String)?
  private var numberedCount = 0

  /// Creates the first file.
  /// - header: starts every file.
  static func begin(
    _ name: RecordingName, in folder: RecordingFolder, options: Recorder.Options,
    header: [UInt8]
  ) throws(RecordingError) -> (set: RecordingSet, file: RecordingFile) {
    try clear(name, in: folder, options: options, removes: true)
    let set = RecordingSet(name, folder, keep: options.keep, header)
    return (set, try set.create())
  }

  private init(
    _ name: RecordingName, _ folder: RecordingFolder, keep: Int?, _ header: [UInt8]
  ) {
    (self.name, self.folder, self.keep, self.header) = (name, folder, keep, header)
  }

  /// Removes what an earlier recording has left, if requested.
  /// - removes: `false` only checks whether it would be refused.
  static func clear(
    _ name: RecordingName, in folder: RecordingFolder, options: Recorder.Options, removes: Bool
  ) throws(RecordingError) {
    var names = [name.file]
    // A file whose name is too long cannot be there.
    if try !RecordingForm(name.path).holdsMarks, name.marks.utf8.count <= Self.maximumNameLength {
      names.append(name.marks)
    }
    if options.rotation != nil { names += folder.names(name.isNumbered).sorted() }
    for other in names {
      try clear(other, name: name, folder: folder, replaces: options.replaces, removes: removes)
    }
  }

  private static func clear(
    _ other: String, name: RecordingName, folder: RecordingFolder, replaces: Bool,
    removes: Bool
  ) throws(RecordingError) {
    let path = name.path(of: other)
    do throws(SystemError) {
      let entry = try folder.entry(other)
      switch entry {
      case .nothing: return
      case .folder: throw SystemError.isFolder
      case .file where replaces:
        if removes { try folder.remove(other, file: entry) }
        return
      case .file: break
      default: throw PendingFile.exists
      }
    } catch {
      throw RecordingError(path, error)
    }
    let role = other == name.file ? "" : " and would be one of this recording's files"
    throw RecordingError(path, "\(PendingFile.exists.message)\(role); --force replaces it")
  }

  private func create() throws(RecordingError) -> RecordingFile {
    let header = header
    do {
      let made = try folder.create(name.file, first: header.rawBytes)
      identity = made.identity
      return made.file
    } catch {
      throw RecordingError(name.path, error)
    }
  }

  /// Gives the current file its number, removes the files that are too old, and starts another one
  /// in its place.
  func next() throws(RecordingError) -> RecordingFile {
    let entry: RecordingFolder.Entry
    do { entry = try folder.entry(name.file) } catch { throw RecordingError(name.path, error) }
    switch entry {
    case .file(let there, _) where there == identity: try numberCurrent(entry)
    // Somebody has moved the file away, and thus out of the recording.
    case .nothing: break
    default:
      throw RecordingError(name.path, "is no longer the file that was recorded into")
    }
    identity = nil
    // First, so that there is room on a small disk.
    removeOlder()
    return try create()
  }

  private func numberCurrent(_ file: RecordingFolder.Entry) throws(RecordingError) {
    for attempt in 1...Self.maximumAttempts {
      number += 1
      let numbered = name.numbered(number)
      do { try folder.rename(name.file, to: numbered) } catch {
        // A file of somebody else with that name stays.
        if error == PendingFile.exists, attempt < Self.maximumAttempts { continue }
        throw RecordingError(name.path(of: numbered), error)
      }
      ends = (ends?.first ?? numbered, numbered)
      numberedCount += 1
      if keep != nil { older.append((numbered, file)) }
      return
    }
  }

  /// A file that cannot be removed stays: the recording is worth more than the space.
  private func removeOlder() {
    guard let keep else { return }
    while older.count > max(keep - 1, 0) {
      let oldest = older.removeFirst()
      try? folder.remove(oldest.name, file: oldest.file)
    }
    numberedCount = older.count
    if let first = older.first, let last = older.last {
      ends = (first.name, last.name)
    } else {
      ends = nil
    }
  }

  /// Number of files that are there.
  var count: Int { numberedCount + (identity == nil ? 0 : 1) }

  /// The names of the first and the last two files that are there, or all if there are fewer.
  var present: [String] {
    var names: [String] = []
    if let ends { names = numberedCount == 1 ? [ends.last] : [ends.first, ends.last] }
    if identity != nil { names.append(name.file) }
    return names
  }
}
