import CSystem
import Glibc

/// The user who called the program through sudo.
///
/// Recordings are made with this user's rights, not root's: the files belong to the user, later
/// ones can be created after root's privileges were dropped, and someone whom sudo permits only
/// this program cannot use it to write anywhere else.
package struct SudoUser {
  package let name: String
  package let user: uid_t
  package let group: gid_t

  /// - user, group: their numbers, from sudo's environment variables.
  /// - Returns: `nil` if root itself called, or if sudo was not used.
  package init?(
    user: String? = environment("SUDO_UID"), group: String? = environment("SUDO_GID")
  ) {
    guard let user = user.flatMap({ uid_t($0) }), user != 0, user != .max,
      let group = group.flatMap({ gid_t($0) }), group != .max
    else { return nil }
    (self.user, self.group) = (user, group)
    if let entry = unsafe getpwuid(user) {
      name = unsafe String(cString: entry.pointee.pw_name)
    } else {
      name = "user \(user)"
    }
  }

  /// Does something as the user if the program is root, otherwise with the rights it has left.
  /// - refused: the error to throw if that fails.
  package func perform<Result, Failure: Error>(
    refused: (SystemError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard geteuid() == 0 else { return try body() }
    let groups = Self.groups
    let group = getegid()
    defer {
      _ = seteuid(0)
      _ = setegid(group)
      _ = unsafe setgroups(groups.count, groups)
    }
    guard unsafe initgroups(name, self.group) == 0, setegid(self.group) == 0, seteuid(user) == 0
    else { throw refused(SystemError(code: errno)) }
    return try body()
  }

  private static var groups: [gid_t] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
    let read = unsafe getgroups(Int32(groups.count), &groups)
    return Array(groups.prefix(Int(max(read, 0))))
  }
}
