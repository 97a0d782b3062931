import Glibc

/// Unpacks one stream, piece by piece, and gives out all that the bytes so far hold.
///
/// libarchive has such filters, too, but theirs hand over whole blocks of 64 KB and more, and keep
/// the last one for themselves where the input is cut.
protocol Decompressor: AnyObject {
  /// Unpacks some of the input, perhaps nothing.
  @unsafe func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Unpacked
}

/// What one step of unpacking did.
struct Unpacked {
  enum Outcome {
    case goesOn
    /// The stream is whole; what comes behind it is another.
    case ended
    /// The library's own words.
    case failed(String)
  }

  /// Bytes of the input.
  var consumed: Int
  /// Bytes of the output.
  var produced: Int
  var outcome: Outcome
}

/// A library that is loaded when it is needed, and stays.
@safe
struct LoadedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// `nil` where it is not installed.
  init?(_ fileName: String) {
    guard let handle = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// - Returns: the function of that name; its type must be right.
  @unsafe func find<Function>(_ name: String) -> Function? {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }
}
