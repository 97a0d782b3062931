import CSystem
import Glibc

/// A library that is loaded when first needed, and stays loaded.
@safe
struct LoadedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// `nil` if it is not installed.
  init?(_ fileName: String) {
    guard let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// - Returns: the function with that name; its type must be right.
  @unsafe func find<Function>(_ name: String) -> Function? {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }
}
