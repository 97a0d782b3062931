import Glibc

/// The folder that this process works in.
package enum WorkingFolder {
  /// `nil` where it was removed.
  package static let path: String? = {
    guard let text = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }()

  /// A path as others who have the same folder know it: relative to it if it is in it, and without `./`. Services
  /// that show alerts beside files map only such paths.
  package static func relative(_ name: String) -> String { relative(name, to: path) }

  static func relative(_ name: String, to folder: String?) -> String {
    var name = name[...]
    if let folder, folder != "/", name.hasPrefix(folder + "/") {
      name = name.dropFirst(folder.utf8.count + 1)
    }
    while name.hasPrefix("./"), name.utf8.count > 2 { name = name.dropFirst(2) }
    return String(name)
  }
}
