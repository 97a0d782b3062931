import CSystem

/// The functions of zlib that are called, from the installed library; types and numbers are those of zlib.h.
///
/// It is loaded when first needed: most captures are not packed, and each library costs a start a
/// twentieth of its time.
@safe
struct LibZ: @unchecked Sendable {
  typealias Stream = UnsafeMutablePointer<z_stream>

  private let begin: @convention(c) (Stream?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  let inflate: @convention(c) (Stream?, Int32) -> Int32
  let end: @convention(c) (Stream?) -> Int32

  static let fileName = "libz.so.1"
  /// `nil` if the library is not installed.
  static let shared = LibZ()

  private init?() {
    guard let library = LoadedLibrary(Self.fileName),
      let begin: @convention(c) (Stream?, Int32, UnsafePointer<CChar>?, Int32) -> Int32 =
        unsafe library.find("inflateInit2_"),
      let inflate: @convention(c) (Stream?, Int32) -> Int32 = unsafe library.find("inflate"),
      let end: @convention(c) (Stream?) -> Int32 = unsafe library.find("inflateEnd")
    else { return nil }
    unsafe (self.begin, self.inflate, self.end) = unsafe (begin, inflate, end)
  }

  /// - windowBits: 15 bits of window, and 16 for gzip's header instead of zlib's.
  /// - Returns: a stream that is to be ended and deallocated; `nil`: zlib is of another version. Its
  ///   place is its own: the library keeps the address of its state.
  func stream(windowBits: Int32) -> Stream? {
    let stream = Stream.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe begin(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    return unsafe stream
  }
}
