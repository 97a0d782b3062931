import Bytes
import System

/// The files of a recording in their folder: the one that is written, and those that are full.
final class RecordingSet {
  /// Names behind one that is taken that are tried for a file that is full.
  private static let maximumAttempts = 1000

  private let name: RecordingName
  private let folder: RecordingFolder
  private let header: [UInt8]
  /// Files that stay, with the one that is written.
  private let keep: Int?
  /// Of the one that is written; `nil` where there is none any more.
  private var identity: RecordingFolder.Identity?
  private var number = 0
  /// Full ones that are still there, the oldest first; only where some are to go.
  private var older: [(name: String, file: RecordingFolder.Entry)] = []
  /// The oldest and the newest full one of those that are there, and how many they are.
  private var ends: (first: String, last: String)?
  private var numberedCount = 0

  /// Makes the first file.
  /// - header: with which every file begins.
  static func begin(
    _ name: RecordingName, in folder: RecordingFolder, _ options: Recorder.Options,
    header: [UInt8]
  ) throws(RecordingError) -> (set: RecordingSet, file: RecordingFile) {
    try clear(name, in: folder, options, removes: true)
    let set = RecordingSet(name, folder, keep: options.keep, header)
    return (set, try set.create())
  }

  private init(
    _ name: RecordingName, _ folder: RecordingFolder, keep: Int?, _ header: [UInt8]
  ) {
    (self.name, self.folder, self.keep, self.header) = (name, folder, keep, header)
  }

  /// Takes away what an earlier recording has left, if that is wanted.
  /// - removes: or only looks whether it would be refused.
  static func clear(
    _ name: RecordingName, in folder: RecordingFolder, _ options: Recorder.Options, removes: Bool
  ) throws(RecordingError) {
    var names = [name.file]
    if options.rotation != nil { names += folder.names(name.isNumbered).sorted() }
    for other in names {
      try clear(other, name, folder, replaces: options.replaces, removes: removes)
    }
  }

  private static func clear(
    _ other: String, _ name: RecordingName, _ folder: RecordingFolder, replaces: Bool,
    removes: Bool
  ) throws(RecordingError) {
    let path = name.path(of: other)
    do throws(SystemError) {
      let entry = try folder.entry(other)
      switch entry {
      case .nothing: return
      case .folder: throw SystemError.isFolder
      case .file where replaces:
        if removes { try folder.remove(other, entry) }
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
      let made = try folder.create(name.file, header.rawBytes)
      identity = made.identity
      return made.file
    } catch {
      throw RecordingError(name.path, error)
    }
  }

  /// Gives the file that is written its number, removes those that are too old, and begins another
  /// in its place.
  func next() throws(RecordingError) -> RecordingFile {
    let entry: RecordingFolder.Entry
    do { entry = try folder.entry(name.file) } catch { throw RecordingError(name.path, error) }
    switch entry {
    case .file(let there, _) where there == identity: try numberCurrent(entry)
    // Who has moved the file away has taken it out of the recording.
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
        // What somebody else has called so stays as it is.
        if error == PendingFile.exists, attempt < Self.maximumAttempts { continue }
        throw RecordingError(name.path(of: numbered), error)
      }
      ends = (ends?.first ?? numbered, numbered)
      numberedCount += 1
      if keep != nil { older.append((numbered, file)) }
      return
    }
  }

  /// What cannot be removed stays: the recording is worth more than the room that it takes.
  private func removeOlder() {
    guard let keep else { return }
    while older.count > max(keep - 1, 0) {
      let oldest = older.removeFirst()
      try? folder.remove(oldest.name, oldest.file)
    }
    numberedCount = older.count
    if let first = older.first, let last = older.last {
      ends = (first.name, last.name)
    } else {
      ends = nil
    }
  }

  /// How many files are there.
  var count: Int { numberedCount + (identity == nil ? 0 : 1) }

  /// The names of the first and the last two files that are there, or of all if they are fewer.
  var present: [String] {
    var names: [String] = []
    if let ends { names = numberedCount == 1 ? [ends.last] : [ends.first, ends.last] }
    if identity != nil { names.append(name.file) }
    return names
  }
}
