import CSystem
import Glibc

enum SymbolicLink {
  /// Where a symbolic link leads; `nil` where no link is.
  static func target(of link: String) -> String? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe target.withUnsafeMutableBytes { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink(link, $0, buffer.count) } ?? -1
    }
    guard length > 0, length < target.count else { return nil }
    return String(decoding: target[..<length], as: UTF8.self)
  }

  /// Where a symbolic link that leads to no file would have it, over all further links.
  static func end(of link: String) -> String {
    var path = link
    // As many as the system follows.
    for _ in 0..<40 {
      guard let target = target(of: path) else { break }
      path = target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
    }
    return path
  }
}
