import CSystem
import Glibc
import Synchronization

/// The addresses of the C strings of their names; 0 where there is none.
private let leftoverNames: [8 of Atomic<UInt>] = [
  Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0), Atomic(0),
]

/// The files to remove when a signal ends the program.
///
/// Those beyond the eighth at a time stay. Not for threads that write files at once.
enum LeftoverFile {
  /// Sets a file that SIGINT, SIGTERM and SIGHUP remove before they act as usual.
  /// - old: the one that is no longer removed.
  static func set(_ path: String?, instead old: String? = nil) {
    if let old { forget(old) }
    guard let path, place(of: path) == nil, let text = unsafe strdup(path) else { return }
    let isKept = leftoverNames.indices.contains { index in
      leftoverNames[index].compareExchange(
        expected: 0, desired: UInt(bitPattern: text), ordering: .acquiringAndReleasing
      ).exchanged
    }
    guard isKept else { return unsafe free(text) }
    for signal in [SIGINT, SIGTERM, SIGHUP] { handle(signal) }
  }

  private static func forget(_ path: String) {
    guard let index = place(of: path) else { return }
    let name = leftoverNames[index].exchange(0, ordering: .acquiringAndReleasing)
    unsafe free(UnsafeMutableRawPointer(bitPattern: name))
  }

  private static func place(of path: String) -> Int? {
    leftoverNames.indices.first { index in
      let name = leftoverNames[index].load(ordering: .acquiring)
      guard let text = unsafe UnsafePointer<CChar>(bitPattern: name) else { return false }
      return unsafe strcmp(text, path) == 0
    }
  }

  private static func handle(_ signal: Int32) {
    var old = sigaction()
    // Ignored signals (as under nohup) and handled ones stay as they are.
    guard unsafe sigaction(signal, nil, &old) == 0,
      unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 0
    else { return }
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { signal in
      for index in leftoverNames.indices {
        let name = leftoverNames[index].load(ordering: .acquiring)
        if let path = unsafe UnsafePointer<CChar>(bitPattern: name) { _ = unsafe unlink(path) }
      }
      _ = Glibc.signal(signal, SIG_DFL)
      _ = raise(signal)
    }
    // The handler resets and raises the signal itself, which must not be blocked meanwhile.
    action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER)) | SA_RESTART
    _ = unsafe sigaction(signal, &action, nil)
  }
}
