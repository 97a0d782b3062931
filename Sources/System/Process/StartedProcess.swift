import CSystem
import Glibc

/// An environment variable.
package func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Makes the inherited state of the process harmless; call it before anything is opened.
package func prepareProcess() {
  // Report a closed pipe and a file size limit as errors of `write`.
  _ = signal(SIGPIPE, SIG_IGN)
  _ = signal(SIGXFSZ, SIG_IGN)
  // Some parents leave signals blocked: the program could not be ended.
  var endings = sigset_t()
  unsafe sigemptyset(&endings)
  for ending in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&endings, ending) }
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &endings, nil)
  // Otherwise the first file opened would get the number of a closed standard output, and be
  // overwritten. The placeholder cannot be used by mistake.
  for raw in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(raw, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", raw == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}
