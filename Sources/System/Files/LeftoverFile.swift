import CSystem
import Glibc
import Synchronization

/// The address of the C string of the name; 0 if there is none.
private let leftoverName = Atomic<UInt>(0)

/// The file to remove when a signal ends the program.
///
/// The program has one at a time; not for threads that write files at once.
enum LeftoverFile {
  /// Sets the file that SIGINT, SIGTERM and SIGHUP remove before they act as usual.
  static func set(_ path: String?) {
    let text = unsafe path.flatMap { unsafe strdup($0) }
    let old = leftoverName.exchange(UInt(bitPattern: text), ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: old))
    guard path != nil else { return }
    for signal in [SIGINT, SIGTERM, SIGHUP] { handle(signal) }
  }

  private static func handle(_ signal: Int32) {
    var old = sigaction()
    // Ignored signals (as under nohup) and handled ones stay as they are.
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
    // The handler resets and raises the signal itself, which must not be blocked meanwhile.
    action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER)) | SA_RESTART
    _ = unsafe sigaction(signal, &action, nil)
  }
}
