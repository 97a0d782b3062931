import CSystem
import Glibc

/// A set of the kernel's capabilities (capabilities(7)).
package struct Capabilities: OptionSet, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let netRaw = Capabilities(rawValue: 1 << UInt64(CAP_NET_RAW))
  package static let netAdmin = Capabilities(rawValue: 1 << UInt64(CAP_NET_ADMIN))
  package static let setBounds = Capabilities(rawValue: 1 << UInt64(CAP_SETPCAP))

  /// The capability sets of the calling thread.
  package struct Sets: Equatable {
    var effective: Capabilities = []
    var permitted: Capabilities = []
    var inheritable: Capabilities = []

    static func own() throws(SystemError) -> Sets {
      var header = __user_cap_header_struct(version: UInt32(_LINUX_CAPABILITY_VERSION_3), pid: 0)
      var halves = [__user_cap_data_struct](repeating: .init(), count: 2)
      guard unsafe capget(&header, &halves) == 0 else { throw SystemError(code: errno) }
      func set(_ half: KeyPath<__user_cap_data_struct, UInt32>) -> Capabilities {
        Capabilities(
          rawValue: UInt64(halves[0][keyPath: half]) | UInt64(halves[1][keyPath: half]) << 32)
      }
      return Sets(
        effective: set(\.effective), permitted: set(\.permitted), inheritable: set(\.inheritable))
    }

    func apply() throws(SystemError) {
      var header = __user_cap_header_struct(version: UInt32(_LINUX_CAPABILITY_VERSION_3), pid: 0)
      var halves = [UInt64(0), 32].map { shift in
        __user_cap_data_struct(
          effective: UInt32(truncatingIfNeeded: effective.rawValue >> shift),
          permitted: UInt32(truncatingIfNeeded: permitted.rawValue >> shift),
          inheritable: UInt32(truncatingIfNeeded: inheritable.rawValue >> shift))
      }
      guard unsafe capset(&header, &halves) == 0 else { throw SystemError(code: errno) }
    }
  }

  /// The effective capabilities of the calling thread; empty if the kernel does not say.
  package static var ownEffective: Capabilities { (try? Sets.own())?.effective ?? [] }
}

/// The path of the program itself.
package enum ProgramPath {
  /// Its real path; `nil` if the system does not say.
  package static var own: String? { SymbolicLink.target(of: "/proc/self/exe") }
}
