import System

/// Where a recording is written, and the names of its files.
///
/// The current file has the name that the user gave, `walk.btsnoop`. A full file gets a number,
/// `walk-00001.btsnoop` and on, the oldest first: so a program that follows the recording needs one
/// name, and `walk*.btsnoop` lists all of it in order.
struct RecordingName: Equatable {
  /// Path as the user gave it, for messages.
  let path: String
  /// Ends with a slash, unless it is the current folder.
  let folder: String
  /// The last part of the path.
  let file: String

  /// The minimum for a number.
  private static let digits = 5

  init(_ path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    let start = slash.map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<start])
    file = String(path[start...])
  }

  /// The parts before and after a number: the extension stays.
  private var parts: (stem: Substring, ending: Substring) {
    guard let point = file.lastIndex(of: "."), point != file.startIndex else {
      return (file[...], "")
    }
    return (file[..<point], file[point...])
  }

  /// The name in its folder of a full file.
  func numbered(_ number: Int) -> String {
    let decimal = String(number)
    let zeros = String(repeating: "0", count: max(Self.digits - decimal.utf8.count, 0))
    return "\(parts.stem)-\(zeros)\(decimal)\(parts.ending)"
  }

  /// The name in its folder of the file with the marks.
  var marks: String { file + ".marks" }

  /// The path of a file in the same folder.
  func path(of name: String) -> String { folder + name }

  /// Whether `numbered` could have given the name, with the fewest digits only: a date in the name
  /// has more.
  func isNumbered(_ name: String) -> Bool {
    let (stem, ending) = parts
    guard name.hasPrefix(stem), name.hasSuffix(ending) else { return false }
    let number = name.utf8.dropFirst(stem.utf8.count).dropLast(ending.utf8.count)
    return number.count == Self.digits + 1 && number.first == UInt8(ascii: "-")
      && number.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension Recorder {
  /// Whether the file of a path is one that a recording makes beside the file that it is given: of its marks, or a
  /// full one.
  /// - rotates: whether it goes on in another file when one is full.
  package static func isFile(_ path: String, of recording: String, rotates: Bool) -> Bool {
    let name = RecordingName(recording)
    guard let place = FileStatus.place(of: path),
      let folder = FileStatus(path: name.folder.isEmpty ? "." : name.folder),
      place.folder.isSameFile(as: folder)
    else { return false }
    return place.name == name.marks || rotates && name.isNumbered(place.name)
  }
}
