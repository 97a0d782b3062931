/// Unpacks a stream of a bzip2 file with libbz2; its prototypes are declared here (bzlib.h), so
/// that building needs no headers.
@safe
package final class Bzip2Decompressor: LibraryDecompressor {
  /// `bz_stream`.
  @safe struct Stream {
    var nextIn: UnsafeRawPointer?
    var availableIn: UInt32 = 0
    var totalIn: (UInt32, UInt32) = (0, 0)
    var nextOut: UnsafeMutableRawPointer?
    var availableOut: UInt32 = 0
    var totalOut: (UInt32, UInt32) = (0, 0)
    var state: UnsafeMutableRawPointer?
    var allocation: (UInt, UInt, UInt) = (0, 0, 0)
  }

  /// The `BZ_` results that matter.
  enum Status: Int32 {
    case ok = 0
    case streamEnd = 4
    case memoryError = -3
  }

  @safe private struct Functions: @unchecked Sendable {
    let begin: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Int32
    let unpack: @convention(c) (UnsafeMutableRawPointer?) -> Int32
    let end: @convention(c) (UnsafeMutableRawPointer?) -> Int32

    init?(_ library: LoadedLibrary?) {
      guard let library,
        let begin: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Int32 =
          unsafe library.find("BZ2_bzDecompressInit"),
        let unpack: @convention(c) (UnsafeMutableRawPointer?) -> Int32 =
          unsafe library.find("BZ2_bzDecompress"),
        let end: @convention(c) (UnsafeMutableRawPointer?) -> Int32 =
          unsafe library.find("BZ2_bzDecompressEnd")
      else { return nil }
      unsafe (self.begin, self.unpack, self.end) = unsafe (begin, unpack, end)
    }
  }

  private static let functions = Functions(LoadedLibrary("libbz2.so.1.0"))

  private let functions: Functions
  private let stream: UnsafeMutablePointer<Stream>

  package init?() {
    guard let functions = Self.functions else { return nil }
    self.functions = functions
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: Stream())
    guard unsafe functions.begin(stream, 0, 0) == 0 else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    _ = unsafe functions.end(stream)
    unsafe stream.deallocate()
  }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (step: Unpacked, produced: Int) {
    let given = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count)
    unsafe stream.pointee.nextIn = input.baseAddress
    unsafe stream.pointee.availableIn = given
    unsafe stream.pointee.nextOut = output.baseAddress
    unsafe stream.pointee.availableOut = room
    let status = unsafe functions.unpack(stream)
    let outcome: Unpacked.Outcome =
      switch Status(rawValue: status) {
      case .ok: .goesOn
      case .streamEnd: .ended
      case .memoryError: .failed("not enough memory")
      case nil: .failed("the data is damaged")
      }
    return unsafe (
      Unpacked(consumed: Int(given - stream.pointee.availableIn), outcome: outcome),
      Int(room - stream.pointee.availableOut)
    )
  }
}
