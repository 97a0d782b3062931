import Glibc

/// A variable of the environment.
package func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Has what the process was started with do no harm; call it before anything is opened.
package func prepareProcess() {
  // A closed pipe and a limit of the size of files come back as errors of `write`.
  _ = signal(SIGPIPE, SIG_IGN)
  _ = signal(SIGXFSZ, SIG_IGN)
  // Some programs leave signals blocked in what they start: it could not be ended.
  var endings = sigset_t()
  unsafe sigemptyset(&endings)
  for ending in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&endings, ending) }
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &endings, nil)
  // The first file that is opened would become the standard output that is closed, and be written
  // into. What stands in its place refuses to be used for what it is not.
  for raw in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(raw, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", raw == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}
