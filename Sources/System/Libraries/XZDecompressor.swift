/// Unpacks a stream of an xz file with liblzma; its prototypes are declared here (lzma/base.h,
/// lzma/container.h), so that building needs no headers.
@safe
package final class XZDecompressor: LibraryDecompressor {
  /// `lzma_stream`.
  @safe struct Stream {
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

  /// `lzma_ret`.
  enum Status: UInt32 {
    case ok = 0
    case streamEnd, noCheck, unsupportedCheck, getCheck
    case memoryLimit = 6
    case formatError, optionsError, dataError, bufferError
  }

  /// `LZMA_RUN` of `lzma_action`.
  static let run: UInt32 = 0

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

  /// The memory limit of a stream in bytes: twice what `xz -9` needs. Memory is only used as far as
  /// it is filled.
  private static let memoryLimit: UInt64 = 130 << 20

  private let functions: Functions
  private let stream: UnsafeMutablePointer<Stream>

  package init?() {
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
  ) -> (step: Unpacked, produced: Int) {
    unsafe stream.pointee.nextIn = input.baseAddress
    unsafe stream.pointee.availableIn = input.count
    unsafe stream.pointee.nextOut = output.baseAddress
    unsafe stream.pointee.availableOut = output.count
    let status = unsafe functions.code(stream, Self.run)
    let outcome: Unpacked.Outcome =
      switch Status(rawValue: status) {
      case .ok, .noCheck, .unsupportedCheck, .getCheck, .bufferError: .goesOn
      case .streamEnd: .ended
      case .memoryLimit: .failed("needs more than \(Self.memoryLimit >> 20) MiB of memory")
      case .optionsError: .failed("made with options that are not known")
      case .formatError, .dataError: .failed("the data is damaged")
      case nil: .failed("error \(status)")
      }
    return unsafe (
      Unpacked(consumed: input.count - stream.pointee.availableIn, outcome: outcome),
      output.count - stream.pointee.availableOut
    )
  }
}
