import CLinux
import Glibc

/// Gives up the rights that only opening needed, before a byte of what comes is looked at.
///
/// Afterwards:
/// - What is open stays so: the socket or line of the source, the recording, files that were read.
/// - Under `sudo` the process is the user's who called it. New files (a recording that is rotated) are
///   the user's, and can only be made where the user may; nothing can be given to anybody else.
/// - As root without `sudo` it stays root, but root without the right to pass over the rights of
///   files: it can make and open what root owns or all may use, not what is in another's home alone.
/// - `HCISystem` works, since it needs no rights. A serial line is opened again with the rights that
///   the user has of it; an adapter of libpcap with the one that its source has kept.
/// - The process cannot get any right back, nor can a program that it would start.
///
/// Capabilities are those of one thread: call it while there is no other.
package enum Privileges {
  /// What could not be done.
  package struct Failure: Error, Equatable, Sendable {
    package var message: String

    fileprivate init(_ step: String, _ code: Int32 = errno) {
      message =
        "cannot give up rights that are not needed any more: \(step): "
        + SystemError(code: code).message
    }

    fileprivate init(kept what: String) {
      message = "rights that are not needed any more were not given up: \(what)"
    }
  }

  /// Who somebody is to the kernel.
  package struct Identity: Equatable {
    var user: uid_t
    var group: gid_t
    /// Further groups; `nil` for those of the process.
    var groups: [gid_t]?
  }

  /// Groups of a user that are kept at most; the kernel's own limit is above.
  package static let maximumGroups: Int32 = 1024

  /// - kept: what the source needs to open again what it may lose (`LiveSource.keptCapabilities`).
  package static func drop(keeping kept: Capabilities = []) throws(Failure) {
    let before: Capabilities.Sets
    do { before = try .own() } catch { throw Failure("capget", error.code) }
    let target = try identity()
    if before.effective.contains(.setBounds) { try dropBounds() }
    if let target {
      // Else a process that is root's no longer has none of its capabilities.
      try control(PR_SET_KEEPCAPS, 1, step: "PR_SET_KEEPCAPS")
      try become(target)
    }
    let rest = before.permitted.intersection(kept)
    let wanted = Capabilities.Sets(effective: rest, permitted: rest, inheritable: [])
    do { try wanted.apply() } catch { throw Failure("capset", error.code) }
    try control(PR_SET_KEEPCAPS, 0, step: "PR_SET_KEEPCAPS")
    try control(PR_CAP_AMBIENT, UInt(PR_CAP_AMBIENT_CLEAR_ALL), step: "PR_CAP_AMBIENT")
    try control(PR_SET_NO_NEW_PRIVS, 1, step: "PR_SET_NO_NEW_PRIVS")
    try verify(wanted, target)
  }

  // MARK: Whom to become

  /// - Returns: `nil` to stay who we are.
  private static func identity() throws(Failure) -> Identity? {
    var (real, effective, saved) = (uid_t(), uid_t(), uid_t())
    guard unsafe getresuid(&real, &effective, &saved) == 0 else { throw Failure("getresuid") }
    guard effective == 0 else {
      return real == effective && saved == effective
        ? nil : Identity(user: real, group: getgid(), groups: nil)
    }
    // A program that belongs to root and gives its rights to all who start it: what they say in the
    // environment counts for nothing.
    guard real == 0 else { return Identity(user: real, group: getgid(), groups: nil) }
    return SudoUser().map { identity(of: $0) }
  }

  package static func identity(of caller: SudoUser) -> Identity {
    Identity(
      user: caller.user, group: caller.group, groups: groups(of: caller.user, caller.group))
  }

  /// All groups of a user; that one alone where the system does not know the user.
  private static func groups(of user: uid_t, _ group: gid_t) -> [gid_t] {
    guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
      return [group]
    }
    var groups = [gid_t](repeating: 0, count: Int(maximumGroups))
    var count = maximumGroups
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return [group] }
    return Array(groups.prefix(Int(count)))
  }

  // MARK: Steps

  private static func become(_ target: Identity) throws(Failure) {
    if let groups = target.groups {
      guard unsafe setgroups(groups.count, groups) == 0 else { throw Failure("setgroups") }
    }
    guard setresgid(target.group, target.group, target.group) == 0 else {
      throw Failure("setresgid")
    }
    guard setresuid(target.user, target.user, target.user) == 0 else {
      throw Failure("setresuid")
    }
  }

  /// No program that is started can get a capability.
  private static func dropBounds() throws(Failure) {
    for capability in UInt(0)..<64 {
      if control_process(PR_CAPBSET_DROP, capability, 0) == 0 { continue }
      // The first that the kernel does not know.
      if errno == EINVAL { return }
      throw Failure("PR_CAPBSET_DROP")
    }
  }

  private static func control(_ option: Int32, _ value: UInt, step: String) throws(Failure) {
    guard control_process(option, value, 0) == 0 else { throw Failure(step) }
  }

  // MARK: Whether it is so

  private static func verify(_ wanted: Capabilities.Sets, _ target: Identity?) throws(Failure) {
    let now: Capabilities.Sets
    do { now = try .own() } catch { throw Failure("capget", error.code) }
    guard now == wanted else { throw Failure(kept: "capabilities") }
    guard control_process(PR_GET_NO_NEW_PRIVS, 0, 0) == 1 else {
      throw Failure(kept: "those of programs that it starts")
    }
    guard let target else { return }
    var user: (real: uid_t, effective: uid_t, saved: uid_t) = (0, 0, 0)
    var group: (real: gid_t, effective: gid_t, saved: gid_t) = (0, 0, 0)
    guard unsafe getresuid(&user.real, &user.effective, &user.saved) == 0,
      unsafe getresgid(&group.real, &group.effective, &group.saved) == 0
    else { throw Failure("getresuid") }
    guard user == (target.user, target.user, target.user),
      group == (target.group, target.group, target.group)
    else { throw Failure(kept: "those of another user") }
    if let wanted = target.groups {
      var now = [gid_t](repeating: 0, count: Int(maximumGroups))
      let count = unsafe getgroups(maximumGroups, &now)
      guard count >= 0, Set(now.prefix(Int(count))) == Set(wanted) else {
        throw Failure(kept: "those of other groups")
      }
    }
    // What was given up does not come back.
    guard target.user == 0 || setresuid(0, 0, 0) != 0 else { throw Failure(kept: "those of root") }
  }
}
