import Glibc
import Synchronization

/// Where the name stands, as C reads it; 0: there is none.
private let leftoverName = Atomic<UInt>(0)

/// The file that is to go when a signal ends the program.
///
/// One at a time, and not for threads that write files at once: the program has one.
enum LeftoverFile {
  /// Removes nothing now. SIGINT, SIGTERM and SIGHUP remove the file and then do what they would.
  static func set(_ path: String?) {
    let text = unsafe path.flatMap { unsafe strdup($0) }
    let old = leftoverName.exchange(UInt(bitPattern: text), ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: old))
    guard path != nil else { return }
    for signal in [SIGINT, SIGTERM, SIGHUP] { handle(signal) }
  }

  private static func handle(_ signal: Int32) {
    var old = sigaction()
    // Whoever ignores a signal, as nohup has it, or handles it, goes on doing so.
    guard unsafe sigaction(signal, nil, &old) == 0,
      unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 0
    else { return }
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { signal in
      let name = leftoverName.load(ordering: .acquiring)
      if let path = unsafe UnsafePointer<CChar>(bitPattern: name) { _ = unsafe unlink(path) }
      _ = Glibc.signal(signal, SIG_DFL)
      _ = raise(signal)
    }
    // The handler is gone when the signal comes, and does not block it.
    action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER)) | SA_RESTART
    _ = unsafe sigaction(signal, &action, nil)
  }
}
