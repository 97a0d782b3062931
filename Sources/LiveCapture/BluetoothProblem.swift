import BTSnoop
import Bytes
import Glibc
import System

/// What an error of a Bluetooth socket means to the user, and how to fix it.
package enum BluetoothProblem {
  /// Why a live source cannot be opened.
  package static func unusable(_ source: String, error: SystemError) -> CaptureError {
    CaptureError(.unusable, file: source, words(for: error))
  }

  /// One sentence without a full stop.
  package static func words(for error: SystemError) -> String {
    switch error.code {
    case EPERM, EACCES: missingRight(program: ProgramPath.own, held: Capabilities.ownEffective)
    case EAFNOSUPPORT, EPROTONOSUPPORT:
      """
      no Bluetooth here: either the kernel has none (its module `bluetooth` is not there, or not \
      loaded), or this is a network namespace of its own, as in a container
      """
    default: error.message
    }
  }

  /// - program: its path.
  /// - held: its effective capabilities.
  static func missingRight(program: String?, held: Capabilities) -> String {
    if held.contains(.netRaw) {
      // Root in a container: the capability counts only in the kernel's initial namespace.
      return """
        no right to listen to Bluetooth: CAP_NET_RAW is there, but not that of the host; this is a \
        user namespace of its own, as in a container
        """
    }
    let path = program.map(quoted) ?? "\"$(command -v bleinspect)\""
    return """
      no right to listen to Bluetooth: CAP_NET_RAW is missing; run it with `sudo`, or give the \
      program the right once with `sudo setcap cap_net_raw+ep \(path)`
      """
  }

  /// Checks that all these adapters exist; an empty set asks nothing.
  static func check(_ adapters: Set<UInt16>, source: String) throws(CaptureError) {
    guard !adapters.isEmpty else { return }
    let there: [HCIAdapter]
    do { there = try HCISystem().adapters() } catch { throw unusable(source, error: error) }
    for index in adapters.sorted() where !there.contains(where: { $0.index == index }) {
      throw CaptureError(.unusable, file: source, noAdapter(index, of: there))
    }
  }

  /// "No adapter of that number", and the existing ones.
  package static func noAdapter(_ index: UInt16, of adapters: [HCIAdapter]) -> String {
    guard !adapters.isEmpty else { return "no adapter hci\(index): there are no adapters" }
    return "no adapter hci\(index), only \(adapters.map(\.description).joined(separator: ", "))"
  }

  /// Quoted for a shell.
  static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._-+:@%,=".utf8.contains(byte)
      }
    }
    if isPlain, !path.isEmpty { return path }
    return
      "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}
