import Foundation
import Glibc

/// What tests do to their own process.
package enum TestProcess {
  /// Limits the size of files; exceeding it is an error, not a signal.
  package static func limitFiles(to bytes: Int) {
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  /// Kills it, as `kill -9` does.
  /// - microseconds: the delay.
  package static func killLater(_ microseconds: UInt32) {
    Thread.detachNewThread {
      usleep(microseconds)
      kill(getpid(), SIGKILL)
    }
  }

  /// Mounts an in-memory file system that only this thread sees.
  package static func mount(_ folder: String, kilobytes: Int) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    // Not imported from sched.h.
    guard let symbol = unsafe dlsym(nil, "unshare") else { return false }
    let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
    let namespace: Int32 = 0x0002_0000
    guard unshare(namespace) == 0 else { return false }
    guard unsafe Glibc.mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0 else {
      return false
    }
    return unsafe "size=\(kilobytes)k,mode=0777".withCString { options in
      unsafe Glibc.mount("none", folder, "tmpfs", 0, options) == 0
    }
  }

  /// Redirects standard output to a file, or to a pipe that has a reader.
  package static func redirectOutput(to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    dup2(file, STDOUT_FILENO)
    close(file)
  }

  /// Sets the environment of a program that a user started with sudo.
  package static func beCalled(by user: uid_t, _ group: gid_t) {
    setSudo(user: "\(user)", group: "\(group)")
  }

  /// Gives up root's rights for those of a user.
  package static func become(_ user: uid_t, _ group: gid_t) -> Bool {
    let groups: [gid_t] = []
    return unsafe setgroups(0, groups) == 0 && setgid(group) == 0 && setuid(user) == 0
  }

  package static func owner(_ path: String) -> (user: uid_t, group: gid_t)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (status.st_uid, status.st_gid)
  }
}

/// Sets or removes an environment variable.
package func setEnvironment(_ name: String, _ value: String?) {
  if let value { _ = unsafe setenv(name, value, 1) } else { _ = unsafe unsetenv(name) }
}

/// The variables in which `sudo` leaves the calling user.
package func setSudo(user: String?, group: String? = nil) {
  setEnvironment("SUDO_UID", user)
  setEnvironment("SUDO_GID", group ?? user)
}

/// Runs something while the thread blocks no signals.
package func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
  var none = sigset_t()
  var before = sigset_t()
  _ = unsafe sigemptyset(&none)
  _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}
