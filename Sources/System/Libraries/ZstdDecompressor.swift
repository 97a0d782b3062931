/// Unpacks a frame of a zstd file with libzstd; its prototypes are declared here (zstd.h), so that
/// building needs no headers. libzstd itself refuses windows of more than 128 MiB.
@safe
package final class ZstdDecompressor: LibraryDecompressor {
  @safe struct Input {
    var source: UnsafeRawPointer?
    var size = 0
    var position = 0
  }

  @safe struct Output {
    var target: UnsafeMutableRawPointer?
    var size = 0
    var position = 0
  }

  @safe private struct Functions: @unchecked Sendable {
    let create: @convention(c) () -> OpaquePointer?
    let free: @convention(c) (OpaquePointer?) -> Int
    let unpack:
      @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
    let isError: @convention(c) (Int) -> UInt32
    let errorName: @convention(c) (Int) -> UnsafePointer<CChar>?

    init?(_ library: LoadedLibrary?) {
      guard let library,
        let create: @convention(c) () -> OpaquePointer? = unsafe library.find("ZSTD_createDStream"),
        let free: @convention(c) (OpaquePointer?) -> Int = unsafe library.find("ZSTD_freeDStream"),
        let unpack:
          @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
          =
          unsafe library.find("ZSTD_decompressStream"),
        let isError: @convention(c) (Int) -> UInt32 = unsafe library.find("ZSTD_isError"),
        let errorName: @convention(c) (Int) -> UnsafePointer<CChar>? =
          unsafe library.find("ZSTD_getErrorName")
      else { return nil }
      unsafe (self.create, self.free) = unsafe (create, free)
      unsafe (self.unpack, self.isError) = unsafe (unpack, isError)
      unsafe self.errorName = errorName
    }
  }

  private static let functions = Functions(LoadedLibrary("libzstd.so.1"))

  private let functions: Functions
  private let stream: OpaquePointer
  /// Bytes to pass in the next step. An error discards all that the same step unpacked, so no step
  /// goes beyond a block; a complete frame would otherwise be one step.
  private var wanted = ZstdDecompressor.shortestHeader

  private static let shortestHeader = 5
  /// The size of the next piece as libzstd reports it includes the header of the following block.
  private static let blockHeaderSize = 3

  package init?() {
    guard let functions = Self.functions, let stream = unsafe functions.create() else {
      return nil
    }
    self.functions = functions
    unsafe self.stream = stream
  }

  deinit { _ = unsafe functions.free(stream) }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (step: Unpacked, produced: Int) {
    var from = unsafe Input(source: input.baseAddress, size: min(input.count, wanted))
    var to = unsafe Output(target: output.baseAddress, size: output.count)
    let status = unsafe functions.unpack(stream, &to, &from)
    let outcome: Unpacked.Outcome =
      functions.isError(status) != 0
      ? .failed(message(status)) : status == 0 ? .ended : .goesOn
    wanted = status > Self.blockHeaderSize ? status - Self.blockHeaderSize : max(status, 1)
    return (Unpacked(consumed: from.position, outcome: outcome), to.position)
  }

  private func message(_ status: Int) -> String {
    guard let name = unsafe functions.errorName(status) else { return "error \(status)" }
    return unsafe String(cString: name)
  }
}
