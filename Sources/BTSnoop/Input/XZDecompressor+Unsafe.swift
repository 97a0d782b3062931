/// Unpacks a stream of an xz file, by liblzma; its prototypes stand here (lzma/base.h,
/// lzma/container.h), so that nothing is needed to build.
@safe
final class XZDecompressor: Decompressor {
  /// `lzma_stream`.
  @safe private struct Stream {
    var nextIn: UnsafeRawPointer?
    var availableIn = 0
    var totalIn: UInt64 = 0
    var nextOut: UnsafeMutableRawPointer?
    var availableOut = 0
    var totalOut: UInt64 = 0
    var allocator: UnsafeRawPointer?
    var state: UnsafeMutableRawPointer?
    var reserved: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0, 0)
  }

  @safe private struct Functions: @unchecked Sendable {
    let begin: @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt32) -> UInt32
    let code: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> UInt32
    let end: @convention(c) (UnsafeMutableRawPointer?) -> Void

    init?(_ library: LoadedLibrary?) {
      guard let library,
        let begin: @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt32) -> UInt32 =
          unsafe library.find("lzma_stream_decoder"),
        let code: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> UInt32 =
          unsafe library.find("lzma_code"),
        let end: @convention(c) (UnsafeMutableRawPointer?) -> Void =
          unsafe library.find("lzma_end")
      else { return nil }
      unsafe (self.begin, self.code, self.end) = unsafe (begin, code, end)
    }
  }

  private static let functions = Functions(LoadedLibrary("liblzma.so.5"))

  /// Bytes that a stream may ask for: what `xz -9` does, twice. They are used as far as they are
  /// filled.
  private static let memoryLimit: UInt64 = 130 << 20

  private let functions: Functions
  private let stream: UnsafeMutablePointer<Stream>

  init?() {
    guard let functions = Self.functions else { return nil }
    self.functions = functions
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: Stream())
    guard unsafe functions.begin(stream, Self.memoryLimit, 0) == 0 else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe functions.end(stream)
    unsafe stream.deallocate()
  }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Unpacked {
    unsafe stream.pointee.nextIn = input.baseAddress
    unsafe stream.pointee.availableIn = input.count
    unsafe stream.pointee.nextOut = output.baseAddress
    unsafe stream.pointee.availableOut = output.count
    // LZMA_RUN, and the values of lzma_ret.
    let status = unsafe functions.code(stream, 0)
    let outcome: Unpacked.Outcome =
      switch status {
      case 0, 2, 3, 4, 10: .goesOn
      case 1: .ended
      case 6: .failed("needs more than \(Self.memoryLimit >> 20) MiB of memory")
      case 8: .failed("made with options that are not known")
      case 7, 9: .failed("the data is damaged")
      default: .failed("error \(status)")
      }
    return unsafe Unpacked(
      consumed: input.count - stream.pointee.availableIn,
      produced: output.count - stream.pointee.availableOut, outcome: outcome)
  }
}
