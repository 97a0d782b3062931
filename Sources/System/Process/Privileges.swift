import CSystem
import Glibc

/// Drops the privileges that only opening needed, before any input is parsed.
///
/// Afterwards:
/// - What is open stays open: the socket or line of the source, the recording, files already read.
/// - Under `sudo` the process runs as the user who called it. New files (after a rotation) belong
///   to the user, and can only be created where the user may; their owner cannot be changed.
/// - As root without `sudo` it stays root, but without the right to override file permissions: it
///   can create and open what root owns or everybody may use, not what is private to another user.
/// - `HCISystem` works, since it needs no privileges. A serial line is reopened with the user's own
///   rights; a libpcap adapter with the capability that its source has kept.
/// - Neither the process nor a program it starts can regain a privilege.
///
/// Capabilities belong to a thread: call it while there is only one.
package enum Privileges {
  /// What failed.
  package struct DropError: Error, Equatable, Sendable {
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

  /// A user as the kernel sees it.
  package struct Identity: Equatable {
    var user: uid_t
    var group: gid_t
    /// Supplementary groups; `nil` to keep those of the process.
    var groups: [gid_t]?
  }

  /// The most groups of a user to keep; the kernel's own limit is higher.
  package static let maximumGroups: Int32 = 1024

  /// - kept: what the source needs to reopen what it may lose (`LiveSource.keptCapabilities`).
  package static func drop(keeping kept: Capabilities = []) throws(DropError) {
    let before: Capabilities.Sets
    do { before = try .own() } catch { throw DropError("capget", error.code) }
    let target = try identity()
    if before.effective.contains(.setBounds) { try dropBounds() }
    if let target {
      // Otherwise the process loses all capabilities when it stops being root.
      try control(PR_SET_KEEPCAPS, value: 1, step: "PR_SET_KEEPCAPS")
      try become(target)
    }
    let rest = before.permitted.intersection(kept)
    let wanted = Capabilities.Sets(effective: rest, permitted: rest, inheritable: [])
    do { try wanted.apply() } catch { throw DropError("capset", error.code) }
    try control(PR_SET_KEEPCAPS, value: 0, step: "PR_SET_KEEPCAPS")
    try control(PR_CAP_AMBIENT, value: UInt(PR_CAP_AMBIENT_CLEAR_ALL), step: "PR_CAP_AMBIENT")
    try control(PR_SET_NO_NEW_PRIVS, value: 1, step: "PR_SET_NO_NEW_PRIVS")
    try verify(wanted, target: target)
  }

  // MARK: Target identity

  /// - Returns: `nil` to keep the current user.
  private static func identity() throws(DropError) -> Identity? {
    var (real, effective, saved) = (uid_t(), uid_t(), uid_t())
    guard unsafe getresuid(&real, &effective, &saved) == 0 else { throw DropError("getresuid") }
    guard effective == 0 else {
      return real == effective && saved == effective
        ? nil : Identity(user: real, group: getgid(), groups: nil)
    }
    // A setuid-root program: do not trust its caller's environment.
    guard real == 0 else { return Identity(user: real, group: getgid(), groups: nil) }
    return SudoUser().map { identity(of: $0) }
  }

  package static func identity(of caller: SudoUser) -> Identity {
    Identity(
      user: caller.user, group: caller.group, groups: groups(of: caller.user, group: caller.group))
  }

  /// All groups of a user; only the given one if the system does not know the user.
  private static func groups(of user: uid_t, group: gid_t) -> [gid_t] {
    guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
      return [group]
    }
    var groups = [gid_t](repeating: 0, count: Int(maximumGroups))
    var count = maximumGroups
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return [group] }
    return Array(groups.prefix(Int(count)))
  }

  // MARK: Steps

  private static func become(_ target: Identity) throws(DropError) {
    if let groups = target.groups {
      guard unsafe setgroups(groups.count, groups) == 0 else { throw DropError("setgroups") }
    }
    guard setresgid(target.group, target.group, target.group) == 0 else {
      throw DropError("setresgid")
    }
    guard setresuid(target.user, target.user, target.user) == 0 else {
      throw DropError("setresuid")
    }
  }

  /// No started program can gain a capability.
  private static func dropBounds() throws(DropError) {
    for capability in UInt(0)..<64 {
      if control_process(PR_CAPBSET_DROP, capability, 0) == 0 { continue }
      // The first one that the kernel does not know.
      if errno == EINVAL { return }
      throw DropError("PR_CAPBSET_DROP")
    }
  }

  private static func control(_ option: Int32, value: UInt, step: String) throws(DropError) {
    guard control_process(option, value, 0) == 0 else { throw DropError(step) }
  }

  // MARK: Verification

  private static func verify(_ wanted: Capabilities.Sets, target: Identity?) throws(DropError) {
    let now: Capabilities.Sets
    do { now = try .own() } catch { throw DropError("capget", error.code) }
    guard now == wanted else { throw DropError(kept: "capabilities") }
    guard control_process(PR_GET_NO_NEW_PRIVS, 0, 0) == 1 else {
      throw DropError(kept: "those of programs that it starts")
    }
    guard let target else { return }
    var user: (real: uid_t, effective: uid_t, saved: uid_t) = (0, 0, 0)
    var group: (real: gid_t, effective: gid_t, saved: gid_t) = (0, 0, 0)
    guard unsafe getresuid(&user.real, &user.effective, &user.saved) == 0,
      unsafe getresgid(&group.real, &group.effective, &group.saved) == 0
    else { throw DropError("getresuid") }
    guard user == (target.user, target.user, target.user),
      group == (target.group, target.group, target.group)
    else { throw DropError(kept: "those of another user") }
    if let wanted = target.groups {
      var now = [gid_t](repeating: 0, count: Int(maximumGroups))
      let count = unsafe getgroups(maximumGroups, &now)
      guard count >= 0, Set(now.prefix(Int(count))) == Set(wanted) else {
        throw DropError(kept: "those of other groups")
      }
    }
    // What was dropped must not come back.
    guard target.user == 0 || setresuid(0, 0, 0) != 0 else {
      throw DropError(kept: "those of root")
    }
  }
}
